"""The pages, each a pure function from a game and its words to HTML."""
