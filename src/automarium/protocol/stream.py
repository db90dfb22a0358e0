"""The stream of the table protocol: takes lines one after the other and answers each."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from automarium.engine import strict_json
from automarium.engine.game.playthrough import Playthrough, parse_input
from automarium.engine.game.replay import redo_steps
from automarium.engine.message import Message, Refused, refuse
from automarium.engine.play.event import Step
from automarium.protocol.game import ProtocolGame, begin_game, build_answer, encode_setup
from automarium.protocol.oracle import make_translator
from automarium.protocol.queries import answer_query
from automarium.views.json_views import Plain, check_json


class TableStream:
    """A game by lines. A wrong line gets an error as its answer and changes nothing."""

    def __init__(self) -> None:
        self._played: ProtocolGame | None = None
        self._number = 0

    def send(self, line: object) -> Plain:
        """Return the answer to one line, both as plain JSON data."""
        self._number += 1
        return self._guarded(lambda: line)

    def send_text(self, text: bytes) -> bytes:
        """Return the answer to one line, both as JSON text without a line feed."""
        self._number += 1
        return strict_json.encode(self._guarded(lambda: strict_json.parse(text, strict_json.LONGEST)))

    def skip(self) -> None:
        """Count a blank line, which has no answer."""
        self._number += 1

    def _guarded(self, read: Callable[[], object]) -> Plain:
        line: object = None
        try:
            line = read()
            return self._taken(line)
        except Refused as refused:
            return self.error(refused, line)
        except RecursionError:
            return self.error(refuse("oracle.deep"))

    def error(self, refused: Refused, line: object = None) -> Plain:
        """Return the answer to a wrong line. A header has the words and the language of its own game."""
        where = f"line {self._number}{f': {refused.where}' if refused.where else ''}"
        is_header = isinstance(line, dict) and "game" in line
        translator = self._played.view.translator if self._played and not is_header else make_translator(line)
        return {"error": {"where": where, "message": translator.sentence(refused.message)}}

    def _taken(self, line: object) -> Plain:
        if not isinstance(line, dict):
            raise refuse("protocol.object")
        check_json(line)
        kinds = [kind for kind in ("game", "do", "look") if kind in line]
        if len(kinds) != 1:
            raise refuse("protocol.kind")
        if kinds == ["game"]:
            return self._begun(line)
        if self._played is None:
            raise refuse("protocol.header")
        return self._done(self._played, line) if kinds == ["do"] else answer_query(self._played, line)

    def _begun(self, line: Plain) -> Plain:
        self._played = played = begin_game(line)
        return {**build_answer(played, played.game.runs[0].steps, hands=False), "setup": encode_setup(played)}

    def _done(self, played: ProtocolGame, line: Plain) -> Plain:
        data = dict(line)
        then = data.pop("then", None)
        if not isinstance(then, (str, type(None))):
            raise refuse("read.kind", "then", kind="", wanted="")
        steps = _follow(played.game, data)
        if then is not None and then != played.game.digest():
            _take_back(played.game, data)
            raise refuse("protocol.then", "then", given=then)
        played.lines.append(line if then is not None else data)
        return build_answer(played, steps)


def _follow(game: Playthrough, data: Plain) -> list[Step]:
    """Carry out a line and return its steps."""
    if data == {"do": "undo"}:
        game.undo()
        return []
    if data == {"do": "redo"}:
        return redo_steps(game)[1]
    return game.put(parse_input(game.definition, data))


def _take_back(game: Playthrough, data: Plain) -> None:
    if data == {"do": "undo"}:
        game.redo()
    else:
        game.undo()
        if data != {"do": "redo"}:
            game.undone_runs.pop()


def encode_answers(
    lines: list[object], seconds: float, most: int, clock: Callable[[], float] = time.monotonic
) -> Iterator[bytes]:
    """Yield the answer to each line of one request as JSON text. After ``seconds``, or from the line on whose answer
    would make more than ``most`` bytes in all, every line is an error."""
    stream, end, size = TableStream(), clock() + seconds, 0
    refused: Refused | None = None
    for line in lines:
        if refused is None and clock() > end:
            refused = Refused(Message("protocol.time", {"count": int(seconds)}))
        if refused is None:
            answer = strict_json.encode(stream.send(line))
            size += len(answer)
            if size <= most:
                yield answer
                continue
            refused = Refused(Message("protocol.bytes", {"count": most}))
        else:
            stream.skip()
        yield strict_json.encode(stream.error(refused))
