"""Typed input: amounts, full-width letters of an input method, and a word for the shuffle."""

from __future__ import annotations

import re
from hashlib import sha256
from secrets import token_bytes

from puntobanco.errors import NotationError, shown
from puntobanco.printable import printable
from puntobanco.settlement import DOLLARS, Chips, Currency

_FIRST_WIDE, _FIRST_PLAIN, _COUNT = 0xFF01, 0x21, 94
_PLAIN = {_FIRST_WIDE + at: _FIRST_PLAIN + at for at in range(_COUNT)} | {0x3000: 0x20}


def half_width(typed: str) -> str:
    """Replace full-width letters, digits, signs and spaces by plain ones.

    >>> half_width("ｐ\u3000２５"), half_width("？"), half_width("莊25")
    ('p 25', '?', '莊25')
    """
    return typed if typed.isascii() else typed.translate(_PLAIN)


_POINT = r"(?P<whole>[0-9]{1,3}(,[0-9]{3}){1,3}|[0-9]{1,12})?(\.(?P<coins>[0-9]{1,2}))?"
_COMMA = r"(?P<whole>[0-9]{1,3}(\s[0-9]{3}){1,3}|[0-9]{1,12})?(,(?P<coins>[0-9]{1,2}))?"

_LONG = r"[0-9]{13,}(\.[0-9]{1,2})?"
"""More digits than an amount has."""


def parse_money(text: str, currency: Currency = DOLLARS, *, decimal: str = ".") -> Chips:
    """Read an amount of money as it is typed; a language may have a decimal comma too.

    The sign may stand on either side. A point never groups digits: 1.000 is refused, as it is a
    thousand to some and one to others.

    >>> parse_money("25"), parse_money("$1,000.5")
    (2500, 100050)
    >>> parse_money("2,50", decimal=","), parse_money("1 000 $", decimal=",")
    (250, 100000)
    >>> parse_money("¥1,500", Currency("¥", digits=0))
    1500
    """
    text = half_width(text)
    found = _found(text, currency, _POINT)
    if not found and decimal == ",":
        found = _found(text, currency, _COMMA)
    chips = 0
    if found and not (found["coins"] and not currency.digits):
        whole, coins = found["whole"] or "0", (found["coins"] or "").ljust(currency.digits, "0")
        chips = int(re.sub(r"\D", "", whole)) * currency.chips + int(coins or 0)
    if not chips:
        raise _wrong_amount(text, currency)
    return Chips(chips)


def _found(text: str, currency: Currency, amount: str) -> re.Match[str] | None:
    sign = re.escape(currency.sign)
    return re.fullmatch(rf"({sign}\s*)?{amount}(\s*{sign})?", text.strip())


def _wrong_amount(text: str, currency: Currency) -> NotationError:
    if re.fullmatch(rf"\D{{0,8}}{_LONG}\D{{0,8}}", text):
        return NotationError(shown(text, 12), code="amount_large")
    text = shown(text, 12)
    if currency.digits:
        return NotationError(text, code="amount", currency=currency.named)
    return NotationError(text, code="amount_whole", currency=currency.named)


_LONGEST = 200

_FIRST = """
    amber brave calm dusky early fancy gentle happy
    ivory jolly keen lucky merry noble quiet royal
"""
_SECOND = """
    acorn badger cedar dolphin ember falcon ginger harbour
    island juniper kestrel lantern maple otter pepper raven
"""


def clean_word(typed: str) -> str:
    r"""Return a typed word as a valid guest's seed: printable, at most 200 characters.

    >>> clean_word(" rose\tbud ")
    'rosebud'
    """
    return printable(typed)[:_LONGEST].strip(" ")


def random_word(text: str | None, shoe: int) -> str:
    """Return a random word, or one that follows from a text and the shoe's number.

    >>> random_word("an evening", 1) == random_word("an evening", 1)
    True
    """
    drawn = token_bytes(4) if text is None else sha256(f"word {shoe} {text}".encode()).digest()
    first, second, *number = drawn[:4]
    adjectives, nouns = _FIRST.split(), _SECOND.split()
    words = (adjectives[first % len(adjectives)], nouns[second % len(nouns)])
    return f"{' '.join(words)} {int.from_bytes(bytes(number)) % 10_000}"
