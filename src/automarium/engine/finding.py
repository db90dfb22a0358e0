"""Findings: what does not fit in the package of a game, each with its file and line."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Sequence

import msgspec

from automarium.engine.message import Message, message

MOST_SHOWN = 5


class Finding(msgspec.Struct, frozen=True):
    """A fault: what is wrong and what would be right, as a message, and where. ``line`` is 0 for a file as a whole."""

    text: Message
    file: str
    line: int = 0

    def describe(self) -> Message:
        """Return the finding with its place."""
        return message("finding.line" if self.line else "finding.file", file=self.file, line=self.line, text=self.text)


def finding(key: str, file: str, line: int = 0, /, **params: object) -> Finding:
    return Finding(message(f"finding.{key}", **params), file, line)


def join_findings(findings: Sequence[Finding]) -> Message:
    """Return the first findings as one message."""
    more = len(findings) - MOST_SHOWN
    shown = [one.describe() for one in findings[:MOST_SHOWN]]
    if more > 0:
        shown.append(message("finding.more", count=more))
    joined = shown.pop()
    for one in reversed(shown):
        joined = message("finding.both", one=one, other=joined)
    return joined


def shorten_path(path: str, folder: str) -> str:
    """Return a file of a package with the package's name before it: ``heron/definition.py``."""
    return os.path.relpath(path, os.path.dirname(os.path.abspath(folder))).replace(os.sep, "/")


def locate_error(error: BaseException, package: str) -> tuple[str, int] | None:
    """Return the last line of a package that led to an error, or None."""
    if isinstance(error, SyntaxError) and error.filename and error.lineno:
        return os.path.basename(error.filename), error.lineno
    top = getattr(sys.modules.get(package), "__file__", None)
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if top and os.path.abspath(frame.filename).startswith(os.path.dirname(os.path.abspath(top)) + os.sep):
            return shorten_path(frame.filename, os.path.dirname(top)), frame.lineno or 0
    return None


def find_line(path: str, text: str, last: bool = False) -> int:
    """Return the number of the first (or last) line that contains a text, 0 if there is none."""
    try:
        with open(path, encoding="utf-8") as file:
            found = [number for number, line in enumerate(file, 1) if text in line]
    except (OSError, UnicodeDecodeError):
        return 0
    return found[-1 if last else 0] if found else 0
