"""The command ``automarium``. The version, the oracle and the protocol import only what they need."""

from __future__ import annotations

import errno
import os
import sys


def main() -> int:
    arguments = sys.argv[1:]
    if sys.stdin is None:  # closed: there is nothing to read
        sys.stdin = open(os.devnull)  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    if sys.stdout is None:
        return _report(os.strerror(errno.EBADF))
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # an old console shows a question mark for an unknown character
            # Windows uses a code page of one region for files and pipes; its console takes UTF-8.
            encoding = "utf-8" if sys.platform == "win32" else None
            stream.reconfigure(encoding=encoding, errors=stream.errors if stream is sys.stdin else "replace")
    try:
        if arguments[:1] == ["--version"]:
            from automarium import __version__

            print(f"automarium {__version__}", flush=True)
            return 0
        if arguments[:1] != ["serve"]:
            _hasten_imports()
        if arguments[:1] == ["decide"]:
            from automarium.interfaces.json_lines import decide_lines

            return decide_lines(arguments[1:])
        if arguments[:1] == ["table"]:
            from automarium.interfaces.json_lines import table_lines

            return table_lines(arguments[1:])
        from automarium.cli import main as commands

        status = commands(arguments)
        sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader of the output has closed it.
        sys.stderr.close()
        return 1
    except OSError as error:  # standard output on a full disk, say
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # where the rest goes when Python ends
        return _report(error.strerror or str(error))


def _hasten_imports() -> None:
    """Import msgspec in half the time, and let the garbage collector wait until there is some garbage: one answer takes
    less than the imports, and a simulated game leaves little. At the end nothing is collected. Of ``typing_extensions``
    msgspec wants only a name that ``typing`` has as well."""
    import atexit
    import gc

    gc.set_threshold(200_000)
    atexit.register(gc.freeze)
    if "typing_extensions" not in sys.modules and "msgspec" not in sys.modules:
        sys.modules["typing_extensions"] = None  # type: ignore[assignment]
        try:
            import msgspec  # noqa: F401
        finally:
            del sys.modules["typing_extensions"]


def _report(fault: str) -> int:
    """Say why the output cannot be written, and return the exit status."""
    from automarium.i18n.translator import Translator
    from automarium.storage import user_folder

    print(Translator(user_folder.language()).say("output.failed", detail=fault), file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
