"""Pictures of boards as SVG."""
