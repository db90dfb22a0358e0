"""A deck of numbered cards: drawn by the app, or a physical one on the table whose cards the player names.

When cards are shuffled again and how many are set aside is a rule of the game; the deck only keeps the piles.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from automarium.engine.message import refuse
from automarium.engine.play.chance import Chance
from automarium.engine.play.desk import Table
from automarium.engine.question import Pick


class Deck(msgspec.Struct):
    """``pile`` has its top card last. In a physical deck the order of the pile and the cards set aside are unknown:
    ``pile`` then has every card that can still be drawn, and ``aside`` is empty although ``hidden`` cards were set
    aside.
    """

    cards: tuple[int, ...]
    hidden: int = 0
    physical: bool = False
    pile: list[int] = []
    aside: list[int] = []
    drawn: list[int] = []

    @property
    def left(self) -> int:
        """How many cards can still be drawn before the next shuffle."""
        return len(self.cards) - len(self.drawn) - self.hidden

    @property
    def unseen(self) -> list[int]:
        """The cards that can be next, all equally likely for a player who knows only the drawn ones."""
        return sorted(self.pile + self.aside)

    @property
    def coming(self) -> Sequence[int]:
        """The same for a game that shuffles an empty deck before drawing, when every card can be next."""
        return self.unseen if self.left else self.cards

    def shuffle_all(self, chance: Chance, held: Sequence[int] = ()) -> None:
        """Shuffle all cards but those ``held`` into a new pile and set the top ``hidden`` ones aside unseen."""
        pile = [card for card in self.cards if card not in held]
        self.drawn = list(held)
        self.aside = []
        if not self.physical:
            chance.shuffle(pile)
            if self.hidden:
                self.aside = pile[-self.hidden :]
                del pile[-self.hidden :]
        self.pile = pile

    def draw(self, table: Table, about: str, **params: object) -> int:
        """Draw the top card and return it. If the deck is physical, the player is asked for the card; ``about`` is the
        message key of the question, with its parameters."""
        if self.physical:
            card: int = table.ask(self.build_question(about, **params))
            self.take(card)
        else:
            card = self.pile.pop()
            self.drawn.append(card)
        return card

    def build_question(self, about: str, **params: object) -> Pick:
        """Return the question for the top card of a physical deck."""
        return Pick(about=about, params=params, options=tuple(self.unseen))

    def take(self, card: int) -> None:
        """Note that the player has drawn this card from a physical deck."""
        self.pile.remove(card)
        self.drawn.append(card)

    def set_drawn(self, drawn: Sequence[int], chance: Chance) -> None:
        """Correct the deck so that exactly these cards have been drawn since the last shuffle, and shuffle the rest.
        Raise Refused if that is not possible."""
        unknown = [card for card in drawn if card not in self.cards]
        if unknown or len(set(drawn)) != len(drawn) or len(drawn) > len(self.cards) - self.hidden:
            raise refuse("deck.drawn", options=list(self.cards), count=len(self.cards) - self.hidden)
        rest = [card for card in self.cards if card not in drawn]
        hidden = 0
        if not self.physical:
            chance.shuffle(rest)
            hidden = self.hidden
        self.aside, self.pile, self.drawn = rest[:hidden], rest[hidden:], list(drawn)
