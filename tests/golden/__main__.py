"""``python -m tests.golden``: play and write the golden games again."""

from __future__ import annotations

from tests.golden import get_record_file, get_text_file, list_cases, play, render_game

for game, level in list_cases():
    get_record_file(game, level).write_bytes(play(game, level))
    get_text_file(game, level).write_text(render_game(get_record_file(game, level)), "utf-8")
    print(get_text_file(game, level).name)
