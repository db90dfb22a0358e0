"""The most work that a document within its bounds can cause in one press: it is refused, not carried out."""

from __future__ import annotations

import pytest

from automarium.documents.document import load_document
from automarium.documents.game import make_definition
from automarium.documents.rules import BUDGET
from automarium.engine.content.pack import Pack
from automarium.engine.game.playthrough import Playthrough
from automarium.engine.message import Refused

PLACES = 120
HEAVY = "count(within(it, 99)) + " * 5 + "0"


def write_document(steps: int, rules: int, cards: int, more: str = "") -> str:
    listed = ", ".join(f'"p{number}"' for number in range(PLACES))
    rule = f'{{ most = "{HEAVY}", clause = "BIG-A01" }}'
    parts = [
        '[game]\nname = "big"\nprefix = "BIG"\ntitle = "Big"\nabout = "Big"\nturns = 500',
        'clause = "BIG-A01"\nsetup_clause = "BIG-A01"',
        f'[places]\nkind = "ring"\nlist = [{listed}]',
        '[pieces.pawn]\nside = "automa"\nname = "Pawn"\nstart = "p1"',
        '[levels.one]\nname = "one"',
        '[cards]\nfields = { a = "number" }\n[cards.list]',
        *(f"{number + 1} = {{ a = 1 }}" for number in range(cards)),
        '[[turn]]\ndraw = true\nclause = "BIG-A01"',
        *(
            f'[[turn]]\nchoose = "c{number}"\namong = "places"\nrules = [{", ".join([rule] * rules)}]'
            for number in range(steps)
        ),
        more,
        '[[clause]]\nid = "BIG-A01"\ntext = "Everything."',
        '[[score]]\nside = "automa"\nname = "points"\namount = 0\nclause = "BIG-A01"',
    ]
    return "\n".join(parts)


def begin(text: str) -> Playthrough:
    definition = make_definition(load_document(text))
    pack = Pack.of_folder(f"{definition.folder}/pack")
    return Playthrough(definition, {"level": "one", "deck": "app"}, {}, 1, pack)


def test_turn_with_too_much_work_is_refused_and_changes_nothing() -> None:
    game = begin(write_document(5, 30, 200))
    before = game.digest()
    with pytest.raises(Refused, match=r"document\.budget"):
        game.put(game.definition.commands["next"]())
    assert game.digest() == before


def test_odds_of_all_cards_share_the_work_of_one_turn() -> None:
    game = begin(write_document(1, 3, 200))
    game.put(game.definition.commands["next"]())
    with pytest.raises(Refused, match=r"document\.odds.*199"):
        game.definition.odds(game.position, game.pack, game.rulings)
    few = begin(write_document(1, 1, 3))
    few.put(few.definition.commands["next"]())
    assert few.definition.odds(few.position, few.pack, few.rulings) is not None


def test_turn_that_repeats_itself_is_refused() -> None:
    game = begin(write_document(1, 1, 3, "[[turn]]\nagain = true"))
    with pytest.raises(Refused, match=str(BUDGET)):
        game.put(game.definition.commands["next"]())
