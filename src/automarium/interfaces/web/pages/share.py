"""Sharing a game: its result, its record, its link and QR code; the report of a problem; and the page for phones."""

from __future__ import annotations

import io

import msgspec

from automarium.engine.drawing.result_picture import SIZES, PictureShape
from automarium.interfaces.web.html import Markup, h, hidden, link, sign
from automarium.interfaces.web.page import Notice, PageContext, render_page
from automarium.interfaces.web.pages.game_frame import GameContext, render_game_page

BG_STATS_NAME = "BG Stats"  # an app for logging plays


class SharedResult(msgspec.Struct, frozen=True):
    """What is shared of a finished game, as the person has chosen it."""

    text: str
    bg_stats: str
    file: str  # the name of the picture's file, without its ending
    note: str
    with_note: bool
    shape: PictureShape
    revision: str


def render_share(context: GameContext, address: str, result: SharedResult | None, *, only_here: bool) -> str:
    """Return the page; ``result``: of a finished game. ``only_here``: the server listens on this machine only, so the
    link works only here."""
    return render_game_page(
        context,
        None if result is None else _render_result(context, result),
        None if result is None else h("h2", context.say("web.share.game")),
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


def _render_result(context: GameContext, result: SharedResult) -> Markup:
    """Return the pictures and the text of a result. The script makes a PNG of the chosen picture; without it the file
    is the drawing itself."""
    chosen = _make_picture_url(context, result, result.shape)
    note = h(
        "label",
        h("input", type="checkbox", name="note", value="1", checked=result.with_note),
        h("span", context.say("web.share.note"), h("small", f"“{result.note}”")),
        class_="with-note",
    )
    form = h(
        "form",
        h(
            "fieldset",
            h("legend", context.say("web.share.picture")),
            *(_render_shape(context, result, shape) for shape in SIZES),
            class_="shapes",
        ),
        note if result.note else None,
        h("button", context.say("web.share.choose"), type="submit", class_="b noscript"),
        method="get",
        action=context.url("share"),
        data_again=context.url("share"),
    )
    words = h("textarea", result.text, id="result-text", readonly=True, rows=3)
    width, height = SIZES[result.shape]
    send = h(
        "button",
        sign("share"),
        h("span", context.say("web.share.both")),
        type="button",
        class_="b strong",
        data_send="result-text",
        hidden=True,
    )
    ways = h(
        "div",
        render_copy(context.page, "result-text", context.say("web.share.copy-text")),
        link([sign("box"), context.say("web.share.file")], chosen, "b", download=f"{result.file}.svg"),
        render_bg_stats(result.bg_stats),
        class_="tellers",
    )
    return h(
        "section",
        h("p", context.say("web.share.unsent"), class_="quiet"),
        form,
        h("p", h("label", context.say("web.share.text"), for_="result-text"), words, class_="field"),
        send,
        ways,
        class_="panel shared",
        data_picture=chosen,
        data_width=width,
        data_height=height,
        data_file=f"{result.file}.png",
    )


def _make_picture_url(context: GameContext, result: SharedResult, shape: PictureShape) -> str:
    return context.url("result.svg", shape=shape, at=result.revision, lang=context.page.lang)


def _render_shape(context: GameContext, result: SharedResult, shape: PictureShape) -> Markup:
    width, height = SIZES[shape]
    words = context.say(f"web.share.{shape}")
    picture = h("img", src=_make_picture_url(context, result, shape), alt="", width=width, height=height)
    tick = h("input", type="radio", name="shape", value=shape, checked=shape == result.shape)
    return h("label", tick, picture, h("span", f"{words}, {width} × {height}"), class_=shape)


def render_bg_stats(url: str) -> Markup:
    """Return the link that opens the app; the address of this page, which has the key, is not sent along."""
    return link([sign("list"), BG_STATS_NAME], url, "b", rel="noopener noreferrer", target="_blank")


def render_copy(page: PageContext, field: str, words: str) -> Markup:
    """Return the button that copies a field, by its id, and says so."""
    return h(
        "span",
        h("button", words, type="button", class_="b script", data_copy=field),
        h("span", page.say("web.share.copied"), class_="quiet", hidden=True, role="status"),
        class_="copy",
    )


def render_report(context: GameContext, report: str) -> str:
    """Return the page with what a developer needs to find a fault."""
    field = h("textarea", report, id="report", readonly=True, rows=12)
    ways = h(
        "p",
        link([sign("box"), context.say("web.report.file")], context.url("report.txt"), "b strong", download=True),
        render_copy(context.page, "report", context.say("web.report.copy")),
        class_="tellers",
    )
    return render_game_page(
        context,
        h("p", context.say("web.report.about"), class_="lead"),
        ways,
        h("p", h("label", context.say("web.report.text"), for_="report"), field, class_="field"),
        title=context.say("web.report"),
        class_="report-page",
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
            render_copy(page, "address", page.say("web.share.copy")),
            class_="tellers",
        ),
        None
        if only_here
        else h("figure", render_qr_code(address), class_="qr", role="img", aria_label=page.say("web.share.qr")),
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
