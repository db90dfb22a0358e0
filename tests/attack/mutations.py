"""Almost valid data: values, own packs, records and requests with something odd in them."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

from automarium.box.box import checked_pack
from automarium.engine.content.pack import HOLE, Pack
from automarium.engine.content.rulings import settle
from automarium.engine.definition import AnyDefinition, fill_options
from automarium.engine.game.playthrough import Playthrough, parse_input
from automarium.engine.game.record import begin, encode, make_header
from automarium.engine.message import Refused
from automarium.engine.play.command import Respond, find_missing_field
from automarium.engine.question import Pick
from automarium.games import plugins
from automarium.i18n.translator import Translator
from automarium.sessions.session import summarize
from automarium.views.game import View
from tests.answers import pick_offered

# A value of every type, and some known to cause trouble.
ODD: list[Any] = [
    None,
    True,
    False,
    0,
    -1,
    1,
    3,
    41,
    9999,
    10**30,
    -(10**400),
    1.5,
    float("nan"),
    "",
    "?",
    "x",
    "9",
    "x" * 400,
    "\x1b[31m\x07",
    "\x9b2J",
    "\u202egnirts",
    "\ud800",
    "<script>alert(1)</script>",
    "{game.__class__}",
    "%s%n",
    "../../etc/passwd",
    "house",
    "printed",
    "automa",
    "human",
    [],
    {},
    [1],
    ["x"],
    [[]],
    [[[[[[[[[[[[1]]]]]]]]]]]],
    {"x": 1},
    {"id": 3},
    {"family": "place", "value": "N1"},
    ["x"] * 50,
]


def find_spots(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return every place in a value where something else could be put."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(spot for key, one in inside for spot in find_spots(one, (*path, key)))]


def replace_at(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = replace_at(value[path[0]], path[1:], new)
    return copy


def remove_at(value: Any, path: tuple[Any, ...]) -> Any:
    copy = dict(value) if isinstance(value, dict) else list(value)
    if len(path) == 1:
        del copy[path[0]]
    else:
        copy[path[0]] = remove_at(value[path[0]], path[1:])
    return copy


def mutate(value: Any, dice: random.Random, most: int = 3) -> Any:
    for _ in range(dice.randint(1, most)):
        places = find_spots(value)[1:]
        if not places:
            return dice.choice(ODD)
        spot = dice.choice(places)
        value = remove_at(value, spot) if dice.random() < 0.1 else replace_at(value, spot, dice.choice(ODD))
    return value


def fill_own(definition: AnyDefinition) -> dict[str, Any]:
    """Return an own pack as an owner would have it: holes are filled from our design."""
    pack = checked_pack(definition, {})
    own: dict[str, Any] = {}
    for section in definition.content.own_sections:
        for id_ in list(pack.printed[section])[:3]:
            entry = pack.entry(section, id_)
            house = next(iter(pack.house.get(section, {})), None)
            ours = {} if house is None else pack.entry(section, house, "house")
            own.setdefault(section, {})[id_] = {
                name: ours.get(name, value) if value == HOLE else value for name, value in entry.items()
            }
    return own


def mutate_own(definition: AnyDefinition, dice: random.Random) -> dict[str, Any]:
    """Return entries of the printed or the house pack as own ones, with something odd in them."""
    pack = checked_pack(definition, {})
    sections = [section for section in definition.content.own_sections if section in pack.printed]
    own: dict[str, Any] = {}
    for _ in range(dice.randint(1, 3)):
        section = dice.choice(sections)
        id_ = dice.choice(list(pack.printed[section]))
        entry = pack.entry(section, id_)
        if section in pack.house and dice.random() < 0.7:  # an owner's entries look like our design
            house = pack.entry(section, dice.choice(list(pack.house[section])), "house")
            entry = {name: house.get(name, value) for name, value in entry.items()}
        own.setdefault(section, {})[id_] = entry
    changed = own if dice.random() < 0.05 else mutate(own, dice)
    return changed if isinstance(changed, dict) else own


def mutate_house(definition: AnyDefinition, dice: random.Random) -> dict[str, Any]:
    """Return entries of the house pack, and a level, as a designer changes them, with something odd in them."""
    house = checked_pack(definition, {}).house
    sections = [name for name, entries in house.items() if isinstance(entries, dict)]
    found: dict[str, Any] = {}
    for _ in range(dice.randint(1, 3)):
        section = dice.choice(sections)
        id_ = dice.choice(list(house[section]))
        found.setdefault(section, {})[id_] = house[section][id_]
    if definition.name in LEVELS:
        found |= {"level": {dice.choice(["5", "2½"]): LEVELS[definition.name]}} if dice.random() < 0.5 else {}
    changed = found if dice.random() < 0.2 else mutate(found, dice)
    return changed if isinstance(changed, dict) else found


LEVELS: dict[str, dict[str, Any]] = {
    "golem": {"starting_tiles": 5, "goal_vp": 9, "bonus": 4, "red_zone": [-5]},
    "expeditions": {
        "spaces_including_start": 27,
        "glory_spaces": [3, 6, 9, 12, 15, 18, 21, 24],
        "coins": {"map_token": 1, "corruption_token": 2, "glory_token": 5},
    },
}


def list_option_sets(definition: AnyDefinition, pack: Pack) -> Iterator[dict[str, Any]]:
    """Return every level with our components, and with the printed ones where possible."""
    rulings = settle(definition.rulings, {})
    for wanted in ("house", "printed"):
        levels = next(
            field for field in definition.setup.option_fields({}, rulings, pack) if field.name == "level"
        ).question
        assert isinstance(levels, Pick)
        for level in levels.options:
            given: dict[str, Any] = {"level": level}
            while (
                field := find_missing_field(definition.setup.option_fields(given, rulings, pack), given)
            ) is not None:
                asked = field.question
                chosen = wanted if isinstance(asked, Pick) and wanted in asked.options else pick_offered(asked)
                given[field.name] = chosen
            yield fill_options(definition, given, rulings, pack)


def play(game: Playthrough, most: int) -> Iterator[Playthrough]:
    for _ in range(most):
        if game.question is not None:
            game.put(Respond(pick_offered(game.question)))
        elif game.position is not None and game.definition.is_over(game.position):
            return
        else:
            game.put(parse_input(game.definition, {"do": "next"}))
        yield game


def show_everything(game: Playthrough, translator: Translator) -> list[str]:
    view = View(game, translator)
    shown = [view.stage, view.coming or "", view.undo or ""]
    for run in game.runs:
        shown += [view.title(run), *(told.text for told in view.steps(run.steps))]
        shown += [line for step in run.steps for line in view.reasons(step)]
    shown += [todo.text for todo in view.hands()]
    if view.question is not None:
        shown.append(view.question.text)
    if game.shown is not None:
        shown += game.definition.words.text(game.shown, game.rulings, translator.say, 80)
        shown.append(game.definition.draw(game.shown, game.rulings, translator.say))
        shown += [item.text for item in view.setup()]
        view.score()
    summarize(game)
    return shown


def make_record(
    definition: AnyDefinition, options: dict[str, Any], inputs: int, own: dict[str, Any] | None = None
) -> list[Any]:
    pack = checked_pack(definition, own or {})
    header = make_header(definition, options, {}, 3, pack)
    game = begin(definition, header, pack)
    lines = [header, *(game.inputs[-1] for _ in play(game, inputs))]
    return [json.loads(encode(line)) for line in lines]


def try_own(definition: AnyDefinition, own: dict[str, Any], house: dict[str, Any] | None = None) -> bool:
    """Check that an own pack, or a designer's changes to the house pack, are refused or can be played; other exceptions
    are raised."""
    translator = Translator("en", [definition.folder])
    try:
        pack = checked_pack(definition, own, house=house)
    except Refused as refused:
        translator.refusal(refused)
        return False
    for options in list_option_sets(definition, pack):
        try:
            game = begin(definition, make_header(definition, options, {}, 1, pack), pack)
            for _ in play(game, 3):
                pass
            show_everything(game, translator)
        except Refused as refused:  # for example a board that was not entered
            translator.refusal(refused)
    return True


def definitions() -> list[AnyDefinition]:
    return [plugins.load_definition(name) for name in plugins.names()]
