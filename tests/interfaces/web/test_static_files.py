"""Static files that are put together from parts."""

from __future__ import annotations

import re
from collections import Counter

from automarium.interfaces.web.static_files import FOLDER, PARTS

DECLARED = re.compile(r"^(?:const|let|var|class|(?:async )?function) +(\w+)", re.MULTILINE)


def test_no_name_is_declared_in_two_parts_of_the_script() -> None:
    """The parts are one script: a name that is declared twice stops all of it."""
    names = Counter(name for part in PARTS["companion.js"] for name in DECLARED.findall((FOLDER / part).read_text()))
    assert names
    assert [name for name, times in names.items() if times > 1] == []
