"""The rules that a record states, and the tags that repeat some of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest

from puntobanco.errors import HouseError, PuntoBancoError
from puntobanco.house import format_house
from puntobanco.notation.checks.context import Context, Fault
from puntobanco.notation.parsing import Lines
from puntobanco.notation.record import Record, coin_of


def unreadable_rules(record: Record, lines: Lines, error: PuntoBancoError) -> Fault:
    """Return the fault of a record whose rules cannot be read."""
    return Fault(_line_of(error, record, lines), f"the rules: {error}")


_IN_DEFINITION = re.compile(r"bets\.([a-z0-9_]+)(?:\.(\w+))?")
"""The field of an error in a definition: its key, and perhaps a field of it."""


def _line_of(error: PuntoBancoError, record: Record, lines: Lines) -> int:
    """Return the line of the rule that an error names, or of the first rule, or of a tag."""
    whole, number = (error.field, error.line) if isinstance(error, HouseError) else ("", None)
    if definition := _IN_DEFINITION.fullmatch(whole):
        return _line_in_definition(definition, number, record.rules.splitlines(), lines)
    field = whole.rpartition(".")[2]
    for line, rule in zip(lines.rules, record.rules.splitlines(), strict=True):
        if field and rule.replace(" ", "").startswith((f"{field}=", f"[{field}]")):
            return line
    if in_toml := re.search(r"\(at line ([0-9]+)", str(error)):
        return lines.rules[int(in_toml[1]) - 1]
    tag = lines.tags.get(field.capitalize()) or lines.tags.get("House", 1)
    return lines.rules[0] if lines.rules else tag


def _line_in_definition(
    found: re.Match[str], number: int | None, rules: list[str], lines: Lines
) -> int:
    key, name = found.groups()
    head = next((at for at, rule in enumerate(rules) if rule == f"[bets.{key}]"), 0)
    inside = (at for at, rule in enumerate(rules) if at > head and rule.startswith(f"{name} = "))
    start = next(inside, head)
    return lines.rules[min(start + (number or 0), len(rules) - 1)]


def rule_faults(context: Context) -> Iterator[Fault]:
    """Find rules that `format_house` would write differently, and tags that contradict them."""
    record, tags, house = context.record, context.lines.tags, context.house
    if not record.rules:
        return
    if fault := _form_fault(context):
        yield fault
        return
    if record.house != house.name.strip():
        text = f"the house is {record.house}, its rules say {house.name}"
        yield Fault(tags.get("House", 1), text)
    if record.decks != house.decks:
        text = f"the decks are {record.decks}, the rules say {house.decks}"
        yield Fault(tags.get("Decks", 1), text)
    yield from _currency_faults(context)


def _currency_faults(context: Context) -> Iterator[Fault]:
    """Find a currency or coin other than the house's. A house in dollars allows any tag."""
    record, tags, currency = context.record, context.lines.tags, context.house.currency
    if currency.named and record.currency != currency.sign:
        text = f"the currency is {record.currency}, the rules say {currency.sign}"
        yield Fault(tags.get("Currency", 1), text)
    if record.coin != coin_of(currency):
        text = f"the coin is {record.coin}, the rules say {coin_of(currency)}"
        yield Fault(tags.get("Coin", 1), text)


def _form_fault(context: Context) -> Fault | None:
    lines, written = context.lines.rules, context.record.rules.splitlines()
    wanted = format_house(context.house).splitlines()
    for line, rule, true in zip_longest(lines, written, wanted):
        if rule != true:
            here = "no further rule" if true is None else f"the rule {true!r}"
            return Fault(line or lines[-1], f"{here} belongs here, in the rules in full")
    return None
