"""The names that a game in its own package imports. Names listed here keep their meaning until the first number of
``SDK_VERSION`` changes; the second grows when something is added. Everything else of Automarium may change at any time.

``automarium.sdk.drawing`` has what pictures are made of (import it inside ``Page.svg``: a decision needs no picture),
``automarium.sdk.testing`` what tests need. ``docs/reference.md`` describes all of it.
"""

from __future__ import annotations

from automarium.documents.game import load_document_game
from automarium.engine.choice.choose import (
    Ranking,
    Rule,
    choose,
    first,
    for_rest,
    given,
    in_turn,
    least,
    left_by,
    most,
    only,
    prefer,
    read_down,
)
from automarium.engine.choice.trace import Trace
from automarium.engine.content.component import Column, Component, Kind, Part
from automarium.engine.content.pack import HOLE, Pack
from automarium.engine.content.rulings import RulingBook, rests
from automarium.engine.definition import (
    SDK_VERSION,
    AutomaPart,
    Checklist,
    Content,
    GameDefinition,
    GameWords,
    Lab,
    Page,
    Rival,
    Rivals,
    Scoring,
    Setup,
    Status,
    TableLayout,
)
from automarium.engine.display import Card, Cell, Chip, Combat, DrawnTrack, Gauge, Icon, Joint, News, Standing
from automarium.engine.layout import BASE, MAT, OUT, PLENTY, SUPPLY, Hand, Layout, PieceMove, PlacedPieces, TrackValue
from automarium.engine.message import Message, Refused, Say, Term, message, refuse, term
from automarium.engine.place_map import PlaceMap
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import Command, Given, Input, When, collect_commands
from automarium.engine.play.decision import Decision, Decisions, Facts, Verdict, asks, make_form
from automarium.engine.play.deck import Deck
from automarium.engine.play.desk import Desk, Table
from automarium.engine.play.event import Event, of
from automarium.engine.play.odds import Odds, Threat, try_cards
from automarium.engine.play.score import TOTAL, Counting, ScoreLine, ScoreSheet
from automarium.engine.question import Answer, AnyQuestion, Count, Field, Form, Pick, Series, Several, Words
from automarium.engine.validation import convert

__all__ = [
    "BASE",
    "HOLE",
    "MAT",
    "OUT",
    "PLENTY",
    "SDK_VERSION",
    "SUPPLY",
    "TOTAL",
    "Answer",
    "AnyQuestion",
    "AutomaPart",
    "Card",
    "Cell",
    "Chance",
    "Checklist",
    "Chip",
    "Column",
    "Combat",
    "Command",
    "Component",
    "Content",
    "Count",
    "Counting",
    "Decision",
    "Decisions",
    "Deck",
    "Desk",
    "DrawnTrack",
    "Event",
    "Facts",
    "Field",
    "Form",
    "GameDefinition",
    "GameWords",
    "Gauge",
    "Given",
    "Hand",
    "Icon",
    "Input",
    "Joint",
    "Kind",
    "Lab",
    "Layout",
    "Message",
    "News",
    "Odds",
    "Pack",
    "Page",
    "Part",
    "Pick",
    "PieceMove",
    "PlaceMap",
    "PlacedPieces",
    "Ranking",
    "Refused",
    "Rival",
    "Rivals",
    "Rule",
    "RulingBook",
    "Say",
    "ScoreLine",
    "ScoreSheet",
    "Scoring",
    "Series",
    "Setup",
    "Several",
    "Standing",
    "Status",
    "Table",
    "TableLayout",
    "Term",
    "Threat",
    "Trace",
    "TrackValue",
    "Verdict",
    "When",
    "Words",
    "asks",
    "choose",
    "collect_commands",
    "convert",
    "first",
    "for_rest",
    "given",
    "in_turn",
    "least",
    "left_by",
    "load_document_game",
    "make_form",
    "message",
    "most",
    "of",
    "only",
    "prefer",
    "read_down",
    "refuse",
    "rests",
    "term",
    "try_cards",
]
