"""Golem: the Grand Automa."""
