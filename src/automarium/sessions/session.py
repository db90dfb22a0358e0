"""A game in progress: every input is in the store before it is answered.

A line is applied, then appended to the game's journal; if it cannot be written, or another client has written
first, the game is put back to where it was, so that what is shown is always what is kept. ``refresh`` carries out the
lines that other clients have appended since.
"""

from __future__ import annotations

import math
import secrets
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import TypeAlias

import msgspec

from automarium.box import box
from automarium.engine.content.component import HOUSE, is_thing_form
from automarium.engine.definition import AnyDefinition
from automarium.engine.game.playthrough import Playthrough
from automarium.engine.game.record import Header, Record, apply_line, begin, decode, encode, make_header, parse_line
from automarium.engine.message import Message, Refused, message, refuse
from automarium.engine.play.command import Input, Respond
from automarium.engine.play.event import Step
from automarium.engine.question import AnyQuestion, is_silent
from automarium.games import plugins
from automarium.storage.store import Conflict, Journal, Missing, Store, StoredGame, Summary
from automarium.views.game import find_side_to_move, find_stage


def record_warnings(record: Record, differs: int | None) -> list[Message]:
    """Return what a person should know about a record: its last line is torn, or line ``differs`` led elsewhere."""
    warnings = []
    if record.torn:
        warnings.append(message("record.torn", line=len(record.lines) + 2))
    if differs is not None:
        warnings.append(message("record.differs", line=differs, made=record.header.app))
    return warnings


ReplayListener: TypeAlias = Callable[[Playthrough, str, Input | None], None]


class Session:
    """A game in progress and its journal. ``words`` are messages for the person about the record (it comes out
    differently, a fact is not kept). ``keeps_facts``: printed facts in answers go into the own pack; so it is where the
    owner plays."""

    def __init__(self, store: Store, journal: Journal, header: Header, game: Playthrough, words: list[Message]) -> None:
        self.store = store
        self.key = journal.key
        self.name = journal.name
        self.header = header
        self.game = game
        self.revision = journal.revision
        self.words = words
        self.keeps_facts = True

    @property
    def definition(self) -> AnyDefinition:
        return self.game.definition

    def put(self, input_: Input) -> list[Step]:
        """Carry out an input and return its steps. The answer for a hole is kept in the own pack as well."""
        question = self.game.question
        with self.game.atomic():
            steps = self.game.put(input_)
            self._keep(input_)
        self._remember(question, input_)
        return [*steps, *self._put_obvious_answer()]

    def begin(self) -> None:
        """Carry out the setup as far as it needs no answer of a person."""
        self._put_obvious_answer()

    def _put_obvious_answer(self) -> list[Step]:
        """Answer a form that asks for nothing, and with the house value what the owner does not want to be asked."""
        question = self.game.question
        if question is not None and is_silent(question):
            return self.put(Respond({}))
        if question is None or not self.keeps_facts or not (holes := box.find_needed_holes(question)):
            return []
        unasked = set(holes) <= set(self.store.packs.box(self.definition.name).house)
        ours = box.find_house_answer(question, self.game.pack) if unasked else None
        return [] if ours is None else self.put(Respond(ours, ours=True))

    def use_house(self, *, everywhere: bool = False) -> list[Step]:
        """Answer the open question about a component with the house value, in this game only. ``everywhere``: what is
        asked later in this game is answered in the same way."""
        question = self.game.question
        ours = None if question is None else box.find_house_answer(question, self.game.pack)
        if ours is None or (everywhere and not is_thing_form(question)):
            raise refuse("box.no-house")
        if isinstance(ours, dict) and is_thing_form(question):
            ours = {**ours, HOUSE: "game" if everywhere else "these"}
        steps = self.put(Respond(ours, ours=True))
        self.words.append(message("box.ours-once"))
        return steps

    def undo(self) -> Input:
        with self.game.atomic():
            undone = self.game.undo()
            self._keep({"do": "undo"})
        self._forget(undone)
        return undone

    def undo_answer(self) -> Input:
        """Undo the last input that a person gave."""
        undone = self.undo()
        while self.game.question is not None and is_silent(self.game.question):
            undone = self.undo()
        return undone

    def redo(self) -> Input:
        question = self.game.question
        with self.game.atomic():
            redone = self.game.redo()
            self._keep({"do": "redo"})
        self._remember(question, redone)
        return redone

    def expect(self, revision: int) -> None:
        """Raise Conflict if a page shows another revision than this."""
        if revision != self.revision:
            raise Conflict(self.revision)

    def behind(self) -> bool:
        """Return whether another client has moved the game on since."""
        revision = self.store.revisions([self.key]).get(self.key)
        if revision is None:
            raise Missing
        return revision != self.revision

    def refresh(self, heard: ReplayListener | None = None) -> int:
        """Carry out the lines that were appended since and return their number; ``heard`` as in ``record.replay``."""
        if not self.behind():
            return 0
        news = self.store.read(self.key, self.revision)
        for text in news.lines:
            line = parse_line(text, self.revision + 1)
            done = apply_line(self.game, line.data)
            self.revision += 1
            if heard:
                heard(self.game, line.data["do"], done)
        return len(news.lines)

    def journal(self) -> Journal:
        """The whole record, to be downloaded."""
        return self.store.read(self.key)

    def _keep(self, data: object) -> None:
        """Append a line to the journal."""
        line = encode(data, self.game.digest())
        self.revision = self.store.append(self.key, self.revision, [line], summarize(self.game))

    def _remember(self, question: AnyQuestion | None, input_: Input) -> None:
        """Put the printed facts in an answer into the box."""
        if not isinstance(input_, Respond) or input_.ours:
            return
        if facts := box.find_answered_facts(question, input_.to):
            self._change_box(lambda known: known.with_facts(facts, box.hash_game_key(self.key)))

    def _forget(self, undone: Input) -> None:
        """Take the facts of an undone answer out of the box, if this game put them there."""
        if not isinstance(undone, Respond):
            return
        if facts := box.find_answered_facts(self.game.question, undone.to):
            self._change_box(lambda known: known.without_facts_of(box.hash_game_key(self.key), facts))

    def _change_box(self, edit: Callable[[box.Box], box.Box]) -> None:
        if not self.keeps_facts:
            return
        try:
            self.store.packs.change(self.definition.name, edit)
        except Refused as fault:  # the answer itself is in the record; only the next game will ask again
            self.words.append(fault.message)


def new_session(
    store: Store,
    definition: AnyDefinition,
    options: Mapping[str, object],
    rulings: dict[str, str],
    seed: int | None = None,
    name: str = "",
    *,
    guest: bool = False,
    address: str = "",
) -> Session:
    """Begin a game and its journal; ``guest``: for a guest from this ``address``. The facts of the own pack are copied
    into the record."""
    pack = box.pack_of(definition, store.packs)
    header = make_header(definition, options, rulings, secrets.randbits(48) if seed is None else seed, pack)
    game = begin(definition, header, pack)
    key = store.create([encode(header)], summarize(game), name, guest=guest, address=address)
    session = Session(store, store.read(key), header, game, [])
    session.keeps_facts = not guest
    session.begin()
    return session


def open_session(store: Store, key: str) -> Session:
    """Return the session of a kept game. Raise Refused if its record cannot be replayed."""
    journal = store.read(key)
    record = decode(journal.content)
    game, differs = box.replay_record(record)
    return Session(store, journal, record.header, game, record_warnings(record, differs))


def add_record(
    store: Store,
    content: bytes,
    name: str = "",
    *,
    guest: bool = False,
    address: str = "",
    seconds: float = math.inf,
) -> Session:
    """Keep a record from outside as a new game and return its session. It is measured, read and replayed before
    anything is kept; ``seconds`` is how long that may take."""
    store.limits.check(content.count(b"\n"), len(content))
    record = decode(content)
    game, differs = box.replay_record(record, seconds)
    key = store.create(record.texts, summarize(game), name, guest=guest, address=address)
    return Session(store, store.read(key), record.header, game, record_warnings(record, differs))


def restore_documents(store: Store, games: Iterable[StoredGame]) -> None:
    """Load the documents of these games again, so that their names are known: each is in the game's record."""
    for one in games:
        try:
            plugins.load_definition(one.summary.game)
        except Refused:
            with suppress(Refused):
                header = decode(store.read(one.key).content.partition(b"\n")[0] + b"\n").header
                plugins.load_recorded(header.game, header.document)


def summarize(game: Playthrough) -> Summary:
    """Return the state of a game for the list of games."""
    if game.position is None:
        return Summary(game.definition.name)
    status = game.definition.status(game.position)
    sheet = game.definition.scoring.score(game.position, game.rulings)
    # A finished game whose winner is not known yet is still to be gone on with.
    settled = status.over and sheet.verdict is not None
    shown = game.definition.status(game.shown)
    return Summary(
        game.definition.name,
        status.turn,
        settled,
        dict(sheet.totals),
        sheet.verdict,
        names=status.names,
        stage=find_stage(shown),
        to_move="" if status.over else "question" if game.question is not None else find_side_to_move(status),
        winner=sheet.winner if settled else None,
        options=dict(game.options),
        rulings=unusual_rulings(game),
    )


def unusual_rulings(game: Playthrough) -> dict[str, str]:
    """Return the rulings that this game does not settle by default."""
    usual = {ruling.id: ruling.default for ruling in game.definition.rulings.rulings()}
    return {id_: choice for id_, choice in game.rulings.chosen().items() if choice != usual.get(id_)}


FEWEST = 5  # finished games that say how strong a player is


class OwnResults(msgspec.Struct, frozen=True):
    """The points of finished games of one game, and the levels at which they were made."""

    points: tuple[int, ...]
    levels: tuple[str, ...]


def find_own_results(store: Store, game: str) -> OwnResults:
    """Return the results of the owner of a store. Raise Refused if there are too few, or if the store is a server's,
    which doesn't say whose games they are."""
    if store.shared:
        raise refuse("lab.me.shared", "--rival")
    found = collect_results(store.games(most=store.limits.all), game)
    check_enough(found, "--rival")
    return found


def check_enough(found: OwnResults, where: str) -> None:
    """Raise Refused if there are too few results to say how strong a player is."""
    if len(found.points) < FEWEST:
        raise refuse("lab.me.few", where, count=len(found.points), needed=FEWEST)


def collect_results(games: Iterable[StoredGame], game: str) -> OwnResults:
    """Return the results of those games that are finished, of this game, and not a guest's."""
    finished = [
        one.summary
        for one in games
        if one.summary.game == game and one.summary.over and not one.guest and "human" in one.summary.totals
    ]
    levels = dict.fromkeys(str(one.options["level"]) for one in finished if "level" in one.options)
    return OwnResults(tuple(one.totals["human"] for one in finished), tuple(levels))
