"""Hides the keys of games and the owner's pass in everything that is logged, by this server or by a library."""

from __future__ import annotations

import logging
import re
import sys
import threading
from traceback import format_exception

log = logging.getLogger("automarium.web")

# A key has 22 letters, and others may be next to it ("\\n" before it in a repr). Names of functions are as long, but
# have neither digits nor capitals; every key has one of them (storage/store.py).
_SECRET = re.compile(r"(?=[a-z_-]*[A-Z0-9])[A-Za-z0-9_-]{22,}")


def hide_keys(text: str) -> str:
    """Return the text with keys shortened to their first letters."""
    return _SECRET.sub(lambda found: f"{found[0][:4]}…", text)


class RedactedRecord(logging.LogRecord):
    """A line of the log without keys, in its message and in its traceback, for every handler."""

    def __init__(self, *args: object, **more: object) -> None:
        super().__init__(*args, **more)  # type: ignore[arg-type]
        if self.exc_info and self.exc_info[0] is not None:  # a formatter takes the text if there is one
            self.exc_text = hide_keys("".join(format_exception(*self.exc_info)).rstrip("\n"))
        if self.stack_info:
            self.stack_info = hide_keys(self.stack_info)

    def getMessage(self) -> str:  # noqa: N802
        return hide_keys(super().getMessage())


def redact_log() -> None:
    """Hide keys in every line that this process logs, and log what would be printed otherwise."""
    logging.setLogRecordFactory(RedactedRecord)
    logging.captureWarnings(True)
    sys.unraisablehook = lambda found: log.error("Ignored in %s", type(found.object).__name__, exc_info=found.exc_value)
    threading.excepthook = lambda found: log.error("In a thread", exc_info=found.exc_value)
