"""A deck of numbered cards: drawn by us, or lying on the person's table and named by them.

Which cards come back when, and how many are set aside, is the room's rule; the deck only keeps the piles apart.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from automarium.engine.message import refuse
from automarium.engine.play.chance import Chance
from automarium.engine.play.desk import Table
from automarium.engine.question import Pick


class Deck(msgspec.Struct):
    """``pile`` has its top card last. In a physical deck the order of the pile and what lies aside are unknown:
    ``pile`` then holds every card that can still come, and ``aside`` is empty although ``hidden`` cards lie there.
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
        """The cards that can come next, each as likely as any other for somebody who sees only what was drawn."""
        return sorted(self.pile + self.aside)

    @property
    def coming(self) -> Sequence[int]:
        """The same for a game that shuffles an empty deck before it draws: then any card can come."""
        return self.unseen if self.left else self.cards

    def shuffle_all(self, chance: Chance) -> None:
        """All cards into a new pile, the top ``hidden`` ones set aside unseen."""
        pile = list(self.cards)
        self.drawn = []
        self.aside = []
        if not self.physical:
            chance.shuffle(pile)
            if self.hidden:
                self.aside = pile[-self.hidden :]
                del pile[-self.hidden :]
        self.pile = pile

    def draw(self, table: Table, about: str) -> int:
        """The top card; of a physical deck the person names it (``about`` words the question)."""
        if self.physical:
            card: int = table.ask(self.which(about))
            self.take(card)
        else:
            card = self.pile.pop()
            self.drawn.append(card)
        return card

    def which(self, about: str) -> Pick:
        """The question for the top card of a physical deck."""
        return Pick(about=about, options=tuple(self.unseen))

    def take(self, card: int) -> None:
        """The person has drawn this card from their own deck."""
        self.pile.remove(card)
        self.drawn.append(card)

    def set_drawn(self, drawn: Sequence[int], chance: Chance) -> None:
        """A hand correction: exactly these cards have been drawn since the last shuffle; the rest is shuffled."""
        unknown = [card for card in drawn if card not in self.cards]
        if unknown or len(set(drawn)) != len(drawn) or len(drawn) > len(self.cards) - self.hidden:
            raise refuse("deck.drawn", options=list(self.cards), count=len(self.cards) - self.hidden)
        rest = [card for card in self.cards if card not in drawn]
        hidden = 0
        if not self.physical:
            chance.shuffle(rest)
            hidden = self.hidden
        self.aside, self.pile, self.drawn = rest[:hidden], rest[hidden:], list(drawn)
