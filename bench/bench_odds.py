"""Exact odds of one shoe and of many, against a plain nested enumeration in the same run.

Everything runs on one thread and is measured in processor time, so other load doesn't matter.
"""

from __future__ import annotations

import os

# One core: numpy's matrix products must not use more.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import time
from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import NDArray

from bench.sizes import best_seconds, size
from puntobanco.analysis import odds
from puntobanco.analysis._jit import jit_fused
from puntobanco.analysis.composition import Composition
from puntobanco.bets import BANKER, CATALOGUE, PLAYER, SCORE_BETS, TIE, Bet
from puntobanco.house import CLASSIC
from puntobanco.tableau import PUNTO_BANCO

MAIN: tuple[Bet, ...] = (PLAYER, BANKER, TIE)
EIGHT_DECKS = Composition.of_decks(8)
SHOES = size(200_000, tiny=20)
RUNS, TIMES, COMPILED_TIMES = size(3, tiny=1), size(10, tiny=1), size(20, tiny=1)
MAIN_NAMES = "Player, Banker, Tie"

Bools = NDArray[np.bool_]
Counts = NDArray[np.int64]

PLAYER_DRAWS: Bools = np.array(PUNTO_BANCO.player)
BANKER_DRAWS: Bools = np.array(PUNTO_BANCO.banker)


def nested(h: Counts, player_draws: Bools, banker_draws: Bools) -> tuple[int, int, int]:
    """Count Player wins, Banker wins and ties by six nested loops, card by card."""
    wins = [0, 0, 0]
    n = h.sum()
    for a in range(10):
        for b in range(10):
            for c in range(10):
                for d in range(10):
                    w = h[a] * (h[b] - (a == b)) * (h[c] - (c == a) - (c == b))
                    w *= h[d] - (d == a) - (d == b) - (d == c)
                    p, q = (a + c) % 10, (b + d) % 10
                    if p > 7 or q > 7 or not (player_draws[p] or banker_draws[q, 0]):
                        wins[(q > p) + 2 * (q == p)] += w * (n - 4) * (n - 5)
                        continue
                    for e in range(10):
                        v = w * (h[e] - (e == a) - (e == b) - (e == c) - (e == d))
                        if not player_draws[p]:
                            r = (q + e) % 10
                            wins[(r > p) + 2 * (r == p)] += v * (n - 5)
                            continue
                        s = (p + e) % 10
                        if not banker_draws[q, 1 + e]:
                            wins[(q > s) + 2 * (q == s)] += v * (n - 5)
                            continue
                        for f in range(10):
                            u = h[f] - (f == a) - (f == b) - (f == c) - (f == d) - (f == e)
                            r = (q + f) % 10
                            wins[(r > s) + 2 * (r == s)] += v * u
    return wins[0], wins[1], wins[2]


_seconds = partial(best_seconds, runs=RUNS, clock=time.process_time)


def main() -> None:
    held: Counts = np.array(EIGHT_DECKS.points)
    compiled = jit_fused(nested)  # it creates a list
    expected = tuple(odds.counts(EIGHT_DECKS).outcomes().values())
    if compiled(held, PLAYER_DRAWS, BANKER_DRAWS) != expected:
        raise SystemExit("the nested enumeration disagrees")

    plain = _seconds(lambda: nested(held, PLAYER_DRAWS, BANKER_DRAWS))
    loops = _seconds(lambda: compiled(held, PLAYER_DRAWS, BANKER_DRAWS), times=COMPILED_TIMES)
    print(f"plain nested enumeration, 8 decks: {plain * 1e3:10,.1f} ms in Python")
    print(f"the same, compiled:                {loops * 1e3:10,.3f} ms")

    every = tuple(CATALOGUE.values())
    single: dict[str, Callable[[], object]] = {
        MAIN_NAMES: lambda: odds.prices(MAIN, EIGHT_DECKS),
        "400 scores": lambda: odds.counts(EIGHT_DECKS),
        f"all {len(SCORE_BETS)} score bets": lambda: odds.prices(SCORE_BETS, EIGHT_DECKS),
        "the same, with edge and sd": lambda: [
            (price.edge, price.sd) for price in odds.prices(SCORE_BETS, EIGHT_DECKS)
        ],
        f"all {len(every)} bets": lambda: odds.prices(every, EIGHT_DECKS),
        f"{len(CLASSIC.bets)} bets of a house": lambda: odds.prices(CLASSIC.bets, EIGHT_DECKS),
    }
    for name, work in single.items():
        work()
        took = _seconds(work, times=TIMES)
        ratio = _ratio(plain, loops, took) if name == MAIN_NAMES else ""
        print(f"one shoe, {name:26} {took * 1e3:9.3f} ms{ratio}")

    generator = np.random.default_rng(8)
    shoes = held - generator.integers(0, 30, (SHOES, 10))
    start = time.process_time()
    odds.expectations(shoes[:1], MAIN)
    print(f"bulk, first call in this process:  {time.process_time() - start:10.2f} s")
    for name, bets in ((MAIN_NAMES, MAIN), ("all score bets", SCORE_BETS)):
        some = shoes if bets is MAIN else shoes[: SHOES // 10]
        odds.expectations(some[:1], bets)
        took = _seconds(partial(odds.expectations, some, bets)) / len(some)
        ratio = _ratio(plain, loops, took) if bets is MAIN else ""
        print(f"bulk, {name:30} {1 / took:9,.0f} shoes a second{ratio}")


def _ratio(plain: float, loops: float, took: float) -> str:
    """Compare with the enumeration, which counts only the three outcomes."""
    return f"; {plain / took:,.0f} x plain, {loops / took:,.1f} x compiled"
