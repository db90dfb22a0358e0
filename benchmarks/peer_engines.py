"""Automa turns per second compared with the steps per second of other board-game engines."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from itertools import count
from typing import Any

from benchmarks import Figure, Target, compute_ratios, interleave
from benchmarks.timed_games import TIMED_GAMES

SHARE = 0.04  # CPU seconds of each engine in a round: several whole games, yet a short round
MOVING = 0.6  # part of the target, with a human who moves
EXPLAINED = 0.5  # part of the silent turns, with all reasons
GAMES = 20  # times Catanatron's whole games per second


@dataclass(frozen=True)
class Rate:
    """Results per CPU second: steps (or turns), and whole games."""

    steps: float
    games: float


@dataclass(frozen=True)
class Peer:
    """An engine from PyPI. ``games`` yields the steps of one whole game after another."""

    name: str
    package: str
    unit: str
    games: Callable[[], Iterator[int]]

    @property
    def version(self) -> str | None:
        """The installed version, or None."""
        try:
            return version(self.package)
        except PackageNotFoundError:
            return None


def measure(rounds: int, share: float = SHARE) -> list[Figure]:
    """Return all rows without the peers that are not installed (:func:`list_absent` names them)."""
    measures = {}
    for one in TIMED_GAMES:
        measures[one.name] = _make_measure(one.games(), share)
        measures[f"{one.name}, moving human"] = _make_measure(one.games(moving=True), share)
        measures[f"{one.name}, explained"] = _make_measure(one.games(explain=True), share)
    present = [peer for peer in PEERS if peer.version is not None]
    for peer in present:
        measures[peer.name] = _make_measure(peer.games(), share)
    found = interleave("turns", measures, rounds)
    figures: list[Figure] = []
    for one in TIMED_GAMES:
        figures += _make_rows(one.name, one.target, found)
    figures += [Figure(peer.name, peer.unit, _steps(found[peer.name])) for peer in present]
    figures += _make_game_rows(found, present)
    return figures


def list_absent() -> list[str]:
    return [peer.package for peer in PEERS if peer.version is None]


def _make_rows(name: str, target: float, found: dict[str, list[Rate]]) -> list[Figure]:
    peers = _steps(found[CATANATRON.name])
    silent = _steps(found[name])
    moving, explained = (_steps(found[f"{name}, {how}"]) for how in ("moving human", "explained"))
    return [
        Figure(name, "turns/s", silent, CATANATRON.name, compute_ratios(silent, peers), Target(target, at_least=True)),
        Figure(
            f"{name}, moving human",
            "turns/s",
            moving,
            CATANATRON.name,
            compute_ratios(moving, peers),
            Target(MOVING * target, at_least=True),
        ),
        Figure(
            f"{name}, explained",
            "turns/s",
            explained,
            name,
            compute_ratios(explained, silent),
            Target(EXPLAINED, at_least=True),
        ),
    ]


def _make_game_rows(found: dict[str, list[Rate]], present: Sequence[Peer]) -> list[Figure]:
    figures: list[Figure] = []
    peers = _games(found[CATANATRON.name])
    for one in TIMED_GAMES:
        games = _games(found[one.name])
        target = Target(GAMES, at_least=True)
        figures.append(
            Figure(f"{one.name}, whole games", "games/s", games, CATANATRON.name, compute_ratios(games, peers), target)
        )
    if CRAZY_EIGHTS in present:
        eights = _games(found[CRAZY_EIGHTS.name])
        for one in TIMED_GAMES:
            if one.definition == "expeditions":
                games = _games(found[one.name])
                target = Target(1, at_least=True)
                name = f"{one.name}, whole games beside crazy_eights"
                figures.append(Figure(name, "games/s", games, CRAZY_EIGHTS.name, compute_ratios(games, eights), target))
    return [*figures, *(Figure(f"{peer.name}, whole games", "games/s", _games(found[peer.name])) for peer in present)]


def _steps(rates: Sequence[Rate]) -> list[float]:
    return [rate.steps for rate in rates]


def _games(rates: Sequence[Rate]) -> list[float]:
    return [rate.games for rate in rates]


def _make_measure(played: Iterator[int], share: float) -> Callable[[], Rate]:
    """Return a function that plays whole games, set-up included, for ``share`` CPU seconds, so that other load does not
    count."""

    def rate() -> Rate:
        steps = games = 0
        start = time.process_time()
        end = start + share
        while (now := time.process_time()) < end:
            steps += next(played)
            games += 1
        return Rate(steps / (now - start), games / (now - start))

    return rate


# ---------------------------------------------------------------------------------------------------------- peers


def _catanatron() -> Iterator[int]:
    """Four random bots, so that the rules are timed. Catanatron takes the seed 0 for "any"."""
    from catanatron import Color, Game, RandomPlayer

    colours = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)
    for seed in count(1):
        game = Game([RandomPlayer(colour) for colour in colours], seed=seed)
        game.play()
        yield len(game.state.actions)  # all decisions, in 3.2.1


def _crazy_eights() -> Iterator[int]:
    """Rules in C++, driven from Python: every move and every draw is a step."""
    import pyspiel

    game = pyspiel.load_game("crazy_eights")
    for seed in count(1):
        rng = random.Random(seed)
        state = game.new_initial_state()
        steps = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                action = rng.choices(outcomes, weights)[0]
            else:
                action = rng.choice(state.legal_actions())
            state.apply_action(action)
            steps += 1
        yield steps


class _RandomAgent:
    """The same as RLCard's random agent, whose import runs pip."""

    use_raw = False

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def step(self, state: dict[str, Any]) -> int:
        action: int = self._random.choice(list(state["legal_actions"]))
        return action

    def eval_step(self, state: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        return self.step(state), {}


def _uno() -> Iterator[int]:
    import rlcard

    env = rlcard.make("uno", config={"seed": 1})
    env.set_agents([_RandomAgent(seed) for seed in range(1, env.num_players + 1)])
    before = env.timestep
    while True:
        env.run(is_training=False)
        yield env.timestep - before
        before = env.timestep


def _big_money() -> Iterator[int]:
    """Two of its own bots; it uses the global random generator."""
    import logging

    from pyminion.bots.examples import BigMoney
    from pyminion.expansions.base import base_set
    from pyminion.game import Game

    logging.getLogger().setLevel(logging.WARNING)  # it logs every step to the root logger
    for seed in count(1):
        random.seed(seed)
        game = Game([BigMoney(), BigMoney()], [base_set], log_stdout=False, log_file=False)
        game.play()
        yield sum(player.turns for player in game.players)


CATANATRON = Peer("Catanatron, four random bots", "catanatron", "steps/s", _catanatron)
CRAZY_EIGHTS = Peer("OpenSpiel, crazy_eights, random", "open_spiel", "steps/s", _crazy_eights)
PEERS = [
    CATANATRON,
    CRAZY_EIGHTS,
    Peer("RLCard, UNO, random", "rlcard", "steps/s", _uno),
    Peer("Pyminion, two Big Money bots", "pyminion", "turns/s", _big_money),
]
