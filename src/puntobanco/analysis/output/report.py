"""Write one offline page: charts by plotly, each with a text alternative, and all figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import TextIO

from plotly.offline import get_plotlyjs

from puntobanco._html import html_table
from puntobanco.analysis.output import _charts as charts
from puntobanco.analysis.plan import Results
from puntobanco.analysis.simulation.blocks import VERSION
from puntobanco.analysis.strategies.strategy_statistics import StrategyStatistics
from puntobanco.bets import Part
from puntobanco.house import format_house

_STYLE = """
:root { color-scheme: light; }
body { font: 16px/1.5 system-ui, sans-serif; color: #1b2a24; background: #fbfaf6;
       max-width: 68rem; margin: 0 auto; padding: 1.5rem; }
h1 { font-size: 1.9rem; margin: 0 0 .25rem; } h2 { font-size: 1.3rem; margin: 2.2rem 0 .4rem; }
p { max-width: 46rem; } .lead { font-size: 1.1rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .9rem; }
caption { text-align: left; font-weight: 600; padding: .4rem 0; }
th, td { padding: .2rem .6rem; text-align: right; border-bottom: 1px solid #d9d5c7; }
th:first-child, td:first-child { text-align: left; } tbody th { font-weight: 500; }
.wide { overflow-x: auto; } figure { margin: 0; } figcaption { max-width: 46rem; color: #40524a; }
pre { background: #f0ede2; padding: .8rem; overflow-x: auto; font-size: .85rem; }
a { color: #1c5d44; } :focus-visible { outline: 3px solid #b8862b; outline-offset: 2px; }
.chart { min-height: 26rem; }
@media print { .chart { break-inside: avoid; } }
"""


def write(results: Results, stream: TextIO) -> None:
    """Write the page, which needs no network."""
    report = results.report
    kind = "simulated" if report.specification.recorded is None else "recorded"
    title = f"Punto banco: {report.coups:,} coups of {report.shoes:,} {kind} shoes"
    stream.write(
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style>"
        f"<script>{get_plotlyjs()}</script></head><body><main>"
        f"<h1>{escape(title)}</h1>\n"
    )
    stream.writelines(_parts(results))
    stream.write("</main></body></html>\n")


def _parts(results: Results) -> Iterator[str]:
    yield _lead(results)
    yield _section("Outcomes", charts.outcomes(results.report))
    for bet in [each for each in results.report.bets if each.bet.part is Part.SCORE][:3]:
        title = f"{bet.bet.name}: how its edge converges"
        yield _section(title, charts.convergence(results.report, bet))
    if results.strategies:
        yield from _strategy_sections(results.strategies)
    if results.counts:
        yield _section("Counting", charts.counts(results.counts))
    yield "<h2>Figures</h2>\n"
    for table in results.tables():
        shown = html_table(table.caption, tuple(table.columns), table.rows)
        yield f'<div class="wide" tabindex="0">{shown}</div>\n'
    meanings = "".join(f"<li>{escape(each)}</li>" for each in results.legend())
    yield f"<h2>What the columns show</h2><ul>{meanings}</ul>\n"
    yield _specification(results)


def _strategy_sections(strategies: Sequence[StrategyStatistics]) -> Iterator[str]:
    yield _section("All strategies compared", charts.rates(strategies))
    for each in strategies:
        name = f"{each.job.strategy.name} ({each.job.strategy.staking})"
        yield _section(f"{name}: sample sessions", charts.fan(each))
        yield _section(f"{name}: how it ends", charts.finals(each))
    yield _section("Ruin over time", charts.ruin(strategies))
    yield _section("Drawdowns", charts.drawdowns(strategies))


def _lead(results: Results) -> str:
    report = results.report
    partial = ""
    if results.partial:
        stopped = escape("; ".join(results.unfinished))
        partial = f"This run was stopped early, so its figures are partial: {stopped}. "
    notes = "".join(f"<p>{escape(note)}</p>" for note in results.notes())
    if not report.has_scores:
        return f'<p class="lead">{partial}Every bet below stands beside its exact edge.</p>{notes}'
    dealt, first = report.four_cards
    return (
        f'<p class="lead">{partial}Every bet below stands beside its exact edge. Over the '
        f"{int(report.always_dealt.sum()):,} coups that every shoe deals whatever its cards, "
        f"the scores lie {report.fit.sigmas:+.2f} standard deviations from the exact odds.</p>"
        f"<p>Four-card coups make up {100 * dealt:.4f}&nbsp;% of all coups dealt, and exactly "
        f"{100 * first:.4f}&nbsp;% of first coups. Apart from chance, the difference is the "
        "cut-card effect: one more coup fits in before the cut card when those before it were "
        "short, which is when many eights and nines have already gone, so such last coups are "
        f"short less often. Small and Big feel it most.</p>{notes}\n"
    )


def _section(title: str, chart: charts.Chart) -> str:
    drawn = chart.figure.to_html(
        full_html=False, include_plotlyjs=False, config={"displayModeBar": False}
    )
    return (
        f"<section><h2>{escape(title)}</h2><figure>"
        f'<div class="chart" role="img" aria-label="{escape(title)}: described below">{drawn}</div>'
        f"<figcaption>{_caption(chart.text)}</figcaption></figure></section>\n"
    )


def _caption(text: str) -> str:
    first, *items = map(escape, text.split("\n"))
    listed = "".join(f"<li>{item}</li>" for item in items)
    return f"{first}<ul>{listed}</ul>" if items else first


def _specification(results: Results) -> str:
    report = results.report
    terms = {
        name: value for name, value in results.terms.items() if name not in {"house", "session"}
    }
    rows = [(name.replace("_", " "), _words(value)) for name, value in terms.items()]
    origin = f"seed <code>{escape(report.seed)}</code>" if report.seed else report.origin
    return (
        "<h2>Specification</h2>"
        f"<p>Version {VERSION}, {origin}, "
        f"{report.specification.shoes:,} shoes asked for, {report.shoes:,} played. The same "
        "shoes or seed and specification produce the same figures on any machine.</p>"
        f'<div class="wide" tabindex="0">{html_table("Asked for", ("what", "value"), rows)}</div>'
        f'<pre tabindex="0">{escape(format_house(report.specification.house))}</pre>'
        f"<p>{report.seconds:.2f} seconds, {report.coups_per_second:,.0f} coups a second.</p>\n"
    )


def _words(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return "none" if value is None else f"{value:,}" if isinstance(value, float) else str(value)
