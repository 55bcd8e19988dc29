"""Commitments, seeds, the root and Merkle paths of a record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from puntobanco.cards import Card
from puntobanco.errors import FairnessError
from puntobanco.fairness import SCHEME, GuestPromise, GuestSeed, Path, verify_path
from puntobanco.house import HOUSES, format_house
from puntobanco.notation.checks.context import Context, Fault, are, capped, commitment_fits, counted
from puntobanco.notation.record import Promises, RecordedGuestSeed, RecordedPath


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
