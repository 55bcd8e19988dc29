"""What is proposed at one table until it is durable or abandoned."""

from __future__ import annotations

from puntobanco.croupier import Croupier, NumberedEvent
from puntobanco.store import Note
from puntobanco.table import Command, Phase, State
from puntobanco.web.room.setup import TABLES, Setup


class Proposals:
    """The events and the set-up that a table proposes, on top of those that are durable."""

    def __init__(self, croupier: Croupier, setup: Setup) -> None:
        self.durable_setup = self.setup = setup
        self.events: list[NumberedEvent] = []
        self._croupier = croupier

    @property
    def state(self) -> State:
        """The public state if everything proposed becomes durable."""
        return self._croupier.proposed

    @property
    def last_number(self) -> int:
        """The number of the last event, proposed ones included."""
        pending = self._croupier.pending
        return pending[-1].version if pending else self._croupier.version

    @property
    def notes(self) -> tuple[Note, ...]:
        """The notes to write together with the proposed events."""
        table = self.state.table
        if self.state.phase is Phase.CLOSED:
            return (Note(TABLES, table, None),)
        if self.setup is self.durable_setup and self._croupier.version:
            return ()
        return (Note(TABLES, table, str(self.setup)),)

    def propose(self, command: Command) -> None:
        """Decide a command; its public events change the set-up."""
        for numbered in self._croupier.propose(command):
            self.events.append(numbered)
            self.setup = self.setup.after(numbered.event)

    def confirm(self) -> list[NumberedEvent]:
        """Everything proposed is durable; gives the new events."""
        events, self.events = self.events, []
        self._croupier.confirm()
        self.durable_setup = self.setup
        return events

    def abandon(self) -> None:
        """Nothing of what was proposed happened."""
        self.events = []
        self.setup = self.durable_setup
        self._croupier.abandon()
