"""Commitments, seeds, the root and Merkle paths of a record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from puntobanco.cards import Card
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
from puntobanco.house import HOUSES, House, format_house
from puntobanco.notation.checks.findings import Case, Finding, capped
from puntobanco.notation.record import Promises, Record, RecordedGuestSeed, RecordedPath


def derived(record: Record, house: House) -> FairShoe | None:
    """The shoe that the revealed seeds stand for, if they fit anything that was promised."""
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
    fits = fair.root.hex() == promises.root or _commitment_fits(record, promises, record.rules)
    return fair if fits else None


def promise_faults(case: Case) -> Iterator[Finding]:
    """What does not fit in what was promised and revealed."""
    promises = case.record.promises
    if promises is None:
        return
    if promises.scheme != SCHEME:
        text = f"the scheme {promises.scheme!r} is not {SCHEME}, the one that this program knows"
        yield Finding(case.tag("Scheme"), text)
        return
    yield from _missing(case, promises)
    yield from _guest_faults(case, promises)
    yield from _reveal_faults(case, promises)


def _missing(case: Case, promises: Promises) -> Iterator[Finding]:
    needed = {
        "Table": case.record.table,
        "Shoe": case.record.shoe,
        "Rule": case.record.rules,
        "Commitment": promises.commitment,
        "Withheld": promises.withheld is not None,
    }
    if case.record.coups or case.record.burn:
        needed["Root"] = promises.root
    for name, value in needed.items():
        if not value:
            yield Finding(case.tag("Scheme"), f"the tag {name} is missing")


def _guest_faults(case: Case, promises: Promises) -> Iterator[Finding]:
    seats = Counter(guest.seat for guest in promises.guests)
    for line, guest in zip(case.lines.guests, promises.guests, strict=True):
        if seats[guest.seat] > 1:
            yield Finding(line, f"seat {guest.seat} has more than one seed")
        try:
            fits = _fits(guest, bytes.fromhex(promises.commitment))
        except FairnessError as error:
            yield Finding(line, f"seat {guest.seat}: {error}")
            continue
        if not fits:
            yield Finding(line, f"seat {guest.seat} committed to another seed, or for another shoe")
        if guest.seed is not None and guest.seed.lower() == promises.seed:
            yield Finding(line, f"the seed of seat {guest.seat} is the house's seed")
    withheld = sum(guest.seed is None for guest in promises.guests)
    if promises.withheld not in (None, withheld):
        text = f"{promises.withheld} seeds are stated as withheld and {withheld} are"
        yield Finding(case.tag("Withheld"), text)


def _fits(guest: RecordedGuestSeed, house: bytes) -> bool:
    """Whether a guest's seed is the one promised; a withheld one could be any."""
    promise = GuestPromise(guest.seat, bytes.fromhex(guest.commitment))
    if guest.seed is None:
        return True
    return GuestSeed(guest.seat, guest.seed).commitment(house) == promise.digest


def _reveal_faults(case: Case, promises: Promises) -> Iterator[Finding]:
    end = case.record.end
    if promises.seed is None:
        if end and end.finished:
            yield Finding(case.tag("End"), "the shoe is finished and its seed is not revealed")
        return
    fair = case.fair
    if not _commitment_fits(case.record, promises, case.record.rules):
        yield from _changed_rule(case, promises) or _uncommitted(case)
    elif fair and fair.root.hex() != promises.root:
        yield Finding(case.tag("Root"), "this is not the root of the order that the seeds give")


def _commitment_fits(record: Record, promises: Promises, rules: str) -> bool:
    seed = Seed(bytes.fromhex(promises.seed or ""))
    promised = house_commitment(seed, table=record.table, number=record.shoe or 0, rules=rules)
    return promised.hex() == promises.commitment


def _changed_rule(case: Case, promises: Promises) -> list[Finding]:
    """The rules that differ from those of the named house, if the house committed to these."""
    named = HOUSES.get(case.record.house)
    true = format_house(named) if named else ""
    if not true or not _commitment_fits(case.record, promises, true):
        return []
    lines, written, wanted = case.lines.rules, case.record.rules.splitlines(), true.splitlines()
    faults = [
        Finding(line, f"the rule is changed: the house committed to {before!r}")
        for line, now, before in zip(lines, written, wanted, strict=False)
        if now != before
    ]
    return faults or [Finding(case.tag("House"), f"the house committed to {len(wanted)} rules")]


def _uncommitted(case: Case) -> Iterator[Finding]:
    """If the order fits, the seed is right, and something else was changed."""
    if case.fair is None:
        text = "this is not the seed that the house committed to for this table, shoe and rules"
        yield Finding(case.tag("Reveal"), text)
        return
    rules = case.lines.rules
    named = f", or a rule in lines {rules[0]} to {rules[-1]}" if rules else ""
    text = (
        "the house did not commit to this: changed is the commitment, "
        f"the table (line {case.tag('Table')}), the shoe (line {case.tag('Shoe')}){named}"
    )
    yield Finding(case.tag("Commitment"), text)


def path_faults(case: Case) -> Iterator[Finding]:
    """Every card that was shown while the seed is secret has its path to the root."""
    promises = case.record.promises
    if promises is None or promises.seed is not None:
        text = "a path belongs to a promised shoe whose seed is secret"
        yield from capped(Finding(line, text) for line in case.lines.paths)
        return
    if promises.scheme != SCHEME:
        return
    shown = dict(_shown(case))
    for line, path in zip(case.lines.paths, case.record.paths, strict=True):
        _, card = shown.pop(path.position, (0, None))
        if card is None:
            yield Finding(line, f"no card that was shown lay in position {path.position}")
        elif not _leads_to_root(card, path, promises.root, case.house.cards):
            yield Finding(line, f"this path does not lead from {card} to the root")
    for position, (line, card) in shown.items():
        yield Finding(line, f"{card}, in position {position}, has no path to the root")


def _leads_to_root(card: Card, path: RecordedPath, root: str, size: int) -> bool:
    real = Path(path.position, bytes.fromhex(path.salt), tuple(map(bytes.fromhex, path.beside)))
    return verify_path(card, real, root=bytes.fromhex(root), size=size)


def _shown(case: Case) -> Iterator[tuple[int, tuple[int, Card]]]:
    """Every known card by its position, with its line."""
    for position, card in enumerate(case.record.burn):
        if card:
            yield position, (case.tag("Burn"), card)
    for line, place, coup in zip(case.lines.coups, case.places, case.record.coups, strict=True):
        for position, card in enumerate(coup.cards, place.position if place else 0):
            if card and place:
                yield position, (line, card)
