"""Expeditions: a sequel to Scythe, against the Automa's two mechs."""
