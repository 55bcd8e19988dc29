"""Commitments of the house and the guests to seeds, and the seeds that they reveal."""

from __future__ import annotations

import hmac
from dataclasses import dataclass, field, replace
from hashlib import sha256

from puntobanco.errors import FairnessError
from puntobanco.fairness.merkle import Path, Tree, salts, tree
from puntobanco.fairness.order import NO_GUESTS, SCHEME, Seed, shuffled
from puntobanco.house import House, format_house
from puntobanco.printable import is_line
from puntobanco.shoe import Shoe

DIGEST_BYTES = 32
"""The length of a commitment, a root and every hash of a path."""

LONGEST_GUEST_SEED = 200
"""The most code points of a guest's seed."""


def digest(purpose: str, *parts: bytes | int) -> bytes:
    """Return the SHA-256 of a purpose and parts, each prefixed with its length.

    Lengths have 32 bits. Parts that are numbers have 64 bits.
    """
    encoded = (
        part.to_bytes(8) if isinstance(part, int) else part
        for part in (f"{SCHEME} {purpose}".encode(), *parts)
    )
    return sha256(b"".join(len(part).to_bytes(4) + part for part in encoded)).digest()


def house_commitment(seed: Seed, *, table: str, number: int, rules: str) -> bytes:
    """Return the house's commitment to a seed, for one shoe of a table with these rules."""
    return digest("house", seed.secret, table.encode(), number, rules.encode())


def commitment(house: House, *, table: str, number: int, seed: Seed) -> bytes:
    """Return the house's commitment for a shoe, over the full text of its rules."""
    return house_commitment(seed, table=table, number=number, rules=format_house(house))


@dataclass(frozen=True, slots=True)
class GuestSeed:
    """The line of text that the guest in a seat adds to the shuffle."""

    seat: int
    text: str

    def __post_init__(self) -> None:
        _check_seat(self.seat)
        text = self.text
        if not (0 < len(text) <= LONGEST_GUEST_SEED and is_line(text) and text == text.strip(" ")):
            raise FairnessError(code="seed_text", most=LONGEST_GUEST_SEED)

    def commitment(self, house: bytes) -> bytes:
        """Return the guest's commitment to this seed, given the house's commitment."""
        return digest("guest", house, self.seat, self.text.encode())


@dataclass(frozen=True, slots=True)
class GuestPromise:
    """A guest's commitment, by seat."""

    seat: int
    digest: bytes

    def __post_init__(self) -> None:
        _check_seat(self.seat)
        if len(self.digest) != DIGEST_BYTES:
            raise FairnessError(f"a commitment is {DIGEST_BYTES} bytes, not {len(self.digest)}")


def mix(guests: tuple[GuestSeed, ...]) -> bytes:
    """Return the digest of the revealed seeds, in the order of their seats."""
    if not guests:
        return NO_GUESTS
    ordered = sorted(guests, key=lambda guest: guest.seat)
    if len({guest.seat for guest in ordered}) < len(ordered):
        raise FairnessError("a seat has two seeds")
    return digest("mix", *(part for each in ordered for part in (each.seat, each.text.encode())))


@dataclass(frozen=True, slots=True)
class Ceremony:
    """The commitments and seeds that the house and the guests published before a shoe.

    >>> ceremony = Ceremony(commitment=bytes(32))
    >>> lucky = GuestSeed(3, "lucky")
    >>> ceremony = ceremony.promised(GuestPromise(3, lucky.commitment(ceremony.commitment)))
    >>> ceremony.withheld
    (3,)
    >>> ceremony.revealed(lucky).withheld
    ()
    """

    commitment: bytes
    promises: tuple[GuestPromise, ...] = ()
    seeds: tuple[GuestSeed, ...] = ()

    def promised(self, promise: GuestPromise) -> Ceremony:
        """Add a guest's commitment, or replace the one before.

        Refuse it once any guest has revealed a seed.
        """
        if self.seeds:
            raise FairnessError(code="seeds_shown")
        others = (each for each in self.promises if each.seat != promise.seat)
        promises = sorted((*others, promise), key=lambda each: each.seat)
        return replace(self, promises=tuple(promises))

    def revealed(self, seed: GuestSeed) -> Ceremony:
        """Add a guest's seed. Refuse it unless it matches the commitment."""
        promise = next((each for each in self.promises if each.seat == seed.seat), None)
        if promise is None:
            raise FairnessError(code="not_promised", seat=seed.seat)
        if any(seed.seat == other.seat for other in self.seeds):
            raise FairnessError(code="shown_already", seat=seed.seat)
        if not hmac.compare_digest(seed.commitment(self.commitment), promise.digest):
            raise FairnessError(code="other_seed", seat=seed.seat)
        seeds = sorted((*self.seeds, seed), key=lambda each: each.seat)
        return replace(self, seeds=tuple(seeds))

    @property
    def withheld(self) -> tuple[int, ...]:
        """The seats that committed but have not revealed."""
        revealed = {seed.seat for seed in self.seeds}
        return tuple(each.seat for each in self.promises if each.seat not in revealed)

    @property
    def mix(self) -> bytes:
        """The digest of the revealed seeds."""
        return mix(self.seeds)


def _check_seat(seat: int) -> None:
    if not 0 < seat < 1 << 32:
        raise FairnessError(f"{seat} is not the number of a seat")


@dataclass(frozen=True, slots=True, kw_only=True)
class FairShoe:
    """A shoe's order, and the commitments to it.

    `seed`, `shoe` and `tree` are secret until the shoe ends, so the repr leaves them out. The rest
    is public, and so is `path(position)` of a dealt card.
    """

    commitment: bytes
    mix: bytes
    root: bytes
    seed: Seed = field(repr=False)
    shoe: Shoe = field(repr=False)
    tree: Tree = field(repr=False)

    def path(self, position: int) -> Path:
        """Return the path of the card at a position, counted from 0."""
        return self.tree.path(position)


def fair_shoe(
    house: House, *, table: str, number: int, seed: Seed, guests: tuple[GuestSeed, ...] = ()
) -> FairShoe:
    """Derive the order of a table's shoe, its commitment and its tree.

    >>> from puntobanco.house import CLASSIC
    >>> fair = fair_shoe(CLASSIC, table="home", number=1, seed=Seed.of_text("doc"))
    >>> len(fair.shoe.order), len(fair.path(0).beside)
    (416, 9)
    """
    mixed = mix(guests)
    shoe = shuffled(house.decks, seed, mixed)
    grown = tree(shoe.order, salts(len(shoe.order), seed, mixed))
    return FairShoe(
        commitment=commitment(house, table=table, number=number, seed=seed),
        mix=mixed,
        root=grown.root,
        seed=seed,
        shoe=shoe,
        tree=grown,
    )
