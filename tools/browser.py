"""The browser that tests, pictures and benchmarks drive."""

from __future__ import annotations

import shutil

# The shell is the same engine without windows: it starts sooner and paints less.
PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
ARGUMENTS = ("--no-sandbox", "--disable-gpu")


def find_browser() -> str | None:
    return next(filter(None, map(shutil.which, PROGRAMS)), None)
