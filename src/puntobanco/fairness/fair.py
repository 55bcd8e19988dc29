"""FairShoe: a shoe's order with everything that was promised about it."""

from __future__ import annotations

from dataclasses import dataclass, field

from puntobanco.fairness.commitment import GuestSeed, commitment, mix
from puntobanco.fairness.merkle import Path, Tree, salts, tree
from puntobanco.fairness.order import Seed, shuffled
from puntobanco.house import House
from puntobanco.shoe import Shoe


@dataclass(frozen=True, slots=True, kw_only=True)
class FairShoe:
    """A shoe's order and all that was promised about it.

    `seed`, `shoe` and `tree` are secret until the shoe is finished and left out of the repr; the
    rest is public, and so is `path(position)` of a card that has been shown.
    """

    commitment: bytes
    mix: bytes
    root: bytes
    seed: Seed = field(repr=False)
    shoe: Shoe = field(repr=False)
    tree: Tree = field(repr=False)

    def path(self, position: int) -> Path:
        """The path of the card at a position, counted from 0."""
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
