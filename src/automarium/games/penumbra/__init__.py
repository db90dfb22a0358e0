"""Penumbra: four rivals with boards of instructions."""
