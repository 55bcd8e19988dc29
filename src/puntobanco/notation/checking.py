"""Whether a record holds: everything in it that follows from something else is computed again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from puntobanco.cards import DECK, Card
from puntobanco.errors import HouseError, PuntoBancoError
from puntobanco.house import Burning, House
from puntobanco.notation.check_money import money_faults
from puntobanco.notation.check_play import play_faults
from puntobanco.notation.check_promises import derived, path_faults, promise_faults
from puntobanco.notation.finding import Case, Finding, Place
from puntobanco.notation.reading import Lines, locate_record
from puntobanco.notation.record import Record, house_of
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
    case = Case(record, where, house, derived(record, house), tuple(_places(record, house)))
    for find in (promise_faults, path_faults, play_faults, money_faults):
        faults += find(case)
    return Verdict(finished, *_told(case), faults=tuple(sorted(faults)))


def reused_seeds(records: dict[str, Record]) -> Iterator[tuple[str, str]]:
    """Which records show a seed that the record of another shoe has shown, and which one."""
    shown: dict[str, tuple[str, Record]] = {}
    for name, record in records.items():
        seed = record.promises.seed if record.promises else None
        if seed is None:
            continue
        first, other = shown.setdefault(seed, (name, record))
        if (record.table, record.shoe) != (other.table, other.shoe):
            yield name, first


def _end_faults(record: Record, where: Lines) -> Iterator[Finding]:
    end = record.end
    if end is None:
        torn = "in the middle of a line" if where.torn else "without an End line"
        yield Finding(where.last, f"the record stops here {torn}: it is truncated")
    elif end.coups != len(record.coups):
        text = f"{end.coups} coups are stated and {len(record.coups)} are recorded"
        yield Finding(where.tags["End"], text)


def _rule_line(record: Record, where: Lines, error: PuntoBancoError) -> int:
    """The line of the rule that an error is about, as far as that can be told."""
    field = error.field.rpartition(".")[2] if isinstance(error, HouseError) else ""
    for line, rule in zip(where.rules, record.rules.splitlines(), strict=True):
        if field and rule.replace(" ", "").startswith((f"{field}=", f"[{field}]")):
            return line
    return where.rules[0] if where.rules else where.tags.get("House", 1)


def _rule_faults(record: Record, where: Lines, house: House) -> Iterator[Finding]:
    """The tags that say in short what the rules say in full."""
    if record.house != house.name.strip():
        yield Finding(
            where.tags.get("House", 1), f"the house is {record.house}, its rules say {house.name}"
        )
    if record.decks != house.decks:
        yield Finding(
            where.tags.get("Decks", 1), f"the decks are {record.decks}, the rules say {house.decks}"
        )


def _places(record: Record, house: House) -> Iterator[Place | None]:
    """Where each coup began and ended in the shoe, while that can be known."""
    dummy: tuple[Card, ...] = DECK * house.decks
    burned = len(record.burn)
    known = burned > 0 or house.burn is Burning.NONE
    shoe = house.with_cut_card(Shoe(dummy, min(burned, len(dummy))))
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
    record = case.record
    promises = record.promises
    checked = [f"the rules of the house: {case.house.name}, {case.house.decks} decks"]
    unchecked: list[str] = []
    if promises is None:
        unchecked.append("the order of the cards: nothing was promised about it")
    else:
        revealed = sum(guest.seed is not None for guest in promises.guests)
        checked.append(
            f"the guests' seeds: {revealed} revealed, {len(promises.guests) - revealed} withheld"
        )
        if case.fair:
            checked += (
                "the house's commitment to seed, table, shoe and rules",
                f"the order of {case.house.cards} cards, derived from the seeds, and its root",
            )
        elif promises.seed is not None:
            unchecked.append("the order of the cards: what was revealed does not give one")
        else:
            checked.append(f"the Merkle paths of {len(record.paths)} cards to the root")
            unchecked.append("the house's commitment and the cards not shown: the seed is secret")
    known = sum(None not in coup.cards and bool(coup.cards) for coup in record.coups)
    checked.append(f"{known} coups: cards, draws by the tableau, totals, outcomes")
    if known < len(record.coups):
        unchecked.append(f"{len(record.coups) - known} coups with unknown cards, in part")
    bets = sum(len(coup.bets) for coup in record.coups)
    checked.append(f"{bets} bets: stakes, pays, and what each seat won or lost")
    return tuple(checked), tuple(unchecked)
