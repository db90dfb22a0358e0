"""Games in progress: opened, played, kept."""
