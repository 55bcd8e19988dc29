"""The shoe that the seeds of a record give, and whether the house committed to them."""

from __future__ import annotations

from puntobanco.errors import FairnessError
from puntobanco.fairness import SCHEME, FairShoe, GuestSeed, Seed, fair_shoe, house_commitment
from puntobanco.house import House
from puntobanco.notation.record import Promises, Record


def derived_shoe(record: Record, house: House) -> FairShoe | None:
    """The shoe derived from the revealed seeds; None if it fits neither root nor commitment."""
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
    """Whether the house committed to the revealed seed, for this table and shoe by these rules."""
    seed = Seed(bytes.fromhex(promises.seed or ""))
    true = house_commitment(seed, table=record.table, number=record.shoe or 0, rules=rules)
    return true.hex() == promises.commitment
