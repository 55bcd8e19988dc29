"""`puntobanco odds` and `puntobanco removal`, as they are called."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from math import perm
from pathlib import Path

import pytest

from puntobanco.announcer import WIDTH
from puntobanco.bets import CATALOGUE
from puntobanco.house import CLASSIC
from tests.cli.conftest import Run

TEN = "128,32,32,32,32,32,32,32,32,32"
THIRTEEN = ",".join(["32"] * 13)
KEYS = {"key", "name", "pays", "edge", "edge_exact", "sd", "win", "push", "lose"}


def test_without_arguments_the_classic_house_is_priced_best_first(run: Run) -> None:
    ran = run("odds")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("416 cards, 4,998,398,275,503,360 orders of six\n")
    table, pays = (part.splitlines() for part in ran.out.split("\n\n")[2:])
    keys = [line.split()[0] for line in table[1:]]
    assert keys[:2] == ["banker", "player"]
    assert set(keys) == {bet.key for bet in CLASSIC.bets}
    assert len(set(map(len, table))) == 1
    assert [line.split(maxsplit=1) for line in pays[1:3]] == [
        ["banker", "19 to 20"],
        ["player", "1 to 1"],
    ]


@pytest.mark.parametrize("command", ["odds", "removal"])
def test_no_table_is_wider_than_a_terminal(run: Run, command: str) -> None:
    lines = run(command, "--all", "--decks", "1").out.splitlines()
    lines += run("odds", "--stake", "0.77").out.splitlines()
    assert max(map(len, lines)) <= WIDTH


@pytest.mark.parametrize("seen, cards", [("9h 6c /", 2), ("9h / 6c Kd", 3)])
def test_the_first_line_says_what_was_counted(run: Run, seen: str, cards: int) -> None:
    first, *_ = run("odds", "--decks", "1", "--seen", seen, "--bet", "tie").lines
    left = f"{perm(52 - cards, 6 - cards):,} orders of the coup's other {6 - cards}"
    assert first == f"52 cards, {cards} of them seen; {left}"


def test_json_has_the_keys_of_the_contract(run: Run) -> None:
    data = run("odds", "--json").data
    assert data["cards"] == 416
    assert data["orders"] == perm(416, 6)
    assert data["outcomes"] == {
        "player": 2230518282592256,
        "banker": 2292252566437888,
        "tie": 475627426473216,
    }
    edges = [bet["edge"] for bet in data["bets"]]
    assert edges == sorted(edges)
    for bet in data["bets"]:
        assert bet.keys() >= KEYS
        assert bet["edge"] == pytest.approx(float(100 * Fraction(bet["edge_exact"])), abs=1e-12)
        assert "/" in bet["edge_exact"]
        assert bet["win"] + bet["push"] + bet["lose"] == pytest.approx(1)
        assert bet["pays"] == CATALOGUE[bet["key"]].pays_text
        assert sum(Fraction(each["exact"]) for each in bet["probabilities"]) == 1


def test_csv_has_the_same_figures_as_json(run: Run) -> None:
    rows = list(csv.DictReader(io.StringIO(run("odds", "--csv").out)))
    bets = run("odds", "--json").data["bets"]
    assert [row["edge_exact"] for row in rows] == [bet["edge_exact"] for bet in bets]
    assert [float(row["sd"]) for row in rows] == [bet["sd"] for bet in bets]


def priced(run: Run, *arguments: object) -> dict[str, dict[str, object]]:
    bets = run("odds", "--json", *arguments).data["bets"]
    return {bet["key"]: bet for bet in bets}


def test_one_shoe_may_be_named_in_four_ways(run: Run) -> None:
    ways = (
        (),
        ("--decks", "8"),
        ("--composition", TEN),
        ("--composition", THIRTEEN.replace(",", " ")),
        ("--composition", ",".join(["8"] * 52)),
    )
    answers = [run("odds", "--json", "--bet", "tie", *way).out for way in ways]
    assert len(set(answers)) == 1


def test_cards_that_are_gone_are_not_counted(run: Run) -> None:
    data = run("odds", "--without", "8h 8s 9d", "--json").data
    assert (data["cards"], data["orders"]) == (413, perm(413, 6))
    of_points = run("odds", "--composition", TEN, "--without", "8h 8s 9d", "--bet", "tie").out
    assert of_points == run("odds", "--without", "8h 8s 9d", "--bet", "tie").out


def test_bets_of_the_catalogue_are_priced_offered_or_not(run: Run) -> None:
    bets = priced(run, "--bet", "dragon_7", "--bet", "tiger", "--bet", "dragon_7")
    assert [*bets] == ["dragon_7", "lucky_6"]
    assert bets["dragon_7"]["edge"] == pytest.approx(7.611334, abs=5e-7)
    assert priced(run, "--all").keys() == CATALOGUE.keys()


def test_a_house_is_priced_by_its_own_rules(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "corner.toml"
    file.write_text('decks = 6\ncommission = "4%"\nboth_naturals_tie = true\n')
    data = run("odds", "--house", file, "--json").data
    bets = {bet["key"]: bet for bet in data["bets"]}
    assert data["cards"] == 312
    assert bets["banker"]["pays"] == "0.96 to 1"
    assert bets["tie"]["edge"] < 0
    assert bets["tie"]["win"] == pytest.approx(data["outcomes"]["tie"] / data["orders"])
    assert priced(run, "--house", "ez").keys() == {
        "player",
        "banker_ez",
        "tie",
        "dragon_7",
        "panda_8",
    }


def test_seen_cards_of_the_coup_count(run: Run) -> None:
    bets = priced(run, "--seen", "9h Kd /", "--bet", "player", "--bet", "player_pair")
    assert bets["player"]["lose"] == 0
    assert bets["player_pair"]["win"] == 0


def test_rounding_is_told_where_it_is_not_nil(run: Run) -> None:
    ran = run("odds", "--bet", "banker", "--bet", "player", "--stake", "0.50")
    assert ran.out.endswith(
        "\n\nRounding down at a stake of $0.50 gives the guest 0.229299 cents a coup on\n"
        "  banker, 0.458597 % of the stake.\n"
    )
    exact = run("odds", "--bet", "banker", "--stake", "1").out
    assert exact.endswith("Every pay of this stake is exact.\n")
    bets = priced(run, "--bet", "banker", "--stake", "0.50")
    assert bets["banker"]["rounding_cost_cents"] == pytest.approx(-0.229299, abs=5e-7)


def test_counts_that_are_too_coarse_leave_bets_out_unless_they_are_named(run: Run) -> None:
    ran = run("odds", "--composition", TEN, "--json")
    assert ran.code == 0
    assert ran.err == (
        "left out, because they need more detailed counts: "
        "player_pair, banker_pair, either_pair, perfect_pair\n"
    )
    assert len(json.loads(ran.out)["bets"]) == 7
    refused = run("odds", "--composition", TEN, "--bet", "player_pair").refusal
    assert refused == "player_pair needs the rank of each card: give 13 or 52 counts, not 10"
    refused = run("odds", "--composition", THIRTEEN, "--bet", "all_red").refusal
    assert refused.startswith("all_red needs the points and colour of each card: give 52")


@pytest.mark.parametrize(
    "arguments, words",
    [
        (
            ("--bet", "nosuch"),
            "'nosuch' is not a bet of the catalogue; puntobanco odds --all lists",
        ),
        (("--bet", "dragn_7"), "'dragn_7' is not a bet; the nearest is dragon_7; puntobanco odds"),
        (("--composition", "1,2,3"), "not 3"),
        (("--composition", "1_0,1,1,1,1,1,1,1,1,1"), "is not a composition"),
        (("--composition", "9" * 5_000), f"'{'9' * 60}…' is not a composition"),
        (("--composition", "128,32,-1,32,32,32,32,32,32,32"), "-1 cards of points 2"),
        (("--composition", "1,0,0,0,0,0,0,0,0,4"), "6 to 1,450 cards, not 5"),
        (("--composition", "1442,0,0,0,0,0,0,0,0,9"), "6 to 1,450 cards, not 1,451"),
        (("--composition", "many"), "'many' is not a composition"),
        (("--composition", TEN, "--decks", "8"), "--decks or --composition, not both"),
        (("--decks", "0"), "'0' is not a whole number from 1 to 27"),
        (("--decks", "28"), "'28' is not a whole number from 1 to 27"),
        (("--decks", "six"), "'six' is not a whole number from 1 to 27"),
        (("--without", "8x"), "'8x' is not a card"),
        (("--decks", "1", "--without", "8h 8h"), "2 of 8h cannot be gone: there is only 1 of 8h"),
        (("--seen", "9h Kd 2c / 3c 4d"), "cannot be dealt"),
        (("--seen", "1 / 2 / 3"), "is not two hands"),
        (("--stake", "0"), "'0' is not an amount"),
        (("--stake", "nan"), "'nan' is not an amount"),
        (("--stake", "1e999999"), "is not an amount"),
        (("--stake", "0.001"), "is not an amount"),
        (("--json", "--csv"), "only one of"),
        (("--house", "nowhere"), "'nowhere' is not a house"),
    ],
)
def test_bad_input_is_refused_in_one_line(run: Run, arguments: tuple[str, ...], words: str) -> None:
    assert words in run("odds", *arguments).refusal


def test_removals_weighted_by_cards_sum_to_zero(run: Run) -> None:
    data = run("removal", "--json").data
    assert [bet["key"] for bet in data["bets"]] == [bet.key for bet in CLASSIC.bets]
    for bet in data["bets"]:
        total = sum(each["held"] * Fraction(each["effect_exact"]) for each in bet["removals"])
        assert total == 0


def test_removal_may_be_by_card_and_as_csv(run: Run) -> None:
    out = run("removal", "--bet", "all_red", "--cards", "--csv").out
    rows = list(csv.DictReader(io.StringIO(out)))
    assert len(rows) == 52
    by_card = {row["card"]: float(row["effect"]) for row in rows}
    assert by_card["9h"] < by_card["9c"]


@pytest.mark.parametrize(
    "arguments, words",
    [
        (("--composition", TEN, "--cards"), "removal by rank and suit needs"),
        (("--composition", "2,0,0,0,0,0,0,0,0,4", "--bet", "tie"), "more than 6 cards"),
        (("--bet", "nonsense"), "'nonsense' is not a bet"),
        (("--json", "--csv"), "--json or --csv"),
    ],
)
def test_bad_removals_are_refused(run: Run, arguments: tuple[str, ...], words: str) -> None:
    ran = run("removal", *arguments)
    assert ran.code == 2
    assert words in ran.err.splitlines()[-1]


def test_json_says_in_which_units_its_figures_are(run: Run) -> None:
    found = run("odds", "--bet", "tie", "--json").data
    (bet,) = found["bets"]
    figures = {key for key, value in bet.items() if isinstance(value, float)} | {"edge_exact"}
    assert figures | {"orders"} == found["units"].keys()
    assert found["units"]["edge"] == "percent of a stake"
