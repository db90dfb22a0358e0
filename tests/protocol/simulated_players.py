"""Simulated players, one for each game. They know only their own table: they answer by what is there, carry out hands,
and send what they did themselves."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from tests.protocol.mirror_table import MirrorTable, Plain

NEXT: Plain = {"do": "next"}
Fields = Callable[[Plain], list[Plain]]  # of a partial input: what can be filled in next


class SimulatedPlayer:
    def __init__(self, table: list[Plain], seed: int) -> None:
        self.table = MirrorTable(table)
        self.random = Random(seed)
        self.turns = 0

    def do(self, hands: list[Plain]) -> None:
        self.table.do(hands)

    def answer(self, question: Plain) -> Any:
        """Answer by the own table, field by field."""
        if question["kind"] == "form":
            return {field["name"]: self.answer(field) for field in question["fields"]}
        return self.looked_up(question)

    def looked_up(self, question: Plain) -> Any:
        raise AssertionError(f"nothing on the table says this: {question}")

    def turn(self, fields: Fields) -> Iterator[Plain]:
        """Yield the inputs of the player, done on the own table first; then the Automa plays."""
        self.turns += 1
        yield NEXT

    def any_of(self, question: Plain) -> Any:
        """Return what only the player sees and no place of the table holds."""
        return self.random.choice(question["options"])["value"]


class ExpeditionsPlayer(SimulatedPlayer):
    """Walks over open tiles and turns up closed ones, with a bag of tokens."""

    TALLEST = 3

    def drawn(self) -> list[int]:
        return [self.random.randint(1, 19) for _ in range(self.random.randint(1, self.TALLEST))]

    def looked_up(self, question: Plain) -> Any:
        stack = self.drawn()
        self.put(question["place"], stack)
        return stack

    def put(self, at: str, stack: list[int]) -> None:
        for token in stack:
            self.table.move("table", f"corruption-{token}", "supply", at)

    def turn(self, fields: Fields) -> Iterator[Plain]:
        table = self.table
        ((_, here, _),) = table.pieces("human", "mech")
        hers = table.places("automa", "mech-")
        there = self.random.choice(sorted(table.places("table", "tile") - hers - {here}))
        table.move("human", "mech", here, there)
        yield {"do": "go", "to": there}
        if table.things.get(("piece", "table", "tile", there, "closed")):
            stack = self.drawn()
            table.lay("table", "tile", there, -1, "closed")
            table.lay("table", "tile", there, 1, "open")
            table.move("table", "map", there, "out")
            self.put(there, stack)
            yield {"do": "explore", "at": there, "tokens": stack}
        yield from super().turn(fields)


class ScythePlayer(SimulatedPlayer):
    """Moves the character a step at a time, not onto the Automa's, and holds on when attacked."""

    def looked_up(self, question: Plain) -> Any:
        match question["about"]:
            case "ask.ready":
                return "ready"
            case "ask.her-cards" | "ask.your-total":
                return question["low"] + self.random.randint(0, min(5, question["high"] - question["low"]))
            case "ask.your-star":
                return "no"  # all of the player's own are placed
            case _:
                return question["default"] if question["default"] is not None else self.any_of(question)

    def turn(self, fields: Fields) -> Iterator[Plain]:
        table = self.table
        ((_, here, _),) = table.pieces("human", "character")
        going: Plain = {"do": "go", "unit": "character", "from": here}
        hers = {at for piece, at, _ in table.pieces("automa") if piece in ("character", "mech", "worker")}
        (way,) = fields(going)
        near = [one["value"] for one in way["options"] if one["value"] not in hers | {here}]
        if near:
            there = self.random.choice(near)
            table.move("human", "character", here, there)
            yield {**going, "to": there}
        yield from super().turn(fields)


class GolemPlayer(SimulatedPlayer):
    """Throws the marbles, takes some of them now and then, and reads tiles, books and cards from the table."""

    ROWS = ("work", "golem", "artifact", "study", "mirror")
    BOOKS = ("red", "yellow", "blue", "green", "black")

    def __init__(self, table: list[Plain], seed: int) -> None:
        super().__init__(table, seed)
        self.display = {f"display-{number}": self.random.choice(self.BOOKS) for number in range(1, 6)}

    def do(self, hands: list[Plain]) -> None:
        """A book that the Automa buys is replaced by another."""
        for hand in hands:
            at = str(hand["from"])
            if at in self.display:
                assert hand["piece"] == f"book-{self.display[at]}"
                self.table.move("table", hand["piece"], "supply", at)
                self.display[at] = self.random.choice(self.BOOKS)
        super().do(hands)

    def answer(self, question: Plain) -> Any:
        if question["about"] == "form.rabbi":
            return self.rabbi(question)
        given = super().answer(question)
        if question["about"] == "form.rows":
            self.throw(given)
        return given

    def looked_up(self, question: Plain) -> Any:
        table, about = self.table, question["about"]
        match about:
            case "ask.character-card":
                card = self.any_of(question)
                table.mark("table", "character", card)
                return card
            case "ask.row":
                return []
            case "ask.gone":
                return self.taken(question)
            case "ask.missing":
                return []
            case "ask.display.place":
                return self.display[question["place"]]
            case "ask.cemetery" | "ask.order":  # the player's own pieces are there too
                return self.random.randint(question["low"], question["high"])
            case "ask.action-tile":
                tile = self.any_of(question)
                (number,) = re.findall(r"\d+", question["text"])
                table.move("table", f"action-tile-{tile}", "supply", f"tile-{number}")
                return tile
            case "ask.menorah":
                return "yes" if question["place"] in table.places("table", "menorah-") else "no"
            case "ask.neighbourhood":
                tile = self.any_of(question)
                table.move("table", f"neighbourhood-{tile}", "supply", question["place"])
                return tile
            case _:
                return self.any_of(question)

    def throw(self, rows: dict[str, list[str]]) -> None:
        """Distribute all marbles of the synagogue over the rows at random."""
        for piece, _, count in [one for one in self.table.pieces("table", "marble-") if one[1] == "synagogue"]:
            for _ in range(count):
                row = self.random.choice(self.ROWS)
                rows[row].append(piece.removeprefix("marble-"))
                self.table.move("table", piece, "synagogue", row)

    def taken(self, question: Plain) -> list[str]:
        """Take one marble of two on average, from those on the table."""
        there = {
            f"{at}-{piece.removeprefix('marble-')}": count
            for piece, at, count in self.table.pieces("table", "marble-")
            if at in self.ROWS
        }
        assert there == question["limits"], "both see the same marbles"
        if self.random.random() < 0.5:
            return []
        gone: str = self.random.choice(sorted(there))
        row, _, colour = gone.partition("-")
        self.table.move("table", f"marble-{colour}", row, "out")
        return [gone]

    def rabbi(self, question: Plain) -> Plain:
        """The player's rabbi is on the first tile, or none is; the tile below the first free one is read."""
        fields = {field["name"]: field for field in question["fields"]}
        told: Plain = {"occupied": self.random.choice([[], [1]])}
        if "kill-tile" in fields:
            told["kill-tile"] = 0  # it is not there
        if "cemetery" in fields:
            told["cemetery"] = self.looked_up(fields["cemetery"])
        if "tile" in fields:
            told["tile"] = self.any_of(fields["tile"])
            order = [int(number) for number in re.findall(r"\d+", fields["tile"]["text"])]
            free = next(number for number in order if number not in told["occupied"])
            self.table.move("table", f"action-tile-{told['tile']}", "supply", f"tile-{free}")
        return told


class PenumbraPlayer(SimulatedPlayer):
    """Has the deck of Artifacts, the rows of Contracts and Trials and the dice, and calls the end."""

    LONG = 24  # turns
    PLACES = 4  # for dice in each location
    CONTRACTS = ["light-3", "dark-2", "light-5", "dark-4", "light-2", "dark-3", "light-4", "dark-5"]
    TRIALS = [(8, 4), (12, 6), (10, 5), (15, 8), (9, 3), (14, 7)]

    def __init__(self, table: list[Plain], seed: int) -> None:
        super().__init__(table, seed)
        self.contracts = self.random.sample(self.CONTRACTS, 4)
        self.trials = self.random.sample(self.TRIALS, 3)
        self.dice: dict[str, int] = {}

    def do(self, hands: list[Plain]) -> None:
        """What the Automa takes leaves its row and another card is added on the right; a rest frees the places."""
        for hand in hands:
            match hand.get("track"):
                case "contracts":
                    for vp in find_taken(hand):
                        self.replaced(self.contracts, next(one for one in self.contracts if one.endswith(f"-{vp}")))
                case "trials":
                    for vp in find_taken(hand):
                        self.replaced_trial(int(vp))
                case "rest-dice" | "rest-her-dice":
                    self.dice.clear()
        super().do(hands)

    def replaced(self, row: list[str], gone: str) -> None:
        row.remove(gone)
        row.append(next(one for one in self.CONTRACTS if one not in row and one != gone))

    def replaced_trial(self, vp: int) -> None:
        gone = next(one for one in self.trials if one[1] == vp)
        self.trials.remove(gone)
        self.trials.append(next(one for one in self.TRIALS if one not in self.trials and one != gone))

    def looked_up(self, question: Plain) -> Any:
        match question["about"]:
            case "ask.classes":
                return [one["value"] for one in question["options"]][:3]
            case "ask.contracts.row":
                return list(self.contracts)
            case "ask.trials":
                return [difficulty for difficulty, _ in self.trials]
            case "ask.trials.all-vp":
                return [vp for _, vp in self.trials]
            case about if about.startswith(("ask.place", "ask.spark-place")):
                return self.die_for(question)
            case "ask.card.colour" | "ask.next.colour" | "ask.shop.colour":
                return self.random.choice(question["options"][:5])["value"]  # a card with a colour
            case "ask.card.symbol":
                return self.random.choice(question["options"][:4])["value"]  # and a slot
            case _:
                return question["default"] if question["default"] is not None else self.any_of(question)

    def die_for(self, question: Plain) -> str:
        at = str(question["place"])
        if self.dice.get(at, 0) >= self.PLACES:
            return next(str(one["value"]) for one in question["options"] if one["value"] in ("full", "occupied"))
        self.dice[at] = self.dice.get(at, 0) + 1
        return "yes"

    def turn(self, fields: Fields) -> Iterator[Plain]:
        if self.turns == self.LONG:
            yield {"do": "end"}
            return
        yield from super().turn(fields)


def find_taken(hand: Plain) -> list[str]:
    before, after = ([one for one in str(hand[end]).split(", ") if one] for end in ("from", "to"))
    return after[len(before) :]


PERSONS: dict[str, type[SimulatedPlayer]] = {
    "expeditions": ExpeditionsPlayer,
    "scythe": ScythePlayer,
    "golem": GolemPlayer,
    "penumbra": PenumbraPlayer,
}
