"""`puntobanco program`: what rolling chips, rebates on losses and comps are worth."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

from puntobanco.announcer import count
from puntobanco.cli.house_option import house_option
from puntobanco.cli.installation import needs
from puntobanco.cli.lab import CardsQuery, cards_query, exact_number, prices_of, share, whole_number
from puntobanco.cli.options import Command, complete_bet, echo_json, grouped, json_option
from puntobanco.house import House

if TYPE_CHECKING:
    from puntobanco.analysis.odds import Price
    from puntobanco.analysis.risk import Rebate, Walk

MOST_CHIPS = 10**12


@click.group()
def program_command() -> None:
    """Compute what a house's offers are worth: rolling chips, rebates on losses, comps.

    Example: puntobanco program rolling --bet player
    """


def _on_bets(command: Command) -> Command:
    bets = click.option(
        "--bet",
        "bets",
        multiple=True,
        required=True,
        metavar="KEY|TEXT",
        shell_complete=complete_bet,
        help="A built-in bet, one of the house, or a text such as 'tie: 9; banker wins: push'. If "
        "it is repeated, each coup is on one of the bets, with equal chance.",
    )
    return bets(house_option(cards_query(json_option(command))))


def _walk(house: House, query: CardsQuery, bets: tuple[str, ...]) -> tuple[Walk, dict[str, Any]]:
    """Return the walk of the bets, and what the output says about them."""
    from puntobanco.analysis.risk import Walk

    prices: tuple[Price, ...] = prices_of(house, query, bets)
    walk = Walk.of(*prices)
    return walk, {"bets": [price.bet.key for price in prices], "edge": float(-100 * walk.mean)}


@program_command.command()
@_on_bets
@click.option("--chips", type=whole_number, metavar="N", help="How many dead chips were lost.")
@click.option(
    "--rate",
    type=share,
    default="0%",
    show_default=True,
    metavar="SHARE",
    help="The commission on each lost chip.",
)
@click.option(
    "--result",
    type=exact_number,
    metavar="AMOUNT",
    help="What the guest won in all, commission included. A loss is negative.",
)
@click.option(
    "--unit",
    "--chip",
    "unit",
    type=exact_number,
    default="1",
    show_default=True,
    metavar="AMOUNT",
    help="The value of a chip, in the money of --result.",
)
def rolling(
    *,
    bets: tuple[str, ...],
    house: House,
    query: CardsQuery,
    chips: int | None,
    rate: Fraction,
    result: Fraction | None,
    unit: Fraction,
    as_json: bool,
) -> None:
    """Price dead chips: a lost bet is taken in dead chips, a win is paid in cash chips.

    A dead chip is bet until it is lost. The mean and the standard deviation are per chip.

    Example: puntobanco program rolling --bet player --bet banker --chips 5000 --rate 1.6%
    """
    if chips is not None and not 1 <= chips <= MOST_CHIPS:
        raise click.UsageError(f"--chips must be from 1 to {MOST_CHIPS:,}")
    if result is not None and chips is None:
        raise click.UsageError("--result needs --chips")
    if unit <= 0:
        raise click.UsageError("--unit must be above 0")
    with needs("lab"):
        from puntobanco.analysis import risk

        walk, about = _walk(house, query, bets)
        chip = risk.rolling(walk)
    expected = None if chips is None else float(unit * chip.expected(chips, rate))
    z = None
    if chips is not None and result is not None:
        z = chip.z(chips, rate, result / unit)
    data = about | {
        "coups_per_chip": float(chip.coups),
        "mean": float(chip.mean),
        "sd": chip.sd,
        "break_even": float(chip.break_even),
        "expected": expected,
        "z": z,
    }
    rows = {
        f"One dead chip on {' or '.join(bets)}, in units\n": "",
        "coups until it is lost": f"{data['coups_per_chip']:.6f}",
        "mean": f"{data['mean']:+.6f}",
        "standard deviation": f"{data['sd']:.6f}",
        "break-even commission": f"{100 * data['break_even']:.6f} %",
    }
    if chips is not None:
        rows[f"\n{count(chips, 'lost chip')}, commission {float(100 * rate):g} %"] = ""
        rows["expected result"] = f"{expected:+,.2f}"
    if result is not None:
        shown = "none" if z is None else f"{z:+.4f} standard deviations"
        rows["observed result"] = f"{float(result):+,.2f}, {shown} from it"
    _show(data, rows, as_json=as_json)


@dataclass(frozen=True)
class RebateQuery:
    """Which sessions to price, with which rebate."""

    rate: Fraction | None
    coups: int | None
    goal: Fraction | None
    limit: Fraction | None
    optimal: bool
    share: Fraction | None

    def __post_init__(self) -> None:
        quits = self.goal is not None or self.limit is not None
        if self.rate is None and self.share is None:
            raise click.UsageError("give --rate or --share")
        if self.share is not None and self.coups is None:
            raise click.UsageError("--share needs --coups")
        if self.optimal and quits:
            raise click.UsageError("use --optimal, or --goal and --limit, not both")
        if self.rate is None and (self.optimal or quits):
            raise click.UsageError("--goal, --limit and --optimal need --rate")
        if self.coups is None and self.limit is None and not self.optimal:
            raise click.UsageError(
                "give --coups, --limit or --optimal: otherwise the session may never end"
            )

    def value(self, walk: Walk) -> Rebate | None:
        """Return the value of a session, if a rate is given."""
        from puntobanco.analysis.risk import programs

        if self.rate is None:
            return None
        if self.optimal:
            return programs.optimal_rebate(walk, self.rate, coups=self.coups)
        return programs.rebate(walk, self.rate, coups=self.coups, goal=self.goal, limit=self.limit)

    def equivalent(self, walk: Walk) -> float | None:
        """Return the rebate that costs the given share of the theoretical loss."""
        from puntobanco.analysis.risk import programs

        if self.share is None or self.coups is None:
            return None
        return programs.equivalent_rebate(walk, self.coups, self.share)


rebate_query = grouped(
    "asked",
    RebateQuery,
    click.option(
        "--rate",
        "--rebate",
        "rate",
        type=share,
        metavar="SHARE",
        help="The share of a session's loss that is returned.",
    ),
    click.option("--coups", type=whole_number, metavar="N", help="The coups of a session."),
    click.option("--goal", type=exact_number, metavar="UNITS", help="Quit when this much is won."),
    click.option(
        "--limit", type=exact_number, metavar="UNITS", help="Quit when this much is lost."
    ),
    click.option("--optimal", is_flag=True, help="Quit at the best moment."),
    click.option(
        "--share",
        type=share,
        metavar="SHARE",
        help="Find the rebate that costs this share of the theoretical loss of --coups coups.",
    ),
)


@program_command.command()
@_on_bets
@rebate_query
def rebate(
    *, bets: tuple[str, ...], house: House, query: CardsQuery, asked: RebateQuery, as_json: bool
) -> None:
    """Price a rebate on the loss of a session, with one unit on every coup.

    The value is what a session earns on average, with the rebate. A session ends after --coups
    coups, at a --goal or --limit, or at the best moment (--optimal).

    Example: puntobanco program rebate --bet banker --coups 750 --rate 10%
    """
    with needs("lab"):
        walk, about = _walk(house, query, bets)
        found, equivalent = asked.value(walk), asked.equivalent(walk)
    quit_at = None
    if found and (found.quit_win, found.quit_loss) != (None, None):
        ends = {"win": found.quit_win, "loss": found.quit_loss}
        quit_at = {name: None if at is None else float(at) for name, at in ends.items()}
    theoretical = None if asked.coups is None else float(-walk.mean * asked.coups)
    data = about | {
        "theoretical": theoretical,
        "value": found and found.value,
        "quit_at": quit_at,
        "equivalent_rebate": equivalent,
    }
    rows = {f"One unit on {' or '.join(bets)}, in units\n": ""}
    if theoretical is not None:
        rows["theoretical loss"] = f"{theoretical:,.6f}"
    if found:
        rows["value of a session"] = f"{found.value:+,.6f}"
    if quit_at:
        said = (f"a {name} of {units:g}" for name, units in quit_at.items() if units is not None)
        rows["quit at"] = " or ".join(said)
    if equivalent is not None:
        rows["equivalent rebate"] = f"{100 * equivalent:.6f} %"
    _show(data, rows, as_json=as_json)


@program_command.command()
@_on_bets
@click.option("--stake", type=exact_number, required=True, metavar="AMOUNT", help="The mean stake.")
@click.option(
    "--coups-per-hour",
    "--coups",
    "coups",
    type=exact_number,
    default="70",
    show_default=True,
    metavar="N",
    help="The coups of an hour.",
)
@click.option(
    "--share",
    type=share,
    default="0%",
    show_default=True,
    metavar="SHARE",
    help="The share of the theoretical loss that is returned.",
)
@click.option("--edge", type=share, metavar="SHARE", help="Use this edge instead of the exact one.")
def comp(
    *,
    bets: tuple[str, ...],
    house: House,
    query: CardsQuery,
    stake: Fraction,
    coups: Fraction,
    share: Fraction,
    edge: Fraction | None,
    as_json: bool,
) -> None:
    """Compute the theoretical loss of an hour, and the share that comps return.

    Example: puntobanco program comp --bet banker --stake 100 --coups-per-hour 70 --share 30%
    """
    if stake <= 0 or coups <= 0:
        raise click.UsageError("--stake and --coups-per-hour must be above 0")
    with needs("lab"):
        walk, about = _walk(house, query, bets)
    theoretical = stake * coups * (-walk.mean if edge is None else edge)
    data = about | {"theoretical": float(theoretical), "comp": float(share * theoretical)}
    rows = {
        "theoretical loss an hour": f"{data['theoretical']:,.4f}",
        "returned": f"{data['comp']:,.4f}",
    }
    _show(data, rows, as_json=as_json)


def _show(data: dict[str, Any], rows: dict[str, str], *, as_json: bool) -> None:
    """Print JSON, or rows with their values below each other. A row without a value is a title."""
    if as_json:
        echo_json(data)
        return
    width = max(len(name) for name, value in rows.items() if value)
    for name, value in rows.items():
        click.echo(f"{name:{width}}  {value}" if value else name)
