"""``automarium tune``: find a pack that meets aims within ranges, and prove it."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from functools import reduce
from pathlib import Path

import msgspec

from automarium.engine.content.pack import Entries, Pack, overlay
from automarium.engine.definition import AnyDefinition
from automarium.engine.message import Say, refuse
from automarium.engine.play.chance import Chance
from automarium.engine.play.desk import Table
from automarium.interfaces.terminal.commands.lab import format_duration, show_assumptions
from automarium.interfaces.terminal.commands.lab_configuration import (
    OURS,
    build_configuration,
    collect_choices,
    find_database,
    load_game,
)
from automarium.interfaces.terminal.screen import INDENT, Screen
from automarium.lab import result_files
from automarium.lab.configuration import Configuration, Design, make_configuration
from automarium.lab.designer_packs import KINDS, NAME, PackKind, find_kind, format_pack, read_pack
from automarium.lab.search_space import SearchSpace, find_values, get_layer
from automarium.lab.simulated_game import PreparedGame
from automarium.lab.simulation import open_runner
from automarium.lab.statistics import format_number
from automarium.lab.summary import summarise
from automarium.lab.tuner import Search, Trial, TuningResult, check_extra
from automarium.lab.tuning_aims import Aim, AimResult, Selection, parse_aims

UNCHANGED = ("pack", "ours")  # in the selection of an aim: our pack unchanged
MOST_TRIALS = 100_000
MOST_PRICE = 1000
MOST_SEED = 2**32 - 1  # of numpy, which the samplers use


def tune(parsed: argparse.Namespace, screen: Screen) -> int:
    check_extra()
    definition = load_game(parsed.game, screen)
    out = _check_out(parsed)
    limits = (("games", 1, 1_000_000), ("trials", 1, MOST_TRIALS), ("batch", 1, 1000), ("seed", 0, MOST_SEED))
    for name, low, high in limits:
        if not low <= getattr(parsed, name) <= high:
            raise refuse("answer.number", f"--{name}", given=getattr(parsed, name), low=low, high=high)
    if not 0 <= parsed.few <= MOST_PRICE:
        raise refuse("lab.price", "--few", given=parsed.few, low=0, high=MOST_PRICE)
    wanted = parse_aims(parsed.target)
    common, database = collect_choices(parsed), find_database(parsed)

    def build(selection: Selection) -> Configuration:
        """Return the configuration of a selection: the options of the command, overridden by those of the aim."""
        own = {name: OURS if name == "pack" else value for name, value in selection}
        return build_configuration(definition, {**common, **own}, screen.translator, database)

    def make(selection: Selection, design: Design) -> Configuration:
        return known[selection] if UNCHANGED in selection else known[selection].with_design(design)

    for aim in wanted:
        if any("pack" in dict(selection) and UNCHANGED not in selection for selection in aim.selections()):
            raise refuse("aim.pack", "--target", given=aim.text)
    known = {selection: build(selection) for aim in wanted for selection in aim.selections()}
    plain = build(())
    base = _read_base(definition, parsed, [plain, *known.values()])
    space = SearchSpace(definition, base, get_layer(plain.with_design(base).pack, base), parsed.free)
    space.check(parsed.seed)
    _check_lines(definition, wanted, lambda selection: make(selection, base))
    search = Search(space, wanted, make, parsed.games, parsed.seed, few=parsed.few)
    with open_runner(parsed.workers, parsed.cluster) as who:
        try:
            search.search(who, parsed.trials, parsed.batch, _TrialMeter(screen, parsed.batch))
        except KeyboardInterrupt:
            if not search.found:
                raise
            print(screen.translator.say("tune.stopped"), file=sys.stderr)
        found = search.prove_best(who)
    _show_result(found, screen)
    if any(aim.counts_human for aim in wanted):
        played = {one.digest: one for selection in known for one in [make(selection, found.design)]}
        show_assumptions(summarise(found.rows), played, screen)
    if not found.is_better:
        screen.say("tune.met-before" if all(one.met for one in found.before) else "tune.nothing", "bold")
        return 1
    _write_result(parsed, definition, found, out, screen)
    return 0


def _check_lines(definition: AnyDefinition, wanted: Sequence[Aim], find: Callable[[Selection], Configuration]) -> None:
    """Raise Refused if an aim is about a slot or a line that its games do not have."""
    for name, value, selection in (one for aim in wanted for one in aim.list_lines()):
        ready = PreparedGame(find(selection))
        rival = definition.lab.rival(ready.pack, Chance(1))
        table = Table(Chance(1), stand_in=rival.answer, explain=False)
        position = definition.setup.set_up(ready.configuration.options, ready.pack, ready.rulings, table)
        lists = definition.lab.list_lines(position)
        lines = [f"{slot}.{line}" for slot, count in lists.items() for line in range(1, count + 1)]
        known = list(lists) if name == "slot" else lines
        if value not in known:
            raise refuse("aim.no-line", "--target", given=f"{name}={value}", options=known or ["–"])


def _check_out(parsed: argparse.Namespace) -> Path:
    """Return the file of the tuned pack. Raise Refused before the search if it exists or cannot be written."""
    out = Path(parsed.out)
    if out.suffix != ".toml":
        raise refuse("lab.kind", "--out", given=out.name, options=[".toml"])
    for file in (out, out.with_suffix(".csv")):
        if file.exists():
            raise refuse("lab.exists", "--out", file=str(file))
    if parsed.name is not None and not NAME.fullmatch(parsed.name):
        raise refuse("lab.pack-name", "--name", given=parsed.name)
    with result_files.refuse_unwritable(out):
        out.touch()
        out.unlink()
    return out


def _read_base(definition: AnyDefinition, parsed: argparse.Namespace, played: Sequence[Configuration]) -> Design:
    """Return the design where the search begins: a designer's pack, or Automarium's with the owner's levels that are
    ``played``."""
    name = parsed.name or f"tuned-{definition.name}"
    if parsed.pack is not None:
        given = read_pack(Path(parsed.pack), definition.name)
        return Design(given.kind, name, given.facts)
    levels = [one.design for one in played if one.design is not None]
    kind = levels[0].kind if levels else choose_kind(make_configuration(definition.name).pack, parsed.free[0])
    return Design(kind, name, reduce(overlay, (one.facts for one in levels), {}))


def choose_kind(pack: Pack, text: str) -> PackKind:
    """Return the kind of pack with the value that a ``--free`` lets vary; the usual one if none has it."""
    usual, keys = find_kind(pack), text.partition("=")[0].strip().split(".")
    layers: dict[PackKind, Entries] = {"house": pack.house, "printed": pack.printed}
    return next((kind for kind in (usual, *KINDS) if any(find_values(layers[kind], keys))), usual)


class _TrialMeter:
    """Prints a line for each trial on standard error, with the time left; the best so far is marked."""

    def __init__(self, screen: Screen, batch: int) -> None:
        self._screen = screen
        self._batch = batch
        self._best = float("inf")
        self._began = time.monotonic()

    def __call__(self, trial: Trial, trials: int) -> None:
        say = self._screen.translator.say
        done = trial.number + 1
        played = min(-(-done // self._batch) * self._batch, trials)  # a batch is reported when all of it is played
        left = (time.monotonic() - self._began) / played * (trials - played)
        fault = "" if trial.fault is None else self._screen.translator.refusal(trial.fault)
        key = "best" if trial.total < self._best else "trial" if trial.state == "finished" else trial.state
        self._best = min(self._best, trial.total)
        off = _format_losses(trial, say)
        text = say(f"tune.{key}", number=done, total=trials, left=format_duration(left), off=off, fault=fault)
        print(text, file=sys.stderr, flush=True)


def _show_result(found: TuningResult, screen: Screen) -> None:
    say = screen.translator.say
    screen.say("tune.done", "bold", tried=found.tried, hopeless=found.hopeless, invalid=found.invalid)
    for now, before in zip(found.proof, found.before, strict=True):
        met = say("tune.met" if now.met else "tune.missed", off=format_number(now.off, say, 2))
        line = say(
            "tune.aim",
            aim=now.aim,
            figures=_format_figures(now, screen),
            before=_format_figures(before, screen),
            met=met,
        )
        screen.line(line, indent=INDENT)
    if len(found.proof) > 1:
        screen.say("tune.front", "bold", count=len(found.front))
        for trial in sorted(found.front, key=lambda one: one.total):
            screen.line(say("tune.point", number=trial.number + 1, off=_format_losses(trial, say)), indent=INDENT)
    for one in found.obstacles:
        key = "tune.near" if one.path is None else "tune.out-of-reach"
        params = {
            "aim": one.aim,
            "figures": _format_figures(one.nearest, screen),
            "off": format_number(one.nearest.off, say, 2),
        }
        screen.say(key, path=one.path, value=one.value, **params)
    if found.best.changes:
        screen.say("tune.changes", count=found.best.changes, changes=_format_changes(found))


def _format_losses(trial: Trial, say: Say) -> str:
    return "; ".join(format_number(loss, say, 2) for loss in trial.losses or ())


def _format_changes(found: TuningResult) -> str:
    return "; ".join(f"{path} = {value}" for path, value in found.best.changed.items()) or "–"


def _write_result(
    parsed: argparse.Namespace, definition: AnyDefinition, found: TuningResult, out: Path, screen: Screen
) -> None:
    say = screen.translator.say
    front = [
        {"trial": one.number + 1, "off": [round(loss, 4) for loss in one.losses or ()], "numbers": one.numbers}
        for one in found.front
    ]
    proof: dict[str, object] = {
        "seed": parsed.seed,
        "proof_seed": parsed.seed + 1,
        "games": parsed.games,
        "trials": found.tried,
        "batch": parsed.batch,
        "hopeless": found.hopeless,
        "invalid": found.invalid,
        "few": parsed.few,
        "free": list(parsed.free),
        "aims": msgspec.to_builtins(found.proof),
        "before": msgspec.to_builtins(found.before),
        "front": front,
    }
    about = say("tune.about", games=len(found.rows), results=out.with_suffix(".csv").name)
    with result_files.refuse_unwritable(out):
        out.write_text(format_pack(definition.name, found.design, proof, about), "utf-8")
    result_files.write(out.with_suffix(".csv"), found.rows, more=tuple(found.rows[0].more))
    screen.say("tune.kept", file=str(out), results=str(out.with_suffix(".csv")))


def _format_figures(came: AimResult, screen: Screen) -> str:
    decimal = screen.translator.decimal
    if Aim(came.aim).is_share:
        return " | ".join(f"{decimal(100 * side)} %" for side in came.figures)
    return " | ".join(decimal(side) for side in came.figures)
