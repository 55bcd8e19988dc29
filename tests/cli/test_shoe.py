from __future__ import annotations

import json
import re
import signal
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from puntobanco import Coup
from puntobanco.fairness import Seed, shuffled
from tests.cli.conftest import Run, start

QUESTION = "Another round? (y/n): "


def statistics(out: str) -> list[str]:
    lines = out.splitlines()
    return lines[lines.index("Statistics:") + 1 :]


def test_a_shoe_is_told_from_its_burn_card_to_its_statistics(run: Run) -> None:
    ran = run("shoe", "--seed", "a")
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    order = shuffled(8, Seed.of_text("a")).order
    assert str(order[0]) == "2c"
    assert lines[:2] == [
        "Burn card: two of clubs, so 2 more cards are burned face down.",
        "Coup 1.",
    ]
    assert len([line for line in lines if re.fullmatch(r"Coup \d+\.", line)]) == 82
    assert sum(line.startswith("Cut card, ") for line in lines) == 1
    assert lines.count("Cut card, after 2 cards: this is the last coup of the shoe.") == 1
    assert statistics(ran.out) == [
        "82 coups",
        "35 Player wins",
        "40 Banker wins",
        "7 ties",
        "29 naturals",
    ]
    assert max(map(len, lines)) <= 80


def test_every_draw_and_stand_is_told_with_its_rule(run: Run) -> None:
    for coup in run("shoe", "--seed", "a").out.split("\n\n"):
        lines = coup.splitlines()
        decided = re.compile(r"(Player|Banker) (draws|stands) on .*[^p]\.")
        if any(line.startswith("Natural: ") for line in lines):
            first = next(at for at, line in enumerate(lines) if line.startswith("Natural: "))
            assert lines[first + 1] == "Rule: 8 or 9 in two cards ends the coup."
            assert sum(line.startswith("Rule: ") for line in lines) == 1
        else:
            for line, after in pairwise(lines):
                assert after.startswith("Rule: ") or not decided.fullmatch(line)


def test_a_shoe_tells_the_seed_that_deals_it_again(run: Run) -> None:
    ran = run("shoe")
    (seed,) = re.findall(r"^Seed: (.*)\.$", ran.out, re.MULTILINE)
    assert run("shoe", "--seed", seed).out == ran.out
    facts = run("shoe", "--json").data
    assert run("shoe", "--json", "--seed", facts["seed"]).data == facts


def test_the_json_holds_the_shoe(run: Run) -> None:
    facts = run("shoe", "--seed", "a", "--json").data
    assert (facts["house"], facts["decks"]) == ("classic", 8)
    assert facts["burn"] == {"shown": "2c", "hidden": 2}
    coups = facts["coups"]
    assert [coup["number"] for coup in coups] == list(range(1, len(coups) + 1))
    assert coups[0] == {
        "number": 1,
        "player": ["Td", "2s", "3h"],
        "banker": ["9c", "4s", "3d"],
        "player_total": 5,
        "banker_total": 6,
        "natural": False,
        "outcome": "banker",
        "player_pair": False,
        "banker_pair": False,
        "cut_card": False,
        "last": False,
    }
    assert [(coup["cut_card"], coup["last"]) for coup in coups[-2:]] == [
        (False, False),
        (True, True),
    ]
    outcomes = Counter(coup["outcome"] for coup in coups)
    assert facts["statistics"] == {
        "coups": len(coups),
        "player_wins": outcomes["player"],
        "banker_wins": outcomes["banker"],
        "ties": outcomes["tie"],
        "naturals": sum(coup["natural"] for coup in coups),
    }
    cards = [
        str(card)
        for coup in coups
        for card in Coup.parse(
            " / ".join(" ".join(coup[side]) for side in ("player", "banker"))
        ).cards
    ]
    order = list(map(str, shuffled(8, Seed.of_text("a")).order))
    assert cards == order[3 : 3 + len(cards)]
    for coup in coups:
        assert coup["player_pair"] is (coup["player"][0][0] == coup["player"][1][0])
        assert coup["banker_pair"] is (coup["banker"][0][0] == coup["banker"][1][0])


def test_one_more_coup_follows_the_cut_card_where_the_house_plays_it(run: Run) -> None:
    coups = run("shoe", "--seed", "a", "--house", "ez", "--json").data["coups"]
    assert [(coup["cut_card"], coup["last"]) for coup in coups[-2:]] == [
        (True, False),
        (False, True),
    ]
    out = run("shoe", "--seed", "a", "--house", "ez").out
    assert "Cut card, after 1 card: one more coup after this one.\n" in out
    assert f"Coup {len(coups)}.\nLast coup of the shoe.\n" in out


@pytest.mark.parametrize("decks", range(1, 13))
def test_a_shoe_may_have_1_to_12_decks(run: Run, decks: int) -> None:
    facts = run("shoe", "--decks", decks, "--seed", "a", "--json").data
    assert facts["decks"] == decks
    cards = sum(len(coup["player"]) + len(coup["banker"]) for coup in facts["coups"])
    assert decks * 52 - 7 < 1 + facts["burn"]["hidden"] + cards <= decks * 52


@pytest.mark.parametrize("number", ["0", "13", "six"])
def test_a_shoe_has_no_other_number_of_decks(run: Run, number: str) -> None:
    allowed = ", ".join(f"'{each}'" for each in range(1, 13))
    assert run("shoe", "--decks", number).refusal == (
        f"Invalid value for '--decks': '{number}' is not one of {allowed}."
    )


@pytest.mark.parametrize("shown", [False, True])
def test_a_fixed_burn_is_told(run: Run, tmp_path: Path, shown: bool) -> None:
    house = tmp_path / "house.toml"
    house.write_text(f"burn = 3\nburn_shown = {str(shown).lower()}\n", "utf-8")
    told = run("shoe", "--house", house, "--seed", "burn")
    facts = run("shoe", "--house", house, "--seed", "burn", "--json").data
    assert facts["burn"]["hidden"] == 3 - shown
    assert bool(facts["burn"]["shown"]) is shown
    first = told.out.splitlines()[0]
    assert first.startswith("Burn card: " if shown else "Burn: 3 cards are burned face down.")


def test_a_house_without_burn_or_cut_card_is_told_as_well(run: Run) -> None:
    facts = run("shoe", "--house", "classroom", "--json").data
    assert facts["burn"] is None
    assert [coup["last"] for coup in facts["coups"]] == [True]
    out = run("shoe", "--house", "classroom", "-i", typed="y\ny\nn\n").out
    assert statistics(out)[0] == "3 coups"


@pytest.mark.parametrize("no", ["n", "N", "no", "q", "quit"])
def test_another_round_is_asked_for_as_in_the_game(run: Run, no: str) -> None:
    ran = run("shoe", "-i", "--seed", "a", typed=f"yes\n\n?\n\udcff\nY\n{no}\n")
    assert ran.code == 0
    assert ran.out.count(QUESTION) == 6
    assert ran.out.count("Type y or Enter for another round, n or q to stop.") == 2
    assert statistics(ran.out)[0] == "4 coups"


@pytest.mark.parametrize(
    "typed, questions, said",
    [
        ("n\n", 1, ["1 coup", "0 Player wins", "1 Banker win"]),
        ("y\n", 2, ["2 coups"]),  # the end of input
        ("y\n" * 200, 81, ["82 coups"]),  # the end of the shoe
    ],
)
def test_a_shoe_ends_politely(run: Run, typed: str, questions: int, said: list[str]) -> None:
    ran = run("shoe", "-i", "--seed", "a", typed=typed)
    assert (ran.code, ran.err, ran.out.count(QUESTION)) == (0, "", questions)
    assert statistics(ran.out)[: len(said)] == said


def test_ctrl_c_at_the_question_ends_politely() -> None:
    with start("shoe", "-i", "--seed", "a") as process:
        assert process.stdout
        assert process.stderr
        printed = ""
        while not printed.endswith(QUESTION):
            printed += process.stdout.read(1)
        process.send_signal(signal.SIGINT)
        rest, err = process.communicate()
    assert (process.returncode, err) == (0, "")
    assert statistics(rest)[0] == "1 coup"


def test_asking_and_json_do_not_go_together(run: Run) -> None:
    assert run("shoe", "-i", "--json").refusal == "use -i or --json, not both"


def test_the_roads_of_a_shoe_are_read_from_its_json(run: Run) -> None:
    shoe = run("shoe", "--seed", "a", "--json").out
    coups = json.loads(shoe)["coups"]
    beads = run("roads", "--json", typed=shoe).data["bead_plate"]
    facts = ("player_pair", "banker_pair")
    assert [[bead[fact] for fact in facts] for bead in beads] == [
        [coup[fact] for fact in facts] for coup in coups
    ]
    assert [bead["outcome"] for bead in beads] == [coup["outcome"] for coup in coups]
