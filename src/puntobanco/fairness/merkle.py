"""A Merkle tree over a shoe's cards: the root commits to all of them, a path proves one.

The first byte distinguishes leaves from nodes, and the tree is split as in RFC 6962. Each leaf
contains 16 secret bytes, so that nobody can guess a hidden card from its hash.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import islice

from puntobanco.cards import Card
from puntobanco.errors import FairnessError
from puntobanco.fairness.order import NO_GUESTS, Seed, derived_key

SALT_BYTES = 16
"""The length of a leaf's salt."""


@dataclass(frozen=True, slots=True)
class Path:
    """The proof of one card: its salt, and the sibling nodes from the leaf upward."""

    position: int
    salt: bytes
    beside: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Tree:
    """Every hash, level by level from the leaves up, and the salts. Only the root is public."""

    salts: tuple[bytes, ...] = field(repr=False)
    levels: tuple[tuple[bytes, ...], ...] = field(repr=False)

    @property
    def root(self) -> bytes:
        """The hash that commits to all cards in order."""
        return self.levels[-1][0]

    def path(self, position: int) -> Path:
        """Return the path of the card at a position, counted from 0."""
        if not 0 <= position < len(self.salts):
            raise FairnessError(
                f"position {position} is out of range: use 0 to {len(self.salts) - 1}"
            )
        beside = []
        place = position
        for level in self.levels[:-1]:
            if place ^ 1 < len(level):
                beside.append(level[place ^ 1])
            place >>= 1
        return Path(position, self.salts[position], tuple(beside))


def salts(count: int, seed: Seed, mix: bytes = NO_GUESTS) -> tuple[bytes, ...]:
    """Return the salt of each leaf. Each block of HMAC-SHA256 yields two."""
    key = derived_key(seed, "salt", mix)
    blocks = (hmac.digest(key, counter.to_bytes(8), "sha256") for counter in range(-(-count // 2)))
    halves = (half for block in blocks for half in (block[:SALT_BYTES], block[SALT_BYTES:]))
    return tuple(islice(halves, count))


def leaf(position: int, salt: bytes, card: Card) -> bytes:
    """Return the hash of a card at its position."""
    return sha256(b"\0" + position.to_bytes(4) + salt + str(card).encode()).digest()


def node(left: bytes, right: bytes) -> bytes:
    """Return the hash of two hashes."""
    return sha256(b"\1" + left + right).digest()


def tree(cards: Iterable[Card], salts: tuple[bytes, ...]) -> Tree:
    """Return the tree over these cards. A hash without a sibling moves up unchanged."""
    level = tuple(
        leaf(position, salt, card)
        for position, (card, salt) in enumerate(zip(cards, salts, strict=True))
    )
    levels = [level]
    while len(level) > 1:
        pairs = zip(level[::2], level[1::2], strict=False)
        odd = level[-1:] if len(level) % 2 else ()
        level = (*(node(left, right) for left, right in pairs), *odd)
        levels.append(level)
    return Tree(salts, tuple(levels))


def verify_path(card: Card, path: Path, *, root: bytes, size: int) -> bool:
    """Return whether this path leads from the card to the root of a tree of `size` cards."""
    place, width = path.position, size
    if not 0 <= place < size or len(path.salt) != SALT_BYTES:
        return False
    found = leaf(place, path.salt, card)
    beside = iter(path.beside)
    while width > 1:
        if place ^ 1 < width:
            other = next(beside, None)
            if other is None:
                return False
            found = node(other, found) if place & 1 else node(found, other)
        place, width = place >> 1, (width + 1) >> 1
    return next(beside, None) is None and hmac.compare_digest(found, root)
