"""The guide of the first start: three pages with a picture each. The script opens it once per browser."""

from __future__ import annotations

from automarium.interfaces.web.html import Markup, h
from automarium.interfaces.web.page import PageContext
from automarium.interfaces.web.static_files import file_url

PAGES = 3


def render_guide(page: PageContext) -> Markup:
    """Return the closed dialog of the guide."""
    return h(
        "dialog",
        *(_render_step(page, at) for at in range(1, PAGES + 1)),
        id="guide",
        aria_label=page.say("web.guide"),
    )


def _render_step(page: PageContext, at: int) -> Markup:
    dots = [h("i", class_="on" if n == at else None) for n in range(1, PAGES + 1)]
    skip = h("button", page.say("web.guide.skip"), type="button", class_="b", data_guide="end")
    go_on = h(
        "button",
        page.say(f"web.guide.next-{at}"),
        type="button",
        class_="go",
        data_guide="end" if at == PAGES else at + 1,
    )
    where = h("span", page.say("web.guide.step", at=at, most=PAGES), class_="unseen")
    return h(
        "section",
        h("header", h("b", "Automarium"), skip),
        h("img", src=file_url(f"guide-{at}.svg"), alt="", width=346, height=303),
        h("p", *dots, where, class_="dots"),
        h("h2", page.say(f"web.guide.{at}"), tabindex="-1"),
        h("p", page.say(f"web.guide.{at}.text")),
        go_on,
        hidden=at > 1,
        data_step_of_guide=at,
    )
