"""What was checked of a record and what could not be, in words."""

from __future__ import annotations

from dataclasses import dataclass, field

from puntobanco.fairness import SCHEME
from puntobanco.notation.checks.context import Context, counted
from puntobanco.notation.checks.seats import missing_stakes
from puntobanco.notation.record import Promises, Record


def summary(context: Context) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What was checked, and what could not be."""
    parts = _Summary()
    _add_rules(parts, context)
    _add_promises(parts, context)
    _add_coups(parts, context.record)
    _add_money(parts, context)
    if _was_closed_early(context.record):
        parts.unchecked.append(
            "that no coup followed: it is the house's word that the table was closed then"
        )
    return tuple(parts.checked), tuple(parts.unchecked)


@dataclass(slots=True)
class _Summary:
    checked: list[str] = field(default_factory=list)
    unchecked: list[str] = field(default_factory=list)


def _add_rules(parts: _Summary, context: Context) -> None:
    house = context.house
    if context.rules_known:
        parts.checked.append(
            f"the rules of the house: {house.name}, {counted(house.decks, 'deck')}"
        )
    else:
        why = "the record does not hold the rules in full"
        parts.unchecked.append(f"what bets pay and the end of the shoe: {why}")


def _add_promises(parts: _Summary, context: Context) -> None:
    promises = context.record.promises
    if context.record.order:
        parts.unchecked.append("the order of the cards: it was given, and nothing was promised")
    elif promises is None:
        parts.unchecked.append("the order of the cards: nothing was promised about it")
    elif promises.scheme != SCHEME:
        parts.unchecked.append("the order of the cards: the scheme is not known")
    else:
        _add_seeds(parts, promises)
        _add_order(parts, context, promises)


def _add_seeds(parts: _Summary, promises: Promises) -> None:
    revealed = sum(guest.seed is not None for guest in promises.guests)
    withheld = len(promises.guests) - revealed
    parts.checked.append(f"the guests' seeds: {revealed} revealed, {withheld} withheld")
    parts.unchecked.append("the count of withheld seeds: it is the house's word")


def _add_order(parts: _Summary, context: Context, promises: Promises) -> None:
    if context.fair:
        parts.checked += (
            "the house's commitment to seed, table, shoe and rules",
            f"the order of {context.house.cards} cards, derived from the seeds, and its root",
        )
    elif promises.seed is not None:
        parts.unchecked.append("the order of the cards: what was revealed does not give one")
    else:
        paths = len(context.record.paths)
        parts.checked.append(f"the Merkle paths of {counted(paths, 'card')} to the root")
        parts.unchecked.append(
            "the house's commitment and the cards not shown: the seed is secret; "
            "the rules were taken as stated, not against the commitment"
        )


def _add_coups(parts: _Summary, record: Record) -> None:
    coups = record.coups
    interrupted = sum(coup.interrupted for coup in coups)
    known = sum(
        bool(coup.cards) and None not in coup.cards and not coup.interrupted for coup in coups
    )
    unknown = len(coups) - known - interrupted
    parts.checked.append(f"{counted(known, 'coup')}: cards, draws by the tableau, totals, outcomes")
    if unknown:
        parts.unchecked.append(f"{counted(unknown, 'coup')} with unknown cards, in part")
    if interrupted:
        it_was = "it was" if interrupted == 1 else "they were"
        parts.unchecked.append(f"{counted(interrupted, 'interrupted coup')}: that {it_was}")


def _add_money(parts: _Summary, context: Context) -> None:
    bets = sum(len(coup.bets) for coup in context.record.coups)
    pays = "stakes, pays, and " if context.rules_known else ""
    parts.checked.append(f"{counted(bets, 'bet')}: {pays}what each seat won or lost")
    if missing := missing_stakes(context):
        parts.unchecked.append(missing)


def _was_closed_early(record: Record) -> bool:
    """Whether the seed was revealed before the last coup, because the table was closed."""
    is_revealed = record.promises is not None and record.promises.seed is not None
    return is_revealed and record.end is not None and not record.end.finished
