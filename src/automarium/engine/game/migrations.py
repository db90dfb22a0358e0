"""Records of earlier formats: every version since 2.0.0 reads every record from format 3 on.

A new format adds one step to ``STEPS``. A step gets all lines of a record as JSON has them, the header first, and
returns them in the next format; the number in the header is not its business. A released step is never changed, and
``tests/records`` keeps records of each format.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from automarium.engine.message import refuse

# The data of one line, as JSON has it.
LineData: TypeAlias = dict[str, Any]

FIRST = 3  # of 2.0.0
STEPS: tuple[Callable[[list[LineData]], list[LineData]], ...] = ()  # from 3 to 4, from 4 to 5 …
VERSION = FIRST + len(STEPS)


def migrate(lines: list[LineData], where: str = "") -> list[LineData]:
    """Return the lines of a record, the header first, in today's format. Raise Refused for a format that this version
    does not read. A header without a number is left to its reader."""
    written = lines[0].get("automarium")
    if type(written) is not int:
        return lines
    if written > VERSION:
        raise refuse("record.newer", where, version=written, known=VERSION)
    if written < FIRST:
        raise refuse("record.older" if written > 0 else "record.version", where, version=written, known=FIRST)
    for version, step in enumerate(STEPS[written - FIRST :], written + 1):
        header, *rest = step(lines)
        lines = [{**header, "automarium": version}, *rest]
    return lines
