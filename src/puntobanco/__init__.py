"""Punto banco: the game as a library that reads like the rulebook.

>>> from puntobanco import Shoe, deal
>>> coup, _ = deal(Shoe.parse("Jd Qh 5h Qd 9s 8h"))
>>> print(coup, "→", coup.outcome().value)
Jd 5h 9s / Qh Qd 8h → banker

Names are imported on first use, so that the command can handle Ctrl-C before any slow import.
"""

__version__ = "0.1.0"

TYPE_CHECKING = False  # importing `typing` is slow
if TYPE_CHECKING:
    from puntobanco.announcer import transcript as transcript
    from puntobanco.bets import Bet as Bet
    from puntobanco.cards import DECK as DECK
    from puntobanco.cards import Card as Card
    from puntobanco.cards import Hand as Hand
    from puntobanco.cards import Rank as Rank
    from puntobanco.cards import Suit as Suit
    from puntobanco.coup import Coup as Coup
    from puntobanco.coup import Naturals as Naturals
    from puntobanco.coup import Outcome as Outcome
    from puntobanco.coup import Score as Score
    from puntobanco.coup import deal as deal
    from puntobanco.croupier import Croupier as Croupier
    from puntobanco.croupier import SeedSource as SeedSource
    from puntobanco.croupier import WallClock as WallClock
    from puntobanco.croupier import seed_source as seed_source
    from puntobanco.errors import PuntoBancoError as PuntoBancoError
    from puntobanco.house import CLASSIC as CLASSIC
    from puntobanco.house import HOUSES as HOUSES
    from puntobanco.house import House as House
    from puntobanco.house import parse_house as parse_house
    from puntobanco.notation import Record as Record
    from puntobanco.notation import parse_record as parse_record
    from puntobanco.notation import read_record as read_record
    from puntobanco.roads import Roads as Roads
    from puntobanco.settlement import Chips as Chips
    from puntobanco.settlement import earned as earned
    from puntobanco.shoe import Deck as Deck
    from puntobanco.shoe import Shoe as Shoe
    from puntobanco.store import Store as Store
    from puntobanco.tableau import PUNTO_BANCO as PUNTO_BANCO
    from puntobanco.tableau import Side as Side
    from puntobanco.tableau import Square as Square
    from puntobanco.tableau import Tableau as Tableau
else:
    from puntobanco._lazy import lazy

    __getattr__, __dir__ = lazy(__name__)
