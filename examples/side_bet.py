"""Exact odds of a side bet of your own, on a full shoe and on one that has lost some cards.

A bet is a text: lines of a condition and a pay, of which the first that applies decides.
"""

from puntobanco import Bet, Card
from puntobanco.analysis import Composition, price, removal

LUCKY_NINES = Bet.parse(
    "lucky_nines",
    [
        "player total = 9 and banker total = 9: 30 to 1",
        "player wins and player total = 9: 4 to 1",
    ],
)

full = Composition.of_decks(8)
gone = [Card.parse(text) for text in ("9h", "9s", "9d", "9c", "4h", "5s", "Kd", "2c")]
depleted = full.without(gone)

for name, shoe in (("8 decks", full), ("depleted", depleted)):
    odds = price(LUCKY_NINES, shoe)
    print(f"{name}: {shoe.size} cards, the house keeps {odds.edge_percent:.4f} % of a stake")
    print(f"  exactly {odds.edge}; it wins in {float(100 * odds.win):.4f} % of coups")

print("One card less of a rank changes what a stake of 100 earns by:")
for effect in removal(LUCKY_NINES, full).effects:
    print(f"  {effect.kind}  {float(100 * effect.change):+.4f}")
