"""What a part is worth is what is missing without it, in the same games."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from statistics import correlation
from typing import Any

import pytest

from automarium.engine.definition import AutomaPart
from automarium.engine.message import Refused, message
from automarium.games import plugins
from automarium.i18n.languages import LANGUAGES
from automarium.i18n.translator import Translator
from automarium.lab import FOLDER
from automarium.lab.blame import (
    MEASURES,
    Blame,
    Figures,
    find_parts,
    make_blame_plan,
    measure_blame,
    parse_part,
    rank_worths,
    set_up_game,
    take_away,
)
from automarium.lab.configuration import Configuration, Design, make_configuration, make_plan
from automarium.lab.result_files import Row, decode, make_header
from automarium.lab.simulated_game import PreparedGame, simulate_game
from automarium.lab.simulation import Runner, SerialRunner, encode_plan, open_runner, play_chunk
from tests.contract.kit import definitions
from tests.interfaces.terminal.kit import run_command
from tests.proof import PROOF, scale

THREE = ("15", "18", "3")


def play(configurations: Sequence[Configuration], games: int, seed: int, runner: Runner | None = None) -> list[Row]:
    """Play with the seeds of the first configuration."""
    plan = encode_plan(make_plan(configurations, games, seed, paired=True, explain=0))
    chunks = -(-games * len(configurations) // 100)
    found = dict((runner or SerialRunner()).run(play_chunk, [(plan, chunk) for chunk in range(chunks)]))
    return [
        row
        for chunk in range(chunks)
        for row in decode([make_header().decode(), *found[chunk].decode().splitlines()], "test")
    ]


def blame_cards(games: int, seed: int, runner: Runner | None = None, only: Sequence[str] | None = None) -> Blame:
    base = make_configuration("scythe", {"level": "ultimaszyna"}, rival="regular")
    parts = find_parts(plugins.load_definition("scythe"), base, "card")
    parts = [part for part in parts if only is None or part.id in only]
    plan = make_blame_plan(base, parts, games, seed)
    return measure_blame(plan, parts, play(plan.configurations, games, seed, runner))


def test_worth_equals_the_ablation_by_hand() -> None:
    """A designer's pack in which a card gains nothing, compared with ours game by game."""
    games, seed = scale(25, 400), 5
    found = {worth.part.id: worth for worth in blame_cards(games, seed, only=THREE).worths}
    base = make_configuration("scythe", {"level": "ultimaszyna"}, rival="regular")
    for card in THREE:
        facts: dict[str, Any] = {"card": {card: {"I": {"gains": []}, "II": {"gains": []}}}}
        rows = play([base, base.with_design(Design("printed", "by-hand", facts))], games, seed)
        lost = sum(one.automa - other.automa for one, other in zip(rows[:games], rows[games:], strict=True)) / games
        assert found[card].points.value == pytest.approx(lost)
        assert found[card].points.low <= lost <= found[card].points.high


@pytest.mark.skipif(not PROOF, reason="many games: make proof")
def test_two_seeds_agree() -> None:
    with open_runner(2) as two:
        first, second = (
            {worth.part.id: worth.points for worth in blame_cards(1500, seed, two).worths} for seed in (1, 2)
        )
    ranks = [{card: rank for rank, card in enumerate(one)} for one in (first, second)]
    assert correlation(list(map(ranks[0].__getitem__, first)), list(map(ranks[1].__getitem__, first))) >= 0.9
    for one, other in combinations(first, 2):
        apart = [seen[one].low > seen[other].high for seen in (first, second)]
        reverse = [seen[other].low > seen[one].high for seen in (first, second)]
        assert not (any(apart) and any(reverse)), (one, other)
    assert list(first)[:2] == list(second)[:2] == ["18", "17"]
    assert list(first).index("15") >= 5


@pytest.mark.parametrize("name", definitions())
def test_every_part_can_be_taken_away(name: str) -> None:
    """Each kind of every game, without a part: the game is still played, and the part has words in every language."""
    definition = plugins.load_definition(name)
    base = make_configuration(name, rival=list(definition.lab.rivals)[1])
    kinds = dict.fromkeys(part.kind for part in definition.lab.parts(base.pack, base.options))
    for kind in (*kinds, "ruling"):
        parts = find_parts(definition, base, kind)
        assert len({take_away(base, part).digest for part in parts} | {base.digest}) == len(parts) + 1
        for lang in LANGUAGES:
            translator = Translator(lang, [definition.folder, FOLDER])
            assert len({translator.say(part.words.key, **part.words.params) for part in parts}) == len(parts)
        for part in parts[:: max(1, len(parts) // scale(3, 100))]:
            row = simulate_game(PreparedGame(take_away(base, part)), 4, 0, 0, explain=False)
            assert row.turns
            if kind != "ruling" and name in plugins.names()[:4]:
                position = set_up_game(PreparedGame(base))
                assert part.shown is not None
                assert definition.page.card(part.shown, position, base.pack, ()) is not None
                assert kind not in ("card", "slot") or definition.words.details(part.shown, base.pack)


def test_any_fact_can_be_taken_away() -> None:
    pack = make_configuration("expeditions", {"level": 5}).pack
    (rate,) = parse_part(pack, "progress.5.coins.glory_token")
    assert rate.without == {"progress": {"5": {"coins": {"glory_token": 0}}}}
    assert rate.layer == "house"
    (space,) = parse_part(pack, "progress.5.glory_spaces.7")
    assert space.without == {"progress": {"5": {"glory_spaces": [*pack.house["progress"]["5"]["glory_spaces"][:7], 0]}}}
    assert [part.id for part in parse_part(pack, "decision.*.advances_progress")][:2] == [
        "decision.1.advances_progress",
        "decision.2.advances_progress",
    ]
    (line,) = parse_part(make_configuration("penumbra").pack, "board.lantern.lists.3.1")
    assert line.without["board"]["lantern"]["lists"]["3"] == ["L3 later: trial", "=2: to 1", "arcana"]
    (other,) = parse_part(make_configuration("penumbra").pack, "board.lantern.lists.3.1=arcana")
    assert other.without["board"]["lantern"]["lists"]["3"][1] == "arcana"
    assert (line.id, other.id) == ("board.lantern.lists.3.1", 'board.lantern.lists.3.1="arcana"')
    for wrong, key in (("progress.9.coins", "free.path"), ("progress.5.name", "lab.no-neutral")):
        with pytest.raises(Refused) as refused:
            parse_part(pack, wrong)
        assert refused.value.message.key == key


def rank(*gains: Sequence[float]) -> Blame:
    """Rank parts by what they gained in each game."""
    figures: Figures = {"base": {name: array("d", [80] * len(gains[0])) for name in MEASURES}}
    parts = []
    for number, gained in enumerate(gains, 1):
        figures[str(number)] = {name: array("d", [80 - gain for gain in gained]) for name in MEASURES}
        parts.append((AutomaPart("card", str(number), message("taken.card", card=number)), str(number)))
    return rank_worths(figures, "base", parts, "automa")


def test_the_first_three_are_ahead_of_all_others() -> None:
    """A fourth that is certainly behind says nothing about a fifth that gains less, but not in every game."""
    steady = [[number] * 8 for number in (10, 9, 8, 7)]
    assert rank(*steady).more == 0
    assert rank(*steady, [16, 0, 16, 0, 16, 0, 6, 0]).more
    assert rank(*steady[:3], steady[2]).more is None
    assert [worth.part.id for worth in rank([0] * 8, [-3] * 8, [2] * 8, [-4] * 8).first] == ["3"], (
        "what makes it strong"
    )


def test_rulings_are_named_in_words() -> None:
    definition = plugins.load_definition("golem")
    base = make_configuration("golem")
    (part,) = find_parts(definition, base, "ruling", ["GOL-A35=mirror-half"])
    words = Translator("en", [definition.folder, FOLDER]).say(part.words.key, **part.words.params)
    assert words == (
        "GOL-A35: “with no standing golem, skip the Work criterion”, "
        "not “with no standing golem, the Work criterion covers only the Work row”"
    )


def test_what_cannot_be_measured_or_taken_is_refused() -> None:
    for words, said in (
        ([str(Path(__file__).parents[2] / "examples" / "documents" / "ember")], "names no parts"),
        (["golem", "--by", "wins", "--rival", "random"], "has no points"),
        (["expeditions", "--take", "board.corruption.tile_values.central"], "too short"),
        (["expeditions", "--take", "board.corruption.values={a=1}"], "out of range"),
        (["expeditions", "--take", "board.corruption.values.3=99999999"], "out of range"),
        (["golem", "--take", "books.red.cards=0"], "out of range"),
        (["penumbra", "--take", "dice.colours.list.0"], "options.start"),
        (["expeditions", "--level", "5", "--take", "progress.5"], "no neutral value"),
        (["expeditions", "--level", "5", "--take", "progress.5=3"], "progress.5"),
        (["expeditions", "--level", "5", "--take", "progress.5.coins.glory_token=much"], "glory_token"),
        (["expeditions", "--level", "5", "--take", "progress.5.coins.*", "--only", "progress"], "--only"),
    ):
        wrong = run_command("blame", *words, "--games", "4", "--workers", "1")
        assert wrong.returncode == 2, words
        assert said in wrong.stderr
        assert "Traceback" not in wrong.stderr


def test_the_command_ranks_draws_and_says_how_sure_it_is() -> None:
    done = run_command(
        "blame", "scythe", "--level", "ultimaszyna", "--rival", "regular", "--games", "8", "--workers", "1"
    )
    assert done.returncode == 0, done.stderr
    for said in (
        "what each part is worth to the Automa",
        "19. gains of card",
        "The top three: ",
        "Gains: ",
        "an estimate: a star",
    ):
        assert said in done.stdout
    few = ["--level", "ultimaszyna", "--rival", "regular", "--games", "8", "--workers", "1", "--only", "18,3"]
    told = run_command("blame", "scythe", *few).stdout
    assert "1. gains of card 18" in told
    assert "3. gains of card" not in told
    for words, where in (
        (["--of", "wing"], "--of"),
        (["--only", "99"], "--only"),
        (["--by", "luck"], "--by"),
        (["--take", "card.99"], "--take"),
    ):
        wrong = run_command("blame", "scythe", "--games", "8", *words)
        assert wrong.returncode == 2
        assert where in wrong.stderr
