"""Messages: an id and facts. A `Catalogue` renders them in each language.

A message contains no words, only an id and named facts. Catalogues have a template for each id. The
name of a fact determines its kind in every message: see `FACT_KINDS`. Write ids out where you make
messages, so that a test can compare them with the catalogues. Only the catalogue itself puts ids
together, to name a value such as ``rank.K`` or ``bet.dragon_7``.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple

ALL = 0xFFF
"""The audience of a message for everyone; the announcer defines smaller ones."""


class Named(NamedTuple):
    """A bet or a house: its name, and its key if we translate the name."""

    name: str
    key: str = ""


class GuestFact(NamedTuple):
    """A guest: the name (None for an empty seat), the seat, and whether the name is ambiguous."""

    name: str | None
    seat: int
    is_shared: bool = False


class Message(NamedTuple):
    """An id, facts by name, and an audience.

    >>> message("coup.number", 0xC00, coup=7)
    Message(id='coup.number', facts={'coup': 7}, audience=3072)
    """

    id: str
    facts: Mapping[str, object]
    audience: int = ALL

    def to(self, audience: int) -> Message:
        """Restrict the message to the listeners in this audience too."""
        return Message(self.id, self.facts, self.audience & audience)


def message(id_: str, audience: int = ALL, /, **facts: object) -> Message:
    """Return a message for everyone, at every level, to read and to hear, or for fewer."""
    return Message(id_, facts, audience)


class Kind(Enum):
    """The kind of a fact, which determines how it is rendered."""

    NUMBER = "number"
    """A whole number, grouped by the rules of the language."""
    PERCENT = "percent"
    """A percentage with four decimals."""
    TEXT = "text"
    """Verbatim: a seed, a hash, a path, a name by itself."""
    CHOICE = "choice"
    """The value that a selection tests. It is never shown by itself."""
    MONEY = "money"
    """Chips."""
    CURRENCY = "currency"
    """The sign of a currency, or None for dollars, which have a name."""
    BALANCE = "balance"
    """Chips that were won or, below zero, lost."""
    ODDS = "odds"
    PAYS = "pays"
    """The different odds of a bet, best first."""
    CARD = "card"
    SHORT_CARD = "short_card"
    """A card in two characters, or None for an empty place."""
    SIDE = "side"
    SUBJECT = "subject"
    """The owner of a quantity in a condition: a side, the winner, either and so on."""
    TOTAL = "total"
    """A hand's total as the croupier calls it: ``five``."""
    FIRST_TOTAL = "first_total"
    """The fact above, as the start of a sentence."""
    OUTCOME = "outcome"
    """An outcome as a letter."""
    BET = "bet"
    HOUSE = "house"
    KEY = "key"
    """The use of a key in the terminal."""
    LEVEL = "level"
    SETTING = "setting"
    GUEST = "guest"
    MESSAGE = "message"
    ROAD = "road"
    FIRST_ROAD = "first_road"
    """The fact above, as the start of a sentence."""
    MARK = "mark"
    """A mark of a derived road: red or blue."""
    GOOD_ROAD = "good_road"
    HOLDINGS = "holdings"
    """Totals of hands: ``0 to 5``, ``6 and 7``."""


class ListOf(NamedTuple):
    """A list of facts of one kind, and the template that joins them."""

    kind: Kind
    joint: str = "and"


_AND, _OR, _COMMA, _CLAUSES = "list.and", "list.or", "list.comma", "list.clauses"

FACT_KINDS: dict[str, Kind | ListOf] = {
    # Numbers
    **dict.fromkeys(("banker", "player", "hand", "holding", "third"), Kind.NUMBER),
    **dict.fromkeys(("least", "margin", "most", "points"), Kind.NUMBER),
    **dict.fromkeys(
        ("cards", "count", "coup", "coups", "decks", "hidden", "seat", "shoe"), Kind.NUMBER
    ),
    **dict.fromkeys(("at_line", "seconds", "shown"), Kind.NUMBER),
    "holdings": Kind.HOLDINGS,
    "thirds": ListOf(Kind.NUMBER, _OR),
    "numbers": ListOf(Kind.NUMBER, _COMMA),
    "percent": Kind.PERCENT,
    # Money
    **dict.fromkeys(("available", "bankroll", "chips", "earned", "stake", "sum"), Kind.MONEY),
    **dict.fromkeys(("high", "low", "step", "total"), Kind.MONEY),
    "balance": Kind.BALANCE,
    "currency": Kind.CURRENCY,
    "sign": Kind.TEXT,
    "pays": Kind.ODDS,
    "all_pays": Kind.PAYS,
    # Cards and hands
    "card": Kind.CARD,
    "short": Kind.SHORT_CARD,
    "first_cards": ListOf(Kind.SHORT_CARD, _COMMA),
    "slots": ListOf(Kind.SHORT_CARD, "list.space"),
    **dict.fromkeys(("player_cards", "banker_cards"), ListOf(Kind.CARD, _AND)),
    **dict.fromkeys(("player_total", "banker_total"), Kind.TOTAL),
    "player_first": Kind.FIRST_TOTAL,
    "size": Kind.TOTAL,
    **dict.fromkeys(("side", "other"), Kind.SIDE),
    "subject": Kind.SUBJECT,
    "outcomes": ListOf(Kind.OUTCOME, "list.space"),
    "road": Kind.ROAD,
    "first_road": Kind.FIRST_ROAD,
    "mark": Kind.MARK,
    "good_road": Kind.GOOD_ROAD,
    # Names
    "bet": Kind.BET,
    "bets": ListOf(Kind.BET, _AND),
    "main_bets": ListOf(Kind.BET, _COMMA),
    "house": Kind.HOUSE,
    "houses": ListOf(Kind.HOUSE, _COMMA),
    "key": Kind.KEY,
    "level": Kind.LEVEL,
    "levels": ListOf(Kind.LEVEL, _COMMA),
    "setting": Kind.SETTING,
    "settings": ListOf(Kind.SETTING, _COMMA),
    "name": Kind.GUEST,
    "names": ListOf(Kind.GUEST, _AND),
    "ready": ListOf(Kind.GUEST, _COMMA),
    # Verbatim
    "alphabets": ListOf(Kind.TEXT, _AND),
    **dict.fromkeys(("again", "hash", "letter", "letters", "new_guest"), Kind.TEXT),
    **dict.fromkeys(("field", "path", "scheme", "seed", "text", "typed"), Kind.TEXT),
    **dict.fromkeys(("above", "amount", "below", "head", "last", "rank", "suit"), Kind.TEXT),
    **dict.fromkeys(("title", "width"), Kind.TEXT),
    # Selections
    **dict.fromkeys(("banker_natural", "player_natural"), Kind.CHOICE),
    **dict.fromkeys(
        ("did", "draws", "is_first", "is_last", "is_lit", "is_waiting", "takes_bets"), Kind.CHOICE
    ),
    **dict.fromkeys(("is_kept", "is_named", "is_told", "keeps"), Kind.CHOICE),
    # Messages within others
    **dict.fromkeys(("rule", "said", "values"), Kind.MESSAGE),
    **dict.fromkeys(("lost", "returned", "stakes", "standing", "won"), ListOf(Kind.MESSAGE, _AND)),
    "guests": ListOf(Kind.MESSAGE, _AND),
    **dict.fromkeys(("groups", "marks", "pairs", "rules", "runs"), ListOf(Kind.MESSAGE, _COMMA)),
    "clauses": ListOf(Kind.MESSAGE, _CLAUSES),
    "sentences": ListOf(Kind.MESSAGE, "list.sentences"),
    "all_of": ListOf(Kind.MESSAGE, "list.all"),
    "any_of": ListOf(Kind.MESSAGE, "list.any"),
}
"""The kind of every fact, by its name."""
