"""The fragment of a shared link leads to a page of this site or to its first page, and never throws."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from automarium.interfaces import offline

SCRIPT = Path(offline.__file__).parent / "browser" / "window.js"
RUN = """
const [HOME, fragment] = JSON.parse(process.argv[1]);
globalThis.location = new URL(`https://games.example${HOME}${fragment}`);
globalThis.history = { replaceState(state, title, to) {
  to = new URL(to, location.href);
  if (to.origin !== location.origin) throw new Error("SecurityError");
  console.log(to.pathname + to.search);
} };
%s
show_address(fragment);
"""


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
@pytest.mark.parametrize(
    ("home", "fragment", "shown"),
    [
        ("/", "#/g/abc?x=1", "/g/abc?x=1"),
        ("/automarium/", "#/g/abc", "/automarium/g/abc"),
        ("/", "#//evil.example/x", "/evil.example/x"),
        ("/", "#//", "/"),
        ("/", "#//[", "/["),
        ("/", "#/\\\\evil.example", "/evil.example"),
        ("/", "#//evil.example:99999", "/evil.example:99999"),
        ("/automarium/", "#//evil.example", "/automarium/evil.example"),
        ("/automarium/", "#/../other/", "/automarium/"),
        ("/", "#other", ""),
        ("/", "", ""),
    ],
)
def test_fragment_of_a_link(home: str, fragment: str, shown: str) -> None:
    function = re.search(r"^function show_address\(.*?^}", SCRIPT.read_text(), re.DOTALL | re.MULTILINE)
    assert function is not None
    command = ["node", "-e", RUN % function[0], json.dumps([home, fragment])]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == shown
