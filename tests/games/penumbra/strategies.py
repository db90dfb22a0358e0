"""Random boards and tables of Penumbra, for property tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, cast

from hypothesis import strategies as st

from automarium.engine.play.chance import Chance
from automarium.engine.question import Answer, AnyQuestion, Count, Form, Pick, Series, Several
from automarium.games.penumbra.boards.board import AutomaBoard, Regular, Scoring, find_circle
from automarium.games.penumbra.boards.line import EFFECTS, SLOTS, Effect, Entry, When
from automarium.games.penumbra.position import BONE, HOUSE_CARDS, TOME, Artifacts, Position
from automarium.games.penumbra.rules.rows import KINDS, OTHER
from automarium.games.penumbra.rulings import Rulings
from tests.games.penumbra.kit import COLOURS

NAMES = ("a", "b", "c", "d")
slots = st.sampled_from(NAMES)
simple = [name for name in EFFECTS if name not in ("substitution", "unique")]
effects = st.one_of(
    st.builds(Effect, st.sampled_from(simple)),
    st.builds(Effect, st.just("substitution"), slots),
    st.just(Effect("unique", note="bow")),
)
several = st.lists(effects, min_size=1, max_size=2).map(tuple)


@st.composite
def whens(draw: st.DrawFn) -> When:
    cards: Literal["==1", "==2", ">=2"] | None = draw(st.sampled_from([None, "==1", "==2", ">=2"]))
    return When(
        cards=cards,
        slot=draw(st.sampled_from([None, None, *NAMES])) if cards else None,
        order=draw(st.sampled_from([None, "first", "second+"])),
        min_level=draw(st.sampled_from([None, None, 1, 2, 3, 5])),
    )


entries = st.builds(Entry, several, whens())
lists = st.builds(
    lambda lines, last: (*lines, Entry(last)),
    st.lists(entries, max_size=4),
    st.lists(effects, min_size=1, max_size=2).map(tuple),
)


@st.composite
def any_boards(draw: st.DrawFn) -> AutomaBoard:
    """Draw any board, also with circles of Substitutions: turns must end even there."""
    return AutomaBoard(
        id="any",
        slots=NAMES,
        tome=draw(st.integers(0, SLOTS - 1)),
        mark_places=draw(st.integers(1, 8)),
        scoring=draw(st.sampled_from([Scoring("contract", 1), Scoring("trial", 3), Scoring("discipline_card", 1)])),
        lists=tuple(draw(lists) for _ in range(SLOTS)),
        regular=Regular(draw(st.integers(1, 2)), draw(st.integers(1, 3))),
    )


boards = any_boards().filter(lambda board: not find_circle(board))
rulings = st.fixed_dictionaries({ruling.id: st.sampled_from(ruling.choices) for ruling in Rulings.rulings()})


@st.composite
def tables(draw: st.DrawFn, on: st.SearchStrategy[AutomaBoard] = boards) -> Position:
    """Draw a position with the house deck; every card is in the pile or in a slot."""
    board = draw(on)
    cards = list(HOUSE_CARDS.values())
    Chance(draw(st.integers(0, 2**32))).shuffle(cards)
    heights = [draw(st.integers(0, 3)) for _ in range(SLOTS)]
    stacks = []
    for height in heights:
        stacks.append(cards[:height])
        cards = cards[height:]
    marks = draw(st.lists(st.sampled_from(COLOURS), min_size=1, max_size=board.mark_places))
    return Position(
        board=board,
        start=marks[0],
        marks=marks,
        slots=stacks,
        colours=COLOURS,
        alignment=draw(st.sampled_from([None, "light", "dark"])),
        arcana=draw(st.integers(0, 13)),
        sparks=draw(st.integers(1, 3)),
        turn=draw(st.integers(0, 5)),
        artifacts=Artifacts(physical=False, pile=[card.id for card in cards if card.id is not None]),
    )


class AnyAnswers:
    """Gives any allowed answers, from a list of numbers; the Shop sells only so many Artifacts."""

    def __init__(self, numbers: Sequence[int], artifacts: int = 12) -> None:
        self._numbers, self._next, self._artifacts = list(numbers) or [0], 0, artifacts

    def answer(self, question: AnyQuestion) -> Answer:
        number = self._numbers[self._next % len(self._numbers)]
        self._next += 1
        match question:
            case Form():
                return self._form(question)
            case Pick():
                return self._pick(question, number)
            case Count():
                return question.low + number % (question.high - question.low + 1)
            case Series():
                long = question.exactly if question.exactly is not None else number % 5
                return [(number + index * 3) % 9 for index in range(long)]
            case Several():
                return [question.options[(number + index * 7) % len(question.options)] for index in range(number % 4)]
            case _:
                raise AssertionError(f"Penumbra asks no such question: {question.about}")

    def _form(self, form: Form) -> Answer:
        told = {field.name: self.answer(field.question) for field in form.fields}
        if "trials-vp" in told:
            told["trials-vp"] = [vp % 7 for vp in cast(list[int], told["trials"])]
        for before in ("", "next-"):  # a card has a symbol, whatever number came
            if told.get(f"{before}symbol") == "none":
                told[f"{before}symbol"] = TOME
            if told.get(f"{before}colour") == "unseen":
                told[f"{before}colour"] = "red"
        if "classes" in told:
            told["classes"] = list(dict.fromkeys(cast(list[str], told["classes"])))
        return told

    def _pick(self, question: Pick, number: int) -> str | int:
        if question.about.startswith("ask.shop"):
            self._artifacts -= 1
            if self._artifacts < 0:
                return "none"
        options = [option for option in question.options if option not in ("none", "empty")] or list(question.options)
        if not question.about.endswith(".colour"):
            options = list(question.options)
        return options[number % len(options)]


numbers = st.lists(st.integers(0, 1000), min_size=1, max_size=12)


# --------------------------------------------------------------------------------------------- a table that is fixed


@st.composite
def worlds(draw: st.DrawFn) -> dict[str, Any]:
    """Draw everything that the Automa asks about; it stays the same while she plays."""
    seen = st.sampled_from(["yes", "yes", "yes", "full", "unfit", "none"])
    return {
        "contracts": draw(
            st.lists(st.tuples(st.integers(0, 6), st.sampled_from(["light", "dark", "none"])), max_size=4)
        ),
        "trials": draw(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 9)), max_size=3)),
        "places": {place: draw(seen) for place in ("guild", "shop", "brewery", "card", "mark")},
        "spark": draw(st.sampled_from(["yes", "yes", "occupied", "none"])),
        "classes": draw(st.sets(st.sampled_from(COLOURS))),
        "roll": draw(st.integers(1, 6)),
        "shop": draw(
            st.lists(st.tuples(st.sampled_from((*COLOURS, BONE)), st.sampled_from([0, 1, 2, 3, None])), max_size=4)
        ),
    }


class World:
    """Answers from a fixed table."""

    def __init__(self, facts: dict[str, Any]) -> None:
        self._facts = facts
        self._shop = list(facts["shop"])
        self._symbol: int | None = None

    def answer(self, question: AnyQuestion) -> Answer:
        if isinstance(question, Form):
            return {field.name: self.answer(field.question) for field in question.fields}
        facts, params = self._facts, question.params
        seen: Answer
        match question.about:
            case "ask.contracts.row":
                return [f"{side if side in KINDS else OTHER}-{vp}" for vp, side in facts["contracts"]]
            case "ask.contract.side":
                seen = facts["contracts"][params["number"] - 1][1]
            case "ask.trials":
                return [difficulty for difficulty, _ in facts["trials"]]
            case "ask.trials.all-vp":
                return [vp for _, vp in facts["trials"]]
            case "ask.trial.side":
                return "none"
            case "ask.alignment" | "ask.contract.brings" | "ask.trial.amount":
                return 1
            case "ask.shows":
                return 0
            case "ask.classes":
                return sorted(facts["classes"])
            case "ask.roll":
                seen = facts["roll"]
            case "ask.is-class":
                return "yes" if params["colour"].value in facts["classes"] else "no"
            case "ask.spark-place":
                seen = facts["spark"]
            case "ask.shop.colour" | "ask.shop.named.colour":
                if not self._shop or facts["places"]["shop"] == "none":
                    self._symbol = None
                    return "none"
                colour, self._symbol = self._shop.pop(0)
                seen = colour
            case "ask.card.symbol":
                return TOME if self._symbol is None else NAMES[self._symbol]
            case _:
                seen = facts["places"][params["location"].value]
        return seen
