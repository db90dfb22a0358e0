"""A second implementation of the reference procedure of the catalogue (section 2), as plain as possible.

It reads the fixed table of :mod:`strategies` and asks nothing. It shares only data types with the game.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from automarium.games.penumbra.boards.board import AutomaBoard
from automarium.games.penumbra.boards.line import Effect, Entry
from automarium.games.penumbra.position import HOUSE_CARDS, Card, Position


class TurnEnds(Exception):
    pass


class InstructionEnds(Exception):
    pass


class Reference:
    def __init__(self, position: Position, world: dict[str, Any]) -> None:
        self.p, self.world = position, world
        self.shop = [Card(colour, symbol) for colour, symbol in world["shop"]]
        self.fired: list[tuple[str, int]] = []

    @property
    def board(self) -> AutomaBoard:
        return self.p.board

    def turn(self) -> None:
        p = self.p
        p.turn += 1
        if all(len(stack) >= 1 for stack in p.slots):
            for stack in p.slots:
                for card in stack:
                    self.under(card)
                stack.clear()
            return
        regular = self.board.regular.first if p.turn == 1 else self.board.regular.later
        self.ordinal = 0
        try:
            for _ in range(regular):
                if not p.artifacts.pile:
                    return
                self.resolve(self.reveal())
        except TurnEnds:
            pass

    def reveal(self) -> Card:
        deck = self.p.artifacts
        card = HOUSE_CARDS[deck.pile.pop()]
        deck.known = min(deck.known, len(deck.pile))
        return card

    def under(self, card: Card) -> None:
        if card.id is not None:
            self.p.artifacts.pile.insert(0, card.id)
            self.p.artifacts.known += 1

    def resolve(self, card: Card) -> None:
        self.ordinal += 1
        slot = self.board.tome if card.symbol is None else card.symbol
        self.p.slots[slot].append(card)
        with suppress(InstructionEnds):
            self.run(card, [slot], [slot])

    def applies(self, entry: Entry, slot: int) -> bool:
        when = entry.when
        if when.cards is not None:
            at = slot if when.slot is None else self.board.slots.index(when.slot)
            count = len(self.p.slots[at])
            if not {"==1": count == 1, "==2": count == 2, ">=2": count >= 2}[when.cards]:
                return False
        if when.order == "first" and self.ordinal != 1:
            return False
        if when.order == "second+" and self.ordinal < 2:
            return False
        if when.min_level is not None and len(self.p.marks) < when.min_level:
            return False
        return all(self.possible(effect) for effect in entry.do)

    def possible(self, effect: Effect) -> bool:
        if effect.effect == "mark_and_card":
            return len(self.p.marks) < self.board.mark_places
        if effect.effect == "contract":
            return self.contract() is not None
        if effect.effect == "trial":
            return self.trial() is not None
        return True

    def contract(self) -> int | None:
        best = None
        for index, (vp, side) in enumerate(self.world["contracts"]):
            if vp >= len(self.p.marks):
                continue
            if self.p.alignment is not None and side not in (self.p.alignment, "none"):
                continue
            if best is None or vp >= self.world["contracts"][best][0]:
                best = index
        return best

    def trial(self) -> int | None:
        best = None
        for index, (difficulty, vp) in enumerate(self.world["trials"]):
            if difficulty < len(self.p.marks) and (best is None or vp >= self.world["trials"][best][1]):
                best = index
        return best

    def run(self, card: Card, here: list[int], lain: list[int]) -> None:
        """``here`` is where the card lies now, wherever it is moved to."""
        slot = here[0]
        for index, entry in enumerate(self.board.lists[slot]):
            if self.applies(entry, slot):
                self.fired.append((self.board.slots[slot], index + 1))
                for effect in entry.do:
                    self.do(effect, card, here, lain)
                return
        raise InstructionEnds

    def place(self, location: str) -> int | None:
        """What the die shows, None for no place; a missing die ends the Instruction."""
        seen = self.world["places"][location]
        if seen in ("full", "unfit"):
            return None
        if seen == "none":
            raise InstructionEnds
        return int(self.world["roll"])

    def do(self, effect: Effect, card: Card, here: list[int], lain: list[int]) -> None:
        p = self.p
        match effect.effect:
            case "arcana":
                p.arcana = max(p.arcana, min(p.arcana + 1, 12))
            case "mark_and_card":
                if len(p.marks) < self.board.mark_places:
                    self.gain_mark(card)
            case "card":
                self.school(card)
                self.place("card")
                p.cards += 1
            case "refresh_potions":
                self.place("brewery")
            case "buy_artifact":
                self.place("shop")
                if self.shop:
                    self.resolve(self.shop.pop(0))
            case "contract":
                self.place("guild")
                self.complete()
            case "trial":
                index = self.trial()
                assert index is not None
                p.trials.append(self.world["trials"][index][1])
                raise TurnEnds
            case "fill":
                self.fill()
            case "discard_all":
                for stack in p.slots:
                    for one in stack:
                        self.under(one)
                    stack.clear()
            case "substitution":
                self.move(card, here, self.board.slots.index(str(effect.slot)), lain)
            case "joker":
                empty = [slot for slot in range(4) if not p.slots[slot]]
                if not empty:
                    self.under(self.lift(card, here[0]))
                    raise InstructionEnds
                self.move(card, here, empty[0], lain)

    def school(self, card: Card) -> str:
        if card.colour not in ("bone", self.p.start) and card.colour not in self.p.classes:
            self.p.classes[card.colour] = card.colour in self.world["classes"]
        return card.colour if self.p.classes.get(card.colour) else self.p.start

    def gain_mark(self, card: Card) -> None:
        colour = self.school(card)
        if self.world["spark"] == "none":
            raise InstructionEnds
        if self.world["spark"] == "occupied":
            self.place("mark")
        self.p.marks.append(colour)
        self.p.cards += 1

    def complete(self) -> None:
        index = self.contract()
        if index is None:
            return
        vp, side = self.world["contracts"][index]
        self.p.contracts.append(vp)
        if side != "none":
            self.p.alignment = self.p.alignment or side
            setattr(self.p, side, getattr(self.p, side) + 1)

    def fill(self) -> None:
        empty = [slot for slot in range(4) if not self.p.slots[slot]]
        if empty:
            if not self.p.artifacts.pile:
                raise TurnEnds
            self.p.slots[empty[0]].append(self.reveal())

    def move(self, card: Card, here: list[int], to: int, lain: list[int]) -> None:
        if to in lain:
            raise InstructionEnds
        self.p.slots[to].append(self.lift(card, here[0]))
        here[0] = to
        lain.append(to)
        self.run(card, here, lain)

    def lift(self, card: Card, slot: int) -> Card:
        """This very card: one that was bought for the same line may lie on it, or all were discarded."""
        stack = self.p.slots[slot]
        places = [index for index, one in enumerate(stack) if one is card]
        if not places:
            raise InstructionEnds
        return stack.pop(places[-1])
