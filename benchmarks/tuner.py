"""Compare the samplers of ``automarium tune``: the same two problems, trials and seeds for each.

    python -m benchmarks.tuner [--seeds 10] [--trials 64] [--games 40]

Prints, for each problem and sampler, how far the best of the trials is from the aims on the seeds it was found on and
on fresh ones (medians over the seeds), and in how many seeds it beats random search.
"""

from __future__ import annotations

import argparse
from statistics import mean, median

from automarium.games import plugins
from automarium.lab.configuration import Configuration, Design, make_configuration
from automarium.lab.search_space import SearchSpace, get_layer
from automarium.lab.simulation import SerialRunner
from automarium.lab.tuner import SAMPLERS, Sampler, Search
from automarium.lab.tuning_aims import Selection, parse_aims

BATCH = 8
AIMS = (
    "mean(automa, level=4) == 80",
    "mean(automa, level=5) == mean(automa, level=4) + 35",
    "mean(turns, level=4) == mean(turns, level=5) + 2.5",
    "wins(level=5) == 97 %",
)
PROBLEMS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "6 numbers": (
        AIMS,
        (
            "progress.4.coins.map_token=0..3",
            "progress.5.coins.map_token=0..3",
            "progress.4.coins.glory_token=4..9",
            "progress.5.coins.glory_token=4..9",
            "progress.4.glory_spaces.7=19..22",
            "progress.5.glory_spaces.7=17..20",
        ),
    ),
    "20 numbers": (
        AIMS,
        (
            "progress.*.glory_spaces=~2",
            "progress.*.coins.map_token=0..3",
            "progress.*.coins.glory_token=4..9",
        ),
    ),
}


def measure(problem: str, sampler: Sampler, seed: int, trials: int, games: int) -> tuple[float, float]:
    """Return how far off the best is on its own seeds and on fresh ones."""
    definition = plugins.load_definition("expeditions")
    base = Design("house", "tuned", {})
    aims, free = PROBLEMS[problem]

    def make(selection: Selection, design: Design) -> Configuration:
        chosen = dict(selection)
        options = {"level": int(chosen["level"])}
        one = make_configuration("expeditions", options, rival=chosen.get("rival", "regular"))
        return one.with_design(design)

    layer = get_layer(make_configuration("expeditions").with_design(base).pack, base)
    space = SearchSpace(definition, base, layer, free)
    search = Search(space, parse_aims(aims), make, games, seed, sampler=sampler)
    found = search.run(SerialRunner(), trials, BATCH)
    return found.best.total, sum(one.off for one in found.proof)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--trials", type=int, default=64)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--first", type=int, default=0, help="the first seed, in hundreds")
    parser.add_argument("--sampler", action="append", choices=SAMPLERS)
    parsed = parser.parse_args()
    seeds = range(parsed.first, parsed.first + parsed.seeds)
    for problem in PROBLEMS:
        random: list[float] = []
        for sampler in parsed.sampler or SAMPLERS:
            both = [measure(problem, sampler, 100 * seed, parsed.trials, parsed.games) for seed in seeds]
            found, fresh = [one for one, _ in both], [one for _, one in both]
            random = random or found
            won = sum(mine < other for mine, other in zip(found, random, strict=True))
            print(
                f"{problem}, {sampler}: {median(found):.2f} (mean {mean(found):.2f}), "
                f"on fresh seeds {median(fresh):.2f}, before random in {won} of {parsed.seeds}",
                flush=True,
            )


if __name__ == "__main__":
    main()
