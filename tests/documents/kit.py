"""Documents for tests."""

from __future__ import annotations

from pathlib import Path

from automarium.documents.document import load_document
from automarium.documents.game import make_definition
from automarium.engine.content.pack import Pack
from automarium.engine.definition import AnyDefinition
from automarium.engine.game.playthrough import Playthrough

EXAMPLES = Path(__file__).parent.parent.parent / "examples" / "documents"
NAMES = sorted(folder.name for folder in EXAMPLES.iterdir() if (folder / "automa.toml").exists())


def read_example(name: str) -> str:
    return (EXAMPLES / name / "automa.toml").read_text("utf-8")


def load_example(name: str) -> tuple[AnyDefinition, Pack]:
    definition = make_definition(load_document(read_example(name)))
    return definition, Pack.of_folder(f"{definition.folder}/pack")


def begin(name: str, seed: int = 1, rulings: dict[str, str] | None = None, **options: str) -> Playthrough:
    definition, pack = load_example(name)
    level = str(next(iter(definition.setup.option_fields({}, None, pack))).question.default)
    return Playthrough(definition, {"level": level, "deck": "app", **options}, rulings or {}, seed, pack)


def write_document(body: str, *, turn: str = "", game: str = "turns = 6", places: str = "") -> str:
    """Return a small document with these parts: three places in a line, one piece of each side, stones, one track."""
    head = f"""[game]
name = "small"
prefix = "SMA"
title = "Small"
about = "A small game."
clause = "SMA-A01"
setup_clause = "SMA-A01"
{game}
"""
    rest = """
[pieces.pawn]
side = "automa"
start = "P2"
name = "The pawn"

[pieces.yours]
side = "human"
start = "P1"
name = "Your pawn"

[counters.stones]
start = 3
name = "Stones"
mats.mat = "the Automa’s"

[tracks.points]
side = "automa"
name = "Points"

[levels.easy]
name = "easy"
numbers.load = 1

[levels.hard]
name = "hard"
numbers.load = 2

[[score]]
side = "automa"
name = "points"
amount = "points"
clause = "SMA-A01"

[[clause]]
id = "SMA-A01"
text = "The only rule."
"""
    board = places or '[places]\nkind = "line"\nlist = ["P1", "P2", "P3"]\n'
    steps = turn or '[[turn]]\nscore = 1\nclause = "SMA-A01"\n'
    return "\n".join([head, board, rest, body, steps])


def begin_text(text: str, *, seed: int = 1, rulings: dict[str, str] | None = None, **options: str) -> Playthrough:
    """Begin a game of a document; raise Refused with its first fault."""
    definition = make_definition(load_document(text))
    pack = Pack.of_folder(f"{definition.folder}/pack")
    chosen = {"level": "easy", "deck": "app", **options}
    return Playthrough(definition, chosen, rulings or {}, seed, pack)


def do(game: Playthrough, name: str, **fields: object) -> None:
    game.put(game.definition.commands[name](**fields))
