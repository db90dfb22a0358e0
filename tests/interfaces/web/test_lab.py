"""The pages of the lab: only for the owner; a run from form to report."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from automarium.box.box import pack_of
from automarium.cli import main
from automarium.engine.message import Refused
from automarium.games import plugins
from automarium.interfaces.web.app import Settings
from automarium.interfaces.web.routes.lab import read_plan
from automarium.lab import result_files, run_folder
from automarium.lab.configuration import make_configuration
from automarium.lab.designer_packs import make_level_designs, read_pack
from automarium.lab.result_files import Row
from automarium.lab.run_folder import RunFolder
from automarium.lab.simulation import Runner, open_runner
from automarium.sessions.session import OwnResults, collect_results
from automarium.storage import user_folder
from automarium.storage.store_factory import open_packs, open_store
from tests.interfaces.web.kit import GAMES, browser, words
from tests.lab.kit import small_plan
from tests.lab.test_designs import FIVE
from tests.lab.test_owner import keep

PATIENCE = 300.0


@pytest.fixture
def client() -> TestClient:
    return browser(open_store(None))


def test_run_from_form_to_report(client: TestClient) -> None:
    assert "Lab" in words(client.get("/").text)
    assert "Expeditions" in words(client.get("/lab").text)
    form = client.get("/lab/new/expeditions").text
    assert form.count('type="checkbox"') == 5
    assert "Its coins, quests and items aren't played but estimated" in words(form)
    sent = {"level.3": "on", "level.4": "on", "rival": "regular", "games": "100"}
    begun = client.post("/lab/new/expeditions", data=sent, follow_redirects=False)
    assert begun.status_code == 303
    at = begun.headers["location"]
    assert client.get(at).status_code == 200
    shelf = RunFolder(user_folder.folder() / "lab")
    end = time.monotonic() + PATIENCE
    while not shelf.run(at.rpartition("/")[2]).finished and time.monotonic() < end:
        time.sleep(0.05)
    page = client.get(at).text
    assert "200 of 200 games" in words(page)
    assert page.count("<svg") >= 2
    report = client.get(f"{at}/report.html")
    assert report.headers["content-disposition"].startswith("attachment")
    assert report.text.startswith("<!doctype html>")
    assert client.get(f"{at}/results.csv").text.count("\n") == 201
    assert "200 of 200 games" in words(client.get("/lab").text)
    client.post(f"{at}/remove")
    assert client.get(at).status_code == 404


def test_owner_is_a_rival_if_there_are_enough_games() -> None:
    store = open_store(None)
    client = browser(store)
    for count, points in enumerate((71, 92, 103, 114, 125), 1):
        keep(store, "golem", points)
        form = words(client.get("/lab/new/golem").text)
        told = "your 5 finished games" if count == 5 else f"You have {count} finished game"
        assert told in form
    assert " disabled" not in client.get("/lab/new/golem").text
    assert " disabled" in client.get("/lab/new/scythe").text
    sent = {"level.2": "on", "rival": "me", "games": "100"}
    assert client.post("/lab/new/scythe", data=sent).status_code == 422
    own = collect_results(store.games(), "golem")
    (one,) = read_plan("golem", sent, own, {}).configurations
    assert sorted(one.results) == [71, 92, 103, 114, 125]


def test_a_level_in_use_is_played_under_the_name_of_its_pack(client: TestClient, tmp_path: Path) -> None:
    file = tmp_path / "five.toml"
    file.write_text(FIVE, "utf-8")
    assert main(["pack", "use", str(file)]) == 0
    assert "Level 5 of golem-five" in words(client.get("/lab/new/golem").text)
    packs = open_packs(None)
    added = make_level_designs(pack_of(plugins.load_definition("golem"), packs))
    sent = {"level.4": "on", "level.5": "on", "rival": "regular", "games": "100"}
    four, five = read_plan("golem", sent, OwnResults((), ()), added).configurations
    assert four.design is None
    assert five.digest == make_configuration("golem", {"level": "5"}, rival="regular", design=read_pack(file)).digest
    assert five.label == "level=5 pack=golem-five"
    assert five.pack.names["house"] == "golem-five"


@pytest.mark.parametrize("game", GAMES)
def test_every_rival_has_a_name(client: TestClient, game: str) -> None:
    page = client.get(f"/lab/new/{game}").text
    for name in plugins.load_definition(game).lab.rivals:
        assert f"<b>{name}</b>" not in page
        assert f'value="{name}"' in page


def test_wrong_forms_are_refused(client: TestClient) -> None:
    for sent in ({"games": "100", "rival": "regular"}, {"level.3": "on", "games": "7", "rival": "regular"}):
        assert client.post("/lab/new/expeditions", data=sent).status_code == 422
    with pytest.raises(Refused, match=r"lab\.rival"):
        read_plan("expeditions", {"level.3": "on", "games": "100", "rival": "nobody"}, OwnResults((), ()), {})
    with pytest.raises(Refused, match=r"lab\.me\.few"):
        read_plan("expeditions", {"level.3": "on", "games": "100", "rival": "me"}, OwnResults((50,), ("3",)), {})
    for path in ("/lab/new/chess", "/lab/run/000000000000", "/lab/run/x", "/lab/run/000000000000/report.html"):
        assert client.get(path).status_code == 404, path


def test_only_the_owner_starts_runs() -> None:
    settings = Settings(rate=0, public=True, names=("games.example",))
    guest = browser(open_store(None), settings)
    guest.base_url = "http://games.example"
    for path in ("/lab", "/lab/new/expeditions", "/lab/run/000000000000"):
        assert guest.get(path).status_code == 403
    sent = {"level.3": "on", "rival": "regular", "games": "100"}
    assert guest.post("/lab/new/expeditions", data=sent).status_code == 403
    assert 'href="/lab"' not in guest.get("/").text


def test_run_is_stopped_and_resumed(tmp_path: Path) -> None:
    shelf = RunFolder(tmp_path)
    run = shelf.begin(small_plan(150))
    with pytest.raises(Refused, match=r"lab\.busy"):
        shelf.begin(small_plan(150))
    shelf.stop(run)
    assert shelf.wait(PATIENCE)
    stopped = shelf.run(run)
    assert not stopped.going
    if not stopped.finished:
        assert len(shelf.rows(run)) == stopped.done
        shelf.resume(run)
        assert shelf.wait(PATIENCE)
    assert shelf.run(run).finished
    assert len(shelf.rows(run)) == 300
    assert [one.id for one in shelf.runs()] == [run]


def test_a_damaged_run_hides_no_other(client: TestClient) -> None:
    folder = user_folder.folder() / "lab"
    folder.mkdir(parents=True)
    (folder / "aaaaaaaaaaaa.json").write_text("{")
    assert client.get("/lab").status_code == 200


@pytest.mark.parametrize("damage", [lambda text: "number,game\n1", lambda text: f"{text}x,y\n"])
def test_a_run_whose_results_are_damaged_can_be_removed(client: TestClient, damage: Callable[[str], str]) -> None:
    shelf = RunFolder(user_folder.folder() / "lab")
    run = shelf.begin(small_plan(1))
    assert shelf.wait(PATIENCE)
    shelf.results(run).write_text(damage(shelf.results(run).read_text()))
    page = client.get(f"/lab/run/{run}")
    assert page.status_code == 422
    assert 'role="alert"' in page.text
    assert str(user_folder.folder()) not in page.text
    assert f'action="/lab/run/{run}/remove"' in page.text
    client.post(f"/lab/run/{run}/remove")
    assert shelf.runs() == []


def test_run_is_busy_until_its_workers_have_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Regression: a run that was resumed meanwhile was marked as ended when the workers of the first one had ended."""
    ending, ended = threading.Event(), threading.Event()

    @contextmanager
    def slow_to_end(workers: int, *, apart: bool) -> Iterator[Runner]:
        with open_runner(workers, apart=apart) as runner:
            yield runner
        ending.set()
        ended.wait(PATIENCE)

    monkeypatch.setattr(run_folder, "open_runner", slow_to_end)
    shelf = RunFolder(tmp_path)
    run = shelf.begin(small_plan(1))
    assert ending.wait(PATIENCE)
    assert shelf.run(run).finished
    assert not shelf.wait(0)
    with pytest.raises(Refused, match=r"lab\.busy"):
        shelf.begin(small_plan(1))
    ended.set()
    assert shelf.wait(PATIENCE)


def test_page_requested_while_a_run_ends_is_complete(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Regression: the parts were gone before they were read, and the page said that it was a fault of ours."""
    shelf = RunFolder(tmp_path)
    run = shelf.begin(small_plan(150))
    assert shelf.wait(PATIENCE)
    out, aside = shelf.results(run), tmp_path / "aside"
    out.rename(aside)
    result_files.get_parts_folder(out).mkdir()

    def ends_meanwhile(folder: Path, *_: object) -> Iterator[Row]:
        aside.rename(out)
        folder.rmdir()
        yield from ()
        raise FileNotFoundError(folder)

    monkeypatch.setattr(result_files, "_read_rows", ends_meanwhile)
    assert len(shelf.rows(run)) == 300
    assert shelf.run(run).finished


def test_a_level_of_the_own_pack_is_offered_everywhere(client: TestClient, tmp_path: Path) -> None:
    file = tmp_path / "five.toml"
    level = "[level.5]\nstarting_tiles = 5\ngoal_vp = 9\nbonus = 4\nred_zone = [-5]\n"
    file.write_text(f'game = "golem"\nkind = "house"\nname = "golem-five"\n\n{level}', "utf-8")
    for page in ("/new/golem", "/lab/new/golem"):
        assert "golem-five" not in client.get(page).text
    assert main(["pack", "use", str(file)]) == 0
    for page in ("/new/golem", "/lab/new/golem"):
        assert "Level 5 of golem-five" in words(client.get(page).text)
    assert "Level 5: go to setup" in words(client.get("/new/golem?level=5").text)
    sent = {"level.4": "on", "level.5": "on", "rival": "regular", "games": "100"}
    begun = client.post("/lab/new/golem", data=sent, follow_redirects=False)
    assert begun.status_code == 303
    run = RunFolder(user_folder.folder() / "lab").run(begun.headers["location"].rpartition("/")[2])
    assert [one.options["level"] for one in run.plan.configurations] == [4, "5"]
    client.post(f"{begun.headers['location']}/stop")
