"""My box: what is printed on the person's own components, by where it lies, and the form of each thing."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from automarium.companion.things import KindView, PartView, Thing, Things
from automarium.faces.web.answers import read_answer
from automarium.faces.web.html import Inside, Markup, h, hidden, link
from automarium.faces.web.page import Look, Notice, page
from automarium.faces.web.signs import sign
from automarium.faces.web.things import NOTHING, ThingField, thing, usual
from automarium.faces.web.voices import game_name
from automarium.faces.web.widgets import FORM
from automarium.kernel.question import Series, Several
from automarium.kernel.room import AnyRoom

KEEP, OURS, ASK, CLEAR = "keep", "ours", "ask", "clear"
LONG = 9  # letters: tiles with longer words are wider


def box_url(room: AnyRoom, *rest: str) -> str:
    return "/".join(("/box", room.name, *rest))


def box_page(look: Look, things: Things, *, owner: bool, offer: Inside = None, notice: Notice | None = None) -> str:
    """Every kind with where it lies and its things; ``offer``: what a record brings."""
    room = things.room
    shelves = things.shelves()
    done, count = sum(shelf.done for shelf in shelves), sum(len(shelf.things) for shelf in shelves)
    return page(
        look,
        look.say("box.title"),
        offer,
        h("p", look.say("web.box.about" if owner else "web.box.guest"), class_="lead"),
        h("p", look.say("box.progress", done=done, count=count), class_="quiet") if shelves else None,
        *(_shelf(look, room, shelf) for shelf in shelves),
        h("p", look.say("box.none")) if not shelves else None,
        link([sign("share"), look.say("web.box.share")], box_url(room, "share"), "b") if shelves else None,
        _open(look, room) if owner and shelves else None,
        notice=notice,
        game=room.name,
        under=game_name(look.voice, room.name),
        class_="box",
    )


def _shelf(look: Look, room: AnyRoom, shelf: KindView) -> Markup:
    progress = look.say("box.progress", done=shelf.done, count=len(shelf.things))
    head = h(
        "summary",
        sign(shelf.kind.sign),
        h("span", h("b", shelf.title), h("small", shelf.where)),
        h("span", progress, class_="quiet"),
    )
    unnumbered = h("p", look.say("web.box.unnumbered"), class_="quiet") if shelf.kind.unnumbered else None
    tiles = [h("li", _tile(look, room, thing_)) for thing_ in shelf.things]
    waiting = shelf.done < len(shelf.things)
    return h(
        "details",
        head,
        unnumbered,
        h("ul", *tiles, class_=f"tiles as-{shelf.kind.shape}{' wide' if _has_long_names(shelf) else ''}"),
        class_="shelf-of fold panel",
        open=waiting,
        id=shelf.kind.name,
    )


def _has_long_names(shelf: KindView) -> bool:
    """Whether a word in one of the names is too long for a narrow tile."""
    return any(len(word) > LONG for one in shelf.things for word in re.split(r"[\s-]", one.name))


def _tile(look: Look, room: AnyRoom, one: Thing) -> Markup:
    """A thing as it lies there, small: filled where something is known."""
    state = look.say(f"box.state.{one.state}")
    small: Sequence[Inside] = ()
    if one.kind.shape == "card":
        small = [_mini_column(one, column.name, column.colour) for column in one.kind.columns]
    else:
        small = [h("i", class_="on" if part.value is not None else None) for part in one.parts if part.needed][:10]
    return link(
        [h("span", *small, class_="mini", aria_hidden="true"), h("b", one.name), h("small", state)],
        box_url(room, one.kind.name, one.component.id),
        f"thing-tile {one.state}",
    )


def _mini_column(one: Thing, name: str, colour: str) -> Markup:
    known = [part.value for part in one.parts if part.part.at == name and part.value is not None]
    first = str(known[0][0] if isinstance(known[0], list) and known[0] else "") if known else ""
    return h("i", first[:1] if first.isdecimal() else "", class_=f"t-{colour}{' on' if known else ''}")


def _open(look: Look, room: AnyRoom) -> Markup:
    """A box from a friend."""
    form = h(
        "form",
        h("label", look.say("web.box.file"), for_="box"),
        h("input", type="file", id="box", name="box", accept=".toml,.jsonl,application/toml", required=True),
        h("button", look.say("web.box.look"), type="submit", class_="b"),
        method="post",
        action=box_url(room, "import"),
        enctype="multipart/form-data",
        class_="open",
    )
    return h("details", h("summary", look.say("web.box.import")), form, class_="fold panel", id="import")


# ----------------------------------------------------------------------------------------------------------- one thing


def thing_page(look: Look, things: Things, one: Thing, *, owner: bool, notice: Notice | None = None) -> str:
    """A form that looks like the thing; kept with one press, and then the next one."""
    room = things.room
    shelf = things.shelf(one.kind.name)
    fields = [_field(part) for part in one.parts]
    form = h(
        "form",
        hidden("do", KEEP),
        thing(one.kind, fields, look, room),
        method="post",
        action=box_url(room, one.kind.name, one.component.id),
        id=FORM,
        novalidate=True,
    )
    words = look.say("web.box.keep")
    whole = look.say("web.box.to-fill", count="#") if one.kind.whole else None
    keep = h("button", words, type="submit", form=FORM, class_="go", data_open=whole)
    once = h("p", look.say("web.box.told-once"), class_="quiet")
    inside = (_progress(look, room, shelf, one), form, once)
    return framed(look, room, one, *inside, under=shelf.title, keep=keep if owner else None, notice=notice)


def framed(
    look: Look, room: AnyRoom, one: Thing, *inside: Markup, under: str, keep: Markup | None, notice: Notice | None
) -> str:
    """The page of one thing; whoever may not keep it is told so."""
    return page(
        look,
        one.name,
        *inside,
        h("p", look.say("web.box.guest"), class_="notice") if keep is None else aside(look, room, one),
        notice=notice,
        back=(f"{box_url(room)}#{one.kind.name}", look.say("box.title")),
        game=room.name,
        under=f"{game_name(look.voice, room.name)} · {under}",
        bar=keep,
        class_="box-thing",
    )


def _field(part: PartView) -> ThingField:
    value = usual(part.part) if part.value is None else part.value
    return ThingField(part.part, part.asked, part.part.name, value, part.needed)


def _progress(look: Look, room: AnyRoom, shelf: KindView, one: Thing) -> Markup:
    dots = [
        link(
            h("span", other.name, class_="unseen"),
            box_url(room, shelf.kind.name, other.component.id),
            f"pip {other.state}{' here' if other.component.id == one.component.id else ''}",
        )
        for other in shelf.things
    ]
    words = look.say("web.box.of", done=shelf.done, count=len(shelf.things))
    return h("div", h("p", words, class_="quiet"), h("nav", *dots, aria_label=shelf.title, class_="pips"), class_="lr")


def aside(look: Look, room: AnyRoom, one: Thing) -> Markup:
    """What else can be done with a thing: play with ours, be asked again, take it out."""
    mine = any(part.state == "mine" for part in one.parts) or (one.component.entry and one.state == "known")
    ways = [ASK] if one.state == "ours" else [OURS] if one.state in ("open", "half") else []
    forms = [
        h(
            "form",
            hidden("do", do),
            h("button", look.say(f"web.box.{do}"), type="submit", class_="b"),
            method="post",
            action=box_url(room, one.kind.name, one.component.id),
        )
        for do in (*ways, *([CLEAR] if mine else ()))
    ]
    return h("div", *forms, class_="tellers")


def sent_facts(one: Thing, sent: Mapping[str, str], only: str | None = None) -> dict[str, object]:
    """What a form told of a thing, by path; None where it told nothing. ``only``: the parts that stand there."""
    found: dict[str, object] = {}
    for part in one.parts:
        if only is not None and part.part.at != only:
            continue
        text = sent.get(part.part.name, "").strip()
        question = part.part.question
        if not text:
            found[part.part.path] = None
        elif text == NOTHING and isinstance(question, (Several, Series)):
            found[part.part.path] = []
        else:
            found[part.part.path] = read_answer(question, sent, part.part.name, part.part.path)
    return found


def next_open(shelf: KindView, one: Thing) -> Thing | None:
    """The next thing of the same kind of which something is not known."""
    ids = [thing_.component.id for thing_ in shelf.things]
    here = ids.index(one.component.id)
    around: Sequence[Thing] = [*shelf.things[here + 1 :], *shelf.things[:here]]
    return next((thing_ for thing_ in around if thing_.state in ("open", "half")), None)
