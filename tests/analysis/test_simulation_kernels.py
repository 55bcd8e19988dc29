"""The kernels deal the coups of `deal`, from exactly uniform draws."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from collections import Counter
from dataclasses import replace

import numba
import numpy as np
import pytest

from puntobanco.analysis.counting.count_statistics import count_job
from puntobanco.analysis.counting.counts import COUNTS, Count
from puntobanco.analysis.simulation import _kernels as kernels
from puntobanco.analysis.simulation.blocks import Job, block_seed
from puntobanco.analysis.simulation.specification import (
    CardsJob,
    KernelRules,
    ShoesJob,
    lines_entry,
)
from puntobanco.analysis.strategies.catalogue import PLACEMENTS, STAKINGS
from puntobanco.analysis.strategies.session import Session
from puntobanco.analysis.strategies.strategy import Strategy
from puntobanco.analysis.strategies.strategy_job import strategy_job
from puntobanco.bets import CARDS_BETS, OPENING_BETS, PLAYER_PAIR, Bet
from puntobanco.bets.quantities import Seen
from puntobanco.cards import DECK
from puntobanco.coup import SCORES
from puntobanco.house import CLASSIC, CLASSROOM, EZ, HOUSES, Burning, FixedBurn, House, NoCutCard
from puntobanco.settlement import Chips
from puntobanco.shoe import AfterCut
from puntobanco.tableau import PUNTO_BANCO, SQUARES
from tests.analysis.simulation_twin import (
    CardTwin,
    Xoshiro,
    kernel_shoes,
    twin_shoes,
)

ODD_HOUSES = (
    House(name="one deck", decks=1, cut_card=6),
    House(name="short", decks=1, cut_card=NoCutCard.WHEN_SHORT),
    House(name="no burn", decks=2, burn=Burning.NONE, cut_card=40),
    House(name="one more", decks=1, cut_card=11, after_cut_card=AfterCut.ONE_MORE),
    House(name="deep", decks=1, cut_card=41),
    House(name="one shown", decks=1, burn=FixedBurn(1, first_shown=True)),
    House(name="seven burned", decks=1, burn=FixedBurn(7)),
    House(name="twenty burned", decks=1, burn=FixedBurn(20, first_shown=True), cut_card=32),
    House(name="twelve", decks=12),
)
SMALL = ODD_HOUSES[0]
PAIRS = Count("pairs", "player_pair", (1, -1) * 26, 0)
SEED = [int(word) for word in block_seed("a seed", "shoes", 0, kernels.SEED_WORDS)]


@pytest.mark.parametrize("house", [*HOUSES.values(), *ODD_HOUSES], ids=lambda house: house.name)
def test_the_kernel_deals_what_the_twin_deals_at_any_house(house: House) -> None:
    assert kernel_shoes(house, "twin", 5, 5) == twin_shoes(house, "twin", 5, 5)


def test_all_lanes_are_used_and_a_batch_goes_on_where_the_last_one_ended() -> None:
    batches = (kernels.LANES, kernels.LANES)
    assert kernel_shoes(SMALL, "x", *batches) == twin_shoes(SMALL, "x", *batches)


def every_kernel() -> dict[str, list[int]]:
    """Return what each kernel counts in a few small shoes."""
    rules = KernelRules.at(SMALL)
    session = Session(bankroll=Chips(100_00))
    jobs: dict[str, Job] = {
        "shoes": ShoesJob(rules, "plain", 9),
        "cards": CardsJob(rules, "plain", 9, (*OPENING_BETS, *CARDS_BETS), SMALL.naturals),
        "count": count_job(COUNTS["small"], SMALL, shoes=9, seed="plain"),
        "cards counted": count_job(PAIRS, SMALL, shoes=9, seed="plain"),
    }
    house = replace(SMALL, side_bets=(PLAYER_PAIR,))
    placements = [f"{name} {each.example}".strip() for name, each in PLACEMENTS.items()]
    texts = (*placements, "edge tie < 14: tie; true_count dragon_7 > 0: 2 player + player_pair")
    stakings = [*STAKINGS, "martingale, max_steps=2, virtual=1"] * 3
    for text, staking in zip(texts, stakings, strict=False):
        strategy = Strategy.parse(text, staking=staking)
        jobs[text] = strategy_job(strategy, house, session=session, sessions=3, seed="plain")
    return {
        f"{name} {key}": array.ravel().tolist()
        for name, job in jobs.items()
        for key, array in job.play(0).items()
    }


def test_without_compilation_every_kernel_is_the_same() -> None:
    code = (
        "import json; from tests.analysis.simulation_twin import *;"
        "from tests.analysis.test_simulation_kernels import SMALL, every_kernel;"
        "assert not hasattr(kernels.deal_shoes, 'py_func');"
        "assert kernel_shoes(SMALL, 'x', 7) == twin_shoes(SMALL, 'x', 7);"
        "print(json.dumps(every_kernel()))"
    )
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        check=True,
        env=environment,
        capture_output=True,
    )
    assert json.loads(ran.stdout) == every_kernel()


def word_with_remainder(pairs: int, remainder: int) -> int:
    """Return a 32-bit word whose product with `pairs` leaves this remainder."""
    twos = pairs & -pairs
    assert remainder % twos == 0
    modulus = 2**32 // twos
    return remainder // twos * pow(pairs // twos, -1, modulus) % modulus


def test_just_the_words_that_would_favour_some_pairs_are_rejected() -> None:
    """In lane 0 each pair gets the last uneven word, in lane 1 the first even one."""
    n = 416
    work = np.zeros(kernels.WORK_WORDS, np.uint64)
    w = work.view(np.uint16)
    work[kernels._SPARE :] = [1, 2, 3, 4]
    w[kernels._LEFT : kernels._LEFT + kernels.LANES] = n
    w[kernels._LIVE : kernels._LIVE + kernels.LANES] = 1
    rows = w[kernels._WORDS : kernels._DRAWS].reshape(6, kernels.LANES)
    rows[:] = 12_345
    met: list[list[int]] = [[], []]
    for j in range(3):
        pairs = (n - 2 * j) * (n - 2 * j - 1)
        twos, uneven = pairs & -pairs, 2**32 % pairs
        rejected = (uneven - 1) // twos * twos
        for lane, remainder in enumerate((rejected, rejected + twos)):
            word = word_with_remainder(pairs, remainder)
            rows[2 * j : 2 * j + 2, lane] = divmod(word, 2**16)
            met[lane].append(word)
    suspect = KernelRules.at(House(decks=8)).procedure.suspect
    with np.errstate(over="ignore"):
        assert kernels._range(w) <= suspect
        kernels._redraw(work, w, suspect)
    draws = w[kernels._DRAWS : kernels._DRAWS + 6 * kernels.LANES].reshape(6, kernels.LANES)
    spare = Xoshiro((1, 2, 3, 4))
    for lane in range(2):
        for j in range(3):
            below = n - 2 * j - 1
            pairs, word = (below + 1) * below, met[lane][j]
            while word * pairs % 2**32 < 2**32 % pairs:
                word = spare.next() >> 32
            assert (word == met[lane][j]) == (lane == 1)
            assert tuple(draws[2 * j : 2 * j + 2, lane]) == divmod(word * pairs >> 32, below)


def test_a_second_look_at_every_pair_changes_nothing() -> None:
    house = House(decks=1, burn=Burning.NONE, cut_card=NoCutCard.WHEN_SHORT)
    rules = KernelRules.at(house)
    always_suspect = replace(rules, procedure=rules.procedure._replace(suspect=65535))
    assert (_counted(rules, 200) == _counted(always_suspect, 200)).all()


def _counted(rules: KernelRules, shoes: int) -> kernels.Counts:
    seed = block_seed("reject", "shoes", 0, kernels.SEED_WORDS)
    return np.array(kernels.count_scores(seed, shoes, *rules.arguments, rules.always_dealt)[:2])


def test_the_histogram_counts_every_coup_in_its_part_of_the_shoe() -> None:
    rules = KernelRules.at(SMALL)
    seed = block_seed("twin", "shoes", 0, kernels.SEED_WORDS)
    early, late, coups = kernels.count_scores(seed, 150, *rules.arguments, rules.always_dealt)
    twin = kernel_shoes(SMALL, "twin", kernels.LANES, kernels.LANES, 150 - 2 * kernels.LANES)
    counted = Counter(score for shoe in twin for score in shoe[: rules.always_dealt])
    assert early.tolist() == [counted[score] for score in SCORES]
    counted = Counter(score for shoe in twin for score in shoe[rules.always_dealt :])
    assert late.tolist() == [counted[score] for score in SCORES]
    lengths = Counter(map(len, twin))
    assert coups.tolist() == [lengths[number] for number in range(len(coups))]
    assert len(lengths) > 2


def test_every_square_of_the_tableau_is_followed() -> None:
    """A flipped square changes the histogram, so no rule hides inside the kernel."""
    house = replace(CLASSROOM, decks=8)
    rules = KernelRules.at(house)
    known = _counted(rules, 20_000).sum(axis=0)
    for square in SQUARES:
        flipped = KernelRules.at(house, PUNTO_BANCO.with_flipped(square))
        found = _counted(flipped, 20_000).sum(axis=0)
        assert (found != known).any(), square


def test_the_generator_is_xoshiro256_plus_plus() -> None:
    """The first outputs of the authors' code for the state 1, 2, 3, 4."""
    state = np.array([1, 2, 3, 4], np.uint64)
    words = [int(kernels.next_word(state, 0)) for _ in range(4)]
    assert words == [41943041, 58720359, 3588806011781223, 3591011842654386]
    plain = Xoshiro((1, 2, 3, 4))
    assert [plain.next() for _ in range(4)] == words


@pytest.mark.skipif(platform.machine() not in {"x86_64", "AMD64"}, reason="reads x86 assembly")
@pytest.mark.skipif("NUMBA_DISABLE_JIT" in os.environ, reason="there is no assembly")
@pytest.mark.parametrize("name", ["_coup", "_range", "_advance"])
def test_the_loops_over_lanes_are_vector_instructions(name: str) -> None:
    features = numba.core.codegen.ll.get_host_cpu_features()  # type: ignore[attr-defined]  # untyped there
    if not features.get("avx2"):
        pytest.skip("the processor has no AVX2")
    work = np.ones(kernels.WORK_WORDS, np.uint64)
    words = work.view(np.uint16)
    one = np.uint16(1)
    arguments: dict[str, tuple[object, ...]] = {
        "_coup": (words, (one,) * 10, one, one),
        "_range": (words,),
        "_advance": (work,),
    }
    kernel = numba.njit(getattr(kernels, name).py_func, error_model="numpy")
    kernel(*arguments[name])
    (assembly,) = kernel.inspect_asm().values()
    wide = assembly.count("ymm") + assembly.count("zmm")
    assert wide > 50
    assert wide > 5 * assembly.count("xmm")


@pytest.mark.parametrize(
    "house", [SMALL, EZ, CLASSROOM, *ODD_HOUSES[1:8]], ids=lambda each: each.name
)
def test_the_kernel_of_cards_deals_the_real_procedure(house: House) -> None:
    """A bet that pays each score differently shows the same coups as a twin with real cards."""
    every_score = Bet.parse(
        "score",
        [
            f"player total = {p} and banker total = {b}: {1 + p}"
            for p in range(4)
            for b in range(10)
        ],
    )
    job = CardsJob(KernelRules.at(house), "cards", 12, (every_score,), house.naturals)
    twin = CardTwin(block_seed("cards", "cards", 0, 4), DECK * house.decks)
    lines = Counter(
        every_score.line(Seen.of(coup, house.naturals))
        for _ in range(12)
        for coup in twin.shoe(house)[1]
    )
    assert job.play(0)[lines_entry(every_score)].tolist() == [
        *(lines[place] for place in range(40)),
        lines[None],
    ]


@pytest.mark.parametrize(
    "burn, shown",
    [
        (Burning.FIRST_CARD, 1),
        (Burning.NONE, 0),
        (FixedBurn(8), 0),
        (FixedBurn(8, first_shown=True), 1),
    ],
)
def test_what_a_counter_has_not_seen_is_the_shoe_and_the_hidden_burn(
    burn: Burning | FixedBurn, shown: int
) -> None:
    rules = KernelRules.at(House(burn=burn))
    seed = block_seed("watch", "shoes", 0, kernels.SEED_WORDS)
    dealt = kernels.deal_points(seed, 3, *rules.arguments, wants_unseen=True)
    unseen, scores = dealt.unseen, dealt.score
    left = unseen.sum(axis=1, dtype=np.int64)
    starts = np.flatnonzero(left == CLASSIC.cards - shown)
    assert len(starts) == 3
    cards = np.array([score.player_cards + score.banker_cards for score in SCORES])
    for start, end in zip(starts, [*starts[1:], len(left)], strict=True):
        assert (np.diff(left[start:end]) == -cards[scores[start : end - 1]]).all()
    assert (unseen <= rules.counts).all()
