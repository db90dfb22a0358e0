"""Chance, the same on every Python, and decks with their piles."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from automarium.engine.message import Refused
from automarium.engine.play.chance import Chance
from automarium.engine.play.deck import Deck
from automarium.engine.play.desk import Table, Unanswered
from automarium.engine.question import Pick


def test_the_shuffle_is_pinned() -> None:
    """Golden: these orders must come out on every version of Python and in the browser, or old records break."""
    cards = list(range(1, 15))
    Chance(2023).shuffle(cards)
    assert cards == GOLDEN_SHUFFLE
    chance = Chance(7)
    assert [chance.below(6) for _ in range(12)] == GOLDEN_DICE
    assert [chance.pick("abcdef") for _ in range(6)] == list(GOLDEN_PICKS)


GOLDEN_SHUFFLE = [10, 5, 7, 3, 9, 2, 8, 1, 12, 14, 4, 11, 13, 6]
GOLDEN_DICE = [1, 0, 3, 0, 3, 2, 0, 3, 0, 2, 0, 0]
GOLDEN_PICKS = "ceabdf"


@given(st.integers(0, 2**53), st.lists(st.integers(), max_size=20))
def test_a_shuffle_loses_nothing(seed: int, cards: list[int]) -> None:
    shuffled = list(cards)
    Chance(seed).shuffle(shuffled)
    assert sorted(shuffled) == sorted(cards)


def test_chance_goes_on_from_a_kept_state() -> None:
    chance = Chance(1)
    chance.below(6)
    state = chance.state()
    following = [chance.below(100) for _ in range(5)]
    chance.restore(state)
    assert [chance.below(100) for _ in range(5)] == following
    assert len(state) < 3000, "every run of a game keeps one"


def test_what_was_put_back_is_drawn_again() -> None:
    """Anywhere in the generator's round of 312 draws."""
    chance, plain = Chance(3), Chance(3)
    for _ in range(700):
        chance.below(1000)
        chance.put_back()
        assert chance.below(1000) == plain.below(1000)


def test_a_state_is_one_and_the_same_until_something_is_drawn() -> None:
    chance = Chance(1)
    state = chance.state()
    assert chance.state() is state
    chance.below(6)
    assert chance.state() != state
    other = Chance(2)
    other.restore(state)
    assert other.state() is state
    assert other.below(1000) == Chance(1).below(1000)


def test_every_order_of_a_small_deck_comes_about_equally_often() -> None:
    chance = Chance(3)
    counts: dict[tuple[int, ...], int] = {}
    for _ in range(6000):
        cards = [1, 2, 3]
        chance.shuffle(cards)
        counts[tuple(cards)] = counts.get(tuple(cards), 0) + 1
    assert len(counts) == 6
    assert all(850 < count < 1150 for count in counts.values()), counts


def table(answers: list[int] | None = None) -> Table:
    return Table(Chance(5), answers or [])


def test_the_app_draws_from_its_pile_and_knows_what_is_unseen() -> None:
    deck = Deck(cards=(1, 2, 3, 4, 5), hidden=2)
    deck.shuffle_all(Chance(1))
    assert (deck.left, len(deck.aside)) == (3, 2)
    assert list(deck.coming) == [1, 2, 3, 4, 5]
    drawn = [deck.draw(table(), "?") for _ in range(3)]
    assert deck.drawn == drawn
    assert deck.left == 0
    assert sorted(drawn + deck.unseen) == [1, 2, 3, 4, 5]
    assert list(deck.coming) == [1, 2, 3, 4, 5], "it is shuffled before the next card"


def test_a_physical_card_is_named_by_the_person() -> None:
    deck = Deck(cards=(1, 2, 3, 4), hidden=1, physical=True)
    deck.shuffle_all(Chance(1))
    with pytest.raises(Unanswered) as asked:
        deck.draw(table(), "which?")
    assert isinstance(asked.value.question, Pick)
    assert asked.value.question.options == (1, 2, 3, 4)
    assert deck.draw(table([3]), "which?") == 3
    assert deck.unseen == [1, 2, 4]
    assert deck.left == 2
    with pytest.raises(Refused):
        deck.draw(table([3]), "which?")


@pytest.mark.parametrize("physical", [False, True])
def test_what_was_drawn_can_be_corrected(physical: bool) -> None:
    deck = Deck(cards=(1, 2, 3, 4, 5, 6), hidden=2, physical=physical)
    deck.shuffle_all(Chance(4))
    deck.set_drawn([2, 6], Chance(1))
    assert deck.left == 2
    assert sorted(deck.unseen) == [1, 3, 4, 5]
    deck.set_drawn([], Chance(1))
    assert deck.left == 4
    for wrong in ([7], [1, 1], [1, 2, 3, 4, 5]):
        with pytest.raises(Refused):
            deck.set_drawn(wrong, Chance(1))
