"""Sentences for the ear: one for each part of a coup, and nothing that only an eye can use.

A coup becomes: the cards and the call, each draw with its reason, the result, the listener's own
money, and the money of all others together. Sentences for the ear are not wrapped to the width of a
screen.
"""

from __future__ import annotations

from puntobanco.announcer.coups import step_messages
from puntobanco.announcer.english import joined_sentences, worded
from puntobanco.announcer.events import coup_head, messages_of
from puntobanco.announcer.message import Level, Sense, listening, said_to
from puntobanco.coup import Coup, CoupEvent, Naturals
from puntobanco.table.events import CoupDealt, Event
from puntobanco.table.state import State


def aloud(
    event: Event, state: State, level: Level = Level.NORMAL, *, listener: int | None
) -> list[str]:
    """The sentences for one event; `state` is the table's before it.

    For a coup these are only the sentences before its cards, and for a settled bet there are none:
    see `step_aloud` and `settled_aloud`. Other guests' chips are spoken at the full level only.

    >>> from puntobanco.table.events import ShoeCommitted
    >>> aloud(ShoeCommitted(1, "9f" * 32), State(), Level.FULL, listener=None)
    ['Shuffle: shoe 1.', 'Commitment shown.']
    """
    if isinstance(event, CoupDealt):
        messages = coup_head(event, state.house)
    else:
        messages = messages_of(event, state)
    is_own = listener is not None and getattr(event, "seat", None) == listener
    return worded(said_to(listening(level, Sense.EAR, is_own=is_own), messages))


def step_aloud(
    step: CoupEvent, coup: Coup, naturals: Naturals, level: Level = Level.NORMAL
) -> list[str]:
    """What is heard of a step of a coup: the call names the cards, the end names who stood.

    >>> coup = Coup.parse("Ad 5h / 7h Qd")
    >>> [step_aloud(step, coup, Naturals.HIGHER_WINS, Level.TERSE) for step in coup.events[4:]]
    [['Six Player, seven Banker.'], [], [], ['Banker wins, 7 over 6.']]
    """
    messages = step_messages(step, coup, naturals)
    heard = worded(said_to(listening(level, Sense.EAR), messages))
    return [joined_sentences(heard)] if heard else []
