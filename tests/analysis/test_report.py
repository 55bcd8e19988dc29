"""The page: offline, complete, and readable without its charts."""

from __future__ import annotations

import io
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe

from puntobanco.analysis.counting.counts import COUNTS
from puntobanco.analysis.output._charts import counts
from puntobanco.analysis.output.report import write
from puntobanco.analysis.plan import Plan, Results
from puntobanco.analysis.simulation.blocks import Progress
from puntobanco.analysis.simulation.specification import Specification
from puntobanco.analysis.strategies.strategy import Strategy
from puntobanco.bets import BANKER, PLAYER, PLAYER_PAIR
from puntobanco.house import CLASSIC
from tests import chromium


@pytest.fixture(scope="module")
def results() -> Results:
    plan = Plan(
        Specification(CLASSIC, 640, (PLAYER, BANKER, PLAYER_PAIR)),
        seed="<page>",
        strategies=(
            Strategy.parse("always banker", staking="martingale"),
            Strategy.parse("streak >= 3: opposite"),
        ),
        counts=(COUNTS["dragon_7"],),
        perfect=(BANKER,),
    )
    return plan.simulate(threads=1)


@pytest.fixture(scope="module")
def page(results: Results) -> str:
    stream = io.StringIO()
    write(results, stream)
    return stream.getvalue()


class _Parts(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.addresses += [value or "" for name, value in attrs if name in {"src", "href"}]


def test_the_page_needs_no_network(page: str) -> None:
    parts = _Parts()
    parts.feed(page)
    assert parts.addresses == []


def test_every_chart_has_its_text(page: str) -> None:
    parts = _Parts()
    parts.feed(page)
    charts = page.count('class="plotly-graph-div"')
    assert charts == parts.tags.count("figure") == parts.tags.count("figcaption") == 11
    captions = re.findall(r"<figcaption>(.*?)</figcaption>", page, re.DOTALL)
    assert all(len(caption) > 60 and re.search(r"\d", caption) for caption in captions)


def test_figures_specification_seed_and_version_are_there(page: str) -> None:
    for part in (
        "<caption>Bets</caption>",
        "<caption>Strategies</caption>",
        "<caption>Counting</caption>",
        "Version 1, seed <code>&lt;page&gt;</code>",
        "640 shoes asked for, 640 played",
        "cut_card = 7",
        "puntobanco 0.",
        "Each session: $1,000 with a unit of $10; 1 shoe.",
        "standard errors from exact: luck.",
        "dragon_7 on dragon_7: A0 2-1 3-1 4-2 5-2 6-3 7-3 8+4 9+4 T+1, at a true count of 8",
        "Every bet below stands beside its exact edge",
        "cut-card effect",
        "fell below its highest bankroll",
    ):
        assert part in page


def test_no_error_bar_goes_through_a_figure(results: Results) -> None:
    """A figure is beyond the end of its error bar, and inside the chart."""
    drawn = json.loads(counts(results.counts).figure.to_json())
    bars, figures = drawn["data"]
    assert "text" not in bars
    assert len(figures["text"]) == len(results.counts) > 1
    low, high = drawn["layout"]["xaxis"]["range"]
    parts = (results.counts, figures["text"], figures["x"], figures["textposition"])
    for each, text, at, side in zip(
        sorted(parts[0], key=lambda each: -each.units_per_shoe), *parts[1:], strict=True
    ):
        error = -2 * each.units_per_shoe_se if side == "middle left" else 2 * each.units_per_shoe_se
        assert at == pytest.approx(each.units_per_shoe + error)
        assert f"{each.units_per_shoe:.4f}" in text
        assert low < at < high


def test_a_partial_run_says_so(results: Results) -> None:
    stream = io.StringIO()
    write(Results(results.report, unfinished=("the strategy follow not begun",)), stream)
    assert "figures are partial: the strategy follow not begun." in stream.getvalue()


def test_what_was_not_reached_is_named() -> None:
    plan = Plan(
        Specification(CLASSIC, 640, (PLAYER, PLAYER_PAIR)),
        seed="stopped",
        strategies=(Strategy.parse("follow"),),
        counts=(COUNTS["tie"],),
        perfect=(BANKER,),
    )
    shoes, cards, *others = [Progress(job) for job in plan.jobs()]
    for block in range(shoes.job.blocks):
        shoes.add(block, shoes.job.play(block))
    cards.add(0, cards.job.play(0))
    found = plan.results([shoes, cards, *others])
    assert found.partial
    assert not found.report.partial
    assert found.unfinished == (
        "bets on cards (player_pair) stopped after 64 of 640 shoes",
        "the strategy follow not begun",
        "the count tie not begun",
        "perfect play not begun",
    )


def test_results_show_as_tables_in_a_notebook(results: Results) -> None:
    assert results._repr_html_().count("<table>") == 3


@pytest.mark.browser
def test_a_browser_draws_every_chart_and_axe_finds_no_barrier(page: str, tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    file.write_text(page, encoding="utf-8")
    complaints: list[str] = []
    with chromium.started() as browser:
        tab = browser.new_page()
        tab.on("console", lambda message: complaints.append(message.text))
        tab.on("pageerror", lambda error: complaints.append(str(error)))
        tab.on("request", lambda request: complaints.append(request.url))
        tab.goto(file.as_uri())
        tab.wait_for_function("document.querySelectorAll('.main-svg').length >= 20")
        drawn = tab.locator(".plotly-graph-div").count()
        barriers = Axe().run(tab).response["violations"]
    assert drawn == 11
    assert barriers == []
    assert complaints == [file.as_uri()]
