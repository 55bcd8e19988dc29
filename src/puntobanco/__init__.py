"""Punto banco: the game as a library that reads like the rulebook.

>>> from puntobanco import Shoe, deal
>>> coup, _ = deal(Shoe.parse("Jd Qh 5h Qd 9s 8h"))
>>> print(coup, "→", coup.outcome().value)
Jd 5h 9s / Qh Qd 8h → banker
"""

from __future__ import annotations

from puntobanco.cards import DECK, Card, Hand, Rank, Suit
from puntobanco.coup import Coup, Naturals, Outcome, Score, deal
from puntobanco.errors import PuntoBancoError
from puntobanco.shoe import Shoe
from puntobanco.tableau import PUNTO_BANCO, Side, Square, Tableau

__version__ = "0.1.0"

__all__ = [
    "DECK",
    "PUNTO_BANCO",
    "Card",
    "Coup",
    "Hand",
    "Naturals",
    "Outcome",
    "PuntoBancoError",
    "Rank",
    "Score",
    "Shoe",
    "Side",
    "Square",
    "Suit",
    "Tableau",
    "__version__",
    "deal",
]
