"""The loading page before Python runs: words in all languages and a progress bar.

``theme_and_language.js`` chooses the language, ``window.js`` moves the bar.
"""

from __future__ import annotations

import re
from pathlib import Path

from automarium.i18n.languages import LANGUAGES
from automarium.i18n.translator import Translator
from automarium.interfaces.web.html import Markup, h
from automarium.interfaces.web.page import FOLDER, NAME, PageContext, render_page
from automarium.interfaces.web.preferences import get_translator
from automarium.interfaces.web.static_files import file_url

# Every attribute value that begins with "/" is an address, except form values.
_ADDRESS = re.compile(r'( (?!value=)[a-z-]+=")/(?!/)')


def prefix_page(root: str, page: str) -> str:
    """Return the page with addresses below ``root``, which ends with "/"."""
    return page if root == "/" else _ADDRESS.sub(lambda found: found[1] + root, page)


def prefix_address(root: str, address: str) -> str:
    return root + address[1:] if address.startswith("/") else address


def strip_root(root: str, path: str) -> str:
    """Return the application's path of a path of the host."""
    return "/" + path.removeprefix(root) if path.startswith(root) else path


FILES = Path(__file__).parent / "browser"
HERE = "./"  # the loading page is at the root of the site
DEEPEST = 6  # most folders in an address below the root
# Stages and errors of loading: the values of ``data-now``.
SAID = ("fetch", "wake", "slow", "no-worker", "no-network", "old")


def render_shell() -> str:
    page = PageContext(get_translator("en"), offline=True)
    inside = h(
        "section",
        h("img", src=file_url("icon.svg"), alt="", width=96, height=96),
        *(_render_progress(lang) for lang in LANGUAGES),
        id="loading",
        aria_busy="true",
        data_now="fetch",
    )
    scripted = h("script", src=f"{FOLDER}/theme_and_language.js")
    return prefix_page(HERE, render_page(page, NAME, inside, scripted, _render_noscript()))


def render_not_found() -> str:
    """Return the page for addresses that the host does not know.

    It does not know the root of the site: of its scripts only the one that exists is loaded, and redirects there.
    """
    ways = [h("script", src=f"{'../' * up}{FOLDER[1:]}/not_found.js", defer=True) for up in range(DEEPEST)]
    head = h("head", h("meta", charset="utf-8"), h("title", NAME), *ways)
    return f"<!doctype html>{h('html', head, h('body', _render_noscript()))}"


def render_cleared() -> str:
    """Return the page for a cleared cache without a network. It is in the service worker and uses no other file."""
    named = {"viewport": "width=device-width", "color-scheme": "light dark"}
    metas = [h("meta", name=name, content=content) for name, content in named.items()]
    head = h("head", h("meta", charset="utf-8"), *metas, h("title", NAME))
    said = [_render_cleared(lang) for lang in LANGUAGES]
    return f"<!doctype html>{h('html', head, h('body', h('main', h('h1', NAME), *said)), lang='en')}"


def _render_cleared(lang: str) -> Markup:
    translator = get_translator(lang)
    again = h("a", translator.say("web.loading.again"), href="")
    return h("section", h("p", translator.say("web.loading.cleared")), h("p", again), lang=lang)


def _render_noscript() -> Markup:
    return h("noscript", *(h("p", get_translator(lang).say("web.loading.no-script"), lang=lang) for lang in LANGUAGES))


def _render_missing(translator: Translator) -> Markup:
    """Return the line that names what the browser lacks, filled by window.js."""
    return h("small", translator.say("web.loading.missing"), " ", h("code", data_missing=True))


def _render_progress(lang: str) -> Markup:
    translator = get_translator(lang)
    said = (
        h(
            "p",
            translator.say(f"web.loading.{one}"),
            _render_missing(translator) if one == "old" else None,
            data_say=one,
            class_="lead",
            role="status",
        )
        for one in SAID
    )
    title = translator.say("web.loading")
    again = h("button", translator.say("web.loading.again"), type="button", class_="b", data_reload=True)
    return h(
        "div",
        h("p", h("b", title)),
        h("progress", max=1, value=0, aria_label=title),
        *said,
        again,  # an installed app has no reload button
        data_lang=lang,
        lang=lang,
        hidden=lang != "en",
    )
