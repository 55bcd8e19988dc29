"""The announcer: what is said of a table, in messages, and how, in words.

An event, a state or a refusal becomes messages: an id and facts, with the levels at which it is
said, for whom, and for the eye or the ear. A catalogue of `words` has a template for each id, and
words come last. A line starts with its key word, holds one fact, and has at most 80 columns. There
are three levels of detail. Terminal and page share these messages; until they ask for a language,
the functions that give lines and sentences word them in English.

Names of this package are imported on first use: a first line needs only `catalogues`.

audience     levels of detail, and the listeners of a message
catalogues   the catalogue of a language, in a currency
english      facts in English outside of messages
lines        lines that fit the screen
names        how guests are named
coups        a coup, card by card, and why each side drew or stood
seat_events  guests who come, bet and leave
shoe_events  the ceremony of a shoe, the burn, the coups
events       every event of a table
felt         what a spot of the felt says of its bet
money_aloud  stakes and settled bets for the ear
status       the house, the money, the bets, the decisions
waiting      the betting clock, and who is ready
refusals     why something was refused, and what is allowed
exports      what this package gives by name
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from puntobanco.announcer.exports import *  # noqa: F403 - the names that are given below


def __getattr__(name: str) -> object:
    """One of the exports."""
    if name == "exports" or (name[:2] == "__" and name != "__all__"):
        raise AttributeError(name)
    from puntobanco.announcer import exports  # noqa: PLC0415 - slow to load

    return getattr(exports, name)
