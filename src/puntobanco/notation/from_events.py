"""The events of a table → the record of each of its shoes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime

from msgspec import UNSET

from puntobanco.cards import Card
from puntobanco.coup import Coup
from puntobanco.fairness import SCHEME, Seed, fair_shoe
from puntobanco.fairness import Path as MerklePath
from puntobanco.house import format_house
from puntobanco.notation.format import NEXT_GUEST
from puntobanco.notation.record import (
    End,
    Promises,
    Record,
    RecordedBet,
    RecordedCoup,
    RecordedGuestSeed,
    RecordedPath,
    RecordedSeat,
    Total,
    coin_of,
    currency_tag,
)
from puntobanco.printable import is_line
from puntobanco.settlement import Chips
from puntobanco.table import Event, State, evolve
from puntobanco.table.events import (
    BetSettled,
    BoughtIn,
    CoupDealt,
    GuestSat,
    ShoeClosed,
    ShoeCommitted,
    ShoeRevealed,
    ShoeSeeded,
)

TimedEvent = tuple[int, Event]
"""An event and its time, in microseconds since 1970 UTC."""


def records(log: Iterable[TimedEvent]) -> Iterator[Record]:
    """Yield the record of every shoe in a table's log, oldest first. The last may be unfinished.

    `log` includes the private events, which determine the paths of an unfinished shoe. No secret
    gets into a record before the house reveals it.
    """
    state, draft, secret = State(), None, ""
    for at, event in log:
        if isinstance(event, ShoeCommitted) and draft:
            yield draft.record(state)
        state = evolve(state, event)
        if isinstance(event, ShoeSeeded):
            secret = event.secret
        elif isinstance(event, ShoeCommitted):
            draft = _Draft.begin(state, at, secret)
        elif draft:
            draft.add(event)
    if draft:
        yield draft.record(state)


@dataclass(slots=True)
class _DraftSeat:
    names: list[str]
    brought: int = 0
    earned: int = 0


@dataclass(slots=True)
class _Draft:
    """The facts for a record that are not in the state of the table."""

    at: int
    secret: str
    revealed: str | None = None
    finished: bool = False
    """Whether the last coup was dealt, and the table not closed before it."""
    over: bool = False
    """Whether the shoe is closed. Later events belong to the next one."""
    seats: dict[int, _DraftSeat] = field(default_factory=dict)
    settled: list[list[BetSettled]] = field(default_factory=list)

    @classmethod
    def begin(cls, state: State, at: int, secret: str) -> _Draft:
        seats = {n: _DraftSeat([seat.name], seat.bankroll) for n, seat in state.seats.items()}
        return cls(at, secret, seats=seats)

    def add(self, event: Event) -> None:
        if isinstance(event, ShoeRevealed):
            self.revealed = event.secret
        elif isinstance(event, ShoeClosed):
            self.over = True
        elif not self.over:
            self._add_play(event)

    def _add_play(self, event: Event) -> None:
        match event:
            case GuestSat(seat, name):
                self.seats.setdefault(seat, _DraftSeat([])).names.append(name)
            case BoughtIn(seat, chips):
                self.seats[seat].brought += chips
            case CoupDealt(last=last):
                self.settled.append([])
                self.finished = last
            case BetSettled(seat, earned=earned):
                self.settled[-1].append(event)
                self.seats[seat].earned += earned
            case _:
                pass

    def record(self, state: State) -> Record:
        """Return the record of the shoe. `state` is the table's after its last event."""
        order = {bet.key: place for place, bet in enumerate(state.house.bets)}
        seats = sorted(self.seats.items())
        return Record(
            table=state.table,
            shoe=state.shoe,
            date=datetime.fromtimestamp(self.at // 1_000_000, UTC),
            currency=currency_tag(state.house.currency),
            coin=coin_of(state.house.currency),
            house=state.house.name.strip(),
            decks=state.house.decks,
            rules=format_house(state.house),
            order="given" if state.is_given else UNSET,
            promises=None if state.is_given else _promises(state, self.revealed),
            seats=tuple(
                RecordedSeat(number, _one_line(NEXT_GUEST.join(seat.names)), Chips(seat.brought))
                for number, seat in seats
            ),
            burn=_burn(state),
            coups=tuple(
                _coup(number, coup, state, sorted(settled, key=lambda b: (b.seat, order[b.key])))
                for number, (coup, settled) in enumerate(
                    zip(state.coups, self.settled, strict=True), 1
                )
            ),
            paths=() if self.revealed else tuple(_paths(state, self.secret)),
            totals=tuple(Total(number, Chips(seat.earned)) for number, seat in seats),
            end=End(finished=self.finished, coups=len(state.coups)),
        )


def _promises(state: State, revealed: str | None) -> Promises:
    ceremony = state.ceremony
    seeds = {seed.seat: seed.text for seed in ceremony.seeds}
    return Promises(
        scheme=SCHEME,
        commitment=ceremony.commitment.hex(),
        guests=tuple(
            RecordedGuestSeed(each.seat, each.digest.hex(), seeds.get(each.seat))
            for each in ceremony.promises
        ),
        withheld=len(ceremony.withheld),
        root=state.root,
        seed=revealed,
    )


def _burn(state: State) -> tuple[Card | None, ...]:
    shown = (state.burned,) if state.burned else ()
    return (*shown, *(None,) * state.hidden)


def _coup(number: int, coup: Coup, state: State, settled: list[BetSettled]) -> RecordedCoup:
    score = coup.score
    return RecordedCoup(
        number,
        coup.cards,
        score.player_total,
        score.banker_total,
        coup.outcome(state.house.naturals),
        tuple(RecordedBet(bet.seat, bet.key, bet.stake, bet.earned, bet.fate) for bet in settled),
    )


def _paths(state: State, secret: str) -> Iterator[RecordedPath]:
    if not (secret and state.root):
        return
    fair = fair_shoe(
        state.house,
        table=state.table,
        number=state.shoe,
        seed=Seed(bytes.fromhex(secret)),
        guests=state.ceremony.seeds,
    )
    if state.burned:
        yield _path(fair.path(0))
    for position in range(state.place - sum(len(c.cards) for c in state.coups), state.place):
        yield _path(fair.path(position))


def _path(path: MerklePath) -> RecordedPath:
    return RecordedPath(path.position, path.salt.hex(), tuple(each.hex() for each in path.beside))


def _one_line(name: str) -> str:
    """Replace characters that a record cannot contain with spaces."""
    return "".join(char if is_line(char) else " " for char in name).strip(" ")
