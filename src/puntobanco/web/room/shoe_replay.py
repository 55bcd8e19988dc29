"""A finished shoe for the player of the page: each coup, the odds before it, and a guest's bets."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import lru_cache

from puntobanco.cards import Card
from puntobanco.croupier import NumberedEvent, event_of
from puntobanco.errors import AnalysisError
from puntobanco.house import House
from puntobanco.store import Logged
from puntobanco.table import State, evolve, is_public
from puntobanco.table.events import (
    BetSettled,
    CoupDealt,
    GuestLeft,
    GuestSat,
    ShoeClosed,
    ShoeCommitted,
)
from puntobanco.web.room.display import DURATIONS
from puntobanco.web.room.event_views import encoded_events
from puntobanco.web.room.views import house_view, shoe_view
from puntobanco.wire.answers import CoupReplay, Edges, ShoeReplay

IsOwn = Callable[[int, GuestSat], bool]
"""Return whether the guest who asks sat down in this event, given its number."""

SECONDS = 2.0
"""About how long the odds of a whole shoe may occupy a core. Slower bets get no odds."""


@dataclass(slots=True)
class _Dealt:
    """A coup, its time in milliseconds, and the guest's bets on it."""

    at: int
    seat: int | None
    events: list[NumberedEvent]


@dataclass(slots=True)
class PastShoeEvents:
    """The coups of a shoe, as its log has them."""

    dealt: list[_Dealt] = field(default_factory=list)
    is_finished: bool = False

    @property
    def seats(self) -> dict[int, int]:
        """The seat in which the guest was at each coup, by the number of the coup."""
        numbers = ((number, each.seat) for number, each in enumerate(self.dealt, 1))
        return {number: seat for number, seat in numbers if seat}

    def replay(self) -> ShoeReplay:
        """Return what the player needs."""
        befores = [each.events[0].before for each in self.dealt]
        last = befores[-1]
        odds = _odds(last.house, last.seen, tuple(len(each.seen) for each in befores))
        return ShoeReplay(
            table=last.table,
            shoe=last.shoe,
            house=house_view(last.house),
            durations=DURATIONS,
            coups=[_coup_replay(*each) for each in zip(self.dealt, odds, strict=True)],
        )


def past_shoe_events(facts: Iterable[Logged], shoe: int, is_own: IsOwn) -> PastShoeEvents:
    """Read the coups of a shoe from a table's log, and only the guest's own bets."""
    found, state, seat = PastShoeEvents(), State(), None
    for logged in facts:
        event = event_of(logged)
        if not is_public(event):
            continue
        numbered = NumberedEvent(logged.fact.version, event, state, logged.fact.data)
        is_here = state.shoe == shoe
        match event:
            case GuestSat() if is_own(numbered.number, event):
                seat = event.seat
            case GuestLeft(left) if left == seat:
                seat = None
            case CoupDealt() if is_here:
                found.dealt.append(_Dealt(logged.at // 1_000, seat, [numbered]))
            case BetSettled(own) if is_here and own == seat:
                found.dealt[-1].events.append(numbered)
            case ShoeClosed() if is_here:
                found.is_finished = True
            case ShoeCommitted(number) if number > shoe:
                break
            case _:
                pass
        state = evolve(state, event)
    return found


def _coup_replay(dealt: _Dealt, odds: Edges | None) -> CoupReplay:
    return CoupReplay(
        seat=dealt.seat,
        before=shoe_view(dealt.events[0].before),
        events=[raw for _, raw in encoded_events(dealt.events, at=dealt.at)],
        odds=odds,
    )


@lru_cache(maxsize=32)  # guests of a table replay the same shoe, and every visit asks again
def _odds(house: House, seen: tuple[Card, ...], counts: tuple[int, ...]) -> list[Edges | None]:
    """Return the odds before each coup, given how many of the cards were seen by then."""
    return [_edges(house, seen[:count], SECONDS / len(counts)) for count in counts]


def _edges(house: House, seen: tuple[Card, ...], seconds: float) -> Edges | None:
    """Return the house's edges before a coup, or None without the extra or with too few cards."""
    try:
        from puntobanco.analysis.composition import Composition  # noqa: PLC0415 - an extra
        from puntobanco.analysis.odds import prices, quick_bets  # noqa: PLC0415 - an extra
    except ImportError:
        return None
    unseen = Composition.of_decks(house.decks).without(seen)
    try:
        bets = quick_bets(house.bets, unseen, seconds=seconds, naturals=house.naturals)
        priced = prices(bets, unseen, naturals=house.naturals)
    except AnalysisError:
        return None
    return Edges(unseen.size, {price.bet.key: price.edge_percent for price in priced})
