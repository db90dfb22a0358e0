"""Addresses of a site in a folder of its host (``https://name.example/automarium/``).

The application knows only addresses from its own root; they are rewritten on the way out.
"""

from __future__ import annotations

import re

# Every attribute value that begins with "/" is an address, except form values.
_ADDRESS = re.compile(r'( (?!value=)[a-z-]+=")/(?!/)')


def prefix_page(root: str, page: str) -> str:
    """Return the page with addresses below ``root``, which ends with "/"."""
    return page if root == "/" else _ADDRESS.sub(lambda found: found[1] + root, page)


def prefix_address(root: str, address: str) -> str:
    return root + address[1:] if address.startswith("/") else address


def strip_root(root: str, path: str) -> str:
    """Return the application's path of a path of the host."""
    return "/" + path.removeprefix(root) if path.startswith(root) else path
