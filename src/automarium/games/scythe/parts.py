"""What the lab can take away from the Automa: the gains of a card, or one of them."""

from __future__ import annotations

from collections.abc import Iterator

from automarium.engine.content.pack import Entries, Pack
from automarium.engine.definition import AutomaPart
from automarium.engine.message import message
from automarium.engine.play.command import Given
from automarium.games.scythe.events import Draw
from automarium.games.scythe.position import SchemeName, get_cards
from automarium.games.scythe.text import describe_gain

SCHEMES: tuple[SchemeName, ...] = ("I", "II")


def list_parts(pack: Pack, options: Given) -> Iterator[AutomaPart]:
    expansion = options.get("cards") == "expansion"
    cards = get_cards(pack, expansion)
    for id_ in cards:
        facts: Entries = {}
        for scheme in SCHEMES:
            facts.setdefault(_find_section(pack, id_, scheme, expansion), {str(id_): {}})[str(id_)][scheme] = NOTHING
        yield AutomaPart("card", str(id_), message("taken.card", card=id_), facts, shown=Draw(id_, 0, "II", expansion))
    for id_, card in cards.items():
        for scheme in SCHEMES:
            section = _find_section(pack, id_, scheme, expansion)
            printed = pack.printed[section][str(id_)][scheme]["gains"]
            for index, gain in enumerate(card.scheme(scheme).gains):
                if gain.faction in (None, options.get("faction")):
                    left = {"gains": [*printed[:index], *printed[index + 1 :]]}
                    words = message("taken.gain", card=id_, scheme=scheme, what=describe_gain(gain))
                    shown = Draw(id_, 0, scheme, expansion)
                    yield AutomaPart(
                        "line", f"{id_}.{scheme}.{index + 1}", words, {section: {str(id_): {scheme: left}}}, shown=shown
                    )


NOTHING: Entries = {"gains": []}


def _find_section(pack: Pack, id_: int, scheme: SchemeName, expansion: bool) -> str:
    """Return where a half of a card is in the pack."""
    replaced = expansion and scheme in pack.printed["expansion_card"].get(str(id_), {})
    return "expansion_card" if replaced else "card"
