"""The parser of a house's TOML text, with clear errors."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

from puntobanco import bets
from puntobanco.bets import Bet, Spot
from puntobanco.coup import Naturals
from puntobanco.errors import HouseError, NotationError, shown
from puntobanco.house.format import (
    NO_WAGERS,
    as_written,
    choice_of,
    fraction_of,
    refuse_unknown,
    text_of,
    whole_number,
    wrong,
)
from puntobanco.house.house import (
    FIXED_BURNS,
    Burning,
    FixedBurn,
    House,
    Limits,
    NoCutCard,
    Ties,
)
from puntobanco.house.named import HOUSES
from puntobanco.house.own_bets import (
    MOST_OWN_BETS,
    OwnBet,
    SpotLimits,
    check_key,
    check_new_key,
    check_new_names,
    own_bet,
)
from puntobanco.settlement import DOLLARS, Chips, Currency, Rounding, SignPlace, check_new_sign
from puntobanco.shoe import AfterCut

LONGEST_HOUSE = 1 << 20
"""The most characters of a house. A file has at most 64 KiB, but is longer when written in full."""

_PART = r"""(?:(?<![\w-])[\w-]++|"(?:[^"\\\n]|\\.){0,40}+"|'[^'\n]{0,40}+')"""
_DEEP_KEY = re.compile(rf"(?:{_PART}[ \t]*+\.[ \t]*+){{8}}", re.ASCII)
"""A key of many parts, which no house has. `tomllib` takes quadratic time for it."""

_AT_LINE = re.compile(r"\(at line (\d+)")
"""The line that `tomllib` names in an error, except at the end of the text."""

_SHORTHANDS = {"banker": "commission", "tie": "tie_pays"}
"""The short forms for the pay of a bet."""


def parse_house(text: str) -> House:
    r"""Read a house. Rules that the text leaves out come from the house it is `based_on`.

    >>> parse_house('name = "corner"\ndecks = 6\ncommission = "4%"').commission
    Fraction(1, 25)
    >>> parse_house("deks = 6")
    Traceback (most recent call last):
    puntobanco.errors.HouseError: deks: not a rule of a house. Did you mean decks?
    """
    rules = _rules(text)
    for key in rules["bets"] if isinstance(rules.get("bets"), dict) else ():
        check_new_key(key)
    house = _house(rules)
    check_new_names(house.own_bets, house.bets)
    check_new_sign(house.currency)
    return house


def stored_house(text: str) -> House:
    """Read a house that `format_house` wrote, in a log or a record.

    This doesn't check its names and sign again: they stay valid even if the catalogue has grown
    or this Python has another version of Unicode.
    """
    return _house(_rules(text))


def _rules(text: str) -> dict[str, Any]:
    """Parse a TOML text, after checking its length and the depth of its keys."""
    if len(text) > LONGEST_HOUSE:
        raise HouseError("house file", code="house_long", most=LONGEST_HOUSE)
    if _DEEP_KEY.search(text):
        raise HouseError("house file", code="house_deep_key")
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except (ValueError, RecursionError) as error:
        why, found = str(error), _AT_LINE.search(str(error))
        at_line = int(found[1]) if found else text.count("\n") + 1
        raise HouseError("house file", code="house_toml", text=why, at_line=at_line) from None


def _house(rules: dict[str, Any]) -> House:
    refuse_unknown(rules, _KNOWN)
    base = _base("based_on", rules.get("based_on", "classic"))
    changes = {
        field: read(field, rules[field]) for field, read in _FIELDS.items() if field in rules
    }
    currency = changes.get("currency", base.currency)
    if "limits" in rules:
        changes["limits"] = _limits("limits", rules["limits"], currency)
    if "burn_shown" in rules:
        changes["burn"] = _with_first_shown(
            "burn_shown", rules["burn_shown"], changes.get("burn", base.burn)
        )
    own = _own_bets(rules, currency)
    changes["own_bets"] = tuple(own.values())
    for group in ("main_bets", "side_bets"):
        if group in rules:
            changes[group] = _bet_list(group, rules[group], own)
    if "both_naturals_tie" in rules:
        changes["naturals"] = _naturals("both_naturals_tie", rules["both_naturals_tie"])
    pays = _pays(rules)
    for group in ("main_bets", "side_bets"):
        offered = changes.get(group, getattr(base, group))
        changes[group] = tuple(
            bet if bet.key in own else _repaid(bet, pays, rules) for bet in offered
        )
    for key in pays:
        field = _field_of(key, rules)
        if key in own:
            raise HouseError(field, code="house_lines_pay")
        raise HouseError(field, code="house_unoffered", typed=key)
    return replace(base, **{"name": "custom", **changes})


def _base(field: str, value: object) -> House:
    try:
        return named_house(text_of(field, value))
    except NotationError as error:
        typed, allowed = repr(shown(error.text, 60)), ", ".join(HOUSES)
        raise HouseError(field, code="house_unknown", typed=typed, text=allowed) from None


def named_house(name: str) -> House:
    """Return the house with this name, in upper or lower case."""
    try:
        return HOUSES[name.strip().lower()]
    except KeyError:
        expected = f"a house: choose from {', '.join(HOUSES)}"
        raise NotationError(name, expected=expected) from None


def _naturals(field: str, value: object) -> Naturals:
    if isinstance(value, bool):
        return Naturals.TIE if value else Naturals.HIGHER_WINS
    raise wrong(field, value, code="house_boolean")


def _burn(field: str, value: object) -> Burning | FixedBurn:
    for member in Burning:
        if member.value == value:
            return member
    if isinstance(value, str):
        words = ", ".join(repr(member.value) for member in Burning)
        most = FIXED_BURNS[-1]
        raise wrong(field, value, code="house_burn_word", text=words, most=most)
    return FixedBurn(whole_number(field, value))


def _with_first_shown(field: str, value: object, burn: Burning | FixedBurn) -> FixedBurn:
    if not isinstance(value, bool):
        raise wrong(field, value, code="house_boolean")
    if isinstance(burn, Burning):
        text = repr(burn.value)
        raise HouseError(field, code="house_first_shown", text=text)
    return replace(burn, first_shown=value)


def _cut_card(field: str, value: object) -> int | NoCutCard:
    return (
        choice_of(NoCutCard)(field, value) if isinstance(value, str) else whole_number(field, value)
    )


def _bet_list(field: str, value: object, own: Mapping[str, OwnBet]) -> tuple[Bet, ...]:
    if not isinstance(value, list):
        raise wrong(field, value, code="house_bet_list")
    keys = [text_of(field, key) for key in value]
    try:
        return tuple(own[key].bet if key in own else bets.find(key) for key in keys)
    except NotationError as error:
        typed = repr(shown(error.text, 60))
        near = bets.nearest(error.text, tuple(bets.CATALOGUE))
        if near:
            raise HouseError(field, code="house_bet_near", typed=typed, text=near) from None
        raise HouseError(field, code="house_bet", typed=typed) from None


def _own_bets(rules: Mapping[str, object], currency: Currency) -> dict[str, OwnBet]:
    table = rules.get("bets", {})
    if not isinstance(table, dict):
        raise wrong("bets", table, code="house_definition_table")
    if len(table) > MOST_OWN_BETS:
        raise HouseError("bets", code="house_definitions", count=len(table), most=MOST_OWN_BETS)
    return {key: _own_bet(key, value, rules, currency) for key, value in table.items()}


def _own_bet(key: str, value: object, rules: Mapping[str, object], currency: Currency) -> OwnBet:
    check_key(key)
    field = f"bets.{key}"
    if not isinstance(value, dict):
        raise wrong(field, value, code="house_definition")
    refuse_unknown(value, ("name", "spot", "lines", "limits"), f"{field}.")
    lines = value.get("lines")
    if not isinstance(lines, list):
        raise wrong(f"{field}.lines", lines, code="house_line_list")
    texts = [text_of(f"{field}.lines", line) for line in lines]
    name = text_of(f"{field}.name", value["name"]) if "name" in value else ""
    spot = choice_of(Spot)(f"{field}.spot", value.get("spot", Spot.SIDE.value))
    bet = own_bet(key, texts, name=name, spot=spot)
    if "limits" not in value:
        return OwnBet(bet)
    house = _limits("limits", rules["limits"], currency) if "limits" in rules else None
    limits = _spot_limits(f"{field}.limits", value["limits"], currency, house=house, spot=spot)
    return OwnBet(bet, limits)


def _spot_limits(
    field: str, value: object, currency: Currency, *, house: Limits | None, spot: Spot
) -> SpotLimits:
    """Read the limits of one bet. Those of the house are the defaults."""
    if not isinstance(value, dict):
        raise wrong(field, value, code="house_amounts")
    refuse_unknown(value, tuple(each.name for each in fields(SpotLimits)), f"{field}.")
    general = house or Limits()
    high = general.side_maximum if spot is Spot.SIDE else general.maximum
    amounts = {"minimum": general.minimum, "maximum": high, "step": general.step}
    given = _given_chips(field, value, currency)
    try:
        return SpotLimits(**(amounts | given))
    except HouseError as error:
        raise error.at(field) from None


def _limits(field: str, value: object, currency: Currency) -> Limits | None:
    if value == NO_WAGERS:
        return None
    if not isinstance(value, dict):
        typed, none = as_written(value), repr(NO_WAGERS)
        raise HouseError(field, code="house_limits", typed=typed, text=none)
    known = tuple(each.name for each in fields(Limits))
    refuse_unknown(value, known, f"{field}.")
    return Limits(**_given_chips(field, value, currency))


def _given_chips(field: str, table: dict[str, Any], currency: Currency) -> dict[str, Chips]:
    return {name: _chips(f"{field}.{name}", amount, currency) for name, amount in table.items()}


def _chips(field: str, value: object, currency: Currency) -> Chips:
    chips = fraction_of(field, value) * currency.chips
    if chips.denominator == 1:
        return Chips(int(chips))
    typed = as_written(value)
    if currency == DOLLARS:
        raise HouseError(field, code="house_cents", typed=typed)
    raise HouseError(field, code="house_coins", typed=typed)


def _currency(field: str, value: object) -> Currency:
    if not isinstance(value, dict):
        raise wrong(field, value, code="house_currency")
    refuse_unknown(value, tuple(each.name for each in fields(Currency)), f"{field}.")
    return Currency(
        text_of(f"{field}.sign", value.get("sign")),
        choice_of(SignPlace)(f"{field}.place", value.get("place", SignPlace.BEFORE.value)),
        whole_number(f"{field}.digits", value.get("digits", DOLLARS.digits)),
    )


def _pays(rules: dict[str, Any]) -> dict[str, tuple[Fraction, ...]]:
    table = rules.get("pays", {})
    if not isinstance(table, dict):
        raise wrong("pays", table, code="house_pay_table")
    pays = {
        key: tuple(
            fraction_of(f"pays.{key}", pay)
            for pay in (value if isinstance(value, list) else [value])
        )
        for key, value in table.items()
    }
    if "commission" in rules:
        commission = fraction_of("commission", rules["commission"])
        if not 0 <= commission < 1:
            raise wrong("commission", rules["commission"], code="house_commission")
        _shorthand(pays, "banker", 1 - commission, "commission")
    if "tie_pays" in rules:
        _shorthand(pays, "tie", fraction_of("tie_pays", rules["tie_pays"]), "tie_pays")
    return pays


def _shorthand(pays: dict[str, tuple[Fraction, ...]], key: str, pay: Fraction, field: str) -> None:
    if key in pays:
        other = f"pays.{key}"
        raise HouseError(field, code="house_said_twice", text=other)
    pays[key] = (pay,)


def _repaid(bet: Bet, pays: dict[str, tuple[Fraction, ...]], rules: Mapping[str, object]) -> Bet:
    """Return the bet with the pays that the text sets, and remove them from `pays`."""
    try:
        return bet.with_pays(*pays.pop(bet.key)) if bet.key in pays else bet
    except HouseError as error:
        raise error.at(_field_of(bet.key, rules)) from None


def _field_of(key: str, rules: Mapping[str, object]) -> str:
    short = _SHORTHANDS.get(key, "")
    return short if short in rules else f"pays.{key}"


_FIELDS: dict[str, Callable[[str, Any], Any]] = {
    "name": text_of,
    "decks": whole_number,
    "burn": _burn,
    "cut_card": _cut_card,
    "after_cut_card": choice_of(AfterCut),
    "ties": choice_of(Ties),
    "rounding": choice_of(Rounding),
    "currency": _currency,
}
_KNOWN = (
    *_FIELDS,
    "limits",
    "based_on",
    "burn_shown",
    "both_naturals_tie",
    "main_bets",
    "side_bets",
    "pays",
    "commission",
    "tie_pays",
    "bets",
)
