"""The command line. The only module that imports several interfaces."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from automarium import lab
from automarium.engine.message import Refused
from automarium.games import plugins
from automarium.i18n.languages import LANGUAGES
from automarium.i18n.translator import Translator
from automarium.interfaces.terminal.arguments import COMMANDS, import_later, open_document, translate_argparse
from automarium.interfaces.terminal.commands.lab_arguments import add_commands as add_lab
from automarium.interfaces.terminal.commands.new_game import add_arguments as add_new_game
from automarium.interfaces.terminal.commands.new_game import new_game
from automarium.interfaces.terminal.question_prompt import InputEnded
from automarium.interfaces.terminal.screen import Screen
from automarium.interfaces.web import serve as web
from automarium.storage import user_folder


def main(arguments: Sequence[str]) -> int:
    try:
        translator = Translator(user_folder.language(_wanted_language(arguments)), [*plugins.folders(), lab.FOLDER])
    except Refused as refused:
        print(Translator().refusal(refused), file=sys.stderr)
        return 2
    words = Translator(translator.lang, [lab.FOLDER])  # of the parser, which needs no game's
    translate_argparse(words)
    parser = _parser(words)
    parsed = parser.parse_args(arguments)
    if parsed.run is None:
        parsed = parser.parse_args([*arguments, "play"])
    screen = Screen(translator, plain=getattr(parsed, "plain", False))
    asked = getattr(parsed, "game", None)
    for name, broken in plugins.find_broken().items():
        if name != asked and not (isinstance(asked, list) and name in asked):  # else it is refused by name
            print(translator.refusal(broken), file=sys.stderr)
    try:
        if isinstance(asked, str):
            parsed.game = open_document(asked)
        return int(parsed.run(parsed, screen) or 0)
    except Refused as refused:
        print(screen.translator.refusal(refused), file=sys.stderr)
        return 2
    except InputEnded:
        return 0


def _wanted_language(arguments: Sequence[str]) -> str | None:
    """Return the value of ``--lang``, which is needed before the parser with its help is made."""
    for index, argument in enumerate(arguments):
        if argument == "--lang" and index + 1 < len(arguments):
            return arguments[index + 1]
        if argument.startswith("--lang="):
            return argument.partition("=")[2]
    return None


def _parser(translator: Translator) -> argparse.ArgumentParser:
    shared = argparse.ArgumentParser(add_help=False)
    # These are allowed before and after the command.
    shared.add_argument("--lang", choices=LANGUAGES, default=argparse.SUPPRESS, help=translator.say("cli.lang"))
    plain = {"action": "store_true", "default": argparse.SUPPRESS, "help": translator.say("cli.plain")}
    shared.add_argument("--plain", **plain)  # type: ignore[arg-type]
    shared.add_argument("--database", metavar="URL", default=argparse.SUPPRESS, help=translator.say("cli.database"))
    parser = argparse.ArgumentParser(prog="automarium", description=translator.say("cli.about"), parents=[shared])
    parser.add_argument("--version", action="store_true", help=translator.say("cli.version"))
    parser.set_defaults(run=None)
    commands = parser.add_subparsers(metavar=translator.say("cli.command"))

    def command(name: str, run: object) -> argparse.ArgumentParser:
        # argparse formats help texts with `%`.
        text = translator.say(f"cli.{name}").replace("%", "%%")
        added = commands.add_parser(name, help=text, description=text, parents=[shared])
        added.set_defaults(run=run)
        return added

    web.add_arguments(command("serve", serve), translator)
    one = command("play", import_later(f"{COMMANDS}.play", "play"))
    one.add_argument("game", nargs="?", help=translator.say("cli.play-game"))
    one.add_argument("--new", action="store_true", help=translator.say("cli.new"))
    one.add_argument("--resume", metavar="GAME", help=translator.say("cli.resume"))
    one.add_argument("--seed", type=int, help=translator.say("cli.seed"))
    one.add_argument("--level", help=translator.say("cli.lab.level"))
    one.add_argument("--ruling", action="append", default=[], metavar="ID=CHOICE", help=translator.say("cli.ruling"))
    one.add_argument("--edition", metavar="NAME", help=translator.say("cli.edition"))
    one.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE", help=translator.say("cli.set"))
    one = command("ask", import_later(f"{COMMANDS}.ask", "ask"))
    one.add_argument("game", help=translator.say("cli.game"))
    one.add_argument("ask", nargs="?", help=translator.say("cli.which-ask"))
    one.add_argument("--ruling", action="append", default=[], metavar="ID=CHOICE", help=translator.say("cli.ruling"))
    one = command("replay", import_later(f"{COMMANDS}.records", "replay_game"))
    one.add_argument("record", metavar="GAME", help=translator.say("cli.record"))
    one.add_argument("--why", action="store_true", help=translator.say("cli.why"))
    one = command("verify", import_later(f"{COMMANDS}.records", "verify"))
    one.add_argument("record", metavar="GAME", help=translator.say("cli.record"))
    one = command("show", import_later(f"{COMMANDS}.records", "show"))
    one.add_argument("record", metavar="GAME", help=translator.say("cli.record"))
    one.add_argument("--json", action="store_true", help=translator.say("cli.json"))
    one = command("draw", import_later(f"{COMMANDS}.draw", "draw"))
    one.add_argument("record", metavar="GAME", help=translator.say("cli.record"))
    one.add_argument("-o", "--output", metavar="FILE", type=Path, help=translator.say("cli.output"))
    one.add_argument("--step", metavar="N", type=int, help=translator.say("cli.step"))
    one.add_argument("--dark", action="store_true", help=translator.say("cli.dark"))
    one = command("games", import_later(f"{COMMANDS}.records", "list_games"))
    one.add_argument("--delete", metavar="GAME", help=translator.say("cli.delete"))
    one = command("export", import_later(f"{COMMANDS}.records", "export_games"))
    one.add_argument("file", nargs="?", metavar="FILE", help=translator.say("cli.export-file"))
    one = command("import", import_later(f"{COMMANDS}.records", "import_games"))
    one.add_argument("files", nargs="+", metavar="FILE", help=translator.say("cli.import-file"))
    one = command("rules", import_later(f"{COMMANDS}.rules", "show_rules"))
    one.add_argument("game", nargs="?", help=translator.say("cli.game"))
    one.add_argument("clause", nargs="?", help=translator.say("cli.clause"))
    one.add_argument("--rulings", action="store_true", help=translator.say("cli.rulings"))
    one.add_argument("--coverage", action="store_true", help=translator.say("cli.coverage"))
    one.add_argument("--quiet", action="store_true", help=translator.say("cli.quiet"))
    one = command("pack", import_later(f"{COMMANDS}.pack", "show_pack"))
    one.add_argument("game", help=translator.say("cli.lab.pack-game"))
    one.add_argument("set", nargs="*", metavar="PATH VALUE", help=translator.say("cli.pack-set"))
    one = command("board", import_later(f"{COMMANDS}.board", "board"))
    one.add_argument("words", nargs="*", metavar="WORD", help=translator.say("cli.board-words"))
    one.add_argument("--file", metavar="FILE", type=Path, help=translator.say("cli.board-file"))
    one.add_argument("--game", help=translator.say("cli.game"))
    one = command("box", import_later(f"{COMMANDS}.box", "show_box"))
    one.add_argument("words", nargs="*", metavar="WORD", help=translator.say("cli.box-words"))
    one.add_argument("--to", metavar="FILE", type=Path, help=translator.say("cli.box-to"))
    one.add_argument("--take", choices=("new", "all"), help=translator.say("cli.box-take"))
    one.add_argument("--ours", action="store_true", help=translator.say("cli.box-ours"))
    add_lab(command, translator)
    add_new_game(command("new-game", new_game), translator)
    one = command("check", check)
    one.add_argument("game", nargs="+", help=translator.say("cli.game"))
    one.add_argument("--tests", metavar="FOLDER", help=translator.say("cli.check-tests"))
    one = command("decide", decide)  # usually run by __main__ without this parser
    one.add_argument("--lines", action="store_true", help=translator.say("cli.lines"))
    one.add_argument("file", nargs="?", default="-")
    one = command("table", table)  # likewise
    one.add_argument("file", nargs="?", default="-")
    return parser


def check(parsed: argparse.Namespace, screen: Screen) -> int:
    from automarium.check.command import check as check_games  # it imports every part of the program

    return check_games(parsed, screen)


def serve(parsed: argparse.Namespace, screen: Screen) -> int:
    return web.serve(parsed, screen.translator.lang)


def decide(parsed: argparse.Namespace, _: Screen) -> int:
    """Run the oracle when other options precede the word ``decide``."""
    from automarium.interfaces.json_lines import decide_lines

    return decide_lines([*(["--lines"] if parsed.lines else []), parsed.file])


def table(parsed: argparse.Namespace, _: Screen) -> int:
    """Run the table protocol when other options precede the word ``table``."""
    from automarium.interfaces.json_lines import table_lines

    return table_lines([parsed.file])
