"""The scheme BAC1, which derives the order of a shoe from a seed. Numbers are big-endian."""

from __future__ import annotations

import hmac
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256

from puntobanco.errors import FairnessError
from puntobanco.shoe import Below, Shoe

SCHEME = "BAC1"
"""The name and version of the scheme."""

NO_GUESTS = b""
"""The guests' mix if no guest added a seed."""

SEED_BYTES = 32
"""The length of a seed."""


@dataclass(frozen=True, slots=True)
class Seed:
    """The house's 32 secret bytes, which determine a shoe's order.

    The repr leaves them out, so that no traceback or log can leak them.
    """

    secret: bytes = field(repr=False)

    def __post_init__(self) -> None:
        if len(self.secret) != SEED_BYTES:
            raise FairnessError(f"a seed of {len(self.secret)} bytes is not {SEED_BYTES} bytes")

    @classmethod
    def of_text(cls, text: str, shoe: int = 1) -> Seed:
        """Return a repeatable seed for one shoe of a game that was started with a text."""
        return cls(sha256(f"{SCHEME} seed\0{shoe}\0{text}".encode()).digest())


def derived_key(seed: Seed, purpose: str, mix: bytes = NO_GUESTS) -> bytes:
    """Return the key for one purpose, such as ``order``, from a seed and the guests' mix."""
    return hmac.digest(seed.secret, f"{SCHEME} {purpose}\0".encode() + mix, "sha256")


def words(seed: Seed, mix: bytes = NO_GUESTS) -> Iterator[int]:
    """Yield endless 32-bit words: HMAC-SHA256 of 0, 1, 2 … as 64-bit counters."""
    key = derived_key(seed, "order", mix)
    counter = 0
    while True:
        block = hmac.digest(key, counter.to_bytes(8), "sha256")
        for start in range(0, len(block), 4):
            yield int.from_bytes(block[start : start + 4])
        counter += 1


def below(source: Iterator[int], *, out_of: int = 1 << 32) -> Below:
    """Return a function that makes uniform choices from words of 0 to `out_of` - 1.

    It skips words from the last, incomplete round, so that no choice is more likely.
    """

    def choose(count: int) -> int:
        fair = out_of - out_of % count
        return next(word for word in source if word < fair) % count

    return choose


def shuffled(decks: int, seed: Seed, mix: bytes = NO_GUESTS) -> Shoe:
    """Return the shoe of this seed and the guests' mix."""
    return Shoe.shuffled(decks, below(words(seed, mix)))
