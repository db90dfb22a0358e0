"""What pictures of boards are made with."""
