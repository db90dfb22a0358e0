"""``python -m tests.golden``: play and write the golden games again. ``keep``: keep them as records of this format."""

from __future__ import annotations

import shutil
import sys

from automarium.engine.game.record import VERSION
from tests.golden import FOLDER, get_record_file, get_text_file, list_cases, play, render_game

for game, level in list_cases():
    get_record_file(game, level).write_bytes(play(game, level))
    get_text_file(game, level).write_text(render_game(get_record_file(game, level)), "utf-8")
    print(get_text_file(game, level).name)

if sys.argv[1:] == ["keep"]:
    kept = FOLDER.parent / "records" / str(VERSION)
    kept.mkdir()  # once: a kept record is never changed
    for file in FOLDER.glob("*.jsonl"):
        shutil.copy(file, kept)
