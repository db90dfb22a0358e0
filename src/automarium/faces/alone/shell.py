"""The page before Python runs: the frame of every other page, words in all languages, and a bar that tells how far.

It is painted at once; ``shell/first.js`` picks the language before that, ``shell/window.js`` moves the bar.
"""

from __future__ import annotations

from pathlib import Path

from automarium.faces.web.alone import FOLDER
from automarium.faces.web.html import Markup, h
from automarium.faces.web.page import NAME, Look, page
from automarium.faces.web.static import url_of
from automarium.faces.web.words import voice_for
from automarium.voice import LANGUAGES

FILES = Path(__file__).parent / "shell"
# What the bar stands for, or what went wrong: the values of ``data-now``.
SAID = ("fetch", "wake", "slow", "no-worker", "no-network", "old")


def shell() -> str:
    look = Look(voice_for("en"), alone=True)
    inside = h(
        "section",
        h("img", src=url_of("icon.svg"), alt="", width=96, height=96),
        *(_words(lang) for lang in LANGUAGES),
        id="loading",
        aria_busy="true",
        data_now="fetch",
    )
    scripted = h("script", src=f"{FOLDER}/first.js")
    without = h("noscript", *(h("p", voice_for(lang).say("web.loading.no-script"), lang=lang) for lang in LANGUAGES))
    return page(look, NAME, inside, scripted, without)


def _words(lang: str) -> Markup:
    voice = voice_for(lang)
    said = (h("p", voice.say(f"web.loading.{one}"), data_say=one, class_="lead", role="status") for one in SAID)
    title = voice.say("web.loading")
    return h(
        "div",
        h("p", h("b", title)),
        h("progress", max=1, value=0, aria_label=title),
        *said,
        data_lang=lang,
        lang=lang,
        hidden=lang != "en",
    )
