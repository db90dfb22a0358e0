"""The commands of the program ``automarium``, a module each."""
