"""The times of a seed ceremony: when the next shoe begins, and how long each stage lasts."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from puntobanco.fairness import Ceremony
from puntobanco.house import NoCutCard
from puntobanco.table import Phase, State
from puntobanco.web.limits import NEVER, Pace
from puntobanco.wire.frames import Ceremony as CeremonyFrame


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage of the ceremony, and when it ends at the latest."""

    name: Literal["commit", "reveal"]
    shoe: int
    due: int

    def is_over(self, ceremony: Ceremony, present: Collection[int], now: int) -> bool:
        """Whether its time is up, or every guest has done what it is for."""
        return self.due <= now or self.is_complete(ceremony, present)

    def is_complete(self, ceremony: Ceremony, present: Collection[int]) -> bool:
        """Whether all committed seeds are revealed, or all present seats have committed."""
        if self.name == "reveal":
            return not ceremony.withheld
        return bool(present) and {promise.seat for promise in ceremony.promises}.issuperset(present)


class CeremonyTimer:
    """When the next shoe begins, and the stage that its ceremony is in."""

    def __init__(self, pace: Pace) -> None:
        self.stage: Stage | None = None
        self._next_shoe_at = 0
        self._pace = pace

    def update(self, state: State, now: int) -> bool:
        """Follow the state; gives whether the stage changed."""
        before, pace = self.stage, self._pace
        is_brief = state.house.cut_card is NoCutCard.EVERY_COUP
        if state.phase is not Phase.NO_SHOE:
            self._next_shoe_at = NEVER
        elif self._next_shoe_at == NEVER:
            self._next_shoe_at = now + (0 if is_brief else pace.between)
        if state.phase is not Phase.SEEDING:
            self.stage = None
        elif before is None or before.shoe != state.shoe:
            commit = Stage("commit", state.shoe, now + pace.stage // (3 if is_brief else 1))
            reveal = Stage("reveal", state.shoe, now + pace.stage)
            self.stage = reveal if state.ceremony.seeds else commit
        return self.stage is not before

    def starts_shoe(self, present: Collection[int], now: int) -> bool:
        """Whether it is time for the next shoe, between two shoes."""
        return bool(present) and self._next_shoe_at <= now

    def enter_reveal(self, ceremony: Ceremony, present: Collection[int], now: int) -> bool:
        """Start the reveal stage if committing is over and some guest has committed."""
        stage = self.stage
        if not (stage and stage.name == "commit" and ceremony.promises):
            return False
        if stage.is_over(ceremony, present, now):
            self.stage = Stage("reveal", stage.shoe, now + self._pace.stage)
        return self.stage is not stage

    def is_over(self, ceremony: Ceremony, present: Collection[int], now: int) -> bool:
        """Whether the order of the shoe can be fixed."""
        stage = self.stage
        if stage is None or (stage.name == "commit" and ceremony.promises):
            return False
        return stage.is_over(ceremony, present, now)

    def due(self, state: State, present: Collection[int], now: int) -> int:
        """When the next stage or shoe is due."""
        if self.stage:
            is_complete = self.stage.is_complete(state.ceremony, present)
            return now if is_complete else self.stage.due
        return self._next_shoe_at if state.phase is Phase.NO_SHOE and present else NEVER

    def frame(self, state: State, now: int) -> CeremonyFrame:
        """The stage, and how long it lasts."""
        stage = self.stage
        return CeremonyFrame(
            stage=stage.name if stage else None,
            shoe=state.shoe,
            commitment=state.ceremony.commitment.hex(),
            closes_in=max(0, stage.due - now) if stage else None,
        )
