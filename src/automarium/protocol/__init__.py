"""The table protocol: a whole game of any room, a line in, a line out (docs/protocol.md is the contract).

It is the record format, spoken live. A stream knows no room and keeps nothing; whoever has one may play, look, undo,
try an answer out, and begin again with another header.
"""
