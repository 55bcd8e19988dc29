"""The ceremony of seeds: when the next shoe begins, and the stages in which seeds are taken."""

from __future__ import annotations

from dataclasses import dataclass

from puntobanco.fairness import Ceremony
from puntobanco.house import NoCutCard
from puntobanco.table import Phase, State
from puntobanco.web.limits import NEVER, Pace
from puntobanco.web.room.frame import Frame


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
