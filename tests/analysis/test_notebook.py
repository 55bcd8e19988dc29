"""What the lab gives, as a notebook shows it."""

from __future__ import annotations

from puntobanco.analysis import Composition, Specification, counts, price, removal, simulate
from puntobanco.analysis.counting.count_job import count_job
from puntobanco.analysis.counting.count_statistics import play_count
from puntobanco.analysis.counting.counts import COUNTS
from puntobanco.bets import BANKER, Bet, Detail
from puntobanco.house import CLASSIC

SHOE = Composition.of_decks(8)


def test_a_price_shows_each_pay_with_its_orders() -> None:
    shown = price(BANKER, SHOE)._repr_html_()
    assert "Banker: edge 1.057906 %" in shown
    assert '<th scope="row">19/20</th><td>2,292,252,566,437,888</td><td>45.859742</td>' in shown
    assert shown.count("<tr>") == 1 + 3


def test_every_answer_shows_as_a_table_with_names_escaped() -> None:
    bet = Bet.parse("mine", ["tie: 8"], name="<script>")
    report = simulate(Specification(CLASSIC, shoes=10, bets=(bet,)), seed="<seed>", threads=1)
    (count,) = play_count(count_job(COUNTS["tie"], CLASSIC, shoes=64, seed="x"), threads=1)
    of_bet = (bet, price(bet, SHOE), removal(bet, SHOE), report, report.bets[0])
    for shown in (*of_bet, SHOE, SHOE.at(Detail.POINTS), counts(SHOE), count):
        html = shown._repr_html_()
        assert html.startswith("<table>")
        assert "<script>" not in html
        assert "<seed>" not in html
