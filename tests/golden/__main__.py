"""``python -m tests.golden``: play and tell the golden games anew. ``keep``: keep them as records of this format."""

from __future__ import annotations

import shutil
import sys

from automarium.engine.game.migrations import VERSION
from tests.golden import FOLDER, cases, play, record_file, told, told_file

for game, level in cases():
    record_file(game, level).write_bytes(play(game, level))
    told_file(game, level).write_text(told(record_file(game, level)), "utf-8")
    print(told_file(game, level).name)

if sys.argv[1:] == ["keep"]:
    kept = FOLDER.parent / "records" / str(VERSION)
    kept.mkdir()  # once: a kept record is never changed
    for file in FOLDER.glob("*.jsonl"):
        shutil.copy(file, kept)
