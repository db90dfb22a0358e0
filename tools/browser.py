"""The browser that tests, screenshots and benchmarks use."""

from __future__ import annotations

import shutil

# The headless shell starts sooner and draws less.
PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
ARGUMENTS = ("--no-sandbox", "--disable-gpu")


def find_browser() -> str | None:
    return next(filter(None, map(shutil.which, PROGRAMS)), None)
