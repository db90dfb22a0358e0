"""The record to download, the link for another device, and its QR code."""

from __future__ import annotations

import io

from automarium.interfaces.web.html import Markup, h, hidden, link
from automarium.interfaces.web.page import Notice, PageContext, page
from automarium.interfaces.web.pages.game_frame import GameContext, game_page


def share(look: PageContext, seat: GameContext, address: str, *, only_here: bool) -> str:
    """``only_here``: the server listens on this machine alone, so the link works nowhere else."""
    return game_page(
        look,
        seat,
        *(_alone(look) if look.alone else _link(look, address, only_here=only_here)),
        h("h2", look.say("web.record")),
        h("p", look.say("web.record.about")),
        h("p", link(look.say("web.record.download"), seat.url("record.jsonl"), "b", download=True)),
        h(
            "details",
            h("summary", look.say("web.drop")),
            h("p", look.say("web.drop.about")),
            h(
                "form",
                hidden("revision", seat.revision),
                h("button", look.say("web.drop.do"), type="submit", class_="b danger"),
                method="post",
                action=seat.url("drop"),
            ),
        ),
        title=look.say("web.share"),
        class_="share-page",
    )


def _alone(look: PageContext) -> list[Markup]:
    """No link leads into somebody's browser."""
    return [h("p", look.say("web.share.alone"), class_="lead")]


def _link(look: PageContext, address: str, *, only_here: bool) -> list[Markup | None]:
    send = h("button", look.say("web.share.send"), type="button", class_="b", data_share=address, hidden=True)
    return [
        h("p", look.say("web.share.about"), class_="lead"),
        h("p", look.say("web.share.here"), " ", link(look.say("web.phone"), "/phone", "b"), class_="notice")
        if only_here
        else None,
        h(
            "p",
            h("label", look.say("web.share.link"), for_="address"),
            h("input", type="text", id="address", value=address, readonly=True, data_select=True),
            class_="field",
        ),
        h(
            "p",
            send,
            h("button", look.say("web.share.copy"), type="button", class_="b script", data_copy=address),
            h("span", look.say("web.share.copied"), class_="quiet", hidden=True, role="status"),
            class_="tellers",
        ),
        h("figure", qr_code(address), class_="qr", role="img", aria_label=look.say("web.share.qr")),
    ]


def qr_code(address: str) -> Markup:
    import segno

    drawn = io.BytesIO()
    look = {"dark": "#000", "light": "#fff", "border": 2, "omitsize": True, "svgclass": None, "lineclass": None}
    segno.make(address, micro=False).save(drawn, kind="svg", xmldecl=False, **look)
    return Markup(drawn.getvalue().decode())


def phone(look: PageContext, address: str | None, notice: Notice | None = None) -> str:
    """``address``: where a phone finds us, if it can already."""
    if address is None:
        form = h(
            "form",
            h("button", look.say("web.phone.open"), type="submit", class_="b strong"),
            method="post",
            action="/phone",
        )
        inside = [h("p", look.say("web.phone.about"), class_="lead"), form]
    else:
        picture = h("figure", qr_code(address), class_="qr", role="img", aria_label=look.say("web.share.qr"))
        field = h("input", type="text", id="address", value=address, readonly=True, data_select=True)
        label = h("label", look.say("web.phone.address"), for_="address")
        inside = [
            h("p", look.say("web.phone.scan"), class_="lead"),
            picture,
            h("p", label, field, class_="field"),
            h("p", look.say("web.phone.home-screen"), class_="quiet"),
            h("p", look.say("web.phone.awake"), class_="quiet"),
        ]
    return page(look, look.say("web.phone"), *inside, notice=notice, class_="phone-page")
