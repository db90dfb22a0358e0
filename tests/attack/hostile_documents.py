"""Documents of strangers: the largest and the heaviest, endless turns, odd numbers, code, and sentences that look into
the program. Each goes in as a file on the page, as the code of a link, and through the table protocol."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from starlette.testclient import TestClient

import automarium
from automarium.documents.schema import MOST_BYTES
from automarium.engine.content import pack as pack_files
from automarium.games import plugins
from automarium.i18n import languages
from automarium.interfaces.web.routes.document import encode_link
from automarium.storage.store import Limits
from automarium.storage.store_factory import open_store
from tests.attack.attack_result import AttackResult
from tests.attack.parser_bombs import find_toml_bombs
from tests.documents.kit import EXAMPLES, read_example, write_document
from tests.interfaces.web.kit import browser, do, words

SECONDS = 10.0  # of one core, for one document in every way; most take a tenth of one
STEP = '[[turn]]\nclause = "SMA-A01"\n'
ANY = 'clause = "SMA-A01"'


def list_documents() -> Iterator[tuple[str, str]]:
    """Yield hostile documents with their names. Some are refused, some are played; none may do more than its bounds."""
    cards = "\n".join(f"{number} = {{ a = {number} }}" for number in range(1, 201))
    deck = f'[cards]\nfields = {{ a = "number" }}\n[cards.list]\n{cards}\n'
    draw = f"{STEP}draw = true\n"
    every = ", ".join(f'"P{number}"' for number in range(1, 121))
    board = f'[places]\nkind = "ring"\nlist = [{every}]\n'
    heavy = "count(within(it, 99)) + " * 8 + "0"
    rule = f'{{ most = "{heavy}", {ANY} }}'
    chooses = [f'[[turn]]\nchoose = "c{n}"\namong = "places"\nrules = [{", ".join([rule] * 8)}]\n' for n in range(20)]
    yield "a turn without end", write_document("", turn=f"{STEP}score = 1\n{STEP}again = true\n")
    yield "draws without end", write_document(deck, turn=f"{draw}{STEP}again = true\n")
    yield "the heaviest turn", write_document(deck, turn=draw + "".join(chooses), places=board)
    yield "heavy odds", write_document(deck, turn=draw + chooses[0], places=board)
    hexes = ", ".join(f"P{n} = [{n % 11 * 900}, {n // 11 * 900}]" for n in range(1, 121))
    yield "hexes far apart", write_document("", places=f'[places]\nkind = "hex"\nhexes = {{ {hexes} }}\n')
    yield (
        "many decks",
        write_document(
            "".join(
                f'[decks.d{n}]\nname = "d"\nfields = {{ a = "number" }}\n[decks.d{n}.list]\n{cards}\n' for n in range(8)
            ),
            turn="".join(f'{STEP}draw = "d{n}"\n' for n in range(8)),
        ),
    )
    product = "*".join(["9999"] * 40)
    numbers = [
        product,
        f"-({product})",
        "9" * 290,
        "9" * 5,
        "-1",
        "1 - 2",
        "0 - 10000 * 10000",
        "stones(P1) * stones(P1)",
    ]
    for number in numbers:
        ask = '[words.en]\n"ask.x" = "?"\n'
        asking = f'{STEP}ask = "x"\nlow = "{number}"\nhigh = "{number}"\n'
        turn = f'{STEP}score = "{number}"\n{STEP}put = "stones"\nat = "P1"\ncount = "{number}"\n{asking}'
        amount = write_document(ask, turn=turn).replace('amount = "points"', f'amount = "{number}"')
        yield f"the number {number[:12]}", amount
        taking = f'{STEP}take = "stones"\nfrom = "P1"\nto = "mat"\ncount = "{number}"\n'
        yield f"takes {number[:12]}", write_document("", turn=taking + f'{STEP}say = "x"\n{ask}')
    for source in (
        "(" * 100 + "1" + ")" * 100,
        "not " * 70 + "yes",
        "-" * 250 + "1",
        "[" * 90 + "]" * 90,
        "1 if " * 50,
    ):
        yield f"nested {source[:8]}", write_document("", turn=f'{STEP}score = 1\nwhen = "{source}"\n')
    for code in (
        "__import__('os').system('x')",
        "open('/etc/passwd')",
        "pawn.__class__",
        "().__class__",
        "(lambda: 1)()",
    ):
        yield f"code {code[:12]}", write_document("", turn=f'{STEP}score = 1\nwhen = "{code}"\n')
    yield "a step in Python", write_document("", turn=f'{STEP}python = "os:getcwd"\n')
    for text in ("{piece.__class__}", "{piece._forms.__globals__}", "{count:999999999d}", "{0}", "{piece!r}", "{{{"):
        said = f'[words.en]\n"say.x" = "{text}"\n"moved" = "{text}"\n'
        yield f"the sentence {text}", write_document(said, turn=f'{STEP}say = "x"\n{STEP}move = "pawn"\nto = "P1"\n')
    for name in ("../../etc", "/etc/passwd", "document:x", "scythe", "con", "x" * 400, "é"):
        yield f"the name {name[:12]}", write_document("").replace('name = "small"', f'name = "{name}"')
    yield "markup", write_document("").replace('title = "Small"', 'title = "<script>alert(1)</script>"')
    yield from ((f"TOML: {name}", text) for name, text in find_toml_bombs(MOST_BYTES))
    yield "too large", write_document("") + "#" * MOST_BYTES


def attack(many: int) -> AttackResult:
    result = AttackResult("documents of strangers")
    store = open_store(None, Limits(games=1_000_000))
    client = browser(store)
    worst = 0.0
    for name, text in list_documents():
        before = time.process_time()
        result.attempt(f"page: {name}", try_page, client, text)
        result.attempt(f"protocol: {name}", try_protocol, client, text)
        worst = max(worst, time.process_time() - before)
    result.judge("time", worst < SECONDS, f"the slowest document took {worst:.1f} s of one core")
    result.attempt("many documents", try_many, client, many)
    result.attempt("files", try_files)
    result.attempt("a folder with Python", try_folder)
    store.close()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    result.note = f"the slowest took {worst:.1f} s of one core; {peak} MB at the most"
    return result


def try_page(client: TestClient, text: str) -> str | None:
    """Open a document as a file and as a link, begin a game, take turns, look at every page."""
    as_link = client.post("/document", data={"code": encode_link(text)}, follow_redirects=False)
    opened = client.post("/document", files={"document": ("automa.toml", text)}, follow_redirects=False)
    if opened.status_code != as_link.status_code or opened.status_code not in (303, 422, 413):
        return f"answers {opened.status_code} to the file, {as_link.status_code} to the link"
    if opened.status_code != 303:
        return None if "Line" in words(opened.text) or len(text) >= MOST_BYTES // 2 else words(opened.text)[-300:]
    at = opened.headers["location"]
    begun = client.post(at, data={"seed": "1"}, follow_redirects=False)
    if begun.status_code != 303:
        return f"{begun.status_code} for a new game: {words(begun.text)[-300:]}"
    key = begun.headers["location"].split("/")[2]
    for _ in range(2):
        if (done := do(client, key, {"do": "next"})).status_code not in (200, 409, 422):
            return f"{done.status_code} for a turn: {words(done.text)[-300:]}"
    pages = [f"/g/{key}", f"/g/{key}/score", f"/g/{key}/odds", f"/g/{key}/log", at, at.replace("/new/", "/rules/")]
    for page in pages:
        answer = client.get(page)
        if answer.status_code >= 500 or "<script>alert" in answer.text or "__main__" in answer.text:
            return f"{answer.status_code} for {page}"
    return None


def try_protocol(client: TestClient, text: str) -> str | None:
    looks = [{"look": look} for look in ("table", "position", "odds", "score", "record", "board")]
    lines = [{"game": "small", "seed": 1, "document": text}, {"do": "next"}, *looks, {"do": "next"}, *looks]
    answer = client.post(
        "/api/table", content=json.dumps({"lines": lines}), headers={"content-type": "application/json"}
    )
    return None if answer.status_code in (200, 400, 413, 422) else f"{answer.status_code}: {answer.text[:300]}"


def try_many(client: TestClient, many: int) -> str | None:
    """Open more documents than are kept: nothing of the older ones stays in memory."""
    for number in range(many):
        client.post("/document", data={"text": write_document("") + f"# {number}\n"})
    kept = [
        len(plugins._documents),
        len({path.split(os.sep)[0] for path in pack_files._provided}),
        len(languages._provided),
    ]
    return None if max(kept) <= plugins.MOST_DOCUMENTS else f"kept: {kept}"


PROGRAM = """
import os, sys
from automarium.games import plugins
from automarium.lab.simulated_game import play_game
from automarium.box.box import checked_pack
from automarium.i18n.translator import Translator

text = sys.stdin.read()
play_game(plugins.load_definition("expeditions"), {}, 1, checked_pack(plugins.load_definition("expeditions"), {}))
ours = [os.path.realpath(one) for one in (sys.prefix, sys.base_prefix, *sys.path) if one]

def look(event, arguments):
    if event == "open" and isinstance(arguments[0], str):
        path = os.path.realpath(arguments[0])
        if not any(path.startswith(one) for one in ours) or "document:" in path:
            sys.exit(f"opened {path}")
    if event in ("os.system", "subprocess.Popen", "socket.connect", "os.remove"):
        sys.exit(event)

sys.addaudithook(look)
definition = plugins.load_definition(plugins.add_document(text))
level = "spring"
position = play_game(definition, {"level": level, "deck": "app"}, 3, checked_pack(definition, {}))
assert position.over
Translator("en", [definition.folder]).sentence(definition.words.overview(position)[0])
"""


def try_files() -> str | None:
    """Play a document in a process that ends as soon as a file that is not the program's is opened."""
    environment = {**os.environ, "PYTHONPATH": str(Path(automarium.__file__).parents[1])}
    command = [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {environment['PYTHONPATH']!r})\n{PROGRAM}"]
    done = subprocess.run(command, input=read_example("ember"), capture_output=True, text=True, timeout=120)
    return None if done.returncode == 0 else done.stderr[-500:]


def try_folder() -> str | None:
    """A folder with Python beside the document is not imported, whatever the document says."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        marker = Path(folder) / "imported"
        (Path(folder) / "evil.py").write_text(f"open({str(marker)!r}, 'w')\ndef run(state): pass\n")
        (Path(folder) / "__init__.py").write_text("from . import evil\n")
        step = '[[turn]]\npython = "evil:run"\n\n[[turn]]\ndraw = true'
        text = (EXAMPLES / "heron" / "automa.toml").read_text("utf-8").replace("[[turn]]\ndraw = true", step, 1)
        (Path(folder) / "automa.toml").write_text(text, "utf-8")
        environment = {**os.environ, "PYTHONPATH": str(Path(automarium.__file__).parents[1]), "AUTOMARIUM_LANG": "en"}
        for command in ("check", "play", "rules", "simulate"):
            done = subprocess.run(
                [sys.executable, "-m", "automarium", command, "."],
                cwd=folder, env=environment, input="", capture_output=True, text=True, timeout=120,
            )  # fmt: skip
            if done.returncode == 0 or "only allowed in installed packages" not in done.stdout + done.stderr:
                return f"{command}: exit {done.returncode}: {(done.stdout + done.stderr)[-300:]}"
            if marker.exists():
                return f"{command} imported it"
    return None
