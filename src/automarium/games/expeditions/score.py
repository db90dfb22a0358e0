"""Coins at the end: the Automa by its progress card, the human by the normal rules."""

from __future__ import annotations

from automarium.engine.definition import Scoring
from automarium.engine.message import Message, message
from automarium.engine.play.score import Counting, ScoreLine, ScoreSheet
from automarium.games.expeditions.position import PRINTED, Coins, Position
from automarium.games.expeditions.rulings import Rulings

_human = PRINTED.printed["human"]["coins"]
HUMAN_PER_GLORY: list[int] = _human["per_glory_by_quests"]
HUMAN_PER_CORRUPTION: int = _human["per_corruption"]


def score_automa(position: Position, rulings: Rulings) -> tuple[ScoreLine, ...]:
    """Return the Automa's lines. Tokens are counted, their numbers ignored (EXP-SCORE-08)."""
    corruption = position.corruption
    if position.special and rulings.amb_08 == "counts":  # EXP-SCORE-07
        corruption += 1
    return build_lines(position.card.coins, position.glory, position.maps, corruption, position.coin_change)


def build_lines(rates: Coins, glory: int, maps: int, corruption: int, coin_change: int) -> tuple[ScoreLine, ...]:
    """Return the three lines of a progress card (EXP-SCORE-05)."""
    return (
        # EXP-LEVEL-05: the coin change touches the glory tokens alone.
        ScoreLine("automa", "glory", glory, rates.glory_token + coin_change, "EXP-SCORE-01"),
        ScoreLine("automa", "maps", maps, rates.map_token, "EXP-SCORE-02"),
        ScoreLine("automa", "corruption", corruption, rates.corruption_token, "EXP-SCORE-03"),
    )


def score_human(glory: int, coins: int, quests: int, corruption: int, items: int) -> tuple[ScoreLine, ...]:
    """Return the human's lines by the normal rules (EXP-SCORE-09)."""
    per_glory = HUMAN_PER_GLORY[min(quests, len(HUMAN_PER_GLORY) - 1)]
    return (
        ScoreLine("human", "coins-in-hand", coins, 1, "EXP-SCORE-09"),
        ScoreLine("human", "glory", glory, per_glory, "EXP-SCORE-09"),
        ScoreLine("human", "corruption", corruption, HUMAN_PER_CORRUPTION, "EXP-SCORE-09"),
        ScoreLine("human", "items", items, 1, "EXP-SCORE-09"),
    )


class ExpeditionsScoring(Scoring[Position, Rulings]):
    def score(self, position: Position, rulings: Rulings) -> ScoreSheet:
        lines = score_automa(position, rulings)
        totals = {"automa": sum(line.points for line in lines)}
        if position.human_parts:
            own = score_human(position.human_glory, **position.human_parts)
            lines += own
            totals["human"] = sum(line.points for line in own)
        elif position.human_coins is not None:
            totals["human"] = position.human_coins
        else:
            return ScoreSheet(lines, totals)
        # EXP-SCORE-10; in a tie the Automa wins, and the normal tie-breaker is not used (EXP-SCORE-11).
        winner = "human" if totals["human"] > totals["automa"] else "automa"
        tie = totals["human"] == totals["automa"]
        return ScoreSheet(lines, totals, message("verdict.tie" if tie else f"verdict.{winner}"), winner)

    def rates(self, position: Position, rulings: Rulings) -> dict[tuple[str, str], Message]:
        quests = position.human_parts.get("quests")
        if quests is None:
            return {}
        each = HUMAN_PER_GLORY[min(quests, len(HUMAN_PER_GLORY) - 1)]
        return {("human", "glory"): message("rate.quests", count=quests, each=each)}

    def known_points(self, position: Position, last: Position) -> int | None:
        """Glory and corruption. Coins and items are counted at the end."""
        if not last.human_parts:
            return None
        held = len(position.human_tokens) + position.human_special
        lines = score_human(position.human_glory, 0, last.human_parts["quests"], held, 0)
        return sum(line.points for line in lines)

    def count_automa(self, position: Position, rulings: Rulings) -> int:
        rates = position.card.coins
        corruption = len(position.tokens) + (position.special and rulings.amb_08 == "counts")
        glory = position.glory * (rates.glory_token + position.coin_change)
        return glory + position.maps * rates.map_token + corruption * rates.corruption_token

    def countings(self, position: Position) -> tuple[Counting, ...]:
        lines = {"coins": "coins-in-hand", "corruption": "corruption", "items": "items", "glory": "glory"}
        return (
            Counting("tally", "human", lines),
            *(Counting("adjust", "automa", {"to": what}, {"what": what}) for what in CORRECTED),
        )


CORRECTED = ("glory", "maps", "corruption")  # lines that are corrected under the same names
