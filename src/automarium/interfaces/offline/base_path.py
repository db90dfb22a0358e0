"""A site may lie in any folder of its host (``https://name.example/automarium/``). The application knows nothing of it:
its addresses begin at its own root, and on the way out they are put below the folder.
"""

from __future__ import annotations

import re

# Every attribute that begins with "/" is an address, but for what a form brings back to us.
_ADDRESS = re.compile(r'( (?!value=)[a-z-]+=")/(?!/)')


def prefix_page(root: str, page: str) -> str:
    """A page whose addresses begin with ``root``, which ends with "/"."""
    return page if root == "/" else _ADDRESS.sub(lambda found: found[1] + root, page)


def prefix_address(root: str, address: str) -> str:
    return root + address[1:] if address.startswith("/") else address


def strip_root(root: str, path: str) -> str:
    """The application's own path of a path of the host."""
    return "/" + path.removeprefix(root) if path.startswith(root) else path
