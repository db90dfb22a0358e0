"""The command line. The only module that imports several interfaces."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from automarium import lab
from automarium.engine.message import Refused
from automarium.games import plugins
from automarium.i18n.languages import list_codes
from automarium.i18n.translator import Translator
from automarium.interfaces.terminal.arguments import (
    COMMANDS,
    AddArguments,
    CommandParser,
    import_later,
    open_document,
    translate_argparse,
)
from automarium.interfaces.terminal.commands.lab_arguments import LAB_COMMANDS
from automarium.interfaces.terminal.screen import InputEnded, Screen
from automarium.storage import user_folder


def main(arguments: Sequence[str]) -> int:
    try:
        translator = Translator(user_folder.language(_wanted_language(arguments)), [*plugins.folders(), lab.FOLDER])
    except Refused as refused:
        print(Translator().refusal(refused), file=sys.stderr)
        return 2
    words = Translator(translator.lang, [lab.FOLDER])  # of the parser, which needs no game's
    translate_argparse(words)
    parser = _make_parser(words)
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


def _make_parser(translator: Translator) -> argparse.ArgumentParser:
    shared = CommandParser(add_help=False)
    # These are allowed before and after the command.
    language = {"metavar": "LANG", "choices": list_codes(), "help": translator.say("cli.lang")}
    shared.add_argument("--lang", default=argparse.SUPPRESS, **language)  # type: ignore[arg-type]
    plain = {"action": "store_true", "default": argparse.SUPPRESS, "help": translator.say("cli.plain")}
    shared.add_argument("--plain", **plain)  # type: ignore[arg-type]
    shared.add_argument("--database", metavar="URL", default=argparse.SUPPRESS, help=translator.say("cli.database"))
    parser = CommandParser(prog="automarium", description=translator.say("cli.about"), parents=[shared])
    parser.add_argument("--version", action="store_true", help=translator.say("cli.version"))
    parser.set_defaults(run=None)
    commands = parser.add_subparsers(metavar=translator.say("cli.command"))

    def command(name: str, run: object, add_arguments: AddArguments) -> None:
        # argparse formats help texts with `%`.
        text = translator.say(f"cli.{name}").replace("%", "%%")
        added = commands.add_parser(name, help=text, description=text, parents=[shared])
        added.set_defaults(run=run)
        added.add_arguments = lambda: add_arguments(added, translator)

    command("serve", serve, import_later("automarium.interfaces.web.serve", "add_arguments"))
    command("play", import_later(f"{COMMANDS}.play", "play"), _add_play)
    command("ask", import_later(f"{COMMANDS}.ask", "ask"), _add_ask)
    command("replay", import_later(f"{COMMANDS}.records", "replay_game"), _add_replay)
    command("verify", import_later(f"{COMMANDS}.records", "verify"), _add_record)
    command("show", import_later(f"{COMMANDS}.records", "show"), _add_show)
    command("draw", import_later(f"{COMMANDS}.draw", "draw"), _add_draw)
    command("games", import_later(f"{COMMANDS}.records", "list_games"), _add_games)
    command("export", import_later(f"{COMMANDS}.records", "export_games"), _add_export)
    command("import", import_later(f"{COMMANDS}.records", "import_games"), _add_import)
    command("rules", import_later(f"{COMMANDS}.rules", "show_rules"), _add_rules)
    command("pack", import_later(f"{COMMANDS}.pack", "show_pack"), _add_pack)
    command("board", import_later(f"{COMMANDS}.board", "board"), _add_board)
    command("box", import_later(f"{COMMANDS}.box", "show_box"), _add_box)
    for name, (module, add_arguments) in LAB_COMMANDS.items():
        command(name, import_later(f"{COMMANDS}.{module}", name), add_arguments)
    command("new-game", *(import_later(f"{COMMANDS}.new_game", name) for name in ("new_game", "add_arguments")))
    command("check", check, _add_check)
    command("decide", decide, _add_decide)  # usually run by __main__ without this parser
    command("table", table, _add_file)  # likewise
    return parser


def _add_play(parser: argparse.ArgumentParser, translator: Translator) -> None:
    parser.add_argument("game", nargs="?", help=translator.say("cli.play-game"))
    parser.add_argument("--new", action="store_true", help=translator.say("cli.new"))
    parser.add_argument("--resume", metavar="GAME", help=translator.say("cli.resume"))
    parser.add_argument("--seed", type=int, help=translator.say("cli.seed"))
    parser.add_argument("--level", help=translator.say("cli.lab.level"))
    parser.add_argument("--ruling", action="append", default=[], metavar="ID=CHOICE", help=translator.say("cli.ruling"))
    parser.add_argument("--edition", metavar="NAME", help=translator.say("cli.edition"))
    parser.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE", help=translator.say("cli.set"))


def _add_ask(parser: argparse.ArgumentParser, translator: Translator) -> None:
    parser.add_argument("game", help=translator.say("cli.game"))
    parser.add_argument("ask", nargs="?", help=translator.say("cli.which-ask"))
    parser.add_argument("--ruling", action="append", default=[], metavar="ID=CHOICE", help=translator.say("cli.ruling"))


def _add_record(parser: argparse.ArgumentParser, translator: Translator) -> None:
    parser.add_argument("record", metavar="GAME", help=translator.say("cli.record"))


def _add_replay(parser: argparse.ArgumentParser, translator: Translator) -> None:
    _add_record(parser, translator)
    parser.add_argument("--why", action="store_true", help=translator.say("cli.why"))


def _add_show(parser: argparse.ArgumentParser, translator: Translator) -> None:
    _add_record(parser, translator)
    parser.add_argument("--json", action="store_true", help=translator.say("cli.json"))


def _add_draw(parser: argparse.ArgumentParser, translator: Translator) -> None:
    _add_record(parser, translator)
    parser.add_argument("-o", "--output", metavar="FILE", type=Path, help=translator.say("cli.output"))
    parser.add_argument("--step", metavar="N", type=int, help=translator.say("cli.step"))
    parser.add_argument("--dark", action="store_true", help=translator.say("cli.dark"))


def _add_games(parser: argparse.ArgumentParser, translator: Translator) -> None:
    parser.add_argument("--delete", metavar="GAME", help=translator.say("cli.delete"))


def _add_export(parser: argparse.ArgumentParser, translator: Translator) -> None:
    parser.add_argument("file", nargs="?", metavar="FILE", help=translator.say("cli.export-file"))


def _add_import(parser: argparse.ArgumentParser, translator: Translator) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help=translator.say("cli.import-file"))


def _add_rules(parser: argparse.ArgumentParser, translator: Translator) -> None:
    parser.add_argument("game", nargs="?", help=translator.say("cli.game"))
    parser.add_argument("clause", nargs="?", help=translator.say("cli.clause"))
    parser.add_argument("--rulings", action="store_true", help=translator.say("cli.rulings"))
    parser.add_argument("--coverage", action="store_true", help=translator.say("cli.coverage"))
    parser.add_argument("--quiet", action="store_true", help=translator.say("cli.quiet"))


def _add_pack(parser: argparse.ArgumentParser, translator: Translator) -> None:
    parser.add_argument("game", help=translator.say("cli.lab.pack-game"))
    parser.add_argument("set", nargs="*", metavar="PATH VALUE", help=translator.say("cli.pack-set"))


def _add_board(parser: argparse.ArgumentParser, translator: Translator) -> None:
    parser.add_argument("words", nargs="*", metavar="WORD", help=translator.say("cli.board-words"))
    parser.add_argument("--file", metavar="FILE", type=Path, help=translator.say("cli.board-file"))
    parser.add_argument("--game", help=translator.say("cli.game"))


def _add_box(parser: argparse.ArgumentParser, translator: Translator) -> None:
    parser.add_argument("words", nargs="*", metavar="WORD", help=translator.say("cli.box-words"))
    parser.add_argument("--to", metavar="FILE", type=Path, help=translator.say("cli.box-to"))
    parser.add_argument("--take", choices=("new", "all"), help=translator.say("cli.box-take"))
    parser.add_argument("--ours", action="store_true", help=translator.say("cli.box-ours"))


def _add_check(parser: argparse.ArgumentParser, translator: Translator) -> None:
    parser.add_argument("game", nargs="+", help=translator.say("cli.game"))
    parser.add_argument("--tests", metavar="FOLDER", help=translator.say("cli.check-tests"))


def _add_decide(parser: argparse.ArgumentParser, translator: Translator) -> None:
    parser.add_argument("--lines", action="store_true", help=translator.say("cli.lines"))
    _add_file(parser, translator)


def _add_file(parser: argparse.ArgumentParser, _: Translator) -> None:
    parser.add_argument("file", nargs="?", default="-")


def check(parsed: argparse.Namespace, screen: Screen) -> int:
    from automarium.check.command import check as check_games  # it imports every part of the program

    return check_games(parsed, screen)


def serve(parsed: argparse.Namespace, screen: Screen) -> int:
    from automarium.interfaces.web.serve import serve as start_server

    return start_server(parsed, screen.translator.lang)


def decide(parsed: argparse.Namespace, _: Screen) -> int:
    """Run the oracle when other options precede the word ``decide``."""
    from automarium.interfaces.json_lines import decide_lines

    return decide_lines([*(["--lines"] if parsed.lines else []), parsed.file])


def table(parsed: argparse.Namespace, _: Screen) -> int:
    """Run the table protocol when other options precede the word ``table``."""
    from automarium.interfaces.json_lines import table_lines

    return table_lines([parsed.file])
