"""Heron: a pond, seven places, fish, and a bird that is hungrier than you."""
