"""What every page has: its head, the bar at the top with language and theme, and the notice."""

from __future__ import annotations

import msgspec

from automarium.companion.view import capital
from automarium.faces.web.html import Inside, Markup, h, hidden, link
from automarium.faces.web.static import url_of
from automarium.voice import LANGUAGES, Voice

NAME = "Automarium"
THEMES = ("auto", "light", "dark")


class Look(msgspec.Struct, frozen=True):
    """Who looks: their language and theme, and where they are."""

    voice: Voice
    theme: str = "auto"
    dark: bool = False
    here: str = "/"  # the page's own path and query: to come back to after a change of language

    @property
    def lang(self) -> str:
        return self.voice.lang

    def say(self, key: str, /, **params: object) -> str:
        return self.voice.say(key, **params)


class Notice(msgspec.Struct, frozen=True):
    """A sentence above everything else. ``wrong``: something was not taken, and is read out at once."""

    words: str
    wrong: bool = False


def page(
    look: Look,
    title: str,
    *inside: Inside,
    notice: Notice | None = None,
    back: tuple[str, str] | None = None,
    class_: str = "",
    **data: str | int | bool | None,
) -> str:
    """A whole page. ``back`` is where the arrow at the top leads, and its name; ``data`` is for the script."""
    main = h(
        "main",
        _notice(notice),
        *inside,
        id="main",
        tabindex="-1",
        class_=class_ or None,
        **data,
    )
    body = h(
        "body",
        link(look.say("web.skip"), "#main", "skip"),
        _bar(look, title, back),
        main,
        h("p", id="said", class_="unseen", aria_live="polite"),
        h("p", look.say("web.offline"), id="offline", role="status", hidden=True),
    )
    return f"<!doctype html>{h('html', _head(look, title), body, lang=look.lang, data_theme=look.theme)}"


def _head(look: Look, title: str) -> Markup:
    scheme = {"auto": "light dark"}.get(look.theme, look.theme)
    return h(
        "head",
        h("meta", charset="utf-8"),
        h("meta", name="viewport", content="width=device-width, initial-scale=1"),
        h("meta", name="color-scheme", content=scheme),
        h("title", NAME if title == NAME else f"{title} · {NAME}"),
        h("link", rel="icon", href=url_of("icon.svg"), type="image/svg+xml"),
        h("link", rel="stylesheet", href=url_of("companion.css")),
        h("script", src=url_of("companion.js"), defer=True),
    )


def _notice(notice: Notice | None) -> Markup | None:
    if notice is None:
        return None
    return h("p", notice.words, class_="notice wrong" if notice.wrong else "notice", role="alert", id="notice")


def _bar(look: Look, title: str, back: tuple[str, str] | None) -> Markup:
    if title == NAME:
        return h("header", h("h1", title, class_="brand"), _settings(look), class_="bar")
    if back is None:
        where = link(NAME, "/", "way-back")
    else:
        where = link([h("span", "‹ ", aria_hidden="true"), back[1]], back[0], "way-back")
    return h("header", where, h("h1", title), _settings(look), class_="bar")


def _settings(look: Look) -> Markup:
    """Language and theme: buttons of one plain form."""
    languages = [
        _choice("lang", lang, capital(look.voice.term("language", lang)), chosen=lang == look.lang)
        for lang in LANGUAGES
    ]
    themes = [_choice("theme", theme, look.say(f"web.theme.{theme}"), chosen=theme == look.theme) for theme in THEMES]
    form = h(
        "form",
        hidden("back", look.here),
        h("fieldset", h("legend", look.say("web.language")), *languages),
        h("fieldset", h("legend", look.say("web.theme")), *themes),
        method="post",
        action="/settings",
    )
    name = look.say("web.settings")
    summary = h("summary", h("span", look.lang.upper(), aria_hidden="true"), h("span", name, class_="unseen"))
    return h("details", summary, h("div", form, class_="sheet"), class_="settings")


def _choice(name: str, value: str, words: str, *, chosen: bool) -> Markup:
    return h(
        "button",
        words,
        type="submit",
        name=name,
        value=value,
        class_="option offered" if chosen else "option",
        aria_pressed="true" if chosen else "false",
        lang=value if name == "lang" else None,
    )
