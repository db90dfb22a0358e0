"""The rules of the Automa, a module per chapter of the rulebook."""
