"""The widgets: every kind of question as a form, and its answer decoded."""

from __future__ import annotations

import re
from html import unescape

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from automarium.engine.message import Refused
from automarium.engine.question import Answer, AnyQuestion, Count, Field, Form, Pick, Series, Several, Words
from automarium.games import plugins
from automarium.interfaces.web.forms.form_data import encode_answer, read_answer
from automarium.interfaces.web.forms.widgets import make_widget
from automarium.interfaces.web.html import Markup, h
from automarium.interfaces.web.page import PageContext
from automarium.interfaces.web.preferences import get_translator
from automarium.views.question import build_question as in_words

WORD = st.text(alphabet="abcdefghij-0123456789", min_size=1, max_size=8)


@st.composite
def questions_and_answers(draw: st.DrawFn, inside: bool = False) -> tuple[AnyQuestion, Answer]:
    """A question with one of its answers."""
    low = draw(st.integers(-5, 5))
    high = low + draw(st.integers(0, 60))
    kinds = ("pick", "count", "series", "several", "words", *(() if inside else ("form",)))
    match draw(st.sampled_from(kinds)):
        case "pick":
            options = tuple(
                draw(st.lists(st.one_of(WORD, st.integers(10**9, 10**10)), min_size=1, max_size=60, unique=True))
            )
            return Pick(about="play.game", options=options), draw(st.sampled_from(options))
        case "count":
            return Count(about="play.game", low=low, high=high), draw(st.integers(low, high))
        case "series":
            numbers = draw(st.lists(st.integers(low, high), max_size=8))
            return Series(about="play.game", low=low, high=high, most=8), numbers
        case "words":
            return Words(about="play.game", most=40), draw(
                st.text(st.characters(categories=("L", "N", "P", "Zs")), max_size=40)
            )
        case "form":
            pairs = draw(st.lists(questions_and_answers(inside=True), min_size=1, max_size=5))
            fields = tuple(Field(f"f{index}", question) for index, (question, _) in enumerate(pairs))
            return Form(about="play.game", fields=fields), {f"f{n}": answer for n, (_, answer) in enumerate(pairs)}
        case _:
            names = tuple(draw(st.lists(WORD, min_size=1, max_size=8, unique=True)))
            chosen = draw(st.lists(st.sampled_from(names), max_size=6))
            return Several(about="play.game", options=names, most=6), chosen


@given(questions_and_answers())
def test_every_answer_is_decoded(asked: tuple[AnyQuestion, Answer]) -> None:
    question, answer = asked
    form = make_widget(
        in_words(question, get_translator("en")),
        "to",
        PageContext(get_translator("en")),
        plugins.load_definition("expeditions"),
    ).inside
    names = set(re.findall(r'name="([^"]*)"', form))
    assert names == set(encode_answer(answer, "to"))
    assert read_answer(question, encode_answer(answer, "to"), "to") == answer
    if isinstance(question, Pick):
        sent = [unescape(value) for value in re.findall(r'name="to" value="([^"]*)"', form)]
        assert [read_answer(question, {"to": value}, "to") for value in sent] == list(question.options)


def read_or_refused(question: AnyQuestion, text: str) -> Answer | Refused:
    try:
        return read_answer(question, {"to": text}, "to")
    except Refused as refused:
        return refused if get_translator("uk").refusal(refused) else []


@given(questions_and_answers(), st.text(max_size=30))
def test_other_input_is_refused_in_words(asked: tuple[AnyQuestion, Answer], text: str) -> None:
    question, _ = asked
    answer = read_or_refused(question, text)
    if not isinstance(answer, Refused):
        assert read_answer(question, encode_answer(answer, "to"), "to") == answer


@pytest.mark.parametrize("text", ["9" * 3000, "1 " * 1500, "−", "1e3", "0x1", "½", "١٢"])
def test_odd_numbers(text: str) -> None:
    question = Count(about="play.game", low=0, high=99)
    answer = read_or_refused(question, text)
    assert isinstance(answer, Refused) or 0 <= int(str(answer)) <= 99


def test_text_is_escaped() -> None:
    assert h("p", "<b>", title='"x"') == '<p title="&quot;x&quot;">&lt;b&gt;</p>'
    assert h("p", Markup("<b></b>"), hidden=True, id=None) == "<p hidden><b></b></p>"
    assert h("input", value=0) == '<input value="0">'


GONE = Several(
    about="ask.gone",
    options=("work-red", "mirror-white"),
    most=3,
    limits={"work-red": 1, "mirror-white": 2},
    family="marble-in-row",
    default=[],
)


@pytest.mark.parametrize("lang", ["en", "uk", "ru"])
def test_things_of_rows_are_removed_one_by_one(lang: str) -> None:
    """Each marble by itself in its row, with its letter; nothing tapped is one press."""
    translator = get_translator(lang, "golem")
    widget = make_widget(in_words(GONE, translator), "to", PageContext(translator), plugins.load_definition("golem"))
    assert re.findall(r'data-take="([^"]*)"', widget.inside) == ["work-red", "mirror-white", "mirror-white"]
    assert widget.inside.count("<li>") == 2
    assert f">{translator.look_up('marble.red@letter')}</span>" in widget.inside
    assert translator.say("web.unchanged") in unescape(widget.button)
    rabbis = Series(about="ask.occupied", low=1, high=3, most=3, default=[])
    form = Form(about="form.rows", fields=(Field("gone", GONE), Field("rabbis", rabbis)))
    together = make_widget(in_words(form, translator), "to", PageContext(translator), plugins.load_definition("golem"))
    assert translator.say("web.unchanged") in unescape(together.button)


def test_set_of_numbers_has_toggles() -> None:
    rabbis = Series(about="ask.occupied", low=1, high=3, most=2, rising=True, default=[2])
    inside = shown(Field("rabbis", rabbis), game="golem")
    pressed = dict(re.findall(r'data-take="(\d)" aria-pressed="(\w+)"', inside))
    assert pressed == {"1": "false", "2": "true", "3": "false"}
    assert 'name="to.rabbis" value="2"' in inside
    assert "data-add" not in inside


def test_optional_field_is_folded() -> None:
    """The action tiles of a morning: twelve sentences, of which none need be named."""
    tiles = Several(
        about="ask.tiles", params={"count": 2}, options=("1", "2"), most=2, family="action_tile", default=[]
    )
    assert 'class="usual optional"' in shown(Field("tiles", tiles), game="golem")
    known = msgspec.structs.replace(tiles, default=["1"])
    assert 'class="usual optional"' not in shown(Field("tiles", known), game="golem")


def test_button_of_likely_answers() -> None:
    """Whether there is a place for a die has not changed or stayed: it is as shown."""
    translator = get_translator("en", "penumbra")
    place = Pick(about="play.game", options=("yes", "no"), default="yes")
    form = Form(about="play.game", fields=(Field("first", place), Field("second", place)))
    widget = make_widget(in_words(form, translator), "to", PageContext(translator), plugins.load_definition("penumbra"))
    assert translator.say("web.as-shown") in unescape(widget.button)


SPARK = Pick(about="ask.spark-place", options=("yes", "occupied", "none"), family="spark-place", default="yes")
ROW = Series(about="ask.trials", low=0, high=30, most=12)


def shown(*fields: Field, game: str = "penumbra") -> Markup:
    translator = get_translator("en", game)
    form = Form(about="ask.card", fields=fields)
    return make_widget(in_words(form, translator), "to", PageContext(translator), plugins.load_definition(game)).inside


def test_default_choice_is_folded() -> None:
    """Three long answers of which one is usual: the line says which, and the others lie behind it."""
    spark = msgspec.structs.replace(SPARK, params={"colour": "red"})
    page = shown(Field("spark", spark))
    assert re.search(r'<details class="usual"><summary>.*<output data-answer>Yes, it.s free</output></summary>', page)
    assert page.count('type="radio"') == 3
    assert 'class="usual"' not in shown(Field("spark", msgspec.structs.replace(spark, default=None)))


def test_colours_are_never_folded() -> None:
    """They stand in one row, and so does the one that says that there is none."""
    colour = Pick(about="ask.card.colour", options=("red", "orange", "yellow", "green", "violet", "empty"))
    coloured = msgspec.structs.replace(colour, family="colour", default="empty")
    page = shown(Field("colour", coloured))
    assert 'class="usual"' not in page
    assert 'class="segments upto8 dots"' in page


def test_rows_of_numbers_share_their_keys() -> None:
    """What the Trials need and what they bring: two rows and one set of keys, which waits while the rows are known."""
    page = shown(Field("trials", ROW), Field("trials-vp", ROW))
    assert page.count("data-row") == 2
    assert page.count('data-add="30"') == 1
    assert "resting" not in page
    known = msgspec.structs.replace(ROW, default=[2, 5])
    assert 'class="fields rows resting"' in shown(Field("trials", known), Field("trials-vp", known))
    other = msgspec.structs.replace(ROW, high=9)
    assert shown(Field("trials", ROW), Field("other", other)).count("data-row") == 0


def test_large_numbers_are_folded_by_tens() -> None:
    """Two lines of seven keys instead of five; the spaces of a track stay in sight."""
    page = shown(Field("trials", ROW), Field("trials-vp", ROW))
    in_sight, *behind = page.split("data-amounts")
    assert re.findall(r'data-(?:add|stem)="(\d+)"', in_sight) == [*map(str, range(11)), "20", "30"]
    assert [re.findall(r'data-add="(\d+)"', ten) for ten in behind] == [
        [str(number) for number in range(first, first + 10)] for first in (10, 20)
    ]
    track = msgspec.structs.replace(ROW, rising=True)
    assert "data-stem" not in shown(Field("trials", track), Field("trials-vp", track))


BOOKS = ("red", "blue", "yellow", "none")


def display(*known: str | None) -> Form:
    """Golem's display: a book, or none, in each of its places."""
    fields = [
        Field(f"book-{n}", Pick(about="ask.display", options=BOOKS, family="book", default=one))
        for n, one in enumerate(known, 1)
    ]
    return Form(about="ask.display", fields=tuple(fields))


def books(form: Form) -> Markup:
    translator = get_translator("en", "golem")
    return make_widget(
        in_words(form, translator), "to", PageContext(translator), plugins.load_definition("golem")
    ).inside


def test_form_of_places_is_one_row() -> None:
    """Five books of the display: what is known lies there from the left, the keys stand under it once."""
    page = books(display("red", "none", "blue", None, None))
    assert 'name="to" value="red none blue"' in page
    assert re.findall(r'data-add="(\w+)"', page) == list(BOOKS)
    assert 'data-places="5"' in page
    assert "radio" not in page
    gaps = books(display("red", None, "blue", None, None))
    assert gaps.count('type="radio"') == 5 * len(BOOKS), "with a gap each place is asked for"


def test_row_of_places_is_decoded() -> None:
    form = display("red", "red", "red", "red", None)
    told = {"book-1": "blue", "book-2": "none", "book-3": "red", "book-4": "red", "book-5": "yellow"}
    assert read_answer(form, {"to": "blue none red red yellow"}, "to") == told
    assert read_answer(form, {f"to.{name}": one for name, one in told.items()}, "to") == told, "or one by one"
    for wrong in ("blue none red red", "blue none red red yellow red", "blue none red red green", ""):
        with pytest.raises(Refused):
            read_answer(form, {"to": wrong}, "to")


def test_unknown_number_has_keys_and_a_known_one_a_stepper() -> None:
    few, many, known = (
        Count(about="play.game", low=1, high=19),
        Count(about="play.game", low=0, high=99),
        Count(about="play.game", low=0, high=99, default=14),
    )
    form = Form(about="play.game", fields=(Field("few", few), Field("many", many), Field("known", known)))
    inside = make_widget(
        in_words(form, get_translator("en")), "to", PageContext(get_translator("en")), plugins.load_definition("scythe")
    ).inside
    assert len(re.findall(r'type="radio"[^>]*name="to\.few"', inside)) == 19
    assert re.findall(r'data-figure="(\d+)"', inside) == [str(number) for number in range(14)]
    assert re.search(r'type="number"[^>]*name="to\.many"', inside)  # any other is typed
    assert inside.count("data-step=") == 2


def test_many_numbers_are_in_columns() -> None:
    """Regression: the last of them were as wide as what was left of their row, up to all of it."""
    look = PageContext(get_translator("en", "scythe"), "light")
    form = Form(about="play.game", fields=(Field("n", Count(about="play.game", low=0, high=9)),))
    shown = str(make_widget(in_words(form, look.translator), "to", look, plugins.load_definition("scythe")).inside)
    assert 'class="segments upto3 many"' in shown
    assert "mixed" not in shown


def test_shared_keys_are_under_their_rows() -> None:
    """Regression: the keys of rows were at the end of the form, below another question with its own keys."""
    page = shown(Field("trials", ROW), Field("trials-vp", ROW), Field("more", Pick(about="play.game", options=("a",))))
    assert page.index("trials-vp") < page.index('class="pad') < page.index("more")
