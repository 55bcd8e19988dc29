"""Subtle faults, planted one at a time: the simulated hall finds each of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from unittest.mock import patch

import pytest
from msgspec import structs

from puntobanco.croupier import Croupier, Desk
from puntobanco.errors import StoreError
from puntobanco.fairness import FairShoe
from puntobanco.store import Store
from puntobanco.web.hall import cleanup
from puntobanco.web.hall.batch import Batch, CommandRequest, HallRequest
from puntobanco.web.hall.hall import Hall
from puntobanco.web.room.broadcasts import Scene, ceremony_frame
from puntobanco.web.room.refusals import Refused
from puntobanco.web.room.room import Room
from puntobanco.web.room.value import Guest
from puntobanco.wire.commands import Request
from puntobanco.words import message
from tests.web.world import replayed

SEEDS = 120


def found(kind: type[Hall] = Hall) -> str:
    """Return the simulation's report of a planted fault."""
    with pytest.raises((AssertionError, KeyError, StoreError)) as error:
        list(map(partial(replayed, kind=kind), range(SEEDS)))
    assert "replay: python -m tests.web.world" in "".join(error.value.__notes__)
    return str(error.value)


class Skipping(Hall):
    """Forgets one of several tables when a batch could not be written."""

    def abandon(self, batch: Batch, error: StoreError) -> None:
        if len(batch.rooms) > 1:
            batch.rooms.popitem()
        super().abandon(batch, error)


class Outspoken(Hall):
    """Tells of refusals before what they rest on is durable."""

    def decide(self) -> Batch:
        batch = super().decide()
        for request, error, _ in batch.decided:
            if error:
                self._fail(request, error)
        batch.decided = [each for each in batch.decided if not each.error]
        return batch


class StaleRefusals(Hall):
    """Sends refusals without confirming the revision that they were decided on."""

    def publish(self, batch: Batch) -> None:
        for request, error, _ in batch.decided:
            if error and batch.table_of(request) in batch.lost:
                self._fail(request, error)
        batch.decided = [
            each
            for each in batch.decided
            if not (each.error and batch.table_of(each.request) in batch.lost)
        ]
        super().publish(batch)


class EarlyReceipts(Hall):
    """Looks up receipts before it reads what another server has written."""

    def _follow_lost(self) -> None:
        pass

    def _decide_requests(self, requests: list[HallRequest], batch: Batch) -> list[HallRequest]:
        keys = [request.key for request in requests if isinstance(request, CommandRequest)]
        early = self.store.receipts(keys)
        super()._follow_lost()
        with patch.object(self.store, "receipts", lambda _: early):
            return super()._decide_requests(requests, batch)


class Forgiving(Hall):
    """Lets a command that is decided again join the next coup."""

    def _again(self, request: HallRequest, coups_dealt: int) -> list[HallRequest]:
        again = super()._again(request, coups_dealt)
        if not isinstance(request, CommandRequest):
            return again
        return [request._replace(attempts=each.attempts) for each in again]  # type: ignore[union-attr] # a command again


class Premature(Hall):
    """Broadcasts a stage of the ceremony before it is stored."""

    def decide(self) -> Batch:
        batch = super().decide()
        for room in batch.rooms:
            if room.proposed.stage != room.value.stage:
                scene = Scene(room.proposed, room.croupier.proposed, [])
                room.audience.broadcast(ceremony_frame(scene, self.clock()))
        return batch


def test_refusals_on_a_stale_room_are_found() -> None:
    assert "refused on a stale room" in found(StaleRefusals)


def test_receipts_that_are_looked_up_before_the_refresh_are_found() -> None:
    found(EarlyReceipts)


def test_a_command_that_is_decided_again_for_the_next_coup_is_found() -> None:
    assert "joined the next coup" in found(Forgiving)


def test_a_stage_that_is_published_before_it_is_stored_is_found() -> None:
    assert "a stage that is not stored" in found(Premature)


def test_a_store_that_checks_only_the_version_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A press of the ready button writes no event: the version stays, the revision rises."""
    commit, versions = Hall.commit, dict[str, int]()

    def noting(hall: Hall, batch: Batch) -> None:
        versions.update({room.id: room.croupier.version for room in batch.rooms})
        commit(hall, batch)

    def by_version(store: Store, expected: Mapping[str, int]) -> dict[str, int]:
        heads = {stream: store._head_of(stream) for stream in expected}
        return {
            stream: heads[stream].revision
            for stream, revision in expected.items()
            if revision == heads[stream].revision or versions.get(stream) == heads[stream].version
        }

    monkeypatch.setattr(Hall, "commit", noting)
    monkeypatch.setattr(Store, "confirmed", by_version)
    assert "a press was lost" in found()


def test_an_abandoned_batch_that_leaves_one_of_several_tables_is_found() -> None:
    found(Skipping)


def test_refusals_that_are_told_before_the_commit_are_found() -> None:
    assert "answered before it was durable" in found(Outspoken)


def test_the_snapshot_of_an_abandoned_batch_that_is_kept_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    abandon = Croupier.abandon

    def keeping(croupier: Croupier) -> None:
        snapshots = croupier.snapshots
        abandon(croupier)
        croupier.snapshots = snapshots

    monkeypatch.setattr(Croupier, "abandon", keeping)
    found()


def test_a_shoe_of_only_the_first_two_guests_seeds_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    derived = Desk.derived_shoe

    def of_two(desk: Desk) -> FairShoe:
        ceremony = replace(desk.state.ceremony, seeds=desk.state.ceremony.seeds[:2])
        return derived(replace(desk, state=replace(desk.state, ceremony=ceremony)))

    monkeypatch.setattr(Desk, "derived_shoe", of_two)
    assert "an order that the seeds do not give" in found()


def test_a_guard_against_late_bets_that_reads_the_durable_state_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    order = Room.order

    def lenient(room: Room, guest: Guest, request: Request, now: int) -> None:
        if request.coups_dealt not in (None, room.state.coups_dealt):
            raise Refused("not_now", message("refused.too_late"))
        order(room, guest, structs.replace(request, coups_dealt=None), now)

    monkeypatch.setattr(Room, "order", lenient)
    assert "taken for another coup" in found()


def test_a_cleanup_that_goes_by_the_clock_on_the_wall_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    propose = cleanup.Cleanup.propose

    def by_the_wall(self: cleanup.Cleanup, batch: Batch, *more: object) -> None:
        now, batch.now = batch.now, batch.at // 1_000
        propose(self, batch, *more)  # type: ignore[arg-type] # as they came
        batch.now = now

    monkeypatch.setattr(cleanup.Cleanup, "propose", by_the_wall)
    found()
