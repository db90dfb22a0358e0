"""Files that are written by hand and compiled into a form that is read faster: messages and facts.

The compiled file is not in the repository. A build of the package and ``make`` write it.
"""

from __future__ import annotations

import os

SAME_TIME = 2  # seconds within which an installer writes a file and its compiled form


def is_newer(edited: str, compiled: str) -> bool:
    """Return whether a file has been edited since it was compiled, or has no compiled form."""
    return _get_time(edited) > _get_time(compiled) + SAME_TIME


def _get_time(path: str) -> float:
    """Return when a file was changed, 0 if there is none."""
    try:
        return os.stat(path).st_mtime
    except OSError:
        return 0
