"""The room of Penumbra: its parts, put together for the faces."""

from __future__ import annotations

from operator import attrgetter

from automarium.games.penumbra import adjust, asks, commands, hands, odds, rival, score, setup, shown, text
from automarium.games.penumbra.editor import BoardEditor
from automarium.games.penumbra.position import FOLDER, Position
from automarium.games.penumbra.rulings import Rulings
from automarium.kernel.command import registry
from automarium.kernel.component import Component, Kind
from automarium.kernel.pack import Pack
from automarium.kernel.room import Room, Status, later
from automarium.kernel.saying import Saying, saying, term


def status(position: Position) -> Status:
    coming = None if position.over else saying("coming.rest" if position.will_rest else "coming.turn")
    return Status(position.to_move, position.over, position.turn, _stage(position), coming)


def _stage(position: Position) -> Saying:
    if position.over:
        return saying("stage.over")
    if position.ordinal:
        return saying("stage.instruction", turn=position.turn, ordinal=position.ordinal)
    if position.to_move == "automa":
        return saying("stage.automa")
    return saying("stage.human", count=position.turn) if position.turn else saying("stage.start")


def components(pack: Pack) -> tuple[Kind, ...]:
    """The rivals' boards."""
    boards = tuple(
        Component(id_, saying("component.board.one", board=term("board-name", id_)), entry=f"board.{id_}")
        for id_ in pack.printed["board"]
    )
    where = saying("component.board.where")
    return (Kind("board", saying("component.board"), where, "list", "board", boards, whole=True),)


ROOM = Room(
    name="penumbra",
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
    score=score.score_sheet,
    pace=score.pace,
    odds=odds.odds,
    overview=text.overview,
    text=text.board,
    draw=later("automarium.games.penumbra.svg", "draw_board"),
    rivals=rival.RIVALS,
    own_sections=("board", "dice"),
    check_pack=setup.check_pack,
    boards=BoardEditor(),  # what `automarium board` asks for
    components=components,
    gauges=shown.gauges,
    corrects=shown.corrects,
    reminders=setup.reminders,
    signs=shown.SIGNS,
    colours=shown.COLOUR_FAMILIES,
    stems={"contract-card": shown.CONTRACTS},
    accent=("#14586b", "#7fd0e4"),
    earlier=setup.EARLIER,
)
