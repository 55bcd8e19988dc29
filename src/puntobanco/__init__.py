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

_MODULES = ("errors", "cards", "shoe", "tableau", "coup")

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """A module that has names above, or what has one of these names."""
        from importlib import import_module  # noqa: PLC0415 - takes a moment

        if name in _MODULES:
            return import_module(f"puntobanco.{name}")
        if name in __all__:
            modules = (import_module(f"puntobanco.{module}") for module in _MODULES)
            return next(vars(module)[name] for module in modules if name in vars(module))
        raise AttributeError(f"module 'puntobanco' has no attribute {name!r}")

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__, *_MODULES})
