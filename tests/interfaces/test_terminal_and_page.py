"""The same games in the terminal and on the page, on both databases."""

from __future__ import annotations

from automarium.storage.store import Store
from tests.interfaces.terminal.kit import NEW, play_lines, run_command
from tests.interfaces.web.kit import begin, browser, words


def test_a_game_goes_from_the_terminal_to_the_page_and_back(store: Store, database: str | None) -> None:
    at = [] if database is None else ["--database", database]
    client = browser(store)
    play_lines("go N3", new=[*NEW, *at])
    [kept] = store.games()
    address = f"/g/{kept.key}"
    assert "Your move to N3" in words(client.get(f"{address}/log").text)
    assert client.post(f"{address}/do", data={"do": "next", "revision": "2"}).status_code == 200
    told = run_command("play", "1", *at, typed="undo\nquit\n").stdout
    assert "2. Automa's north mech: N1 → N4" in told, "what was done on the page is there"
    assert "Undone: Automa's turn" in told
    late = client.post(f"{address}/do", data={"do": "next", "revision": "3"})
    assert late.status_code == 409, "the page still shows what the terminal has taken back"
    assert store.revisions([kept.key]) == {kept.key: 4}
    begin(client, "expeditions")
    second, first = run_command("games", *at).stdout.splitlines()
    assert second.startswith("2. Expeditions · ")
    assert first == "1. Expeditions · Your turn 1 (expeditions-1)", "which game, and where it stands"
