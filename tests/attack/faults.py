"""A real server with faults put into it; nothing that it logs may contain a key."""

from __future__ import annotations

import urllib.error
from contextlib import suppress
from urllib.request import Request, urlopen

from automarium.storage import user_folder
from tests.attack.attack_result import AttackResult
from tests.attack.kills import run_server
from tests.attack.kit import A_LONG_TIME
from tests.attack.slow_clients import begin_game

# Each fault has the key in its message, and is raised where another logs it: the application, uvicorn, the event loop,
# a thread, a destructor, a warning.
PROGRAM = """
import asyncio, sys, threading, warnings
from automarium.interfaces.web.routes import game_pages
from automarium.interfaces.web.security.request_guard import RequestGuard
from automarium.__main__ import main

table, guarded = game_pages.GamePageRoutes.table, RequestGuard.__call__


class Ends:
    def __init__(self, key):
        self.key = key

    def __del__(self):
        raise RuntimeError(f"destructor {self.key}")


def fail(text):
    raise RuntimeError(f"thread {text}")


def broken(self, request):
    key = request.path_params["key"]
    kind = request.query_params.get("fault")
    if kind == "view":
        raise RuntimeError(f"view {key!r} \\\\n{key}")
    if kind == "warning":
        warnings.warn(f"warning {key}")
    if kind == "thread":
        thread = threading.Thread(target=fail, args=(key,), name=key)
        thread.start()
        thread.join()
    if kind == "destructor":
        Ends(key)
    return table(self, request)


async def call(self, scope, receive, send):
    key = scope["path"][3:25] if scope["type"] == "http" else ""
    if scope.get("query_string") == b"fault=server":
        raise RuntimeError(f"server {key}")
    if scope.get("query_string") == b"fault=loop":
        asyncio.get_running_loop().call_soon(fail, key)
        asyncio.ensure_future(later(key))
    await guarded(self, scope, receive, send)


async def later(key):
    raise RuntimeError(f"task {key}")


game_pages.GamePageRoutes.table = broken
RequestGuard.__call__ = call
sys.exit(main())
"""
KINDS = ("view", "server", "loop", "thread", "destructor", "warning")


def attack(times: int) -> AttackResult:
    result = AttackResult("keys in the log")
    with run_server(program=["-c", PROGRAM], log="faults.log") as (process, port):
        for _ in range(times):
            key = begin_game(port)
            for kind in KINDS:
                with suppress(urllib.error.HTTPError):
                    urlopen(Request(f"http://127.0.0.1:{port}/g/{key}?fault={kind}"), timeout=A_LONG_TIME).close()
                written = (user_folder.folder() / "faults.log").read_text()
                result.judge(f"{kind} of {key}", key not in written, "the key is in the log")
        result.judge("the server", process.poll() is None, "has ended")
    for kind in ("view", "server", "thread", "destructor", "warning"):
        result.judge(f"{kind} is logged", f"{kind} " in written, written[-2000:])
    result.note = f"{len(written)} letters of log"
    return result
