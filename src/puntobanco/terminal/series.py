"""Several coups by one line: with the same bets, or to the end of the shoe."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from puntobanco.coup import Outcome
from puntobanco.errors import IllegalCommand, NotationError, WagerRejected, shown
from puntobanco.house import NoCutCard
from puntobanco.table import Phase
from puntobanco.table.commands import Deal, Repeat
from puntobanco.terminal.table import GUEST, OwnTable
from puntobanco.words import Message, message

_CARDS = ("coup.dealt", "coup.cards", "coup.call", "coup.draws", "coup.stands", "coup.natural")
_SHORT = (*_CARDS, "coup.rule", "stake.")
"""What is not said of a coup in a series: its cards, and that the same bets were placed."""

_SKIPPED = (*_SHORT, "coup.number", "coup.result", "coup.cut_card", "coup.last")
"""What is not said of a coup that is skipped."""


MOST_COUPS = 999
"""Coups of one series; where every coup has a shoe of its own, nothing else ends it."""


def parse_coups(typed: str) -> int:
    """A number of coups."""
    is_number = typed.isascii() and typed.isdigit() and len(typed) <= len(str(MOST_COUPS))
    if is_number and 1 <= int(typed) <= MOST_COUPS:
        return int(typed)
    raise NotationError(shown(typed, 12), code="coups", most=MOST_COUPS)


def deal_several(table: OwnTable, coups: int) -> None:
    """Deal so many coups with the bets on the felt, or fewer if money or shoe end."""
    had, dealt = table.seat.bankroll, 0
    is_betting = bool(table.seat.wagers)
    while dealt < coups and (not dealt or _goes_on(table)):
        is_missing = dealt and is_betting and _misses_bets(table)
        commands = (Repeat(GUEST), Deal()) if is_missing else (Deal(),)
        try:
            table.do(*commands, is_said=_not(_SHORT))
        except (WagerRejected, IllegalCommand) as error:
            table.say_refusal(error)
            break
        dealt += 1
    if is_betting:
        balance = table.seat.bankroll - had
        table.options.say(message("play.series", coups=dealt, count=coups, balance=balance))
    else:
        table.options.say(message("play.series.watched", coups=dealt, count=coups))


def skip_shoe(table: OwnTable) -> None:
    """Deal to the end of the shoe with the bets on the felt; tells only what became of them."""
    outcomes: Counter[Outcome] = Counter()
    while table.state.phase is Phase.BETTING:
        table.do(Deal(), is_said=_not(_SHORT if table.seat.wagers else _SKIPPED))
        outcomes[table.state.outcomes[-1]] += 1
    skipped = message(
        "play.skipped",
        coups=outcomes.total(),
        player=outcomes[Outcome.PLAYER],
        banker=outcomes[Outcome.BANKER],
        count=outcomes[Outcome.TIE],
    )
    table.options.say(skipped)


def _goes_on(table: OwnTable) -> bool:
    """Whether there is a shoe for the next coup; where every coup has its own, it is shuffled."""
    if table.house.cut_card is NoCutCard.EVERY_COUP:
        table.ready_shoe()
    return table.state.phase is Phase.BETTING


def _misses_bets(table: OwnTable) -> bool:
    """Whether less lies on the felt than at the last coup: some stakes may stand after a tie."""
    stakes = table.seat.stakes
    return any(stakes.get(key, 0) < stake for key, stake in table.seat.last_stakes.items())


def _not(ids: tuple[str, ...]) -> Callable[[Message], bool]:
    return lambda each: not each.id.startswith(ids)
