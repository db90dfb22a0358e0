"""``python -m tests.golden``: play and tell the golden games anew."""

from __future__ import annotations

from tests.golden import cases, play, record_file, told, told_file

for game, level in cases():
    record_file(game, level).write_bytes(play(game, level))
    told_file(game, level).write_text(told(record_file(game, level)), "utf-8")
    print(told_file(game, level).name)
