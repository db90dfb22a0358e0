"""The routes that open and share documents. Nothing is fetched: a document is sent by the browser."""

from __future__ import annotations

import base64
import binascii
import zlib

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from automarium.documents.document import find_faults
from automarium.documents.schema import MOST_BYTES
from automarium.engine.definition import AnyDefinition
from automarium.engine.message import Refused, refuse
from automarium.games import plugins
from automarium.interfaces.web.pages.new_game import render_open_document, render_share_document
from automarium.interfaces.web.preferences import game_name, make_page_context
from automarium.interfaces.web.routes.game_request import HeavyRoute, PageRoute, parse_form


class DocumentRoutes:
    def routes(self) -> list[Route]:
        return [
            PageRoute("/document", self.show),
            HeavyRoute("/document", self.open, read_document),
            PageRoute("/document/{game}", self.share),
            PageRoute("/document/{game}/automa.toml", self.download),
        ]

    def show(self, request: Request) -> Response:
        return HTMLResponse(render_open_document(make_page_context(request)))

    def open(self, request: Request, sent: tuple[bytes, str]) -> Response:
        """Load a document and go to its new game; without one, or with a wrong one, say what is wrong."""
        page, (content, code) = make_page_context(request), sent
        text = ""
        try:
            text = decode_link(code) if code else content.decode()
            return RedirectResponse(f"/new/{plugins.add_document(text)}", 303)
        except UnicodeDecodeError:
            faults = [refuse("document.utf8", file="automa.toml")]
        except Refused as fault:
            faults = list(find_faults(text)) or [fault] if text else [fault]
        said = [page.translator.refusal(fault) for fault in faults]
        return HTMLResponse(render_open_document(page, said, text), 422)

    def share(self, request: Request) -> Response:
        definition = find_document(request)
        page = make_page_context(request, definition.name)
        host = f"{request.url.scheme}://{request.headers['host']}{request.app.state.root.removesuffix('/')}"
        address = f"{host}/document#{encode_link(definition.document)}"
        title = game_name(page.translator, definition.name)
        return HTMLResponse(render_share_document(page, definition, title, address))

    def download(self, request: Request) -> Response:
        headers = {"content-disposition": 'attachment; filename="automa.toml"'}
        return Response(find_document(request).document, media_type="application/toml; charset=utf-8", headers=headers)


def find_document(request: Request) -> AnyDefinition:
    definition = plugins.load_definition(request.path_params["game"])
    if not definition.document:
        raise refuse("game.unknown", "game", given=definition.name, options=[])
    return definition


async def read_document(request: Request) -> tuple[bytes, str]:
    """Return the file or the text of the form, and the code of a link."""
    form = await parse_form(request, max_files=1, max_fields=4)
    upload, text, code = form.get("document"), form.get("text"), form.get("code")
    content = b"" if upload is None or isinstance(upload, str) else await upload.read(MOST_BYTES + 1)
    await form.close()
    return content or (text.encode() if isinstance(text, str) else b""), code if isinstance(code, str) else ""


def encode_link(text: str) -> str:
    """Return a document as the fragment of a link."""
    return base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def decode_link(code: str) -> str:
    """Return the document in the fragment of a link. Raise Refused if there is none, or one that is too large."""
    try:
        packed = base64.urlsafe_b64decode(code + "=" * (-len(code) % 4))
        unpacked = zlib.decompressobj().decompress(packed, MOST_BYTES + 1)
        return unpacked.decode()
    except (binascii.Error, ValueError, zlib.error):
        raise refuse("document.link") from None
