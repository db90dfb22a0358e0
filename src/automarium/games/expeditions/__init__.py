"""Expeditions: a sequel to Scythe, played against the Automa's two mechs."""
