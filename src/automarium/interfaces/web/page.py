"""The frame of every page: head, header with menu, notices."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from automarium.engine.message import capitalise
from automarium.games import plugins
from automarium.i18n.languages import LANGUAGES, language_name
from automarium.i18n.translator import Translator
from automarium.interfaces.web.html import Inside, Markup, h, hidden, link, sign
from automarium.interfaces.web.static_files import accent_url, file_url

HOME = "/"  # the root of the pages, for the script
FOLDER = "/alone"  # the folder of the offline app's files
BACKUP = "/backup.jsonl"
LICENCES = "/licences.txt"  # a file of the static site


def manifest_url(lang: str) -> str:
    """Return the manifest of a language; offline no server can choose it."""
    return f"/manifest.{lang}.webmanifest"


def render_scripts() -> list[Markup]:
    return [
        h("link", rel="stylesheet", href=f"{FOLDER}/offline.css"),
        h("script", src=f"{FOLDER}/window.js", type="module"),
    ]


def render_notices(translator: Translator) -> Markup:
    save = link(translator.say("web.backup.do"), BACKUP, "b", download=True)
    again = h("button", translator.say("web.loading.again"), type="button", class_="b", data_reload=True)
    use = h("button", translator.say("web.newer.do"), type="button", class_="b", data_newer=True)
    return h(
        "aside",
        h("div", h("p", translator.say("web.unsaved")), save, class_="unsaved", role="alert"),
        h("div", h("p", translator.say("web.stopped")), again, class_="stopped", role="alert"),
        h("div", h("p", translator.say("web.newer")), use, class_="newer", role="status"),
        id="offline-notices",
        aria_label=translator.say("web.device"),
    )


NAME = "Automarium"
THEMES = ("auto", "light", "dark")
SWITCHES = ("motion", "aloud")


class PageContext(msgspec.Struct, frozen=True):
    """The language, theme and switches of the client, and the address of the page."""

    translator: Translator
    theme: str = "auto"
    dark: bool = False
    here: str = "/"  # path and query, to return to after a change of language
    offline: bool = False  # Python runs in the browser
    motion: bool = True  # the Automa's pieces glide
    aloud: bool = False  # its turn is read aloud

    @property
    def lang(self) -> str:
        return self.translator.lang

    def say(self, key: str, /, **params: object) -> str:
        return self.translator.say(key, **params)


class Notice(msgspec.Struct, frozen=True):
    """A sentence above everything else; ``wrong``: an input was refused."""

    words: str
    wrong: bool = False


class MenuLink(msgspec.Struct, frozen=True):
    sign: str
    words: str
    href: str


def render_page(
    page: PageContext,
    title: str,
    *inside: Inside,
    notice: Notice | None = None,
    back: tuple[str, str] | None = None,
    game: str = "",
    under: str = "",
    menu: Sequence[MenuLink] = (),
    bar: Inside = None,
    colours: Sequence[str] = (),
    class_: str = "",
    **data: str | int | bool | None,
) -> str:
    """Return a whole page.

    ``back`` is the address and name of the arrow at the top, ``under`` the line below the title, ``menu`` its links,
    ``bar`` the bottom bar, ``colours`` the games whose colours are shown, ``data`` attributes for the script.
    """
    main = h("main", _render_notice(notice), *inside, id="main", tabindex="-1", class_=class_ or None, **data)
    body = h(
        "body",
        link(page.say("web.skip"), "#main", "skip"),
        _render_header(page, title, under, back, menu),
        render_notices(page.translator) if page.offline else None,
        main,
        h("footer", bar, class_="bar", id="bar") if bar else None,
        h("p", id="said", class_="unseen", aria_live="polite"),
        h("p", page.say("web.waking" if page.offline else "web.offline"), id="offline", role="status", hidden=True),
    )
    head = _render_head(page, title, tuple(colours) or ((game,) if game else ()))
    about = {
        "lang": page.lang,
        "data_theme": page.theme,
        "data_drawn": "dark" if page.dark else "light",
        "data_motion": None if page.motion else "off",
        "data_aloud": "on" if page.aloud else None,
        "data_game": game or None,
        "data_offline": HOME if page.offline else None,
    }
    return f"<!doctype html>{h('html', head, body, **about)}"


@lru_cache(256)
def _render_head(page: PageContext, title: str, games: tuple[str, ...]) -> Markup:
    scheme = {"auto": "light dark"}.get(page.theme, page.theme)
    return h(
        "head",
        h("meta", charset="utf-8"),
        h("meta", name="viewport", content="width=device-width, initial-scale=1, viewport-fit=cover"),
        h("meta", name="color-scheme", content=scheme),
        h("title", NAME if title == NAME else f"{title} · {NAME}"),
        h("link", rel="icon", href=file_url("icon.svg"), type="image/svg+xml"),
        h("link", rel="apple-touch-icon", href=file_url("icon-apple.png")),
        h("link", rel="manifest", href=manifest_url(page.lang) if page.offline else "/manifest.webmanifest"),
        h("link", rel="stylesheet", href=file_url("companion.css")),
        *(h("link", rel="stylesheet", href=accent_url(game)) for game in games if game in plugins.names()),
        h("script", src=file_url("companion.js"), defer=True),
        *(render_scripts() if page.offline else ()),
    )


def _render_notice(notice: Notice | None) -> Markup | None:
    if notice is None:
        return None
    return h("p", notice.words, class_="notice wrong" if notice.wrong else "notice", role="alert", id="notice")


def _render_header(
    page: PageContext, title: str, under: str, back: tuple[str, str] | None, menu: Sequence[MenuLink]
) -> Markup:
    if title == NAME:
        return h("header", h("h1", title, class_="brand"), _render_menu(page, tuple(menu)), class_="top home")
    href, name = back or ("/", page.say("web.home"))
    way = link([sign("back"), h("span", name, class_="unseen")], href, "ib")
    stage = h("p", under, id="stage") if under else None
    return h(
        "header", way, h("div", h("h1", title), stage, class_="name"), _render_menu(page, tuple(menu)), class_="top"
    )


@lru_cache(256)
def _render_menu(page: PageContext, menu: tuple[MenuLink, ...]) -> Markup:
    """Return the menu: links, language, theme and motion. It is cached."""
    links = [link([sign(one.sign), h("span", one.words)], one.href, "door") for one in menu]
    languages = [
        _render_choice("lang", lang, capitalise(language_name(lang)), chosen=lang == page.lang) for lang in LANGUAGES
    ]
    themes = [
        _render_choice("theme", theme, page.say(f"web.theme.{theme}"), chosen=theme == page.theme) for theme in THEMES
    ]
    motion = [
        _render_choice("motion", value, page.say(f"web.motion.{value}"), chosen=(value == "on") == page.motion)
        for value in ("on", "off")
    ]
    form = h(
        "form",
        hidden("back", page.here),
        h("fieldset", h("legend", page.say("web.language")), *languages),
        h("fieldset", h("legend", page.say("web.theme")), *themes),
        h("fieldset", h("legend", page.say("web.motion")), *motion, class_="script"),
        method="post",
        action="/settings",
    )
    name = h("span", page.say("web.menu"), class_="unseen")
    summary = h("summary", sign("more") if menu else h("span", page.lang.upper(), aria_hidden="true"), name)
    nav = h("nav", *links, aria_label=page.say("web.pages")) if links else None
    licences = link(page.say("web.licences"), LICENCES, "quiet", target="_blank") if page.offline else None
    return h("details", summary, h("div", nav, form, licences, class_="sheet"), class_="menu")


def _render_choice(name: str, value: str, words: str, *, chosen: bool) -> Markup:
    return h(
        "button",
        words,
        type="submit",
        name=name,
        value=value,
        class_="b on" if chosen else "b",
        aria_pressed="true" if chosen else "false",
        lang=value if name == "lang" else None,
    )
