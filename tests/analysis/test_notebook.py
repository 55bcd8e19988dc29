"""The values of the lab, as a notebook shows them."""

from __future__ import annotations

import pytest

from puntobanco.analysis import Composition, Specification, counts, price, removal, simulate
from puntobanco.bets import BANKER, TIE, Bet
from puntobanco.house import CLASSIC

SHOE = Composition.of_decks(8)


def test_a_price_shows_each_pay_with_its_orders() -> None:
    shown = price(BANKER, SHOE)._repr_html_()
    assert "Banker: edge 1.057906 %" in shown
    assert '<th scope="row">19/20</th><td>2,292,252,566,437,888</td><td>45.859742</td>' in shown
    assert shown.count("<tr>") == 1 + 3


def test_a_removal_shows_each_rank() -> None:
    shown = removal(TIE, SHOE)._repr_html_()
    assert shown.count("<tr>") == 1 + 13
    assert '<th scope="row">A</th><td>32</td><td>+0.0129' in shown


def test_counts_show_each_outcome() -> None:
    shown = counts(SHOE)._repr_html_()
    assert "416 cards, 4,998,398,275,503,360 orders" in shown
    assert '<th scope="row">tie</th><td>475,627,426,473,216</td><td>9.515597</td>' in shown


@pytest.mark.parametrize("text", ["128,32,32,32,32,32,32,32,32,32", str(SHOE)])
def test_a_composition_shows_each_count(text: str) -> None:
    shoe = Composition.parse(text)
    shown = shoe._repr_html_()
    assert shown.count("<td>32</td>") == shoe.counts.count(32)
    assert shown.count('scope="col"') == 1 + len(shoe.counts)
    assert "416 cards" in shown


def test_a_name_of_a_bet_is_escaped() -> None:
    bet = Bet.parse("mine", ["tie: 8"], name="<script>")
    report = simulate(Specification(CLASSIC, shoes=10, bets=(bet,)), seed="<seed>", threads=1)
    removed = removal(bet, SHOE)
    for shown in (bet, price(bet, SHOE), removed, report, report.bets[0]):
        html = shown._repr_html_()
        assert html.startswith("<table>")
        assert "<script>" not in html
        assert "<seed>" not in html
