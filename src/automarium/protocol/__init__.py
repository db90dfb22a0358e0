"""The table protocol (a whole game, a line in, a line out; docs/protocol.md) and the oracle (one decision;
docs/oracle.md). Both take and return JSON data and store nothing."""
