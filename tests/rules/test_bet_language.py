"""The language of bets: text and value are inverses, and every error names its place."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco import Coup, Naturals, bets
from puntobanco.bets import (
    CARD,
    CATALOGUE,
    Bet,
    Detail,
    Line,
    Odds,
    Part,
    Spot,
    catalogue,
    parse_condition,
)
from puntobanco.bets.bet import format_pay, parse_pay
from puntobanco.bets.grammar import DEEPEST, MOST_CHARACTERS, MOST_COMPARISONS
from puntobanco.bets.phrases import PHRASES, describe
from puntobanco.bets.quantities import Seen
from puntobanco.errors import BetTextError, HouseError
from tests.rules.random_bets import random_condition

conditions = st.builds(lambda seed: random_condition(Random(seed)), st.integers(0, 2**32))


@given(conditions)
def test_a_condition_is_its_text(condition: object) -> None:
    assert parse_condition(str(condition)) == condition


@given(st.integers(0, 2**32))
def test_the_words_of_the_felt_say_the_same(seed: int) -> None:
    condition = random_condition(Random(seed))
    assert parse_condition(describe(condition)) == condition


@pytest.mark.parametrize("bet", CATALOGUE.values(), ids=CATALOGUE)
def test_a_bet_of_the_catalogue_is_its_text_and_its_words(bet: Bet) -> None:
    assert Bet.parse(bet.key, map(str, bet.lines), name=bet.name, spot=bet.spot) == bet
    assert tuple(Line.parse(line.text) for line in bet.lines) == bet.lines
    assert all(line.words in CARD for line in bet.lines)


SLOTS = {
    "SIDE": "player",
    "OTHER": "banker",
    "TOTAL": "7",
    "MARGIN": "4",
    "POINTS": "6",
    "NUMBERS": "1, 2, 17",
    "NUMBER": "3",
    "RANK": "K",
}


@pytest.mark.parametrize("phrase, meaning", PHRASES.items())
def test_a_phrase_is_shorthand_for_one_canonical_text(phrase: str, meaning: str) -> None:
    for slot, value in SLOTS.items():
        phrase, meaning = phrase.replace(slot, value), meaning.replace(slot, value)
    phrase, meaning = phrase.replace("COUNT", "three"), meaning.replace("COUNT", "3")
    condition = parse_condition(phrase)
    assert condition == parse_condition(meaning)
    assert str(condition) == meaning
    assert describe(condition).lower() == phrase.lower()


@pytest.mark.parametrize(
    "text, canonical",
    [
        (
            "Banker wins with a three-card 7",
            "banker wins and banker total = 7 and banker cards = 3",
        ),
        ("outcome = tie", "tie"),
        ("outcome in {player, tie}", "outcome in {player, tie}"),
        ("PLAYER TOTAL > 7", "player total >= 8"),
        ("player total in {9, 8}", "player total >= 8"),
        ("either total < 3", "either total <= 2"),
        ("margin in {4}", "margin = 4"),
        ("sum >= 18", "sum = 18"),
        ("player opening ranks = {10, A}", "player opening ranks = {A, T}"),
        ("winner opening ranks in {K, K, J}", "winner opening ranks in {J, K}"),
        ("loser opening ranks in {K}", "loser opening ranks = {K, K}"),
        ("both opening suits = {s, C}", "both opening suits = {c, s}"),
        ("copies of 10 >= 2", "copies of T >= 2"),
        ("(tie and (all red))", "tie and all red"),
        ("tie and all red or all black", "(tie and all red) or all black"),
        ("not (tie or all red) and tie", "not (tie or all red) and tie"),
        ("either pair red", "either pair red"),
        ("margin=1 and winner natural", "margin = 1 and winner natural"),
    ],
)
def test_there_is_one_way_to_write_a_condition(text: str, canonical: str) -> None:
    assert str(parse_condition(text)) == canonical


@pytest.mark.parametrize(
    "text, words",
    [
        ("", "column 1: the end is not a condition; there are outcome, margin"),
        ("banker piar", "column 8: 'piar' is not a hand's quantity; the nearest is pair"),
        ("player", "column 7: the end is not a hand's quantity; there are total, cards"),
        ("pair", "column 1: 'pair' is not a condition alone: say whose, such as player pair"),
        ("total = 12", "column 1: 'total' is not a condition alone: say whose, such as player"),
        ("third card = 8", "column 1: 'third' is not a condition alone: say whose, such as"),
        (
            "zebra",
            (
                "column 1: 'zebra' is not a condition; there are outcome, margin, sum, cards, "
                "different opening ranks, highest points, lowest points, all red, all black, "
                "copies of RANK, tie, player, banker"
            ),
        ),
        ("player total = 12", "column 16: '12' is not one of total: 0 to 9"),
        ("player cards = 4", "column 16: '4' is not one of cards: 2 to 3"),
        ("player total > 9", "column 16: '9' is not reached: no total is > 9"),
        ("sum < 0", "column 7: '0' is not reached: no sum is < 0"),
        ("player total", "column 13: the end is not a relation: after total stands = < > <= >= in"),
        ("outcome > tie", "column 9: '>' is not a relation: after outcome stands = or in"),
        ("outcome = me", "column 11: 'me' is not one of outcome: player, banker, tie"),
        ("player opening ranks = {A}", "column 24: '{' is not two in braces, such as {A, 2}"),
        ("player opening ranks = A", "column 24: 'A' is not {"),
        ("player opening suits = {h, x}", "column 28: 'x' is not one of opening suits: c, d, h, s"),
        ("player total in {1, 2", "column 22: the end is not }"),
        ("tie tie", "column 5: 'tie' is not the end; conditions are joined by and, or"),
        ("tie and", "column 8: the end is not a condition"),
        ("(tie", "column 5: the end is not )"),
        ("tie; exit", "column 4: ';' is not part of a condition, but U+003B"),
        ("pl\u0430yer pair", "column 3: '\u0430' is not part of a condition, but U+0430"),
        ("player total = \u0667", "column 16: '\u0667' is not part of a condition, but U+0667"),
        ("__import__('os')", "column 1: '_' is not part of a condition"),
    ],
)
def test_a_mistake_is_told_with_its_place_and_what_is_allowed(text: str, words: str) -> None:
    with pytest.raises(BetTextError) as refusal:
        parse_condition(text)
    assert str(refusal.value).startswith(words)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    "text, words",
    [
        ("(" * 9_000 + "tie", f"column {MOST_CHARACTERS + 1}: "),
        ("(" * 1_000 + "tie" + ")" * 1_000, "column 33: '(' is not nested up to 32 deep"),
        ("not " * 900 + "tie", "column 129: 'not' is not nested up to 32 deep"),
        (
            "not " * (DEEPEST + 1) + "tie",
            "column 1: 'not not not",
        ),
        (
            " and ".join(["tie"] * (MOST_COMPARISONS + 1)),
            "column 321: 'tie' is not one of up to 40 comparisons",
        ),
        (" and ".join(["one hand a pair"] * 21), "column 1: 'one hand a pair and"),
    ],
)
def test_a_text_is_bounded_in_length_and_depth(text: str, words: str) -> None:
    with pytest.raises(BetTextError) as refusal:
        parse_condition(text)
    assert str(refusal.value).startswith(words)


def test_the_longest_condition_can_be_read_back() -> None:
    longest = "winner opening ranks in{A,2,3,4,5,6,7,8,9,T,J,Q,K}"
    deep = "not(" * (DEEPEST - 1) + longest + ")" * (DEEPEST - 1)
    condition = parse_condition(" and ".join([deep] * MOST_COMPARISONS))
    assert parse_condition(str(condition)) == condition
    assert 5_000 < len(str(condition)) < MOST_CHARACTERS


LETTERS = "playerbnktiwsco=<>{}(),:0123456789 /.'-AKé\u0430\n"


@given(st.text(alphabet=LETTERS, max_size=60))
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    told, line = "", None
    try:
        line = Line.parse(text)
    except BetTextError as error:
        told = str(error)
    assert told.startswith("column ") or Line.parse(str(line)) == line
    assert len(told.splitlines()) <= 1


WORDS = " ".join((*PHRASES, *PHRASES.values())).split()


@given(st.lists(st.sampled_from(WORDS), max_size=9))
def test_any_order_of_the_words_is_read_or_refused(some: list[str]) -> None:
    try:
        condition = parse_condition(" ".join(some))
    except BetTextError:
        return
    assert parse_condition(str(condition)) == condition


@pytest.mark.parametrize(
    "text, pay",
    [
        ("40", 40),
        ("40 to 1", 40),
        ("19/20", Fraction(19, 20)),
        ("19 to 20", Fraction(19, 20)),
        ("0.54", Fraction(27, 50)),
        (" 1.5 ", Fraction(3, 2)),
        ("push", 0),
        ("PUSH", 0),
        ("1000000", 10**6),
    ],
)
def test_a_pay_is_written_in_these_ways(text: str, pay: Fraction) -> None:
    assert parse_pay(text) == pay
    assert parse_pay(format_pay(Odds(pay))) == pay


NO_PAYS = ["", "0", "0.0", "0 to 1", "1/0", "-1", "1000001", "1/1000001", "8 %", "1e3", "²", "1."]


@pytest.mark.parametrize("text", [*NO_PAYS, "9" * 5_000])
def test_any_other_pay_is_refused(text: str) -> None:
    with pytest.raises(BetTextError, match=r"^column 6: .* is not a pay"):
        Line.parse(f"tie: {text}")


def test_a_line_needs_a_colon() -> None:
    with pytest.raises(BetTextError, match=r"^column 4: 'tie' is not a line: a condition, a colon"):
        Line.parse("tie")


def test_a_bet_that_only_pushes_is_refused() -> None:
    with pytest.raises(
        HouseError, match=r"^bets\.own: no line pays: a bet needs more than a push$"
    ):
        Bet.parse("own", ["tie: push"])


# --- what the words mean --------------------------------------------------------------------------

NATURAL = Coup.parse("8h 8h / 9c Th")  # 6 against 9
SIX_CARDS = Coup.parse("Ah 2h 3d / Kd Qd 8h")  # 6 against 8
TIED = Coup.parse("Kh 6h / 3s 3s")
EIGHT_NINE = Coup.parse("8h Kh / 9c Kc")

HOLDS = {
    "player pair": (NATURAL,),
    "banker pair": (TIED,),
    "either suited pair": (NATURAL, TIED),
    "both pair": (),
    "player pair red": (NATURAL,),
    "either pair black": (TIED,),
    "both suited": (SIX_CARDS, TIED, EIGHT_NINE),
    "winner natural": (NATURAL, EIGHT_NINE),
    "loser natural": (EIGHT_NINE,),
    "both natural": (EIGHT_NINE,),
    "winner total = 9": (NATURAL, EIGHT_NINE),
    "loser cards = 3": (SIX_CARDS,),
    "winner total <= 9": (NATURAL, SIX_CARDS, EIGHT_NINE),
    "not winner natural": (SIX_CARDS, TIED),
    "player third = 3": (SIX_CARDS,),
    "either third <= 9": (SIX_CARDS,),
    "not player third = 3": (NATURAL, TIED, EIGHT_NINE),
    "both third = 3": (),
    "player opening total = 3": (SIX_CARDS,),
    "banker opening ranks = {K, Q}": (SIX_CARDS,),
    "banker opening ranks in {K, Q, T, 9}": (NATURAL, SIX_CARDS, EIGHT_NINE),
    "player opening suits = {h, h}": (NATURAL, SIX_CARDS, TIED, EIGHT_NINE),
    "margin = 1": (EIGHT_NINE,),
    "sum = 12": (TIED,),
    "cards = 6": (SIX_CARDS,),
    "all red": (SIX_CARDS,),
    "all black": (),
    "copies of 8 = 2": (NATURAL,),
    "copies of K = 0": (NATURAL,),
    "highest points = 8": (SIX_CARDS,),
    "lowest points = 3": (),
    "different opening ranks = 3": (NATURAL, TIED, EIGHT_NINE),
    "tie": (TIED,),
    "outcome in {tie, banker}": (NATURAL, SIX_CARDS, TIED, EIGHT_NINE),
    "margin = 1 or cards = 6": (SIX_CARDS, EIGHT_NINE),
    "player pair and winner natural": (NATURAL,),
}


@pytest.mark.parametrize("text", HOLDS)
def test_a_condition_holds_for_these_coups(text: str) -> None:
    coups = (NATURAL, SIX_CARDS, TIED, EIGHT_NINE)
    condition = parse_condition(text)
    found = [coup for coup in coups if condition.holds(Seen.of(coup, Naturals.HIGHER_WINS))]
    assert found == list(HOLDS[text])


def test_a_tie_of_two_naturals_has_no_winner() -> None:
    winner = parse_condition("winner total <= 9")
    assert winner.holds(Seen.of(EIGHT_NINE, Naturals.HIGHER_WINS))
    assert not winner.holds(Seen.of(EIGHT_NINE, Naturals.TIE))
    assert parse_condition("margin = 1 and tie").holds(Seen.of(EIGHT_NINE, Naturals.TIE))


def test_what_a_bet_looks_at_follows_from_its_text() -> None:
    def sees(text: str) -> tuple[Part, Detail]:
        bet = Bet.parse("own", [f"{text}: 1"])
        return bet.part, bet.detail

    assert sees("margin = 1 and winner natural") == (Part.SCORE, Detail.POINTS)
    assert sees("either pair") == (Part.OPENING, Detail.RANKS)
    assert sees("winner pair") == (Part.CARDS, Detail.RANKS)
    assert sees("player suited or tie") == (Part.CARDS, Detail.CARDS)
    assert sees("all red") == (Part.CARDS, Detail.COLOURS)
    assert sees("player third = 8") == (Part.CARDS, Detail.POINTS)


def test_a_score_alone_shows_no_cards() -> None:
    seen = Seen.of(Coup.parse("4h 5c / Ks 5d"), Naturals.HIGHER_WINS)
    assert len(seen.cards) == 4
    with pytest.raises(LookupError, match="only the score"):
        _ = seen._replace(coup=None).cards


def test_the_first_line_that_applies_decides_and_none_may() -> None:
    bet = CATALOGUE["tie"]
    tie, decided = Coup.parse("4h 5c / 4s 5d"), Coup.parse("4h 5c / Ks 5d")
    assert bet.line(Seen.of(tie, Naturals.HIGHER_WINS)) == 0
    assert bet.line(Seen.of(decided, Naturals.HIGHER_WINS)) is None


def test_a_row_that_is_none_is_named() -> None:
    with pytest.raises(ValueError, match="not a row of the card: 'nonsense'"):
        catalogue.BetCatalogue("nonsense")


def test_a_bet_of_the_card_is_read_when_it_is_first_asked_for() -> None:
    card = catalogue.BetCatalogue("good   tie: 8\nbad [tie]   nonsense: 8")
    assert (*card,) == ("good", "bad")
    assert "bad" in card
    assert card.keys_at(Spot.TIE) == ("bad",)
    assert card["good"] is card["good"]
    with pytest.raises(BetTextError, match="nonsense"):
        card["bad"]


def test_a_bet_is_an_attribute_by_its_key_in_capitals_and_nothing_else_is() -> None:
    assert bets.DRAGON_7 is CATALOGUE["dragon_7"]
    assert not hasattr(bets, "dragon_7")
    assert not hasattr(bets, "DRAGON_77")


def test_a_group_has_every_bet_of_its_kind_in_the_order_of_the_card() -> None:
    groups = (*bets.SCORE_BETS, *bets.OPENING_BETS, *bets.CARDS_BETS)
    assert sorted(bet.key for bet in groups) == sorted(CATALOGUE)


def test_words_keep_the_phrases_within_a_longer_condition() -> None:
    condition = parse_condition("tie and both total = 6 and all red")
    assert describe(condition) == "tie on 6 and every card red"
