"""Events as they are broadcast: the log's text, what follows from it, and what is said of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile
from typing import TypeVar, assert_never

import msgspec
from msgspec import UNSET, Raw, UnsetType
from msgspec.structs import asdict, astuple

from puntobanco.announcer import Level, aloud, dollars, event_lines, guest_name
from puntobanco.announcer.coups import coup_steps
from puntobanco.announcer.english import joined_sentences
from puntobanco.announcer.events import coup_head, won_at
from puntobanco.announcer.message import Message, Sense, listening
from puntobanco.announcer.money_aloud import settled_messages
from puntobanco.announcer.stakes import BANKROLL
from puntobanco.announcer.words import catalogue
from puntobanco.cards import Hand
from puntobanco.coup import Called, CoupEvent, Dealt, Drew, Ended, Naturals, Stood
from puntobanco.croupier import NumberedEvent
from puntobanco.settlement import Chips
from puntobanco.table import Event, Fate, Seat, State, evolve
from puntobanco.table.events import BetPlaced, BetSettled, BetTakenBack, BoughtIn, CoupDealt
from puntobanco.tableau import PUNTO_BANCO, Side, Square
from puntobanco.web.room.views import (
    NATURAL_RULE,
    numbered_coup,
    seat_view,
    shoe_view,
    square_view,
)
from puntobanco.wire import kind_of
from puntobanco.wire.frames import (
    AnyStep,
    CalledStep,
    CoupStory,
    CutCardStep,
    DealtStep,
    DrewStep,
    EndedStep,
    LoggedEvent,
    SeatChange,
    SettledStake,
    ShoeStateChange,
    SpotAfter,
    StoodStep,
)
from puntobanco.wire.parts import Part, Sentences, Worded

Facts = TypeVar("Facts", bound=Part)

STAKES = (BetPlaced, BetTakenBack)
"""Events that change only what lies on a spot; their facts say how."""

EncodedEvent = tuple[int, Raw]
"""An event's number, and the event as it is broadcast."""

_encode = msgspec.json.Encoder().encode


def encoded_events(events: Sequence[NumberedEvent], *, at: int) -> list[EncodedEvent]:
    """Events that happened together at a time in milliseconds, as they are broadcast."""
    together = _Together(events, at)
    return [
        (each.number, Raw(_encode(_event_view(together, place))))
        for place, each in enumerate(events)
    ]


class _Together:
    """Events that happened together, and what is worked out for several of them at once."""

    def __init__(self, events: Sequence[NumberedEvent], at: int) -> None:
        self.events, self.at = events, at
        self.bankrolls = _bankrolls(events)
        self._names: dict[int, str] = {}
        self._odds: dict[str, str] = {}

    def name(self, seat: int, state: State) -> str:
        """A guest's name in sentences, the same until somebody sits down or leaves."""
        if seat not in self._names:
            self._names[seat] = guest_name(seat, state.seats)
        return self._names[seat]

    def pays(self, bet: BetSettled, state: State) -> str:
        """The odds at which a stake was won, the same on one bet until the next coup."""
        if bet.fate is not Fate.WON:
            return ""
        if bet.key not in self._odds:
            self._odds[bet.key] = won_at(bet, state)
        return self._odds[bet.key]

    def forget(self) -> None:
        """Something happened that may change names or odds."""
        self._names, self._odds = {}, {}


def _event_view(together: _Together, place: int) -> LoggedEvent:
    """One of several events that happened together."""
    at, (number, event, state, text) = together.at, together.events[place]
    kind, data = kind_of(event), Raw(text.encode())
    match event:
        case BetPlaced(seat, key, stake):
            after = _spot_after(together.name(seat, state), state.seats[seat], key, stake)
            return LoggedEvent(number, at, kind, data, after)
        case BetTakenBack(seat, key, stake):
            after = _spot_after(together.name(seat, state), state.seats[seat], key, -stake)
            return LoggedEvent(number, at, kind, data, after)
        case BetSettled(seat):
            settled = SettledStake(
                by=together.name(seat, state),
                pays=together.pays(event, state),
                bankroll=together.bankrolls.get(place, UNSET),
            )
            return LoggedEvent(number, at, kind, data, settled)
        case CoupDealt():
            together.forget()
            story = CoupStory(
                dealt=numbered_coup(
                    event.coup, state.house.naturals, number=event.number, position=state.place
                ),
                steps=_steps(event, state),
                settled=_settled(together.events[place + 1 :]),
            )
            return LoggedEvent(number, at, kind, data, story, _coup_words(event, state))
        case _:
            together.forget()
            words = _words(event, state, together.bankrolls.get(place))
            return LoggedEvent(number, at, kind, data, words=words)


def _spot_after(name: str, seat: Seat, key: str, change: int) -> SpotAfter:
    """A guest's money after so much more was put on a spot."""
    return SpotAfter(name, seat.stake_on(key) + change, seat.available - change)


def _words(event: Event, state: State, bankroll: Chips | None) -> Worded:
    """What is said of an event, to everyone and to the guest whom it concerns."""
    seat: int | None = getattr(event, "seat", None)
    say = _lines(event, state, None)
    heard = _heard(event, state, None, say)
    if seat is None:
        return Worded(say=say, aloud=heard)
    own = _lines(event, state, seat)
    heard_own = _heard(event, state, seat, own)
    if bankroll is not None:
        line = BANKROLL.own.format(bankroll=dollars(bankroll))
        own = Sentences(*([*lines, line] for lines in astuple(own)))
    return Worded(say, own, heard, heard_own)


def _lines(event: Event, state: State, listener: int | None) -> Sentences:
    return Sentences(*(event_lines(event, state, level, listener=listener) for level in Level))


def _heard(
    event: Event, state: State, listener: int | None, to_read: Sentences
) -> Sentences | UnsetType:
    """What a screen reader speaks instead; a level at which it is the same is left out."""
    heard = (aloud(event, state, level, listener=listener) for level in Level)
    read = astuple(to_read)
    differing = [
        UNSET if spoken == lines else spoken for spoken, lines in zip(heard, read, strict=True)
    ]
    return UNSET if all(each is UNSET for each in differing) else Sentences(*differing)


def _bankrolls(events: Sequence[NumberedEvent]) -> dict[int, Chips]:
    """After which of these events a guest's new bankroll is said: after the last change of it."""
    last = {
        each.event.seat: place
        for place, each in enumerate(events)
        if isinstance(each.event, BetSettled | BoughtIn)
    }
    if not last:
        return {}
    seats = evolve(events[-1].before, events[-1].event).seats
    return {place: seats[seat].bankroll for seat, place in last.items() if seat in seats}


# --- coups ------------------------------------------------------------------------------------


Texts = list[tuple[int, str]]
"""Messages in words, each with its audience: they are worded once for all levels."""

_LISTENERS = {sense: [listening(level, sense) for level in Level] for sense in Sense}


def _texts(messages: Iterable[Message]) -> Texts:
    words = catalogue().words
    return [(each.audience, words(each)) for each in messages]


def _by_level(texts: Texts, sense: Sense) -> Sentences:
    """What is read or heard at each level."""
    return Sentences(
        *([text for audience, text in texts if audience & who] for who in _LISTENERS[sense])
    )


def _heard_in_one(texts: Texts) -> Sentences:
    """What is heard at each level, in one go."""
    heard = astuple(_by_level(texts, Sense.EAR))
    return Sentences(*([joined_sentences(lines)] if lines else [] for lines in heard))


def _coup_words(event: CoupDealt, state: State) -> Worded:
    """What is said before the cards of a coup."""
    texts = _texts(coup_head(event, state.house))
    return Worded(say=_by_level(texts, Sense.EYE), aloud=_by_level(texts, Sense.EAR))


def _steps(event: CoupDealt, state: State) -> list[AnyStep]:
    """The coup, step by step, with the cut card where it came out."""
    coup, naturals = event.coup, state.house.naturals
    steps: list[AnyStep] = []
    shown = dict.fromkeys(Side, Hand(()))
    for step, messages in coup_steps(coup, naturals, cut_after=event.cut_after, is_last=event.last):
        texts = _texts(messages)
        say = _by_level(texts, Sense.EYE)
        if step is None:
            steps.append(CutCardStep(Worded(say=say)))
            continue
        if isinstance(step, Dealt):
            shown[step.side] = shown[step.side].with_card(step.card)
        steps.append(_step(step, shown, naturals, Worded(say=say, aloud=_heard_in_one(texts))))
    return steps


def _step(
    step: CoupEvent, shown: Mapping[Side, Hand], naturals: Naturals, words: Worded
) -> AnyStep:
    """A step, where these cards of the first four have been shown."""
    match step:
        case Dealt(side, card):
            return DealtStep(side, str(card), shown[side].total, words)
        case Called(player, banker):
            return CalledStep(player, banker, words)
        case Stood(side, total, reason):
            square = square_view(reason) if reason else None
            return StoodStep(side, total, shown[side].is_natural, square, _why(reason), words)
        case Drew(side, card, total, reason):
            return DrewStep(side, str(card), total, square_view(reason), _why(reason), words)
        case Ended(score):
            outcome = score.outcome(naturals)
            return EndedStep(outcome, score.player_total, score.banker_total, words)
        case _:
            assert_never(step)


def _why(square: Square | None) -> str:
    """The rule that decided."""
    return PUNTO_BANCO.rule(square) if square else NATURAL_RULE


def _settled(events: Sequence[NumberedEvent]) -> dict[str, Sentences]:
    """The sentences on a coup's money: for each guest with bets, and for all others."""
    run = list(takewhile(lambda each: isinstance(each.event, BetSettled), events))
    bets = [each.event for each in run if isinstance(each.event, BetSettled)]
    if not bets:
        return {}
    state = evolve(run[-1].before, run[-1].event)
    return {
        str(seat or "others"): _by_level(_texts(messages), Sense.EAR)
        for seat, messages in settled_messages(bets, state).items()
    }


# --- changes of the state ---------------------------------------------------------------------


def changed_seats(
    before: State, after: State, happened: Sequence[Event]
) -> dict[str, SeatChange | None]:
    """What these events changed in seats by more than stakes; None for a seat that is free.

    Where the guest of a seat staked as well, all of the seat is given: a page that has followed the
    stakes does not know it as it was before.
    """
    by_stakes, otherwise = set[int](), dict[int, None]()
    for event in happened:
        seat: int | None = getattr(event, "seat", None)
        if isinstance(event, STAKES):
            by_stakes.add(event.seat)
        elif seat is not None:
            otherwise[seat] = None
    known = {seat: view for seat, view in before.seats.items() if seat not in by_stakes}
    return {
        str(seat): _changed(
            SeatChange,
            seat_view(known[seat]) if seat in known else None,
            seat_view(after.seats[seat]),
        )
        if seat in after.seats
        else None
        for seat in otherwise
        if seat in after.seats or seat in before.seats  # else it was taken and left at once
    }


def changed_shoe(before: State, after: State) -> ShoeStateChange | UnsetType:
    """What changed at a table but for its seats and coups, if anything did."""
    old, new = shoe_view(before), shoe_view(after)
    return UNSET if old == new else _changed(ShoeStateChange, old, new)


def _changed(kind: type[Facts], before: Facts | None, after: Facts) -> Facts:
    """The members that differ; all of them where there was nothing before."""
    old = asdict(before) if before else {}
    return kind(
        **{name: each for name, each in asdict(after).items() if old.get(name, UNSET) != each}
    )
