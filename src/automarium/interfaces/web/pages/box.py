"""The pages of the box: the components of a game by kind, and the form of each."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from automarium.box.items import Item, Items, KindView, PartView, describe_difference
from automarium.box.sharing import ItemNews, encode_facts, facts_of_kind
from automarium.engine.definition import AnyDefinition
from automarium.engine.question import Series, Several
from automarium.interfaces.web.forms.form_data import NOTHING, read_answer, read_refused
from automarium.interfaces.web.forms.item_form import Thing, ThingField, get_usual, render_things
from automarium.interfaces.web.forms.widgets import FORM
from automarium.interfaces.web.html import Inside, Markup, h, hidden, link, sign
from automarium.interfaces.web.page import Notice, PageContext, render_page
from automarium.interfaces.web.pages.share import render_qr_code
from automarium.interfaces.web.preferences import game_name

KEEP, OURS, ASK, CLEAR = "keep", "ours", "ask", "clear"
LONG = 9  # letters: tiles with longer words are wider


def box_url(definition: AnyDefinition, *rest: str) -> str:
    return "/".join(("/box", definition.name, *rest))


def render_box(
    page: PageContext, things: Items, *, owner: bool, offer: Inside = None, notice: Notice | None = None
) -> str:
    """Return the box; ``offer``: what a record offers."""
    definition = things.definition
    shelves = things.kinds()
    done, count = sum(shelf.done for shelf in shelves), sum(len(shelf.items) for shelf in shelves)
    return render_page(
        page,
        page.say("box.title"),
        offer,
        h("p", page.say("web.box.about" if owner else "web.box.guest"), class_="lead"),
        h("p", page.say("box.progress", done=done, count=count), class_="quiet") if shelves else None,
        *(_render_shelf(page, definition, shelf) for shelf in shelves),
        h("p", page.say("box.none")) if not shelves else None,
        link([sign("share"), page.say("web.box.share")], box_url(definition, "share"), "b") if shelves else None,
        _render_upload(page, definition) if owner and shelves else None,
        notice=notice,
        game=definition.name,
        under=game_name(page.translator, definition.name),
        class_="box",
    )


def _render_shelf(page: PageContext, definition: AnyDefinition, shelf: KindView) -> Markup:
    progress = page.say("box.progress", done=shelf.done, count=len(shelf.items))
    head = h(
        "summary",
        sign(shelf.kind.sign),
        h("span", h("b", shelf.title), h("small", shelf.where)),
        h("span", progress, class_="quiet"),
    )
    unnumbered = h("p", page.say("web.box.unnumbered"), class_="quiet") if shelf.kind.unnumbered else None
    tiles = [h("li", _render_tile(page, definition, thing_)) for thing_ in shelf.items]
    waiting = shelf.done < len(shelf.items)
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
    return any(len(word) > LONG for one in shelf.items for word in re.split(r"[\s-]", one.name))


def _render_tile(page: PageContext, definition: AnyDefinition, one: Item) -> Markup:
    state = page.say(f"box.state.{one.state}")
    small: Sequence[Inside] = ()
    if one.kind.shape == "card":
        small = [_render_mini_column(one, column.name, column.colour) for column in one.kind.columns]
    else:
        small = [h("i", class_="on" if part.value is not None else None) for part in one.parts if part.needed][:10]
    return link(
        [h("span", *small, class_="mini", aria_hidden="true"), h("b", one.name), h("small", state)],
        box_url(definition, one.kind.name, one.component.id),
        f"thing-tile {one.state}",
    )


def _render_mini_column(one: Item, name: str, colour: str) -> Markup:
    known = [part.value for part in one.parts if part.part.at == name and part.value is not None]
    first = str(known[0][0] if isinstance(known[0], list) and known[0] else "") if known else ""
    return h("i", first[:1] if first.isdecimal() else "", class_=f"t-{colour}{' on' if known else ''}")


def _render_upload(page: PageContext, definition: AnyDefinition) -> Markup:
    form = h(
        "form",
        h("label", page.say("web.box.file"), for_="box"),
        h("input", type="file", id="box", name="box", accept=".toml,.jsonl,application/toml", required=True),
        h("button", page.say("web.box.look"), type="submit", class_="b"),
        method="post",
        action=box_url(definition, "import"),
        enctype="multipart/form-data",
        class_="open",
    )
    return h("details", h("summary", page.say("web.box.import")), form, class_="fold panel", id="import")


def render_thing_page(
    page: PageContext,
    things: Items,
    one: Item,
    *,
    owner: bool,
    sent: Mapping[str, str] | None = None,
    notice: Notice | None = None,
) -> str:
    """Return the form of a component; ``sent``: what was entered and refused."""
    definition = things.definition
    shelf = things.find_kind(one.kind.name)
    fields = tuple(_make_field(part, sent) for part in one.parts)
    form = h(
        "form",
        hidden("do", KEEP),
        render_things([Thing(one.kind, one.component, one.name, fields)], page, definition),
        method="post",
        action=box_url(definition, one.kind.name, one.component.id),
        id=FORM,
        novalidate=True,
    )
    words = page.say("web.box.keep")
    whole = page.say("web.box.to-fill", count="#") if one.kind.whole else None
    keep = h("button", words, type="submit", form=FORM, class_="go", data_open=whole)
    once = h("p", page.say("web.box.told-once"), class_="quiet")
    inside = (_render_progress(page, definition, shelf, one), form, once)
    return render_thing_frame(
        page, definition, one, *inside, under=shelf.title, keep=keep if owner else None, notice=notice
    )


def render_thing_frame(
    page: PageContext,
    definition: AnyDefinition,
    one: Item,
    *inside: Markup,
    under: str,
    keep: Inside,
    notice: Notice | None,
) -> str:
    """Return the page of a component; without ``keep`` it says that only the owner may change it."""
    return render_page(
        page,
        one.name,
        *inside,
        h("p", page.say("web.box.guest"), class_="notice") if keep is None else render_actions(page, definition, one),
        notice=notice,
        back=(f"{box_url(definition)}#{one.kind.name}", page.say("box.title")),
        game=definition.name,
        under=f"{game_name(page.translator, definition.name)} · {under}",
        bar=keep,
        class_="box-thing",
    )


def _make_field(part: PartView, sent: Mapping[str, str] | None) -> ThingField:
    value = get_usual(part.part) if part.value is None else part.value
    if sent is not None and part.part.name in sent:
        value = read_refused(part.part.question, sent, part.part.name)
    return ThingField(part.part, part.asked, part.part.name, value, part.needed)


def _render_progress(page: PageContext, definition: AnyDefinition, shelf: KindView, one: Item) -> Markup:
    dots = [
        link(
            h("span", other.name, class_="unseen"),
            box_url(definition, shelf.kind.name, other.component.id),
            f"pip {other.state}{' here' if other.component.id == one.component.id else ''}",
        )
        for other in shelf.items
    ]
    words = page.say("web.box.of", done=shelf.done, count=len(shelf.items))
    return h("div", h("p", words, class_="quiet"), h("nav", *dots, aria_label=shelf.title, class_="pips"), class_="lr")


def render_actions(page: PageContext, definition: AnyDefinition, one: Item) -> Markup:
    """Return the other actions: use our values, be asked again, clear."""
    owned = any(part.state == "mine" for part in one.parts) or (one.component.entry and one.state == "known")
    ways = [ASK] if one.state == "ours" else [OURS] if one.state in ("open", "half") else []
    forms = [
        h(
            "form",
            hidden("do", do),
            h("button", page.say(f"web.box.{do}"), type="submit", class_="b"),
            method="post",
            action=box_url(definition, one.kind.name, one.component.id),
        )
        for do in (*ways, *([CLEAR] if owned else ()))
    ]
    return h("div", *forms, class_="tellers")


def read_facts(one: Item, sent: Mapping[str, str], only: str | None = None) -> dict[str, object]:
    """Return the facts of a form by path; None where nothing was entered. ``only``: the parts at this place."""
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


MOST_QR = 1300  # letters of a link that a telephone still reads off a screen


def render_share(page: PageContext, things: Items, host: str | None) -> str:
    """Return the file and links with the facts: one link, or one per kind if they are many. Without a ``host`` that
    other devices can reach, the page leads to "On the phone" instead."""
    definition, facts = things.definition, things.box.facts
    links = []
    first = h("p", page.say("web.share.here"), " ", link(page.say("web.phone"), "/phone", "b"), class_="notice")
    if facts and host is not None:
        whole = _make_address(host, definition, encode_facts(definition, facts))
        if len(whole) <= MOST_QR:
            links = [(page.say("box.title"), whole)]
        else:
            kinds = definition.content.components(things.pack)
            links = [
                (page.translator.sentence(kind.title), _make_address(host, definition, encode_facts(definition, part)))
                for kind in kinds
                if (part := facts_of_kind(kind, facts))
            ]
    return render_page(
        page,
        page.say("web.box.share"),
        h("p", page.say("box.file"), class_="lead"),
        h("p", link(page.say("web.box.download"), box_url(definition, "box.toml"), "b", download=True))
        if facts
        else None,
        h("p", page.say("box.empty")) if not facts else None,
        first if facts and host is None else None,
        *(_render_code(page, title, address) for title, address in links),
        back=(box_url(definition), page.say("box.title")),
        game=definition.name,
        under=game_name(page.translator, definition.name),
        class_="share-page",
    )


def _make_address(host: str, definition: AnyDefinition, code: str) -> str:
    return f"{host}{box_url(definition, 'import')}?code={code}"


def _render_code(page: PageContext, title: str, address: str) -> Markup:
    code = (
        h("figure", render_qr_code(address), class_="qr", role="img", aria_label=title)
        if len(address) <= MOST_QR
        else None
    )
    return h(
        "details",
        h("summary", title),
        h("p", page.say("web.box.code"), class_="quiet"),
        h("p", h("input", type="text", value=address, readonly=True, aria_label=title), class_="field"),
        code,
        h("p", link(page.say("web.box.open-link"), address, "b")),
        open=code is not None,
        class_="panel fold",
    )


def render_import(
    page: PageContext, definition: AnyDefinition, found: Sequence[ItemNews], code: str, *, owner: bool
) -> str:
    """Return the new and the different facts; the person ticks what to take."""
    new = [one for one in found if not one.half and not one.others]
    other = [one for one in found if not one.half and one.others]
    half = [one for one in found if one.half]
    form = h(
        "form",
        hidden("code", code),
        _render_list(page, definition, page.say("web.box.new"), new, ticked=True),
        _render_list(page, definition, page.say("web.box.other"), other, ticked=False),
        h("button", page.say("web.box.take"), type="submit", class_="b strong"),
        method="post",
        action=box_url(definition, "take"),
    )
    halves = [page.say("box.half", what=page.translator.sentence(one.name), many=one.half) for one in half]
    return render_page(
        page,
        page.say("web.box.import"),
        h("p", page.say("box.same")) if not found else None,
        h("p", page.say("web.box.guest-import"), class_="notice") if not owner else None,
        form if owner and (new or other) else None,
        None if owner else _render_list(page, definition, page.say("web.box.new"), [*new, *other], ticked=None),
        *(h("p", words, class_="notice") for words in halves),
        back=(box_url(definition), page.say("box.title")),
        game=definition.name,
        under=game_name(page.translator, definition.name),
        class_="box-import",
    )


def _render_list(
    page: PageContext, definition: AnyDefinition, title: str, found: Sequence[ItemNews], *, ticked: bool | None
) -> Markup | None:
    if not found:
        return None
    rows = []
    for one in found:
        tick = h("input", type="checkbox", name=f"take.{one.id}", value="1", checked=ticked)
        others = [h("small", describe_difference(definition, *other, page.translator)) for other in one.others]
        name = h("span", page.translator.sentence(one.name), *others)
        rows.append(h("li", name if ticked is None else h("label", tick, name, class_="b")))
    return h("section", h("h2", title), h("ul", *rows, class_="came"))
