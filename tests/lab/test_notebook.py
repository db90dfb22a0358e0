"""The notebook of `examples/` runs and shows the results stored in it."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

NOTEBOOK = Path(__file__).parents[2] / "examples" / "lab.ipynb"


def test_the_notebook_runs(capsys: pytest.CaptureFixture[str]) -> None:
    cells = [one for one in json.loads(NOTEBOOK.read_text("utf-8"))["cells"] if one["cell_type"] == "code"]
    assert len(cells) >= 5
    names: dict[str, Any] = {}
    for cell in cells:
        tree = ast.parse("".join(cell["source"]))
        shown = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, cell["id"], "exec"), names)
        value = (
            eval(compile(ast.Expression(shown.value), cell["id"], "eval"), names)
            if isinstance(shown, ast.Expr)
            else None
        )
        kinds = [one["output_type"] for one in cell["outputs"]]
        assert ("stream" in kinds) == bool(capsys.readouterr().out), "what is kept in the file is what it prints"
        assert ("execute_result" in kinds) == hasattr(value, "_repr_svg_")
