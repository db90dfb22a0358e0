"""Books: which one the Automa buys, which column it goes to, and which side of a "/" it takes (GOL-BOOK-03…23)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Literal, NamedTuple

from automarium.engine.choice.choose import Rule, choose, decision, first, most, only, prefer
from automarium.engine.choice.trace import Notes
from automarium.engine.content.pack import Pack
from automarium.engine.message import term
from automarium.engine.question import Count, Field, Form, Pick, Several
from automarium.games.golem.effects import Effect, Effects, split_prices
from automarium.games.golem.events import BookBonus, BuyBook, ColumnBonus, NoBook
from automarium.games.golem.position import (
    AREAS,
    ARTIFACTS,
    BOOK_COLOURS,
    COLUMN_LIMIT,
    COLUMNS,
    DISPLAY,
    SECTIONS,
    Book,
    BookColour,
    Desk,
    District,
    Golem,
    Side,
    one_of,
)
from automarium.games.golem.printed_cards import BOOK_FACTS, is_known_book, recognise
from automarium.games.golem.printed_facts import ask_things, get_effects, get_fact, get_number
from automarium.games.golem.rules.effects import DEEDS, carry_out, carry_out_whole, deed, find_multiplier, is_payable
from automarium.games.golem.rules.movement import MANNERS, can_step
from automarium.games.golem.rules.resources import compensate, pay_discounted
from automarium.games.golem.rules.students import choose_student, move_student_back
from automarium.games.golem.rules.tracks import SPACES
from automarium.games.golem.rules.upgrades import count_left
from automarium.games.golem.rulings import Rulings


class Bought(NamedTuple):
    """A place of the display and a column, both counted from 1."""

    position: int
    column: int


def choose_column(
    colour: str, columns: Sequence[Sequence[str]], rulings: Rulings, notes: Notes | None = None
) -> int | None:
    """Return the column of a book, counted from 1; None if there is none (GOL-BOOK-08…16)."""
    one_black, no_black = rulings.a37 == "refused", rulings.c07 == "ua"
    return _column_for(colour, tuple(map(tuple, columns)), one_black, no_black, notes=notes)


@decision
def _column_for(
    colour: str, columns: Sequence[Sequence[str]], one_black: bool, no_black: bool, *, notes: Notes | None = None
) -> int | None:
    """Return the column. A new colour without an empty column goes onto black books; switched, only onto the leftmost
    column of them (``one_black``, GOL-A37), or nowhere (``no_black``, GOL-C07)."""
    numbers = tuple(range(1, len(columns) + 1))

    def shelf(number: int) -> Sequence[str]:
        return columns[number - 1]

    if colour == "black":
        return choose(
            numbers,
            only(lambda number: len(shelf(number)) < COLUMN_LIMIT, "GOL-BOOK-13"),
            most(lambda number: -1 if shelf(number) else 0, "GOL-BOOK-11"),  # the scores are part of the trace
            most(lambda number: len(shelf(number)), "GOL-BOOK-12"),
            first(int, "GOL-BOOK-12"),
            notes=notes,
            about="column",
        )
    if any(colour in books for books in columns):
        return choose(
            numbers,
            only(lambda number: colour in shelf(number), "GOL-BOOK-08"),
            only(lambda number: len(shelf(number)) < COLUMN_LIMIT, "GOL-BOOK-05"),
            first(int, "GOL-BOOK-08"),
            notes=notes,
            about="column",
        )
    if any(not books for books in columns):
        return choose(
            numbers,
            only(lambda number: not shelf(number), "GOL-BOOK-09"),
            first(int, "GOL-BOOK-09"),
            notes=notes,
            about="column",
        )
    black_only = [number for number in numbers if set(shelf(number)) == {"black"}]
    if one_black:
        black_only = black_only[:1]
    return choose(
        numbers,
        only(lambda number: number in black_only and not no_black, "GOL-BOOK-10"),
        only(lambda number: len(shelf(number)) < COLUMN_LIMIT, "GOL-BOOK-13"),
        first(int, "GOL-BOOK-10"),
        notes=notes,
        about="column",
    )


def choose_book(
    numbers: Sequence[int],
    display: Sequence[str | None],
    columns: Sequence[Sequence[str]],
    students: Mapping[District, int],
    rulings: Rulings,
    notes: Notes | None,
) -> Bought | None:
    """Return the first number of the blue column whose book is not refused (GOL-BOOK-03…07)."""

    def colour(number: int) -> str | None:
        return display[number - 1] if number <= len(display) else None

    def full(number: int) -> bool:
        named = colour(number)
        own = [books for books in columns if named in books]
        return named != "black" and bool(own) and all(len(books) >= COLUMN_LIMIT for books in own)

    found = choose(
        tuple(dict.fromkeys(numbers)),
        only(lambda number: colour(number) is not None, "GOL-BOOK-03"),
        only(lambda number: not full(number), "GOL-BOOK-05"),
        only(lambda number: colour(number) != "black" or max(students.values()) > 1, "GOL-BOOK-06"),
        only(lambda number: choose_column(str(colour(number)), columns, rulings) is not None, "GOL-BOOK-07"),
        first(numbers.index, "GOL-BOOK-04"),
        notes=notes,
        about="book",
    )
    if found is None:
        return None
    column = choose_column(str(colour(found)), columns, rulings, notes)
    assert column is not None
    return Bought(found, column)


# ------------------------------------------------------------------------------------------------------------ a slash


class Alternative(NamedTuple):
    """One side of a "/": whether it can be applied, and whether it kills a golem."""

    possible: bool
    kills: bool


def choose_side(
    column: Sequence[str],
    golems: Sequence[Golem],
    left: Alternative,
    right: Alternative,
    rulings: Rulings,
    notes: Notes | None,
) -> Side | None:
    """Return the side of a "/" on a book; None if neither can be applied (GOL-BOOK-20…23)."""
    sides: dict[Side, Alternative] = {"left": left, "right": right}
    rules: list[Rule[Side]] = [only(lambda side: sides[side].possible, "GOL-BOOK-21")]
    if any(golem.far for golem in golems):
        rules.insert(0, prefer(lambda side: sides[side].kills and sides[side].possible, "GOL-BOOK-20"))
    shown = [criterion for criterion in column if criterion in sides]
    preferred = shown[0] if shown else rulings.a14
    clause = "GOL-BOOK-22" if len(set(shown)) == 2 else "GOL-A14"
    rules.append(first(lambda side: side != preferred, clause))
    return choose(("left", "right"), *rules, notes=notes, about="slash", family="alternative")


NOTHING: Literal["none"] = "none"
BOOKS_SHOWN = (*BOOK_COLOURS, NOTHING)  # what may lie in a place of the display
COLUMN_PLACES = {column: f"column-{column}" for column in range(1, COLUMNS + 1)}
COLUMN_EFFECTS = {"column-resources": ("gain-2",), "column-vp": ("vp-2",), "column-gold": ("gold-1",)}


@deed("book")
def _book(desk: Desk, part: Effect, _: str) -> bool:
    return buy_book(desk, part.amount)


@deed("book-card-free")
def _book_card_free(desk: Desk, _: Effect, __: str) -> bool:
    return buy_book(desk, card_free=True)


def buy_book(desk: Desk, discount: int = 0, *clauses: str, card_free: bool = False) -> bool:
    """Buy a book by the blue column of the last card (GOL-BOOK-01…07), at the price of the book and its place."""
    position = desk.position
    numbers = get_book_numbers(desk)
    display = ask_display(desk) if numbers else []
    columns = [[book.colour for book in column] for column in position.columns]
    found = choose_book(numbers, display, columns, position.students, desk.rulings, desk.notes)
    if found is None:  # GOL-BOOK-24
        desk.emit(NoBook, "GOL-BOOK-24")
        return compensate(desk, discount, "book")
    colour = display[found.position - 1]
    assert colour is not None
    with desk.observed():  # the display was reported; the book is on the table before the Automa takes it
        position.offered = (found.position, colour)
    position.display = [*position.display[: found.position - 1], *position.display[found.position :], None]
    desk.emit(BuyBook, ("GOL-BOOK-04", *clauses), found.position, colour, found.column)
    book = identify_book(desk, colour)
    cost = get_number(desk, "library.cost", found.position)
    if colour == "black":
        pay_by_student(desk)
    elif not card_free:
        cost += get_number(desk, "book.cost", book.id)
    pay_discounted(desk, cost, discount, "book")
    shelve(desk, book, found.column)
    return True


def get_book_numbers(desk: Desk) -> tuple[int, ...]:
    """Return the blue column of the last card; before the first card of a round there is none (GOL-BOOK-02,
    GOL-A15)."""
    card = desk.position.last_card
    if card is not None:
        return card.books
    return tuple(range(1, DISPLAY + 1)) if desk.rulings.a15 == "one-to-five" else ()


def ask_display(desk: Desk) -> list[BookColour | None]:
    """Ask for the books of the display from the left; the default is what was reported this round, shifted if a
    book was taken."""
    known = desk.position.display or [None] * DISPLAY
    answers: dict[str, BookColour | Literal["none"]] = desk.ask(_display_form(tuple(known)))
    desk.position.display = list(answers.values())
    return read_display(desk.position.display)


@lru_cache(1024)
def _display_form(known: tuple[str | None, ...]) -> Form:
    return Form(about="ask.display", fields=tuple(_shown_at(place, colour) for place, colour in enumerate(known, 1)))


@cache
def _shown_at(place: int, colour: str | None) -> Field:
    """Return the field for a place of the display, with the known book as default."""
    return Field(
        f"book-{place}",
        Pick(
            about="ask.display.place",
            params={"number": place},
            place=f"display-{place}",
            options=BOOKS_SHOWN,
            family="book",
            default=colour,
        ),
    )


def build_display_question() -> Several:
    """Return the question for the whole display, where nothing is known of it."""
    return Several(about="ask.display", options=BOOKS_SHOWN, most=DISPLAY, exactly=DISPLAY, family="book")


def read_display(colours: Sequence[BookColour | Literal["none"] | None]) -> list[BookColour | None]:
    return [None if colour == NOTHING else colour for colour in colours]


def identify_book(desk: Desk, colour: BookColour) -> Book:
    """Return the book of the colour: one of the house is drawn, of an owner's the number is asked."""
    position = desk.position
    ids = desk.pack.once(_book_ids)[colour]
    if position.own_board and position.asks_things:
        id_ = recognise_book(desk, colour, [one for one in ids if one not in position.books_seen] or ids)
    elif position.own_board:
        params = {"book": term("book", colour)}
        number = desk.ask(Count(about="ask.book-number", params=params, low=1, high=len(ids)))
        id_ = ids[number - 1]
    else:
        id_ = desk.chance.pick([one for one in ids if one not in position.books_seen] or ids)
    position.books_seen.append(id_)
    return Book(id_, colour, get_effects(desk, "book.left", id_), get_effects(desk, "book.right", id_))


def recognise_book(desk: Desk, colour: BookColour, ids: list[str]) -> str:
    """Ask which of the owner's books the Automa takes, by what is on it. A new one is entered together with those of
    display that must be new as well."""
    id_ = recognise(desk, "book", "ask.book", ids)
    if not is_known_book(desk, id_):
        books = [id_]
        for shown, count in Counter(read_display(desk.position.display)).items():
            left = [] if shown is None else [one for one in desk.pack.once(_book_ids)[shown] if one not in books]
            left = [one for one in left if one not in desk.position.books_seen]
            new = [one for one in left if not is_known_book(desk, one)]
            books += new[: max(count - len(left) + len(new), 0)]
        ask_things(desk, [f"book.{one}.{name}" for one in books for name in BOOK_FACTS])
    return id_


def _book_ids(pack: Pack) -> dict[BookColour, list[str]]:
    books = pack.printed["books"]
    return {colour: [f"{colour}-{n}" for n in range(1, books[colour]["cards"] + 1)] for colour in BOOK_COLOURS}


def pay_by_student(desk: Desk) -> None:
    """Pay for a black book: a student goes one step back in place of the knowledge on the card (GOL-BOOK-17)."""
    position = desk.position
    district = choose_student(position.students, position.order, "backward", desk.notes)
    assert district is not None  # GOL-BOOK-06
    move_student_back(desk, district, "GOL-BOOK-17", "GOL-STUDENT-03")


def shelve(desk: Desk, book: Book, column: int) -> None:
    """Put a book in its column: its bonus at once, then the active bonuses of the column from the bottom up (base
    game)."""
    position = desk.position
    position.offered = None
    position.columns[column - 1].append(book)
    tile = find_column_tile(desk, column)
    immediate = get_effects(desk, "book.immediate", book.id)
    if tile == "column-double" and book.colour != "black":
        immediate *= 2
    if immediate:
        desk.emit(BookBonus, "GOL-GEN-02", book.colour, "immediate", immediate)
        carry_out_whole(desk, immediate, "book")
    if tile in COLUMN_EFFECTS:
        desk.emit(ColumnBonus, "GOL-GEN-02", column, tile)
        carry_out(desk, COLUMN_EFFECTS[tile], "book")
    for other in list(position.columns[column - 1]):
        use_book(desk, other)


def find_column_tile(desk: Desk, column: int) -> str | None:
    """Return the research upgrade of a column; None if it is not made."""
    made = desk.position.upgrades["study"]
    for id_ in made:
        if get_fact(desk, "study_upgrade.place", id_) == COLUMN_PLACES[column]:
            return id_
    return None


def use_book(desk: Desk, book: Book) -> None:
    """Use the active bonus of a book; of two with a "/" between them the one that the rules choose."""
    effects = book.left
    if book.right:
        effects = take_side(desk, book)
    if effects:
        desk.emit(BookBonus, "GOL-GEN-02", book.colour, "active", effects)
        carry_out_whole(desk, effects, "book")


def take_side(desk: Desk, book: Book) -> Effects:
    """Return the side of a "/" (GOL-BOOK-20…23); if neither can be applied, the left one or a discount (GOL-A44)."""
    position = desk.position
    card = position.last_card
    left, right = (Alternative(is_possible(desk, one), "kill" in one) for one in (book.left, book.right))
    side = choose_side(card.marble if card else (), position.golems, left, right, desk.rulings, desk.notes)
    if side is None and desk.rulings.a44 == "discount":
        sides: dict[Side, Effects] = {"left": book.left, "right": book.right}
        side = choose(
            ("left", "right"),
            most(lambda side: count_discount(desk, sides[side]), "GOL-A44"),
            first("left".__ne__, "GOL-A44"),
            notes=desk.notes,
            about="slash",
            family="alternative",
        )
    return book.right if side == "right" else book.left


def count_discount(desk: Desk, effects: Effects) -> int:
    """Return the discounts that are given out if the effects cannot be applied (GOL-DISC-01)."""
    prices, parts = split_prices(effects)
    if not all(is_payable(desk, price, prices.count(price)) for price in prices):
        return 0
    return sum(part.amount for part in parts if part.kind in ("create", "upgrade"))


def is_possible(desk: Desk, effects: Effects) -> bool:
    """Return whether an alternative can be applied: its price can be paid, and an effect applies."""
    prices, parts = split_prices(effects)
    return all(is_payable(desk, price, prices.count(price)) for price in prices) and any(
        is_applicable(desk, part) for part in parts
    )


def is_applicable(desk: Desk, part: Effect) -> bool:
    position = desk.position
    match part.kind:
        case "gain" | "vp":
            return find_multiplier(desk, part) > 0
        case "kill" | "tile" | "control-free":
            return bool(position.golems)
        case "create":  # a discount that would be given out does not make it applicable: GOL-DISC-01
            return position.supply > 0
        case "activate":
            return position.count_standing() > 0
        case "step":
            return can_step(desk, MANNERS[part.which])
        case "rush":
            return position.count_standing() > 0 or can_step(desk, "forward-or-stay")
        case "track":
            return position.golem_track < get_number(desk, SPACES["golem"], "whole")
        case "gold":
            return position.artifacts < ARTIFACTS
        case "artifact":
            return position.artifacts > 0
        case "study":
            return position.study_track < get_number(desk, SPACES["study"], "whole")
        case "student":
            streets = [part.which] if part.which else list(position.students)
            return any(at < SECTIONS for street, at in position.students.items() if street in streets)
        case "upgrade":
            areas = AREAS if part.which == "any" else (one_of(AREAS, part.which),)
            return any(count_left(desk, area) for area in areas)
        case _:
            return part.kind in DEEDS


# ------------------------------------------------------------------------------------------------- activating books


@deed("books")
def _books(desk: Desk, part: Effect, _: str) -> bool:
    """Use active bonuses of the Automa's own books, black ones first (GOL-BOOK-18, GOL-BOOK-19)."""
    chosen: list[Book] = []
    for _number in range(part.amount):
        book = choose_own_book(desk, chosen)
        if book is None:
            break
        chosen.append(book)
        use_book(desk, book)
    return bool(chosen)


def choose_own_book(desk: Desk, used: list[Book]) -> Book | None:
    """Return the next book: black before the others, then from the top down, on one level from left to right
    (GOL-A13)."""
    shelves = desk.position.columns
    places = {book: (level, column) for column, books in enumerate(shelves) for level, book in enumerate(books)}
    by_level = desk.rulings.a13 == "level-by-level"

    def reading(book: Book) -> tuple[int, int]:
        level, column = places[book]
        return (COLUMN_LIMIT - level, column) if by_level else (column, COLUMN_LIMIT - level)

    return choose(
        tuple(places),
        only(lambda book: book not in used and bool(book.left or book.right), "GOL-BOOK-18"),
        prefer(lambda book: book.colour == "black", "GOL-BOOK-18"),
        first(reading, "GOL-BOOK-19"),
        notes=desk.notes,
        about="own-book",
    )
