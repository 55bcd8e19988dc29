"""The charts of a report, each with its text alternative."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import plotly.graph_objects as go

from puntobanco.analysis.composition import Composition
from puntobanco.analysis.counting.count_statistics import CountStatistics
from puntobanco.analysis.odds import counts as exact_counts
from puntobanco.analysis.simulation import _kernels as kernels
from puntobanco.analysis.simulation.bet_statistics import BetStatistics, edge_curve
from puntobanco.analysis.simulation.blocks import WORST
from puntobanco.analysis.simulation.report import Report
from puntobanco.analysis.strategies.system_statistics import SystemStatistics
from puntobanco.settlement import CHIPS_PER_DOLLAR, dollars

GREEN, RED, GOLD, BLUE, GREY = "#1c5d44", "#a3262e", "#b8862b", "#2a4d8f", "#8a938d"
_CYCLE = (GREEN, RED, BLUE, GOLD, "#6b3f87", "#2b7f8c", "#8a5a2b", "#555f5a")
_DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot")
_SAMPLE_LINES = 30


class Chart(NamedTuple):
    """A figure and its text alternative."""

    figure: go.Figure
    text: str


def _layout(figure: go.Figure, *, across: str, up: str) -> go.Figure:
    figure.update_layout(
        template="plotly_white",
        font={"family": "system-ui, sans-serif", "size": 14, "color": "#1b2a24"},
        paper_bgcolor="rgba(0,0,0,0)",
        margin={"l": 70, "r": 20, "t": 40, "b": 60},
        legend={"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0},
        colorway=_CYCLE,
        height=420,
        xaxis={"title": across},
        yaxis={"title": up},
    )
    return figure


def outcomes(report: Report) -> Chart:
    """Show simulated outcomes beside exact ones."""
    house = report.specification.house
    counted = exact_counts(Composition.of_decks(house.decks))
    exact = {
        outcome.value: 100 * (orders / counted.orders)
        for outcome, orders in counted.outcomes(house.naturals).items()
    }
    simulated = {name: 100 * report.outcomes[name] / report.coups for name in exact}
    hatched: dict[str, object] = {"color": GOLD, "pattern": {"shape": "/"}}
    figure = go.Figure(
        [
            _percent_bars("simulated", simulated, {"color": GREEN}),
            _percent_bars("exact for a first coup", exact, hatched),
        ]
    )
    _layout(figure, across="outcome", up="percent of coups")
    figure.update_yaxes(range=[0, max(exact.values()) * 1.2])
    parts = (
        f"{name.capitalize()} {simulated[name]:.4f} % (exactly {chance:.4f} %)"
        for name, chance in exact.items()
    )
    return Chart(figure, f"Of {report.coups:,} coups: {', '.join(parts)}.")


def _percent_bars(name: str, values: dict[str, float], marker: dict[str, object]) -> go.Bar:
    return go.Bar(
        name=name,
        x=[each.capitalize() for each in values],
        y=list(values.values()),
        marker=marker,
        text=[f"{value:.3f} %" for value in values.values()],
        textposition="outside",
    )


def convergence(report: Report, statistics: BetStatistics) -> Chart:
    """Show the edge so far, a band of two standard errors, and the exact edge."""
    curve = edge_curve(statistics.bet, report.specification.house.naturals, report.groups)
    coups = [point.coups for point in curve]
    edges = [point.edge for point in curve]
    low = [point.edge - 2 * point.edge_se for point in curve]
    high = [point.edge + 2 * point.edge_se for point in curve]
    exact = go.Scatter(
        x=[coups[0], coups[-1]],
        y=[statistics.expected] * 2,
        name="exact edge",
        mode="lines",
        line={"color": RED, "dash": "dash"},
    )
    figure = go.Figure(
        [
            _band(coups, low, high, colour="rgba(28,93,68,.15)", name="two standard errors"),
            go.Scatter(x=coups, y=edges, name="simulated edge", line={"color": GREEN}),
            exact,
        ]
    )
    first, last = curve[0], curve[-1]
    sigmas = (
        "" if statistics.sigmas is None else f", {statistics.sigmas:+.2f} standard errors from it"
    )
    text = (
        f"After {first.coups:,} coups the edge of {statistics.bet.name} was {first.edge:.3f} %, "
        f"at the end {last.edge:.4f} ± {last.edge_se:.4f} %. "
        f"Exactly it is {statistics.expected:.4f} %{sigmas}."
    )
    return Chart(_layout(figure, across="coups", up="edge of the house, percent"), text)


def _band(
    x: Sequence[float], low: Sequence[float], high: Sequence[float], *, colour: str, name: str
) -> go.Scatter:
    return go.Scatter(
        x=[*x, *reversed(x)],
        y=[*high, *reversed(low)],
        fill="toself",
        fillcolor=colour,
        line={"width": 0},
        hoverinfo="skip",
        name=name,
    )


def _times(statistics: SystemStatistics) -> list[float]:
    longest = statistics.job.terms.coups
    return [longest * at / kernels.POINTS_IN_TIME for at in range(kernels.POINTS_IN_TIME + 1)]


def _most_coups(systems: Sequence[SystemStatistics]) -> int:
    return max(int(statistics.tally[WORST][kernels.COUPS]) for statistics in systems)


def fan(statistics: SystemStatistics) -> Chart:
    """Show percentiles of the bankroll over time, and some single guests."""
    times = _times(statistics)
    paths = statistics.paths / CHIPS_PER_DOLLAR
    figure = go.Figure([_one_guest(times, path.tolist()) for path in paths[:_SAMPLE_LINES]])
    for low, high, shade in ((5, 95, 0.18), (25, 75, 0.28)):
        lower, upper = np.percentile(paths, (low, high), axis=0).tolist()
        colour, name = f"rgba(184,134,43,{shade})", f"{high - low} of 100 guests"
        figure.add_trace(_band(times, lower, upper, colour=colour, name=name))
    median = np.percentile(paths, 50, axis=0)
    figure.add_scatter(x=times, y=median.tolist(), name="median", line={"color": RED, "width": 3})
    _layout(figure, across="coups played", up="bankroll, dollars")
    figure.update_xaxes(range=[0, _most_coups((statistics,))])
    end = np.percentile(statistics.paths[:, -1], (5, 25, 50, 75, 95))
    lowest, quarter, middle, three, highest = (dollars(round(chips)) for chips in end)
    text = (
        f"The bankrolls of {len(statistics.paths)} sample guests who began with "
        f"{dollars(statistics.session.bankroll)}. "
        f"At the end half of them hold between {quarter} and {three}, "
        f"nine in ten between {lowest} and {highest}, the median guest {middle}."
    )
    return Chart(figure, text)


def _one_guest(times: Sequence[float], path: Sequence[float]) -> go.Scatter:
    return go.Scatter(
        x=times,
        y=path,
        line={"color": GREY, "width": 1},
        opacity=0.45,
        showlegend=False,
        hoverinfo="skip",
        mode="lines",
    )


def finals(statistics: SystemStatistics) -> Chart:
    """Show the distribution of final bankrolls."""
    bars = statistics.histogram
    total = sum(bar.guests for bar in bars)
    figure = go.Figure(
        go.Bar(
            x=[(bar.low + bar.high) / 2 / CHIPS_PER_DOLLAR for bar in bars],
            y=[100 * bar.guests / total for bar in bars],
            width=[(bar.high - bar.low) / CHIPS_PER_DOLLAR * 0.95 for bar in bars],
            marker_color=GREEN,
            hovertemplate="%{x:,.2f} dollars: %{y:.2f} %<extra></extra>",
        )
    )
    figure.add_vline(
        x=statistics.session.bankroll / CHIPS_PER_DOLLAR,
        line={"color": RED, "dash": "dash"},
        annotation_text="began with",
    )
    guests = "guests" if total == statistics.guests else f"the first {total:,} guests"
    _layout(figure, across="final bankroll, dollars", up=f"percent of {guests}")
    ends = ", ".join(
        f"{each} % at most {dollars(chips)}" for each, chips in statistics.percentiles.items()
    )
    reached = f" and {100 * statistics.reached_goal:.2f} % reached their goal"
    sample = len(statistics.finals)
    part = "" if sample == statistics.guests else f", percentiles of the first {sample:,} guests"
    text = (
        f"Of {statistics.guests:,} guests {100 * statistics.ruin:.2f} % were ruined"
        f"{'' if statistics.session.goal is None else reached}. "
        f"Final bankrolls{part}: mean {dollars(round(statistics.final_mean))}; {ends}."
    )
    return Chart(figure, text)


def ruin(systems: Sequence[SystemStatistics]) -> Chart:
    """Show the share of guests ruined so far, for each system."""
    figure, parts = go.Figure(), []
    for at, statistics in enumerate(systems):
        name, shares = statistics.job.system.name, statistics.ruin_over_time
        figure.add_scatter(
            x=_times(statistics),
            y=[100 * share for share in shares],
            name=name,
            line={"color": _CYCLE[at % len(_CYCLE)], "dash": _DASHES[at % len(_DASHES)]},
        )
        halfway, end = 100 * shares[len(shares) // 2], 100 * shares[-1]
        parts.append(f"{name} {halfway:.2f} %, {end:.2f} % at the end")
    _layout(figure, across="coups played", up="percent of guests ruined")
    figure.update_xaxes(range=[0, _most_coups(systems)])
    coups = _times(systems[0])[len(systems[0].ruin_over_time) // 2]
    return Chart(figure, f"Guests ruined within {coups:,.0f} coups: {'; '.join(parts)}.")


def rates(systems: Sequence[SystemStatistics]) -> Chart:
    """Show what each system lost of its stakes on decided bets, beside the exact edge."""
    figure = go.Figure(
        go.Scatter(
            x=[statistics.loss_rate for statistics in systems],
            y=[statistics.job.system.name for statistics in systems],
            error_x={"array": [2 * (statistics.loss_rate_se or 0) for statistics in systems]},
            mode="markers",
            marker={"color": GREEN, "size": 11},
            name="lost of staked, with two standard errors",
            showlegend=True,
        )
    )
    figure.add_vline(x=systems[0].expected, line={"color": RED, "dash": "dash"})
    _layout(figure, across="percent of what was staked on decided bets", up="")
    figure.update_yaxes(autorange="reversed", type="category")
    parts = (
        f"{statistics.job.system.name} {statistics.loss_rate:.3f}"
        + ("" if statistics.loss_rate_se is None else f" ± {statistics.loss_rate_se:.3f}")
        + " %"
        for statistics in systems
    )
    text = (
        f"The exact edge on a decided bet is {systems[0].expected:.3f} %, the dashed line. Lost of "
        f"staked: {'; '.join(parts)}. No system changes it: a system only chooses how much is at "
        "stake when."
    )
    return Chart(figure, text)


def counts(statistics: Sequence[CountStatistics]) -> Chart:
    """Show the units won per shoe by each count."""
    shown = sorted(statistics, key=lambda each: -each.units_per_shoe)
    figure = go.Figure(
        go.Bar(
            x=[each.units_per_shoe for each in shown],
            y=[_label(each) for each in shown],
            orientation="h",
            marker_color=[GREEN if each.units_per_shoe > 0 else RED for each in shown],
            error_x={"array": [2 * each.units_per_shoe_se for each in shown], "color": GREY},
            showlegend=False,
        )
    )
    _add_figures(figure, shown)
    across = "units won per shoe, betting one unit at a time, with two standard errors"
    _layout(figure, across=across, up="")
    figure.update_yaxes(autorange="reversed", type="category", automargin=True)
    figure.update_layout(height=max(420, 22 * len(shown) + 120))
    parts = (
        f"{_label(each)} {each.units_per_shoe:.5f} ± {each.units_per_shoe_se:.5f} units a shoe, "
        "betting on "
        f"{100 * each.bets / each.coups:.2f} % of coups"
        for each in shown
    )
    text = (
        f"Best first, each with its standard error: {'; '.join(parts)}. No count beats perfect "
        "play of the same bet in the long run; where one seems to, it is chance."
    )
    return Chart(figure, text)


def _add_figures(figure: go.Figure, shown: Sequence[CountStatistics]) -> None:
    """Write each figure beyond the end of its error bar, and make room for it."""
    values = [each.units_per_shoe for each in shown]
    lows = [each.units_per_shoe - 2 * each.units_per_shoe_se for each in shown]
    highs = [each.units_per_shoe + 2 * each.units_per_shoe_se for each in shown]
    bars = list(zip(values, lows, highs, strict=True))
    figure.add_scatter(
        x=[low if value < 0 else high for value, low, high in bars],
        y=[_label(each) for each in shown],
        mode="text",
        text=[f" {each.units_per_shoe:.4f} ± {each.units_per_shoe_se:.4f} " for each in shown],
        textposition=["middle left" if value < 0 else "middle right" for value in values],
        hoverinfo="skip",
        showlegend=False,
    )
    left, right = min(0.0, *lows), max(0.0, *highs)
    room = (right - left) / 2
    figure.update_xaxes(range=[left - room * (min(values) < 0), right + room * (max(values) >= 0)])


def _label(statistics: CountStatistics) -> str:
    return (
        statistics.name
        if statistics.name == statistics.bet
        else f"{statistics.name}: {statistics.bet}"
    )
