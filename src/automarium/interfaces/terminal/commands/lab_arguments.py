"""The arguments of the lab's commands. Nothing of the lab is imported here."""

from __future__ import annotations

import argparse
import os

from automarium.i18n.translator import Translator
from automarium.interfaces.terminal.arguments import AddArguments

GAMES = 1000
BLAME_GAMES = 500  # with each part and without it
TRIALS = 64
BATCH = 8
PRICE = 0.05  # of a changed value, in points, turns or per cent


def _add_simulate(one: argparse.ArgumentParser, translator: Translator) -> None:
    _add_configuration(one, translator)
    _add_run(one, translator)
    _add_columns(one, translator)
    one.add_argument("--rivals", action="store_true", help=translator.say("cli.lab.rivals"))
    one.add_argument("--records", metavar="FOLDER", help=translator.say("cli.lab.records"))
    one.add_argument("--shard", metavar="K/N", help=translator.say("cli.lab.shard"))
    one.add_argument("--resume", action="store_true", help=translator.say("cli.lab.resume"))


def _add_sweep(one: argparse.ArgumentParser, translator: Translator) -> None:
    _add_configuration(one, translator)
    one.add_argument(
        "--over", action="append", default=[], metavar="WHAT=A,B,…", required=True, help=translator.say("cli.lab.over")
    )
    _add_run(one, translator)
    _add_columns(one, translator)
    one.add_argument("--shard", metavar="K/N", help=translator.say("cli.lab.shard"))
    one.add_argument("--resume", action="store_true", help=translator.say("cli.lab.resume"))


def _add_compare(one: argparse.ArgumentParser, translator: Translator) -> None:
    _add_configuration(one, translator)
    one.add_argument("first", metavar="A", help=translator.say("cli.lab.variant"))
    one.add_argument("second", metavar="B", help=translator.say("cli.lab.variant"))
    _add_run(one, translator)
    _add_columns(one, translator)
    one.add_argument("--resume", action="store_true", help=translator.say("cli.lab.resume"))


def _add_blame(one: argparse.ArgumentParser, translator: Translator) -> None:
    _add_configuration(one, translator)
    one.add_argument("--of", metavar="KIND", help=translator.say("cli.lab.of"))
    one.add_argument("--only", default="", metavar="A,B,…", help=translator.say("cli.lab.only"))
    _add_measure(one, translator)
    one.add_argument("--take", action="append", default=[], metavar="PATH=VALUE", help=translator.say("cli.lab.take"))
    _add_run(one, translator, games=BLAME_GAMES)
    one.add_argument("--resume", action="store_true", help=translator.say("cli.lab.resume"))


def _add_merge(one: argparse.ArgumentParser, translator: Translator) -> None:
    one.add_argument("files", nargs="+", metavar="FILE", help=translator.say("cli.lab.shards"))
    one.add_argument("--out", metavar="FILE", required=True, help=translator.say("cli.lab.out"))


def _add_report(one: argparse.ArgumentParser, translator: Translator) -> None:
    one.add_argument("files", nargs="+", metavar="RESULTS", help=translator.say("cli.lab.results"))
    one.add_argument("--out", metavar="FILE.html", default="report.html", help=translator.say("cli.lab.html"))
    one.add_argument("--game", metavar="FILE", help=translator.say("cli.lab.document-played"))
    one.add_argument("--pack", action="append", default=[], metavar="FILE", help=translator.say("cli.lab.pack-played"))
    one.add_argument("--audit", action="store_true", help=translator.say("cli.lab.audit"))
    one.add_argument("--wins", metavar="A..B", help=translator.say("cli.lab.wins-target"))
    _add_measure(one, translator)


def _add_tune(one: argparse.ArgumentParser, translator: Translator) -> None:
    _add_configuration(one, translator)
    _add_aims(one, translator)


def _add_baseline(one: argparse.ArgumentParser, translator: Translator) -> None:
    one.add_argument("--check", action="store_true", help=translator.say("cli.lab.check"))
    one.add_argument("--file", metavar="FILE", help=translator.say("cli.lab.baseline-file"))
    one.add_argument("--games", type=int, help=translator.say("cli.lab.games-baseline"))


def _add_configuration(one: argparse.ArgumentParser, translator: Translator) -> None:
    """Add the arguments that say what is played."""
    one.add_argument("game", help=translator.say("cli.game"))
    one.add_argument("--level", help=translator.say("cli.lab.level"))
    one.add_argument("--rival", help=translator.say("cli.lab.rival"))
    one.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE", help=translator.say("cli.set"))
    one.add_argument("--ruling", action="append", default=[], metavar="ID=CHOICE", help=translator.say("cli.ruling"))
    one.add_argument("--pack", metavar="FILE", help=translator.say("cli.lab.pack"))


def _add_run(one: argparse.ArgumentParser, translator: Translator, games: int = GAMES) -> None:
    """Add the arguments that say how many games are played, where, and into which file."""
    one.add_argument("--games", type=int, default=games, help=translator.say("cli.lab.games"))
    one.add_argument("--seed", type=int, default=1, help=translator.say("cli.lab.seed"))
    _add_workers(one, translator)
    one.add_argument("--out", metavar="FILE", help=translator.say("cli.lab.out"))


def _add_columns(one: argparse.ArgumentParser, translator: Translator) -> None:
    """Add the arguments that say what is noted of each game."""
    one.add_argument("--explain", type=int, default=20, metavar="N", help=translator.say("cli.lab.explain"))
    one.add_argument("--lines", action="store_true", help=translator.say("cli.lab.lines"))


def _add_measure(one: argparse.ArgumentParser, translator: Translator) -> None:
    one.add_argument("--by", default="automa", metavar="MEASURE", help=translator.say("cli.lab.by"))


def _add_workers(one: argparse.ArgumentParser, translator: Translator) -> None:
    one.add_argument("--workers", type=int, default=os.cpu_count() or 1, help=translator.say("cli.lab.workers"))
    one.add_argument("--cluster", metavar="ADDRESS", help=translator.say("cli.lab.cluster"))


def _add_aims(one: argparse.ArgumentParser, translator: Translator) -> None:
    wanted = {"action": "append", "default": [], "required": True}
    one.add_argument("--target", **wanted, metavar="AIM", help=translator.say("cli.lab.target"))  # type: ignore[arg-type]
    one.add_argument("--free", **wanted, metavar="PATH=A..B", help=translator.say("cli.lab.free"))  # type: ignore[arg-type]
    one.add_argument("--few", type=float, default=PRICE, metavar="PRICE", help=translator.say("cli.lab.few"))
    one.add_argument("--games", type=int, default=200, help=translator.say("cli.lab.games-trial"))
    one.add_argument("--trials", type=int, default=TRIALS, help=translator.say("cli.lab.trials"))
    one.add_argument("--batch", type=int, default=BATCH, help=translator.say("cli.lab.batch"))
    one.add_argument("--seed", type=int, default=1, help=translator.say("cli.lab.seed"))
    _add_workers(one, translator)
    one.add_argument("--name", help=translator.say("cli.lab.name"))
    one.add_argument("--out", metavar="FILE.toml", required=True, help=translator.say("cli.lab.out-pack"))


LAB_COMMANDS: dict[str, tuple[str, AddArguments]] = {  # the modules in which they are, and their arguments
    "simulate": ("lab", _add_simulate),
    "sweep": ("lab", _add_sweep),
    "compare": ("lab", _add_compare),
    "blame": ("blame", _add_blame),
    "merge": ("lab", _add_merge),
    "report": ("lab", _add_report),
    "tune": ("tune", _add_tune),
    "baseline": ("lab", _add_baseline),
}
