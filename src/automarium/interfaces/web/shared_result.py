"""A finished game for others: a picture, a text, and a link that logs it in BG Stats.

Nothing here contains the key of the game, with which anyone could play.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from hashlib import sha256
from urllib.parse import quote

import msgspec

from automarium.engine.drawing.result_picture import PictureSide, ResultPicture
from automarium.engine.drawing.svg import LIGHT
from automarium.engine.message import Term, capitalise
from automarium.interfaces.web.board import board_picture
from automarium.interfaces.web.page import NAME
from automarium.interfaces.web.pages.game_frame import GameContext, minus, strip_ids
from automarium.interfaces.web.pages.my_games import AGAINST
from automarium.interfaces.web.preferences import game_name, get_translator, short_term
from automarium.storage.store import StoredGame
from automarium.views.score import ScoreView
from automarium.views.score_sheet import AUTOMA, HUMAN, list_totals

BG_STATS = "https://app.bgstatsapp.com/createPlay.html?data="
LONGEST_PLAY = 12 * 60  # minutes: a game that lay longer was not played all the time
LEVEL = "level"  # the option of games with levels
ROLES = {HUMAN: "yours", AUTOMA: "hers"}  # what the names of a status call them
HUMANS = "#1c3f7a"
OTHERS = ("#1f6b3a", "#6d4c00")  # of more humans at the table
PIPS = ("stars", "glory")  # lines of a score that are shown as signs


def list_sides(score: ScoreView) -> list[str]:
    """Return the sides, the person's first."""
    return sorted(score.totals, key=lambda side: (side == AUTOMA, side))


def name_player(context: GameContext, side: str) -> str:
    if side in (HUMAN, AUTOMA):
        return context.say(f"web.player.{side}")
    return capitalise(context.translator.term("side", side))


def find_role(context: GameContext, side: str) -> str:
    """Return the faction of a side, or ""."""
    names = context.definition.status(context.game.position).names
    found = None if names is None else names.params.get(ROLES.get(side, ""))
    return capitalise(context.translator.term(found.family, found.value)) if isinstance(found, Term) else ""


def name_level(context: GameContext) -> str:
    value = context.game.options.get(LEVEL)
    return "" if value is None else short_term(context.translator, LEVEL, value)


def describe_result(context: GameContext, score: ScoreView) -> str:
    """Return "Won by 4", "A tie, won" or "A tie"; with several humans, the verdict."""
    if len(score.totals) > 2:
        return strip_ids(score.verdict or "").rstrip(".")
    if score.lead:
        return context.say(f"web.result.{score.winner}", count=score.lead)
    return context.say(f"web.result.{score.winner}.tie")


def format_day(context: GameContext, kept: StoredGame) -> str:
    return context.translator.date(*datetime.fromtimestamp(kept.changed, UTC).timetuple()[:3])


def make_text(context: GameContext, score: ScoreView, kept: StoredGame, *, with_note: bool) -> str:
    """Return the result in a line, and the person's note below it if they want to send it."""
    roles = [role for side in list_sides(score) if (role := find_role(context, side))]
    parts = (
        game_name(context.translator, context.definition.name),
        describe_result(context, score),
        AGAINST.join(minus(str(score.totals[side])) for side in list_sides(score)),
        " – ".join(roles),
        name_level(context),
        context.say("web.turns", count=context.definition.count_turns(context.game.position)),
        format_day(context, kept),
    )
    line = " · ".join(filter(None, parts))
    return f"{line}\n{kept.note}" if with_note and kept.note else line


def make_bg_stats_url(context: GameContext, score: ScoreView, kept: StoredGame, *, with_note: bool) -> str:
    """Return the link with which the app BG Stats logs this game. It is only followed by a tap."""
    definition, game = context.definition, context.game
    starter = definition.find_starter(game.position)
    minutes = round((kept.changed - kept.created) / 60)
    comments = [name_level(context), context.say("web.turns", count=definition.count_turns(game.position))]
    about: dict[str, object] = {
        "name": capitalise(get_translator("en", definition.name).term("game", definition.name)),
        "highestWins": True,
        "noPoints": False,
        "sourceGameId": definition.name,
    }
    if definition.bgg_id is not None:
        about["bggId"] = definition.bgg_id
    play = {
        "sourceName": NAME,
        "sourcePlayId": sha256(f"play {context.key}".encode()).hexdigest()[:32],
        "playDate": datetime.fromtimestamp(kept.created, UTC).strftime("%Y-%m-%d %H:%M:%S"),
        "durationMin": minutes if 0 < minutes <= LONGEST_PLAY else 0,
        "comments": "\n".join([", ".join(filter(None, comments)), *([kept.note] if with_note and kept.note else [])]),
        "game": about,
        "players": [
            {
                "name": name_player(context, side),
                "sourcePlayerId": side,
                "startPlayer": side == starter,
                "winner": score.winner in (side, "both"),
                "score": score.totals[side],
                "role": find_role(context, side),
            }
            for side in list_sides(score)
        ],
    }
    return BG_STATS + quote(msgspec.json.encode(play), safe="")


def _choose_colours(context: GameContext, sides: Sequence[str]) -> dict[str, str]:
    """Return the colour of each side: its faction's, where it has one."""
    page, others = context.definition.page, iter(OTHERS)
    factions: dict[str, str] = {one.side: one.colour for one in page.standings(context.game.position)}
    colours = {}
    for side in sides:
        usual = LIGHT.automa if side == AUTOMA else HUMANS if side == HUMAN else next(others, HUMANS)
        shades = page.palette.get(factions.get(side, ""))
        colours[side] = usual if shades is None else shades[0][2]
    return colours


def build_picture(context: GameContext, score: ScoreView, kept: StoredGame, best: int | None) -> ResultPicture:
    """Return what is on the picture; ``best``: the most points of the person in other games of this kind."""
    definition, position = context.definition, context.game.position
    turns = context.say("web.turns", count=definition.count_turns(position))
    record = context.say("web.best.chip") if best is not None and score.totals.get(HUMAN, best) > best else ""
    points = list_totals(context.view)
    colours = _choose_colours(context, list_sides(score))
    sides = []
    for side in list_sides(score):
        known = [(index, one.known[side]) for index, one in enumerate(points) if side in one.known]
        counted = [(index, one.totals[side]) for index, one in enumerate(points) if side in one.totals]
        course = known + counted[-1:] if known or len(counted) == 1 else counted
        pips = next((row for row in score.lines if row.side == side and row.what in PIPS), None)
        role = find_role(context, side)
        sides.append(
            PictureSide(
                f"{name_player(context, side)}, {role}" if role else name_player(context, side),
                score.totals[side],
                colours[side],
                ring=side != AUTOMA,
                course=tuple(course),
                counted_last=bool(known) or len(counted) == 1,
                pips=0 if pips is None else max(0, pips.amount),
                pip="" if pips is None else definition.page.signs.get(pips.what, ""),
            )
        )
    return ResultPicture(
        accent=definition.page.accent[0],
        sign="trophy" if score.winner in (HUMAN, "both") else "lantern",
        heading=describe_result(context, score),
        game=game_name(context.translator, definition.name),
        about=context.say("web.against"),
        chips=tuple(filter(None, (name_level(context), turns, record))),
        sides=tuple(sides),
        turns=tuple(one.turn for one in points),
        course=context.say("web.course"),
        counted=context.say("web.course.counted"),
        date=format_day(context, kept),
        board=board_picture.draw_board(context.view, dark=False, bare=True),
    )
