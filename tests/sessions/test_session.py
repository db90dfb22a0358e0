"""Games are stored input by input, through full disks and second windows, on both databases."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from automarium.box import box
from automarium.box.box import Box
from automarium.engine.choice.trace import Trace, lazy_trace
from automarium.engine.game.record import decode
from automarium.engine.message import Refused, refuse
from automarium.engine.play.command import Respond
from automarium.engine.question import Answer
from automarium.games import plugins
from automarium.games.expeditions.commands import Go, Next, Total
from automarium.sessions.session import Session, add_record, new_session, open_session
from automarium.sessions.session_cache import Sessions, _bytes
from automarium.storage import user_folder as home
from automarium.storage.own_packs import own_pack_file
from automarium.storage.sql_store import SqlStore
from automarium.storage.store import Conflict, Full, Limits, Missing, Store, Unavailable
from automarium.storage.store_factory import open_store

DEFINITION = plugins.load_definition("expeditions")
OPTIONS = {"level": 2, "coin_change": 0, "deck": "app", "starts": "human"}


def begun(store: Store, seed: int = 4, **options: object) -> Session:
    return new_session(store, DEFINITION, {**OPTIONS, **options}, {}, seed)


def lines(session: Session) -> list[dict[str, object]]:
    return [line.data for line in decode(session.journal().content).lines]


def test_every_input_is_kept_before_it_is_answered(store: Store) -> None:
    playing = begun(store)
    for place in ("N3", "N4", "S2"):
        playing.put(Go(place))
        assert lines(playing)[-1] == {"do": "go", "to": place}
        assert store.games()[0].revision == playing.revision
    playing.undo()
    assert lines(playing)[-1] == {"do": "undo"}
    playing.redo()
    assert lines(playing)[-1] == {"do": "redo"}


def test_a_game_goes_on_where_it_was_left(store: Store, database: str | None) -> None:
    playing = begun(store)
    playing.put(Go("N3"))
    playing.put(Next())
    digest = playing.game.digest()
    again = open_session(open_store(database), playing.key)
    assert again.words == []
    assert again.game.digest() == digest
    assert again.name == "expeditions-1"
    again.undo()
    again.redo()
    assert again.game.digest() == digest


def test_the_list_knows_where_each_game_stands(store: Store) -> None:
    playing = begun(store)
    assert store.games()[0].summary.turn == 0
    playing.put(Next())
    assert store.games()[0].summary.turn == 1
    playing.undo()
    assert store.games()[0].summary.turn == 0


def test_a_game_is_over_when_its_winner_is_known(store: Store) -> None:
    from automarium.engine.game.playthrough import parse_input

    playing = begun(store)
    playing.put(parse_input(DEFINITION, {"do": "adjust", "what": "last-turns", "to": "human"}))
    playing.put(Next())
    assert DEFINITION.status(playing.game.position).over
    assert not store.games()[0].summary.over, "somebody must still tell the coins"
    playing.put(Total(10))
    summary = store.games()[0].summary
    assert summary.over
    assert summary.totals["human"] == 10
    assert summary.verdict is not None


def test_two_windows_one_outcome(store: Store) -> None:
    """The second window is refused, has changed nothing, and catches up by the new lines alone."""
    first = begun(store)
    second = open_session(store, first.key)
    first.put(Go("N3"))
    first.put(Next())
    before = second.game.digest()
    attempts: list[Callable[[], object]] = [lambda: second.put(Go("N4")), lambda: second.put(Next())]
    for attempt in attempts:
        with pytest.raises(Conflict) as conflict:
            attempt()
        assert conflict.value.revision == 3
        assert second.game.digest() == before
        assert second.revision == 1
    told: list[str] = []
    assert second.behind()
    assert second.refresh(lambda _, done, __: told.append(done)) == 2
    assert told == ["go", "next"]
    assert second.game.digest() == first.game.digest()
    assert second.refresh() == 0
    second.undo()
    with pytest.raises(Conflict):
        first.undo()
    first.refresh()
    assert first.game.undone == second.game.undone == [Next()]
    assert first.game.digest() == second.game.digest()


def test_a_double_tap_draws_one_card(store: Store) -> None:
    """Both taps were made on the same page, so both name the same revision."""
    sessions = Sessions(store)
    playing = begun(store)
    sessions.add(playing)
    drawn = threading.Barrier(8)

    def tap(_: int) -> bool:
        drawn.wait()
        try:
            with sessions.using(playing.key) as session:
                session.expect(1)
                session.put(Next())
        except Conflict:
            return False
        return True

    with ThreadPoolExecutor(8) as fingers:
        assert sum(fingers.map(tap, range(8))) == 1
    assert open_session(store, playing.key).game.inputs == [Next()]


def test_a_server_keeps_few_sessions_and_each_is_up_to_date(store: Store) -> None:
    keys = [begun(store, seed).key for seed in range(8)]
    alone = Sessions(store)
    with alone.using(begun(store).key) as session:
        session.put(Go("N3"))
        session.put(Go("N3"))
    sessions = Sessions(store, most=alone._whole * 7 // 2)
    for turn in range(2):  # each is opened again after it left the cache
        for key in keys:
            with sessions.using(key) as session:
                assert session.revision == turn + 1
                session.put(Go("N3"))
    assert [one.revision for one, _ in sessions._open.values()] == [3, 3, 3], "as many bytes as there is room for"
    assert sessions._whole == sum(weight.bytes for _, weight in sessions._open.values())
    assert sessions._locks == {}
    elsewhere = open_session(store, keys[-1])
    elsewhere.undo()
    with sessions.using(keys[-1]) as session:
        assert session.game.digest() == elsewhere.game.digest()
    store.delete(keys[-1])
    with pytest.raises(Missing), sessions.using(keys[-1]):
        pass


def test_a_session_in_which_something_went_wrong_is_opened_again(store: Store) -> None:
    sessions = Sessions(store)
    key = begun(store).key

    def broken() -> None:
        with sessions.using(key) as session:
            session.game.put(Next())  # beside the store
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        broken()
    with sessions.using(key) as session:
        assert session.game.inputs == []


def test_a_deleted_game_is_said_to_be_gone(store: Store) -> None:
    playing = begun(store)
    store.delete(playing.key)
    for attempt in (lambda: playing.put(Next()), playing.refresh, playing.journal):
        with pytest.raises(Missing):
            attempt()
    assert playing.game.inputs == []


def test_a_refused_input_costs_no_replay(store: Store) -> None:
    sessions = Sessions(store)
    playing = begun(store)
    sessions.add(playing)
    with pytest.raises(Refused), sessions.using(playing.key) as session:
        session.put(Respond(3))
    with sessions.using(playing.key) as session:
        assert session is playing


def test_what_cannot_be_written_did_not_happen(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    playing = begun(store)
    playing.put(Go("N3"))
    playing.put(Go("N4"))
    playing.undo()
    before, content = playing.game.digest(), playing.journal().content

    def full(*_: object) -> int:
        raise Unavailable(refuse("store.unwritable", file="games.db", detail="disk full").message)

    with monkeypatch.context() as patched:
        patched.setattr(store, "append", full)
        for attempt in (lambda: playing.put(Go("S1")), playing.undo, playing.redo):
            with pytest.raises(Unavailable):
                attempt()
            assert playing.game.digest() == before
            assert playing.game.undone == [Go("N4")]
            assert playing.journal().content == content
    playing.put(Go("S2"))
    assert open_session(store, playing.key).words == []


def test_a_disk_that_is_full_is_said_so(home: Path) -> None:
    """SQLite itself refuses the line: the file may not grow."""
    store = open_store()
    playing = begun(store)
    playing.put(Go("N3"))
    assert isinstance(store, SqlStore)
    with store._database.reading() as run:
        [pages] = run("PRAGMA page_count").fetchone()
        run(f"PRAGMA max_page_count = {pages}")
    before = ""

    def without_end() -> None:
        nonlocal before
        for _ in range(500):
            before = playing.game.digest()
            playing.put(Go("N4"))

    with pytest.raises(Unavailable, match="full"):
        without_end()
    assert playing.game.digest() == before
    store.close()
    again = open_session(open_store(), playing.key)
    assert again.game.digest() == before
    again.put(Go("N4"))


def test_a_record_from_outside_becomes_a_game(store: Store) -> None:
    playing = begun(store)
    playing.put(Go("N3"))
    content = playing.journal().content
    added = add_record(store, content, "from a friend")
    assert added.key != playing.key, "who has the record of a game has not its key"
    assert added.name == "from a friend"
    assert added.game.digest() == playing.game.digest()
    added.put(Next())
    assert open_session(store, added.key).game.inputs == [Go("N3"), Next()]


def test_a_torn_line_is_dropped_with_a_word(store: Store) -> None:
    playing = begun(store)
    playing.put(Go("N3"))
    whole = playing.journal().content
    added = add_record(store, whole + b'{"do":"go","to":"N')
    assert [word.key for word in added.words] == ["record.torn"]
    added.put(Go("N4"))
    assert added.journal().content.startswith(whole)
    assert [line["to"] for line in lines(added)] == ["N3", "N4"]


def test_a_changed_record_is_opened_with_a_word(store: Store) -> None:
    playing = begun(store)
    playing.put(Go("N3"))
    changed = playing.journal().content.replace(b'"to":"N3"', b'"to":"N4"')
    added = add_record(store, changed)
    assert [word.key for word in added.words] == ["record.differs"]
    assert [word.key for word in open_session(store, added.key).words] == ["record.differs"]


def test_a_damaged_record_is_refused_and_nothing_is_kept(store: Store) -> None:
    playing = begun(store)
    playing.put(Go("N3"))
    playing.put(Go("N4"))
    content = playing.journal().content
    for damaged, line in (
        (content.replace(b'"to":"N3"', b'"to":"N\xff"'), 2),
        (content.replace(b'"to":"N4"', b'"to":"X4"'), 3),
        (content.replace(b'"level":2', b'"level":22'), 1),
    ):
        with pytest.raises(Refused) as refused:
            add_record(store, damaged)
        assert refused.value.message.params["line"] == line
    for nothing in (b"", b"\n", b"{}\n", b"\x00" * 50, b"[" * 100_000 + b"\n"):
        with pytest.raises(Refused):
            add_record(store, nothing)
    assert len(store.games()) == 1


def test_a_record_without_end_is_not_even_read(database: str | None) -> None:
    store = open_store(database, Limits(lines=50, size=10_000))
    playing = begun(store)
    header = playing.journal().content
    with pytest.raises(Full):
        add_record(store, header + b'{"do":"next"}\n' * 50)
    with pytest.raises(Full):
        add_record(store, header[:-1] + b" " * 10_000 + b"\n")
    for _ in range(49):
        playing.put(Go("N3"))
    before = playing.game.digest()
    with pytest.raises(Full):
        playing.put(Go("N4"))
    assert playing.game.digest() == before
    store.close()


def test_a_hole_is_asked_once_and_remembered(store: Store) -> None:
    """The owner's printed card of level 4: entered in the first game, known in the second and in its record."""
    playing = begun(store, level=4, card="printed")
    answers: list[Answer] = [24, [2, 4, 6, 9, 12, 15, 18, 21], 2, 2, 6]
    for answer in answers:
        assert playing.game.question is not None
        assert playing.game.question.hole is not None
        playing.put(Respond(answer))
    assert playing.game.question is None
    assert playing.game.position.card.spaces_including_start == 24
    second = begun(store, level=4, card="printed")
    assert second.game.question is None
    assert second.game.position.card == playing.game.position.card
    assert second.header.own["progress"]["4"]["coins"]["glory_token"] == 6
    store.packs.change("expeditions", lambda _: Box({}))
    assert open_session(store, second.key).game.question is None, "the record tells the same game on another machine"


def test_a_fact_that_cannot_be_kept_is_said_but_the_answer_stands(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    playing = begun(store, level=4, card="printed")

    def broken(*_: object) -> None:
        raise refuse("store.unwritable", file="own", detail="full")

    monkeypatch.setattr(store.packs, "change", broken)
    playing.put(Respond(24))
    assert [word.key for word in playing.words] == ["store.unwritable"]
    assert lines(playing) == [{"do": "answer", "to": 24}]


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("[decision.14.central]\nsweep = 1", "decision.14.central.sweep"),
        ("[decision.15]\nid = 15", "decision.15"),
        ("[decision.14]\nwest = 1", "decision.14.west"),
        ("[nothing]", "nothing"),
        ("not toml", ""),
    ],
)
def test_a_wrong_own_pack_says_where(text: str, where: str) -> None:
    home.write_atomically(own_pack_file("expeditions"), text)
    with pytest.raises(Refused) as refused:
        begun(open_store())
    assert refused.value.where == where
    assert str(own_pack_file("expeditions")) in str(refused.value.message.params["file"])


def test_an_owners_correction_of_a_printed_card_is_played(store: Store) -> None:
    store.packs.change("expeditions", lambda box: box.with_facts([("decision.14.central.sweep", True)]))
    pack = box.pack_of(DEFINITION, store.packs)
    from automarium.games.expeditions.position import read_cards

    assert read_cards(pack)[14].central.sweep
    assert read_cards(pack)[14].central.distance == 2, "the rest is as printed"


def test_what_a_reason_would_be_written_from_is_weighed_with_nobody() -> None:
    """The tables of the rules are shared by all games, and the reason has not been read."""
    written: list[int] = []

    def write(table: tuple[str, ...]) -> Trace:
        written.append(len(table))
        return Trace("piece", table, (), None)

    light = _bytes([lazy_trace("piece", None, "", write, ("a",))])
    assert _bytes([lazy_trace("piece", None, "", write, tuple("abcdefgh" * 1000))]) == light
    assert not written
