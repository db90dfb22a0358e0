"""The scripts of the page are one file when they are served."""

from __future__ import annotations

import re
from collections import Counter

from automarium.interfaces.web.static_files import FOLDER, PARTS

DECLARED = re.compile(r"^(?:async )?(?:const|let|function\*?|class) +(?:(\w+)|[{\[]([^}\]]*))", re.MULTILINE)


def test_scripts_of_the_page_declare_every_name_once() -> None:
    """A name that two scripts declare is a syntax error, and then no script of the page runs."""
    found: Counter[str] = Counter()
    for part in PARTS["companion.js"]:
        for name, several in DECLARED.findall((FOLDER / part).read_text("utf-8")):
            found.update([name] if name else re.findall(r"\w+", several))
    assert found
    assert [name for name, times in found.items() if times > 1] == []
