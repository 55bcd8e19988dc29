"""Coups per second on one and two threads, two processes and a naive kernel; bets per second.

Bets on ranks and suits must reach a twentieth of the rate of bets on the score.

Rates are the best of several short runs, in turn. One thread is measured in processor time, the
others by the clock, so a busy machine slows only the latter, all alike.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from multiprocessing import get_context
from time import perf_counter, thread_time

import numpy as np

from bench.sizes import size
from puntobanco.analysis._exact_sums import from_limbs
from puntobanco.analysis._jit import jit
from puntobanco.analysis.simulation._kernels import (
    NONE,
    U64,
    Bytes,
    Counts,
    Words16,
    Words64,
    next_word,
)
from puntobanco.analysis.simulation.blocks import block_seed
from puntobanco.analysis.simulation.specification import (
    CardsJob,
    KernelRules,
    ShoesJob,
    lines_entry,
)
from puntobanco.analysis.strategies import _kernels as strategy_kernels
from puntobanco.analysis.strategies.session import Session
from puntobanco.analysis.strategies.strategy import Strategy
from puntobanco.analysis.strategies.strategy_job import strategy_job
from puntobanco.analysis.strategies.view import GuestView
from puntobanco.bets import CARDS_BETS, OPENING_BETS, PLAYER_PAIR, Bet
from puntobanco.cards import DECK, Rank
from puntobanco.house import CLASSIC
from puntobanco.settlement import Chips

BLOCKS, ROUNDS = size(8, tiny=1), size(9, tiny=1)
SHOES, NAIVE_SHOES = size(10**9, tiny=10_000), size(40_000, tiny=10)
GUESTS = size(100_000, tiny=1_000)
JOB = ShoesJob(KernelRules.at(CLASSIC), "bench", SHOES)
ON_CARDS: dict[str, tuple[Bet, ...]] = {
    "a pair": (PLAYER_PAIR,),
    "every bet on cards": (*OPENING_BETS, *CARDS_BETS),
    "an own bet": (Bet.parse("own", ["either pair red: 8"]),),
    "an own bet of many": (
        Bet.parse(
            "own",
            [
                "winner suited and copies of A >= 2 and not all red: 30",
                "player opening ranks = {K, Q} and banker third in {7, 8, 9}: 20",
                "all black and margin >= 5 or both pair and highest points = 9: 12",
                "loser pair red or different opening ranks = 2 and copies of K = 1: 4",
                "tie and lowest points >= 2: push",
            ],
        ),
    ),
    "a long own bet": (
        Bet.parse(
            "own",
            [
                f"copies of {rank.letter} = {copies} and {hand} suited and sum >= {rank.points}: 9"
                for copies, hand in ((1, "player"), (2, "banker"), (3, "winner"))
                for rank in Rank
            ],
        ),
    ),
}


@jit
def naive(state: Words64, shoes: int, order: Bytes, rules: Words16, found: Counts) -> None:
    """Shuffle the whole shoe by Fisher and Yates, burn and deal it, and count the scores."""
    for _ in range(shoes):
        for last in range(order.size - 1, 0, -1):
            n = last + 1
            product = np.int64(next_word(state, 0) >> U64(32)) * n
            while product & 0xFFFFFFFF < n:
                if product & 0xFFFFFFFF >= (1 << 32) % n:
                    break
                product = np.int64(next_word(state, 0) >> U64(32)) * n
            chosen = product >> 32
            order[last], order[chosen] = order[chosen], order[last]
        place = 1 + (order[0] or 10)
        while order.size - place >= 7:
            p = (order[place] + order[place + 2]) % 10
            b = (order[place + 1] + order[place + 3]) % 10
            place += 4
            cards = 0
            if p < 8 and b < 8:
                draws = (rules[1] >> b) & 1
                if (rules[0] >> p) & 1:
                    third = order[place]
                    p = (p + third) % 10
                    place += 1
                    cards = 2
                    draws = (rules[2 + b] >> third) & 1
                if draws:
                    b = (b + order[place]) % 10
                    place += 1
                    cards += 1
            found[(p * 10 + b) * 4 + cards] += 1


def one_thread(first: int = 0) -> int:
    return sum(
        int(sum(part.sum() for part in JOB.play(block).values()))
        for block in range(first, first + BLOCKS)
    )


def naively() -> int:
    points = np.array([card.points for card in DECK * CLASSIC.decks], np.uint8)
    found = np.zeros(NONE, np.int64)
    seed = block_seed("bench", "naive", 0, 4)
    naive(seed, NAIVE_SHOES, points, JOB.rules.tableau_bits, found)
    return int(found.sum())


def with_cards(job: CardsJob) -> int:
    return int(job.play(0)[lines_entry(job.bets[0])].sum())


def rate(work: Callable[[], int], clock: Callable[[], float]) -> float:
    started = clock()
    done = work()
    return done / (clock() - started)


STRATEGIES = {
    "always banker": "flat",
    "streak >= 3: opposite": "martingale",
    "last = bbp or last = ppb: last; otherwise: opposite": "flat",
    "big_eye_boy": "flat",
    "one_two": "flat",
    "otherwise: last + player_pair": "flat",
    "true_count dragon_7 >= 4: tie": "flat",
    "otherwise: best": "flat",
    "edge tie < 0: tie": "flat",
}
"""Placements of every kind, each with a staking.

The first five must reach 10 million coups a second on one quiet thread, counts 5 million, exact
edges 0.2 million. The naive kernel of the same run shows how fast the machine was.
"""


def strategy_coups_a_second(text: str, staking: str) -> float:
    strategy = Strategy.parse(text, staking=staking)
    session = Session(bankroll=Chips(1_000_000_00), unit=Chips(10_00))
    job = strategy_job(strategy, CLASSIC, session=session, sessions=GUESTS, seed="bench")
    job.compile_kernels()
    best = 0.0
    for block in range(1, min(job.blocks, 3 * ROUNDS + 1)):
        started = thread_time()
        coups = from_limbs(job.play(block)["sums"])[strategy_kernels.COUPS]
        best = max(best, coups / (thread_time() - started))
    return best


def own_coups_a_second() -> float:
    def place(view: GuestView) -> dict[str, int]:
        return {"banker": 1} if view.outcomes[-2:] == "PP" else {}

    job = strategy_job(
        Strategy.own(place), CLASSIC, session=Session(), sessions=size(640, tiny=64), seed="bench"
    )
    started = thread_time()
    coups = from_limbs(job.play(1)["sums"])[strategy_kernels.COUPS]
    return coups / (thread_time() - started)


def main() -> None:
    context = get_context("spawn")
    with (
        ThreadPoolExecutor(2) as threads,
        ProcessPoolExecutor(2, mp_context=context) as processes,
    ):

        def two_threads() -> int:
            return sum(threads.map(one_thread, (0, BLOCKS)))

        def two_processes() -> int:
            return sum(processes.map(one_thread, (0, BLOCKS)))

        works = {
            "one thread": one_thread,
            "two threads": two_threads,
            "two processes": two_processes,
            "naive kernel": naively,
        }
        for name, bets in ON_CARDS.items():
            job = CardsJob(JOB.rules, "bench", SHOES // 4, bets, CLASSIC.naturals)
            works[name] = partial(with_cards, job)
        for work in works.values():
            work()  # compile, and load in both processes
        best = dict.fromkeys(works, 0.0)
        for _ in range(ROUNDS):
            for name, work in works.items():
                clock = perf_counter if name.startswith("two") else thread_time
                best[name] = max(best[name], rate(work, clock))
    for name, found in best.items():
        print(f"{name:22} {found / 1e6:8.1f} million coups a second")
    print(f"one thread is {best['one thread'] / best['naive kernel']:.1f} times the naive kernel")
    print(f"two threads are {best['two threads'] / best['two processes']:.3f} of two processes")
    for name in ON_CARDS:
        print(f"{name:22} 1/{best['one thread'] / best[name]:.1f} of one thread on the score")
    rates = {text: strategy_coups_a_second(text, how) for text, how in STRATEGIES.items()}
    for text, found in {**rates, "an own function": own_coups_a_second()}.items():
        share = found / best["naive kernel"]
        print(f"{text:52} {found / 1e6:6.2f} million, {share:.4f} of the naive kernel")
