"""The lab: the same Automas, played by stand-ins."""
