"""What developers run: builds, pictures, the empty machine."""
