"""Automas written down as documents: one TOML file becomes a :class:`~automarium.engine.definition.GameDefinition`."""
