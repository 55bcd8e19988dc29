"""The beginning and the end of an evening: resuming, sitting down, being interrupted."""

from __future__ import annotations

from puntobanco.announcer import dollars, house_lines, refusal
from puntobanco.errors import PuntoBancoError
from puntobanco.settlement import Chips
from puntobanco.table.events import CloseTable
from puntobanco.terminal.amounts import parse_dollars
from puntobanco.terminal.game import Game
from puntobanco.terminal.seat import OwnTable, Session, check_buy_in

KEPT = ["Interrupted: your table is kept.", "Resume: puntobanco play."]


class _Left(Exception):
    """The guest left without sitting down."""


def play(session: Session, *, bank: Chips | None = None) -> None:
    """One evening, until the guest leaves; whatever interrupts it can be resumed."""
    try:
        Game(_resumed(session) or _sat_down(session, bank)).run()
    except _Left:
        session.console.say(["Goodbye."])
    except EOFError:
        session.console.say(_kept(session))
    except KeyboardInterrupt:
        session.console.say(["", *_kept(session)])
        raise


def _kept(session: Session) -> list[str]:
    """What an interrupted guest hears; before sitting down there is nothing to keep."""
    return KEPT if OwnTable.left_open(session) else ["Goodbye."]


def _resumed(session: Session) -> OwnTable | None:
    """The table that was left open, if the guest goes on with it."""
    table = OwnTable.left_open(session)
    if table is None:
        return None
    house, money = table.house.name.replace("_", " "), dollars(table.seat.bankroll)
    session.console.say(
        [
            f"Left open: your table at the {house} house, with {money}.",
            "Type y to resume it, or n to cash it out and start anew.",
        ]
    )
    while True:
        match session.console.ask("Resume (y/n)?").lower():
            case "y" | "yes":
                table.say_where()
                return table
            case "n" | "no":
                table.do(CloseTable())
                return None
            case "q" | "quit":
                raise _Left
            case _:
                session.console.say(["Not an answer: type y to resume, or n to start anew."])


def _sat_down(session: Session, bank: Chips | None) -> OwnTable:
    """A new table; the bankroll is asked for first, where there are bets."""
    session.console.say(house_lines(session.house, session.level))
    if session.house.limits is None:
        return OwnTable.opened(session)
    chips = check_buy_in(bank, session.house) if bank else _bankroll(session)
    table = OwnTable.opened(session)
    table.bring(chips)
    return table


def _bankroll(session: Session) -> Chips:
    """Ask until an amount is given."""
    while True:
        answer = session.console.ask("Bankroll in dollars?")
        if answer.lower() in ("q", "quit"):
            raise _Left
        try:
            return check_buy_in(parse_dollars(answer), session.house)
        except PuntoBancoError as error:
            session.console.say([refusal(error)])
