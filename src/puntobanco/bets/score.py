"""The bets that look only at the score: main bets and most side bets."""

from __future__ import annotations

from puntobanco.bets.terms import PUSH, Line, Odds, ScoreBet, When
from puntobanco.coup import Outcome, Score
from puntobanco.tableau import Side

_CARDS = {2: "two", 3: "three"}


def _wins(side: Side) -> When[Score]:
    won = Outcome(side.value)
    return When(f"{side} wins", lambda score, naturals: score.outcome(naturals) is won)


def _winner_has(side: Side, total: int, cards: int | None = None) -> When[Score]:
    """What a winning side wins with."""
    words = f"with {total}" if cards is None else f"with a {_CARDS[cards]}-card {total}"

    def test(score: Score, _: object) -> bool:
        return score.total(side) == total and cards in (None, score.cards(side))

    return _wins(side) & When(words, test)


def _has(side: Side, total: int, cards: int) -> When[Score]:
    return When(
        f"{side} has a {_CARDS[cards]}-card {total}",
        lambda score, _: score.total(side) == total and score.cards(side) == cards,
    )


def _tied_on(total: int) -> When[Score]:
    return When(
        f"tie on {total}", lambda score, _: score.player_total == score.banker_total == total
    )


def _totals_add_to(*sums: int) -> When[Score]:
    words = f"totals add to {', '.join(map(str, sums))}"
    return When(words, lambda score, _: score.player_total + score.banker_total in sums)


def _margin(side: Side, by: int) -> When[Score]:
    words = f"by {by} without a natural"
    return When(words, lambda score, _: score.total(side) - score.total(side.other) == by)


def _both_naturals(score: Score, _: object) -> bool:
    return all(map(score.is_natural, Side))


player_wins, banker_wins = _wins(Side.PLAYER), _wins(Side.BANKER)
tie = When[Score]("tie", lambda score, naturals: score.outcome(naturals) is Outcome.TIE)
both_naturals = When("of two naturals", _both_naturals)

PLAYER = ScoreBet("player", (Line(tie, PUSH), Line(player_wins, Odds(1))))
BANKER = ScoreBet("banker", (Line(tie, PUSH), Line(banker_wins, Odds(19, 20))))
TIE = ScoreBet("tie", (Line(tie, Odds(8)),))
TIE_9 = ScoreBet("tie_9", (Line(tie, Odds(9)),), name="Tie at 9")

BANKER_SUPER_6 = ScoreBet(
    "banker_super_6",
    (
        Line(tie, PUSH),
        Line(_winner_has(Side.BANKER, 6), Odds(1, 2)),
        Line(banker_wins, Odds(1)),
    ),
    name="Banker",
)
BANKER_EZ = ScoreBet(
    "banker_ez",
    (
        Line(tie, PUSH),
        Line(_winner_has(Side.BANKER, 7, 3), PUSH),
        Line(banker_wins, Odds(1)),
    ),
    name="Banker",
)

SUPER_6 = ScoreBet("super_6", (Line(_winner_has(Side.BANKER, 6), Odds(12)),))
LUCKY_6 = ScoreBet(
    "lucky_6",
    (
        Line(_winner_has(Side.BANKER, 6, 2), Odds(12)),
        Line(_winner_has(Side.BANKER, 6, 3), Odds(20)),
    ),
)
SMALL_TIGER = ScoreBet("small_tiger", (Line(_winner_has(Side.BANKER, 6, 2), Odds(22)),))
BIG_TIGER = ScoreBet("big_tiger", (Line(_winner_has(Side.BANKER, 6, 3), Odds(50)),))
TIGER_TIE = ScoreBet("tiger_tie", (Line(_tied_on(6), Odds(35)),))

DRAGON_7 = ScoreBet("dragon_7", (Line(_winner_has(Side.BANKER, 7, 3), Odds(40)),))
PANDA_8 = ScoreBet("panda_8", (Line(_winner_has(Side.PLAYER, 8, 3), Odds(25)),))
OX_6 = ScoreBet("ox_6", (Line(_winner_has(Side.PLAYER, 6, 3), Odds(40)),))
LUCKY_7 = ScoreBet(
    "lucky_7",
    (
        Line(_winner_has(Side.PLAYER, 7, 2), Odds(6)),
        Line(_winner_has(Side.PLAYER, 7, 3), Odds(15)),
    ),
)

_player_9, _banker_9 = _has(Side.PLAYER, 9, 3), _has(Side.BANKER, 9, 3)
HEAVENLY_9 = ScoreBet(
    "heavenly_9",
    (
        Line(
            When("both hands a three-card 9", (_player_9 & _banker_9).test),
            Odds(75),
        ),
        Line(_player_9, Odds(10)),
        Line(_banker_9, Odds(10)),
    ),
)


def _cards_each(cards: int) -> When[Score]:
    return When(
        f"with {_CARDS[cards]} cards each",
        lambda score, _: score.player_cards == score.banker_cards == cards,
    )


BLAZING_7S = ScoreBet(
    "blazing_7s",
    (
        Line(_tied_on(7) & _cards_each(2), Odds(50)),
        Line(_tied_on(7) & _cards_each(3), Odds(200)),
    ),
    name="Blazing 7s",
)


def _dragon_bonus(side: Side) -> ScoreBet:
    natural = When[Score]("with a natural", lambda score, _: score.is_natural(side))
    margins = {9: 30, 8: 10, 7: 6, 6: 4, 5: 2, 4: 1}
    return ScoreBet(
        f"dragon_bonus_{side.value}",
        (
            Line(tie & both_naturals, PUSH),
            Line(_wins(side) & natural, Odds(1)),
            *(Line(_wins(side) & _margin(side, by), Odds(pays)) for by, pays in margins.items()),
        ),
        name=f"Dragon bonus {side}",
    )


DRAGON_BONUS_PLAYER = _dragon_bonus(Side.PLAYER)
DRAGON_BONUS_BANKER = _dragon_bonus(Side.BANKER)

_four_cards = When[Score](
    "four cards", lambda score, _: score.player_cards + score.banker_cards == 4
)
_more_cards = When[Score](
    "five or six cards", lambda score, _: score.player_cards + score.banker_cards > 4
)
BIG = ScoreBet("big", (Line(_more_cards, Odds(27, 50)),))
SMALL = ScoreBet("small", (Line(_four_cards, Odds(3, 2)),))

EGALITE = tuple(
    ScoreBet(f"egalite_{total}", (Line(_tied_on(total), Odds(pays)),), name=f"Égalité {total}")
    for total, pays in enumerate((150, 215, 225, 200, 120, 110, 45, 45, 80, 80))
)

NATURALS = tuple(
    ScoreBet(
        f"natural_{total}_{side.value}",
        (Line(_has(side, total, 2), Odds(9)),),
        name=f"Natural {total} {side}",
    )
    for side in Side
    for total in (8, 9)
)
BAD_BEAT = ScoreBet(
    "bad_beat",
    tuple(
        Line(_wins(side) & When("with natural 9 over natural 8", _both_naturals), Odds(50))
        for side in Side
    ),
)
BOTH_8_OR_9 = ScoreBet(
    "both_8_or_9",
    (
        Line(
            When("both totals 8 or 9", lambda score, _: min(score[:2]) >= 8),
            Odds(20),
        ),
    ),
    name="Both 8 or 9",
)
QUIK = ScoreBet(
    "quik",
    (
        Line(_totals_add_to(0), Odds(50)),
        Line(_totals_add_to(18), Odds(25)),
        Line(_totals_add_to(1, 2, 3, 15, 16, 17), Odds(1)),
    ),
)


def _parity(side: Side, odd: int, pays: Odds) -> ScoreBet:
    word = ("even", "odd")[odd]
    line = Line(
        When[Score](f"{side}'s total is {word}", lambda score, _: score.total(side) % 2 == odd),
        pays,
    )
    return ScoreBet(f"{side.value}_{word}", (line,), name=f"{side} {word}")


PARITIES = (
    _parity(Side.PLAYER, 0, Odds(43, 50)),
    _parity(Side.PLAYER, 1, Odds(9, 10)),
    _parity(Side.BANKER, 0, Odds(43, 50)),
    _parity(Side.BANKER, 1, Odds(43, 50)),
)


def _three_card_win(side: Side, pays: int) -> ScoreBet:
    three = When[Score]("with three cards", lambda score, _: score.cards(side) == 3)
    line = Line(_wins(side) & three, Odds(pays))
    return ScoreBet(f"three_card_{side.value}", (line,), name=f"Three-card {side}")


THREE_CARD_PLAYER = _three_card_win(Side.PLAYER, 4)
THREE_CARD_BANKER = _three_card_win(Side.BANKER, 5)

SCORE_BETS = (
    PLAYER,
    BANKER,
    TIE,
    TIE_9,
    BANKER_SUPER_6,
    BANKER_EZ,
    SUPER_6,
    LUCKY_6,
    SMALL_TIGER,
    BIG_TIGER,
    TIGER_TIE,
    DRAGON_7,
    PANDA_8,
    OX_6,
    HEAVENLY_9,
    BLAZING_7S,
    DRAGON_BONUS_PLAYER,
    DRAGON_BONUS_BANKER,
    BIG,
    SMALL,
    *EGALITE,
    LUCKY_7,
    *NATURALS,
    BAD_BEAT,
    BOTH_8_OR_9,
    QUIK,
    *PARITIES,
    THREE_CARD_PLAYER,
    THREE_CARD_BANKER,
)
"""Every bet that looks at the score, in the order of the catalogue."""
