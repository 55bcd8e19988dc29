"""Counting: tags as data, triggers, and perfect play."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco.analysis.counting.count_statistics import (
    CountJob,
    CountStatistics,
    WatchedJob,
    count_job,
    integer_pays,
    pay_unit,
    perfect_job,
    statistics_of,
)
from puntobanco.analysis.counting.counts import COUNTS, Count, CountType, find_count
from puntobanco.analysis.odds import expectations
from puntobanco.analysis.simulation.blocks import Progress, block_seed, run_on_threads
from puntobanco.bets import BANKER, DRAGON_7, PLAYER, PLAYER_PAIR, SMALL, Bet, find
from puntobanco.cards import DECK, parse_cards
from puntobanco.coup import Naturals
from puntobanco.errors import AnalysisError, NotationError
from puntobanco.house import CLASSIC, EZ, Burning, House, OwnBet
from tests.analysis.simulation_twin import CardTwin

EIGHT = np.array([128] + [32] * 9)


def play_count(job: WatchedJob, *, threads: int | None = None) -> list[CountStatistics]:
    (progress,) = run_on_threads((job,), threads=threads)
    return statistics_of(progress)


def test_tags_follow_the_exact_effects_of_removal() -> None:
    """Each built-in count is nearly parallel to the effects of removal on its bet."""
    rows = np.array([EIGHT, *(EIGHT - np.eye(10, dtype=np.int64))])
    for count in COUNTS.values():
        bet = find(count.bet)
        values = expectations(rows, (bet,))[:, 0]
        effects, tags = values[1:] - values[0], np.array(count.by_points)
        parallel = float((EIGHT * effects * tags).sum()) / float(
            ((EIGHT * effects**2).sum() * (EIGHT * tags**2).sum()) ** 0.5
        )
        assert parallel > 0.9, count.name
        assert (EIGHT * tags).sum() == 0, f"{count.name} is not balanced"


def test_the_text_of_a_count_says_all_of_it() -> None:
    count = Count("mine", "tie", (1, 0, 0, 0, 0, 0, 0, 0, -1, 0), 12, CountType.RUNNING, start=-4)
    assert count.text == (
        "mine on tie: A+1 20 30 40 50 60 70 80 9-1 T0, from -4, at a running count of 12"
    )


def test_tags_may_be_by_rank_or_by_card() -> None:
    by_rank = Count("mine", "tie", (0,) * 9 + (1, 2, 3, 4), 12)
    assert by_rank.text == (
        "mine on tie: A0 20 30 40 50 60 70 80 90 T+1 J+2 Q+3 K+4, at a true count of 12"
    )
    by_card = Count("mine", "tie", (*range(13), *(0,) * 26, *range(0, -13, -1)), 12)
    assert by_card.text.startswith("mine on tie: Ac0 2c+1 3c+2 4c+3")
    assert by_card.text.endswith("Js-10 Qs-11 Ks-12, at a true count of 12")
    tags = dict(zip(DECK, by_rank.by_card, strict=True))
    assert [tags[card] for card in parse_cards("9h Th Jc Qs Kd")] == [0, 1, 2, 3, 4]
    tags = dict(zip(DECK, COUNTS["natural_9"].by_card, strict=True))
    assert [tags[card] for card in parse_cards("9h Th Jc Qs Kd Ac")] == [-4, 1, 1, 1, 1, 0]


@pytest.mark.parametrize(
    "tags",
    [
        "A+1 20 30 40 50 60 70 80 90",
        "20 A+1 30 40 50 60 70 80 90 T0",
        "A+1 20 30 40 50 60 70 80 90 T0 J0",
        "A+1 20 30 40 50 60 70 80 90 T0 J0 K0 Q0",
        "A+1 20 30 40 50 60 70 80 90 T",
        "A+1 20 30 40 50 60 70 80 90 T1000",
        "A+1 20 30 40 50 60 70 80 90 T٣",
    ],
)
def test_tags_that_are_too_few_or_out_of_order_are_refused(tags: str) -> None:
    with pytest.raises(NotationError, match=r"is not a count such as .* 10 tags, 13 .* or 52"):
        Count.parse(f"mine on tie: {tags}, at a true count of 4")


@given(
    tags=st.sampled_from((10, 13, 52)).flatmap(lambda n: st.tuples(*[st.integers(-9, 9)] * n)),
    trigger=st.integers(-200, 200).map(lambda quarters: quarters / 4),
    type_=st.sampled_from(CountType),
    start=st.integers(-50, 50),
)
def test_a_count_is_read_back_from_its_text(
    tags: tuple[int, ...], trigger: float, type_: CountType, start: int
) -> None:
    count = Count("mine", "tie", tags, trigger, type_, start)
    assert Count.parse(count.text) == find_count(count.text) == count


def _plain(job: CountJob) -> list[int]:
    """Count the bets and what they earned, coup by coup."""
    bets, earned = 0, 0
    full = EIGHT.tolist()
    pays = integer_pays(job.bet, job.naturals)
    for block in range(job.blocks):
        for unseen, score in zip(*(each.tolist() for each in job.watch(block)), strict=True):
            seen = [has - left for has, left in zip(full, unseen, strict=True)]
            tags = zip(job.count.by_points, seen, strict=True)
            running = job.count.start + sum(tag * cards for tag, cards in tags)
            value = running * 52 / sum(unseen) if job.count.type is CountType.TRUE else running
            if value >= job.count.trigger:
                bets += 1
                earned += int(pays[score])
    return [bets, earned]


@pytest.mark.parametrize(
    "count",
    [
        COUNTS["dragon_7"],
        COUNTS["natural_9"],
        replace(COUNTS["small"], type=CountType.RUNNING, start=-3, trigger=20),
    ],
    ids=lambda count: count.name,
)
def test_the_kernel_counts_as_a_guest_with_a_pencil_does(count: Count) -> None:
    job = count_job(count, CLASSIC, shoes=70, seed="pencil")
    (statistics,) = play_count(job, threads=1)
    earned = round(statistics.earned * pay_unit(job.bet))
    assert [statistics.bets, earned] == _plain(job)
    assert statistics.bets > 0


RED_PAIR = Bet.parse("red_pair", ["either pair red: 15/2", "either pair: push"])
OWN = replace(CLASSIC, decks=2, own_bets=(OwnBet(RED_PAIR),))


def _settled(job: CountJob, house: House) -> tuple[int, float, int]:
    """Count bets, what they earned, and coups, with real cards settled one by one."""
    twin = CardTwin(block_seed(job.seed, "counting cards", 0, 4), DECK * house.decks)
    tags = dict(zip(DECK, job.count.by_card, strict=True))
    bets, earned, coups = 0, Fraction(0), 0
    for _ in range(job.shoes):
        shown, dealt = twin.shoe(house)
        seen = [shown] if shown else []
        for coup in dealt:
            value: float = job.count.start + sum(map(tags.__getitem__, seen))
            if job.count.type is CountType.TRUE:
                value = value * 52 / (house.cards - len(seen))
            if value >= job.count.trigger:
                bets += 1
                earned += job.bet.decide(coup, house.naturals)
            seen += coup.cards
        coups += len(dealt)
    return bets, float(earned), coups


@pytest.mark.parametrize(
    "count",
    [
        Count("by_card", "red_pair", (-1,) * 13 + (1,) * 26 + (-1,) * 13, 2),
        Count("by_rank", "player_pair", (1, -1) * 6 + (0,), 3, CountType.RUNNING, start=2),
        Count("by_points", "all_red", (0, 1, 0, -1, 0, 1, 0, -1, 0, 0), 1),
        Count("on_score", "tie", (1, 0, -1) * 17 + (1,), 0),
        Count("tiger", "tiger", (0,) * 13, 0),
    ],
    ids=lambda count: count.name,
)
@pytest.mark.parametrize("house", [OWN, replace(OWN, burn=Burning.NONE)], ids=["burned", "not"])
def test_cards_are_counted_as_a_guest_with_a_pencil_does(count: Count, house: House) -> None:
    job = count_job(count, house, shoes=20, seed="pencil")
    assert not job.is_by_points
    (statistics,) = play_count(job, threads=1)
    assert (statistics.bets, statistics.earned, statistics.coups) == _settled(job, house)
    assert statistics.bets > 0
    assert (statistics.bets == statistics.coups) == (count.name == "tiger")


def test_other_cards_or_another_bet_are_another_job() -> None:
    count = Count("mine", "red_pair", (1,) * 13, 3)
    other = replace(OWN, own_bets=(OwnBet(replace(RED_PAIR, lines=RED_PAIR.lines[:1])),))
    jobs = [
        count_job(count, OWN, shoes=9, seed="x"),
        count_job(count, other, shoes=9, seed="x"),
        count_job(replace(count, tags=(1,) * 52), OWN, shoes=9, seed="x"),
        count_job(replace(count, bet="player_pair"), OWN, shoes=9, seed="x"),
    ]
    assert len({job.fingerprint for job in jobs}) == 4


def test_counting_dragon_7_beats_the_house_and_counting_banker_hardly_bets() -> None:
    (dragon,) = play_count(count_job(COUNTS["dragon_7"], EZ, shoes=12_000, seed="ez"))
    assert 0.08 < dragon.bets / dragon.coups < 0.13
    assert dragon.units_per_shoe - 4 * dragon.earned_se / dragon.shoes < 0.7
    assert dragon.units_per_shoe + 4 * dragon.earned_se / dragon.shoes > 0.4
    (banker,) = play_count(count_job(COUNTS["banker"], EZ, shoes=12_000, seed="ez"))
    assert banker.bets / banker.coups < 0.004


def test_perfect_play_bets_exactly_when_the_expectation_is_above_zero() -> None:
    job = perfect_job(CLASSIC, (DRAGON_7, BANKER), shoes=64, seed="perfect")
    statistics = {each.bet: each for each in play_count(job, threads=1)}
    good, hoped = 0, 0.0
    for block in range(job.blocks):
        unseen, _ = job.watch(block)
        values = expectations(unseen, (DRAGON_7,))[:, 0]
        good += int((values > 0).sum())
        hoped += float(values[values > 0].sum())
    assert statistics["dragon_7"].bets == good
    assert statistics["dragon_7"].expected == pytest.approx(hoped, abs=1e-6)
    assert statistics["dragon_7"].edge == pytest.approx(100 * hoped / good)


def test_what_perfect_play_expects_of_a_billion_shoes_does_not_wrap() -> None:
    job = perfect_job(CLASSIC, (DRAGON_7,), shoes=64, seed="perfect")
    progress = Progress(job)
    tally = job.play(0)
    progress.add(0, tally)
    (one,) = statistics_of(progress)
    progress.groups[0] = {key: array << 24 for key, array in tally.items()}
    (many,) = statistics_of(progress)
    assert many.shoes == 64 << 24 > 10**9
    assert one.expected is not None
    assert many.expected == one.expected * 2**24 > 2**23
    assert many.units_per_shoe == one.units_per_shoe
    assert many.units_per_shoe_se < one.units_per_shoe_se / 2**11


def test_the_error_of_perfect_play_is_from_shoe_to_shoe() -> None:
    job = perfect_job(CLASSIC, (DRAGON_7,), shoes=64, seed="perfect")
    unseen, _ = job.watch(0)
    values = expectations(unseen, (DRAGON_7,))[:, 0]
    shoes: list[float] = []
    before = 0
    for left, value in zip(unseen.sum(axis=1).tolist(), values.tolist(), strict=True):
        if left >= before:
            shoes.append(0.0)
        before = left
        shoes[-1] += max(0.0, value)
    assert len(shoes) == 64
    (statistics,) = play_count(job, threads=1)
    assert statistics.expected_se == pytest.approx(np.std(shoes, ddof=1) * 8)
    assert "±" in "".join(statistics.row())


def test_perfect_play_gives_little_on_main_bets_and_much_on_some_side_bets() -> None:
    bets = (PLAYER, BANKER, DRAGON_7, SMALL)
    job = perfect_job(CLASSIC, bets, shoes=1_500, seed="perfect")
    found = {each.bet: each for each in play_count(job)}
    assert found["dragon_7"].units_per_shoe > 0.5
    assert found["small"].units_per_shoe > 0.2
    assert 0 < found["banker"].units_per_shoe < 0.005
    assert 0 < found["player"].units_per_shoe < 0.005
    for each in found.values():
        assert each.expected is not None
        assert abs(each.earned - each.expected) < 4.5 * each.earned_se


def test_every_score_bet_is_played_perfectly_by_default() -> None:
    found = play_count(perfect_job(CLASSIC, shoes=4, seed="all"), threads=1)
    assert len(found) == 44
    units = [each.units_per_shoe for each in found]
    assert units == sorted(units, reverse=True)


def test_a_count_without_bets_has_no_edge() -> None:
    never = replace(COUNTS["tie"], trigger=10**6)
    (statistics,) = play_count(count_job(never, CLASSIC, shoes=64, seed="x"), threads=1)
    assert (statistics.bets, statistics.edge, statistics.units_per_shoe) == (0, None, 0)
    assert isinstance(statistics, CountStatistics)
    assert "<td>0</td>" in statistics._repr_html_()


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(NotationError, match="'hi-lo' is not a count: player, banker"):
        find_count("hi-lo")
    with pytest.raises(AnalysisError, match="a tag for each of A 2 3"):
        Count("short", "tie", (1, 2), 1)
    with pytest.raises(AnalysisError, match="0 shoes is out of range: use 1 to"):
        count_job(COUNTS["tie"], CLASSIC, shoes=0, seed="x")
    with pytest.raises(AnalysisError, match="player_pair looks at more than the score"):
        integer_pays(PLAYER_PAIR, Naturals.HIGHER_WINS)
    with pytest.raises(NotationError, match="'red_pair' is not a bet"):
        count_job(replace(COUNTS["tie"], bet="red_pair"), CLASSIC, shoes=1, seed="x")
    with pytest.raises(AnalysisError, match="needs a bet that looks at the score"):
        perfect_job(CLASSIC, (PLAYER_PAIR,), shoes=1, seed="x")
