"""Odds as plain data, as aligned text and as cells for other tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from rich.cells import cell_len

from puntobanco.analysis.odds import Counts, Price, Removal
from puntobanco.bets import Bet
from puntobanco.coup import Naturals

PRICE_HEADER = ("bet", "pays", "edge %", "decided %", "sd", "win %", "push %", "lose %")
"""Edge and sd are per coup; the edge per decided bet leaves pushes out."""

_TEXT_COLUMNS = 2
"""How many columns of a table of prices hold text: the bet, and what it pays."""


def aligned(header: Sequence[str], rows: Iterable[Sequence[str]], *, text_columns: int = 1) -> str:
    """Return a table of plain lines. The first columns hold text, the others numbers.

    >>> print(aligned(("bet", "edge %"), [("banker", "1.06"), ("tie", "14.36")]))
    bet     edge %
    banker    1.06
    tie      14.36
    >>> print(aligned(("bet", "edge %"), [("紅對", "9.51")]))
    bet   edge %
    紅對    9.51
    """
    table = [tuple(header), *map(tuple, rows)]
    widths = [max(map(cell_len, column)) for column in zip(*table, strict=True)]

    def line(row: tuple[str, ...]) -> str:
        padded = (
            cell + space if column < text_columns else space + cell
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
            for space in [" " * (width - cell_len(cell))]
        )
        return "  ".join(padded).rstrip()

    return "\n".join(map(line, table))


def markdown(header: Sequence[str], rows: Iterable[Sequence[str]], *, text_columns: int = 1) -> str:
    """Return the same table in Markdown.

    >>> print(markdown(("bet", "edge %"), [("banker", "1.06")]))
    | bet | edge % |
    |---|---:|
    | banker | 1.06 |
    """
    rule = "".join("---|" if column < text_columns else "---:|" for column in range(len(header)))
    lines = (f"| {' | '.join(row)} |" for row in rows)
    return "\n".join((f"| {' | '.join(header)} |", f"|{rule}", *lines))


def price_table(
    prices: Iterable[Price],
    *,
    label: Callable[[Bet], str] = lambda bet: bet.name,
    render: Callable[..., str] = aligned,
) -> str:
    """Return prices as a table, one bet per line. `render` is `aligned` or `markdown`."""
    rows = [price_cells(price, label=label) for price in prices]
    return render(PRICE_HEADER, rows, text_columns=_TEXT_COLUMNS)


def price_facts(price: Price) -> dict[str, object]:
    """Return one bet's price as plain data: the edge in percent, and exactly as text."""
    return {
        "key": price.bet.key,
        "name": price.bet.name,
        "pays": price.bet.pays_text,
        "edge": price.edge_percent,
        "edge_exact": str(price.edge),
        "sd": price.sd,
        "win": float(price.win),
        "push": float(price.push),
        "lose": float(price.lose),
    }


def narrow_price_table(prices: Iterable[Price], *, label: Callable[[Bet], str]) -> str:
    """Return prices without what the bets pay and with fewer digits, to fit a terminal."""
    rows = []
    for price in prices:
        bet, _, edge, decided, _, *chances = price_cells(price, label=label)
        rows.append((bet, edge, decided, f"{price.sd:.4f}", *chances))
    bet_header, _, *others = PRICE_HEADER
    return aligned((bet_header, *others), rows)


def pay_table(prices: Iterable[Price], *, label: Callable[[Bet], str]) -> str:
    """Return the pays of each bet, one bet per line."""
    rows = [(label(price.bet), price.bet.pays_text) for price in prices]
    return aligned(PRICE_HEADER[:_TEXT_COLUMNS], rows, text_columns=_TEXT_COLUMNS)


def price_cells(price: Price, *, label: Callable[[Bet], str]) -> tuple[str, ...]:
    """Return one bet's line under `PRICE_HEADER`."""
    decided = price.edge_decided
    return (
        label(price.bet),
        price.bet.pays_text,
        f"{price.edge_percent:.6f}",
        "–" if decided is None else f"{float(100 * decided):.6f}",
        f"{price.sd:.6f}",
        *(f"{float(100 * part):.4f}" for part in (price.win, price.push, price.lose)),
    )


def outcome_table(counts: Counts, naturals: Naturals = Naturals.HIGHER_WINS) -> str:
    """Return the three outcomes as aligned text: orders, and chance in percent."""
    rows = [
        (outcome.value.capitalize(), f"{orders:,}", f"{100 * orders / counts.orders:.6f}")
        for outcome, orders in counts.outcomes(naturals).items()
    ]
    return aligned(("outcome", "orders", "%"), rows)


def removal_table(removals: Sequence[Removal], *, width: int) -> str:
    """Return how one card less of each kind changes each expectation, in percent of the stake.

    A row is a kind of card and a column a bet. Bets that don't fit into the width follow in
    another table below.
    """
    tables: list[str] = []
    left = list(removals)
    while left:
        bets = len(left)
        while bets > 1 and _one_removal_table(left[:bets]).index("\n") > width:
            bets -= 1
        tables.append(_one_removal_table(left[:bets]))
        left = left[bets:]
    return "\n\n".join(tables)


def _one_removal_table(removals: Sequence[Removal]) -> str:
    header = ("card", "held", *(each.price.bet.key for each in removals))
    rows = [
        (same[0].kind, str(same[0].cards), *(f"{float(100 * each.change):+.6f}" for each in same))
        for same in zip(*(each.effects for each in removals), strict=True)
    ]
    return aligned(header, rows)
