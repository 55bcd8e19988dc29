"""A shoe that begins with given cards: dealt so, and marked so in its record."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from puntobanco.cards import DECK
from puntobanco.notation import check, format_record, parse_record, record_from_json, record_to_json
from tests.running import Ran

from .conftest import Typed

CARDS = "ace of clubs, 2c\nJ♦ Qh 5h Qd 9s 8h\n3c 4c 5c 6c\n"
"""A burn of two, and two coups; the second goes on with shuffled cards."""


@pytest.fixture
def deal_given(play: Typed, tmp_path: Path) -> Typed:
    (tmp_path / "cards.txt").write_text(CARDS, encoding="utf-8")

    def ran(*arguments: str, typed: str = "") -> Ran:
        return play("--cards", "cards.txt", "--seed", "given", *arguments, typed=typed)

    return ran


def record_of(ran: Ran) -> Path:
    line = next(line for line in reversed(ran.lines) if line.startswith("Record: "))
    return Path(line.removeprefix("Record: "))


def test_a_shoe_begins_with_the_given_cards(deal_given: Typed) -> None:
    ran = deal_given("--bank", "100", "--level", "terse", typed="x\nx\nf\nq\n")
    assert "Given cards: shoe 1 starts with them, so its fairness cannot be checked." in ran.lines
    assert "Call: five Player, zero Banker. Draws: nine of spades, eight of hearts." in ran.lines
    assert "Call: eight Player, zero Banker." in ran.lines
    assert "Fairness: the cards of shoe 1 were given, so there is nothing to check." in ran.lines
    told = ("Shuffle", "Word", "Commitment", "Root", "Secret")
    assert not [line for line in ran.lines if line.startswith(told)]


def test_its_record_says_so_and_promises_nothing(deal_given: Typed, run: Typed) -> None:
    file = record_of(deal_given("--bank", "100", typed="p 5\nx\nx\nq\n"))
    text = file.read_text(encoding="utf-8")
    assert text.startswith("BGN: 1\n")
    assert "\nOrder: given\n" in text
    assert not {"Scheme:", "Commitment:", "Root:", "Reveal:"} & set(text.split())
    record = parse_record(text)
    assert (record.order, record.promises, format_record(record)) == ("given", None, text)
    assert record_from_json(record_to_json(record)) == record
    assert run("audit", "--db", "tables.db").code == 0
    assert run("verify", str(file)).code == 0
    assert run("verify", "--promised", str(file)).code == 1
    checked = run("verify", str(file)).out
    assert "consistent; nothing was promised" in checked
    assert "the order of the cards: it was given, and nothing was promised" in checked


def test_an_interrupted_shoe_of_given_cards_goes_on(deal_given: Typed, play: Typed) -> None:
    deal_given("--bank", "100", typed="x\np 5\n")
    ran = play("--level", "terse", typed="y\nx\nq\n")
    assert "Call: eight Player, zero Banker." in ran.lines
    assert "\nOrder: given\n" in record_of(ran).read_text(encoding="utf-8")


def test_the_shoe_after_it_is_shuffled_and_promised(deal_given: Typed) -> None:
    ran = deal_given("--house", "classroom", typed="x\nx\nq\n")
    assert (
        ran.lines.count("Given cards: shoe 1 starts with them, so its fairness cannot be checked.")
        == 1
    )
    assert "Shuffle: shoe 2." in ran.lines


def test_cards_that_a_resumed_table_does_not_have_are_refused_and_it_is_shuffled(
    play: Typed, tmp_path: Path
) -> None:
    (tmp_path / "twice.txt").write_text("9h 9h", encoding="utf-8")
    play("--house", "classroom", typed="x\n")
    ran = play("--cards", "twice.txt", typed="y\nx\nx\nq\n")
    assert "'9h' is not in this shoe more than 1 times." in ran.lines
    assert "Shuffle: shoe 3." in ran.lines


def test_a_record_of_given_cards_that_claims_a_promise_is_at_fault(deal_given: Typed) -> None:
    file = record_of(deal_given("--bank", "100", typed="x\nq\n"))
    text = file.read_text(encoding="utf-8")
    claimed = text.replace("Order: given\n", f"Order: given\nScheme: BAC1\nRoot: {'0' * 64}\n")
    faults = check(parse_record(claimed)).faults
    assert any("a given order is no promise" in fault.text for fault in faults)


def test_a_whole_shoe_begins_with_the_given_cards(run: Typed, tmp_path: Path) -> None:
    file = tmp_path / "cards.txt"
    file.write_text(CARDS, encoding="utf-8")
    facts = json.loads(run("shoe", "--cards", str(file), "--seed", "s", "--json").out)
    assert (facts["given"], facts["burn"]) == (12, {"shown": "Ac", "hidden": 1})
    assert facts["coups"][0]["player"] == ["Jd", "5h", "9s"]
    lines = run("shoe", "--cards", str(file), "--seed", "s").lines
    assert lines[0] == "Given cards: 12; the rest follow, shuffled."
    assert "given" not in json.loads(run("shoe", "--seed", "s", "--json").out)


def test_all_cards_may_be_given(run: Typed, tmp_path: Path) -> None:
    file = tmp_path / "cards.txt"
    file.write_text(" ".join(map(str, DECK)), encoding="utf-8")
    shoes = {
        run("shoe", "--decks", "1", "--cards", str(file), "--seed", seed, "--json").out.replace(
            f'"{seed}"', ""
        )
        for seed in ("a", "b")
    }
    assert len(shoes) == 1


@pytest.mark.parametrize("command", [("shoe",), ("play", "--db", "t.db")], ids=lambda each: each[0])
@pytest.mark.parametrize(
    "content,said",
    [
        (None, "'cards.txt' cannot be read: No such file or directory"),
        (b"", "'cards.txt' contains no cards"),
        (b"\xff\xfe", "'cards.txt' cannot be read: not UTF-8 text"),
        (b"9h " * 30_000, "'cards.txt' has more than 65,536 bytes"),
        (b"9h 1x", "'cards.txt': '1x' is not a card"),
        (b"9h " * 9, "9h appears 9 times, but 8 decks have it 8 times"),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
@pytest.mark.usefixtures("play")
def test_a_file_that_is_no_cards_is_refused_in_one_line(
    command: tuple[str, ...], content: bytes | None, said: str, run: Typed
) -> None:
    if content is not None:
        Path("cards.txt").write_bytes(content)
    ran = run(*command, "--cards", "cards.txt")
    assert (ran.code, ran.out) == (2, "")
    (line,) = ran.err.splitlines()
    assert line.startswith(f"puntobanco: --cards: {said}")
