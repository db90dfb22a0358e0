"""The page that opens a document: an Automa from a file or a link."""

from __future__ import annotations

from collections.abc import Sequence

from automarium.engine.definition import AnyDefinition
from automarium.interfaces.web.html import Markup, h, hidden, link
from automarium.interfaces.web.page import Notice, PageContext, render_page
from automarium.interfaces.web.pages.share import render_copy


def render_open_document(page: PageContext, faults: Sequence[str] = (), text: str = "") -> str:
    """Return the form for a document; after a refusal with the faults, one a line, and the text."""
    form = h(
        "form",
        h("label", page.say("web.document.file"), for_="document"),
        h("input", type="file", id="document", name="document", accept=".toml,application/toml"),
        h("label", page.say("web.document.text"), for_="text"),
        h("textarea", text, id="text", name="text", rows=12, spellcheck="false"),
        hidden("code", ""),
        h("button", page.say("web.document.open"), type="submit", class_="b strong"),
        method="post",
        action="/document",
        enctype="multipart/form-data",
        class_="open",
        data_document=True,
    )
    listed = h("ol", *(h("li", fault) for fault in faults), class_="faults") if faults else None
    notice = Notice(page.say("web.document.wrong", count=len(faults)), wrong=True) if faults else None
    about = h("p", page.say("web.document.about"), class_="lead")
    return render_page(page, page.say("web.document"), about, listed, form, notice=notice, class_="document-page")


def render_document_links(page: PageContext, definition: AnyDefinition) -> Markup:
    """Return where the rules of a document are, and its file and link to pass on."""
    name = definition.name
    return h(
        "p",
        link(page.say("web.rules"), f"/rules/{name}", "b"),
        link(page.say("web.document.share"), f"/document/{name}", "b"),
        class_="tellers",
    )


def render_share_document(page: PageContext, definition: AnyDefinition, title: str, address: str) -> str:
    """Return a document's file, and the link that carries it."""
    return render_page(
        page,
        page.say("web.document.share"),
        h("label", page.say("web.document.link"), for_="link"),
        h("input", value=address, readonly=True, id="link"),
        render_copy(page, "link", page.say("web.document.copy")),
        h("p", link(page.say("web.document.download"), f"/document/{definition.name}/automa.toml", "b", download=True)),
        back=(f"/new/{definition.name}", title),
        under=title,
        class_="share-page",
    )
