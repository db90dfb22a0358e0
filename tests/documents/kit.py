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
