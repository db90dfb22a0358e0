"""What a page has beside the rest when it is its own server: the script that keeps Python running (faces/alone), and
what it may have to say. Which of the notices is shown the script decides, by an attribute of the whole page."""

from __future__ import annotations

from automarium.faces.web.html import Markup, h, link
from automarium.voice import Voice

HOME = "/"  # where the script finds the pages; below another folder if the site lies in one
FOLDER = "/alone"  # where the shell's own files lie
BACKUP = "/backup.jsonl"


def manifest_of(lang: str) -> str:
    """A file for each language, since no server is there to choose."""
    return f"/manifest.{lang}.webmanifest"


def scripts() -> list[Markup]:
    return [
        h("link", rel="stylesheet", href=f"{FOLDER}/alone.css"),
        h("script", src=f"{FOLDER}/window.js", type="module"),
    ]


def notices(voice: Voice) -> Markup:
    save = link(voice.say("web.backup.do"), BACKUP, "b", download=True)
    use = h("button", voice.say("web.newer.do"), type="button", class_="b", data_newer=True)
    return h(
        "aside",
        h("div", h("p", voice.say("web.unsaved")), save, class_="unsaved", role="alert"),
        h("div", h("p", voice.say("web.newer")), use, class_="newer", role="status"),
        id="alone",
        aria_label=voice.say("web.device"),
    )
