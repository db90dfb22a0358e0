"""Sharing a game: its record, its link and QR code; and the page for phones."""

from __future__ import annotations

import io

from automarium.interfaces.web.html import Markup, h, hidden, link
from automarium.interfaces.web.page import Notice, PageContext, render_page
from automarium.interfaces.web.pages.game_frame import GameContext, render_game_page


def render_share(context: GameContext, address: str, *, only_here: bool) -> str:
    """Return the page; ``only_here``: the server listens on this machine only, so the link works only here."""
    return render_game_page(
        context,
        *(
            _render_offline(context.page)
            if context.page.offline
            else _render_link(context.page, address, only_here=only_here)
        ),
        h("h2", context.say("web.record")),
        h("p", context.say("web.record.about")),
        h("p", link(context.say("web.record.download"), context.url("record.jsonl"), "b", download=True)),
        h(
            "details",
            h("summary", context.say("web.drop")),
            h("p", context.say("web.drop.about")),
            h(
                "form",
                hidden("revision", context.revision),
                h("button", context.say("web.drop.do"), type="submit", class_="b danger"),
                method="post",
                action=context.url("drop"),
            ),
        ),
        title=context.say("web.share"),
        class_="share-page",
    )


def _render_offline(page: PageContext) -> list[Markup]:
    return [h("p", page.say("web.share.alone"), class_="lead")]


def _render_link(page: PageContext, address: str, *, only_here: bool) -> list[Markup | None]:
    send = h("button", page.say("web.share.send"), type="button", class_="b", data_share=address, hidden=True)
    return [
        h("p", page.say("web.share.about"), class_="lead"),
        h("p", page.say("web.share.here"), " ", link(page.say("web.phone"), "/phone", "b"), class_="notice")
        if only_here
        else None,
        h(
            "p",
            h("label", page.say("web.share.link"), for_="address"),
            h("input", type="text", id="address", value=address, readonly=True, data_select=True),
            class_="field",
        ),
        h(
            "p",
            send,
            h("button", page.say("web.share.copy"), type="button", class_="b script", data_copy=address),
            h("span", page.say("web.share.copied"), class_="quiet", hidden=True, role="status"),
            class_="tellers",
        ),
        h("figure", render_qr_code(address), class_="qr", role="img", aria_label=page.say("web.share.qr")),
    ]


def render_qr_code(address: str) -> Markup:
    import segno

    drawn = io.BytesIO()
    style = {"dark": "#000", "light": "#fff", "border": 2, "omitsize": True, "svgclass": None, "lineclass": None}
    segno.make(address, micro=False).save(drawn, kind="svg", xmldecl=False, **style)
    return Markup(drawn.getvalue().decode())


def render_phone(page: PageContext, address: str | None, notice: Notice | None = None) -> str:
    """Return the page; ``address``: where a phone finds the server, None if it cannot yet."""
    if address is None:
        form = h(
            "form",
            h("button", page.say("web.phone.open"), type="submit", class_="b strong"),
            method="post",
            action="/phone",
        )
        inside = [h("p", page.say("web.phone.about"), class_="lead"), form]
    else:
        picture = h("figure", render_qr_code(address), class_="qr", role="img", aria_label=page.say("web.share.qr"))
        field = h("input", type="text", id="address", value=address, readonly=True, data_select=True)
        label = h("label", page.say("web.phone.address"), for_="address")
        inside = [
            h("p", page.say("web.phone.scan"), class_="lead"),
            picture,
            h("p", label, field, class_="field"),
            h("p", page.say("web.phone.home-screen"), class_="quiet"),
            h("p", page.say("web.phone.awake"), class_="quiet"),
        ]
    return render_page(page, page.say("web.phone"), *inside, notice=notice, class_="phone-page")
