"""The command line: what ``automarium`` can be asked to do."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from automarium import games
from automarium.companion import home
from automarium.companion.session import Session, kept_games, new_session, open_session, read_record, words_about
from automarium.faces.terminal import board as boards
from automarium.faces.terminal import rules
from automarium.faces.terminal.draw import add_arguments, draw
from automarium.faces.terminal.play import Play
from automarium.faces.terminal.prompt import Leave, Prompt, parse
from automarium.faces.terminal.records import opened
from automarium.faces.terminal.screen import INDENT, Screen
from automarium.kernel.chance import Chance
from automarium.kernel.game import Game
from automarium.kernel.pack import ABOUT, filled
from automarium.kernel.record import replay
from automarium.kernel.room import Field, Input, Room
from automarium.kernel.ruling import settle
from automarium.kernel.saying import Refused, refuse
from automarium.kernel.table import Answer, Pick, Table, Unanswered
from automarium.voice import LANGUAGES, Voice


def main(arguments: Sequence[str]) -> int:
    try:
        voice = Voice(home.language(_wanted_language(arguments)), games.folders())
    except Refused as refused:
        print(Voice().refusal(refused), file=sys.stderr)
        return 2
    parsed = _parser(voice).parse_args(arguments)
    if parsed.run is None:
        parsed.run, parsed.game, parsed.rest = play, None, []
    screen = Screen(voice, plain=getattr(parsed, "plain", False))
    try:
        return int(parsed.run(parsed, screen) or 0)
    except Refused as refused:
        print(screen.voice.refusal(refused), file=sys.stderr)
        return 2
    except Leave:
        return 0


def _wanted_language(arguments: Sequence[str]) -> str | None:
    """``--lang`` is needed before anything can be said, the help among it."""
    for index, argument in enumerate(arguments):
        if argument == "--lang" and index + 1 < len(arguments):
            return arguments[index + 1]
        if argument.startswith("--lang="):
            return argument.partition("=")[2]
    return None


def _parser(voice: Voice) -> argparse.ArgumentParser:
    shared = argparse.ArgumentParser(add_help=False)
    # Both may stand before or behind the command; the one that was given counts.
    shared.add_argument("--lang", choices=LANGUAGES, default=argparse.SUPPRESS, help=voice.say("cli.lang"))
    plain = {"action": "store_true", "default": argparse.SUPPRESS, "help": voice.say("cli.plain")}
    shared.add_argument("--plain", **plain)  # type: ignore[arg-type]
    parser = argparse.ArgumentParser(prog="automarium", description=voice.say("cli.about"), parents=[shared])
    parser.add_argument("--version", action="store_true", help=voice.say("cli.version"))
    parser.set_defaults(run=None)
    commands = parser.add_subparsers(metavar=voice.say("cli.command"))

    def command(name: str, run: Any) -> argparse.ArgumentParser:
        # `%` is argparse's own sign in a help text.
        text = voice.say(f"cli.{name}").replace("%", "%%")
        added = commands.add_parser(name, help=text, description=text, parents=[shared])
        added.set_defaults(run=run)
        return added

    one = command("play", play)
    one.add_argument("game", nargs="?", help=voice.say("cli.game"))
    one.add_argument("--new", action="store_true", help=voice.say("cli.new"))
    one.add_argument("--resume", metavar="FILE", type=Path, help=voice.say("cli.resume"))
    one.add_argument("--seed", type=int, help=voice.say("cli.seed"))
    one.add_argument("--ruling", action="append", default=[], metavar="ID=CHOICE", help=voice.say("cli.ruling"))
    one.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE", help=voice.say("cli.set"))
    one = command("ask", ask)
    one.add_argument("game", help=voice.say("cli.game"))
    one.add_argument("ask", nargs="?", help=voice.say("cli.which-ask"))
    one.add_argument("--ruling", action="append", default=[], metavar="ID=CHOICE", help=voice.say("cli.ruling"))
    one = command("replay", tell_again)
    one.add_argument("file", type=Path)
    one.add_argument("--why", action="store_true", help=voice.say("cli.why"))
    command("verify", verify).add_argument("file", type=Path)
    one = command("show", show)
    one.add_argument("file", type=Path)
    one.add_argument("--json", action="store_true", help=voice.say("cli.json"))
    add_arguments(command("draw", draw), voice)
    command("games", list_games)
    one = command("rules", show_rules)
    one.add_argument("game", nargs="?", help=voice.say("cli.game"))
    one.add_argument("clause", nargs="?", help=voice.say("cli.clause"))
    one.add_argument("--rulings", action="store_true", help=voice.say("cli.rulings"))
    one.add_argument("--coverage", action="store_true", help=voice.say("cli.coverage"))
    one.add_argument("--quiet", action="store_true", help=voice.say("cli.quiet"))
    one = command("pack", show_pack)
    one.add_argument("game", help=voice.say("cli.game"))
    one.add_argument("set", nargs="*", metavar="PATH VALUE", help=voice.say("cli.pack-set"))
    boards.add_arguments(command("board", boards.board), voice)
    one = command("decide", decide)  # usually answered before this parser is made, see __main__
    one.add_argument("--lines", action="store_true", help=voice.say("cli.lines"))
    one.add_argument("file", nargs="?", default="-")
    return parser


def decide(parsed: argparse.Namespace, _: Screen) -> int:
    """The oracle, when something stands before the word ``decide``."""
    from automarium.faces.oracle import main as oracle

    return oracle([*(["--lines"] if parsed.lines else []), parsed.file])


# ------------------------------------------------------------------------------------------------------------- playing


def play(parsed: argparse.Namespace, screen: Screen) -> int:
    """Go on with a game or begin one, then the prompt until the person leaves."""
    prompt = Prompt(screen)
    session = _resumed(parsed, screen, prompt)
    if session is None:
        session = _begun(parsed, screen, prompt)
    screen.voice = Voice(screen.voice.lang, [session.room.folder])
    for word in session.words:
        screen.sentence(word, "yellow")
    if session.game.position is not None:
        if session.game.inputs:
            screen.board(session.game)
            screen.log(session.game, 1)
        else:
            screen.checklist(session.game)
    screen.say("play.hint", "dim")
    Play(session, screen).run()
    return 0


def _resumed(parsed: argparse.Namespace, screen: Screen, prompt: Prompt) -> Session | None:
    if getattr(parsed, "resume", None) is not None:
        return open_session(parsed.resume)
    wants_new = ("new", "set", "ruling", "seed")
    if any(getattr(parsed, name, None) not in (None, False, []) for name in wants_new):
        return None
    wanted = getattr(parsed, "game", None)
    if wanted is not None:
        games.room(wanted)
    kept = [one for one in kept_games() if not one.over and (wanted is None or one.game in (wanted, "?"))]
    for damaged in (one for one in kept if one.fault is not None):
        assert damaged.fault is not None
        screen.say("games.damaged", "yellow", file=str(damaged.path), fault=screen.voice.refusal(damaged.fault))
    going = [one for one in kept if one.fault is None]
    if not going:
        return None
    screen.say("play.going", "bold")
    for number, one in enumerate(going, 1):
        screen.say("games.line", number=number, game=one.game, turn=one.turn, file=one.path.name)
    options = ("new", *range(1, len(going) + 1))
    answer = prompt.ask(Pick(about="play.which", options=options, default=1))
    return None if answer == "new" else open_session(going[int(str(answer)) - 1].path)


def _begun(parsed: argparse.Namespace, screen: Screen, prompt: Prompt) -> Session:
    room = games.room(_game_to_play(parsed, prompt))
    screen.voice = Voice(screen.voice.lang, [room.folder])
    rulings = _rulings_given(getattr(parsed, "ruling", []))
    settled = settle(room.rulings, rulings)

    def next_option(given: dict[str, Any]) -> Field | None:
        return room.option_field(given, settled)

    options = _options_given(room, next_option, getattr(parsed, "set", []), screen.voice)
    screen.say("play.new", "bold", game=room.name)
    chosen = prompt.fill(next_option, options)
    assert chosen is not None
    return new_session(room, chosen, rulings, getattr(parsed, "seed", None))


def _game_to_play(parsed: argparse.Namespace, prompt: Prompt) -> str:
    if getattr(parsed, "game", None) is not None:
        return str(parsed.game)
    names = games.names()
    return (
        names[0] if len(names) == 1 else str(prompt.ask(Pick(about="play.game", options=tuple(names), family="game")))
    )


def _options_given(
    room: Room, next_option: Callable[[dict[str, Any]], Field | None], pairs: Sequence[str], voice: Voice
) -> dict[str, Any]:
    """``--set level=3``: the options that are otherwise asked; once one is given the others take their defaults."""
    texts = dict(_pair(pair, "--set") for pair in pairs)
    for name in texts:
        if name not in room.option_names:
            raise refuse("option.unknown", f"--set {name}", options=list(room.option_names))
    given: dict[str, Any] = {}
    while texts and (field := next_option(given)) is not None:
        text = texts.get(field.name)
        given[field.name] = field.question.default if text is None else _option(field, text, voice)
    for name in texts:
        if name not in given:
            raise refuse("option.unused", f"--set {name}")
    return given


def _option(field: Field, text: str, voice: Voice) -> Answer:
    try:
        return parse(field.question, text, voice)
    except Refused as refused:
        raise Refused(refused.message, f"--set {field.name}") from None


def _rulings_given(pairs: Sequence[str]) -> dict[str, str]:
    return dict(_pair(pair, "--ruling") for pair in pairs)


def _pair(text: str, where: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise refuse("cli.pair", where, given=text)
    return name.strip(), value.strip()


# ------------------------------------------------------------------------------------------------------------ just ask


def ask(parsed: argparse.Namespace, screen: Screen) -> int:
    """One decision with only the facts that it needs; no game is kept."""
    room = games.room(parsed.game)
    screen.voice = Voice(screen.voice.lang, [room.folder])
    prompt = Prompt(screen)
    name = parsed.ask or str(
        prompt.ask(
            Pick(
                about="ask.which",
                options=tuple(room.asks),
                family="ask",
                default="turn" if "turn" in room.asks else None,
            )
        )
    )
    if name not in room.asks:
        raise refuse("oracle.ask", "ask", given=name, options=sorted(room.asks))
    rulings = settle(room.rulings, _rulings_given(parsed.ruling))
    pack = home.pack_of(room)
    answers: list[Answer] = []
    shown = 0
    while True:
        table = Table(Chance(0), rulings, answers)
        try:
            verdict = room.asks[name].gather(table, pack)
        except Unanswered as unanswered:
            shown = _tell_new(screen, table, shown)
            answer = prompt.ask(unanswered.question)
            assert answer is not None
            answers.append(answer)
            continue
        _tell_new(screen, table, shown)
        for said in verdict.said if not table.steps else ():
            screen.sentence(said, "bold")
        screen.narrowings(verdict.traces, room.rulings, rulings)
        return 0


def _tell_new(screen: Screen, table: Table, shown: int) -> int:
    for step in table.steps[shown:]:
        screen.sentence(step.event, "bold")
    return len(table.steps)


# ------------------------------------------------------------------------------------------------------------- records


def tell_again(parsed: argparse.Namespace, screen: Screen) -> int:
    """The whole game again, in order, undone things among it."""

    def told(game: Game, done: str, input_: Input | None) -> None:
        voice = screen.voice
        if input_ is None:
            screen.line(voice.say("log.setup"), "bold cyan")
        elif done in ("undo", "redo"):
            screen.line(voice.say(f"{done}.done", what=screen.input(input_)), "bold cyan")
            return
        else:
            screen.line(screen.input(input_), "bold cyan")
        run = game.runs[-1]
        told_before = seen.get(id(run.input), 0) if run.answers else 0
        for step in run.steps[told_before:]:
            screen.sentence(step.event, indent=INDENT)
            if parsed.why:
                screen.reasons(game, step, INDENT * 2)
        seen[id(run.input)] = len(run.steps)

    seen: dict[int, int] = {}
    opened(parsed.file, screen, told)
    return 0


def verify(parsed: argparse.Namespace, screen: Screen) -> int:
    """Prove that the record gives the same positions as when it was played."""
    record = read_record(parsed.file)
    room = games.room(record.header.game)
    game, differs = replay(record, room, home.checked_pack(room, record.header.own))
    for word in words_about(record, differs):
        screen.sentence(word)
    if differs is not None:
        return 1
    screen.say("verify.same", count=len(record.lines), digest=game.digest())
    return 0


def show(parsed: argparse.Namespace, screen: Screen) -> int:
    game = opened(parsed.file, screen)
    if parsed.json:
        print(msgspec.json.format(msgspec.json.encode(game.position, order="deterministic")).decode())
    elif game.position is None:
        screen.say("show.setup")
    else:
        screen.board(game)
        screen.score(game.room.score(game.shown, game.rulings))
    return 0


def list_games(_: argparse.Namespace, screen: Screen) -> int:
    kept = kept_games()
    if not kept:
        screen.say("games.none")
    for number, one in enumerate(kept, 1):
        if one.fault is not None:
            screen.say("games.damaged", file=str(one.path), fault=screen.voice.refusal(one.fault))
        else:
            key = "games.over" if one.over else "games.line"
            screen.say(key, number=number, game=one.game, turn=one.turn, file=str(one.path))
    return 0


# --------------------------------------------------------------------------------------------------- rules and packs


def show_rules(parsed: argparse.Namespace, screen: Screen) -> int:
    rooms = [games.room(parsed.game)] if parsed.game else rules.all_rooms()
    if parsed.coverage:
        return rules.print_coverage(screen, rooms, quiet=parsed.quiet)
    if parsed.rulings:
        rules.print_rulings(screen, rooms)
    elif parsed.game is None:
        raise refuse("rules.game", options=games.names())
    else:
        rules.print_clause(screen, rooms[0], parsed.clause or "")
    return 0


def show_pack(parsed: argparse.Namespace, screen: Screen) -> int:
    """What is known of the printed components, how surely, and what is not; or one more fact for the own pack."""
    room = games.room(parsed.game)
    if parsed.set:
        return _set_fact(room, parsed.set, screen)
    pack = home.pack_of(room)
    for section, entries in pack.printed.items():
        if not isinstance(entries, dict) or section == "sources":
            continue
        for id_, fields in entries.items():
            own = id_ in pack.own.get(section, {})
            sure = screen.voice.term("confidence", "own" if own else fields.get("confidence", ""))
            screen.line(f"{section}.{id_}: {sure}. {fields.get('note', '')}".rstrip(), "bold")
            screen.line(_facts(fields), indent=INDENT)
    for path in pack.holes():
        screen.say("pack.hole", "yellow", path=path)
    screen.say("pack.file", file=str(home.own_pack_file(room.name)))
    return 0


def _facts(fields: dict[str, Any]) -> str:
    """The facts of an entry in one line, to compare with the real component."""
    plain = {name: value for name, value in fields.items() if name not in ABOUT}
    return msgspec.json.encode(plain).decode().replace('"', "").replace(",", ", ").replace(":", ": ")


def _set_fact(room: Room, words: Sequence[str], screen: Screen) -> int:
    import tomllib

    if len(words) != 2:
        raise refuse("pack.usage")
    path, text = words
    try:
        value = tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError as error:
        raise refuse("pack.value", path, detail=str(error)) from None
    home.checked_pack(room, filled(home.own_pack(room.name), path, value))
    home.remember_fact(room.name, path, value)
    screen.say("pack.kept", path=path, value=text, file=str(home.own_pack_file(room.name)))
    return 0
