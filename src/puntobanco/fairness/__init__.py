"""Fair shoes: committed to before the first bet, and verifiable card by card.

The house commits to a seed. Guests commit to theirs and reveal them. All seeds together determine
the order, and the root of a tree over its cards is published before anyone bets. See
docs/fairness.md.

order       the scheme: from a seed to the order of a shoe
merkle      the tree over a shoe's cards, and the path of one card to its root
commitment  commitments, seeds, and FairShoe: an order with all its promises

>>> from puntobanco.house import CLASSIC
>>> seed = Seed.of_text("an evening")
>>> rosebud = GuestSeed(1, "rosebud")
>>> fair = fair_shoe(CLASSIC, table="home", number=1, seed=seed, guests=(rosebud,))
>>> first = fair.shoe.order[0]
>>> verify_path(first, fair.path(0), root=fair.root, size=416)
True
"""

from __future__ import annotations

from puntobanco.fairness.commitment import (
    DIGEST_BYTES,
    LONGEST_GUEST_SEED,
    Ceremony,
    FairShoe,
    GuestPromise,
    GuestSeed,
    commitment,
    fair_shoe,
    house_commitment,
    mix,
)
from puntobanco.fairness.merkle import SALT_BYTES, Path, Tree, salts, tree, verify_path
from puntobanco.fairness.order import (
    NO_GUESTS,
    SCHEME,
    SEED_BYTES,
    Seed,
    below,
    shuffled,
    words,
)

__all__ = [
    "DIGEST_BYTES",
    "LONGEST_GUEST_SEED",
    "NO_GUESTS",
    "SALT_BYTES",
    "SCHEME",
    "SEED_BYTES",
    "Ceremony",
    "FairShoe",
    "GuestPromise",
    "GuestSeed",
    "Path",
    "Seed",
    "Tree",
    "below",
    "commitment",
    "fair_shoe",
    "house_commitment",
    "mix",
    "salts",
    "shuffled",
    "tree",
    "verify_path",
    "words",
]
