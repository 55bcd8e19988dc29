"""`puntobanco risk`: ruin, goals and sessions of flat stakes on one bet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from fractions import Fraction
from secrets import token_hex
from typing import TYPE_CHECKING

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
    from puntobanco.analysis.risk import Risk, Walk
    from puntobanco.analysis.risk.whole_shoes import ShoeComparison


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
        answer = _answer(price, asked, query.whole_decks(house) if asked.sessions else house)
    if as_json:
        echo_json(answer.json())
    else:
        click.echo("\n".join(answer.text()))


@dataclass(frozen=True)
class _RiskReport:
    price: Price
    walk: Walk
    asked: RiskQuery
    bankroll: Fraction | None
    risk: Risk | None
    comparison: ShoeComparison | None

    @property
    def stake(self) -> Fraction | None:
        """The largest stake for the given money."""
        if self.asked.for_risk is None or self.asked.bankroll is None or self.bankroll is None:
            return None
        return self.asked.bankroll / self.bankroll

    def json(self) -> dict[str, object]:
        asked = self.asked
        data: dict[str, object] = {
            "bet": self.price.bet.key,
            "name": self.price.bet.name,
            "edge": self.price.edge_percent,
            "terms": {"goal": _number(asked.goal), "coups": asked.coups},
            "bankroll": _number(self.bankroll),
        }
        if self.risk is not None:
            data |= asdict(self.risk)
        if self.stake is not None:
            data["stake"] = float(self.stake)
        if asked.coups is not None:
            data["session"] = self._session(asked.coups)
        if self.comparison is not None:
            data["simulated"] = self.comparison.json()
        return data

    def _session(self, coups: int) -> dict[str, object]:
        from puntobanco.analysis.risk import longest_run, run_chance, session
        from puntobanco.analysis.risk.ruin import PERCENTILES

        played = session(self.walk, coups)
        data: dict[str, object] = {
            "mean": played.mean,
            "sd": played.sd,
            "ahead": played.ahead,
            "even": played.even,
            "behind": played.behind,
            "percentiles": {str(each): played.percentile(each) for each in PERCENTILES},
            "longest_losing_run": longest_run(self.walk, coups),
            "longest_winning_run": longest_run(self.walk, coups, wins=True),
        }
        if (run := self.asked.run) is not None:
            data["run"] = run
            data["losing_run"] = run_chance(self.walk, coups, run)
            data["winning_run"] = run_chance(self.walk, coups, run, wins=True)
        data["distribution"] = [list(each) for each in played.by_unit().items()]
        return data

    def text(self) -> Iterator[str]:
        yield f"{self.price.bet.name}, edge {self.price.edge_percent:.6f} %"
        if self.risk is not None and self.bankroll is not None:
            yield from ("", self._terms(self.bankroll), *_risk_lines(self.risk))
        if self.stake is not None:
            yield f"largest stake  {float(self.stake):,.6g}"
        if self.asked.coups is not None:
            yield from ("", *self._session_lines(self.asked.coups))
        if self.comparison is not None:
            yield from ("", *self.comparison.text())

    def _terms(self, bankroll: Fraction) -> str:
        asked = self.asked
        smallest = "Smallest bankroll" if asked.for_risk is not None else "Bankroll"
        goal = "" if asked.goal is None else f", goal {_shown(asked.goal)} more"
        coups = "" if asked.coups is None else f", at most {count(asked.coups, 'coup')}"
        return f"{smallest} {_shown(bankroll)} units{goal}{coups}"

    def _session_lines(self, coups: int) -> Iterator[str]:
        data = self._session(coups)
        yield f"The result after {count(coups, 'coup')}, in units"
        yield f"mean {data['mean']:+,.4f}, standard deviation {data['sd']:,.4f}"
        yield f"ahead    {_percent(data['ahead'])}"
        yield f"even     {_percent(data['even'])}"
        yield f"behind   {_percent(data['behind'])}"
        percentiles = data["percentiles"]
        assert isinstance(percentiles, dict)  # noqa: S101 - as `_session` makes it
        yield "percentiles " + ", ".join(f"{at}: {end:+g}" for at, end in percentiles.items())
        yield (
            f"longest run on average: {data['longest_losing_run']:.4f} losses, "
            f"{data['longest_winning_run']:.4f} wins"
        )
        if "run" in data:
            yield f"a run of at least {data['run']} losses {_percent(data['losing_run'])}"
            yield f"a run of at least {data['run']} wins   {_percent(data['winning_run'])}"


def _answer(price: Price, asked: RiskQuery, house: House) -> _RiskReport:
    from puntobanco.analysis.risk import Walk, bankroll_for, risk

    walk = Walk.of(price)
    bankroll = asked.bankroll
    if asked.for_risk is not None:
        most = float(asked.for_risk)
        bankroll = Fraction(bankroll_for(walk, most, goal=asked.goal, coups=asked.coups))
    if bankroll is None:
        return _RiskReport(price, walk, asked, None, None, None)
    found = risk(walk, bankroll, goal=asked.goal, coups=asked.coups)
    comparison = None
    if asked.sessions is not None and asked.coups is not None:
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
    return _RiskReport(price, walk, asked, bankroll, found, comparison)


def _risk_lines(risk: Risk) -> Iterator[str]:
    yield f"ruin     {_percent(risk.ruin)}"
    yield f"goal     {_percent(risk.goal)}"
    yield f"neither  {_percent(risk.neither)}"
    coups = "no end on average" if risk.coups is None else f"{risk.coups:,.4f} on average"
    yield f"coups    {coups}"


def _percent(chance: object) -> str:
    return f"{100 * float(str(chance)):9.6f} %"


def _number(amount: Fraction | None) -> float | int | None:
    if amount is None:
        return None
    return int(amount) if amount.denominator == 1 else float(amount)


def _shown(amount: Fraction) -> str:
    return f"{float(amount):,.10g}"
