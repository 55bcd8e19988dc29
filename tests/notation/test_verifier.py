"""The second verifier, in a real browser and from disk, agrees with the first."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from msgspec.structs import replace
from playwright.sync_api import Browser, Page

from puntobanco.bets import CATALOGUE
from puntobanco.cards import format_cards
from puntobanco.errors import RecordError
from puntobanco.fairness import GuestSeed, Seed, fair_shoe
from puntobanco.fairness.commitment import digest
from puntobanco.house import CLASSIC, HOUSES, House, OwnBet, format_house, parse_house
from puntobanco.notation import (
    VERIFIER,
    Record,
    RecordedGuestSeed,
    Verdict,
    check,
    format_record,
    locate_record,
    records,
)
from puntobanco.printable import is_line
from puntobanco.settlement import Currency
from puntobanco.table import Fate
from tests import chromium
from tests.notation.tables import (
    FACE_DOWN,
    LISTED_SINCE,
    LOCKED,
    OWN_BETS,
    THREE_BURNED,
    TINY,
    Evening,
    cut_short,
    recorded,
)
from tests.notation.tampering import RULES_CHANGED, every_tampering, stripped, tampered
from tests.notation.test_check import FAULTS
from tests.notation.test_text import UNREADABLE
from tests.rules.random_bets import random_bet
from tests.rules.test_printable import new, refused

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium.started() as one:
        yield one


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    """Open the page from disk without a network. Any complaint is a failure."""
    context = browser.new_context(offline=True)
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(VERIFIER.as_uri())
    yield page
    assert complaints == []
    context.close()


def verified(page: Page, text: str) -> dict[str, Any]:
    script = """async (text) => {
        try {
            const {record, ...verdict} = await PuntoBancoVerifier.verifyText(text);
            return verdict;
        } catch (error) { return {line: error.line, unreadable: error.message}; }
    }"""
    verdict: dict[str, Any] = page.evaluate(script, text)
    return verdict


def their_lines(page: Page, text: str) -> list[int]:
    """Return the lines of the faults that the page finds."""
    return [fault["line"] for fault in verified(page, text)["faults"]]


def our_lines(text: str) -> list[int]:
    """Return the lines of the faults that the package finds."""
    return [fault.line for fault in check(*locate_record(text)).faults]


def agrees(verdict: dict[str, Any], ours: Verdict) -> None:
    """Assert that both find no fault, and checked the same."""
    assert (verdict["faults"], ours.faults) == ([], ())
    assert verdict["finished"] == ours.finished
    assert verdict["checked"] == list(ours.checked)
    assert verdict["unchecked"] == list(ours.unchecked)


def test_it_agrees_with_the_package_on_a_thousand_shoes(page: Page) -> None:
    chance = random.Random("a thousand shoes")
    asked, ours = [], []
    for number in range(1000):
        house = chance.choices((CLASSIC, *HOUSES.values(), TINY), (1, 0, 1, 3, 1, 0, 0, 1, 0, 3))[0]
        guests = tuple(
            GuestSeed(seat, f"wörd {chance.random()}") for seat in range(1, chance.randint(1, 4))
        )
        seed = Seed(chance.randbytes(32))
        fair = fair_shoe(house, table="table", number=number, seed=seed, guests=guests)
        asked.append(
            {
                "seed": seed.secret.hex(),
                "table": "table",
                "shoe": number,
                "decks": house.decks,
                "rules": format_house(house),
                "guests": [{"seat": guest.seat, "seed": guest.text} for guest in guests],
            }
        )
        ours.append([fair.commitment.hex(), fair.root.hex(), format_cards(fair.shoe.order)])
    script = """async (shoes) => {
        const derived = [];
        for (const shoe of shoes) {
            const {commitment, root, order} = await PuntoBancoVerifier.derive(shoe);
            derived.push([commitment, root, order]);
        }
        return derived;
    }"""
    assert page.evaluate(script, asked) == ours


ALL_BETS = House(
    name="every bet",
    decks=6,
    main_bets=CLASSIC.main_bets,
    side_bets=tuple(
        bet
        for bet in CATALOGUE.values()
        if bet.key not in {"player", "banker", "tie", "tie_9", "banker_ez", "banker_super_6"}
    ),
)


@pytest.mark.parametrize(
    "house",
    [*HOUSES.values(), LOCKED, TINY, OWN_BETS, LISTED_SINCE, FACE_DOWN, THREE_BURNED, ALL_BETS],
    ids=lambda house: house.name,
)
@pytest.mark.parametrize("coups", [None, 0, 6])
def test_it_agrees_that_true_records_hold(page: Page, house: House, coups: int | None) -> None:
    record = recorded(house, "browser", coups)
    agrees(verified(page, format_record(record)), check(record))


EVEN = parse_house("""
name = "odd or even"
decks = 1
side_bets = ["even"]

[bets.even]
name = "Even"
lines = ["sum in {0, 2, 4, 6, 8}: 1"]
""")


@new
def test_it_agrees_that_a_house_with_a_new_character_holds(page: Page, letter: str) -> None:
    own = tuple(OwnBet(dataclasses.replace(each.bet, name=f"a{letter}b")) for each in EVEN.own_bets)
    bets = tuple(each.bet for each in own)
    currency = Currency(f"{letter}.")
    house = dataclasses.replace(EVEN, name=letter, own_bets=own, side_bets=bets, currency=currency)
    record = recorded(house, coups=1)
    assert check(record).faults == ()
    assert verified(page, format_record(record))["faults"] == []


@refused
def test_it_agrees_that_no_name_is_invisible(page: Page, letter: str) -> None:
    text = format_record(recorded(EVEN, coups=1))
    if is_line(letter):  # no record holds anything else
        for name in ('name = "odd or even"', 'name = "Even"'):
            changed = text.replace(name, name.replace("e", f"e{letter}"))
            assert their_lines(page, changed) == our_lines(changed) != []


@pytest.mark.parametrize("coups", [0, 5])
def test_it_agrees_about_a_shoe_whose_table_was_closed(page: Page, coups: int) -> None:
    record = cut_short(CLASSIC, "browser", coups)
    verdict = verified(page, format_record(record))
    agrees(verdict, check(record))
    assert not verdict["finished"]


def test_it_settles_every_bet_of_the_catalogue(page: Page) -> None:
    evening = Evening(ALL_BETS, "all of them", guests=6)
    for _ in range(4):
        evening.play()
    settled = set()
    for record in records(evening.log):
        assert verified(page, format_record(record))["faults"] == []
        settled |= {bet.key for coup in record.coups for bet in coup.bets}
    assert settled == {bet.key for bet in ALL_BETS.bets}


def test_it_settles_any_bet_that_a_house_defines(page: Page) -> None:
    chance = random.Random("any bet")
    own = tuple(OwnBet(random_bet(chance, f"own_{number}")) for number in range(40))
    offered = tuple(each.bet for each in own)
    house = dataclasses.replace(CLASSIC, name="any", own_bets=own, side_bets=offered)
    record = recorded(house)
    verdict = verified(page, format_record(record))
    assert verdict["faults"] == []
    assert verdict["checked"] == list(check(record).checked)


@pytest.mark.parametrize("turn", range(3))
@every_tampering
def test_it_finds_tampering_in_the_same_lines(page: Page, shoe: str, name: str, turn: int) -> None:
    changed, line = tampered(shoe, name, turn)
    theirs = set(their_lines(page, changed))
    if name == "definition in other words":  # the page can't read it
        assert line in theirs
    elif name in RULES_CHANGED:  # it can't look up a named house
        assert theirs
    else:
        assert theirs == set(our_lines(changed)) != set()


def _damaged_rules(text: str, chance: random.Random) -> str:
    """Replace a letter of a rule, or a whole rule."""
    lines = text.split("\n")
    rules = [at for at, line in enumerate(lines) if line.startswith("Rule: ")]
    at = chance.choice(rules)
    if chance.random() < 0.3:
        lines[at] = lines[chance.choice(rules)]
    else:
        place = chance.randrange(len("Rule: "), len(lines[at]))
        letter = chance.choice('0123456789abc=[]{}",. ')
        lines[at] = lines[at][:place] + letter + lines[at][place + 1 :]
    return "\n".join(lines)


@pytest.mark.parametrize("house", [OWN_BETS, THREE_BURNED], ids=lambda house: house.name)
def test_it_agrees_whether_a_record_with_damaged_rules_holds(page: Page, house: House) -> None:
    """The first line that is named may differ, because the page doesn't read all of TOML."""
    chance = random.Random(house.name)
    held = 0
    for _ in range(120):
        changed = _damaged_rules(format_record(recorded(house, coups=4)), chance)
        ours = check(*locate_record(changed))
        assert verified(page, changed)["holds"] is ours.holds, changed
        held += ours.holds
    assert 0 < held < 60  # while the seed is secret, a changed limit goes unnoticed


def prefixes(text: str) -> Iterator[str]:
    """The text cut off at the start, in the middle and at the end of each line."""
    start = 0
    for line in text.splitlines(keepends=True):
        yield from (text[: start + cut] for cut in (1, len(line) // 2, len(line) - 1, len(line)))
        start += len(line)


@pytest.mark.parametrize("record", [cut_short(CLASSIC), recorded(TINY)], ids=["cut", "finished"])
def test_both_find_the_same_fault_wherever_a_record_is_cut_off(page: Page, record: Record) -> None:
    for text in prefixes(format_record(record)):
        theirs = verified(page, text)
        if "unreadable" in theirs:
            with pytest.raises(RecordError) as refused:
                locate_record(text)
            assert theirs["line"] == refused.value.line
        else:
            lines = {fault["line"] for fault in theirs["faults"]}
            assert lines == set(our_lines(text)), f"cut off after {text[-40:]!r}"


def test_a_record_may_have_as_many_guests_as_fit_in_a_file(page: Page, tmp_path: Path) -> None:
    lines = format_record(recorded(TINY)).splitlines(keepends=True)
    place = next(at for at, line in enumerate(lines) if line.startswith("Withheld:"))
    lines[place:place] = [f"Guest: {seat} {'0' * 64} a\n" for seat in range(100, 40_100)]
    text = "".join(lines)
    theirs = their_lines(page, text)
    assert len(theirs) >= 40_000
    assert theirs == our_lines(text)
    file = tmp_path / "many.bgn"
    file.write_text(text, encoding="utf-8")
    page.set_input_files("input[type=file]", file)
    assert "Does not hold" in page.locator("#result h2").inner_text()


@pytest.mark.parametrize(
    "text",
    [
        *(text for text, *_ in UNREADABLE),
        "BGN: 1\nCoin: constructor\n",
        "BGN: 1\n\ufeffTable: a\n",
        "BGN: 1\nTable: a\u2028b\n",
        "BGN: 1\n; a\x85\n",
        "BGN: 1\n1. B  #1banker 1 +1\n",
        "BGN: 1\n1. B  #1 banker 00000000000000001.00 +1\n",
        "BGN: 1\n1B\n",
        "BGN: 1\n1. B 7-7\n",
        "BGN: 1\n1. 7-7 7-7\n",
    ],
)
def test_it_cannot_read_what_the_package_cannot_read(page: Page, text: str) -> None:
    with pytest.raises(RecordError) as refused:
        locate_record(text)
    assert verified(page, text)["line"] == refused.value.line


@pytest.mark.parametrize(
    "body",
    [
        # It can't look up what the classic house pays, and doesn't read all of TOML.
        *(body for body, fault in FAULTS if "#" not in body and "TOML" not in fault),
        "1. B\n2. 7-7 T\n3. 9h Kd 4s 5c ?? 6-7 B",
        "1 9H,kd  10s 5C 8h ; hm",
        "1. 9h Kd interrupted",
        "\t1.\t9h\tKd 4s  5c 8h\t1-5 B",
        "1. 9h Kd 4s 5c 6h 7c  9-2 P ; \xa0 \ufeff",
        "1. 9h Kd 4s interrupted",
        f"Burn: {'?? ' * 12}\n1. B",
        "Seat: 1 9 A\n1. B  #1 player 10 -10",
        "1. B  #1 player 10 -10\nTotal: 1 +10",
        "Decks: 0\n1. B",
        "Decks: 13\n1. B",
    ],
)
def test_it_reads_a_shoe_from_a_real_table_as_the_package_does(page: Page, body: str) -> None:
    text = f"BGN: 1\nHouse: classic\n{body}\nEnd: unfinished, 1 coups\n"
    assert their_lines(page, text) == our_lines(text)


def test_it_checks_the_cards_of_a_house_that_nobody_knows(page: Page) -> None:
    coup = "1. 9h Kd 4s 5c 6h 7c  9-2 P  #1 player 5 +5"
    text = f"BGN: 1\nHouse: Casino Lisboa\nDecks: 6\n{coup}\nEnd: finished, 1 coups\n"
    agrees(verified(page, text), check(*locate_record(text)))


def test_it_follows_stakes_that_stand(page: Page) -> None:
    record = recorded(LOCKED, "ties 2")
    standing = [
        at
        for at, coup in enumerate(record.coups, 1)
        if any(bet.fate is Fate.STANDS for bet in coup.bets)
    ]
    for at in standing:
        for until in (at + 1, len(record.coups)):
            coups = tuple(
                replace(coup, bets=() if at <= place < until else coup.bets)
                for place, coup in enumerate(record.coups)
            )
            text = format_record(replace(record, coups=coups))
            theirs, ours = verified(page, text), check(*locate_record(text))
            assert [each["line"] for each in theirs["faults"]] == [f.line for f in ours.faults]
            assert theirs["unchecked"] == list(ours.unchecked)


@pytest.mark.parametrize("word", ["x" * 201, "\U0001f0a1" * 200, "\U0001f0a1" * 201, "\xa0a\xa0"])
@pytest.mark.parametrize("seat", [0, 1, 2**32 - 1, 2**32])
def test_it_takes_the_same_seeds_from_guests(page: Page, word: str, seat: int) -> None:
    record = recorded(TINY, coups=1)
    assert record.promises
    house, seed = bytes.fromhex(record.promises.commitment), word.encode()
    guest = RecordedGuestSeed(seat, digest("guest", house, seat, seed).hex(), word)
    promises = replace(record.promises, guests=(guest,), withheld=0)
    text = format_record(replace(record, promises=promises))
    theirs = their_lines(page, text)
    assert theirs == our_lines(text)
    assert bool(theirs) is (not 0 < seat < 2**32 or len(word) > 200)


def _chosen(page: Page, path: Path) -> str:
    page.reload()
    page.set_input_files("#file", path)
    page.wait_for_selector("#result")
    return page.inner_text("#result h2")


def test_a_guest_chooses_a_file_and_is_told(page: Page, tmp_path: Path) -> None:
    text = format_record(recorded(CLASSIC))
    files = {
        "true.bgn": (text, "Holds, as promised"),
        "stripped.bgn": (stripped(text), "Consistent; nothing was promised"),
        "false.bgn": (text.replace("Withheld: 1", "Withheld: 0"), "Does not hold: 1 fault"),
        "open.bgn": (
            format_record(recorded(CLASSIC, coups=3)),
            "Holds so far, as promised: the shoe is unfinished",
        ),
        "closed.bgn": (
            format_record(cut_short(CLASSIC)),
            "Holds, as promised: the table was closed before the shoe was over",
        ),
        "other.bgn": ("once upon a time\n", "Not readable"),
        "nul.bgn": ("BGN: 1\n\0", "Not readable"),
    }
    for name, (content, verdict) in files.items():
        (tmp_path / name).write_text(content, "utf-8")
        assert _chosen(page, tmp_path / name) == verdict
        is_good = verdict.startswith("Holds, as promised")
        assert ("holds" in (page.get_attribute("#result", "class") or "")) is is_good
    (tmp_path / "latin.bgn").write_bytes(b"BGN: 1\nTable: caf\xe9\n")
    assert _chosen(page, tmp_path / "latin.bgn") == "Not readable"


@pytest.mark.parametrize("scheme, width", [("light", 320), ("dark", 1200)])
def test_it_is_accessible_and_fits_the_screen(
    page: Page, tmp_path: Path, scheme: Literal["light", "dark"], width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.emulate_media(color_scheme=scheme)
    page.reload()
    assert Axe().run(page).response["violations"] == []
    text = format_record(recorded(CLASSIC)).replace("Withheld: 1", "Withheld: 0")
    (tmp_path / "false.bgn").write_text(text, "utf-8")
    _chosen(page, tmp_path / "false.bgn")
    assert Axe().run(page).response["violations"] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_it_works_by_keyboard(page: Page) -> None:
    page.reload()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "file"
    assert (
        page.evaluate("getComputedStyle(document.querySelector('label')).outlineStyle") == "solid"
    )


def test_it_agrees_that_given_cards_are_no_promise(page: Page) -> None:
    text = stripped(format_record(recorded(CLASSIC, coups=3)))
    given = text.replace("Seat: 1", "Order: Given\nSeat: 1", 1)
    records_of = {
        "given": given,
        "claimed": given.replace("Order: Given\n", f"Order: given\nRoot: {'0' * 64}\n"),
        "in other words": given.replace("Order: Given", "Order: shuffled"),
        "twice": given.replace("Order: Given\n", "Order: Given\n" * 2),
    }
    verdicts = {name: verified(page, each) for name, each in records_of.items()}
    assert verdicts["given"]["holds"]
    assert not verdicts["given"]["promised"]
    for name in ("given", "claimed"):
        ours = check(*locate_record(records_of[name]))
        assert verdicts[name]["holds"] is ours.holds is (name == "given")
        assert verdicts[name]["unchecked"] == list(ours.unchecked)
        assert [fault["line"] for fault in verdicts[name]["faults"]] == [
            fault.line for fault in ours.faults
        ]
    for name in ("in other words", "twice"):
        with pytest.raises(RecordError) as refused:
            locate_record(records_of[name])
        assert verdicts[name]["line"] == refused.value.line
