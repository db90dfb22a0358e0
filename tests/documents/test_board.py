"""On the board of a document no mark, label or piece covers another."""

from __future__ import annotations

from itertools import islice

import pytest

from automarium.games import plugins
from automarium.storage.store_factory import open_store
from tests.boards import find_covered, play_turns, render_turn
from tests.documents.kit import NAMES, read_example
from tests.proof import scale


@pytest.mark.parametrize("name", NAMES)
def test_nothing_covers_another_thing(name: str) -> None:
    store = open_store(None)
    game = plugins.add_document(read_example(name))
    for nth, session in enumerate(islice(play_turns(store, game, 5), scale(8, 100))):
        assert find_covered(render_turn(session)) == [], nth
    store.close()
