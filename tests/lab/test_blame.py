"""What a part is worth is what is missing without it, in the same games."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from statistics import correlation
from typing import Any

import pytest

from automarium.engine.message import Refused
from automarium.games import plugins
from automarium.i18n.languages import LANGUAGES
from automarium.lab import FOLDER
from automarium.lab.blame import Blame, find_parts, make_blame_plan, measure_blame, parse_part, take_away
from automarium.lab.configuration import Configuration, Design, make_configuration, make_plan
from automarium.lab.result_files import HEADER, Row, decode
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
        row for chunk in range(chunks) for row in decode([HEADER.decode(), *found[chunk].decode().splitlines()], "test")
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
    from automarium.i18n.translator import Translator

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
            if part.shown is not None:
                assert definition.words.details(part.shown, base.pack)


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
    for wrong, key in (("progress.9.coins", "free.path"), ("progress.5.name", "lab.no-neutral")):
        with pytest.raises(Refused) as refused:
            parse_part(pack, wrong)
        assert refused.value.message.key == key


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
