"""Run the tests of engine, games and i18n in the Python of the page, under node (`make test-page`).

    python -m tools.test_page [PATH…]      # all of them and the golden games by default

The Python is the one of the site (3.14) with msgspec's build for the browser; what the tests need is pinned in
requirements/dev.txt. The checkout is mounted.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from tools.make_site import ROOT, RUNTIME, fetch_packages, find_node, pick_pins

TESTS = ("tests/engine", "tests/games", "tests/i18n", "tests/rulebook", "tests/contract", "tests/test_golden.py")
NOT_HERE = ("tests/contract/test_languages.py",)  # needs a server with threads
NEEDED = frozenset(
    {
        "babel",
        "hypothesis",
        "iniconfig",
        "markdown-it-py",
        "mdurl",
        "msgspec",
        "packaging",
        "pluggy",
        "pygments",
        "pytest",
        "rich",
        "sortedcontainers",
        "tomli-w",
    }
)
RUN = """
import { loadPyodide } from "RUNTIME/pyodide.mjs";
const [, , packages, checkout, ...paths] = process.argv;
const python = await loadPyodide({ packages: [], env: { HOME: "/home", COLUMNS: "120" } });
for (const [there, here] of [[packages, "/packages"], [checkout, "/checkout"]]) {
  python.FS.mkdirTree(here);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: there }, here);
}
python.globals.set("paths", python.toPy(paths));
python.globals.set("skipped", python.toPy(NOT_HERE.map((path) => `--ignore=${path}`)));
process.exitCode = python.runPython(`
import os, sys
sys.dont_write_bytecode = True
sys.path[:0] = ["/packages", "/checkout/src", "/checkout"]
os.chdir("/checkout")
print(sys.version)
import pytest
int(pytest.main(["-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:faulthandler", "-q", *skipped, *paths]))
`);
"""


def main(paths: list[str]) -> int:
    if not RUNTIME.exists() or find_node() is None:
        print("test-page: node and npm are needed (on Debian: apt-get install nodejs npm)", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as folder:
        packages = Path(folder) / "packages"
        fetch_packages(packages, pick_pins((ROOT / "requirements" / "dev.txt").read_text("utf-8"), NEEDED))
        script = Path(folder) / "run.mjs"
        script.write_text(RUN.replace("RUNTIME", RUNTIME.as_posix()).replace("NOT_HERE", json.dumps(NOT_HERE)), "utf-8")
        return subprocess.run(
            [find_node() or "node", str(script), str(packages), str(ROOT), *(paths or TESTS)]
        ).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
