"""Shared by the checks: a record with its house, the shoe of the revealed seeds, and faults.

The promises of a record are checked here too: commitments, seeds, the root and Merkle paths.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from puntobanco.cards import DECK, Card
from puntobanco.errors import FairnessError
from puntobanco.fairness import (
    SCHEME,
    FairShoe,
    GuestPromise,
    GuestSeed,
    Path,
    Seed,
    fair_shoe,
    house_commitment,
    verify_path,
)
from puntobanco.house import HOUSES, LARGEST_BURN, Burning, FixedBurn, House, format_house
from puntobanco.notation.parsing import Lines
from puntobanco.notation.record import (
    Promises,
    Record,
    RecordedCoup,
    RecordedGuestSeed,
    RecordedPath,
    knows_rules,
)
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


def promise_faults(context: Context) -> Iterator[Fault]:
    """Find faults in the commitments and in the revealed seeds."""
    promises = context.record.promises
    if promises is None:
        return
    if context.record.order:
        yield Fault(context.tag("Order"), "the order was given, and a given order is no promise")
        return
    if promises.scheme != SCHEME:
        text = f"the scheme {promises.scheme!r} is not {SCHEME}, the one that this program knows"
        yield Fault(context.tag("Scheme"), text)
        return
    yield from _missing_tags(context, promises)
    yield from _guest_faults(context, promises)
    yield from _reveal_faults(context, promises)


def _missing_tags(context: Context, promises: Promises) -> Iterator[Fault]:
    needed = {
        "Table": context.record.table,
        "Shoe": context.record.shoe,
        "Rule": context.record.rules,
        "Commitment": promises.commitment,
        "Withheld": promises.withheld is not None,
    }
    if context.record.coups or context.record.burn:
        needed["Root"] = promises.root
    for name, value in needed.items():
        if not value:
            yield Fault(context.tag("Scheme"), f"the tag {name} is missing")


def _guest_faults(context: Context, promises: Promises) -> Iterator[Fault]:
    seats = Counter(guest.seat for guest in promises.guests)
    for line, guest in zip(context.lines.guests, promises.guests, strict=True):
        if seats[guest.seat] > 1:
            yield Fault(line, f"seat {guest.seat} has more than one word")
        try:
            fits = _is_promised(guest, bytes.fromhex(promises.commitment))
        except FairnessError as error:
            yield Fault(line, f"seat {guest.seat}: {error}")
            continue
        if not fits:
            yield Fault(line, f"seat {guest.seat} committed to another word, or for another shoe")
        if guest.seed is not None and guest.seed.lower() == promises.seed:
            yield Fault(line, f"the word of seat {guest.seat} is the house's secret")
    withheld = sum(guest.seed is None for guest in promises.guests)
    if promises.withheld not in (None, withheld):
        stated = counted(promises.withheld, "word")
        text = (
            f"{stated} {are(promises.withheld)} stated as withheld and {withheld} {are(withheld)}"
        )
        yield Fault(context.tag("Withheld"), text)


def _is_promised(guest: RecordedGuestSeed, house: bytes) -> bool:
    """Return whether a guest's seed matches the commitment, or was withheld."""
    promise = GuestPromise(guest.seat, bytes.fromhex(guest.commitment))
    if guest.seed is None:
        return True
    return GuestSeed(guest.seat, guest.seed).commitment(house) == promise.digest


def _reveal_faults(context: Context, promises: Promises) -> Iterator[Fault]:
    end = context.record.end
    if promises.seed is None:
        if end and end.finished:
            yield Fault(context.tag("End"), "the shoe is finished and its secret is not revealed")
        return
    fair = context.fair
    if not commitment_fits(context.record, promises, context.record.rules):
        yield from _changed_rules(context, promises) or _broken_commitment(context)
    elif fair and fair.root.hex() != promises.root:
        yield Fault(
            context.tag("Root"),
            "this is not the root of the shuffled order",
        )


def _changed_rules(context: Context, promises: Promises) -> list[Fault]:
    """Return the changed rules, if the commitment matches the rules of the named house."""
    named = HOUSES.get(context.record.house)
    true = format_house(named) if named else ""
    if not true or not commitment_fits(context.record, promises, true):
        return []
    written, wanted = context.record.rules.splitlines(), true.splitlines()
    faults = [
        Fault(line, f"the rule is changed: the house committed to {before!r}")
        for line, now, before in zip(context.lines.rules, written, wanted, strict=False)
        if now != before
    ]
    return faults or [Fault(context.tag("House"), f"the house committed to {len(wanted)} rules")]


def _broken_commitment(context: Context) -> Iterator[Fault]:
    """Say what may have been changed, if the commitment does not match the seed.

    If the seeds do determine the order under the root, the seed is right and something else was
    changed.
    """
    if context.fair is None:
        text = "this is not the secret that the house committed to for this table, shoe and rules"
        yield Fault(context.tag("Reveal"), text)
        return
    rules = context.lines.rules
    named = f", or a rule in lines {rules[0]} to {rules[-1]}" if rules else ""
    text = (
        "the house did not commit to this: changed is the commitment, "
        f"the table (line {context.tag('Table')}), the shoe (line {context.tag('Shoe')}){named}"
    )
    yield Fault(context.tag("Commitment"), text)


def path_faults(context: Context) -> Iterator[Fault]:
    """Find shown cards without a path to the root, which they need while the seed is secret."""
    promises = context.record.promises
    if promises is None or promises.seed is not None or context.record.order:
        text = "a path belongs to a promised shoe whose secret isn't revealed yet"
        yield from capped(Fault(line, text) for line in context.lines.paths)
        return
    if promises.scheme != SCHEME:
        return
    shown = dict(_shown_cards(context))
    for line, path in zip(context.lines.paths, context.record.paths, strict=True):
        _, card = shown.pop(path.position, (0, None))
        if card is None:
            yield Fault(line, f"no card that was shown lay in position {path.position}")
        elif not _leads_to_root(card, path, promises.root, context.house.cards):
            yield Fault(line, f"this path does not lead from {card} to the root")
    for position, (line, card) in shown.items():
        yield Fault(line, f"{card}, in position {position}, has no path to the root")


def _leads_to_root(card: Card, path: RecordedPath, root: str, size: int) -> bool:
    real = Path(path.position, bytes.fromhex(path.salt), tuple(map(bytes.fromhex, path.beside)))
    return verify_path(card, real, root=bytes.fromhex(root), size=size)


def _shown_cards(context: Context) -> Iterator[tuple[int, tuple[int, Card]]]:
    for position, card in enumerate(context.record.burn):
        if card:
            yield position, (context.tag("Burn"), card)
    for line, place, coup in context.coups():
        for position, card in enumerate(coup.cards, place.position if place else 0):
            if card and place:
                yield position, (line, card)
