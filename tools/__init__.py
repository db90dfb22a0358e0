"""Programs for developers: builds, pictures, a clean-machine test."""
