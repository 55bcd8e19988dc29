"""Sentences for the ear: one for each part of a coup, and nothing that only an eye can use.

Lines for the eye may take four lines for four cards. Speech is slower, so a coup becomes: the cards
and the call, each draw with its reason, the result, the listener's own money, and the money of all
others together. Sentences for the ear are not wrapped to the width of a screen.
"""

from __future__ import annotations

from typing import assert_never

from puntobanco.announcer.coups import coup_event_lines
from puntobanco.announcer.events import burned_line, last_coup_lines, unwrapped_lines
from puntobanco.announcer.words import Level, capital, card_words, total_words
from puntobanco.cards import Card
from puntobanco.coup import Called, Coup, CoupEvent, Dealt, Drew, Ended, Naturals, Stood
from puntobanco.table.events import (
    BetPlaced,
    BetSettled,
    BetTakenBack,
    BoughtIn,
    Burned,
    CoupDealt,
    Event,
    SeedCommitted,
    ShoeRevealed,
)
from puntobanco.table.state import State
from puntobanco.tableau import Side


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
    match event:
        case CoupDealt():
            number = [f"Coup {event.number}."] if level is Level.FULL else []
            return [*number, *last_coup_lines(event, state.house)]
        case BetSettled():
            return []
        case BetPlaced() | BetTakenBack() | BoughtIn():
            is_spoken = event.seat == listener or level is Level.FULL
            return unwrapped_lines(event, state, level, listener) if is_spoken else []
        case Burned(Card() as card) if level is Level.TERSE:
            return [burned_line(event, state.house, level, card_words(card))]
        case SeedCommitted() | ShoeRevealed() if level is Level.FULL:
            return unwrapped_lines(event, state, Level.NORMAL, listener)
        case _:
            return unwrapped_lines(event, state, level, listener, is_heard=True)


def step_aloud(
    step: CoupEvent, coup: Coup, naturals: Naturals, level: Level = Level.NORMAL
) -> list[str]:
    """The sentences for a step of a coup: the call names the cards, the end names who stood.

    >>> coup = Coup.parse("Ad 5h / 7h Qd")
    >>> [step_aloud(step, coup, Naturals.HIGHER_WINS, Level.TERSE) for step in coup.events[4:]]
    [['Six Player, seven Banker.'], [], [], ['Banker wins, 7 over 6.']]
    """
    match step:
        case Dealt():
            return []
        case Called():
            return [_opening(coup, level)]
        case Drew(side, card, total) if level is Level.TERSE:
            return [f"{side} draws {card_words(card)}: {total}."]
        case Stood() if level is not Level.FULL:
            return []
        case Drew() | Stood():
            return [" ".join(coup_event_lines(step, naturals, level))]
        case Ended():
            stood = _stood(coup) if level is Level.NORMAL else []
            return [" ".join([*stood, *coup_event_lines(step, naturals, level)])]
        case _:
            assert_never(step)


def _opening(coup: Coup, level: Level) -> str:
    """The first four cards and the call."""
    hands = {Side.PLAYER: coup.opening.player, Side.BANKER: coup.opening.banker}
    totals = {
        side: ("natural " if hand.is_natural and level is not Level.FULL else "")
        + total_words(hand.total)
        for side, hand in hands.items()
    }
    if level is Level.TERSE:
        return capital(", ".join(f"{total} {side}" for side, total in totals.items()) + ".")
    cards = {side: " and ".join(map(card_words, hand.cards)) for side, hand in hands.items()}
    return " ".join(f"{side}, {cards[side]}, {totals[side]}." for side in hands)


def _stood(coup: Coup) -> list[str]:
    """Who stood by the tableau, unless the sentence of a draw implies it."""
    if coup.is_natural or coup.banker.third:
        return []
    if not coup.player.third:
        return ["Both stand."]
    (banker,) = (step for step in coup.events if isinstance(step, Stood))
    return coup_event_lines(banker)
