"""What guests hear, in English."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from puntobanco.announcer.audience import Level, Sense, listening, messages_for
from puntobanco.announcer.catalogues import english_lines
from puntobanco.announcer.coups import step_messages
from puntobanco.announcer.events import coup_head, messages_of
from puntobanco.announcer.told import settled_messages, stakes_message
from puntobanco.coup import Coup, CoupEvent, Naturals
from puntobanco.house import House
from puntobanco.table.events import BetPlaced, BetSettled, BetTakenBack, CoupDealt, Event
from puntobanco.table.state import State


def aloud(
    event: Event, state: State, level: Level = Level.NORMAL, *, listener: int | None
) -> list[str]:
    """Return the sentences for one event. For a coup, only those before its cards."""
    messages = (
        coup_head(event, state.house) if isinstance(event, CoupDealt) else messages_of(event, state)
    )
    is_own = listener is not None and getattr(event, "seat", None) == listener
    return english_lines(messages_for(listening(level, Sense.EAR, is_own=is_own), messages))


def step_aloud(
    step: CoupEvent, coup: Coup, naturals: Naturals, level: Level = Level.NORMAL
) -> list[str]:
    """Return the spoken words for a step of a coup, in one line."""
    messages = step_messages(step, coup, naturals)
    heard = english_lines(messages_for(listening(level, Sense.EAR), messages))
    return [" ".join(heard)] if heard else []


def stakes_aloud(events: Sequence[BetPlaced | BetTakenBack], house: House) -> str:
    (sentence,) = english_lines([stakes_message(events, house)])
    return sentence


def settled_aloud(
    settled: Iterable[BetSettled], state: State, level: Level = Level.NORMAL
) -> dict[int | None, list[str]]:
    """Return what each seat with bets hears of a coup's money, and everyone else under None."""
    by_seat = settled_messages(settled, state)
    listener = listening(level, Sense.EAR)
    return {seat: english_lines(messages_for(listener, each)) for seat, each in by_seat.items()}
