"""The Automa's turn and its combats, one module per chapter of the rulebook."""
