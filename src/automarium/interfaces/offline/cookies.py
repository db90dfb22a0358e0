"""The cookies of the offline app, in a file: a service worker sees none."""

from __future__ import annotations

from http.cookies import CookieError, SimpleCookie
from pathlib import Path

import msgspec

from automarium.storage.user_folder import write_atomically


class CookieJar:
    def __init__(self, file: Path) -> None:
        self._file = file
        try:
            self._kept = msgspec.json.decode(file.read_bytes(), type=dict[str, str])
        except (OSError, msgspec.MsgspecError):  # lost preferences are not reported
            self._kept = {}

    @property
    def header(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self._kept.items())

    def update(self, headers: list[str]) -> None:
        """Store the cookies of ``set-cookie`` headers. Their age is ignored."""
        before = dict(self._kept)
        for header in headers:
            try:
                found = SimpleCookie(header)
            except CookieError:
                continue
            for name, morsel in found.items():
                if morsel["max-age"] == "0":
                    self._kept.pop(name, None)
                else:
                    self._kept[name] = morsel.value
        if self._kept != before:
            write_atomically(self._file, msgspec.json.encode(self._kept).decode())
