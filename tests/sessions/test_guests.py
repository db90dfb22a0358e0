"""Guests' games have their own limits and do not touch the owner's games and packs."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from automarium.box import box
from automarium.engine.play.command import Respond
from automarium.games import plugins
from automarium.games.expeditions.commands import Go
from automarium.sessions.session import add_record, new_session, open_session
from automarium.sessions.session_cache import Sessions
from automarium.storage.sql_store import UNPLAYED_FOR
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


def test_a_full_store_drops_what_the_largest_holder_has_not_played_for_longest(database: str | None) -> None:
    """Never a game that was played within a day, never the owner's."""
    store = open_store(database, Limits(guests=4))
    now = time.time()

    def begin(address: str, days: float, text: bytes = b"1\n") -> str:
        return store.create([text], GAME, guest=True, address=address, times=(now, now - days * UNPLAYED_FOR))

    def there() -> set[str]:
        return {one.key for one in store.games()}

    owners = store.create([b"1\n"], GAME, times=(0.0, 1.0))
    small = begin("192.0.2.1", 90)
    older, newer, fresh = (begin("192.0.2.2", days, b"x" * 100 + b"\n") for days in (3, 2, 0.9))
    first = begin("192.0.2.3", 0)
    assert there() == {owners, small, newer, fresh, first}, "the oldest of all is of a small holder, and stays"
    second = begin("192.0.2.3", 0)
    assert there() == {owners, small, fresh, first, second}
    third = begin("192.0.2.3", 0)
    assert there() == {owners, fresh, first, second, third}, "the largest holder has nothing old any more"
    with pytest.raises(Full, match=r"store\.guests"):
        begin("192.0.2.4", 0)
    assert there() == {owners, fresh, first, second, third}
    assert older not in there()
    store.close()


@pytest.mark.parametrize("limits", [Limits(share=2), Limits(share_size=250)], ids=["games", "bytes"])
def test_an_address_has_a_share_and_makes_room_in_it(database: str | None, limits: Limits) -> None:
    """Regression: one guest could fill the places of all guests for a month."""
    store = open_store(database, limits)
    now = time.time()
    line = b"x" * 100 + b"\n"
    mine = store.create([line], GAME, guest=True, address="a", times=(now, now - 2 * UNPLAYED_FOR))
    other = store.create([line], GAME, guest=True, address="b", times=(now, now - 9 * UNPLAYED_FOR))
    for _ in range(2):
        store.create([line], GAME, guest=True, address="a")
    assert mine not in store.revisions([mine])
    with pytest.raises(Full, match=r"store\.share"):
        store.create([line], GAME, guest=True, address="a")
    assert other in store.revisions([other]), "games of others do not make room for it"
    store.create([line], GAME, guest=True, address="b")
    store.close()


def test_addresses_of_guests_are_not_kept(tmp_path: Path) -> None:
    store = open_store(f"sqlite:{tmp_path / 'games.db'}")
    store.create([b"1\n"], GAME, guest=True, address="192.0.2.77")
    store.close()
    assert not any(b"192.0.2.77" in file.read_bytes() for file in tmp_path.iterdir())


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
