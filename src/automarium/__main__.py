"""The command ``automarium``. The version, the oracle and the protocol import only what they need."""

from __future__ import annotations

import sys


def main() -> int:
    arguments = sys.argv[1:]
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # an old console shows a question mark for an unknown character
            stream.reconfigure(errors="replace")
    try:
        if arguments[:1] == ["--version"]:
            from automarium import __version__

            sys.stdout.write(f"automarium {__version__}\n")
            return 0
        if arguments[:1] == ["decide"] and sys.stdin is not None:
            from automarium.interfaces.json_lines import decide_lines

            return decide_lines(arguments[1:])
        if arguments[:1] == ["table"] and sys.stdin is not None:
            from automarium.interfaces.json_lines import table_lines

            return table_lines(arguments[1:])
        from automarium.cli import main as commands

        return commands(arguments)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader of the output has closed it.
        sys.stderr.close()
        return 1


if __name__ == "__main__":
    sys.exit(main())
