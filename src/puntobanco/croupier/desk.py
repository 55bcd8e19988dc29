"""The state of a table with its secrets, and its snapshot."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import Self

from puntobanco.errors import FormatUnknown, StoreError
from puntobanco.fairness import FairShoe, Seed, fair_shoe
from puntobanco.shoe import Shoe
from puntobanco.store import Snapshot
from puntobanco.table import Event, Phase, State, evolve
from puntobanco.table.events import ShoeOrdered, ShoeSeeded
from puntobanco.wire import from_json, plain

FORMAT = 1
"""The version of a snapshot's text. Any other is refused."""

WITHIN_SHOE = "within"
"""The label of a snapshot that was taken while a shoe was on the table."""


@dataclass(frozen=True, slots=True)
class Desk:
    """The public state of a table, and the secrets of its shoe."""

    state: State = State()  # noqa: RUF009 - a frozen value
    version: int = 0
    shoe: Shoe = field(default=Shoe(()), repr=False)
    secret: str = field(default="", repr=False)

    @classmethod
    def restored(cls, snapshot: Snapshot | None) -> Self:
        """Return the desk of a snapshot, or an empty one."""
        if snapshot is None:
            return cls()
        if snapshot.format != FORMAT:
            table, form = snapshot.stream, snapshot.format
            raise FormatUnknown(f"a snapshot of {table} of format {form}: a newer version wrote it")
        return from_json(cls, snapshot.data)

    def after(self, event: Event, shoe: Shoe | None = None) -> Desk:
        """Return the desk after an event. `shoe` is the shoe after it, if it took cards."""
        state = evolve(self.state, event)
        secret = event.secret if isinstance(event, ShoeSeeded) else self.secret
        order = Shoe(event.order) if isinstance(event, ShoeOrdered) else self.shoe
        return Desk(state, self.version + 1, order if shoe is None else shoe, secret)

    def resumed(self) -> Desk:
        """Return the desk ready for play: with the cut card, and without the dealt cards."""
        if self.state.phase is not Phase.BETTING:
            return self
        if not self.state.is_given:
            self._check_promise()
        return replace(self, shoe=self.state.house.with_cut_card(self.shoe)).advanced()

    def advanced(self) -> Desk:
        """Return the desk without the dealt cards. It was ready for play before."""
        if self.state.phase is not Phase.BETTING:
            return self
        return replace(self, shoe=replace(self.shoe, place=self.state.place))

    def _check_promise(self) -> None:
        fair = self.derived_shoe()
        if (fair.shoe.order, fair.root.hex()) != (self.shoe.order, self.state.root):
            text = f"the shoe of {self.state.table} is not the one that was promised"
            raise StoreError(code="table_damaged", text=text)

    def derived_shoe(self) -> FairShoe:
        """Return the shoe that follows from the house's secret and the guests' seeds."""
        state = self.state
        return fair_shoe(
            state.house,
            table=state.table,
            number=state.shoe,
            seed=Seed(bytes.fromhex(self.secret)),
            guests=state.ceremony.seeds,
        )

    def snapshot(self) -> Snapshot:
        """Return a snapshot of the desk, with no more secrets than the current shoe needs.

        Those are in the log of the same file already. Between two shoes the last secret has been
        revealed, and its cards can still be checked. A snapshot within a shoe has a label of its
        own and so keeps the one before the shoe, from which guests are sent this shoe's events.
        """
        phase = self.state.phase
        order = self.shoe.order if phase is Phase.BETTING else ()
        text = json.dumps(plain(replace(self, shoe=Shoe(order))), ensure_ascii=False)
        label = WITHIN_SHOE if phase in (Phase.SEEDING, Phase.BETTING) else ""
        return Snapshot(self.state.table, self.version, text, FORMAT, label)
