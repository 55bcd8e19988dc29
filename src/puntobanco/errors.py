"""Everything this package raises on purpose.

Every error is a `PuntoBancoError` that carries its facts. Its text is one plain line of English. An
error that a guest may meet at a table has a code. The catalogue of each language has the sentence
``refused.CODE``, and `str` renders the English one, with money in chips. Other errors have a text.
"""

from __future__ import annotations

import types
from typing import TYPE_CHECKING

from puntobanco.printable import printable
from puntobanco.words import clause

if TYPE_CHECKING:
    from collections.abc import Mapping


def shown(text: str, longest: int = 24) -> str:
    """Return a text as one line that is safe to print. Cut it if it is too long.

    >>> shown("1,2,3,4,5,6,7,8,9,10,11,12,13"), shown("Kd")
    ('1,2,3,4,5,6,7,8,9,10,11,…', 'Kd')
    """
    start = text.strip()[: longest + 1]
    line = printable(start, "?")
    return line if len(line) <= longest else f"{line[:longest]}…"


class PuntoBancoError(Exception):
    """The root of the tree: a code and facts, or a text.

    >>> print(PuntoBancoError(code="seat_taken", seat=3))
    seat 3 is taken
    """

    code = ""
    facts: Mapping[str, object] = types.MappingProxyType({})

    def __init__(self, text: str = "", /, *, code: str = "", **facts: object) -> None:
        if code:
            self.code, self.facts = code, facts
        super().__init__(text)

    def __str__(self) -> str:
        text = super().__str__()
        return text if text or not self.code else clause(f"refused.{self.code}", self.facts)


class NotationError(PuntoBancoError):
    """A text that cannot be read as what was expected."""

    def __init__(self, text: str, *, expected: str = "", code: str = "", **facts: object) -> None:
        self.text = text
        self.expected = expected
        typed = repr(shown(text, 60))
        plain = f"{typed} is not {expected}" if expected else ""
        super().__init__(plain, code=code, typed=typed, **facts)


class BetTextError(NotationError):
    """A line of a bet that cannot be read, and the column of the mistake."""

    def __init__(self, text: str, *, expected: str, place: int) -> None:
        super().__init__(shown(text, 60), expected=expected)
        self.place = place

    def __str__(self) -> str:
        found = repr(self.text) if self.text else "the end"
        return f"column {self.place}: {found} is not {self.expected}"


class RecordError(NotationError):
    """A record that cannot be read, and the line of the mistake."""

    def __init__(self, text: str, *, expected: str, line: int) -> None:
        super().__init__(shown(text, 60), expected=expected)
        self.line = line

    def __str__(self) -> str:
        return f"line {self.line}: {super().__str__()}"


class ShoeExhausted(PuntoBancoError):
    """A draw of more cards than remain."""

    def __init__(self, *, wanted: int, left: int) -> None:
        self.wanted = wanted
        self.left = left
        needed = "1 more card is" if wanted == 1 else f"{wanted} more cards are"
        super().__init__(f"{needed} needed, {left} remain{'s' * (left == 1)}")


class HouseError(PuntoBancoError):
    """Invalid rules of a house."""

    def __init__(
        self,
        field: str,
        reason: str = "",
        /,
        *,
        line: int | None = None,
        code: str = "",
        **facts: object,
    ) -> None:
        self.field = field
        self.reason = reason
        self.line = line
        first = field[:1].upper() + field[1:]
        super().__init__(reason, code=code, field=first, **facts)

    def at(self, field: str) -> HouseError:
        """Return this error for another field."""
        facts = {name: fact for name, fact in self.facts.items() if name != "field"}
        return HouseError(field, self.reason, line=self.line, code=self.code, **facts)

    def __str__(self) -> str:
        place = self.field if self.line is None else f"{self.field}, line {self.line}"
        if self.reason:
            return f"{place}: {self.reason}"
        return clause(f"refused.{self.code}", {**self.facts, "field": place})


class FairnessError(PuntoBancoError):
    """A seed, commitment or path that does not match."""


class StoreError(PuntoBancoError):
    """A file of events that cannot be used."""


class OutcomeUnknown(StoreError):
    """A failed write that may still be in the file. Reopen the file to find out."""

    code = "unknown"


class FormatUnknown(StoreError):
    """Data from a newer version. It isn't damaged, but this version can't read it."""

    def __init__(self, text: str) -> None:
        super().__init__(code="table_damaged", text=text)


class LogWentBack(StoreError):
    """A log that has lost changes this server has seen, such as after a restore."""

    def __init__(self, table: str) -> None:
        super().__init__(f"the log is older than what was published of table {shown(table, 6)}")
        self.table = table


class RowDamaged(StoreError):
    """A note or receipt whose checksum is wrong, in a file that can be used."""


class NoteUnreadable(StoreError):
    """An intact note whose content is wrong."""


class AnalysisError(PuntoBancoError):
    """A question that has no answer, such as the odds of too few cards."""


class HardwareError(PuntoBancoError):
    """A circuit that cannot be built, proved or judged."""


class ToolMissing(HardwareError):
    """A program or library that is not installed."""

    def __init__(self, tool: str, *, package: str) -> None:
        super().__init__(f"{tool} is not installed: it is in the package {package}")


class ToolFailed(HardwareError):
    """A program that failed."""

    def __init__(self, tool: str, reason: str) -> None:
        self.tool = tool
        self.reason = shown(reason, 200)
        super().__init__(f"{tool}: {self.reason}")


class CircuitUnreadable(HardwareError):
    """Verilog that is not a circuit, or a circuit without the required pins."""

    def __init__(self, reason: str) -> None:
        self.reason = shown(reason, 240)
        super().__init__(self.reason)


class IllegalCommand(PuntoBancoError):
    """A command that is not possible now."""


class BuyInRejected(IllegalCommand):
    """A buy-in of less than one chip, or of more than a guest may still buy."""

    def __init__(self, chips: int, *, bought: int, most: int) -> None:
        if chips < 1:
            super().__init__(code="buy_in_here", low=1, high=most - bought)
        else:
            super().__init__(code="buy_in", chips=chips, available=most - bought)


class WagerRejected(PuntoBancoError):
    """A bet that the house does not take."""


class BetNotOffered(WagerRejected):
    """A bet that is not on this table's felt."""

    def __init__(self, key: str, *, offered: tuple[str, ...]) -> None:
        self.key = key
        self.offered = offered
        if offered:
            super().__init__(code="not_offered", bet=key, bets=offered)
        else:
            super().__init__(code="no_bets")


class OutsideLimits(WagerRejected):
    """A stake below the minimum, above the maximum or between two steps."""

    def __init__(self, key: str, *, stake: int, low: int, high: int, step: int) -> None:
        self.key = key
        self.stake = stake
        self.low = low
        self.high = high
        self.step = step
        super().__init__(code="limits", bet=key, stake=stake, low=low, high=high, step=step)


class InsufficientFunds(WagerRejected):
    """A stake that the bankroll does not cover."""

    def __init__(self, *, stake: int, available: int) -> None:
        self.stake = stake
        self.available = available
        if available:
            super().__init__(code="funds", stake=stake, available=available)
        else:
            super().__init__(code="nothing_left", stake=stake)
