"""Just ask: one decision, with only the facts that it needs, and no game kept."""

from __future__ import annotations

from automarium.games.penumbra.boards import CHARACTERS, Board, house_boards, printed_board, printed_boards
from automarium.games.penumbra.events import Completes, Line, NoLine, Passes
from automarium.games.penumbra.guild import Row, choose_trial
from automarium.games.penumbra.lines import SLOTS
from automarium.games.penumbra.lists import find_line
from automarium.games.penumbra.oracle import RestFacts, TakeFacts, rest, take
from automarium.games.penumbra.position import DIE, Alignment, Card, Position, colours_of
from automarium.games.penumbra.school import class_for
from automarium.games.penumbra.turn import Seen
from automarium.kernel.pack import Pack
from automarium.kernel.room import Verdict
from automarium.kernel.saying import saying
from automarium.kernel.table import Count, Pick, Table

MOST_CARDS = 20
MOST_MARKS = 30


def ask_rest(table: Table, _: Pack) -> Verdict:
    """The first empty slot settles it; Marks are asked only if she rests."""
    slots: list[int] = []
    for number in range(1, SLOTS + 1):
        slots.append(table.ask(Count(about="ask.slot-cards", params={"number": number}, low=0, high=MOST_CARDS)))
        if slots[-1] == 0:
            slots += [0] * (SLOTS - len(slots))
            break
    if not rest(RestFacts(slots, 0, 0), table.rulings).answer["rest"]:
        return rest(RestFacts(slots, 0, 0), table.rulings)
    marks = table.ask(Count(about="ask.level", low=0, high=MOST_MARKS))
    sparks = table.ask(Count(about="ask.sparks", low=0, high=MOST_MARKS))
    return rest(RestFacts(slots, marks, sparks), table.rulings)


def ask_board(table: Table, pack: Pack) -> Board:
    """One of ours, or a printed one that was entered."""
    boards = {board.id: board for board in pack.once(house_boards).values()}
    for character in CHARACTERS:
        id_ = printed_boards(pack)[character]
        entered = printed_board(pack, id_)
        if entered is not None:
            boards[id_] = entered
    return boards[table.ask(Pick(about="ask.board", options=tuple(boards), family="board"))]


def ask_instruction(table: Table, pack: Pack) -> Verdict:
    """Board and slot give the list; of the table only what its lines look at, from the top."""
    board = ask_board(table, pack)
    slot = board.slots.index(table.ask(Pick(about="ask.slot", options=board.slots, family="symbol")))
    position = Position(board=board, start="", marks=[], colours=colours_of(pack))
    for index in slots_looked_at(board, slot):
        name = board.slots[index]
        low = 1 if index == slot else 0
        cards = table.ask(Count(about="ask.cards", params={"slot": name}, low=low, high=MOST_CARDS, default=low))
        position.slots[index] = [Card("", slot)] * cards
    lines = board.lists[slot]
    if any(line.when.order for line in lines):
        position.ordinal = table.ask(Count(about="ask.ordinal", low=1, high=MOST_CARDS, default=1))
    level = table.ask(Count(about="ask.level", low=0, high=board.mark_places, default=1))
    position.marks = [""] * level
    if any(line.needs("contract") for line in lines):
        position.alignment = ask_alignment(table)
    seen = Seen(position, slot, Row(position, table), table)
    found = find_line(slot, lines, seen, table.rulings, table.notes)
    name = board.slots[slot]
    said = NoLine(name) if found is None else Line(name, found + 1, lines[found].do)
    return Verdict(None, tuple(table.notes or ()), (said,))


def slots_looked_at(board: Board, slot: int) -> list[int]:
    whens = [line.when for line in board.lists[slot] if line.when.cards]
    return list(dict.fromkeys(slot if when.slot is None else board.named(when.slot) for when in whens))


def ask_alignment(table: Table) -> Alignment | None:
    answer = table.ask(Pick(about="ask.her-alignment", options=("light", "dark", "none"), family="alignment"))
    return None if answer == "none" else answer


def ask_contract(table: Table, pack: Pack) -> Verdict:
    position = _with_level(table, pack)
    position.alignment = ask_alignment(table)
    found = Row(position, table).contract(table.notes)
    traces = tuple(table.notes or ())
    if found is None:
        return Verdict(None, traces, (saying("contract.none"),))
    return Verdict(None, traces, (Completes(found.index + 1, found.vp),))


def ask_trial(table: Table, pack: Pack) -> Verdict:
    position = _with_level(table, pack)
    row = Row(position, table)
    low = any(difficulty < position.level for difficulty in row.difficulties)
    found = choose_trial(row.trials, position.level, table.notes) if low else None
    traces = tuple(table.notes or ())
    if found is None:
        return Verdict(None, traces, (saying("trial.none"),))
    return Verdict(None, traces, (Passes(found.index + 1, found.vp or 0),))


def _with_level(table: Table, pack: Pack) -> Position:
    level = table.ask(Count(about="ask.level", low=0, high=MOST_MARKS))
    return Position(board=pack.once(house_boards)["beginner"], start="", marks=[""] * level)


def ask_class(table: Table, pack: Pack) -> Verdict:
    colours = colours_of(pack)
    start = table.ask(Pick(about="option.start", options=colours, family="colour"))
    position = Position(board=pack.once(house_boards)["beginner"], start=start, marks=[], colours=colours)
    colour = table.ask(Pick(about="ask.card-colour", options=(*colours, "bone"), family="colour"))
    found = class_for(position, Card(colour, None), table)
    return Verdict(None, tuple(table.notes or ()), (saying("class.chosen", colour=found),))


def ask_take(table: Table, _: Pack) -> Verdict:
    return take(TakeFacts(table.ask(Count(about="ask.roll", params={"die": "any"}, low=1, high=DIE))), table.rulings)
