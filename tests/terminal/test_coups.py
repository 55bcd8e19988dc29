"""Coups said again, and several coups by one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from puntobanco.croupier import Croupier, Desk, commit
from puntobanco.history.shoes import past_coup
from puntobanco.house import CLASSIC
from puntobanco.store import Store
from puntobanco.table.commands import CloseTable, Deal, OpenTable
from tests.terminal.conftest import Typed, after

ASKS = "Player, Banker, Tie?"


VIEWS = "m\nw\nd\nr\ni\nf\n?\nc\nv full\nv normal\nnonsense\np 5\nu\n"


def test_the_last_coup_is_said_again_with_its_bets_whatever_was_typed_since(play: Typed) -> None:
    bets = "p 5 b 3\n"
    ran = play("--bank", "100", "--seed", "a", typed=f"{bets}x\n{VIEWS}a\nA\nq\n")
    said = after(ran.lines, f"{ASKS} x")
    assert said[0] == "Coup 1."
    assert said[-1].startswith("Bankroll: ")
    assert any(line.startswith("You ") and "in all, " in line for line in said)
    assert after(ran.lines, f"{ASKS} a") == said
    assert after(ran.lines, f"{ASKS} A") == said


def test_before_a_coup_there_is_none_to_say_again(play: Typed) -> None:
    ran = play("--bank", "100", typed="a\nx\naa\nq\n")
    assert ran.lines.count("Again: no such coup yet.") == 2


def test_a_resumed_table_says_its_last_coups_again(play: Typed) -> None:
    first = play("--bank", "100", "--seed", "a", typed="p 5\nx\nb 5\nX\np 1\n")
    ran = play(typed="y\naa\na\nq\n")
    assert after(ran.lines, f"{ASKS} aa") == after(first.lines, f"{ASKS} x")
    assert after(ran.lines, f"{ASKS} a") == after(first.lines, f"{ASKS} X")


def test_coups_are_said_again_over_shuffles_and_tables(play: Typed, tmp_path: Path) -> None:
    (tmp_path / "short.toml").write_text(
        'decks = 1\nburn = "none"\ncut_card = 50\n', encoding="utf-8"
    )
    typed = "p 5\nx\nc house ez\np 1\nX\nd\naa\nq\n"
    ran = play("--bank", "90", "--house", "short.toml", "--seed", "a", typed=typed)
    said = after(ran.lines, f"{ASKS} x")
    again = after(ran.lines, f"{ASKS} aa")
    assert again == said[: len(again)]
    assert said[len(again)] == "End of shoe 1: 1 coup."
    assert again[-1].startswith("Bankroll: ")


def test_a_resumed_table_says_coups_of_an_earlier_house_and_shoe_again(play: Typed) -> None:
    """After a restart too, whatever was typed since; another evening's coups are not said."""
    first = play("--bank", "90", "--seed", "a", typed=f"p 5\nx\nb 5\nX\ne\nc house ez\n{VIEWS}")
    shoe = next(line for line in first.lines if line.startswith("End of shoe 1: "))
    last = int(shoe.split()[4])
    resumed = play("--seed", "a", typed="y\naa\na\ni\nx\nAA\nq\n")
    for typed, coup in (("aa", last - 1), ("a", last), ("AA", last)):
        assert after(resumed.lines, f"{ASKS} {typed}")[0] == f"Coup {coup}."
    assert after(resumed.lines, f"{ASKS} i") == after(first.lines, f"{ASKS} i")
    assert "Again: no such coup" in play("--bank", "90", typed="a\nq\n").out


def test_a_coup_is_said_again_as_the_level_asks(play: Typed) -> None:
    ran = play("--bank", "100", "--seed", "a", typed="x\nv terse\na\nq\n")
    assert len(after(ran.lines, f"{ASKS} a")) == 2


def test_several_coups_are_as_many_single_ones(play: Typed) -> None:
    """With the same bets: what is won and lost is the same, line by line."""
    money = ("You ", "Bankroll", "Coup", "Player wins", "Banker wins", "Tie,")
    options = ("--bank", "1000", "--seed", "tulip")
    one = play(*options, typed="p 25 t 5 pp 2\n" + "x\n=\n" * 11 + "x\nz\nq\n")
    many = play(*options, typed="p 25 t 5 pp 2\nx 12\nz\nq\n")
    told = [[line for line in ran.lines if line.startswith(money)] for ran in (one, many)]
    assert told[0] == told[1]
    assert len([line for line in told[1] if line.startswith("Coup ")]) == 12
    (played,) = (line for line in many.lines if line.startswith("Played: "))
    assert played.startswith("Played: 12 of 12 coups, ")
    balance = many.lines[many.lines.index("Table closed.") - 3]
    assert balance == f"Result: {played.split(', ')[1]}"


def test_several_coups_without_bets_are_watched(play: Typed) -> None:
    ran = play("--bank", "10", typed="x 7\nm\nq\n")
    assert "Played: 7 of 7 coups." in ran.lines
    assert "Coup 7." in ran.lines
    assert "So far: neither won nor lost." in ran.lines


def test_several_coups_end_when_the_money_does_not_cover_the_same_bets(play: Typed) -> None:
    ran = play("--bank", "100", "--seed", "violet", typed="b 60\nx 50\nm\nq\n")
    (played,) = (line for line in ran.lines if line.startswith("Played: "))
    assert played == "Played: 1 of 50 coups, lost $60."
    assert "Too much: $60 is more than the $40 left to bet." in ran.lines
    assert ran.lines[ran.lines.index(f"{ASKS} m") + 1 :][:2] == ["Bankroll: $40.", "Bets: none."]


def test_several_coups_end_with_the_shoe(play: Typed) -> None:
    ran = play("--bank", "9000", "--seed", "a", typed="p 5\nx 500\nq\n")
    (played,) = (line for line in ran.lines if line.startswith("Played: "))
    (ended,) = (line for line in ran.lines if line.startswith("End of shoe 1: "))
    assert played.split()[1] == ended.split()[4]
    assert "Shuffle: shoe 2." in ran.lines


def test_where_every_coup_has_its_own_shoe_several_are_dealt(play: Typed) -> None:
    ran = play("--house", "classroom", typed="x 5\nd\nq\n")
    assert "Played: 5 of 5 coups." in ran.lines
    assert "$" not in ran.out.partition("\n")[2]


@pytest.mark.parametrize("ties", ["stand", "locked", "push"])
def test_stakes_that_stand_after_a_tie_are_not_staked_twice(
    ties: str, play: Typed, tmp_path: Path
) -> None:
    (tmp_path / "house.toml").write_text(f'ties = "{ties}"\n', encoding="utf-8")
    options = ("--bank", "1000", "--seed", "holly", "--house", "house.toml")
    ran = play(*options, typed="p 20 t 5\nx 10\nm\nq\n")
    assert any(line.startswith("Tie, ") for line in ran.lines)
    assert "$20 on Player" in ran.out
    assert "$40 on Player" not in ran.out
    assert "Played: 10 of 10 coups" in ran.out


def test_the_rest_of_a_shoe_can_be_skipped(play: Typed) -> None:
    ran = play("--bank", "1000", "--seed", "a", typed="x\nX\np 5\ne\nm\nq\n")
    (skipped,) = (line for line in ran.lines if line.startswith("Skipped: "))
    (ended,) = (line for line in ran.lines if line.startswith("End of shoe 1: "))
    words = skipped.rstrip(".").replace(",", "").split()
    coups, outcomes = int(words[1]), [int(words[at]) for at in (4, 6, 8)]
    assert coups == sum(outcomes) == int(ended.split()[4]) - 2
    assert len([line for line in ran.lines if line.endswith("$5 on Player.")]) >= 2
    assert "Bets: none." in ran.lines
    assert "Shuffle: shoe 2." in ran.lines
    assert not any(line.startswith("Cards") for line in after(ran.lines, f"{ASKS} e"))


@pytest.mark.parametrize("is_one_commit", [True, False])
@pytest.mark.parametrize("opened_at", [1, 5, 9])
def test_tables_belong_to_one_evening_by_their_commit_and_not_by_their_times(
    opened_at: int, is_one_commit: bool
) -> None:
    with Store.in_memory() as store:
        old = Croupier.open(store, "old", CLASSIC, clock=lambda: 5)
        old.do(*old.given_shoe(()), Deal())
        new = Croupier(store, Desk())
        new.propose(OpenTable("new", CLASSIC))
        old.propose(CloseTable())
        for together in [(old, new)] if is_one_commit else [(old,), (new,)]:
            commit(store, together, at=opened_at)
        assert (past_coup(store, "new", ago=1) is not None) == is_one_commit
