"""A twin of the rules in plain arithmetic, over all 1,000,000 orders of six point values."""

from __future__ import annotations

from itertools import product

from puntobanco.cli.commands.deal import blocks

BANKER_DRAWS_ON = {
    0: range(10),
    1: range(10),
    2: range(10),
    3: (0, 1, 2, 3, 4, 5, 6, 7, 9),
    4: (2, 3, 4, 5, 6, 7),
    5: (4, 5, 6, 7),
    6: (6, 7),
    7: (),
}


def played(opening: tuple[int, ...], fifth: int, sixth: int) -> str:
    p1, b1, p2, b2 = opening
    player, banker, cards = (p1 + p2) % 10, (b1 + b2) % 10, 4
    if player < 8 and banker < 8:
        if player <= 5:
            player, cards = (player + fifth) % 10, 5
            if fifth in BANKER_DRAWS_ON[banker]:
                banker, cards = (banker + sixth) % 10, 6
        elif banker <= 5:
            banker, cards = (banker + fifth) % 10, 5
    won = "tie" if player == banker else "player" if player > banker else "banker"
    return f"{p1},{b1},{p2},{b2},{fifth},{sixth},{player},{banker},{cards},{won}\n"


def test_all_1_000_000_orders_are_played_by_the_rule() -> None:
    counted = 0
    openings = product(range(10), repeat=4)
    for opening, block in zip(openings, blocks(), strict=True):
        expected = [played(opening, fifth, sixth) for fifth in range(10) for sixth in range(10)]
        assert block == "".join(expected), opening
        counted += len(expected)
    assert counted == 1_000_000
