"""`decide`: the only entry point for commands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Never, assert_never

from puntobanco.bets import PUSH, Odds, Seen
from puntobanco.coup import Coup, deal
from puntobanco.errors import BuyInRejected, IllegalCommand, InsufficientFunds
from puntobanco.fairness import GuestPromise, GuestSeed
from puntobanco.house import House, Ties
from puntobanco.settlement import Chips
from puntobanco.shoe import Shoe
from puntobanco.table.commands import (
    BuyIn,
    CloseTable,
    Command,
    CommitSeed,
    CommitShoe,
    Deal,
    Double,
    ExpireSeat,
    Leave,
    OpenShoe,
    OpenTable,
    PlaceBet,
    Repeat,
    RevealSeed,
    RevealShoe,
    Sit,
    TakeBack,
    Undo,
)
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
from puntobanco.table.state import MAX_SEATS, Phase, Seat, State

LARGEST_BUY_IN = Chips(10**12)
"""The most a guest may buy. It keeps every sum of money far below 53 bits."""

LARGEST_BANKROLL = Chips(10**15)
"""The largest bankroll that may bet, however generous the house."""

MOST_WAGERS = 500
"""The most separate stakes of one guest. It limits what a single command can undo."""

Decision = tuple[tuple[Event, ...], Shoe]
"""The events that follow from a command, and the shoe after it."""


def decide(state: State, command: Command, shoe: Shoe) -> Decision:
    """Return the events that follow from a command, or raise. Changes nothing."""
    match command:
        case PlaceBet() | Undo() | TakeBack() | Repeat() | Double():
            return _betting(state, command), shoe
        case Deal():
            return _deal(state, shoe)
        case OpenShoe():
            return _open_shoe(state, command)
        case OpenTable() | CloseTable() | CommitShoe() | RevealShoe():
            return tuple(_procedure(state, command)), shoe
        case CommitSeed() | RevealSeed():
            return tuple(_seeding(state, command)), shoe
        case Sit() | BuyIn() | Leave() | ExpireSeat():
            return tuple(_coming_and_going(state, command)), shoe
        case _:
            raise _no_command(command)


def _procedure(
    state: State, command: OpenTable | CloseTable | CommitShoe | RevealShoe
) -> Iterator[Event]:
    match command:
        case OpenTable(table, house):
            _require(state, Phase.UNOPENED, code="open_already")
            _require_house(house)
            yield TableOpened(table, house)
        case CloseTable(by_house):
            _require_open(state)
            for number, seat in state.seats.items():
                yield from _farewell(number, seat)
            if state.phase is Phase.BETTING:
                yield ShoeClosed(state.shoe, len(state.coups))
            yield TableClosed(by_house)
        case CommitShoe(secret, commitment):
            _require(state, Phase.NO_SHOE, code="shoe_already")
            yield ShoeSeeded(state.shoe + 1, secret)
            yield ShoeCommitted(state.shoe + 1, commitment)
        case RevealShoe(secret):
            _require(state, Phase.NO_SHOE, code="secret_early")
            if not state.shoe:
                raise IllegalCommand(code="no_shoe_yet")
            yield ShoeRevealed(state.shoe, secret)
        case _:
            assert_never(command)


def _seeding(state: State, command: CommitSeed | RevealSeed) -> Iterator[Event]:
    """Commit to a guest's seed, or reveal it."""
    _require(state, Phase.SEEDING, code="seeds_closed")
    number = command.seat
    _seat(state, number)
    match command:
        case CommitSeed(_, commitment):
            state.ceremony.promised(GuestPromise(number, _digest(commitment)))
            yield SeedCommitted(number, commitment)
        case RevealSeed(_, seed):
            state.ceremony.revealed(GuestSeed(number, seed))
            yield SeedRevealed(number, seed)
        case _:
            assert_never(command)


def _open_shoe(state: State, command: OpenShoe) -> Decision:
    require_commitment(state)
    fresh = command.shoe
    if len(fresh.order) != state.house.cards or fresh.place:
        cards = state.house.cards
        raise IllegalCommand(code="other_shoe", cards=cards)
    burn, shoe = state.house.open_shoe(fresh)
    events: tuple[Event, ...] = (
        ShoeOrdered(state.shoe, fresh.order),
        ShoeOpened(state.shoe, len(fresh.order), command.root, state.ceremony.withheld),
    )
    if burn:
        events += (Burned(burn.shown, len(burn.hidden)),)
    return events, shoe


def _coming_and_going(state: State, command: Sit | BuyIn | Leave | ExpireSeat) -> Iterator[Event]:
    _require_open(state)
    match command:
        case Sit(number, name):
            _require_free(state, number)
            yield GuestSat(number, name)
        case BuyIn(number, chips=chips):
            seat = _seat(state, number)
            if type(chips) is not int:
                raise _not_whole(chips)
            if not 1 <= chips <= LARGEST_BUY_IN - seat.bought:
                raise BuyInRejected(chips, bought=seat.bought, most=LARGEST_BUY_IN)
            yield BoughtIn(number, chips)
        case Leave(number):
            seat = _seat(state, number)
            if stake := locked_stake(state.house, seat):
                raise IllegalCommand(code="leave_locked", stake=stake)
            yield from _farewell(number, seat)
        case ExpireSeat(number):
            yield from _farewell(number, _seat(state, number))
        case _:
            assert_never(command)


def _farewell(number: int, seat: Seat) -> Iterator[Event]:
    """Return every stake, even a locked one. The guest leaves with all chips."""
    for wager in reversed(seat.wagers):
        yield _taken_back(number, wager)
    yield GuestLeft(number, seat.bankroll)


def _betting(
    state: State, command: PlaceBet | Undo | TakeBack | Repeat | Double
) -> tuple[Event, ...]:
    """Place or take back stakes, which is possible between coups only."""
    _require(state, Phase.BETTING, code="bets_closed")
    number, seat = command.seat, _seat(state, command.seat)
    match command:
        case PlaceBet():
            return _placed(state.house, number, seat, {command.key: command.chips})
        case Undo():
            return (_taken_back(number, _free(state.house, seat)[-1]),)
        case TakeBack():
            free = _free(state.house, seat)
            return tuple(_taken_back(number, wager) for wager in reversed(free))
        case Repeat():
            stakes = seat.stakes
            missing = {key: Chips(s - stakes.get(key, 0)) for key, s in seat.last_stakes.items()}
            more = {key: stake for key, stake in missing.items() if stake > 0}
            if not more:
                raise _nothing_to_repeat(seat)
            return _placed(state.house, number, seat, more)
        case Double():
            if not seat.wagers:
                raise IllegalCommand(code="nothing_to_double")
            return _placed(state.house, number, seat, seat.stakes)
        case _:
            assert_never(command)


def _nothing_to_repeat(seat: Seat) -> IllegalCommand:
    if seat.last_stakes:
        return IllegalCommand(code="repeated_already")
    return IllegalCommand(code="nothing_to_repeat")


def _placed(house: House, number: int, seat: Seat, more: Mapping[str, Chips]) -> tuple[Event, ...]:
    """Place all stakes or none: each spot within the limits, the sum within the bankroll."""
    if seat.bankroll > LARGEST_BANKROLL:
        raise IllegalCommand(code="house_broken")
    if len(seat.wagers) + len(more) > MOST_WAGERS:
        raise IllegalCommand(code="too_many_stakes", most=MOST_WAGERS)
    total, placed = 0, []
    for key, stake in more.items():
        if type(stake) is not int:
            raise _not_whole(stake)
        if stake < 1:
            raise IllegalCommand(code="no_stake")
        house.check_stake(house.bet(key), Chips(seat.stake_on(key) + stake))
        total += stake
        placed.append(BetPlaced(number, key, stake))
    if total > seat.available:
        raise InsufficientFunds(stake=total, available=seat.available)
    return tuple(placed)


def _free(house: House, seat: Seat) -> tuple[Wager, ...]:
    """Return the wagers that may be taken back, oldest first; there is at least one."""
    free = tuple(wager for wager in seat.wagers if not _is_locked(house, wager))
    if not free and seat.wagers:
        raise IllegalCommand(code="stake_locked")
    if not free:
        raise IllegalCommand(code="nothing_to_take_back")
    return free


def locked_stake(house: House, seat: Seat) -> Chips:
    """Return what a tie has locked on the felt: it stays until it is decided."""
    return Chips(sum(wager.stake for wager in seat.wagers if _is_locked(house, wager)))


def _is_locked(house: House, wager: Wager) -> bool:
    return wager.standing and house.ties is Ties.LOCKED


def _taken_back(number: int, wager: Wager) -> BetTakenBack:
    return BetTakenBack(number, wager.key, wager.stake)


def _deal(state: State, before: Shoe) -> Decision:
    """Deal a coup: the cards, then the losing bets, the winners, and the pushes."""
    _require(state, Phase.BETTING, code="no_shoe")
    coup, after = deal(before)
    last = state.house.is_last_coup(before, after)
    number = len(state.coups) + 1
    dealt = CoupDealt(number, coup, _cut_after(before, after), last)
    events: tuple[Event, ...] = (dealt, *_settled(state, coup, last=last))
    if last:
        events += (ShoeClosed(state.shoe, number),)
    return events, after


def _cut_after(before: Shoe, after: Shoe) -> int | None:
    """Return how many cards of the coup came before the cut card, if it came out in it."""
    if before.cut is None or before.cut_card_is_out or not after.cut_card_is_out:
        return None
    return before.cut - before.place


def _settled(state: State, coup: Coup, *, last: bool) -> Iterator[BetSettled]:
    """Settle every stake on the felt, in the order of fates."""
    house = state.house
    seen = Seen.of(coup, house.naturals)
    staked = [
        (number, *stake) for number, seat in state.seats.items() for stake in seat.stakes.items()
    ]
    earned = {key: house.bet(key).earns(seen) for key in {key for _, key, _ in staked}}
    fates = {key: _fate(house, key, odds, last=last) for key, odds in earned.items()}
    for fate in Fate:
        for number, key, stake in staked:
            if fates[key] is fate:
                chips = house.earned(stake, earned[key])
                yield BetSettled(number, key, stake, chips, fate)


def _fate(house: House, key: str, odds: Odds, *, last: bool) -> Fate:
    if odds == PUSH:
        stands = house.bet(key) in house.main_bets and house.ties is not Ties.PUSH and not last
        return Fate.STANDS if stands else Fate.RETURNED
    return Fate.WON if odds > 0 else Fate.LOST


def _digest(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise IllegalCommand(code="not_hexadecimal") from None


def require_commitment(state: State) -> None:
    """Refuse to open a shoe to which the house has not committed."""
    _require(state, Phase.SEEDING, code="not_committed")


def _require(state: State, phase: Phase, *, code: str) -> None:
    if state.phase is not phase:
        raise IllegalCommand(code=code)


def _require_open(state: State) -> None:
    if state.phase in (Phase.UNOPENED, Phase.CLOSED):
        raise IllegalCommand(code="not_open")


def _require_free(state: State, number: int) -> None:
    if type(number) is not int:
        raise _not_a_seat(number)
    if not 1 <= number <= MAX_SEATS:
        raise IllegalCommand(code="seats", most=MAX_SEATS)
    if number in state.seats:
        raise IllegalCommand(code="seat_taken", seat=number)


def _seat(state: State, number: int) -> Seat:
    if type(number) is not int:
        raise _not_a_seat(number)
    try:
        return state.seats[number]
    except KeyError:
        raise IllegalCommand(code="empty_seat", seat=number) from None


def _require_house(house: object) -> None:
    """Refuse anything but a house: the log would keep it, and no shoe could follow."""
    if not isinstance(house, House):
        text = f"a table is opened by a House, such as HOUSES['classic'], not by {_kind(house)}"
        raise TypeError(text)


def _not_whole(chips: object) -> TypeError:
    return TypeError(f"chips are whole numbers of type int, not {_kind(chips)}: {chips!r}")


def _not_a_seat(number: object) -> TypeError:
    """Return the error for a wrong seat number: ``True`` equals 1, but not in the log."""
    return TypeError(f"a seat is a number of type int, not {_kind(number)}: {number!r}")


def _no_command(command: Never) -> TypeError:
    """Return the error for a value that is no command, which type checkers exclude."""
    text = f"a command is a value such as Deal(), not {_kind(command)}"
    return TypeError(f"{text}; several are given one by one, not as a list")


def _kind(value: object) -> str:
    if isinstance(value, type):
        return f"the class {value.__name__}"
    return f"a value of type {type(value).__name__}"
