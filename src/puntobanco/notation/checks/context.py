"""Shared by the checks: a record with its house, the shoe of the revealed seeds, and faults."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from puntobanco.cards import DECK
from puntobanco.errors import FairnessError
from puntobanco.fairness import SCHEME, FairShoe, GuestSeed, Seed, fair_shoe, house_commitment
from puntobanco.house import LARGEST_BURN, Burning, FixedBurn, House
from puntobanco.notation.parsing import Lines
from puntobanco.notation.record import Promises, Record, RecordedCoup, knows_rules
from puntobanco.shoe import Shoe


def derived_shoe(record: Record, house: House) -> FairShoe | None:
    """Derive the shoe from the revealed seeds. Return None if it matches no root or commitment."""
    promises = record.promises
    if promises is None or promises.seed is None or promises.scheme != SCHEME:
        return None
    try:
        guests = tuple(
            GuestSeed(each.seat, each.seed) for each in promises.guests if each.seed is not None
        )
        seed = Seed(bytes.fromhex(promises.seed))
        fair = fair_shoe(
            house, table=record.table, number=record.shoe or 0, seed=seed, guests=guests
        )
    except FairnessError:
        return None
    fits = fair.root.hex() == promises.root or commitment_fits(record, promises, record.rules)
    return fair if fits else None


def commitment_fits(record: Record, promises: Promises, rules: str) -> bool:
    """Return whether the house committed to the revealed seed for this table, shoe and rules."""
    seed = Seed(bytes.fromhex(promises.seed or ""))
    true = house_commitment(seed, table=record.table, number=record.shoe or 0, rules=rules)
    return true.hex() == promises.commitment


class Place(NamedTuple):
    """The position of a coup's first card in the shoe, and whether the coup is the shoe's last."""

    position: int
    last: bool


@dataclass(frozen=True, slots=True)
class Context:
    """A record, its line numbers, and facts derived from the whole record."""

    record: Record
    lines: Lines
    house: House
    fair: FairShoe | None
    """The shoe derived from the revealed seeds."""
    places: tuple[Place | None, ...]
    """The place of each coup, or None if it is unknown."""
    rules_known: bool
    """False if the record does not state its rules, and `house` is only a default."""

    @classmethod
    def of(cls, record: Record, lines: Lines, house: House) -> Context:
        """Return the context of a record that was played by the rules of this house."""
        return cls(
            record=record,
            lines=lines,
            house=house,
            fair=derived_shoe(record, house),
            places=tuple(_places(record, house)),
            rules_known=knows_rules(record),
        )

    def tag(self, name: str) -> int:
        """Return the line of a tag, or of a tag that it would follow if it is missing."""
        tags = self.lines.tags
        return tags.get(name) or tags.get("Scheme") or tags["BGN"]

    def coups(self) -> Iterator[tuple[int, Place | None, RecordedCoup]]:
        """Yield every coup with its line and its place."""
        return zip(self.lines.coups, self.places, self.record.coups, strict=True)


def _places(record: Record, house: House) -> Iterator[Place | None]:
    """Yield the place of each coup, up to the first one with an unknown number of cards."""
    burned = len(record.burn)
    if isinstance(house.burn, FixedBurn):
        known = burned == house.burn.cards
    else:
        known = 0 < burned <= LARGEST_BURN or (not burned and house.burn is Burning.NONE)
    any_cards = Shoe(DECK * house.decks, burned if known else 0)  # only their number matters
    shoe = house.with_cut_card(any_cards)
    for coup in record.coups:
        known = known and (bool(coup.cards) or coup.interrupted) and len(coup.cards) <= shoe.left
        if not known:
            yield None
            continue
        _, after = shoe.take(len(coup.cards))
        yield Place(shoe.place, last=house.is_last_coup(shoe, after))
        shoe = after


class Fault(NamedTuple):
    """Something in a record that can't be true, and its line."""

    line: int
    text: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.text}"


MOST_OF_A_KIND = 10
"""How many faults of one kind to list. The others are only counted."""


def capped(faults: Iterable[Fault]) -> Iterator[Fault]:
    """Yield the first faults of one kind, and how many more there are."""
    listed = list(faults)
    more = listed[MOST_OF_A_KIND:]
    yield from listed[:MOST_OF_A_KIND]
    if more:
        yield Fault(more[0].line, f"from here on {counted(len(more), 'more fault')} of this kind")


def counted(number: int, noun: str) -> str:
    """Return a number of things: 1 coup, 2 coups."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def are(number: int) -> str:
    """Return the verb for this many things."""
    return "is" if number == 1 else "are"
