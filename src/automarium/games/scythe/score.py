"""Coins at the end: the Automa at the rates of popularity 10, the human as usual."""

from __future__ import annotations

from collections.abc import Mapping

from automarium.engine.definition import Scoring
from automarium.engine.message import Message, message
from automarium.engine.play.score import Counting, ScoreLine, ScoreSheet
from automarium.games.scythe.map import BASE, FACTORY, MAT, PRINTED
from automarium.games.scythe.position import HumanScore, Position, find_occupied
from automarium.games.scythe.rulings import Rulings

_facts = PRINTED.printed
TIERS: dict[str, list[int]] = _facts["popularity"]["tiers"]
MOST_POPULARITY: int = _facts["track"]["popularity"]["high"]
POPULARITY: int = _facts["automa"]["start"]["popularity"]
STRUCTURE_BONUS: dict[str, list[int]] = {id_: facts["coins"] for id_, facts in _facts["structure_bonus"].items()}
MOST_BONUS, MOST_COUNTED = max(map(max, STRUCTURE_BONUS.values())), max(map(len, STRUCTURE_BONUS.values()))
FACTORY_COUNTS_AS: int = _facts["factory"]["territory"]["counts_as"]


def find_rate(what: str, popularity: int) -> int:
    """Return the coins for a star, a territory or a pair of resources at this popularity."""
    tier = sum(1 for lowest in TIERS["from"] if popularity >= lowest) - 1
    return TIERS[what][tier]


STAR_COINS, TERRITORY_COINS = find_rate("star", POPULARITY), find_rate("territory", POPULARITY)  # the Automa's


def find_structure_bonus(tile: str, counted: int) -> int:
    """Return the coins of the structure bonus tile for so many structures, lakes, tunnels …"""
    coins = STRUCTURE_BONUS[tile]
    return coins[min(counted, len(coins)) - 1] if counted else 0


def find_territories(position: Position) -> set[str]:
    """Return where at least one of the Automa's pieces stands (SCY-SCORE-03, SCY-SCORE-05, SCY-SCORE-09)."""
    return find_occupied(position.automa) - {BASE, MAT}


def count_automa_coins(stars: int, territories: int, factory: bool, coins: int, rulings: Rulings) -> int:
    return sum(line.points for line in score_automa(stars, territories, factory, coins, rulings))


def score_automa(stars: int, territories: int, factory: bool, coins: int, rulings: Rulings) -> tuple[ScoreLine, ...]:
    """Return coins, stars and territories; nothing else scores (SCY-SCORE-01, SCY-SCORE-06)."""
    counted = count_territories(territories, factory, rulings)
    return (
        ScoreLine("automa", "coins", coins, 1, "SCY-SCORE-11"),
        ScoreLine("automa", "stars", stars, STAR_COINS, "SCY-SCORE-02"),
        ScoreLine("automa", "territories", counted, TERRITORY_COINS, "SCY-SCORE-03"),
    )


def count_territories(territories: int, factory: bool, rulings: Rulings) -> int:
    """Return the territories that score: the Factory counts as three (SCY-SCORE-04)."""
    return territories + FACTORY_COUNTS_AS - 1 if factory and rulings.a30 == "three" else territories


def find_held(position: Position) -> set[str]:
    """Return the territories that the human controls by a piece, or by a structure alone."""
    human, automas = position.human, find_occupied(position.automa)
    return (find_occupied(human) - {BASE}) | (set(human.structures) - automas)


def count_human_land(position: Position) -> int:
    """Return the territories that the human controls; the Factory counts as three."""
    places = find_held(position)
    return len(places) + (FACTORY_COUNTS_AS - 1 if FACTORY in places else 0)


def score_human(score: HumanScore, stars: int) -> tuple[ScoreLine, ...]:
    """Return the human's lines (SCY-SCORE-07); resources score in pairs."""
    return (
        ScoreLine("human", "coins", score.coins, 1, "SCY-SCORE-07"),
        ScoreLine("human", "stars", stars, find_rate("star", score.popularity), "SCY-SCORE-07"),
        ScoreLine("human", "territories", score.territories, find_rate("territory", score.popularity), "SCY-SCORE-07"),
        ScoreLine(
            "human", "resources", score.resources // 2, find_rate("resource_pair", score.popularity), "SCY-SCORE-07"
        ),
        ScoreLine("human", "bonus", score.bonus, 1, "SCY-SCORE-07"),
    )


class ScytheScoring(Scoring[Position, Rulings]):
    def score(self, position: Position, rulings: Rulings) -> ScoreSheet:
        held = find_territories(position)
        coins = position.automa.coins
        if position.level == "ultimaszyna" and rulings.a33 == "yes" and position.over:
            coins += 1  # SCY-ULTRA-10, switched
        lines = score_automa(position.stars, len(held), FACTORY in held, coins, rulings)
        totals = {"automa": sum(line.points for line in lines)}
        if position.human_score is None:
            return ScoreSheet(lines, totals)
        theirs = score_human(position.human_score, position.human.stars)
        totals["human"] = sum(line.points for line in theirs)
        return ScoreSheet(lines + theirs, totals, *find_verdict(position, position.human_score, totals, rulings))

    def rates(self, position: Position, rulings: Rulings) -> dict[tuple[str, str], Message]:
        if position.human_score is None:
            return {}
        return {("human", "stars"): message("rate.popularity", count=position.human_score.popularity)}

    def known_points(self, position: Position, last: Position) -> int | None:
        """Stars and territories. Coins, resources and the structure bonus are counted at the end."""
        if last.human_score is None:
            return None
        popularity = last.human_score.popularity
        land = count_human_land(position) * find_rate("territory", popularity)
        return position.human.stars * find_rate("star", popularity) + land

    def count_automa(self, position: Position, rulings: Rulings) -> int:
        held = find_territories(position)
        counted = count_territories(len(held), FACTORY in held, rulings)
        extra = position.level == "ultimaszyna" and rulings.a33 == "yes" and position.over
        return position.automa.coins + extra + position.stars * STAR_COINS + counted * TERRITORY_COINS

    def countings(self, position: Position) -> tuple[Counting, ...]:
        return (
            Counting("tally", "human", {line: line for line in OWN}),
            *(Counting("adjust", "automa", {"to": what}, {"what": what}) for what in CORRECTED),
        )


def find_verdict(
    position: Position, score: HumanScore, totals: Mapping[str, int], rulings: Rulings
) -> tuple[Message, str | None]:
    """Return the verdict and the winner; None while a tie is to be broken. More coins win; then workers, mechs and
    structures, power, popularity, territories, stars (SCY-SCORE-08)."""
    automa = position.automa
    if totals["human"] != totals["automa"]:
        richer = "human" if totals["human"] > totals["automa"] else "automa"
        return message(f"verdict.{richer}"), richer
    if score.units is None or score.power is None:
        return message("verdict.tie-asked"), None
    held = find_territories(position)
    automas = (
        len(automa.workers) + len(automa.mechs),
        automa.power,
        POPULARITY,
        count_territories(len(held), FACTORY in held, rulings),
        position.stars,
    )
    humans = (score.units, score.power, score.popularity, score.territories, position.human.stars)
    side = break_tie(humans, automas)
    if side is not None:
        return message(f"verdict.tie.{side}"), side
    return (message("verdict.draw"), "both") if rulings.a35 == "draw" else (message("verdict.draw-automa"), "automa")


def break_tie(human: tuple[int, ...], automa: tuple[int, ...]) -> str | None:
    """Return the side that is ahead in the first tie-breaker in which they differ; resources are left out
    (SCY-SCORE-08)."""
    for humans, automas in zip(human, automa, strict=True):
        if humans != automas:
            return "human" if humans > automas else "automa"
    return None


OWN = ("coins", "stars", "territories", "resources", "bonus")  # lines of the human, reported under the same names
CORRECTED = ("coins", "stars")  # lines that are corrected so; territories by the Automa's pieces
