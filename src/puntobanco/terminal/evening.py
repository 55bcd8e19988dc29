"""The beginning and the end of an evening: resuming, sitting down, being interrupted."""

from __future__ import annotations

from puntobanco.announcer import dollars, house_lines, refusal, spoken_name
from puntobanco.errors import PuntoBancoError
from puntobanco.settlement import Chips
from puntobanco.table.commands import CloseTable
from puntobanco.terminal.amounts import parse_dollars
from puntobanco.terminal.game import Game
from puntobanco.terminal.table import OwnTable, Sitting, check_buy_in


class _Left(Exception):
    """The guest left without sitting down."""


def play(sitting: Sitting, *, bank: Chips | None = None) -> None:
    """One evening, until the guest leaves; whatever interrupts it can be resumed."""
    try:
        Game(_resumed(sitting, bank) or _sat_down(sitting, bank)).run()
    except _Left:
        sitting.console.say(["Goodbye."])
    except EOFError:
        sitting.console.say(_kept(sitting))
    except KeyboardInterrupt:
        sitting.console.say(["", *_kept(sitting)])
        raise


def _kept(sitting: Sitting) -> list[str]:
    """What an interrupted guest hears; before sitting down there is nothing to keep."""
    if OwnTable.left_open(sitting) is None:
        return ["Goodbye."]
    return ["Interrupted: your table is kept.", f"Resume: {sitting.again}"]


def _resumed(sitting: Sitting, bank: Chips | None) -> OwnTable | None:
    """The table that was left open, if the guest goes on with it."""
    table = OwnTable.left_open(sitting)
    if table is None:
        return None
    money = f", with {dollars(table.seat.bankroll)}" if table.house.limits else ""
    close = "cash it out" if table.house.limits else "close it"
    table.say(
        [
            f"Left open: your table at the {spoken_name(table.house)} house{money}.",
            f"Type y to resume it, or n to {close} and start anew.",
        ]
    )
    while True:
        match sitting.console.ask("Resume (y/n)?").lower():
            case "y" | "yes":
                table.say_where()
                if bank:
                    table.say(["Bank: not used, for a resumed table keeps its own money."])
                return table
            case "n" | "no":
                table.do(CloseTable())
                return None
            case "q" | "quit":
                raise _Left
            case _:
                sitting.console.say(["Not an answer: type y to resume, or n to start anew."])


def _sat_down(sitting: Sitting, bank: Chips | None) -> OwnTable:
    """A new table; the bankroll is asked for first, where there are bets."""
    sitting.console.say(house_lines(sitting.house, sitting.level))
    if sitting.house.limits is None:
        if bank:
            sitting.console.say(["Bank: not used, for no bets are taken here."])
        return OwnTable.opened(sitting)
    chips = check_buy_in(bank, sitting.house) if bank else _bankroll(sitting)
    table = OwnTable.opened(sitting)
    table.bring(chips)
    return table


def _bankroll(sitting: Sitting) -> Chips:
    """Ask until an amount is given."""
    while True:
        answer = sitting.console.ask("Bankroll in dollars?")
        if answer.lower() in ("q", "quit"):
            raise _Left
        try:
            return check_buy_in(parse_dollars(answer), sitting.house)
        except PuntoBancoError as error:
            sitting.console.say([refusal(error)])
