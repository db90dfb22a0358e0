"""The room of Golem: its parts, put together for the faces."""

from __future__ import annotations

from operator import attrgetter

from automarium.games.golem import (
    adjust,
    asks,
    commands,
    components,
    hands,
    keeper,
    odds,
    rival,
    score,
    setup,
    shown,
    text,
)
from automarium.games.golem.facts import QUESTIONS, check_facts
from automarium.games.golem.position import CARDS_A_ROUND, FOLDER, Position
from automarium.games.golem.rulings import Rulings
from automarium.kernel.command import registry
from automarium.kernel.room import Room, Status, later
from automarium.kernel.saying import saying, term


def status(position: Position) -> Status:
    """The humans say when it goes on, so it is always theirs to move."""
    coming_round = position.round + (position.stage == "round")
    told = {
        "round": term("roman", coming_round),
        "number": position.acting or len(position.types) + 1,
        "all": CARDS_A_ROUND,
    }
    return Status(
        "human",
        position.over,
        position.turn,
        stage=saying(f"stage.{position.stage}", **told),
        coming=saying(f"coming.{position.stage}", **told),
    )


ROOM = Room(
    name="golem",
    folder=FOLDER,
    rulings=Rulings,
    commands=registry(commands, adjust),
    asks=asks.ASKS,
    options=setup.Options,
    option_fields=setup.option_fields,
    set_up=setup.set_up,
    checklist=setup.checklist,
    status=status,
    over=attrgetter("over"),
    layout=hands.layout,
    hand_words=hands.hand_words,
    group=hands.group,
    aside=hands.aside,
    score=score.score_sheet,
    pace=score.pace,
    odds=odds.odds,
    overview=text.overview,
    text=text.board,
    draw=later("automarium.games.golem.svg", "draw_table"),
    details=text.details,
    rivals={**rival.RIVALS, "table": keeper.Keeper},
    own_sections=tuple(dict.fromkeys(section for section, _ in QUESTIONS)),
    check_pack=check_facts,
    components=components.components,
    stems={"effect": components.STEMS},
    card=shown.card,
    gauges=shown.gauges,
    corrects=shown.corrects,
    reminders=setup.reminders,
    signs=shown.SIGNS,
    colours=shown.COLOUR_FAMILIES,
    accent=("#7a4a0a", "#ecb860"),
)
