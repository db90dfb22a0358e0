"""What the lab can take away from the Automa: the bonus of a card, or what a space of the golem track gives."""

from __future__ import annotations

from collections.abc import Iterator

from automarium.engine.content.pack import Entries, Pack
from automarium.engine.definition import AutomaPart
from automarium.engine.message import message
from automarium.engine.play.command import Given
from automarium.games.golem.events import Reveal
from automarium.games.golem.printed_cards import list_house_cards


def list_parts(pack: Pack, _: Given) -> Iterator[AutomaPart]:
    for id_, card in list_house_cards(pack).items():
        if card.bonus != "none":
            without = {"card": {str(id_): {"bonus": "none"}}}
            yield AutomaPart("card", str(id_), message("taken.card", card=id_), without, "house", shown=Reveal(card, 1))
    for id_, space in pack.house["golem_space"].items():
        if space["income"]:
            income: Entries = {"golem_space": {id_: {"income": []}}}
            yield AutomaPart("number", id_, message("taken.space", number=int(id_)), income, "house")
