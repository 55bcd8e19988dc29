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

from puntobanco.fairness.commitment import DIGEST_BYTES as DIGEST_BYTES
from puntobanco.fairness.commitment import LONGEST_GUEST_SEED as LONGEST_GUEST_SEED
from puntobanco.fairness.commitment import Ceremony as Ceremony
from puntobanco.fairness.commitment import FairShoe as FairShoe
from puntobanco.fairness.commitment import GuestPromise as GuestPromise
from puntobanco.fairness.commitment import GuestSeed as GuestSeed
from puntobanco.fairness.commitment import commitment as commitment
from puntobanco.fairness.commitment import fair_shoe as fair_shoe
from puntobanco.fairness.commitment import house_commitment as house_commitment
from puntobanco.fairness.commitment import mix as mix
from puntobanco.fairness.merkle import SALT_BYTES as SALT_BYTES
from puntobanco.fairness.merkle import Path as Path
from puntobanco.fairness.merkle import Tree as Tree
from puntobanco.fairness.merkle import salts as salts
from puntobanco.fairness.merkle import tree as tree
from puntobanco.fairness.merkle import verify_path as verify_path
from puntobanco.fairness.order import NO_GUESTS as NO_GUESTS
from puntobanco.fairness.order import SCHEME as SCHEME
from puntobanco.fairness.order import SEED_BYTES as SEED_BYTES
from puntobanco.fairness.order import Seed as Seed
from puntobanco.fairness.order import below as below
from puntobanco.fairness.order import shuffled as shuffled
from puntobanco.fairness.order import words as words
