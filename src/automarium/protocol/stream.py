"""The stream of the table protocol: takes lines one after the other and answers each."""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Callable, Iterator

from automarium.engine import strict_json
from automarium.engine.game.playthrough import Playthrough, parse_input
from automarium.engine.game.undo import redo_steps
from automarium.engine.message import Message, Refused, refuse
from automarium.engine.play.event import Step
from automarium.protocol.game import ProtocolGame, answer_query, begin_game, build_answer
from automarium.protocol.oracle import make_translator
from automarium.views.json_views import Plain, check_json

log = logging.getLogger("automarium.table")


class TableStream:
    """A game by lines. A line that is wrong or fails gets an error as its answer and changes nothing."""

    def __init__(self) -> None:
        self._played: ProtocolGame | None = None
        self._number = 0

    def send(self, line: object) -> Plain:
        """Return the answer to one line, both as plain JSON data."""
        return self._answer(lambda: line)[0]

    def encode(self, line: object) -> bytes:
        """Return the answer to one line of plain JSON data as JSON text."""
        return self._answer(lambda: line)[1]

    def send_text(self, text: bytes) -> bytes:
        """Return the answer to one line, both as JSON text without a line feed."""
        return self._answer(lambda: strict_json.parse(text, strict_json.LONGEST))[1]

    def skip(self) -> None:
        """Count a blank line, which has no answer."""
        self._number += 1

    def _answer(self, read: Callable[[], object]) -> tuple[Plain, bytes]:
        """Return the answer to the line that ``read`` returns, as data and as JSON text. Whatever goes wrong, the game
        is as before the line."""
        self._number += 1
        played, line = self._played, None
        try:
            with contextlib.nullcontext() if played is None else played.atomic():
                line = read()
                answer = self._take(line)
                return answer, strict_json.encode(answer)
        except Refused as refused:
            fault = refused
        except RecursionError:
            fault = refuse("oracle.deep")
        except Exception:
            log.exception("line %d of a table stream failed", self._number)
            fault = refuse("protocol.failed")
        self._played = played
        error = self.error(fault, line)
        return error, strict_json.encode(error)

    def error(self, refused: Refused, line: object = None) -> Plain:
        """Return the answer to a wrong line. A header has the words and the language of its own game."""
        where = f"line {self._number}{f': {refused.where}' if refused.where else ''}"
        is_header = isinstance(line, dict) and "game" in line
        translator = self._played.view.translator if self._played and not is_header else make_translator(line)
        return {"error": {"where": where, "message": translator.sentence(refused.message)}}

    def _take(self, line: object) -> Plain:
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
        return build_answer(played, played.game.runs[0].steps, completes_setup=played.game.position is not None)

    def _done(self, played: ProtocolGame, line: Plain) -> Plain:
        data = dict(line)
        then = data.pop("then", None)
        if not isinstance(then, (str, type(None))):
            raise refuse("read.kind", "then", kind="", wanted="")
        setting_up = played.game.position is None
        steps = _follow(played.game, data)
        if then is not None and then != played.game.digest():
            raise refuse("protocol.then", "then", given=then)
        played.lines.append(line if then is not None else data)
        return build_answer(played, steps, completes_setup=setting_up and played.game.position is not None)


def _follow(game: Playthrough, data: Plain) -> list[Step]:
    """Carry out a line and return its steps."""
    if data == {"do": "undo"}:
        game.undo()
        return []
    if data == {"do": "redo"}:
        return redo_steps(game)[1]
    return game.put(parse_input(game.definition, data))


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
            answer = stream.encode(line)
            size += len(answer)
            if size <= most:
                yield answer
                continue
            refused = Refused(Message("protocol.bytes", {"count": most}))
        else:
            stream.skip()
        yield strict_json.encode(stream.error(refused))
