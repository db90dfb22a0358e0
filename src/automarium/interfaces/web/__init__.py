"""The web interface: pages rendered in Python, with a small script. It contains no rules."""
