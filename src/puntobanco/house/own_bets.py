"""Bets that a house defines itself, in the language of the catalogue."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

from puntobanco.bets import ALIASES, CATALOGUE, MOST_LINES, Bet, Line, Spot
from puntobanco.bets.bet import no_key
from puntobanco.bets.conditions import comparisons
from puntobanco.errors import BetTextError, HouseError, shown
from puntobanco.printable import is_printable
from puntobanco.settlement import Chips

MOST_OWN_BETS = 100
"""The most bets that a house defines."""

MOST_COMPARISONS = 1_000
"""The most comparisons in all definitions of a house, so that their texts fit into a record."""
LONGEST_NAME = 40

KEY = re.compile(r"[a-z][a-z0-9_]{0,39}")
_TAKEN = {key.lower() for key in (*CATALOGUE, *ALIASES)}
"""Keys of the catalogue in lower case. New definitions may not use them."""
RESERVED = frozenset({"last", "opposite", "before_last", "best", "skip", "template", "otherwise"})
"""Words with another meaning in strategies. New bets may not use them as keys."""
_ALIKE = {"LATIN", "GREEK", "CYRILLIC"}
"""Alphabets with letters that look alike."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpotLimits:
    """The limits of one bet, in chips."""

    minimum: Chips
    maximum: Chips
    step: Chips

    def __post_init__(self) -> None:
        if self.step < 1:
            raise HouseError("limits", code="house_step")
        if self.minimum < 1 or self.minimum % self.step:
            raise HouseError("limits", code="house_minimum")
        if self.maximum < self.minimum:
            raise HouseError("limits", code="house_maximum")


@dataclass(frozen=True, slots=True)
class OwnBet:
    """A bet that a house defines, perhaps with limits of its own."""

    bet: Bet
    limits: SpotLimits | None = None


def own_bet(key: str, lines: list[str], *, name: str, spot: Spot) -> Bet:
    """Read a definition. Errors name the bet, the line and the column."""
    check_key(key)
    field = f"bets.{key}"
    if not 1 <= len(lines) <= MOST_LINES:
        count = len(lines)
        raise HouseError(f"{field}.lines", code="house_lines", count=count, most=MOST_LINES)
    if name and not (is_printable(name) and len(name) <= LONGEST_NAME and name.strip(" ") == name):
        typed = repr(shown(name))
        raise HouseError(f"{field}.name", code="house_bet_name", typed=typed, most=LONGEST_NAME)
    read = []
    for number, text in enumerate(lines, start=1):
        try:
            read.append(Line.parse(text))
        except BetTextError as error:
            raise HouseError(f"{field}.lines", str(error), line=number) from None
    return Bet(key, tuple(read), name=name, spot=spot)


def check_key(key: str) -> None:
    """Refuse an invalid key."""
    if not KEY.fullmatch(key):
        raise no_key(key)


def check_new_key(key: str) -> None:
    """Refuse a key of the catalogue or of the language of strategies for a new definition."""
    if key in RESERVED:
        raise HouseError(f"bets.{key}", code="house_reserved", text=", ".join(sorted(RESERVED)))
    if key in _TAKEN:
        raise HouseError(f"bets.{key}", code="house_listed")


def check_new_names(own: tuple[OwnBet, ...], offered: tuple[Bet, ...]) -> None:
    """Refuse names that a guest could mistake for those of other bets."""
    keys = {bet.name.casefold(): bet.key for bet in offered}
    for each in own:
        key, name = each.bet.key, each.bet.name
        scripts = {unicodedata.name(letter, "?").split()[0] for letter in name if letter.isalpha()}
        if len(scripts & _ALIKE) > 1:
            alphabets = sorted(scripts)
            raise HouseError(
                f"bets.{key}.name",
                code="house_bet_alike",
                typed=repr(name),
                alphabets=alphabets,
            )
        if (other := keys.setdefault(name.casefold(), key)) != key:
            raise HouseError(
                f"bets.{key}.name", code="house_same_name", typed=repr(name), text=other
            )


def check_own_bets(own: tuple[OwnBet, ...], offered: tuple[Bet, ...]) -> None:
    """Refuse definitions that contradict each other or the offered bets."""
    if len(own) > MOST_OWN_BETS:
        raise HouseError("bets", code="house_definitions", count=len(own), most=MOST_OWN_BETS)
    every = (comparisons(line.condition) for each in own for line in each.bet.lines)
    if sum(1 for line in every for _ in line) > MOST_COMPARISONS:
        raise HouseError("bets", code="house_comparisons", most=MOST_COMPARISONS)
    defined: dict[str, Bet] = {}
    for each in own:
        check_key(each.bet.key)
        if each.bet.key in defined:
            raise HouseError(f"bets.{each.bet.key}", code="house_defined_twice")
        defined[each.bet.key] = each.bet
    for bet in offered:
        _check_offered(bet, defined)


def _check_offered(bet: Bet, defined: Mapping[str, Bet]) -> None:
    """Refuse an offered bet unless it is defined, or in the catalogue with any pays."""
    listed = CATALOGUE.get(bet.key)
    if bet.key in defined or listed is None:
        is_known = defined.get(bet.key) == bet
    else:
        is_known = listed is bet or listed.with_pays(*bet.pay_table) == bet
    if not is_known:
        error = HouseError(f"bets.{bet.key}", code="house_as_defined")
        if listed is None and bet.key not in defined:
            error.add_note(f"Define {bet.key} too, with OwnBet(bet) in own_bets.")
        raise error
