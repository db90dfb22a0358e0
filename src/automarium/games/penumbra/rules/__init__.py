"""The Automa's turn, one module per chapter of the rulebook."""
