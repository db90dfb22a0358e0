"""A win rate says what it rests on, and how it changes with the strength of the human."""

from __future__ import annotations

import re

import pytest

from automarium.games import plugins
from automarium.i18n.languages import LANGUAGES
from automarium.i18n.translator import Translator
from automarium.lab import FOLDER
from automarium.lab.answer import describe_assumptions, find_assumptions
from automarium.lab.baseline_file import FILE, estimate_wins, read_baseline
from automarium.lab.configuration import Design, make_configuration
from automarium.lab.simulated_game import PreparedGame, simulate_game
from automarium.lab.statistics import Distribution, Interval, compute_share, find_win_band, format_percent
from automarium.lab.summary import RunSummary, summarise
from tests.contract.kit import definitions
from tests.interfaces.terminal.kit import run_command


def summarise_games(game: str, rival: str, games: int = 20, design: Design | None = None) -> RunSummary:
    ready = PreparedGame(make_configuration(game, rival=rival, design=design))
    (found,) = summarise(simulate_game(ready, seed, seed, seed, explain=False) for seed in range(games))
    return found


@pytest.mark.parametrize("name", definitions())
def test_every_stand_in_with_points_says_what_they_rest_on(name: str) -> None:
    definition = plugins.load_definition(name)
    if "regular" not in definition.lab.rivals:  # a plug-in
        return
    said = set()
    for rival in definition.lab.rivals:
        found = summarise_games(name, rival, 1)
        assumed = find_assumptions(found)
        assert (assumed is not None) == bool(found.human.count), rival
        if assumed is not None:
            for lang in LANGUAGES:
                words = Translator(lang, [definition.folder]).say(assumed.key, **assumed.params)
                assert "{" not in words
                said.add(words)
    assert len(said) >= 3 * len(LANGUAGES)


@pytest.mark.parametrize("name", definitions())
def test_descriptions_of_rivals_repeat_no_numbers_of_the_pack(name: str) -> None:
    """A designer's pack may change them; the line of assumptions states them."""
    definition = plugins.load_definition(name)
    pack = make_configuration(name).pack
    for rival in pack.house.get("rival", {}):
        for lang in LANGUAGES:
            said = Translator(lang, [definition.folder]).say(f"rival.{rival}")
            assert not re.search(r"\d", said), said


def test_assumptions_are_those_of_the_pack() -> None:
    """A designer may change them like any number, and then other games come out."""
    design = Design("house", "mine", {"rival": {"regular": {"vp": 20, "spread": 2}}})
    ours, mine = (summarise_games("golem", "regular", design=one) for one in (None, design))
    assert ours.human.quantile(0.5) > 90
    assert 18 <= mine.human.quantile(0) <= mine.human.quantile(1) <= 22
    changed = make_configuration("golem", design=design)
    assumed = find_assumptions(mine, changed)
    assert assumed is not None
    assert assumed.params["points"] == 20
    unknown = find_assumptions(mine)
    assert unknown is not None
    assert (unknown.key, unknown.params) == ("assumed.unknown", {"name": "mine"}), "never the numbers of another pack"
    done = run_command("simulate", "penumbra", "--rival", "regular", "--games", "20", "--workers", "1")
    assert "an estimate: about 85 VP" in done.stdout
    assert "an even match at" in done.stdout


def test_several_players_are_told_apart() -> None:
    say = Translator("en", [plugins.load_definition("golem").folder, FOLDER]).say
    both = [summarise_games("golem", rival, 2) for rival in ("regular", "expert")]
    assert [said.partition(" VP")[0] for said in describe_assumptions([*both, *both], {}, say)] == [
        "the points of the simulated player “Regular” are an estimate: about 115",
        "the points of the simulated player “Expert” are an estimate: about 145",
    ]


def test_wins_are_a_band_over_the_strength_of_the_human() -> None:
    leads = Distribution()
    for lead in (-10, -5, 0, 5, 10, 15):
        leads.add(lead)
    band = find_win_band(leads, human=50)
    assert [round(one.points) for one in band.strengths] == [40, 45, 50, 55, 60]
    shares = [one.wins.value for one in band.strengths]
    assert shares == sorted(shares, reverse=True)
    assert shares[2] == pytest.approx(3.5 / 6)  # an equal score counts half
    assert band.even.value == 50  # with as many points as now the human wins every other game, or nearly
    for lead, ends in ((30, (40, 80)), (-30, (20, 60))):
        far = Distribution()
        far.add(lead)
        curve = find_win_band(far, human=50).curve
        assert (curve[0].points, curve[-1].points) == ends, "the chart reaches the even strength"
    for game, rival in (("scythe", "regular"), ("expeditions", "novice")):
        found = summarise_games(game, rival, 60)
        assert found.leads.counts[0], "some scores are equal"
        assert found.win_band is not None
        assert found.win_band.strengths[2].wins == found.wins, "its middle is the win rate"


def test_never_is_not_said_of_many_games() -> None:
    say = Translator("en").say
    assert format_percent(compute_share(0, 100_000), say) == "0.0 % (0.0 … 0.004)"
    assert format_percent(compute_share(100_000, 100_000), say) == "100.0 % (99.996 … 100.0)"
    assert format_percent(Interval(0.916, 0.888, 0.937), say) == "91.6 % (88.8 … 93.7)"


def test_a_player_is_measured_against_the_baseline() -> None:
    levels = [one for one in read_baseline(FILE) if one.game == "golem"]
    for one in levels:
        even = estimate_wins("golem", one.level, [round(one.figures["automa"].mean)])
        assert even == pytest.approx(0.5, abs=0.05)
    shares = [estimate_wins("golem", one.level, [100, 120, 140]) or 0 for one in levels]
    assert shares == sorted(shares, reverse=True)
    assert estimate_wins("golem", "99", [100]) is None
    assert estimate_wins("golem", "1", []) is None
