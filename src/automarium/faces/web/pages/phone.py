"""The page on a phone: one tap begins to listen in the network, then the address and its picture are there."""

from __future__ import annotations

from automarium.faces.web.html import h
from automarium.faces.web.page import Look, Notice, page
from automarium.faces.web.pages.share import qr_code


def phone(look: Look, address: str | None, notice: Notice | None = None) -> str:
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
