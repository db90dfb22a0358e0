"""The few files that a page brings: each is served under a name with its fingerprint and may be kept for ever."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from pathlib import Path

FOLDER = Path(__file__).parent
TYPES = {".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml"}


@lru_cache(maxsize=1)
def files() -> dict[str, tuple[bytes, str]]:
    """Every file by the name it is served under, with its type."""
    found = {}
    for path in sorted(FOLDER.iterdir()):
        if path.suffix in TYPES:
            content = path.read_bytes()
            found[_stamped(path.name, content)] = (content, TYPES[path.suffix])
    return found


@lru_cache(maxsize=16)
def url_of(name: str) -> str:
    return f"/static/{_stamped(name, (FOLDER / name).read_bytes())}"


def _stamped(name: str, content: bytes) -> str:
    stem, _, ending = name.rpartition(".")
    return f"{stem}.{sha256(content).hexdigest()[:12]}.{ending}"
