"""Every way we could think of to falsify a record."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random

import pytest

from puntobanco.house import CLASSIC
from puntobanco.notation import Record, format_record
from tests.notation import tables
from tests.notation.tables import FACE_DOWN, THREE_BURNED, cut_short, recorded

Tamper = Callable[[str, Random], tuple[str, int]]
"""Return a false text, and the line that must be named, given a record's text and chance."""

New = Callable[[re.Match[str], Random], str]


@dataclass(frozen=True)
class Edit:
    """Replace one match of a pattern, or its group `old`, with a template or by a function.

    A check must name the first line that `named` matches, or else the changed line, or the line so
    far `below` it.
    """

    pattern: str
    new: str | New
    named: str = ""
    below: int = 0

    def __call__(self, text: str, chance: Random) -> tuple[str, int]:
        found = chance.choice(list(re.finditer(self.pattern, text, re.MULTILINE)))
        start, end = found.span("old" if "old" in found.re.groupindex else 0)
        new = found.expand(self.new) if isinstance(self.new, str) else self.new(found, chance)
        changed = text[:start] + new + text[end:]
        assert changed != text
        if self.named:
            named = re.search(self.named.format(*found.groups()), changed, re.MULTILINE)
            assert named
            start = named.start()
        return changed, changed.count("\n", 0, start) + 1 + self.below


def other(values: Iterable[str]) -> New:
    """Return a function that picks another of these values."""
    return lambda found, chance: chance.choice([each for each in values if each != found["old"]])


def changed_to(news: dict[str, str]) -> New:
    return lambda found, _: news[found["old"]]


def one_of(olds: Iterable[str]) -> str:
    return f"(?P<old>{'|'.join(map(re.escape, olds))})"


def other_digit(found: re.Match[str], chance: Random) -> str:
    """Change a hexadecimal digit."""
    text = found["old"]
    place = chance.choice([digit.start() for digit in re.finditer("[0-9a-f]", text)])
    digit = chance.choice([each for each in "0123456789abcdef" if each != text[place]])
    return text[:place] + digit + text[place + 1 :]


def swapped(found: re.Match[str], chance: Random) -> str:
    """Exchange two different cards."""
    cards = found["old"].split(" ")
    while " ".join(cards) == found["old"]:
        first, second = chance.sample(range(len(cards)), 2)
        cards[first], cards[second] = cards[second], cards[first]
    return " ".join(cards)


def other_pay(found: re.Match[str], chance: Random) -> str:
    coins = int(found["old"].replace(".", "")) + chance.choice((-1, 1, 100))
    return f"{'-' if coins < 0 else '+'}{abs(coins) // 100}.{abs(coins) % 100:02}"


def interrupted(found: re.Match[str], _: Random) -> str:
    """Call a coup interrupted, and return its stakes."""
    line = re.sub(RESULT, "interrupted", found[0])
    return re.sub(r"[+-][0-9]+\.[0-9]+", "returned", line)


def truncated(text: str, chance: Random) -> tuple[str, int]:
    end = chance.randint(len("BGN: 1\n"), len(text) - 2)
    return text[:end], text[:end].removesuffix("\n").count("\n") + 1


def cut_short_and_closed_again(text: str, chance: Random) -> tuple[str, int]:
    coups = list(re.finditer(rf"{COUP}.*\n", text, re.MULTILINE))
    keep = chance.randint(1, len(coups) - 1)
    changed = text[: coups[keep].start()] + text[coups[-1].end() :]
    return Edit("^End: .*", f"End: finished, {keep} coups")(changed, chance)


COUP = r"^ *[0-9]+\. "
CARD = r"\b[A2-9TJQK][cdhs]\b"
RESULT = "[0-9]-[0-9] [PBT]"
FACES = [rank + suit for rank in "A23456789TJQK" for suit in "cdhs"]

RULES = {
    'banker = ["19/20"]': 'banker = ["1"]',
    'rounding = "down"': 'rounding = "up"',
    "maximum = 10000": "maximum = 20000",
    "both_naturals_tie = false": "both_naturals_tie = true",
    'ties = "stand"': 'ties = "locked"',
    "cut_card = 7": "cut_card = 8",
    "decks = 8": "decks = 6",
    'tie = ["8"]': 'tie = ["9"]',
    "step = 1": "step = 0.5",
}
IMPOSSIBLE = {
    'ties = "stand"': 'ties = "sit"',
    "decks = 8": "decks = 80",
    "cut_card = 7": "cut_card = 0",
}

CHANGED_ROOT = {"changed root": Edit("^Root: (?P<old>.*)", other_digit)}

RULES_CHANGED: dict[str, Tamper] = {
    "changed rule": Edit(f"^Rule: {one_of(RULES)}$", changed_to(RULES)),
    "dropped rules": Edit(r"(?:^Rule:.*\n)+", "", "^Scheme: "),
}
"""The page finds these too, but in other lines: it doesn't know the named houses."""

ANY_SHOE: dict[str, Tamper] = {
    "hidden cards": Edit(f"{COUP}.*{RESULT}", lambda found, _: re.sub(CARD, "??", found[0])),
    "hidden cards and result": Edit(
        f"{COUP}.*{RESULT}", lambda found, _: re.sub(CARD, "??", found[0])[:-5] + "?-? ?"
    ),
    "coup called interrupted": Edit(f"{COUP}.*", interrupted),
    "interrupted coup put in": Edit(
        f"({COUP})",
        lambda found, chance: (
            f"{found[1]}{'?? ' * chance.randint(0, 5):<19}interrupted\n{found[1]}"
        ),
    ),
    "second seat line": Edit("^(Seat: 1 .*)", r"\1\nSeat: 1 9999.00 A", below=1),
    "rule given twice": Edit("^(Rule: decks = 8)", r"\1\n\1", below=1),
    "end cut off": Edit(r".{12}\n\Z", lambda found, chance: found[0][: -chance.randint(1, 12)]),
    "wrong total": Edit(r"(?P<old>[0-9])(?=(?:-[0-9])? [PBT]\b)", other("0123456789")),
    "changed pay": Edit(r" [0-9]+\.00 (?P<old>[+-][0-9]+\.[0-9][0-9])", other_pay),
    "truncated": truncated,
}
"""Ways to tamper with the record of any shoe."""

FINISHED: dict[str, Tamper] = {
    **ANY_SHOE,
    **CHANGED_ROOT,
    **RULES_CHANGED,
    "one hidden card": Edit(rf"(?<!Burn: ){CARD}", "??"),
    "coup without cards": Edit(f"({COUP})(?:{CARD} )+", r"\1"),
    "seat without chips": Edit("^Seat: ([12]) .*", r"Seat: \1 - A", f"{COUP}.*#{{}} "),
    "dropped seat": Edit(r"^Seat: ([12]) .*\n", "", f"{COUP}.*#{{}} "),
    "path in a finished shoe": Edit("^(?=Total: 1)", f"Path: 5 {'00' * 16}\n"),
    "altered card": Edit(rf"(?<!Burn: )(?P<old>{CARD})", other(FACES)),
    "swapped cards": Edit(rf"{COUP}(?P<old>{CARD}(?: {CARD})+)", swapped),
    "swapped coups": Edit(rf"({COUP}.*)\n({COUP}.*)", r"\2\n\1"),
    "swapped coups with their numbers kept": Edit(rf"({COUP})(.*)\n({COUP})(.*)", r"\1\4\n\3\2"),
    "dropped coup": Edit(rf"{COUP}.*\n(?={COUP[1:]})", ""),
    "repeated coup": Edit(f"({COUP}.*)", r"\1\n\1", below=1),
    "wrong outcome": Edit("[0-9]-[0-9] (?P<old>[PBT])", other("PBT")),
    "changed stake": Edit(
        r" (?P<old>[0-9]+)\.00 [+-]",
        lambda found, chance: str(int(found["old"]) + chance.randint(1, 5)),
    ),
    "dropped bet": Edit(
        r"#([0-9]) ([^#\n]*), [a-z_0-9]+ [0-9.]+ [+-][0-9.]+$", r"#\1 \2", "^Total: {} "
    ),
    "changed sum": Edit("^Total: .*(?P<old>[0-9])$", other("0123456789")),
    "reused seed": Edit("^Reveal: (?P<old>.*)", other_digit),
    "changed commitment": Edit("^Commitment: (?P<old>.*)", other_digit),
    "changed word of a guest": Edit("^(Guest: .* word .*)", r"\1!"),
    "hidden word of a guest": Edit("^(Guest: .*) word .*", r"\1", "^Withheld: "),
    "miscounted withheld": Edit("^Withheld: (?P<old>1)", other("0123")),
    "another table": Edit("^(Table: .*)", r"\g<1>2", "^Commitment: "),
    "another shoe": Edit("^Shoe: 1", "Shoe: 2", "^Commitment: "),
    "impossible rule": Edit(f"^Rule: {one_of(IMPOSSIBLE)}$", changed_to(IMPOSSIBLE)),
    "dropped end": Edit(r"^End: .*\n", "", below=-1),
    "cut short and closed again": cut_short_and_closed_again,
    "other burn": Edit(f"^Burn: (?P<old>{CARD})", other(FACES)),
    "one more burned": Edit("^(Burn: .*)", r"\1 ??"),
}
"""Ways to tamper with the record of a finished shoe."""


def card_changed_under_its_path(text: str, chance: Random) -> tuple[str, int]:
    """Change a card, which the path of its position reveals."""
    cards = list(re.finditer(rf"(?<!Burn: )(?P<old>{CARD})", text))
    index = chance.randrange(len(cards))
    start, end = cards[index].span()
    paths = text.count("\n", 0, text.index("\nPath: ")) + 2
    return text[:start] + other(FACES)(cards[index], chance) + text[end:], paths + 1 + index


FALSE_FINISH = {"false finish": Edit("^End: unfinished", "End: finished")}

UNFINISHED: dict[str, Tamper] = {
    **ANY_SHOE,
    **CHANGED_ROOT,
    **FALSE_FINISH,
    "dropped rules": RULES_CHANGED["dropped rules"],
    "altered path": Edit("^Path: [0-9]+ (?P<old>.*)", other_digit),
    "dropped path": Edit(r"^Path: 0 .*\n", "", "^Burn: "),
    "card changed under its path": card_changed_under_its_path,
}
"""Ways to tamper with the record of an unfinished shoe."""

CUT_SHORT: dict[str, Tamper] = {**FINISHED, **FALSE_FINISH}
"""Ways to tamper with the record of a shoe whose table was closed early."""

LINES = {
    "either pair red: 8": "either pair black: 8",
    "margin = 1: 2": "margin = 2: 2",
    "margin = 1 and winner natural: push": "margin = 1 and loser natural: push",
}
RED_PAIR, CLOSE_CALL = 'Rule: "(?P<old>either pair red: 8)"', 'Rule: "(?P<old>margin = 1: 2)"'
UNREADABLE = "either piar red: 8", "either total = 12: 8", "either pair red: 0", "either pair red 8"

OWN_BETS: dict[str, Tamper] = {
    "changed definition": Edit(f'^Rule: "{one_of(LINES)}"', changed_to(LINES), "^Commitment: "),
    "changed pay of a definition": Edit(CLOSE_CALL, "margin = 1: 3", "^Commitment: "),
    "changed limit of a definition": Edit(
        "^Rule: limits = .* maximum = (?P<old>50)", "60", "^Commitment: "
    ),
    "dropped definition": Edit(
        r"^Rule:\nRule: \[bets\.two_aces\]\n(?:Rule:.*\n)+", "", "^Commitment: "
    ),
    "changed settlement of an own bet": Edit(
        r"(?:close_call|red_pair) ([0-9]+)\.00 (?P<old>[+-][0-9.]+)",
        lambda found, chance: chance.choice(("returned", f"+{int(found[1]) * 5}.00")),
    ),
    "unreadable definition": Edit(RED_PAIR, other(UNREADABLE)),
    "definition in other words": Edit(
        CLOSE_CALL, other(("margin in {1}: 2", "margin = 1: 2 to 1", "(margin = 1): 2"))
    ),
    "definition that only pushes": Edit(RED_PAIR, "either pair red: push", below=-4),
}
"""More ways to tamper with the record of a finished shoe, if the house defines bets."""

FIXED_BURN: dict[str, Tamper] = {
    "one more burned": FINISHED["one more burned"],
    "one less burned": Edit("^(Burn: .*) ..$", r"\1"),
    "burn left out": Edit(r"^Burn: .*\n", "", "^Scheme: "),
    "other card burned": Edit(
        r"^Burn: (?P<old>..)", other(("2c", "3c")), r"^Path: 0 |^Burn: (?![\s\S]*^Path: 0 )"
    ),
    "impossible burn": Edit("^Rule: burn = .*", "Rule: burn = 21"),
}
"""Ways to tamper with the record of a shoe with a fixed burn."""

TAMPERED: dict[str, tuple[Callable[[], Record], dict[str, Tamper]]] = {
    "finished": (lambda: recorded(CLASSIC), FINISHED),
    "unfinished": (lambda: recorded(CLASSIC, coups=6), UNFINISHED),
    "cut short": (lambda: cut_short(CLASSIC), CUT_SHORT),
    "own bets": (lambda: recorded(tables.OWN_BETS), OWN_BETS),
    "face down": (lambda: recorded(FACE_DOWN), FIXED_BURN),
    "face down, unfinished": (lambda: recorded(FACE_DOWN, coups=6), FIXED_BURN),
    "three burned": (lambda: recorded(THREE_BURNED), FIXED_BURN),
    "three burned, unfinished": (lambda: recorded(THREE_BURNED, coups=6), FIXED_BURN),
}
"""Shoes, and the ways to tamper with their records."""

every_tampering = pytest.mark.parametrize(
    "shoe, name", [(shoe, name) for shoe, (_, tampers) in TAMPERED.items() for name in tampers]
)


def tampered(shoe: str, name: str, turn: int) -> tuple[str, int]:
    """Return the false record of a shoe, and the line that must be named."""
    record, tampers = TAMPERED[shoe]
    return tampers[name](format_record(record()), Random(f"{name} {turn}"))


def stripped(text: str) -> str:
    """Remove all commitments and paths from a record."""
    promises = ("Scheme", "Commitment", "Guest", "Withheld", "Root", "Reveal", "Path")
    lines = text.splitlines(keepends=True)
    return "".join(line for line in lines if line.partition(":")[0] not in promises)
