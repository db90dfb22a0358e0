"""Scythe as the parts of its definition, and whose turn it is."""

from __future__ import annotations

from collections.abc import Sequence

from automarium.engine.content.pack import Pack
from automarium.engine.definition import Content, GameDefinition, Status
from automarium.engine.message import message, term
from automarium.engine.play.command import collect_commands
from automarium.engine.play.odds import Odds, Threat
from automarium.games.scythe import commands, corrections
from automarium.games.scythe.commands import find_fights
from automarium.games.scythe.decisions import ASKS
from automarium.games.scythe.layout import ScytheTable
from automarium.games.scythe.odds import compute_odds, find_threats
from automarium.games.scythe.page import ScythePage
from automarium.games.scythe.position import Position, load_expansion
from automarium.games.scythe.rivals import ScytheLab, read_assumptions
from automarium.games.scythe.rulings import Rulings
from automarium.games.scythe.score import ScytheScoring
from automarium.games.scythe.setup import ScytheSetup
from automarium.games.scythe.text import ScytheWords


class ScytheContent(Content):
    """Every fact is published: nothing has to be entered, but cards may be corrected."""

    own_sections = ("card", "expansion_card")

    def check_pack(self, pack: Pack) -> None:
        load_expansion(pack)
        read_assumptions(pack)


class Scythe(GameDefinition[Position, Rulings]):
    name = "scythe"
    rulings = Rulings
    commands = collect_commands(commands, corrections)
    decisions = ASKS
    bgg_id = 169786

    setup = ScytheSetup()
    table = ScytheTable()
    scoring = ScytheScoring()
    words = ScytheWords()
    page = ScythePage()
    lab = ScytheLab()
    content = ScytheContent()

    def status(self, position: Position) -> Status:
        """A turn number counts a pair: the human's turn, then the Automa's."""
        whose = position.to_move
        stage = message(f"stage.{whose}", turn=position.turn + (whose == "human"), scheme=position.scheme)
        waiting = find_fights(position) if whose == "human" else ()
        coming = message("coming.fight", at=term("place", waiting[0])) if waiting else message("coming.automa")
        does = {"do": "fight", "at": waiting[0]} if waiting else None
        names = message(
            "names", hers=term("faction", position.automa.faction), yours=term("faction", position.human.faction)
        )
        return Status(whose, position.over, position.turn, stage, coming, does, names)

    def is_over(self, position: Position) -> bool:
        return position.over

    def count_turns(self, position: Position) -> int:
        return position.turn

    def find_starter(self, position: Position) -> str | None:
        return "human"  # SCY-TURN-01

    def odds(self, position: Position, pack: Pack, rulings: Rulings) -> Odds:
        return compute_odds(position, pack, rulings)

    def threats(self, position: Position, odds: Odds) -> Sequence[Threat]:
        return find_threats(position, odds)
