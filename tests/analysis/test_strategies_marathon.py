"""Ten billion bets: no placement changes an edge, except one that knows the exact edge.

About ten minutes of work on two cores, so `make marathon` runs this and `make test` does not. It
prints each comparison and keeps it in ``build/strategies-marathon.jsonl``. After an interruption,
the next run of the same code continues there.

A bet is far from its edge beyond 4 standard errors. There are fewer than 160 comparisons, so chance
alone would exceed that in one of a hundred seeds.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from hashlib import sha256
from math import ceil, sqrt
from pathlib import Path
from random import Random

import pytest

from puntobanco import analysis
from puntobanco.analysis.composition import Composition
from puntobanco.analysis.odds import price
from puntobanco.analysis.simulation.blocks import run_on_threads
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
KEPT = Path(__file__).parents[2] / "build" / "strategies-marathon.jsonl"


def job_of(name: str, house: House, sessions: int = TRIED) -> StrategyJob:
    """Return a job without the coups that the cut card may cut off, which change every edge."""
    strategy, seed = Strategy.parse(name), f"marathon {house.name} {name}"
    job = strategy_job(strategy, house, session=RICH, sessions=sessions, seed=seed)
    always = Session(bankroll=RICH.bankroll, unit=RICH.unit, coups=job.rules.always_dealt)
    return strategy_job(strategy, house, session=always, sessions=sessions, seed=seed)


def statistics(job: StrategyJob) -> StrategyStatistics:
    (found,) = statistics_of(run_on_threads((job,)))
    return found


def betting_pairs() -> Iterator[tuple[str, House, Fraction]]:
    """Yield placements and houses with the bets per session. Most need more than one coup."""
    names = [f"{name} {each.example}".strip() for name, each in PLACEMENTS.items()]
    for house in HOUSES.values():
        for name in names:
            tried = statistics(job_of(name, house))
            if tried.bets:
                yield name, house, Fraction(tried.bets, tried.sessions)


def code_digest() -> str:
    """Return a digest of the code that is tested: results of other code don't count."""
    files = sorted(Path(analysis.__file__).parent.rglob("*.py"))
    return sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


def comparisons(bets: int) -> Iterator[tuple[str, int, float]]:
    """Make this many bets, in as many sessions with each placement at each house.

    Yield for each pair its name, its bets, and the standard errors from the exact edge.
    """
    pairs = [*betting_pairs()]
    sessions = ceil(bets * Fraction(102, 100) / sum(rate for *_, rate in pairs))
    code = code_digest()
    KEPT.parent.mkdir(exist_ok=True)
    KEPT.touch()
    kept = dict(map(json.loads, KEPT.read_text("utf-8").splitlines()))
    for name, house, _ in pairs:
        job = job_of(name, house, sessions)
        key = f"{code} {job.fingerprint}"
        if key not in kept:
            found = statistics(job)
            kept[key] = found.bets, found.sigmas or 0.0
            with KEPT.open("a", encoding="utf-8") as file:
                file.write(json.dumps((key, kept[key])) + "\n")
        made, sigmas = kept[key]
        yield f"{house.name}: {name}", made, sigmas


def test_no_placement_changes_the_edge_of_a_bet(capsys: pytest.CaptureFixture[str]) -> None:
    done, compared, far = 0, 0, {}
    for name, made, sigmas in comparisons(BETS):
        done += made
        compared += 1
        with capsys.disabled():
            share = f"{100 * done / BETS:6.2f} %"
            print(f"{share}  {name:42} {made:14,} bets  {sigmas:+.2f} sigma")  # noqa: T201 - progress
        if abs(sigmas) > SIGMAS:
            far[name] = sigmas
    assert done >= BETS
    assert 100 < compared < 160
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
