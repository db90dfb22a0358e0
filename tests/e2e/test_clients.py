"""The example page plays a whole game through the table protocol."""

from __future__ import annotations

import threading

import pytest
import uvicorn
from playwright.sync_api import Browser, expect

from automarium.interfaces.web.app import Settings, make_app
from automarium.storage.store_factory import open_store
from tests.proof import PROOF
from tests.test_clients import load_server


@pytest.mark.skipif(not PROOF, reason="a whole game: make proof")
def test_page_plays_a_whole_game(chromium: Browser) -> None:
    page = chromium.new_page()
    app = load_server().make_client_app(make_app(Settings(rate=0), open_store(None)))
    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=0, log_level="error"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        thread.join(0.05)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        page.goto(f"http://127.0.0.1:{port}/client/?seed=7")
        page.get_by_role("button", name="New game").click()
        state = page.locator("#state")
        step = page.locator("#next:visible, #question button:visible")
        for _ in range(400):
            step.or_(page.locator("#score:not(:empty)")).first.wait_for()
            if "over" in (state.text_content() or ""):
                break
            with page.expect_response("**/api/table"):
                step.first.click()
        expect(page.locator("#score")).to_contain_text("automa")
    finally:
        page.close()
        server.should_exit = True
        thread.join(10)
