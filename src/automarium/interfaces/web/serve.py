"""The command ``automarium serve``: start the server for this machine or for the local network."""

from __future__ import annotations

import argparse
import ipaddress
import os
import socket
import sys
import threading
import time

from automarium.engine.message import Refused, refuse
from automarium.i18n.translator import Translator

PORT = 8765
TRIES = 20  # ports tried if it is taken
HERE, EVERYWHERE = "127.0.0.1", "0.0.0.0"


def add_arguments(parser: argparse.ArgumentParser, translator: Translator) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    words = _make_translator(translator.lang)
    parser.epilog = words.say("serve.epilog")
    parser.add_argument("--port", type=int, help=words.say("serve.port", port=PORT))
    parser.add_argument("--host", metavar="ADDRESS", help=words.say("serve.host"))
    parser.add_argument("--lan", action="store_true", help=words.say("serve.lan"))
    parser.add_argument("--name", action="append", default=[], metavar="NAME", help=words.say("serve.name"))
    parser.add_argument("--proxy", metavar="ADDRESS", help=words.say("serve.proxy"))
    parser.add_argument("--workers", type=int, default=1, metavar="N", help=words.say("serve.workers"))
    parser.add_argument("--rate", type=float, default=60, metavar="N", help=words.say("serve.rate"))
    parser.add_argument("--most-games", type=int, default=10_000, metavar="N", help=words.say("serve.most-games"))
    parser.add_argument("--no-browser", action="store_true", help=words.say("serve.no-browser"))


def _make_translator(lang: str) -> Translator:
    return Translator(lang, [os.path.dirname(__file__)])  # every command makes this parser: no page is loaded for it


def serve(parsed: argparse.Namespace, lang: str) -> int:
    """Serve until Ctrl-C; every input is on disk already."""
    try:
        return _serve(parsed, lang)
    except Refused as refused:  # with the messages of the page
        print(_make_translator(lang).refusal(refused), file=sys.stderr)
        return 2


def _serve(parsed: argparse.Namespace, lang: str) -> int:
    import msgspec
    import uvicorn

    from automarium.interfaces.web.app import VARIABLE, Settings
    from automarium.interfaces.web.security.connection_limits import LimitedProtocol
    from automarium.interfaces.web.security.ownership import load_owner_pass
    from automarium.storage import store_factory

    translator = _make_translator(lang)
    if parsed.workers < 1:
        raise refuse("read.low", "--workers", given=parsed.workers, low=1)
    if parsed.proxy is not None:
        _check_proxy(parsed.proxy, parsed.name)
    host = parsed.host or (EVERYWHERE if parsed.lan else HERE)
    lan = parsed.lan or host not in (HERE, "::1", "localhost")
    database = store_factory.database_url(getattr(parsed, "database", None))
    settings = Settings(
        database=database,
        lan=lan,
        public=bool(parsed.name),
        names=(*parsed.name, *(_find_own_names() if lan else ())),
        rate=parsed.rate,
        most_games=parsed.most_games,
        proxy=parsed.proxy,
    )
    store = store_factory.open_store(database)
    for notice in store.notices:
        print(translator.sentence(notice), file=sys.stderr)
    store.close()  # an unusable store is reported before serving
    port = find_port(host, parsed.port)
    os.environ[VARIABLE] = msgspec.json.encode(settings).decode()
    _print_addresses(translator, port, load_owner_pass(), lan=lan, workers=parsed.workers)
    if not parsed.no_browser and _has_screen():
        threading.Thread(target=_open_browser, args=(port,), daemon=True).start()
    uvicorn.run(
        "automarium.interfaces.web.app:make_worker_app",
        factory=True,
        http=LimitedProtocol,
        host=host,
        port=port,
        workers=parsed.workers,
        access_log=False,
        log_level="warning",
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=2,
    )
    return 0


def _check_proxy(proxy: str, names: list[str]) -> None:
    """Raise Refused if the proxy is no address, or if no host name is given: only named servers trust a proxy."""
    try:
        ipaddress.ip_address(proxy)
    except ValueError:
        raise refuse("serve.no-address", "--proxy", given=proxy) from None
    if not names:
        raise refuse("serve.proxy-name", "--proxy")


def find_port(host: str, wanted: int | None) -> int:
    """Return the wanted port, or the first free one from the default on."""
    ports = range(PORT, PORT + TRIES) if wanted is None else [wanted]
    for port in ports:
        try:
            family = socket.AF_INET6 if ":" in host else socket.AF_INET
            with socket.socket(family) as trial:
                if sys.platform != "win32":  # where it would let two servers have the same port
                    trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                trial.bind((host, port))
                return int(trial.getsockname()[1])
        except (OSError, OverflowError) as error:
            fault = str(getattr(error, "strerror", None) or error)
    raise refuse("serve.taken", "--port", port=ports[-1], detail=fault)


def _find_own_names() -> list[str]:
    name = socket.gethostname().lower()
    return [name, f"{name}.local"]


def _print_addresses(translator: Translator, port: int, word: str, *, lan: bool, workers: int) -> None:
    """Print the addresses of the page. The one for phones contains the owner's pass."""
    print(translator.say("serve.here", address=f"http://{HERE}:{port}/"))
    if lan:
        import segno

        from automarium.interfaces.web.lan import find_own_address

        address = f"http://{find_own_address()}:{port}/owner/{word}"
        print(translator.say("serve.open-to-all"))
        print(translator.say("serve.there", address=address))
        if sys.stdout.isatty():
            segno.make(address, micro=False).terminal(compact=True, border=2)
        else:
            segno.make(address, micro=False).terminal(border=2)
    else:
        print(translator.say("serve.phone"))
    if workers > 1:
        print(translator.say("serve.each-worker", count=workers))
    print(translator.say("serve.stop"))
    sys.stdout.flush()


def _has_screen() -> bool:
    """Return whether a graphical browser can be opened."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _open_browser(port: int) -> None:
    import webbrowser

    for _ in range(100):
        try:
            with socket.create_connection((HERE, port), timeout=1):
                webbrowser.open(f"http://{HERE}:{port}/")
                return
        except OSError:
            time.sleep(0.1)
