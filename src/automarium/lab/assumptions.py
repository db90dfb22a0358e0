"""The assumptions behind the wins of a run: most points of a simulated player are assumed."""

from __future__ import annotations

import os

from automarium.engine.content.pack import Pack
from automarium.engine.message import Message, message
from automarium.games import plugins
from automarium.lab.configuration import OWNER, find_latest_packs
from automarium.lab.summary import RunSummary


def find_assumptions(summary: RunSummary, pack: Pack | None = None) -> Message | None:
    """Return what the points of the human rest on; None if there are none. ``pack`` is the one that was played with;
    without it, what a row names of ours is used."""
    if not summary.human.count:
        return None
    if summary.rival == OWNER:
        human = summary.human
        return message("assumed.owner", low=human.quantile(0), middle=human.quantile(0.5), high=human.quantile(1))
    definition = plugins.load_definition(summary.game)
    folder = os.path.join(definition.folder, "pack")
    if pack is None:
        named = {name.rpartition("-")[0]: name for name in summary.packs.split()}
        ours = {
            kind: named[kind]
            for kind in find_latest_packs(definition)
            if kind in named and os.path.exists(os.path.join(folder, f"{named[kind]}.toml"))
        }
        pack = Pack.of_folder(folder, names={**find_latest_packs(definition), **ours})
    return definition.lab.assumptions(pack, summary.rival)
