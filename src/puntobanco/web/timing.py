"""What a table knows only while the server runs: who is connected, the clock, the ceremony."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from puntobanco.announcer import (
    NO_MORE_BETS,
    Level,
    guest_name,
    longer_line,
    short_line,
    time_line,
)
from puntobanco.coup import Called, Dealt, Drew, Ended, Stood
from puntobanco.fairness import Ceremony
from puntobanco.house import NoCutCard
from puntobanco.table import Event, Phase, Seat, State
from puntobanco.table.events import Burned, CoupDealt, ShoeClosed
from puntobanco.web.pace import Pace

NEVER = 1 << 62
"""A time that does not come."""

Frame = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of the ceremony of seeds, and when it ends at the latest."""

    name: str
    shoe: int
    due: int

    def is_over(self, told: Ceremony, here: set[int], now: int) -> bool:
        """Whether its time is up, or nothing more can come."""
        return self.due <= now or self.is_complete(told, here)

    def is_complete(self, told: Ceremony, here: set[int]) -> bool:
        """Whether every seated guest who is here has done what the stage is for."""
        if self.name == "reveal":
            return not told.withheld
        return bool(here) and here <= {promise.seat for promise in told.promises}


class Shuffle:
    """When the next shoe begins, and the stage of its ceremony."""

    def __init__(self, pace: Pace) -> None:
        self.stage: Stage | None = None
        self.begins = 0
        self._pace = pace

    def settle(self, state: State, now: int) -> bool:
        """Bring the stage up to the state; gives whether it is another one now."""
        before, pace = self.stage, self._pace
        is_brief = state.house.cut_card is NoCutCard.EVERY_COUP
        if state.phase is not Phase.NO_SHOE:
            self.begins = NEVER
        elif self.begins == NEVER:
            self.begins = now + (0 if is_brief else pace.between)
        if state.phase is not Phase.SEEDING:
            self.stage = None
        elif before is None or before.shoe != state.shoe:
            commit = Stage("commit", state.shoe, now + (pace.brief if is_brief else pace.commit))
            reveal = Stage("reveal", state.shoe, now + pace.reveal)
            self.stage = reveal if state.ceremony.seeds else commit
        return self.stage is not before

    def turns_to_reveal(self, told: Ceremony, here: set[int], now: int) -> bool:
        """Enter the second stage when the first is over and somebody has promised a seed."""
        stage = self.stage
        if not (stage and stage.name == "commit" and told.promises):
            return False
        if stage.is_over(told, here, now):
            self.stage = Stage("reveal", stage.shoe, now + self._pace.reveal)
        return self.stage is not stage

    def is_over(self, told: Ceremony, here: set[int], now: int) -> bool:
        """Whether the order of the shoe can be fixed."""
        stage = self.stage
        if stage is None or (stage.name == "commit" and told.promises):
            return False
        return stage.is_over(told, here, now)


def ceremony_frame(stage: Stage | None, state: State, now: int) -> Frame:
    """Which seeds are taken."""
    return {
        "type": "ceremony",
        "stage": stage.name if stage else None,
        "shoe": state.shoe,
        "commitment": state.ceremony.commitment.hex(),
        "closes_in": max(0, stage.due - now) if stage else None,
    }


@dataclass(slots=True)
class Clock:
    """The betting clock: its coup, when it runs out, and how often each guest started it anew."""

    period: int
    coup: int = -1
    opens: int = 0
    """When the page has shown what was dealt."""
    closes: int | None = None
    used: dict[str, int] = field(default_factory=dict)

    def start(self, coup: int, now: int) -> None:
        """Bets on this coup are taken from now on; time runs when the last one was shown."""
        self.coup, self.closes, self.used = coup, max(now, self.opens) + self.period, {}

    def await_showing(self, happened: Iterable[Event], now: int, *, pace: float) -> None:
        """Time does not run before the page has shown what was dealt."""
        for event in happened:
            if isinstance(event, CoupDealt | Burned | ShoeClosed):
                start = now if isinstance(event, CoupDealt) else max(now, self.opens)
                self.opens = start + round(pace * showing(event))

    def refusal(self, guest: str, coup: int, *, now: int, most: int) -> str | None:
        """Why a guest is not given more time for a coup, if so."""
        if self.closes is None or self.coup != coup:
            return "No clock is running."
        if self.closes - now > MOST * self.period:
            return "Most of the time is left."
        if self.used.get(guest, 0) >= most:
            return "You have lengthened the clock often enough for one coup."
        return None

    def lengthen(self, guest: str, now: int) -> None:
        """Start anew for a guest."""
        self.closes = now + self.period
        self.used[guest] = self.used.get(guest, 0) + 1

    def stop(self) -> None:
        """No bets are timed."""
        self.closes, self.used = None, {}

    def said(
        self, now: int, seats: Mapping[int, Seat], *, for_whom: int | None = None
    ) -> list[Frame]:
        """What is said of it, each with so many milliseconds left; at 0, with the cards.

        `for_whom` is the seat of a guest who has just lengthened it.
        """
        left = 0 if self.closes is None else min(self.period, self.closes - now)
        if left <= 0:
            return []
        told: list[Frame] = []
        if for_whom is not None:
            name = guest_name(for_whom, seats)
            by_name = _by_level(lambda ms, level: longer_line(ms, level, name=name), left)
            own = _by_level(longer_line, left)
            told.append({"left": left, "seat": for_whom, "say": by_name, "say_own": own})
        elif left > SHORT:
            told.append({"left": left, "say": _by_level(time_line, left)})
        short = min(left, SHORT)
        told.append({"left": short, "say": _by_level(short_line, short)})
        return [*told, {"left": 0, "say": _by_level(lambda _ms, _level: NO_MORE_BETS, 0)}]

    def frame(self, now: int, most: int, seats: dict[int, str]) -> Frame:
        """How long bets are taken, and how often each seat may still ask for more."""
        runs = self.closes is not None
        return {
            "type": "clock",
            "closes_in": None if self.closes is None else max(0, self.closes - now),
            "opens_in": max(0, self.opens - now) if runs else None,
            "period": self.period or None,
            "more": most if runs else 0,
            "used": {
                str(seat): self.used[guest] for seat, guest in seats.items() if guest in self.used
            },
        }


def _by_level(line: Callable[[int, Level], str], ms: int) -> dict[str, list[str]]:
    return {level.value: [line(ms, level)] for level in Level}


SHORT = 5_000
"""So many milliseconds before the end it is said how little is left."""

LEAST_NATURAL = 8

MOST = 0.8
"""As long as more of the period than this is left, nobody needs more time."""

CLEARING, CARD, CALL, CUT_CARD, DECISION, NATURAL, RESULT, PAYING, HOLDING, SHUFFLING, BURNING = (
    260, 540, 550, 900, 1_050, 600, 350, 1_500, 3_000, 1_200, 2_040,
)  # fmt: skip
"""Milliseconds that the page takes for each part of what it shows, at its calm pace."""


def showing(event: CoupDealt | Burned | ShoeClosed) -> int:
    """How long the page takes to show what was dealt, in milliseconds.

    The last board of a shoe is held for a while, unless every coup has a shoe of its own. Before a
    burn card comes a shuffle.

    >>> from puntobanco.coup import Coup
    >>> showing(CoupDealt(1, Coup.parse("4h 5c / Ks 5d"), cut_after=None, last=False))
    5420
    """
    if isinstance(event, Burned):
        return SHUFFLING + BURNING
    if isinstance(event, ShoeClosed):
        return HOLDING if event.coups > 1 else 0
    time = CLEARING + PAYING + (0 if event.cut_after is None else CUT_CARD)
    for step in event.coup.events:
        match step:
            case Dealt():
                time += CARD
            case Called():
                time += CALL
            case Stood(total=total, reason=square):
                is_natural = square is None and total >= LEAST_NATURAL
                time += DECISION if square else NATURAL * is_natural
            case Drew():
                time += DECISION + CARD
            case Ended():
                time += RESULT
    return time


@dataclass(slots=True)
class Presence:
    """Who is connected, and since when others are not."""

    sockets: dict[str, int] = field(default_factory=dict)
    """The number of sockets of each guest."""
    away: dict[int, int] = field(default_factory=dict)
    """Since when the guest of a seat is away."""
    empty_since: int | None = 0
    told_at: int = -(10**9)
    is_news: bool = False

    def came(self, guest: str) -> None:
        """One more socket of a guest."""
        self.sockets[guest] = self.sockets.get(guest, 0) + 1
        self.empty_since = None
        self.is_news = True

    def went(self, guest: str, now: int) -> None:
        """One socket less."""
        self.sockets[guest] -= 1
        self.is_news = True
        if not self.sockets[guest]:
            del self.sockets[guest]
        if not self.sockets:
            self.empty_since = now

    def look(self, seats: dict[int, str], now: int) -> None:
        """See whose guests are away."""
        self.away = {
            seat: self.away.get(seat, now)
            for seat, guest in seats.items()
            if guest not in self.sockets
        }

    def seated(self, seats: Mapping[int, str]) -> list[int]:
        """The seats whose guests are connected."""
        return [seat for seat, guest in seats.items() if guest in self.sockets]

    def frame(self, seated: list[int]) -> Frame:
        """Who is here."""
        watching = len(self.sockets) - len(seated)
        return {"type": "room", "here": seated, "watching": watching}
