"""The house: the rules of a table.

house      House: all rules of a table as one frozen value
own_bets   bets that a house defines itself
named      the houses that have a name
toml_form  a house from TOML text
format     single values of a TOML text; a house as TOML text, and as a notebook shows it
"""

from __future__ import annotations

from puntobanco.house.format import format_house as format_house
from puntobanco.house.house import FIXED_BURNS as FIXED_BURNS
from puntobanco.house.house import LARGEST_BURN as LARGEST_BURN
from puntobanco.house.house import Burning as Burning
from puntobanco.house.house import FixedBurn as FixedBurn
from puntobanco.house.house import House as House
from puntobanco.house.house import Limits as Limits
from puntobanco.house.house import NoCutCard as NoCutCard
from puntobanco.house.house import Ties as Ties
from puntobanco.house.named import BURT as BURT
from puntobanco.house.named import BURT_EASY as BURT_EASY
from puntobanco.house.named import CLASSIC as CLASSIC
from puntobanco.house.named import CLASSROOM as CLASSROOM
from puntobanco.house.named import CLASSROOM_NATURALS_TIE as CLASSROOM_NATURALS_TIE
from puntobanco.house.named import EZ as EZ
from puntobanco.house.named import HOUSES as HOUSES
from puntobanco.house.named import SIX_DECKS as SIX_DECKS
from puntobanco.house.named import SUPER_SIX as SUPER_SIX
from puntobanco.house.own_bets import MOST_OWN_BETS as MOST_OWN_BETS
from puntobanco.house.own_bets import OwnBet as OwnBet
from puntobanco.house.own_bets import SpotLimits as SpotLimits
from puntobanco.house.toml_form import named_house as named_house
from puntobanco.house.toml_form import parse_house as parse_house
from puntobanco.house.toml_form import stored_house as stored_house
