"""The box stores what is printed on the owner's components, and nothing that was undone."""

from __future__ import annotations

import subprocess
import sys
from itertools import islice

import pytest

from automarium.box import box, sharing
from automarium.box.box import checked_pack, find_holes, find_house_answer
from automarium.engine.content.component import is_thing_form
from automarium.engine.content.rulings import settle
from automarium.engine.definition import fill_options
from automarium.engine.game import record
from automarium.engine.game.playthrough import parse_input
from automarium.engine.message import Refused
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import Respond
from automarium.engine.question import UNKNOWN, Answer, Count, Field, Form, Words
from automarium.games import plugins
from automarium.games.golem.events import HouseUsed
from automarium.sessions.session import Session, add_record, new_session, open_session
from automarium.storage.store import Store

DEFINITION = plugins.load_definition("expeditions")
SPACES, GLORY = "progress.4.spaces_including_start", "progress.4.glory_spaces"
TRACK: list[int | str] = [2, 4, 6, 9, 12, 15, 18, 21]


def begun(store: Store, level: int = 4) -> Session:
    return new_session(store, DEFINITION, {"own": "mine", "level": level}, {}, 4)


def test_undo_takes_a_fact_out_again_and_redo_puts_it_back(store: Store) -> None:
    """Regression: the first answer stayed for good, even a wrong one that was undone."""
    playing = begun(store)
    playing.put(Respond(99))
    assert store.packs.box(DEFINITION.name).get(SPACES) == 99
    playing.undo()
    assert store.packs.own(DEFINITION.name) == {}
    playing.redo()
    assert store.packs.box(DEFINITION.name).get(SPACES) == 99
    playing.undo()
    playing.put(Respond(24))
    assert store.packs.box(DEFINITION.name).get(SPACES) == 24, "the correction counts"
    assert open_session(store, playing.key).undo() == Respond(24)
    assert store.packs.own(DEFINITION.name) == {}, "also in a session that was opened later"


def test_undo_leaves_what_another_game_or_the_person_put_there(store: Store) -> None:
    first, second = begun(store), begun(store)
    first.put(Respond(24))
    second.put(Respond(24))
    second.undo()
    assert store.packs.box(DEFINITION.name).get(SPACES) == 24, "the first game put it there"
    box.correct(store.packs, DEFINITION, {SPACES: 25})
    first.undo()
    assert store.packs.box(DEFINITION.name).get(SPACES) == 25, "the person has corrected it since"


def test_not_now_takes_our_value_for_this_once_and_says_so(store: Store) -> None:
    playing = begun(store)
    playing.use_house()
    assert [word.key for word in playing.words] == ["box.ours-once"]
    assert store.packs.own(DEFINITION.name) == {}
    ours = playing.game.pack.house["progress"]["4"]
    assert playing.game.inputs == [Respond(ours["spaces_including_start"], ours=True)]
    assert playing.journal().lines[-1].startswith(b'{"do":"answer","to":23,"ours":true,')
    assert open_session(store, playing.key).game.inputs == playing.game.inputs
    assert begun(store).game.question is not None, "the next game asks again"
    while playing.game.question is not None:
        playing.use_house()
    assert playing.game.position.card.glory_spaces == tuple(ours["glory_spaces"])
    with pytest.raises(Refused):
        playing.use_house()


def test_what_the_owner_does_not_want_to_be_asked_is_ours(store: Store) -> None:
    coins = [f"progress.4.coins.{kind}" for kind in ("map_token", "corruption_token", "glory_token")]
    store.packs.change(DEFINITION.name, lambda known: known.with_house(coins, ours=True))
    playing = begun(store)
    playing.put(Respond(24))
    playing.put(Respond(TRACK))
    assert playing.game.question is None
    assert [input_.ours for input_ in playing.game.inputs if isinstance(input_, Respond)] == [False] * 2 + [True] * 3
    assert store.packs.own(DEFINITION.name) == {
        "progress": {"4": {"spaces_including_start": 24, "glory_spaces": TRACK}}
    }
    store.packs.change(DEFINITION.name, lambda known: known.with_house([SPACES, GLORY], ours=True))
    store.packs.change(DEFINITION.name, lambda known: known.corrected({SPACES: None, GLORY: None}))
    assert store.packs.box(DEFINITION.name).house == (*coins, SPACES, GLORY)
    assert begun(store).game.question is None, "the set-up, too"
    box.correct(store.packs, DEFINITION, {SPACES: 24})
    assert SPACES not in store.packs.box(DEFINITION.name).house, "what was entered is known"


def test_a_correction_that_cannot_be_played_changes_nothing(store: Store) -> None:
    box.correct(store.packs, DEFINITION, {SPACES: 24, GLORY: TRACK})
    before = store.packs.box(DEFINITION.name)
    for wrong in ({SPACES: 12}, {SPACES: "many"}, {"progress.4.height": 1}, {"progress.9.name": "x"}, {"no": 1}):
        with pytest.raises(Refused):
            box.correct(store.packs, DEFINITION, wrong)
    assert store.packs.box(DEFINITION.name) == before
    box.correct(store.packs, DEFINITION, {SPACES: None, GLORY: None})
    assert store.packs.own(DEFINITION.name) == {}


WRITER = """
import sys
from automarium.storage.store_factory import open_store
packs = open_store(sys.argv[1] or None).packs
for number in range(40):
    packs.change("expeditions", lambda box: box.with_facts([(f"decision.{sys.argv[2]}-{number}.x", number)]))
"""


def test_two_processes_never_lose_each_others_facts(store: Store, database: str | None) -> None:
    """Regression: of 80 facts that two processes kept at once, 40 were lost."""
    processes = [
        subprocess.Popen([sys.executable, "-c", WRITER, database or "", name], stderr=subprocess.PIPE)
        for name in ("a", "b")
    ]
    for process in processes:
        assert process.wait(300) == 0, process.communicate()
    assert len(store.packs.own("expeditions")["decision"]) == 80


def test_the_facts_of_a_form_are_kept_one_by_one() -> None:
    form = Form(
        about="x",
        fields=(
            Field("spaces", Count(about="x", hole=SPACES, low=1, high=99)),
            Field("kept", Count(about="x", hole="progress.4.coins.map_token", low=0, high=9, default=3)),
            Field("name", Words(about="x")),
        ),
    )
    coin = "progress.4.coins.map_token"
    assert box.find_answered_facts(form, {"spaces": 24, "name": "seen", "kept": 3}) == [(SPACES, 24), (coin, 3)]
    assert box.find_answered_facts(form, {"spaces": 24, "name": "seen"}) == [(SPACES, 24)], (
        "what was left out was not told"
    )
    assert box.find_holes(form) == [SPACES, coin]
    assert box.find_answered_facts(None, 1) == []


# ------------------------------------------------------------------------------------------------- records from outside


def test_a_record_has_the_same_budget_as_a_box_and_as_a_game(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Regression: a box took the facts of records of 18,000 lines, with no limit of time."""
    box.correct(store.packs, DEFINITION, {SPACES: 24})
    playing = begun(store)
    playing.put(Respond(TRACK))
    content = playing.journal().content
    pair = b'{"do":"undo"}\n{"do":"redo"}\n'
    longest = content + pair * ((record.MOST_LINES - 2) // 2)
    assert sharing.read_file(longest)[1] == {"progress": {"4": {"spaces_including_start": 24, "glory_spaces": TRACK}}}
    for read in (sharing.read_file, lambda content: add_record(store, content)):
        with pytest.raises(Refused, match=r"store\.long"):
            read(longest + pair)
    monkeypatch.setattr(sharing, "REPLAY_SECONDS", -1.0)
    with pytest.raises(box.OutOfTime):
        sharing.read_file(content)


def test_a_padded_record_is_kept_without_its_spaces(store: Store) -> None:
    """Regression: a million spaces in a record took a megabyte of the store."""
    playing = begun(store)
    playing.put(Respond(24))
    content = playing.journal().content
    padded = content.replace(b"{", b"{" + b" " * 100_000, 1).replace(b'"do":', b'\t"do" : ')
    assert add_record(store, padded).journal().content == content


# --------------------------------------------------------------------------------------- a printed thing on one screen

GOLEM_OWNER: dict[str, Answer] = {"own": "mine", "level": 2}


def begin_golem(store: Store) -> Session:
    """Return a game with own components and an empty box, at the screen for what is printed on the board."""
    golem = plugins.load_definition("golem")
    rulings, pack = settle(golem.rulings, {}), checked_pack(golem, {})
    playing = new_session(store, golem, fill_options(golem, GOLEM_OWNER, rulings, pack), {}, 1)
    assert playing.game.position is not None, "the set-up asks nothing"
    playing.put(parse_input(golem, {"do": "next"}))
    assert is_thing_form(playing.game.question)
    return playing


def test_what_is_entered_on_the_screen_of_a_thing_is_in_the_box_and_undone_with_the_answer(store: Store) -> None:
    playing = begin_golem(store)
    question = playing.game.question
    assert isinstance(question, Form)
    ours = find_house_answer(question, playing.game.pack)
    assert isinstance(ours, dict)
    del ours["toll-9-knowledge"]
    with pytest.raises(Refused):
        playing.put(Respond(ours))
    playing.put(Respond({**ours, "toll-9-knowledge": 4, "street-red-1-income": UNKNOWN}))
    kept = store.packs.box("golem")
    assert kept.get("toll.9.knowledge") == 4
    assert kept.get("street.red-1.income") is None, "what stays unknown is not in the box"
    playing.undo()
    assert store.packs.box("golem").facts == {}


def test_house_values_for_one_thing_ask_again_for_the_next(store: Store) -> None:
    playing = begin_golem(store)
    steps = playing.use_house()
    assert [step.event.used_for for step in steps if isinstance(step.event, HouseUsed)] == ["these"]
    assert not playing.game.shown.uses_house
    assert store.packs.box("golem").facts == {}


def test_house_values_for_the_whole_game_ask_for_nothing_printed_and_are_taken_back(store: Store) -> None:
    playing = begin_golem(store)
    golem = playing.definition
    steps = playing.use_house(everywhere=True)
    assert [step.event.used_for for step in steps if isinstance(step.event, HouseUsed)] == ["game"]
    rival = golem.lab.rivals["table"](playing.game.pack, Chance(1))
    while (question := playing.game.question) is not None:
        assert not find_holes(question)
        playing.put(Respond(rival.answer(question)))
    for input_ in islice(rival.turn(lambda: playing.game.position), 4):
        playing.put(input_)
        while (question := playing.game.question) is not None:
            assert not find_holes(question), "what is printed is not asked for any more"
            playing.put(Respond(rival.answer(question)))
    playing.put(parse_input(golem, {"do": "adjust", "what": "facts", "to": "ask"}))
    assert not playing.game.position.uses_house
    playing.undo()
    assert playing.game.position.uses_house


def test_a_thing_of_which_the_owner_uses_ours_is_not_asked_for(store: Store) -> None:
    playing = begin_golem(store)
    question = playing.game.question
    assert question is not None
    store.packs.change("golem", lambda kept: kept.with_house(box.find_needed_holes(question), ours=True))
    golem, options = playing.definition, dict(playing.game.options)
    again = new_session(store, golem, options, {}, 1)
    again.put(parse_input(golem, {"do": "next"}))
    assert again.game.question is not None
    assert again.game.question.about == "form.round"


def test_a_record_without_the_option_asks_for_one_fact_at_a_time(store: Store) -> None:
    golem = plugins.load_definition("golem")
    rulings, pack = settle(golem.rulings, {}), checked_pack(golem, {})
    options = fill_options(golem, GOLEM_OWNER, rulings, pack)
    del options["facts"]
    playing = new_session(store, golem, options, {}, 1)
    assert playing.game.question is not None
    assert playing.game.question.hole == "starting_tile.1.effects"
