"""Whole evenings at a house of several servers, and planted faults: see servers_world.py."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import pytest

from puntobanco.croupier import Croupier, NumberedEvent
from puntobanco.errors import OutcomeUnknown, PuntoBancoError, StoreError
from puntobanco.store import Changes, Key, Log, Logged, Receipt, Store, StreamRead, house
from puntobanco.store.heads import StreamHead
from puntobanco.store.rows import Writes
from puntobanco.web.hall import tables
from puntobanco.web.hall.admin import Draining
from puntobanco.web.hall.batch import Batch
from puntobanco.web.hall.hall import Hall
from puntobanco.web.hall.look import Look
from puntobanco.web.hall.requests import CommandRequest, HallRequest
from puntobanco.web.limits import NEVER
from puntobanco.web.room.audience import Connection, Outbox
from puntobanco.web.room.room import Room
from puntobanco.web.room.value import Guest
from tests.web.servers_world import ServerStore, replayed
from tests.web.test_planted_faults import Premature

SEEDS = 1_000
AT_ONCE = 50
MEETS = {
    "hangs", "decided again", "accepted later", "late", "unanswered", "away", "went back",
}  # fmt: skip


@pytest.mark.parametrize("first", range(0, SEEDS, AT_ONCE))
def test_whatever_happens_no_bet_is_lost_or_doubled_and_nothing_untrue_is_said(first: int) -> None:
    met = {each for seed in range(first, first + AT_ONCE) for each in replayed(seed).met}
    assert met >= MEETS


@pytest.mark.marathon
@pytest.mark.parametrize("first", range(SEEDS, 11_000, 500))
def test_the_same_over_many_more_and_longer_evenings(first: int) -> None:
    for seed in range(first, first + 500):
        replayed(seed, steps=60)


def test_an_evening_is_a_function_of_its_seed() -> None:
    first, again = replayed(7), replayed(7)
    assert first.story == again.story
    assert [each.public for each in first.auditors.values()] == [
        each.public for each in again.auditors.values()
    ]


# --- planted faults -------------------------------------------------------------------------------


def found(kind: type[Hall] = Hall, seeds: int = 150) -> str:
    with pytest.raises((AssertionError, LookupError, PuntoBancoError)) as error:
        list(map(partial(replayed, kind=kind), range(seeds)))
    assert "replay: python -m tests.web.servers_world" in "".join(error.value.__notes__)
    return str(error.value)


def test_a_store_without_a_revision_check_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Store, "confirmed", lambda _, expected: dict(expected))
    found()


def test_a_store_that_checks_only_the_version_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A press of the ready button writes no event: the version stays, the revision rises."""
    commit, versions = Hall.commit, dict[tuple[Log, str], int]()

    def noting(hall: Hall, batch: Batch) -> None:
        for room in batch.rooms:
            versions[hall.store, room.id] = room.croupier.version
        commit(hall, batch)

    def by_version(store: Store, expected: Mapping[str, int]) -> dict[str, int]:
        heads = {stream: store._head_of(stream) for stream in expected}
        return {
            stream: heads[stream].revision
            for stream, revision in expected.items()
            if revision == heads[stream].revision
            or versions.get((store, stream)) == heads[stream].version
        }

    monkeypatch.setattr(Hall, "commit", noting)
    monkeypatch.setattr(Store, "confirmed", by_version)
    found()


def test_receipts_in_another_transaction_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The connection is cut between the two."""
    written = ServerStore._written

    def apart(
        store: ServerStore, batch: Writes, expected: Mapping[str, int], at: int, kept: int
    ) -> tuple[Writes, dict[str, int]]:
        is_cut = store not in {server.store for server in store.world.servers}
        if is_cut:
            batch = batch._replace(receipts=())
        return written(store, batch, expected, at, kept)

    monkeypatch.setattr(ServerStore, "_written", apart)
    found()


class EarlyReceipts(Hall):
    """Looks up receipts before it reads what other servers have written."""

    _early: dict[Key, Receipt]

    def look(self) -> Look:
        look = super().look()
        keys = [each.key for each in look.requests if isinstance(each, CommandRequest)]
        self._early = self.store.receipts(keys)
        return look

    def read(self, look: Look) -> None:
        super().read(look)
        look.accepted = self._early


class StaleRefusals(Hall):
    """Sends refusals without confirming the revision that they were decided on."""

    def publish(self, batch: Batch) -> None:
        stale = [
            each
            for each in batch.decided
            if each.error and batch.table_of(each.request) in batch.lost
        ]
        for request, error, *_ in stale:
            assert error
            self._fail(request, error)
        batch.decided = [each for each in batch.decided if each not in stale]
        super().publish(batch)


class StaleWelcome(Hall):
    """Welcomes a guest with what it knows, without confirming that."""

    def connect(self, guest: Guest, room: Room, outbox: Outbox, **more: Any) -> Connection:  # noqa: ANN401 - as a hall
        connection = super().connect(guest, room, outbox, **more)
        self.store.announce(self._server, [(room.id, guest.id)])
        room.audience.announce_arrivals()
        room.welcome_announced(self.clock())
        return connection


class Unannounced(Hall):
    """Welcomes guests of whom the other servers don't know."""

    def look(self) -> Look:
        look = super().look()
        look.present = look.present if look.polls else set()
        return look


class Sure(Hall):
    """Refuses commands whose outcome is unknown."""

    def _fail(self, request: HallRequest, error: Exception) -> None:
        if isinstance(request, CommandRequest) and isinstance(error, StoreError):
            request.connection.refuse(request.request.id, StoreError("away"))
        else:
            super()._fail(request, error)


class Drained(Hall):
    """An operator drains the server when the outcome of a write is unknown.

    The server then refuses commands at an unchanged revision, which a late write would still fit.
    """

    def abandon(self, batch: Batch, error: StoreError) -> None:
        super().abandon(batch, error)
        if isinstance(error, OutcomeUnknown):
            self.draining = Draining.of(self.rooms.values(), self.elapsed())

    def _check_not_draining(self) -> None:
        """Let guests in as before."""


class Unsettled(Drained):
    """Decides again without settling the write whose outcome is unknown."""

    def reopen(self) -> None:
        self._unsettled.clear()
        super().reopen()


def test_a_write_that_lands_after_its_refusal_because_it_was_not_settled_is_found() -> None:
    assert "refused, and there after all" in found(Unsettled)
    for seed in range(30):
        replayed(seed, kind=Drained)


class Oblivious(Hall):
    """Doesn't ask whether its guests have signed out on another server."""

    def look(self) -> Look:
        look = super().look()
        look.holders = {}
        return look


class Forgiving(Hall):
    """Lets a command that is decided again join the next coup."""

    def _again(self, request: HallRequest, coups_dealt: int) -> list[HallRequest]:
        again = super()._again(request, coups_dealt)
        if not isinstance(request, CommandRequest):
            return again
        return [request._replace(attempts=each.attempts) for each in again]  # type: ignore[union-attr] # a command again


WRONG: dict[type[Hall], str] = {
    EarlyReceipts: "refused, and there after all",
    StaleRefusals: "refused on a stale room",
    StaleWelcome: "a stale welcome",
    Unannounced: "welcomed before it was announced",
    Premature: "a stage not stored",
    Sure: "refused, and there after all",
    Oblivious: "connected after signing out",
}
"""Halls that are wrong on purpose, and how the simulation reports them."""


@pytest.mark.parametrize("kind, report", WRONG.items())
def test_a_hall_that_breaks_a_promise_is_found_out(kind: type[Hall], report: str) -> None:
    assert report in found(kind)


def test_a_command_that_is_decided_again_for_the_next_coup_is_found() -> None:
    assert "joined the next coup" in found(Forgiving, seeds=400)


def test_deadlines_by_the_clock_of_a_server_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    take_over = tables.HallClock.set

    def set_once(clock: tables.HallClock, now: int) -> None:
        if clock not in known:
            known.add(clock)
            take_over(clock, now)

    known = set[tables.HallClock]()
    monkeypatch.setattr(tables, "MOST_AHEAD", NEVER)
    monkeypatch.setattr(tables.HallClock, "set", set_once)
    assert found() in {"dealt before the deadline", "a seat was given up early"}


def test_private_events_that_are_skipped_when_following_are_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    follow = Croupier.follow

    def public(croupier: Croupier, written: Iterable[Logged]) -> list[NumberedEvent]:
        return follow(croupier, [each for each in written if not each.fact.private])

    monkeypatch.setattr(Croupier, "follow", public)
    found()


def test_a_lost_wake_up_without_polling_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ServerStore, "changed", lambda *_: Changes({}, [], []))
    assert found()


def test_waiting_for_guests_of_a_dead_server_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(house, "SILENCE", NEVER)
    assert "waits for a guest who is gone" in found()


def test_an_older_log_that_goes_unnoticed_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    read_stream = Store.read_stream

    def forgetful(
        store: Store, stream: str, *, after: int = 0, requests: Sequence[Key] = ()
    ) -> StreamRead:
        store._seen.pop(stream, None)
        return read_stream(store, stream, after=after, requests=requests)

    def is_at(_store: Store, head: StreamHead, revision: int) -> bool:
        return head.revision == revision

    monkeypatch.setattr(Store, "read_stream", forgetful)
    monkeypatch.setattr(Store, "_is_at", is_at)
    assert "an older log unnoticed" in found()
