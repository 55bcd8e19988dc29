"""Punto banco: the game as a library that reads like the rulebook.

>>> from puntobanco import Shoe, deal
>>> coup, _ = deal(Shoe.parse("Jd Qh 5h Qd 9s 8h"))
>>> print(coup, "→", coup.outcome().value)
Jd 5h 9s / Qh Qd 8h → banker

A module is loaded when one of its names is first used, so that the command decides what Ctrl-C does
before anything takes a moment.
"""

TYPE_CHECKING = False  # that of `typing` takes a moment
if TYPE_CHECKING:
    from puntobanco.announcer import transcript
    from puntobanco.bets import Bet
    from puntobanco.cards import DECK, Card, Hand, Rank, Suit
    from puntobanco.coup import Coup, Naturals, Outcome, Score, deal
    from puntobanco.croupier import Croupier, SeedSource, WallClock, seed_source
    from puntobanco.errors import PuntoBancoError
    from puntobanco.house import CLASSIC, HOUSES, House, parse_house
    from puntobanco.notation import Record, parse_record, read_record
    from puntobanco.roads import Roads
    from puntobanco.settlement import Chips, earned
    from puntobanco.shoe import Deck, Shoe
    from puntobanco.store import Store
    from puntobanco.tableau import PUNTO_BANCO, Side, Square, Tableau

__version__ = "0.1.0"

__all__ = [
    "CLASSIC",
    "DECK",
    "HOUSES",
    "PUNTO_BANCO",
    "Bet",
    "Card",
    "Chips",
    "Coup",
    "Croupier",
    "Deck",
    "Hand",
    "House",
    "Naturals",
    "Outcome",
    "PuntoBancoError",
    "Rank",
    "Record",
    "Roads",
    "Score",
    "SeedSource",
    "Shoe",
    "Side",
    "Square",
    "Store",
    "Suit",
    "Tableau",
    "WallClock",
    "__version__",
    "deal",
    "earned",
    "parse_house",
    "parse_record",
    "read_record",
    "seed_source",
    "transcript",
]

_MODULES = {
    "announcer": ("transcript",),
    "bets": ("Bet",),
    "cards": ("DECK", "Card", "Hand", "Rank", "Suit"),
    "coup": ("Coup", "Naturals", "Outcome", "Score", "deal"),
    "croupier": ("Croupier", "SeedSource", "WallClock", "seed_source"),
    "errors": ("PuntoBancoError",),
    "house": ("CLASSIC", "HOUSES", "House", "parse_house"),
    "notation": ("Record", "parse_record", "read_record"),
    "roads": ("Roads",),
    "settlement": ("Chips", "earned"),
    "shoe": ("Deck", "Shoe"),
    "store": ("Store",),
    "tableau": ("PUNTO_BANCO", "Side", "Square", "Tableau"),
}

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """A module that has names above, or what has one of these names."""
        from importlib import import_module  # noqa: PLC0415 - takes a moment

        if name in _MODULES:
            return import_module(f"puntobanco.{name}")
        for module, names in _MODULES.items():
            if name in names:
                return getattr(import_module(f"puntobanco.{module}"), name)
        raise AttributeError(f"module 'puntobanco' has no attribute {name!r}")

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__, *_MODULES})
