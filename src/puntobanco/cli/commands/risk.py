"""`puntobanco risk`: ruin, goals and sessions of flat stakes on one bet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from fractions import Fraction
from secrets import token_hex
from typing import TYPE_CHECKING, Any

import click

from puntobanco.announcer import count
from puntobanco.cli.house_option import house_option
from puntobanco.cli.installation import needs
from puntobanco.cli.lab import CardsQuery, cards_query, exact_number, prices_of, share, whole_number
from puntobanco.cli.options import (
    complete_bet,
    echo_json,
    grouped,
    json_option,
    seed_option_with,
)
from puntobanco.house import House

if TYPE_CHECKING:
    from puntobanco.analysis.odds import Price
    from puntobanco.analysis.risk import Walk


@dataclass(frozen=True)
class RiskQuery:
    """Which risk to compute."""

    bankroll: Fraction | None
    goal: Fraction | None
    coups: int | None
    for_risk: Fraction | None
    run: int | None
    sessions: int | None
    seed: str | None

    def __post_init__(self) -> None:
        if self.bankroll is None and self.coups is None and self.for_risk is None:
            raise click.UsageError("give --bankroll, --for-risk or --coups")
        if self.for_risk == 0:
            raise click.UsageError("--for-risk must be above 0%")
        if self.run is not None and self.coups is None:
            raise click.UsageError("--run needs --coups")
        if self.sessions is not None and (
            self.coups is None or (self.bankroll is None and self.for_risk is None)
        ):
            raise click.UsageError("--sessions needs --coups, and --bankroll or --for-risk")


risk_query = grouped(
    "asked",
    RiskQuery,
    click.option("--bankroll", type=exact_number, metavar="UNITS", help="The bankroll, in units."),
    click.option("--goal", type=exact_number, metavar="UNITS", help="Stop when this much is won."),
    click.option("--coups", type=whole_number, metavar="N", help="Stop after this many coups."),
    click.option(
        "--for-risk",
        type=share,
        metavar="SHARE",
        help="Find the smallest bankroll with at most this risk of ruin, such as 1%. With "
        "--bankroll, also the largest stake for that much money.",
    ),
    click.option(
        "--run", type=whole_number, metavar="N", help="Also print the chance of a run this long."
    ),
    click.option(
        "--sessions",
        type=whole_number,
        metavar="N",
        help="Compare with this many simulated sessions of whole shoes.",
    ),
    seed_option_with("Make the simulated sessions repeatable. Default: random."),
)


@click.command()
@click.option(
    "--bet",
    required=True,
    metavar="KEY|TEXT",
    shell_complete=complete_bet,
    help="A built-in bet, one of the house, or a text such as 'tie: 9; banker wins: push'.",
)
@risk_query
@house_option
@cards_query
@json_option
def risk_command(
    *, bet: str, asked: RiskQuery, house: House, query: CardsQuery, as_json: bool
) -> None:
    """Compute the exact risk of betting one unit on every coup.

    Ruin means that less than one unit is left. A goal of 20 means to win 20 units. Coups are
    independent: each is dealt from the same full shoe.

    Example: puntobanco risk --bet player --bankroll 40 --goal 20
    """
    with needs("lab"):
        (price,) = prices_of(house, query, [bet])
        data, compared = _computed(
            price, asked, query.whole_decks(house) if asked.sessions else house
        )
    if as_json:
        echo_json(data)
    else:
        click.echo("\n".join([*_text(data, asked), *compared]))


def _computed(price: Price, asked: RiskQuery, house: House) -> tuple[dict[str, Any], Iterable[str]]:
    """Return all figures, and lines that compare them with sessions of whole shoes, if asked."""
    from puntobanco.analysis.risk import Walk, bankroll_for, risk

    walk, bankroll = Walk.of(price), asked.bankroll
    if asked.for_risk is not None:
        most = float(asked.for_risk)
        bankroll = Fraction(bankroll_for(walk, most, goal=asked.goal, coups=asked.coups))
    data: dict[str, Any] = {
        "bet": price.bet.key,
        "name": price.bet.name,
        "edge": price.edge_percent,
        "terms": {"goal": _number(asked.goal), "coups": asked.coups},
        "bankroll": _number(bankroll),
    }
    if bankroll is not None:
        data |= asdict(risk(walk, bankroll, goal=asked.goal, coups=asked.coups))
        if asked.for_risk is not None and asked.bankroll is not None:
            data["stake"] = float(asked.bankroll / bankroll)
    if asked.coups is None:
        return data, ()
    data["session"] = _session(walk, asked.coups, asked.run)
    if asked.sessions is None or bankroll is None:
        return data, ()
    from puntobanco.analysis.risk.whole_shoes import compare

    comparison = compare(
        price.bet,
        house,
        walk,
        bankroll=bankroll,
        goal=asked.goal,
        coups=asked.coups,
        sessions=asked.sessions,
        seed=token_hex(8) if asked.seed is None else asked.seed,
    )
    data["simulated"] = comparison.json()
    return data, ("", *comparison.text())


def _session(walk: Walk, coups: int, run: int | None) -> dict[str, Any]:
    from puntobanco.analysis.risk import longest_run, run_chance, session
    from puntobanco.analysis.risk.ruin import PERCENTILES

    played = session(walk, coups)
    data: dict[str, Any] = {
        "mean": played.mean,
        "sd": played.sd,
        "ahead": played.ahead,
        "even": played.even,
        "behind": played.behind,
        "percentiles": {str(each): played.percentile(each) for each in PERCENTILES},
        "longest_losing_run": longest_run(walk, coups),
        "longest_winning_run": longest_run(walk, coups, wins=True),
    }
    if run is not None:
        data["run"] = run
        data["losing_run"] = run_chance(walk, coups, run)
        data["winning_run"] = run_chance(walk, coups, run, wins=True)
    data["distribution"] = [list(each) for each in played.by_unit().items()]
    return data


def _text(data: dict[str, Any], asked: RiskQuery) -> Iterator[str]:
    yield f"{data['name']}, edge {data['edge']:.6f} %"
    if "ruin" in data:
        smallest = "Bankroll" if asked.for_risk is None else "Smallest bankroll"
        goal = "" if asked.goal is None else f", goal {_shown(asked.goal)} more"
        coups = "" if asked.coups is None else f", at most {count(asked.coups, 'coup')}"
        yield f"\n{smallest} {_shown(data['bankroll'])} units{goal}{coups}"
        yield from (f"{name:8} {_percent(data[name])}" for name in ("ruin", "goal", "neither"))
        mean = data["coups"]
        yield f"coups    {'no end' if mean is None else f'{mean:,.4f}'} on average"
    if "stake" in data:
        yield f"largest stake  {data['stake']:,.6g}"
    if "session" in data:
        yield f"\nThe result after {count(asked.coups or 0, 'coup')}, in units"
        yield from _session_lines(data["session"])


def _session_lines(data: dict[str, Any]) -> Iterator[str]:
    yield f"mean {data['mean']:+,.4f}, standard deviation {data['sd']:,.4f}"
    yield from (f"{name:8} {_percent(data[name])}" for name in ("ahead", "even", "behind"))
    yield "percentiles " + ", ".join(f"{at}: {end:+g}" for at, end in data["percentiles"].items())
    yield (
        f"longest run on average: {data['longest_losing_run']:.4f} losses, "
        f"{data['longest_winning_run']:.4f} wins"
    )
    if "run" in data:
        yield f"a run of at least {data['run']} losses {_percent(data['losing_run'])}"
        yield f"a run of at least {data['run']} wins   {_percent(data['winning_run'])}"


def _percent(chance: float) -> str:
    return f"{100 * chance:9.6f} %"


def _number(amount: Fraction | None) -> float | int | None:
    if amount is None:
        return None
    return int(amount) if amount.denominator == 1 else float(amount)


def _shown(amount: Fraction | float) -> str:
    return f"{float(amount):,.10g}"
