"""The picture of the board: every place of the layout is drawn and can be tapped."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fnmatch import fnmatch
from inspect import getsourcelines
from xml.etree import ElementTree

from automarium.check.subject import Subject, play_inputs
from automarium.engine.finding import Finding, finding
from automarium.engine.game.playthrough import Playthrough
from automarium.engine.message import Refused
from automarium.engine.play.command import find_next_field
from automarium.engine.question import Pick

PLACE = re.compile(r'<g [^>]*data-place="([^"]*)"[^>]*>')
TAPPED = re.compile(r'<g data-place="([^"]*)" data-at="([-\d. ]+)"')
BOX = re.compile(r'viewBox="([-\d. ]+)"')
EVERY = 5  # inputs between two pictures


def check_board(subject: Subject) -> Iterator[Finding]:
    if not subject.levels:
        return
    definition = subject.definition
    drawing = type(definition.page).svg
    at = subject.shorten(drawing.__code__.co_filename), getsourcelines(drawing)[1]
    for count, (game, _) in enumerate(play_inputs(definition, subject.levels[0])):
        if game.position is None or game.question is not None or count % EVERY:
            continue
        pictures = [definition.draw(game.position, game.rulings, _say, bare=bare) for bare in (True, False)]
        for picture in pictures:
            try:
                ElementTree.fromstring(picture)
            except ElementTree.ParseError as error:
                yield finding("svg", *at, detail=str(error))
                return
        found = list(_check_places(subject, game, pictures[0], at))
        yield from found
        if found:
            return


def _say(key: str, /, **params: object) -> str:
    return key


def _check_places(subject: Subject, game: Playthrough, picture: str, at: tuple[str, int]) -> Iterator[Finding]:
    drawn = set(PLACE.findall(picture))
    tapped = dict(TAPPED.findall(picture))
    box = BOX.search(picture)
    left, top, width, height = map(float, box[1].split()) if box else (0.0, 0.0, 0.0, 0.0)
    away = subject.definition.page.undrawn
    for place in list_places(game):
        if any(fnmatch(place, one) for one in away):
            continue
        if place not in drawn:
            yield finding("undrawn", *at, place=place)
        elif place not in tapped:
            yield finding("untappable", *at, place=place)
        else:
            x, y, _ = map(float, tapped[place].split())
            if not (left <= x <= left + width and top <= y <= top + height):
                yield finding("outside", *at, place=place)


def list_places(game: Playthrough) -> list[str]:
    """Return the places where pieces are, and those that a command asks for."""
    found = {place: None for _, _, place, _ in game.layout().pieces}
    for command in game.definition.commands.values():
        try:
            field = find_next_field(command, game.position, {})
        except Refused:
            continue
        if field is not None and isinstance(field.question, Pick) and field.question.family == "place":
            found |= {str(option): None for option in field.question.options}
    return list(found)
