"""The Automa's turn and her combats, a module a chapter of the rulebook."""
