"""The charts of a report, each with its text alternative."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from textwrap import shorten
from typing import NamedTuple

import numpy as np
import plotly.graph_objects as go

from puntobanco.analysis.composition import Composition
from puntobanco.analysis.counting.count_statistics import CountStatistics
from puntobanco.analysis.odds import counts as exact_counts
from puntobanco.analysis.simulation.blocks import WORST
from puntobanco.analysis.simulation.report import BetStatistics, Report, edge_curve
from puntobanco.analysis.strategies import _kernels as kernels
from puntobanco.analysis.strategies.strategy_statistics import StrategyStatistics
from puntobanco.coup import Outcome
from puntobanco.settlement import CHIPS_PER_DOLLAR, dollars

GREEN, RED, GOLD, BLUE, GREY = "#1c5d44", "#a3262e", "#b8862b", "#2a4d8f", "#8a938d"
_CYCLE = (GREEN, RED, BLUE, GOLD, "#6b3f87", "#2b7f8c", "#8a5a2b", "#555f5a")
_DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot")
_SAMPLE_LINES = 30


class Chart(NamedTuple):
    """A figure and its text alternative."""

    figure: go.Figure
    text: str
    """Sentences; those after a line break are a list."""


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
    """Show the outcomes beside exact ones."""
    house, recorded = report.specification.house, report.specification.recorded
    orders = exact_counts(Composition.of_decks(house.decks)).outcomes(house.naturals)
    if recorded is not None and not recorded.has_ties:
        orders = {outcome: each for outcome, each in orders.items() if outcome is not Outcome.TIE}
    total = sum(orders.values())
    exact = {outcome.value: 100 * (each / total) for outcome, each in orders.items()}
    simulated = {name: 100 * report.outcomes[name] / report.coups for name in exact}
    kind = "simulated" if recorded is None else "recorded"
    bars = [
        go.Bar(
            name=name,
            x=[each.capitalize() for each in shares],
            y=list(shares.values()),
            marker=marker,
            text=[f"{value:.3f} %" for value in shares.values()],
            textposition="outside",
        )
        for name, shares, marker in (
            (kind, simulated, {"color": GREEN}),
            ("exact for a first coup", exact, {"color": GOLD, "pattern": {"shape": "/"}}),
        )
    ]
    figure = go.Figure(bars)
    _layout(figure, across="outcome", up="percent of coups")
    figure.update_yaxes(range=[0, max(exact.values()) * 1.2])
    parts = (
        f"{name.capitalize()} {simulated[name]:.4f} % (exactly {chance:.4f} %)"
        for name, chance in exact.items()
    )
    return Chart(figure, f"Of {report.coups:,} coups: {', '.join(parts)}.")


def convergence(report: Report, statistics: BetStatistics) -> Chart:
    """Show the edge so far, a band of two standard errors, and the exact edge."""
    curve = edge_curve(statistics.bet, report.specification.house.naturals, report.groups)
    coups = [point.coups for point in curve]
    edges = [point.edge for point in curve]
    low = [point.edge - 2 * point.edge_se for point in curve]
    high = [point.edge + 2 * point.edge_se for point in curve]
    dashed = {"color": RED, "dash": "dash"}
    ends, exact = [coups[0], coups[-1]], [statistics.expected] * 2
    figure = go.Figure(
        [
            _band(coups, low, high, colour="rgba(28,93,68,.15)", name="two standard errors"),
            go.Scatter(x=coups, y=edges, name="simulated edge", line={"color": GREEN}),
            go.Scatter(x=ends, y=exact, name="exact edge", mode="lines", line=dashed),
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


def _times(statistics: StrategyStatistics) -> list[float]:
    longest = statistics.job.coups_a_session
    return [longest * at / kernels.POINTS_IN_TIME for at in range(kernels.POINTS_IN_TIME + 1)]


def _most_coups(strategies: Sequence[StrategyStatistics]) -> int:
    return max(int(statistics.tally[WORST][kernels.COUPS]) for statistics in strategies)


def _name(statistics: StrategyStatistics) -> str:
    strategy = statistics.job.strategy
    return f"{strategy.name} ({strategy.staking})"


def _short_name(statistics: StrategyStatistics) -> str:
    """Return a name that fits into a chart on a phone."""
    return escape(shorten(_name(statistics), 40, placeholder=" …"))


def fan(statistics: StrategyStatistics) -> Chart:
    """Show percentiles of the bankroll over time, and some single sessions."""
    times = _times(statistics)
    paths = statistics.paths / CHIPS_PER_DOLLAR
    grey = {"color": GREY, "width": 1}
    hidden = {"opacity": 0.45, "showlegend": False, "hoverinfo": "skip"}
    sessions = [
        go.Scatter(x=times, y=path.tolist(), mode="lines", line=grey, **hidden)
        for path in paths[:_SAMPLE_LINES]
    ]
    figure = go.Figure(sessions)
    for low, high, shade in ((5, 95, 0.18), (25, 75, 0.28)):
        lower, upper = np.percentile(paths, (low, high), axis=0).tolist()
        colour, name = f"rgba(184,134,43,{shade})", f"{high - low} of 100 sessions"
        figure.add_trace(_band(times, lower, upper, colour=colour, name=name))
    median = np.percentile(paths, 50, axis=0)
    figure.add_scatter(x=times, y=median.tolist(), name="median", line={"color": RED, "width": 3})
    _layout(figure, across="coups", up="bankroll, dollars")
    figure.update_xaxes(range=[0, _most_coups((statistics,))])
    end = np.percentile(statistics.paths[:, -1], (5, 25, 50, 75, 95))
    lowest, quarter, middle, three, highest = (dollars(round(chips)) for chips in end)
    text = (
        f"The bankrolls of {len(statistics.paths)} sample sessions, which started with "
        f"{dollars(statistics.job.session.bankroll)}. "
        f"At the end half of them hold between {quarter} and {three}, "
        f"nine in ten between {lowest} and {highest}. The median is {middle}."
    )
    return Chart(figure, text)


def finals(statistics: StrategyStatistics) -> Chart:
    """Show the distribution of final bankrolls."""
    bars = statistics.histogram
    total = sum(bar.sessions for bar in bars)
    figure = go.Figure(
        go.Bar(
            x=[(bar.low + bar.high) / 2 / CHIPS_PER_DOLLAR for bar in bars],
            y=[100 * bar.sessions / total for bar in bars],
            width=[(bar.high - bar.low) / CHIPS_PER_DOLLAR * 0.95 for bar in bars],
            marker_color=GREEN,
            hovertemplate="%{x:,.2f} dollars: %{y:.2f} %<extra></extra>",
        )
    )
    figure.add_vline(
        x=statistics.job.session.bankroll / CHIPS_PER_DOLLAR,
        line={"color": RED, "dash": "dash"},
        annotation_text="started with",
    )
    is_all = total == statistics.sessions
    sample = "sessions" if is_all else f"the first {total:,} sessions"
    _layout(figure, across="final bankroll, dollars", up=f"percent of {sample}")
    ends = ", ".join(
        f"{each} % at most {dollars(chips)}" for each, chips in statistics.percentiles.items()
    )
    goal = f", {100 * statistics.goal:.2f} % reached their goal"
    text = (
        f"Of {statistics.sessions:,} sessions {100 * statistics.ahead:.2f} % ended ahead, "
        f"{100 * statistics.ruined:.2f} % were ruined"
        f"{'' if statistics.job.session.goal is None else goal}. "
        f"Final bankrolls{'' if is_all else f', percentiles of {sample}'}: "
        f"mean {dollars(round(statistics.mean_end))}; {ends}."
    )
    return Chart(figure, text)


def ruin(strategies: Sequence[StrategyStatistics]) -> Chart:
    """Show the share of sessions ruined so far, for each strategy."""
    figure, parts = go.Figure(), []
    for at, statistics in enumerate(strategies):
        shares = statistics.ruin_over_time
        figure.add_scatter(
            x=_times(statistics),
            y=[100 * share for share in shares],
            name=_short_name(statistics),
            line={"color": _CYCLE[at % len(_CYCLE)], "dash": _DASHES[at % len(_DASHES)]},
        )
        halfway, end = 100 * shares[len(shares) // 2], 100 * shares[-1]
        parts.append(f"{_name(statistics)}: {halfway:.2f} %, {end:.2f} % at the end.")
    _layout(figure, across="coups", up="percent of sessions ruined")
    figure.update_xaxes(range=[0, _most_coups(strategies)])
    coups = _times(strategies[0])[len(strategies[0].ruin_over_time) // 2]
    return Chart(figure, "\n".join((f"Sessions ruined within {coups:,.0f} coups:", *parts)))


_DRAWDOWN_PERCENTILES = (50, 95, 99)


def drawdowns(strategies: Sequence[StrategyStatistics]) -> Chart:
    """Show how far sessions fell below their highest bankroll, for each strategy."""
    rows = [str(number) for number, _ in enumerate(strategies)]
    figure = go.Figure()
    for at, percent in enumerate(_DRAWDOWN_PERCENTILES):
        figure.add_bar(
            y=rows,
            x=[each.drawdown_percentile(percent) / CHIPS_PER_DOLLAR for each in strategies],
            name=f"{percent} of 100 sessions at most",
            orientation="h",
            marker={"color": _CYCLE[at], "pattern": {"shape": ("", "/", "x")[at]}},
        )
    _layout(figure, across="drawdown, dollars", up="")
    _name_rows(figure, strategies)
    parts = []
    for each in strategies:
        depths = (
            f"{percent} % of sessions at most {dollars(each.drawdown_percentile(percent))}"
            for percent in _DRAWDOWN_PERCENTILES
        )
        parts.append(
            f"{_name(each)}: {', '.join(depths)}, the deepest {dollars(each.deepest_drawdown)}."
        )
    return Chart(figure, "\n".join(("How far a session fell below its highest bankroll:", *parts)))


def _name_rows(figure: go.Figure, strategies: Sequence[StrategyStatistics]) -> None:
    """Write the name of each strategy above its row, so that the chart keeps its width."""
    rows = len(strategies)
    figure.update_yaxes(range=[rows - 0.5, -0.75], type="category", showticklabels=False)
    figure.update_layout(height=max(420, 100 * rows + 160), bargap=0.5, margin={"l": 20})
    for row, statistics in enumerate(strategies):
        figure.add_annotation(
            text=_short_name(statistics),
            x=0,
            xref="paper",
            xanchor="left",
            y=row,
            yshift=40,
            showarrow=False,
        )


def rates(strategies: Sequence[StrategyStatistics]) -> Chart:
    """Show what each strategy lost of its action, beside what the same bets lose exactly."""
    rows = [str(number) for number, _ in enumerate(strategies)]
    figure = go.Figure(
        go.Scatter(
            x=[100 * (statistics.loss_share or 0) for statistics in strategies],
            y=rows,
            error_x={"array": [200 * (each.loss_share_se or 0) for each in strategies]},
            mode="markers",
            marker={"color": GREEN, "size": 11},
            name="lost, with two standard errors",
            showlegend=True,
        )
    )
    figure.add_scatter(
        x=[100 * (statistics.exact_share or 0) for statistics in strategies],
        y=rows,
        mode="markers",
        marker={"color": RED, "size": 13, "symbol": "line-ns-open"},
        name="the same bets, exactly",
    )
    _layout(figure, across="percent of action lost", up="")
    _name_rows(figure, strategies)
    parts = (
        f"{_name(each)}: {100 * (each.loss_share or 0):.3f} % lost, "
        f"exactly {100 * (each.exact_share or 0):.3f} %. {each.verdict}"
        for each in strategies
    )
    first = "What each strategy lost of its action, and what the same bets lose by exact odds:"
    return Chart(figure, "\n".join((first, *parts)))


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
