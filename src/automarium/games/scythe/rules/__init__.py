"""The Automa's turn and her combats, one module per chapter of the rulebook."""
