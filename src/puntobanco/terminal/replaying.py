"""A past shoe, coup by coup and step by step, with keys."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from puntobanco.announcer.audience import Level, Sense, listening, messages_for
from puntobanco.announcer.catalogues import catalogue
from puntobanco.announcer.coups import coup_steps, why_messages
from puntobanco.announcer.events import fate_messages
from puntobanco.announcer.names import bet_fact
from puntobanco.errors import NotationError
from puntobanco.house import House
from puntobanco.notation import Record
from puntobanco.notation.record import RecordedBet, house_of
from puntobanco.table.events import BetSettled
from puntobanco.terminal.amounts import half_width
from puntobanco.terminal.console import Console
from puntobanco.terminal.views import odds_messages
from puntobanco.words import GuestFact, Message, message


@dataclass(frozen=True, slots=True)
class _Step:
    """A step of a coup: the bets, a card, a reason, the result or the money."""

    at: int
    """The index of the coup."""
    shown: list[Message]
    has_result: bool = False


def _steps(record: Record, house: House) -> Iterator[_Step]:
    reader = listening(Level.NORMAL, Sense.EYE)
    for at, coup in enumerate(record.coups):
        number = message("replay.coup", coup=coup.number, coups=len(record.coups))
        yield _Step(
            at, [number, *(_placed(bet, record, house) for bet in coup.bets)], not coup.coup
        )
        dealt = coup_steps(coup.coup, house.naturals) if coup.coup else []
        told = [shown for _, each in dealt if (shown := messages_for(reader, each))]
        yield from (_Step(at, shown, shown is told[-1]) for shown in told)
        if coup.bets:
            yield _Step(at, [_settled(bet, record, house) for bet in coup.bets], has_result=True)


def _guest(seat: int, record: Record) -> GuestFact:
    name = next((each.name for each in record.seats if each.seat == seat), None)
    return GuestFact(name, seat)


def _placed(bet: RecordedBet, record: Record, house: House) -> Message:
    name, fact = _guest(bet.seat, record), bet_fact(bet.key, house)
    return message("replay.bet", name=name, stake=bet.stake, bet=fact)


def _settled(bet: RecordedBet, record: Record, house: House) -> Message:
    """Return how a bet did. Name its guest unless there was only one."""
    settled = BetSettled(bet.seat, bet.key, bet.stake, bet.earned, bet.fate)
    own, others = fate_messages(settled, _guest(bet.seat, record), bet_fact(bet.key, house))
    return own if len(record.seats) == 1 else others


def run_replay(record: Record, coup: int, console: Console, language: str) -> None:
    """Show a step for each typed line, from a coup on, until q or the end of input."""
    house = house_of(record)
    words, steps = catalogue(language, house.currency), list(_steps(record, house))
    numbers = [each.number for each in record.coups]
    if coup not in numbers:
        raise NotationError(str(coup), expected=f"a coup from {numbers[0]} to {numbers[-1]}")

    def tell(*messages: Message) -> None:
        console.say(map(words.render, messages))

    place = _moved(0, str(coup), steps, numbers) or 0
    tell(message("replay.keys"), *steps[place].shown)
    while True:
        try:
            key = half_width(console.ask(words.render(message("replay.ask")))).lower()
        except (EOFError, KeyboardInterrupt):
            return
        if key in ("q", "quit"):
            return
        after = _moved(place, key, steps, numbers)
        if after is None:
            tell(*_asked(record, house, steps[place], key))
        elif after in range(len(steps)):
            place = after
            tell(*steps[place].shown)
        else:
            tell(message("replay.end"))


def _moved(place: int, key: str, steps: list[_Step], numbers: list[int]) -> int | None:
    """Return the place that a key moves to, or None if it doesn't move."""
    match key:
        case "" | "n":
            return place + 1
        case "b":
            return place - 1
        case "+":
            coup = min(steps[place].at + 1, len(numbers) - 1)
        case "-":
            coup = max(steps[place].at - 1, 0)
        case _ if key.isascii() and key.isdigit() and len(key) < 5 and int(key) in numbers:
            coup = numbers.index(int(key))
        case _:
            return None
    return next(place for place, step in enumerate(steps) if step.at == coup)


def _asked(record: Record, house: House, step: _Step, key: str) -> list[Message]:
    """Return the house edges before this coup, the rules that decided it, or the keys."""
    coup = record.coups[step.at].coup
    match key:
        case "o":
            earlier = (card for each in record.coups[: step.at] for card in each.cards)
            return odds_messages(house, [card for card in (*record.burn, *earlier) if card])
        case "i" if not step.has_result:
            return [message("replay.why.later")]
        case "i":
            return why_messages(coup) if coup else [message("why.none")]
        case _:
            return [message("replay.keys")]
