"""``automarium tune``: find a pack that meets aims within ranges, and prove it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import msgspec

from automarium.engine.definition import AnyDefinition
from automarium.engine.message import refuse
from automarium.interfaces.terminal.commands.lab_configuration import build_configuration, collect_choices, load_game
from automarium.interfaces.terminal.screen import INDENT, Screen
from automarium.lab import result_files
from automarium.lab.configuration import Configuration, Design
from automarium.lab.designer_packs import KINDS, NAME, format_pack, list_sections, read_pack
from automarium.lab.search_space import SearchSpace, get_layer
from automarium.lab.tuner import Search, Trial, TuningResult, check_extra
from automarium.lab.tuning_aims import MET, AimResult, Selection, parse_aims
from automarium.lab.workers import open_runner

OURS = "ours"  # in an aim: pack=ours is our pack unchanged
MOST_TRIALS = 100_000


def tune(parsed: argparse.Namespace, screen: Screen) -> int:
    check_extra()
    definition = load_game(parsed.game, screen)
    out = _check_out(parsed)
    for name, low, high in (("games", 1, 1_000_000), ("trials", 1, MOST_TRIALS), ("batch", 1, 1000)):
        if not low <= getattr(parsed, name) <= high:
            raise refuse("answer.number", f"--{name}", given=getattr(parsed, name), low=low, high=high)
    wanted = parse_aims(parsed.target)
    base = _read_base(definition, parsed)
    common = {name: value for name, value in collect_choices(parsed).items() if name != "pack"}
    known: dict[Selection, Configuration] = {}

    def make(selection: Selection, design: Design) -> Configuration:
        """Return the configuration of a selection: the options of the command, overridden by those of the aim."""
        if selection not in known:
            own = {name: value for name, value in selection if name != "pack"}
            known[selection] = build_configuration(definition, {**common, **own}, screen.translator)
        ours = ("pack", OURS) in selection
        return known[selection] if ours else known[selection].with_design(design)

    for aim in wanted:
        for selection in aim.selections():
            if dict(selection).get("pack", OURS) != OURS:
                raise refuse("aim.pack", "--target", given=aim.text)
            make(selection, base)
    plain = build_configuration(definition, common, screen.translator)
    space = SearchSpace(definition, base, get_layer(plain.with_design(base).pack, base), parsed.free)
    space.check(parsed.seed)
    search = Search(space, wanted, make, parsed.games, parsed.seed)
    with open_runner(parsed.workers, parsed.cluster) as who:
        found = search.run(who, parsed.trials, parsed.batch, _TrialMeter(screen))
    _write_result(parsed, definition, found, out, screen)
    return 0


def _check_out(parsed: argparse.Namespace) -> Path:
    out = Path(parsed.out)
    if out.suffix != ".toml":
        raise refuse("lab.kind", "--out", given=out.name, options=[".toml"])
    for file in (out, out.with_suffix(".csv")):
        if file.exists():
            raise refuse("lab.exists", "--out", file=str(file))
    if parsed.name is not None and not NAME.fullmatch(parsed.name):
        raise refuse("lab.pack-name", "--name", given=parsed.name)
    return out


def _read_base(definition: AnyDefinition, parsed: argparse.Namespace) -> Design:
    """Return the design where the search begins: a designer's pack, or ours."""
    name = parsed.name or f"tuned-{definition.name}"
    if parsed.pack is not None:
        given = read_pack(Path(parsed.pack), definition.name)
        return Design(given.kind, name, given.facts)
    return Design(KINDS[0] if list_sections(definition) else KINDS[1], name, {})


class _TrialMeter:
    """Prints a line for each trial on standard error; the best so far is marked."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._best = float("inf")

    def __call__(self, trial: Trial, trials: int) -> None:
        say = self._screen.translator.say
        if trial.losses is None:
            text = say("tune.stopped", number=trial.number + 1, total=trials)
        else:
            off = ", ".join(f"{loss:.2f}" for loss in trial.losses)
            best = trial.total < self._best
            self._best = min(self._best, trial.total)
            text = say("tune.best" if best else "tune.trial", number=trial.number + 1, total=trials, off=off)
        print(text, file=sys.stderr, flush=True)


def _write_result(
    parsed: argparse.Namespace, definition: AnyDefinition, found: TuningResult, out: Path, screen: Screen
) -> None:
    say = screen.translator.say
    screen.say("tune.done", "bold", tried=found.tried, stopped=found.stopped)
    for now, before in zip(found.proof, found.before, strict=True):
        met = say("tune.met" if now.off <= MET else "tune.missed", off=f"{now.off:.2f}")
        line = say("tune.aim", aim=now.aim, figures=_format_figures(now), before=_format_figures(before), met=met)
        screen.line(line, indent=INDENT)
    if len(found.proof) > 1:
        screen.say("tune.front", "bold", count=len(found.front))
        for trial in sorted(found.front, key=lambda one: one.total):
            off = ", ".join(f"{loss:.2f}" for loss in trial.losses or ())
            screen.line(say("tune.point", number=trial.number + 1, off=off), indent=INDENT)
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
        "stopped_early": found.stopped,
        "free": list(parsed.free),
        "aims": msgspec.to_builtins(found.proof),
        "before": msgspec.to_builtins(found.before),
        "front": front,
    }
    about = say("tune.about", games=len(found.rows), results=out.with_suffix(".csv").name)
    try:
        out.write_text(format_pack(definition.name, found.design, proof, about), "utf-8")
    except OSError as error:
        raise refuse("store.unwritable", "--out", file=str(out), detail=error.strerror) from None
    result_files.write(out.with_suffix(".csv"), found.rows)
    screen.say("tune.kept", file=str(out), results=str(out.with_suffix(".csv")))


def _format_figures(came: AimResult) -> str:
    return " | ".join(f"{side:g}" for side in came.figures)
