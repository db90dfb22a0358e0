"""The definition of Golem from its parts, and whose turn it is."""

from __future__ import annotations

from collections.abc import Sequence

from automarium.engine.content.component import Kind
from automarium.engine.content.pack import Pack
from automarium.engine.definition import Content, GameDefinition, Status, check_new_levels
from automarium.engine.message import message, term
from automarium.engine.play.command import NEXT, collect_commands
from automarium.engine.play.odds import Odds
from automarium.games.golem import commands, corrections
from automarium.games.golem.components import OWN_SECTIONS, STEMS, list_components, list_every_component
from automarium.games.golem.decisions import ASKS
from automarium.games.golem.layout import GolemTable
from automarium.games.golem.odds import compute_odds
from automarium.games.golem.page import GolemPage
from automarium.games.golem.position import CARDS_A_ROUND, NewLevel, Position
from automarium.games.golem.printed_facts import check_facts
from automarium.games.golem.rivals import GolemLab, read_assumptions
from automarium.games.golem.rulings import Rulings
from automarium.games.golem.score import LEVELS, GolemScoring
from automarium.games.golem.setup import GolemSetup
from automarium.games.golem.text import GolemWords


class GolemContent(Content):
    own_sections = OWN_SECTIONS
    stems = {"effect": STEMS}
    new_level = NewLevel

    def check_pack(self, pack: Pack) -> None:
        check_facts(pack)
        read_assumptions(pack)
        check_new_levels(pack, NewLevel, LEVELS)

    def components(self, pack: Pack) -> Sequence[Kind]:
        return list_components(pack)

    def every_component(self, pack: Pack) -> Sequence[Kind]:
        return list_every_component()


class Golem(GameDefinition[Position, Rulings]):
    name = "golem"
    rulings = Rulings
    commands = collect_commands(commands, corrections)
    decisions = ASKS
    bgg_id = 298383

    setup = GolemSetup()
    table = GolemTable()
    scoring = GolemScoring()
    words = GolemWords()
    page = GolemPage()
    lab = GolemLab()
    content = GolemContent()

    def status(self, position: Position) -> Status:
        """Return the status. The humans go on when they like, so it is their turn, except where the Automa begins: a
        round, or its first turn or the evening if the turn order is known."""
        coming_round = position.round + (position.stage == "round" and not position.under_way)
        params = {
            "round": term("roman", coming_round),
            "number": position.acting or len(position.types) + 1,
            "all": CARDS_A_ROUND,
        }
        return Status(
            "human",
            position.over,
            position.turn,
            stage=message(f"coming.{position.stage}" if position.under_way else f"stage.{position.stage}", **params),
            coming=message(f"coming.{position.stage}", **params),
            does=None if _is_a_humans(position) else {"do": NEXT},
        )

    def is_over(self, position: Position) -> bool:
        return position.over

    def count_turns(self, position: Position) -> int:
        return position.turn

    def odds(self, position: Position, pack: Pack, rulings: Rulings) -> Odds:
        return compute_odds(position, pack, rulings)


def _is_a_humans(position: Position) -> bool:
    """Return whether a human acts before what is next, as far as that is known."""
    match position.stage:
        case "round":
            return False
        case "turns" if not position.types:
            return position.order_place != 1
        case "evening":
            return position.order_place != position.participants
        case _:
            return True
