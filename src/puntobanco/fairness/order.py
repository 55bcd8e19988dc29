"""From a seed to the order of a shoe, in a way that anyone can repeat.

The scheme is called BAC1. Every number in it is written big-endian.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256

from puntobanco.errors import FairnessError
from puntobanco.shoe import Below, Shoe

SCHEME = "BAC1"
"""The name and version of the scheme; another way to derive an order gets another name."""

NO_GUESTS = b""
"""The guests' mix of a shoe to which no guest added a seed."""

SEED_BYTES = 32
"""The length of a seed."""


@dataclass(frozen=True, slots=True)
class Seed:
    """The 32 secret bytes of the house from which a shoe's order is derived.

    They are left out of the repr, so that no traceback or log gives a shoe away.
    """

    secret: bytes = field(repr=False)

    def __post_init__(self) -> None:
        if len(self.secret) != SEED_BYTES:
            raise FairnessError(f"a seed of {len(self.secret)} bytes is not {SEED_BYTES} bytes")

    @classmethod
    def of_text(cls, text: str, shoe: int = 1) -> Seed:
        """A repeatable seed for the given shoe of a game that was started with a text."""
        return cls(sha256(f"{SCHEME} seed\0{shoe}\0{text}".encode()).digest())


def derived_key(seed: Seed, purpose: str, mix: bytes = NO_GUESTS) -> bytes:
    """The key for one purpose, such as ``order``, of a shoe's seed and the guests' mix."""
    return hmac.digest(seed.secret, f"{SCHEME} {purpose}\0".encode() + mix, "sha256")


def words(seed: Seed, mix: bytes = NO_GUESTS) -> Iterator[int]:
    """32-bit words without end: HMAC-SHA256 of 0, 1, 2 … as 64-bit counters."""
    key = derived_key(seed, "order", mix)
    counter = 0
    while True:
        block = hmac.digest(key, counter.to_bytes(8), "sha256")
        for start in range(0, len(block), 4):
            yield int.from_bytes(block[start : start + 4])
        counter += 1


def below(source: Iterator[int], *, out_of: int = 1 << 32) -> Below:
    """Uniform choices from words of 0 to `out_of` - 1.

    A word from the last, incomplete round is passed over, so that no choice is favoured.
    """

    def choose(count: int) -> int:
        fair = out_of - out_of % count
        return next(word for word in source if word < fair) % count

    return choose


def shuffled(decks: int, seed: Seed, mix: bytes = NO_GUESTS) -> Shoe:
    """The shoe that this seed and the guests' mix stand for."""
    return Shoe.shuffled(decks, below(words(seed, mix)))
