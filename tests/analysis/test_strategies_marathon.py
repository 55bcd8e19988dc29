"""Ten billion bets: no placement changes an edge, except one that knows the exact edge.

Minutes of work, so `make marathon` runs this and `make test` does not. Seed ``marathon``. A bet is
far from its edge beyond 4 standard errors. There are fewer than 160 comparisons, so chance alone
would exceed that in one of a hundred seeds.
"""

from __future__ import annotations

from math import sqrt
from random import Random

import pytest

from puntobanco.analysis.composition import Composition
from puntobanco.analysis.odds import price
from puntobanco.analysis.simulation.execution import run_on_threads
from puntobanco.analysis.strategies.catalogue import PLACEMENTS
from puntobanco.analysis.strategies.session import Session
from puntobanco.analysis.strategies.strategy import Strategy
from puntobanco.analysis.strategies.strategy_job import StrategyJob, strategy_job
from puntobanco.analysis.strategies.strategy_statistics import StrategyStatistics, statistics_of
from puntobanco.cards import DECK
from puntobanco.house import CLASSIC, HOUSES, House
from puntobanco.settlement import Chips
from tests.analysis.simulation_twin import real_procedure

pytestmark = pytest.mark.marathon

BETS = 10**10
SIGMAS = 4
RICH = Session(bankroll=Chips(10_000_000_00), unit=Chips(20_00))
TRIED = 2_000
"""Sessions that show how often a placement bets."""


def job_of(strategy: Strategy, house: House, sessions: int = TRIED) -> StrategyJob:
    """Return a job without the coups that the cut card may cut off, which change every edge."""
    job = strategy_job(strategy, house, session=RICH, sessions=sessions, seed="marathon")
    always = Session(bankroll=RICH.bankroll, unit=RICH.unit, coups=job.rules.always_dealt)
    return strategy_job(strategy, house, session=always, sessions=sessions, seed="marathon")


def statistics(job: StrategyJob) -> StrategyStatistics:
    (found,) = statistics_of(run_on_threads((job,)))
    return found


def far_from_exact(bets: int) -> tuple[int, int, dict[str, float]]:
    """Make this many bets with all placements at all houses, as evenly as sessions allow.

    Return the bets, the comparisons, and the standard errors of those too far from exact.
    """
    names = [f"{name} {each.example}".strip() for name, each in PLACEMENTS.items()]
    pairs = [(Strategy.parse(name), house) for house in HOUSES.values() for name in names]
    tried = [statistics(job_of(*pair)) for pair in pairs]
    betting = [each for each in tried if each.bets]  # most need more than the coup of a classroom
    done, far = 0, {}
    for each in betting:
        wanted = -(-bets // len(betting))
        sessions = -(-wanted * each.sessions // each.bets) * 11 // 10
        found = statistics(job_of(each.job.strategy, each.job.house, sessions))
        done += found.bets
        if abs(found.sigmas or 0) > SIGMAS:
            far[f"{found.job.house.name}: {found.job.strategy.name}"] = found.sigmas or 0
    return done, len(betting), far


def test_no_placement_changes_the_edge_of_a_bet() -> None:
    done, comparisons, far = far_from_exact(BETS)
    assert done >= BETS
    assert 100 < comparisons < 160
    assert far == {}


def exact_edges_below(most: float, key: str, shoes: int) -> list[list[float]]:
    """Return a bet's edges below `most` percent, shoe by shoe, by exact counts of dealt shoes."""
    random = Random("marathon")
    found = []
    for _ in range(shoes):
        order = DECK * CLASSIC.decks
        cards = tuple(random.sample(order, len(order)))
        left = Composition.of_cards(cards[1:])  # the burn shows its first card
        edges = []
        for coup in real_procedure(CLASSIC, cards):
            edges.append(100 * float(price(CLASSIC.bet(key), left).edge))
            left = left.without((*coup.player.cards, *coup.banker.cards))
        found.append([edge for edge in edges if edge < most])
    return found


def mean_and_error(shoes: list[list[float]]) -> tuple[float, float]:
    """Return the mean of all edges and its standard error; edges of one shoe go together."""
    edges = sum(map(len, shoes))
    mean = sum(map(sum, shoes)) / edges
    return mean, sqrt(sum((sum(shoe) - mean * len(shoe)) ** 2 for shoe in shoes)) / edges


@pytest.mark.parametrize("key, most", [("player", 1.1), ("banker", 0.9), ("tie", 12)])
def test_a_placement_by_exact_edges_changes_the_edge_as_much_as_exact_counts_say(
    key: str, most: float
) -> None:
    strategy = Strategy.parse(f"edge {key} < {most}: {key}")
    job = strategy_job(strategy, CLASSIC, session=RICH, sessions=300_000, seed="marathon")
    found = statistics(job)
    mean, error = mean_and_error(exact_edges_below(most, key, shoes=1_500))
    assert found.loss_share is not None
    assert found.loss_share_se is not None
    assert found.exact_share is not None
    assert abs(100 * found.exact_share - mean) < SIGMAS * error
    both = sqrt(error**2 + (100 * found.loss_share_se) ** 2)
    assert abs(100 * found.loss_share - mean) < SIGMAS * both
    fresh = 100 * float(price(CLASSIC.bet(key), Composition.of_decks(8)).edge)
    assert fresh - mean > SIGMAS * both
