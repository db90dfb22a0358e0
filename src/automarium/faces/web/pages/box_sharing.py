"""A box handed on, and what another box brings: shown before anything is taken."""

from __future__ import annotations

from collections.abc import Sequence

from automarium.companion.sharing import Brought, as_code, of_kind
from automarium.companion.things import Things, differs
from automarium.faces.web.html import Markup, h, hidden, link
from automarium.faces.web.page import Look, page
from automarium.faces.web.pages.box import box_url
from automarium.faces.web.pages.share import qr_code
from automarium.faces.web.voices import game_name
from automarium.kernel.room import AnyRoom

MOST_QR = 1300  # letters of a link that a telephone still reads off a screen


def share_page(look: Look, things: Things, host: str) -> str:
    """The file, and links that hold the facts themselves: all in one, or kind by kind where that is too much."""
    room, facts = things.room, things.box.facts
    links = []
    if facts:
        whole = _address(host, room, as_code(room, facts))
        if len(whole) <= MOST_QR:
            links = [(look.say("box.title"), whole)]
        else:
            kinds = room.components(things.pack)
            links = [
                (look.voice.sentence(kind.title), _address(host, room, as_code(room, part)))
                for kind in kinds
                if (part := of_kind(kind, facts))
            ]
    return page(
        look,
        look.say("web.box.share"),
        h("p", look.say("box.file"), class_="lead"),
        h("p", link(look.say("web.box.download"), box_url(room, "box.toml"), "b", download=True)) if facts else None,
        h("p", look.say("box.empty")) if not facts else None,
        *(_code(look, title, address) for title, address in links),
        back=(box_url(room), look.say("box.title")),
        game=room.name,
        under=game_name(look.voice, room.name),
        class_="share-page",
    )


def _address(host: str, room: AnyRoom, code: str) -> str:
    return f"{host}{box_url(room, 'import')}?code={code}"


def _code(look: Look, title: str, address: str) -> Markup:
    code = h("figure", qr_code(address), class_="qr", role="img", aria_label=title) if len(address) <= MOST_QR else None
    return h(
        "details",
        h("summary", title),
        h("p", look.say("web.box.code"), class_="quiet"),
        h("p", h("input", type="text", value=address, readonly=True, aria_label=title), class_="field"),
        code,
        h("p", link(look.say("web.box.open-link"), address, "b")),
        open=code is not None,
        class_="panel fold",
    )


def brought_page(look: Look, room: AnyRoom, found: Sequence[Brought], code: str, *, owner: bool) -> str:
    """What is new, what differs; the person ticks what they take."""
    new = [one for one in found if not one.half and not one.others]
    other = [one for one in found if not one.half and one.others]
    half = [one for one in found if one.half]
    form = h(
        "form",
        hidden("code", code),
        _list(look, room, look.say("web.box.new"), new, ticked=True),
        _list(look, room, look.say("web.box.other"), other, ticked=False),
        h("button", look.say("web.box.take"), type="submit", class_="b strong"),
        method="post",
        action=box_url(room, "take"),
    )
    halves = [look.say("box.half", what=look.voice.sentence(one.name), many=one.half) for one in half]
    return page(
        look,
        look.say("web.box.import"),
        h("p", look.say("box.same")) if not found else None,
        h("p", look.say("web.box.guest-import"), class_="notice") if not owner else None,
        form if owner and (new or other) else None,
        None if owner else _list(look, room, look.say("web.box.new"), [*new, *other], ticked=None),
        *(h("p", words, class_="notice") for words in halves),
        back=(box_url(room), look.say("box.title")),
        game=room.name,
        under=game_name(look.voice, room.name),
        class_="box-import",
    )


def _list(look: Look, room: AnyRoom, title: str, found: Sequence[Brought], *, ticked: bool | None) -> Markup | None:
    if not found:
        return None
    rows = []
    for one in found:
        tick = h("input", type="checkbox", name=f"take.{one.id}", value="1", checked=ticked)
        others = [h("small", differs(room, *other, look.voice)) for other in one.others]
        name = h("span", look.voice.sentence(one.name), *others)
        rows.append(h("li", name if ticked is None else h("label", tick, name, class_="b")))
    return h("section", h("h2", title), h("ul", *rows, class_="came"))
