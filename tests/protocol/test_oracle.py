"""The oracle, to the letter of docs/oracle.md: answers, errors with their paths, lines, exit codes."""

from __future__ import annotations

import json
import subprocess
import sys
from decimal import Decimal
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import automarium
from automarium.games import plugins
from automarium.protocol.oracle import decide, decide_text
from tests.attack.kit import fail_if_late

FACTS: dict[str, Any] = {
    "card": 8,
    "glory": 3,
    "progress": 12,
    "level": 2,
    "mechs": {"north": "N1", "central": "C7"},
    "human": "N2",
    "locations": {
        "N2": {"corruption": [5]},
        "N3": {"map": True},
        "N4": {"corruption": [4, 3, 5]},
        "N5": {"corruption": [3]},
    },
}


def turn(**facts: Any) -> dict[str, Any]:
    return {"game": "expeditions", "ask": "turn", "facts": {**FACTS, **facts}}


def without(name: str) -> dict[str, Any]:
    return {"game": "expeditions", "ask": "turn", "facts": {key: fact for key, fact in FACTS.items() if key != name}}


@pytest.mark.clause("EXP-EX-03")
def test_the_rulebooks_long_example() -> None:
    answer = decide(turn())
    assert answer["answer"] == [
        {"do": "move", "mech": "north", "from": "N1", "to": "N4"},
        {"do": "cleanse", "mech": "north", "at": "N4", "tokens": [4, 3]},
        {"do": "move", "mech": "central", "from": "C7", "to": "C6"},
    ]
    assert answer["trace"][:4] == [
        {"clause": "EXP-MECH-09", "kept": ["N1", "N2", "N3", "N4", "N5"], "scores": {}},
        {"clause": "EXP-TARGET-04", "kept": ["N1", "N3", "N4", "N5"], "scores": {}},
        {"clause": "EXP-TARGET-12", "kept": ["N4", "N5"], "scores": {}},
        {"clause": "EXP-TARGET-16", "kept": ["N4"], "scores": {"N4": 2, "N5": 3}},
    ]
    assert answer["text"].startswith("The north mech moves from N1 to N4.")
    assert set(answer) == {"answer", "trace", "text"}


def test_every_kind_of_step() -> None:
    progress = decide(turn(card=2, glory=3, progress=14))["answer"]
    assert progress[0] == {"do": "progress", "to": 15, "glory": 4}
    assert decide(turn(card=6, progress=11))["answer"][0] == {"do": "progress", "to": 12}
    assert {"do": "sweep", "mech": "north", "at": "N1"} in decide(turn(card=5))["answer"]
    explore = decide(turn(card=1, locations={"N1": {"map": True}}))["answer"]
    assert explore[0] == {"do": "explore", "mech": "north", "at": "N1"}, "a mech that stays has no move step"
    lair = decide(turn(card=13, glory=5, progress=19, locations={"N6": {"corruption": [20]}}, human="S1"))["answer"]
    assert not any(step["do"] == "cleanse-20" for step in lair), "N6 is five steps away"
    lair = decide(turn(card=13, glory=5, progress=19, locations={"N3": {"corruption": [20]}}, human="S1"))["answer"]
    assert {"do": "cleanse-20", "mech": "north", "at": "N3"} in lair


def test_the_token_on_the_last_space_makes_no_step() -> None:
    answer = decide(turn(card=2, glory=8, progress=28))["answer"]
    assert answer[0]["do"] != "progress"


def test_cards_may_be_given_whole() -> None:
    section = {"sweep": False, "target": None, "distance": 2}
    card = {"id": 77, "advances_progress": False, "north": section, "central": section}
    level = {
        "level": 4,
        "name": None,
        "found": True,
        "spaces_including_start": 10,
        "glory_spaces": [1, 2, 3, 4, 5, 6, 7, 8],
        "coins": {"map_token": 1, "corruption_token": 1, "glory_token": 1},
        "confidence": "mine",
    }
    answer = decide(turn(card=card, level=level, glory=3, progress=3, human="basecamp", locations={}))["answer"]
    assert [step["to"] for step in answer] == ["N3", "C5"]
    bare = {key: level[key] for key in ("level", "spaces_including_start", "glory_spaces", "coins")}
    assert "answer" in decide(turn(card=card, level=bare, glory=3, progress=3))


@pytest.mark.clause("EXP-SCORE-04", "EXP-LEVEL-03")
def test_score() -> None:
    facts = {"level": 2, "glory": 6, "maps": 5, "corruption": 7}
    request = {"game": "expeditions", "ask": "score", "facts": facts}
    assert decide(request)["answer"] == 6 * 4 + 5 + 7 * 2
    assert decide({**request, "facts": {**facts, "coin_change": -2}})["answer"] == 6 * 2 + 5 + 7 * 2
    assert decide({**request, "facts": {**facts, "coin_change": 4}})["error"]["where"] == "facts.coin_change"
    assert decide(request)["text"] == "The Automa has 43 coins."


def test_the_other_languages_speak() -> None:
    texts = {lang: decide({**turn(), "lang": lang})["text"] for lang in ("en", "uk", "ru")}
    assert len(set(texts.values())) == 3
    assert all("N4" in text for text in texts.values())


def test_rulings_switch_the_answer() -> None:
    mixed = turn(card=13, glory=5, progress=19, locations={"N3": {"corruption": [20, 4]}})
    assert not any(step["do"] == "cleanse-20" for step in decide(mixed)["answer"])
    switched = decide({**mixed, "rulings": {"EXP-AMB-01": "any"}})["answer"]
    assert {"do": "cleanse-20", "mech": "north", "at": "N3"} in switched


@pytest.mark.parametrize(
    ("request_", "where"),
    [
        ([], ""),
        ({}, "game"),
        ({**turn(), "game": "chess"}, "game"),
        ({**turn(), "game": 7}, "game"),
        ({**turn(), "ask": "move"}, "ask"),
        ({**turn(), "facts": []}, "facts"),
        ({**turn(), "lang": "de"}, "lang"),
        ({**turn(), "lang": None}, "lang"),
        ({**turn(), "langs": "en"}, "langs"),
        ({**turn(), "rulings": {"EXP-AMB-99": "x"}}, "rulings.EXP-AMB-99"),
        ({**turn(), "rulings": {"AMB-01": "any"}}, "rulings.AMB-01"),
        ({**turn(), "rulings": {"EXP-AMB-01": "maybe"}}, "rulings.EXP-AMB-01"),
        ({**turn(), "rulings": {"EXP-AMB-01": 1}}, "rulings.EXP-AMB-01"),
        *((without(name), f"facts.{name}") for name in FACTS),
        (turn(humam="N1"), "facts.humam"),
        (turn(card=0), "facts.card"),
        (turn(card=15), "facts.card"),
        (turn(card=True), "facts.card"),
        (turn(card=8.0), "facts.card"),
        (turn(card="8"), "facts.card"),
        (turn(card={"id": 1}), "facts.card.advances_progress"),
        (turn(card={"id": 1, "advances_progress": False, "north": {}, "central": {}}), "facts.card.north.sweep"),
        (turn(glory=9), "facts.glory"),
        (turn(glory=-1), "facts.glory"),
        (turn(glory=None), "facts.glory"),
        (turn(progress=29), "facts.progress"),
        (turn(progress=-1), "facts.progress"),
        (turn(level=6), "facts.level"),
        (turn(mechs={"north": "N1"}), "facts.mechs.central"),
        (turn(mechs={"north": "C1", "central": "C7"}), "facts.mechs.north"),
        (turn(mechs={"north": "N1", "central": "C7", "south": "S1"}), "facts.mechs.south"),
        (turn(human="N8"), "facts.human"),
        (turn(human=None), "facts.human"),
        (turn(locations={"N8": {}}), "facts.locations.N8"),
        (turn(locations={"basecamp": {}}), "facts.locations.basecamp"),
        (turn(locations={"N4": {"maps": True}}), "facts.locations.N4.maps"),
        (turn(locations={"N4": {"map": 1}}), "facts.locations.N4.map"),
        (turn(locations={"N4": {"corruption": [4, "3"]}}), "facts.locations.N4.corruption[1]"),
        (turn(locations={"N4": {"corruption": [0]}}), "facts.locations.N4.corruption[0]"),
        (turn(locations={"N4": {"corruption": 4}}), "facts.locations.N4.corruption"),
        (turn(locations=None), "facts.locations"),
        # contradictory facts
        (turn(locations={"N4": {"corruption": [20]}, "N5": {"corruption": [20]}}), "facts.locations.N5.corruption"),
        (turn(locations={"N4": {"corruption": [20, 20]}}), "facts.locations.N4.corruption"),
        (turn(human="N1"), "facts.human"),
        (turn(human="C7"), "facts.human"),
        (turn(locations={"N4": {"map": True, "corruption": [4]}}), "facts.locations.N4"),
        (turn(locations={"S1": {"corruption": [4]}}), "facts.locations.S1"),
        (turn(locations={"S1": {"map": True}}), "facts.locations.S1"),
        (turn(glory=4), "facts.glory"),
        (turn(glory=2), "facts.glory"),
    ],
)
def test_bad_requests_name_the_bad_field(request_: Any, where: str) -> None:
    for lang in ("en", "uk", "ru"):
        request = request_
        if isinstance(request_, dict) and "lang" not in request_:
            request = {**request_, "lang": lang}
        answer = decide(request)
        assert set(answer) == {"error"}, answer
        assert answer["error"]["where"] == where
        assert " " in answer["error"]["message"].strip(), "a sentence, not a key"
        assert "{" not in answer["error"]["message"]


def test_harmless_facts_are_taken() -> None:
    assert "answer" in decide(turn(locations={}))
    assert "answer" in decide(turn(locations={"S1": {}, "N4": {"map": False, "corruption": []}}))
    assert "answer" in decide(turn(locations={"N4": {"map": True, "corruption": []}}))


@pytest.mark.parametrize("facts", [{"card": Decimal(2)}, {"card": {1}}, {"locations": range(3)}, {"human": b"N1"}])
def test_what_json_does_not_know_is_no_request(facts: dict[str, Any]) -> None:
    """Python callers can pass anything."""
    assert set(decide(turn(**facts))) == {"error"}
    assert set(decide({"game": "expeditions", "ask": "turn", "facts": b"x"})) == {"error"}
    assert set(decide({1: 2})) == {"error"}


def test_a_union_of_places_names_them_all() -> None:
    message = decide(turn(human="Z9"))["error"]["message"]
    assert "basecamp" in message
    assert "C7" in message
    assert "“Z9”" in message
    assert "N7" in decide(turn(locations={"N8": {}}))["error"]["message"]
    assert "a whole number or an object" in decide(turn(card="8"))["error"]["message"]


def test_a_card_that_moves_nobody_is_still_told() -> None:
    section = {"sweep": False, "target": None, "distance": 0}
    card = {"id": 1, "advances_progress": False, "north": section, "central": section}
    answer = decide(turn(card=card))
    assert answer["answer"] == []
    assert answer["text"] == "The north mech stays on N1. The central mech stays on C7."


def test_a_track_that_starts_again_takes_its_own_outcome() -> None:
    request = {**turn(card=2, glory=8, progress=28), "rulings": {"EXP-AMB-10": "start-again"}}
    assert decide(request)["answer"][0] == {"do": "progress", "to": 0}
    assert "answer" in decide({**request, "facts": {**request["facts"], "progress": 0}})


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"nonsense",
        b'{"game": NaN}',
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"game": 1' + b"0" * 5000 + b"}",
        b"\xef\xbb\xbf{}",
    ],
)
def test_text_that_is_no_json_is_an_error_without_a_place(text: bytes) -> None:
    answer = json.loads(decide_text(text))
    if text.startswith(b'{"game": 1'):
        assert answer["error"]["where"] in ("", "game")
    else:
        assert answer["error"]["where"] == ""


def test_a_key_given_twice_is_no_request() -> None:
    assert "twice" in json.loads(decide_text(b'{"game": "expeditions", "game": "expeditions"}'))["error"]["message"]


def test_half_a_surrogate_pair_goes_out_as_it_came_in() -> None:
    answer = json.loads(decide_text(json.dumps({**turn(), "x\ud800": 1}).encode()))
    assert answer["error"]["where"] == "x\ud800"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(["N1", "C7", "S3"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@given(st.sampled_from(sorted(FACTS)), JSON)
def test_whatever_stands_in_a_field_there_is_an_answer_or_an_error(name: str, value: Any) -> None:
    answer = decide(turn(**{name: value}))
    assert set(answer) in ({"answer", "trace", "text"}, {"error"})
    if "error" in answer:
        assert answer["error"]["where"].startswith("facts")


@given(st.binary(max_size=60))
def test_random_bytes_are_answered(text: bytes) -> None:
    assert set(json.loads(decide_text(text))) == {"error"}


def run(*arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "automarium", *arguments], input=given, capture_output=True, check=False
    )


def test_alone_an_error_exits_with_2(tmp_path: Path) -> None:
    good = run("decide", given=json.dumps(turn()).encode())
    assert good.returncode == 0
    assert json.loads(good.stdout) == decide(turn())
    bad = run("decide", given=b"{}")
    assert bad.returncode == 2
    assert json.loads(bad.stdout)["error"]["where"] == "game"
    file = tmp_path / "request.json"
    file.write_text(json.dumps(turn()))
    assert run("decide", str(file)).stdout == good.stdout
    assert run("decide", str(tmp_path / "none")).returncode == 2
    assert run("decide", str(tmp_path)).returncode == 2
    assert b"--lines" in run("decide", "--help").stdout
    assert b"--line" in run("decide", "--line").stderr
    assert json.loads(run("--lang", "en", "decide", given=json.dumps(turn()).encode()).stdout) == decide(turn())


def test_lines_are_answered_in_order_and_one_failure_shows_in_the_exit_code() -> None:
    good = json.dumps(turn()).encode()
    spread = run("decide", "--lines", given=b"\n".join([good, b"", b"  \r", b"{}", b"\xff", good]))
    answers = [json.loads(line) for line in spread.stdout.split(b"\n")[:-1]]
    assert ["answer" in answer for answer in answers] == [True, False, False, True]
    assert spread.returncode == 1
    assert run("decide", "--lines", given=good + b"\n").returncode == 0
    assert run("decide", "--lines", given=b"").returncode == 0
    # U+2028 and a carriage return end no line
    odd = json.dumps({**turn(), "note\u2028": 1}, ensure_ascii=False).encode()
    assert len(run("decide", "--lines", given=odd).stdout.splitlines()) == 1


def test_from_python() -> None:
    assert automarium.decide(turn()) == decide(turn())


def test_nothing_heavy_is_loaded_on_the_way() -> None:
    """Start-up must stay fast: neither Rich nor the terminal nor argparse is imported."""
    code = (
        "import sys; sys.argv = ['automarium', *{arguments}]; "
        "from automarium.__main__ import main; main(); "
        "heavy = ('rich', 'argparse', 'msgspec', 'tomllib', 'urllib', 'xml'); "
        "own = ('automarium.s', 'automarium.lab', 'automarium.interfaces.terminal', 'automarium.engine.drawing'); "
        "print(sorted(m for m in sys.modules if m.split('.')[0] in heavy or m.startswith(own)))"
    )
    version = subprocess.run(
        [sys.executable, "-c", code.format(arguments=["--version"])], capture_output=True, text=True, check=True
    )
    assert version.stdout.splitlines()[-1] == "[]"
    decided = subprocess.run(
        [sys.executable, "-c", code.format(arguments=["decide"])],
        input=json.dumps(turn()),
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = decided.stdout.splitlines()[-1]
    assert "rich" not in loaded
    assert "terminal" not in loaded
    assert "urllib" not in loaded
    assert "svg" not in loaded


@pytest.mark.clause("EXP-SCORE-03")
def test_a_count_that_nobody_can_have_costs_nothing() -> None:
    """Regression: a list as long as the count was built, which took all memory or ended in a 500."""
    facts = {"level": 2, "glory": 0, "maps": 0, "corruption": 10**30}
    with fail_if_late():
        assert decide({"game": "expeditions", "ask": "score", "facts": facts})["answer"] % 10**30 == 0


def test_a_game_of_another_package_that_cannot_be_loaded_is_an_error_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    """Regression: the messages of that game were looked for, and the refusal was raised again."""
    monkeypatch.setattr(plugins, "_others", lambda: {"heron": EntryPoint("heron", "no_such_module:X", plugins.GROUP)})
    assert "no_such_module" in decide({"game": "heron", "ask": "x", "facts": {}})["error"]["message"]
    assert "no_such_module" in automarium.table().send({"game": "heron"})["error"]["message"]
