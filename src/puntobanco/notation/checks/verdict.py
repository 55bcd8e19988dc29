"""Whether a record holds: everything in it that follows from something else is computed again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest

from puntobanco.cards import DECK, Card
from puntobanco.errors import HouseError, PuntoBancoError
from puntobanco.fairness import SCHEME
from puntobanco.house import LARGEST_BURN, Burning, House, format_house
from puntobanco.notation.checks.findings import Case, Finding, Place
from puntobanco.notation.checks.money import money_faults
from puntobanco.notation.checks.play import play_faults
from puntobanco.notation.checks.promises import derived, path_faults, promise_faults
from puntobanco.notation.checks.seats import seat_faults, unseen
from puntobanco.notation.reading import Lines, locate_record
from puntobanco.notation.record import Promises, Record, house_of, knows_rules
from puntobanco.notation.writing import format_record
from puntobanco.shoe import Shoe


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was checked, what could not be, and every fault that was found."""

    finished: bool
    checked: tuple[str, ...]
    unchecked: tuple[str, ...]
    faults: tuple[Finding, ...]

    @property
    def holds(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults


def check(record: Record, lines: Lines | None = None) -> Verdict:
    """Compute everything again. Without lines, they are those of the record's strict form."""
    where = locate_record(format_record(record))[1] if lines is None else lines
    finished = record.end is not None and record.end.finished
    faults = list(_end_faults(record, where))
    try:
        house = house_of(record)
    except PuntoBancoError as error:
        faults.append(Finding(_rule_line(record, where, error), f"the rules: {error}"))
        unchecked = ("the rules cannot be read, so nothing else was checked",)
        return Verdict(finished, (), unchecked, tuple(sorted(faults)))
    faults += _rule_faults(record, where, house)
    places = tuple(_places(record, house))
    known = knows_rules(record)
    case = Case(record, where, house, derived(record, house), places, rules_known=known)
    for find in (promise_faults, path_faults, play_faults, money_faults, seat_faults):
        faults += find(case)
    return Verdict(finished, *_told(case), faults=tuple(sorted(faults)))


def _end_faults(record: Record, where: Lines) -> Iterator[Finding]:
    end = record.end
    if end is None:
        torn = "in the middle of a line" if where.torn else "without an End line"
        yield Finding(where.last, f"the record stops here {torn}: it is truncated")
        return
    if where.torn:
        text = "the last line has no line feed: the end of the record is cut off"
        yield Finding(where.last, text)
    if end.coups != len(record.coups):
        text = f"{end.coups} coups are stated and {len(record.coups)} are recorded"
        yield Finding(where.tags["End"], text)


def _rule_line(record: Record, where: Lines, error: PuntoBancoError) -> int:
    """The line of the rule that an error is about, as far as that can be told."""
    field = error.field.rpartition(".")[2] if isinstance(error, HouseError) else ""
    for line, rule in zip(where.rules, record.rules.splitlines(), strict=True):
        if field and rule.replace(" ", "").startswith((f"{field}=", f"[{field}]")):
            return line
    if found := re.search(r"\(at line ([0-9]+)", str(error)):
        return where.rules[int(found[1]) - 1]
    tag = where.tags.get(field.capitalize()) or where.tags.get("House", 1)
    return where.rules[0] if where.rules else tag


def _rule_faults(record: Record, where: Lines, house: House) -> Iterator[Finding]:
    """The rules in full and in their one form, and the tags that say them in short."""
    if not record.rules:
        return
    if form := _form_fault(record, where, format_house(house).splitlines()):
        yield form
        return
    if record.house != house.name.strip():
        yield Finding(
            where.tags.get("House", 1), f"the house is {record.house}, its rules say {house.name}"
        )
    if record.decks != house.decks:
        yield Finding(
            where.tags.get("Decks", 1), f"the decks are {record.decks}, the rules say {house.decks}"
        )


def _form_fault(record: Record, where: Lines, wanted: list[str]) -> Finding | None:
    """The first rule that does not stand as a house in full is written."""
    pairs = zip_longest(where.rules, record.rules.splitlines(), wanted)
    for line, written, rule in pairs:
        if written != rule:
            here = "no further rule" if rule is None else f"the rule {rule!r}"
            return Finding(line or where.rules[-1], f"{here} belongs here, in the rules in full")
    return None


def _places(record: Record, house: House) -> Iterator[Place | None]:
    """Where each coup began and ended in the shoe, while that can be known."""
    dummy: tuple[Card, ...] = DECK * house.decks
    burned = len(record.burn)
    known = 0 < burned <= LARGEST_BURN or (not burned and house.burn is Burning.NONE)
    shoe = house.with_cut_card(Shoe(dummy, min(burned, LARGEST_BURN)))
    for coup in record.coups:
        known = known and (bool(coup.cards) or coup.interrupted) and len(coup.cards) <= shoe.left
        if not known:
            yield None
            continue
        _, after = shoe.take(len(coup.cards))
        yield Place(shoe.place, last=house.is_last_coup(shoe, after))
        shoe = after


def _told(case: Case) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What was checked and what could not be, in words."""
    checked: list[str] = []
    unchecked: list[str] = []
    if case.rules_known:
        checked.append(f"the rules of the house: {case.house.name}, {case.house.decks} decks")
    else:
        why = "the record does not hold the rules in full"
        unchecked.append(f"what bets pay and the end of the shoe: {why}")
    _tell_promises(case, case.record.promises, checked, unchecked)
    _tell_coups(case, checked, unchecked)
    bets = sum(len(coup.bets) for coup in case.record.coups)
    pays = "stakes, pays, and " if case.rules_known else ""
    checked.append(f"{bets} bets: {pays}what each seat won or lost")
    unchecked += filter(None, (unseen(case), _cut_short(case.record)))
    return tuple(checked), tuple(unchecked)


def _tell_promises(
    case: Case, promises: Promises | None, checked: list[str], unchecked: list[str]
) -> None:
    if promises is None:
        unchecked.append("the order of the cards: nothing was promised about it")
        return
    if promises.scheme != SCHEME:
        unchecked.append("the order of the cards: the scheme is not known")
        return
    revealed = sum(guest.seed is not None for guest in promises.guests)
    withheld = len(promises.guests) - revealed
    checked.append(f"the guests' seeds: {revealed} revealed, {withheld} withheld")
    unchecked.append("the count of withheld seeds: it is the house's word")
    if case.fair:
        checked += (
            "the house's commitment to seed, table, shoe and rules",
            f"the order of {case.house.cards} cards, derived from the seeds, and its root",
        )
    elif promises.seed is not None:
        unchecked.append("the order of the cards: what was revealed does not give one")
    else:
        checked.append(f"the Merkle paths of {len(case.record.paths)} cards to the root")
        unchecked.append(
            "the house's commitment and the cards not shown: the seed is secret; "
            "the rules were taken as stated, not against the commitment"
        )


def _cut_short(record: Record) -> str | None:
    """What nobody can tell from the record of a shoe whose table was closed before its end."""
    is_over = record.promises is not None and record.promises.seed is not None
    if record.end is None or record.end.finished or not is_over:
        return None
    return "that no coup followed: it is the house's word that the table was closed then"


def _tell_coups(case: Case, checked: list[str], unchecked: list[str]) -> None:
    coups = case.record.coups
    interrupted = sum(coup.interrupted for coup in coups)
    known = sum(
        bool(coup.cards) and None not in coup.cards and not coup.interrupted for coup in coups
    )
    checked.append(f"{known} coups: cards, draws by the tableau, totals, outcomes")
    if known + interrupted < len(coups):
        unchecked.append(f"{len(coups) - known - interrupted} coups with unknown cards, in part")
    if interrupted:
        unchecked.append(f"{interrupted} interrupted coups: that they were")
