"""The events of a table in sentences: key word first, one fact a line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from puntobanco.announcer.coups import coup_lines
from puntobanco.announcer.names import guest_name
from puntobanco.announcer.stakes import BET, SETTLED, SETTLED_IN_FULL, TAKEN_BACK
from puntobanco.announcer.status import bankroll_line, house_lines
from puntobanco.announcer.words import (
    Level,
    balance,
    bet_name,
    card_words,
    count,
    dollars,
    fitted,
    listed,
)
from puntobanco.house import Burning, House, NoCutCard
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
)
from puntobanco.table.state import State, evolve

LONG_WORD = 32
"""Letters of a word of a seed from which on it cannot be followed by ear."""

StakeEvent = BetPlaced | BetTakenBack | BoughtIn
"""Events that only move chips; there are thousands of them."""

_MoneyEvent = GuestSat | StakeEvent | BetSettled | GuestLeft
_Facts = list[tuple[str, str]]
"""Key words, each with its fact."""
_ShoeEvent = (
    ShoeCommitted
    | SeedCommitted
    | SeedRevealed
    | ShoeOpened
    | Burned
    | CoupDealt
    | ShoeClosed
    | ShoeRevealed
)


def transcript(
    state: State, events: Iterable[Event], level: Level = Level.NORMAL, *, listener: int | None = 1
) -> list[str]:
    """The lines of events that followed each other; `state` is the table's before them.

    `listener` is the seat of the reader, whose bankroll follows the lines of its settled bets. A
    seed that is committed and revealed in the same events is announced once, unless at full level.
    """
    lines: list[str] = []
    bankroll, bankroll_at = "", None
    happened = tuple(events)
    revealed = {event.seat for event in happened if isinstance(event, SeedRevealed)}
    for event in happened:
        is_implied = isinstance(event, SeedCommitted) and event.seat in revealed
        if not is_implied or level is Level.FULL:
            lines += event_lines(event, state, level, listener=listener)
        state = evolve(state, event)
        if isinstance(event, BetSettled | BoughtIn) and event.seat == listener:
            bankroll_at = len(lines)
            bankroll = bankroll_line(state.seats[event.seat])
    if bankroll_at is not None:
        lines.insert(bankroll_at, bankroll)
    return lines


def event_lines(
    event: Event, state: State, level: Level = Level.NORMAL, *, listener: int | None = 1
) -> list[str]:
    """The lines of one event, none if it is private; `state` is the table's before it.

    >>> from puntobanco.cards import Card
    >>> event_lines(Burned(Card.parse("9h"), hidden=9), State())
    ['Burn card: nine of hearts, so 9 more cards are burned face down.']
    """
    lines = unwrapped_lines(event, state, level, listener)
    return [part for line in lines for part in fitted(line)]


def unwrapped_lines(
    event: Event, state: State, level: Level, listener: int | None, *, is_heard: bool = False
) -> list[str]:
    """The lines of one event, each of any length.

    Long numbers are shown to be compared. They cannot be followed by ear, so where the lines are
    heard they are only mentioned.
    """
    match event:
        case ShoeSeeded() | ShoeOrdered():
            return []
        case TableOpened(_, house):
            return house_lines(house, level)
        case TableClosed():
            return ["Table closed."]
        case GuestSat() | BoughtIn() | BetPlaced() | BetTakenBack() | BetSettled() | GuestLeft():
            return _of_seat(event, state, level, listener)
        case _:
            if level is not Level.FULL and _is_routine(event, state):
                return []
            return _of_shoe(event, state, level, listener, is_heard=is_heard)


def _is_routine(event: _ShoeEvent, state: State) -> bool:
    """Whether it is part of the ceremony in a house that shuffles before every coup."""
    ceremony = SeedCommitted | SeedRevealed | ShoeOpened | ShoeClosed | ShoeRevealed
    return state.house.cut_card is NoCutCard.EVERY_COUP and isinstance(event, ceremony)


def _of_seat(event: _MoneyEvent, state: State, level: Level, listener: int | None) -> list[str]:
    """A guest sits down, leaves, or moves chips."""
    match event:
        case GuestSat(seat, name):
            is_news = level is Level.FULL or seat != listener
            return [f"Sat down: {name}, seat {seat}."] if is_news else []
        case BoughtIn() | BetPlaced() | BetTakenBack():
            facts = _stake(event, state, level)
        case BetSettled():
            facts = [_settled(event, state, level)]
        case GuestLeft() if event.seat != listener:
            return _left(event, state, level)
        case GuestLeft():
            facts = _cashed_out(event, state)
        case _:
            assert_never(event)
    return [_line(event.seat, word, fact, state, listener) for word, fact in facts]


def _stake(event: StakeEvent, state: State, level: Level) -> _Facts:
    """Chips that are bought, put down or taken back."""
    match event:
        case BetPlaced():
            return _placed(event, state, level)
        case BetTakenBack(_, key, stake):
            word, fact = TAKEN_BACK.first
            return [(word, fact.format(stake=dollars(stake), bet=bet_name(key, state.house)))]
        case BoughtIn(_, chips):
            return [("Bought in", dollars(chips))]
        case _:
            assert_never(event)


def _placed(event: BetPlaced, state: State, level: Level) -> _Facts:
    """A stake, the sum on its spot where it was added to, and what is left."""
    seat = state.seats[event.seat]
    total = seat.stake_on(event.key) + event.stake
    filled = {
        "stake": dollars(event.stake),
        "bet": bet_name(event.key, state.house),
        "total": dollars(total),
        "available": dollars(seat.available - event.stake),
    }
    first = BET.first if total == event.stake else BET.added
    patterns = [first, BET.left] if BET.left and level is Level.FULL else [first]
    return [(word, fact.format(**filled)) for word, fact in patterns]


def _cashed_out(event: GuestLeft, state: State) -> _Facts:
    """The money that a guest takes along, and how the evening went."""
    if state.house.limits is None:
        return []
    seat = state.seats.get(event.seat)
    facts = [("Cashed out", dollars(event.chips))]
    return [*facts, ("Result", balance(event.chips - seat.bought))] if seat else facts


def _left(event: GuestLeft, state: State, level: Level) -> list[str]:
    """Another guest leaves, with this money."""
    chips = f", with {dollars(event.chips)}" if state.house.limits else ""
    lines = [f"Left: {guest_name(event.seat, state.seats)}{chips}."]
    if level is Level.FULL:
        lines += [
            _line(event.seat, word, fact, state, None)
            for word, fact in _cashed_out(event, state)[1:]
        ]
    return lines


def _settled(event: BetSettled, state: State, level: Level) -> tuple[str, str]:
    """What a stake won, lost or was returned, and at the full level the odds."""
    is_full = level is Level.FULL and bool(state.coups)
    word, fact = (SETTLED_IN_FULL if is_full else SETTLED)[event.fate]
    return word, fact.format(
        stake=dollars(event.stake),
        earned=dollars(event.earned),
        bet=bet_name(event.key, state.house),
        pays=won_at(event, state) if is_full else "",
    )


def won_at(event: BetSettled, state: State) -> str:
    """The odds at which a stake was paid, empty if it was not."""
    if event.fate is not Fate.WON:
        return ""
    house = state.house
    return house.bet(event.key).decide(state.coups[-1], house.naturals).text


def _line(seat: int, word: str, fact: str, state: State, listener: int | None) -> str:
    """A fact about a seat: without a name to its own guest, with it to everyone else."""
    if seat == listener:
        return f"{word}: {fact}."
    return f"{guest_name(seat, state.seats)}, {word.lower()}: {fact}."


def _of_shoe(
    event: _ShoeEvent, state: State, level: Level, listener: int | None, *, is_heard: bool
) -> list[str]:
    """The ceremony of a shoe, and its coups."""
    is_full = level is Level.FULL
    match event:
        case ShoeCommitted(shoe, commitment):
            promise = [_number_line("Commitment", commitment, is_heard=is_heard)] * is_full
            return [f"Shuffle: shoe {shoe}.", *promise]
        case SeedCommitted():
            return _promised(event, state, level, listener)
        case SeedRevealed(seat):
            is_news = is_full or (seat == listener and level is not Level.TERSE)
            return [_seed_line(event, state, listener, is_heard=is_heard)] * is_news
        case ShoeOpened():
            return _opened(event, state, level, is_heard=is_heard)
        case Burned():
            return [burned_line(event, state.house, level)]
        case CoupDealt():
            return _dealt(event, state, level)
        case ShoeClosed(shoe, coups):
            return [f"End of shoe {shoe}: {count(coups, 'coup')}."]
        case ShoeRevealed(shoe, secret):
            can = [f"Secret shown: shoe {shoe} can be checked now."]
            return [] if level is Level.TERSE else [*can, *([f"Secret: {secret}"] * is_full)]
        case _:
            assert_never(event)


def _promised(event: SeedCommitted, state: State, level: Level, listener: int | None) -> list[str]:
    """A guest has committed to a seed; at the full level, with which commitment."""
    if level is Level.FULL:
        return [_line(event.seat, "Seed promised", event.commitment[:16], state, listener)]
    if level is Level.TERSE or event.seat != listener:
        return []
    return ["Seed promised: it is shown when all have promised theirs."]


def burned_line(event: Burned, house: House, level: Level, shown: str = "") -> str:
    """The burn card if one was shown, `shown` in place of its words, and how many are burned."""
    if event.card is None:
        cards = count(event.hidden, "card")
        verb = "is" if event.hidden == 1 else "are"
        return (
            f"Burn: {cards}." if level is Level.TERSE else f"Burn: {cards} {verb} burned face down."
        )
    card = shown or (str(event.card) if level is Level.TERSE else card_words(event.card))
    if not event.hidden:
        return f"Burn card: {card}."
    if level is Level.TERSE:
        return f"Burn card: {card}, {event.hidden} more."
    more = "1 more card is" if event.hidden == 1 else f"{event.hidden} more cards are"
    joint = "so" if house.burn is Burning.FIRST_CARD else "and"
    return f"Burn card: {card}, {joint} {more} burned face down."


def _opened(event: ShoeOpened, state: State, level: Level, *, is_heard: bool) -> list[str]:
    """The order of the shoe is fixed."""
    cards = count(event.cards, "card")
    lines = [] if level is Level.TERSE else [f"Shoe: {cards} in a fixed order."]
    if event.withheld:
        names = [guest_name(seat, state.seats) for seat in event.withheld]
        lines.append(f"Withheld: no seed came from {listed(names)}.")
    if level is Level.FULL:
        lines.append(_number_line("Root", event.root, is_heard=is_heard))
    return lines


def _number_line(word: str, number: str, *, is_heard: bool) -> str:
    """A long number in hexadecimal."""
    return f"{word} shown." if is_heard else f"{word}: {number}"


def _seed_line(event: SeedRevealed, state: State, listener: int | None, *, is_heard: bool) -> str:
    """A guest's seed, which may be as long as a number."""
    seat, seed = event.seat, event.seed
    if not is_heard or max(map(len, seed.split()), default=0) < LONG_WORD:
        return _line(seat, "Seed", seed, state, listener)
    return "Seed shown." if seat == listener else f"{guest_name(seat, state.seats)}, seed shown."


def _dealt(event: CoupDealt, state: State, level: Level) -> list[str]:
    """A coup with its number."""
    house = state.house
    coup = coup_lines(
        event.coup, house.naturals, level, cut_after=event.cut_after, is_last=event.last
    )
    return [f"Coup {event.number}.", *last_coup_lines(event, house), *coup]


def last_coup_lines(event: CoupDealt, house: House) -> list[str]:
    """Announces a last coup before its cards, unless the cut card announces it."""
    is_known = event.cut_after is not None or isinstance(house.cut_card, NoCutCard)
    return ["Last coup of the shoe."] if event.last and not is_known else []
