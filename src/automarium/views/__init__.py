"""Views: a game, a turn, a question or a score as data with its text in one language."""
