"""Context: a record, and what the checks of its parts need to know of the whole."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from puntobanco.cards import DECK
from puntobanco.fairness import FairShoe
from puntobanco.house import LARGEST_BURN, Burning, FixedBurn, House
from puntobanco.notation.checks.seeds import derived_shoe
from puntobanco.notation.reading import Lines
from puntobanco.notation.record import Record, RecordedCoup, knows_rules
from puntobanco.shoe import Shoe


class Place(NamedTuple):
    """The position of a coup's first card in the shoe, and whether the coup is the shoe's last."""

    position: int
    last: bool


@dataclass(frozen=True, slots=True)
class Context:
    """A record, its line numbers, and what follows from the record as a whole."""

    record: Record
    lines: Lines
    house: House
    fair: FairShoe | None
    """The shoe derived from the revealed seeds."""
    places: tuple[Place | None, ...]
    """The place of each coup; None where it cannot be known."""
    rules_known: bool
    """False if the record does not state its rules and `house` is only a stand-in."""

    @classmethod
    def of(cls, record: Record, lines: Lines, house: House) -> Context:
        """The context of a record that was played by the rules of this house."""
        return cls(
            record=record,
            lines=lines,
            house=house,
            fair=derived_shoe(record, house),
            places=tuple(_places(record, house)),
            rules_known=knows_rules(record),
        )

    def tag(self, name: str) -> int:
        """The line of a tag; if it is missing, the line of a tag that it would follow."""
        tags = self.lines.tags
        return tags.get(name) or tags.get("Scheme") or tags["BGN"]

    def coups(self) -> Iterator[tuple[int, Place | None, RecordedCoup]]:
        """Every coup, with its line and its place."""
        return zip(self.lines.coups, self.places, self.record.coups, strict=True)


def _places(record: Record, house: House) -> Iterator[Place | None]:
    """The place of each coup, up to the first coup whose number of cards is unknown."""
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
