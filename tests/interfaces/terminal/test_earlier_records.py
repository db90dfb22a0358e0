"""Games of earlier versions in the terminal: opened and continued."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from automarium.engine.game.playthrough import Playthrough, read_input
from automarium.engine.game.record import decode
from automarium.engine.play.command import NEXT, Respond
from automarium.engine.question import Answer, AnyQuestion, Form, Pick
from automarium.games import plugins
from automarium.sessions.record_replay import as_today
from automarium.sessions.session import open_session
from automarium.storage.store_factory import open_store
from tests.answers import pick_offered
from tests.interfaces.terminal.kit import format_answer, run_command
from tests.proof import PROOF

RECORDS = Path(__file__).parents[2] / "records"
FILES = sorted(RECORDS.glob("[12]/*.jsonl"))
LAST = [max(RECORDS.glob(f"{of}/{game}-*.jsonl")) for of in (1, 2) for game in plugins.names()]
TURNS = 3


def cut_record(file: Path) -> bytes:
    """Return the first two thirds of a record: in the middle of a turn, or between two."""
    lines = file.read_bytes().splitlines(keepends=True)
    return b"".join(lines[: len(lines) * 2 // 3])


def list_typed(game: Playthrough) -> Iterator[str]:
    for _ in range(TURNS):
        while game.question is not None:
            answer = fill_lines(game.question)
            yield format_answer(game.question, answer)
            game.put(Respond(answer))
        if game.definition.is_over(game.position):
            return
        yield NEXT
        game.put(read_input(game.definition, {"do": NEXT}))


def fill_lines(question: AnyQuestion) -> Answer:
    """Where a card was turned up there is one."""
    if isinstance(question, Form):
        return {field.name: fill_lines(field.question) for field in question.fields}
    return question.options[0] if isinstance(question, Pick) and question.default is None else pick_offered(question)


@pytest.mark.parametrize("file", FILES if PROOF else LAST, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_a_game_of_an_earlier_version_goes_on(home: Path, tmp_path: Path, file: Path) -> None:
    content = cut_record(file)
    game = as_today(decode(content))[0].game
    typed = list(list_typed(game))
    cut = tmp_path / file.name
    cut.write_bytes(content)
    done = run_command("play", "--resume", str(cut), typed="\n".join(["list", *typed, "!quit", ""]))
    assert (done.returncode, done.stderr) == (0, "")
    assert "is not one of the options" not in done.stdout
    store = open_store()
    assert open_session(store, store.games()[0].key).game.digest() == game.digest()
    store.close()
