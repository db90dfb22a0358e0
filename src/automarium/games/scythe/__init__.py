"""Scythe: the Automa whose every move is an exact hex."""
