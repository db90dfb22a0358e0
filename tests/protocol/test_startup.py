"""The oracle starts without what one answer does not need."""

from __future__ import annotations

import json
import subprocess
import sys

from benchmarks.startup import REQUEST

CODE = """
import sys
sys.argv = ["automarium", "decide"]
from automarium.__main__ import main
code = main()
print(*sorted(sys.modules), file=sys.stderr)
import typing_extensions  # it was only put off
sys.exit(code)
"""
UNNEEDED = ("typing_extensions", "starlette", "argparse", "automarium.lab.simulation", "automarium.interfaces.web")


def test_decide_loads_little() -> None:
    request = json.dumps(REQUEST).encode()
    done = subprocess.run([sys.executable, "-c", CODE], input=request, capture_output=True, check=True)
    assert json.loads(done.stdout)["answer"][0]["do"] == "move"
    loaded = done.stderr.decode().split()
    assert "msgspec" in loaded
    assert not [name for name in UNNEEDED if name in loaded]
