"""The button of a table: who is ready for the cards, and how long the others are waited for."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from puntobanco.announcer import (
    called_off_lines,
    cards_lines,
    guest_name,
    ready_lines,
    waiting_words,
)
from puntobanco.house import House
from puntobanco.table import Seat, State
from puntobanco.web.limits import NEVER, Pace
from puntobanco.web.room.frame import Frame
from puntobanco.web.room.presence import Presence
from puntobanco.web.room.setup import Setup


def counted(state: State, seats: Collection[int]) -> set[int]:
    """Who of these is waited for: those who can bet, or everybody if nobody can."""
    betting = {seat for seat in seats if _can_bet(state.house, state.seats[seat])}
    return betting or set(seats)


def _can_bet(house: House, seat: Seat) -> bool:
    limits = house.limits
    return limits is not None and (bool(seat.wagers) or seat.bankroll >= limits.minimum)


class Standing(NamedTuple):
    """What guests know of the button."""

    coup: int = -1
    ready: tuple[int, ...] = ()
    waiting: tuple[int, ...] = ()
    at: int = NEVER
    """When the cards come, unless all are ready before."""


class Button:
    """Counts down from the first press of a coup while a seated guest is here.

    When the last who was waited for has gone, the cards come soon: after the time that a line
    which broke may take to come back, or at once if the guest gave the seat up. After a restart
    nobody has gone, so whoever comes back first finds the whole countdown.
    """

    def __init__(self, pace: Pace) -> None:
        self.standing = Standing()
        self._pace = pace
        self._rest()

    def _rest(self) -> None:
        self._ends = self._soon = NEVER
        self._has_waited = False

    @property
    def at(self) -> int:
        """When the cards come."""
        return self.standing.at

    def settle(
        self, state: State, setup: Setup, presence: Presence, *, now: int, opens: int
    ) -> Frame | None:
        """Bring the countdown up to the state; gives what is to be told if anything is new.

        `opens` is when everyone has seen the last coup: the countdown is whole from there.
        """
        before, ready = self.standing, setup.ready
        if not (ready or before.ready):
            return None
        here = presence.seated(setup.seats)
        if not (ready and here) or before.coup != state.coups_dealt:
            self._rest()
        waiting = counted(state, here) - set(ready) if ready else set()
        if ready and here:
            if self._ends == NEVER:
                self._ends = max(now, opens) + self._pace.ready
            self._wait(waiting, now, is_settled=counted(state, state.seats) <= set(ready))
        at = min(self._ends, self._soon)
        self.standing = Standing(state.coups_dealt, ready, tuple(sorted(waiting)), at)
        if self.standing == before:
            return None
        return self._frame(state, now, said=_news(state, before, self.standing, now))

    def _wait(self, waiting: set[int], now: int, *, is_settled: bool) -> None:
        """Somebody is waited for, or has just gone; `is_settled` if nobody could come back."""
        if waiting:
            self._soon, self._has_waited = NEVER, True
        elif self._has_waited:
            self._soon = min(self._soon, now if is_settled else now + self._pace.back)

    def frame(self, state: State, now: int) -> Frame:
        """Who is ready, for one who has just come."""
        return self._frame(state, now, said=_news(state, Standing(), self.standing, now))

    def _frame(self, state: State, now: int, *, said: list[str]) -> Frame:
        standing = self.standing
        return {
            "type": "ready",
            "seats": standing.ready,
            "waiting": standing.waiting,
            "waits": waiting_words([guest_name(seat, state.seats) for seat in standing.waiting]),
            "deals_in": None if standing.at == NEVER else max(0, standing.at - now),
            "said": said,
        }


def _news(state: State, before: Standing, standing: Standing, now: int) -> list[str]:
    """What one who knew the one hears of the other."""
    if not standing.ready:
        is_called_off = before.ready and before.coup == standing.coup
        return called_off_lines() if is_called_off else []
    if before.coup != standing.coup:
        before = Standing()
    new = [seat for seat in standing.ready if seat not in before.ready]
    names = [guest_name(seat, state.seats) for seat in new]
    said = ready_lines(names) if names else []
    if standing.at not in (before.at, NEVER):
        said += cards_lines(standing.at - now, is_waiting=bool(standing.waiting))
    return said
