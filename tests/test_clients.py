"""The example clients of the table protocol play whole games."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from starlette.testclient import TestClient

from automarium.interfaces.web.app import Settings, make_app
from automarium.storage.store_factory import open_store

CLIENTS = Path(__file__).parent.parent / "examples" / "clients"


def load_server() -> ModuleType:
    spec = importlib.util.spec_from_file_location("serve_page", CLIENTS / "serve_page.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.skipif(shutil.which("jq") is None, reason="needs jq")
def test_shell_script_plays_a_whole_game() -> None:
    command = {**os.environ, "AUTOMARIUM": f"{sys.executable} -m automarium"}
    ran = subprocess.run(
        ["sh", CLIENTS / "play.sh", "expeditions", "7"], env=command, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    assert '{"automa":46}' in ran.stdout


def test_page_is_served_beside_automarium() -> None:
    app = load_server().make_client_app(make_app(Settings(rate=0), open_store(None)))
    client = TestClient(app, base_url="http://127.0.0.1")
    assert "Another page at the table" in client.get("/client/").text
    assert "api/table" in client.get("/client/client.js").text
    lines = [{"game": "expeditions", "seed": 7}, {"do": "next"}]
    answers = client.post("/api/table", json={"lines": lines}).json()["answers"]
    assert answers[-1]["revision"] == 2
    assert client.get("/").status_code == 200
