"""Guests' games have their own limits and do not touch the owner's games and packs."""

from __future__ import annotations

import time

import pytest

from automarium.box import box
from automarium.engine.play.command import Respond
from automarium.games import plugins
from automarium.games.expeditions.commands import Go
from automarium.sessions.session import add_record, new_session, open_session
from automarium.sessions.session_cache import Sessions
from automarium.storage.sql_store import UNPLAYED_FOR, UNTOUCHED_FOR
from automarium.storage.store import Full, Limits, Store, Summary
from automarium.storage.store_factory import open_store

DEFINITION = plugins.load_definition("expeditions")
GAME = Summary("expeditions")


def test_strangers_that_fill_the_store_leave_room_for_the_owner(database: str | None) -> None:
    store = open_store(database, Limits(games=2, guests=3))
    for _ in range(3):
        store.create([b"1\n"], GAME, guest=True)
    with pytest.raises(Full, match=r"store\.guests"):
        store.create([b"1\n"], GAME, guest=True)
    for _ in range(2):
        store.create([b"1\n"], GAME)
    with pytest.raises(Full, match=r"store\.full"):
        store.create([b"1\n"], GAME)
    assert [one.guest for one in store.games(most=store.limits.all)] == [False, False, True, True, True]
    store.close()


def test_bytes_of_strangers_are_bounded_together(database: str | None) -> None:
    store = open_store(database, Limits(guest_size=100))
    for _ in range(2):
        store.create([b"x" * 40 + b"\n"], GAME, guest=True)
    with pytest.raises(Full, match=r"store\.guests"):
        store.create([b"x" * 40 + b"\n"], GAME, guest=True)
    store.create([b"x" * 1000 + b"\n"], GAME)
    store.close()


def test_games_of_strangers_age_out_when_another_needs_the_room(database: str | None) -> None:
    """Begun and never played: after an hour. Played: after a month. Never the owner's."""
    store = open_store(database, Limits(guests=3))
    now = time.time()
    owners = store.create([b"1\n"], GAME, times=(0.0, 1.0))
    begun = store.create([b"1\n"], GAME, guest=True, times=(now, now - UNPLAYED_FOR - 60))
    played = store.create([b"1\n", b"2\n"], GAME, guest=True, times=(now, now - UNPLAYED_FOR - 60))
    old = store.create([b"1\n", b"2\n"], GAME, guest=True, times=(now, now - UNTOUCHED_FOR - 60))

    def there() -> set[str]:
        return {one.key for one in store.games()}

    first = store.create([b"1\n"], GAME, guest=True)
    assert there() == {owners, begun, played, first}
    second = store.create([b"1\n"], GAME, guest=True)
    assert there() == {owners, played, first, second}
    with pytest.raises(Full):
        store.create([b"1\n"], GAME, guest=True)
    assert there() == {owners, played, first, second}
    assert old not in there()
    store.close()


def test_a_guest_may_go_on_with_a_game_in_a_full_store(database: str | None) -> None:
    store = open_store(database, Limits(guests=1))
    session = new_session(store, DEFINITION, {"level": 2, "starts": "human"}, {}, 4, guest=True)
    session.put(Go("N3"))
    assert open_session(store, session.key).revision == 2
    store.close()


def test_only_the_owners_answer_goes_into_the_own_pack(store: Store) -> None:
    sessions = Sessions(store)
    key = new_session(store, DEFINITION, {"level": 4, "card": "printed"}, {}, 4).key
    with sessions.using(key) as session:
        session.put(Respond(24))
    assert store.packs.own("expeditions") == {}
    with sessions.using(key, owner=True) as session:
        session.put(Respond([2, 4, 6, 9, 12, 15, 18, 21]))
    assert store.packs.own("expeditions") == {"progress": {"4": {"glory_spaces": [2, 4, 6, 9, 12, 15, 18, 21]}}}
    assert open_session(store, key).game.inputs == [Respond(24), Respond([2, 4, 6, 9, 12, 15, 18, 21])]


# ------------------------------------------------------------------------------------------------------------- budgets


def test_the_replay_of_an_upload_has_its_time_and_says_so(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    session = new_session(store, DEFINITION, {"level": 2, "starts": "human"}, {}, 4)
    for _ in range(20):
        session.put(Go("N3"))
    content = session.journal().content
    clock = iter(range(1000))
    real = box.replay_record
    monkeypatch.setattr(box, "replay_record", lambda record, seconds: real(record, seconds, lambda: next(clock)))
    with pytest.raises(box.OutOfTime) as refused:
        add_record(store, content, seconds=10)
    assert refused.value.message.params["count"] == 10
    assert next(clock) < 15, "it was given up at once"
    assert len(store.games()) == 1, "nothing of it is kept"
    assert add_record(store, content, seconds=500).revision == 21


def test_sessions_at_hand_are_bounded_in_bytes(store: Store) -> None:
    """The cache of sessions is limited by bytes, not by lines."""
    sessions = Sessions(store, most=400_000)
    key = new_session(store, DEFINITION, {"level": 2, "starts": "human"}, {}, 4).key
    for _ in range(3):
        with sessions.using(key) as session:
            session.put(Go("N3"))
    light = sessions._whole
    with sessions.using(key) as session:
        assert sessions._whole == 0, "what is in use is not on the shelf"
    assert sessions._whole == light, "and weighs the same when it comes back"
    heavy = new_session(store, DEFINITION, {"level": 2, "starts": "human"}, {}, 5)
    heavy.game.runs[0].steps = [*heavy.game.runs[0].steps] * 4000
    sessions.add(heavy)
    assert sessions._whole > 400_000
    assert list(sessions._open) == [heavy.key], "the one that is used now stays, the others go"
    with sessions.using(key) as session:
        assert session.revision == 4
    assert list(sessions._open) == [key]
