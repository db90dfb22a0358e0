"""The Automa's turn, a module a chapter of the rulebook."""
