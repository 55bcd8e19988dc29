"""A past shoe, coup by coup and step by step, with keys."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from puntobanco.announcer.audience import Level, Sense, listening, messages_for
from puntobanco.announcer.catalogues import catalogue
from puntobanco.announcer.coups import coup_steps, why_messages
from puntobanco.announcer.events import fate_messages
from puntobanco.announcer.names import bet_fact
from puntobanco.cards import Card
from puntobanco.errors import NotationError
from puntobanco.house import House
from puntobanco.notation import Record
from puntobanco.notation.record import RecordedBet, RecordedCoup, house_of
from puntobanco.table.events import BetSettled
from puntobanco.terminal.amounts import half_width
from puntobanco.terminal.console import Console
from puntobanco.terminal.views import odds_messages
from puntobanco.words import GuestFact, Message, message


@dataclass(frozen=True)
class ShoeReplay:
    """A finished shoe, and the step of the coup that is shown: 0 is before the first card."""

    record: Record
    at: int = 0
    """The index of the coup."""
    step: int = 0

    @cached_property
    def house(self) -> House:
        """The rules of the shoe."""
        return house_of(self.record)

    @property
    def coup(self) -> RecordedCoup:
        """The coup that is shown."""
        return self.record.coups[self.at]

    @cached_property
    def steps(self) -> list[list[Message]]:
        """The messages of each step: the bets, the cards, the reasons, the result, the money."""
        coup = self.coup.coup
        shown = [] if coup is None else [each for _, each in coup_steps(coup, self.house.naturals)]
        reader = listening(Level.NORMAL, Sense.EYE)
        told = [list(messages_for(reader, each)) for each in shown]
        settled = [_settled(bet, self.record) for bet in self.coup.bets]
        return [
            [*self._heading()],
            *(each for each in told if each),
            *([settled] if settled else []),
        ]

    def _heading(self) -> Iterator[Message]:
        yield message("replay.coup", coup=self.coup.number, coups=len(self.record.coups))
        for bet in self.coup.bets:
            name, fact = _guest(bet.seat, self.record), bet_fact(bet.key, self.house)
            yield message("replay.bet", name=name, stake=bet.stake, bet=fact)

    @property
    def shown(self) -> list[Message]:
        """The messages of the present step."""
        return self.steps[self.step]

    def next(self) -> ShoeReplay:
        """Return the replay one step on; at the end of a coup, before the next coup."""
        if self.step + 1 < len(self.steps):
            return ShoeReplay(self.record, self.at, self.step + 1)
        return (
            ShoeReplay(self.record, self.at + 1) if self.at + 1 < len(self.record.coups) else self
        )

    def back(self) -> ShoeReplay:
        """Return the replay one step back; before a coup, at the end of the one before."""
        if self.step:
            return ShoeReplay(self.record, self.at, self.step - 1)
        if not self.at:
            return self
        before = ShoeReplay(self.record, self.at - 1)
        return ShoeReplay(self.record, before.at, len(before.steps) - 1)

    def to(self, coup: int) -> ShoeReplay:
        """Return the replay before a coup."""
        numbers = [each.number for each in self.record.coups]
        if coup not in numbers:
            low, high = numbers[0], numbers[-1]
            raise NotationError(str(coup), expected=f"a coup from {low} to {high}")
        return ShoeReplay(self.record, numbers.index(coup))

    @property
    def is_over(self) -> bool:
        """Whether the last step of the last coup is shown."""
        return self.next() is self

    def odds(self) -> list[Message]:
        """Return the house edge of every bet before this coup."""
        return odds_messages(self.house, self._seen())

    def why(self) -> list[Message]:
        """Return the rules that decided this coup, once its result is shown."""
        coup = self.coup.coup
        if self.step < len(self.steps) - 1 - bool(self.coup.bets):
            return [message("replay.why.later")]
        return why_messages(coup) if coup else [message("why.none")]

    def _seen(self) -> list[Card]:
        earlier = (card for coup in self.record.coups[: self.at] for card in coup.cards)
        return [card for card in (*self.record.burn, *earlier) if card]


def _guest(seat: int, record: Record) -> GuestFact:
    name = next((each.name for each in record.seats if each.seat == seat), None)
    return GuestFact(name, seat)


def _settled(bet: RecordedBet, record: Record) -> Message:
    """Return how a bet did. Name its guest unless there was only one."""
    settled = BetSettled(bet.seat, bet.key, bet.stake, bet.earned, bet.fate)
    guest, fact = _guest(bet.seat, record), bet_fact(bet.key, house_of(record))
    own, others = fate_messages(settled, guest, fact)
    return own if len(record.seats) == 1 else others


def run_replay(replay: ShoeReplay, console: Console, language: str) -> None:
    """Show a step for each typed line, until q or the end of input."""
    words = catalogue(language, replay.house.currency)

    def tell(*messages: Message) -> None:
        console.say(map(words.render, messages))

    tell(message("replay.keys"), *replay.shown)
    while True:
        try:
            key = half_width(console.ask(words.render(message("replay.ask")))).lower()
        except (EOFError, KeyboardInterrupt):
            return
        if key in ("q", "quit"):
            return
        after = _moved(replay, key)
        if after is not None:
            tell(*([message("replay.end")] if after is replay else after.shown))
            replay = after
        else:
            tell(*_asked(replay, key))


def _asked(replay: ShoeReplay, key: str) -> list[Message]:
    match key:
        case "o":
            return replay.odds()
        case "i":
            return replay.why()
        case _:
            return [message("replay.keys")]


def _moved(replay: ShoeReplay, key: str) -> ShoeReplay | None:
    """Return the replay that a key moves to, or None if it doesn't move."""
    numbers = [each.number for each in replay.record.coups]
    match key:
        case "" | "n":
            return replay.next()
        case "b":
            return replay.back()
        case "+":
            return replay.to(numbers[min(replay.at + 1, len(numbers) - 1)])
        case "-":
            return replay.to(numbers[max(replay.at - 1, 0)])
        case _ if key.isascii() and key.isdigit() and len(key) < 5 and int(key) in numbers:
            return replay.to(int(key))
        case _:
            return None
