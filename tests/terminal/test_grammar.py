"""Typing bets: their codes, and several bets in one line."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco.announcer.catalogues import catalogue
from puntobanco.bets import CATALOGUE, Spot
from puntobanco.house import CLASSIC, HOUSES, House, parse_house
from puntobanco.printable import is_printable
from puntobanco.terminal.amounts import half_width
from puntobanco.terminal.grammar import Bets, Grammar, Mistake, Pressed, TypedBet
from puntobanco.words import LANGUAGES
from tests.terminal.conftest import Typed, after

SIDE_BETS = tuple(bet for bet in CATALOGUE.values() if bet.spot is Spot.SIDE)
EVERY_BET = House(name="everything", side_bets=SIDE_BETS)
ENGLISH = catalogue()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("house", [*HOUSES.values(), EVERY_BET], ids=lambda house: house.name)
def test_every_bet_of_a_house_has_a_code_of_its_own(house: House, language: str) -> None:
    grammar = Grammar(house, catalogue(language))
    codes = {grammar.shortest(bet): bet for bet in house.bets}
    assert len(codes) == len(house.bets)
    for code, bet in codes.items():
        assert grammar.read(f"{code} 5") == Bets((TypedBet(bet, "5", f"{code} 5"),))
        assert bet.spot is not Spot.SIDE or code == bet.code


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_code_of_the_catalogue_reads_as_a_key_of_the_game(language: str) -> None:
    grammar = Grammar(EVERY_BET, catalogue(language))
    lines = [f"{bet.code}{amount}" for bet in SIDE_BETS for amount in ("", " 5")]
    assert [line for line in lines if not isinstance(grammar.read(line), Bets)] == []


OWN = """
side_bets = [
  "player_pair", "perfect_pair_player", "all_aces", "pairs_plus", "red_pair", "panda", "pp",
]
[bets.all_aces]
lines = ["copies of A > 3: 50"]
[bets.pairs_plus]
lines = ["both pair: 20"]
[bets.red_pair]
lines = ["either pair red: 8"]
[bets.panda]
lines = ["player total = 8: 3"]
[bets.pp]
lines = ["banker total = 8: 3"]
"""


def test_own_bets_have_codes_unless_these_are_taken() -> None:
    house = parse_house(OWN)
    grammar = Grammar(house, ENGLISH)
    typed = {bet.key: grammar.shortest(bet) for bet in house.side_bets}
    assert typed == {
        "player_pair": "player_pair",
        "perfect_pair_player": "ppp",
        "all_aces": "all_aces",
        "pairs_plus": "pairs_plus",
        "red_pair": "rp",
        "panda": "panda",
        "pp": "pp",
    }
    read = [grammar.read(f"{word} 5") for word in typed.values()]
    assert [line.bets[0].bet.key for line in read if isinstance(line, Bets)] == list(typed)


BETS = st.sampled_from(["p", "B", "tie", "pp", "DBP", "s 2", "s dbb", "either_pair", "sm"])
AMOUNTS = st.sampled_from(["5", "$5", "1,000", "2.50", "ten", "-5", "1 000", "🎰"])


@given(st.lists(st.tuples(BETS, AMOUNTS), min_size=1, max_size=6))
def test_a_line_is_read_part_by_part(parts: list[tuple[str, str]]) -> None:
    line = Grammar(CLASSIC, ENGLISH).read(" ".join(map(" ".join, parts)))
    assert isinstance(line, Bets)
    assert [each.amount for each in line.bets] == [amount for _, amount in parts]
    assert [each.typed for each in line.bets] == [" ".join(part) for part in parts]


@given(st.text(max_size=30))
def test_any_line_is_bets_a_key_or_a_mistake(line: str) -> None:
    read = Grammar(CLASSIC, ENGLISH).read(line)
    if isinstance(read, Bets):
        assert " ".join(each.typed for each in read.bets) == " ".join(half_width(line).split())
    elif isinstance(read, Mistake):
        assert is_printable(read.answer)
    else:
        assert isinstance(read, Pressed)


@pytest.mark.parametrize(
    "line", ["p 25 t 5 pp 10", "P25 T5 PP10", "player 25 tie 5 player_pair 10", "p 25 t5 s 1 10"]
)
def test_several_bets_are_typed_in_one_line(line: str, play: Typed) -> None:
    ran = play("--bank", "100", typed=f"{line}\nm\nq\n")
    assert after(ran.lines, "Player, Banker, Tie? m")[1:5] == [
        "Bet: $25 on Player.",
        "Bet: $5 on Tie.",
        "Bet: $10 on Player pair.",
        "Left to bet: $60.",
    ]


@pytest.mark.parametrize(
    "line,answer",
    [
        (
            "p 50 t 30 pp 30",
            "pp 30: Too much: $30 is more than the $20 left to bet. Nothing was bet.",
        ),
        (
            "b 5 t ten p 5",
            (
                "'ten' is not an amount: type dollars above zero, such as 25 or 2.50.\n"
                "Nothing was bet, because t ten was refused."
            ),
        ),
        ("p 5 t", "t: Type an amount after each bet. Nothing was bet."),
        ("p t 5", "p: Type an amount after each bet. Nothing was bet."),
        ("p 5 d7 5", "Not offered: Dragon 7. Bets: Player, Banker, Tie and 8 side bets."),
        ("p 5 s 9 5", "'9' is not a side bet: type 1 to 8 and an amount, such as 1 5."),
    ],
)
def test_of_several_bets_all_are_placed_or_none(line: str, answer: str, play: Typed) -> None:
    ran = play("--bank", "100", typed=f"{line}\nm\nq\n")
    assert "\n".join(after(ran.lines, f"Player, Banker, Tie? {line}")) == answer
    assert after(ran.lines, "Player, Banker, Tie? m")[:2] == ["Bankroll: $100.", "Bets: none."]


@pytest.mark.parametrize("word", ["d7", "D7", "dragon_7"])
def test_a_bet_of_other_houses_is_told_so(word: str, play: Typed) -> None:
    ran = play("--bank", "100", typed=f"{word}\n{word} 5\nq\n")
    told = "Not offered: Dragon 7. Bets: Player, Banker, Tie and 8 side bets."
    assert ran.lines.count(told) == 2


def test_a_code_and_a_key_ask_for_the_amount(play: Typed) -> None:
    ran = play("--bank", "100", "--house", "ez", typed="d7\n5\ns pa8\n6\nm\nq\n")
    assert "Amount on Dragon 7 (Enter: none)? 5" in ran.lines
    assert "Bet: $6 on Panda 8." in ran.lines


def test_every_bet_of_a_house_is_told_with_its_pays_and_code(play: Typed, tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(OWN, encoding="utf-8")
    ran = play("--bank", "100", "--house", "own.toml", typed="w\nw rp\nw b\nq\n")
    for line in (
        "p: Player, 1 to 1.",
        "b: Banker, 19 to 20.",
        "t: Tie, 8 to 1.",
        "rp: Red pair, 8 to 1.",
        "all_aces: All aces, 50 to 1.",
        "Banker, Banker wins: 19 to 20.",
    ):
        assert line in ran.lines


def test_where_no_bets_are_taken_none_are_told(play: Typed) -> None:
    ran = play("--house", "classroom", typed="w\np 5 b 5\n?\nq\n")
    assert ran.lines.count("No bets: this house takes none.") == 2
    assert "p 5: This table takes no bets. Nothing was bet." in ran.lines
    keys = {line[0]: line[3:] for line in ran.lines if line[1:2] == ":"}
    assert list(keys) == list("xdriaofvc?q")
    assert not any("bets" in does for does in keys.values())
    assert keys["q"] == "leave."


def test_only_the_keys_of_the_house_are_listed(play: Typed, tmp_path: Path) -> None:
    (tmp_path / "no_tie.toml").write_text(
        'main_bets = ["player", "banker"]\nside_bets = []\n', encoding="utf-8"
    )
    ran = play("--bank", "100", "--house", "no_tie.toml", typed="?\nk\nq\n")
    keys = [line[0] for line in ran.lines if line[1:3] == ": "]
    assert keys == list("pbxezu=*!m+wdriaofvc?q")
    assert f"Unknown: k. Keys: {' '.join(keys)}." in ran.lines


@pytest.mark.parametrize(
    "house,typed,answer",
    [
        (
            "ez",
            "w pp",
            "Not offered: Player pair. Bets: Player, Banker, Tie, Dragon 7 and Panda 8.",
        ),
        ("ez", "w foo", "'foo' is not a bet at this table: w lists them."),
        ("ez", "w 3", "'3' is not a bet at this table: w lists them."),
        ("classroom", "w b", "No bets: this house takes none."),
        ("classroom", "pp 5", "This table takes no bets."),
    ],
)
def test_who_asks_for_a_bet_that_is_not_here_is_told_what_is(
    house: str, typed: str, answer: str, play: Typed
) -> None:
    ran = play("--house", house, "--bank", "100", typed=f"{typed}\nq\n")
    prompt = "Deal?" if house == "classroom" else "Player, Banker, Tie?"
    assert after(ran.lines, f"{prompt} {typed}") == [answer]


@pytest.mark.parametrize(
    "typed,answer",
    [
        ("w p, w player", ["Player, tie: your bet stays.", "Player, Player wins: 1 to 1."]),
        (
            "w pp, w Player_Pair, w 1",
            ["Player pair, Player's first two cards are a pair: 11 to 1."],
        ),
    ],
)
def test_what_a_bet_pays_is_asked_by_letter_word_code_key_or_number(
    typed: str, answer: list[str], play: Typed
) -> None:
    for asks in typed.split(", "):
        ran = play("--bank", "100", typed=f"{asks}\nq\n")
        assert after(ran.lines, f"Player, Banker, Tie? {asks}") == answer
