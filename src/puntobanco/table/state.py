"""The state of a table: a fold of its events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property, reduce
from typing import TypeVar, assert_never

from puntobanco.cards import Card
from puntobanco.coup import Coup, Outcome
from puntobanco.fairness import Ceremony, GuestPromise, GuestSeed
from puntobanco.house import CLASSIC, House, NoCutCard
from puntobanco.settlement import Chips
from puntobanco.table.events import (
    BetPlaced,
    BetSettled,
    BetTakenBack,
    BoughtIn,
    Burned,
    CoupDealt,
    Event,
    Fate,
    GuestLeft,
    GuestSat,
    SeedCommitted,
    SeedRevealed,
    ShoeClosed,
    ShoeCommitted,
    ShoeOpened,
    ShoeOrdered,
    ShoeRevealed,
    ShoeSeeded,
    TableClosed,
    TableOpened,
    Wager,
)

OfSeat = TypeVar("OfSeat", GuestPromise, GuestSeed)
Record = TypeVar("Record", "Seat", "State")

MAX_SEATS = 14
"""How many guests may bet at one table."""

NOTHING = Chips(0)

LONGEST_BOARD = 80
"""The most coups on the board of one-coup shoes: about as many as in eight decks."""


class Phase(Enum):
    """The next step that the table waits for."""

    UNOPENED = "unopened"
    NO_SHOE = "no shoe"
    SEEDING = "seeding"
    BETTING = "betting"
    CLOSED = "closed"


@dataclass(frozen=True)
class Seat:
    """A guest's seat. The bankroll includes the stakes on the felt."""

    name: str
    bankroll: Chips = Chips(0)
    bought: Chips = Chips(0)
    wagers: tuple[Wager, ...] = ()
    last_stakes: Mapping[str, Chips] = field(default_factory=dict)
    coups_bet: int = 0

    @cached_property
    def stakes(self) -> Mapping[str, Chips]:
        """The total on each spot, in the order of the first stakes."""
        totals: dict[str, Chips] = {}
        for wager in self.wagers:
            totals[wager.key] = Chips(totals.get(wager.key, 0) + wager.stake)
        return totals

    def stake_on(self, key: str) -> Chips:
        """Return the total on one spot."""
        return self.stakes.get(key, NOTHING)

    @cached_property
    def staked(self) -> Chips:
        """The sum of all stakes on the felt."""
        return Chips(sum(self.stakes.values()))

    @property
    def available(self) -> Chips:
        """The chips that can still be staked."""
        return Chips(self.bankroll - self.staked)


@dataclass(frozen=True)
class State:
    """The public state of a table: the rules, the seats, and the current shoe."""

    table: str = ""
    house: House = CLASSIC
    phase: Phase = Phase.UNOPENED
    seats: Mapping[int, Seat] = field(default_factory=dict)
    shoe: int = 0
    ceremony: Ceremony = Ceremony(b"")  # noqa: RUF009 - a frozen value
    """The commitments and seeds of the current shoe."""
    root: str = ""
    burned: Card | None = None
    hidden: int = 0
    coups: tuple[Coup, ...] = ()
    coups_dealt: int = 0
    cut_card_out: bool = False
    earlier: tuple[Coup, ...] = ()
    """Coups of earlier shoes that stay on the board, if every coup has a shoe of its own."""

    @property
    def board(self) -> tuple[Coup, ...]:
        """The coups that roads show, oldest first."""
        return self.earlier + self.coups

    @cached_property
    def place(self) -> int:
        """How many cards have left the shoe."""
        return len(self.seen) + self.hidden

    @property
    def is_given(self) -> bool:
        """Whether the order of the shoe was given, without a commitment to it."""
        return self.shoe > 0 and not self.ceremony.commitment

    @property
    def left(self) -> int:
        """How many cards remain in the shoe."""
        return self.house.cards - self.place

    @property
    def seen(self) -> tuple[Card, ...]:
        """Every card of this shoe that was shown, oldest first."""
        shown = (self.burned,) if self.burned else ()
        return shown + tuple(card for coup in self.coups for card in coup.cards)

    @property
    def seen_at(self) -> tuple[int, ...]:
        """The positions of the shown cards in the shoe, counted from 0."""
        first = (0,) if self.burned else ()
        start = len(first) + self.hidden
        return (*first, *range(start, start + len(self.seen) - len(first)))

    @property
    def last_coup(self) -> bool:
        """Whether the next coup ends the shoe, because the cut card came out earlier."""
        return self.phase is Phase.BETTING and self.cut_card_out

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """The outcomes of the coups on the board, oldest first."""
        return tuple(coup.outcome(self.house.naturals) for coup in self.board)


def evolve(state: State, event: Event) -> State:
    """Return the state after an event. Never raises."""
    match event:
        case BetPlaced():  # first, because it is the most frequent
            number, key, stake = event.seat, event.key, event.stake
            seat = state.seats[number]
            betting = _with(
                seat,
                wagers=(*seat.wagers, Wager(key, stake)),
                stakes={**seat.stakes, key: seat.stake_on(key) + stake},
                staked=seat.staked + stake,
            )
            return _with(state, seats={**state.seats, number: betting})
        case BetSettled():
            seat, key = state.seats[event.seat], event.key
            wagers = tuple([wager for wager in seat.wagers if wager.key != key])
            stakes = {other: stake for other, stake in seat.stakes.items() if other != key}
            if event.fate is Fate.STANDS:
                wagers += (Wager(key, event.stake, standing=True),)
                stakes[key] = event.stake
            settled = _with(
                seat,
                bankroll=Chips(seat.bankroll + event.earned),
                wagers=wagers,
                stakes=stakes,
                staked=Chips(sum(stakes.values())),
            )
            return _with(state, seats={**state.seats, event.seat: settled})
        case GuestSat() | BoughtIn() | GuestLeft() | BetTakenBack():
            return _with(state, seats=_seats_after(state.seats, event))
        case TableOpened(table, house):
            return replace(state, table=table, house=house, phase=Phase.NO_SHOE)
        case TableClosed():
            return replace(state, phase=Phase.CLOSED)
        case CoupDealt():
            return replace(
                state,
                coups=(*state.coups, event.coup),
                coups_dealt=state.coups_dealt + 1,
                cut_card_out=state.cut_card_out or event.cut_after is not None,
                seats={number: _bets_closed(seat) for number, seat in state.seats.items()},
            )
        case _:
            return _shoe_after(state, event)


def _with(record: Record, **changes: object) -> Record:
    """Replace attributes, in a fifth of the time of `dataclasses.replace`.

    This keeps cached properties. If one depends on a change, pass its new value too.
    """
    changed: Record = object.__new__(type(record))
    object.__setattr__(changed, "__dict__", record.__dict__ | changes)
    return changed


def fold(events: Iterable[Event], state: State | None = None) -> State:
    """Return the state after many events."""
    return reduce(evolve, events, State() if state is None else state)


def _shoe_after(
    state: State,
    event: ShoeSeeded
    | ShoeCommitted
    | SeedCommitted
    | SeedRevealed
    | ShoeOrdered
    | ShoeOpened
    | Burned
    | ShoeClosed
    | ShoeRevealed,
) -> State:
    match event:
        case ShoeCommitted(shoe, commitment):
            return replace(
                state,
                phase=Phase.SEEDING,
                shoe=shoe,
                ceremony=Ceremony(bytes.fromhex(commitment)),
                root="",
                burned=None,
                hidden=0,
                coups=(),
                cut_card_out=False,
                earlier=_kept(state),
            )
        case SeedCommitted(seat, commitment):
            promises = (*state.ceremony.promises, GuestPromise(seat, bytes.fromhex(commitment)))
            return replace(state, ceremony=replace(state.ceremony, promises=_by_seat(promises)))
        case SeedRevealed(seat, seed):
            seeds = _by_seat((*state.ceremony.seeds, GuestSeed(seat, seed)))
            return replace(state, ceremony=replace(state.ceremony, seeds=seeds))
        case ShoeOpened():
            return replace(state, phase=Phase.BETTING, root=event.root)
        case Burned(card, hidden):
            return replace(state, burned=card, hidden=hidden)
        case ShoeClosed():
            return replace(state, phase=Phase.NO_SHOE)
        case ShoeSeeded() | ShoeOrdered() | ShoeRevealed():
            return state
        case _:
            assert_never(event)


def _kept(state: State) -> tuple[Coup, ...]:
    """Return the coups that stay on the board when a shoe begins. A full board is cleared."""
    goes_on = state.house.cut_card is NoCutCard.EVERY_COUP
    return state.board if goes_on and len(state.board) < LONGEST_BOARD else ()


def _by_seat(unsorted: tuple[OfSeat, ...]) -> tuple[OfSeat, ...]:
    """Return the last value of each seat, sorted by seat."""
    last = {each.seat: each for each in unsorted}
    return tuple(last[seat] for seat in sorted(last))


def _seats_after(
    seats: Mapping[int, Seat],
    event: GuestSat | BoughtIn | GuestLeft | BetTakenBack,
) -> Mapping[int, Seat]:
    match event:
        case GuestSat(number, name):
            return {**seats, number: Seat(name)}
        case GuestLeft(number):
            return {other: seat for other, seat in seats.items() if other != number}
        case BoughtIn(number, chips):
            seat = seats[number]
            bankroll, bought = Chips(seat.bankroll + chips), Chips(seat.bought + chips)
            return {**seats, number: replace(seat, bankroll=bankroll, bought=bought)}
        case BetTakenBack(number, key, stake):
            wagers = _without(seats[number].wagers, key, stake)
            return {**seats, number: replace(seats[number], wagers=wagers)}
        case _:
            assert_never(event)


def _without(wagers: tuple[Wager, ...], key: str, stake: Chips) -> tuple[Wager, ...]:
    """Remove the newest wager with this key and stake."""
    for index in range(len(wagers) - 1, -1, -1):
        if (wagers[index].key, wagers[index].stake) == (key, stake):
            return wagers[:index] + wagers[index + 1 :]
    return wagers


def _bets_closed(seat: Seat) -> Seat:
    """Return a seat when bets close. Its stakes can be repeated later."""
    if not seat.wagers:
        return seat
    return replace(seat, last_stakes=seat.stakes, coups_bet=seat.coups_bet + 1)
