"""Subtle faults, planted one at a time: the simulated hall finds each of them."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import partial

import pytest
from msgspec import structs

from puntobanco.croupier import Croupier, Desk
from puntobanco.errors import IllegalCommand, StoreError
from puntobanco.fairness import FairShoe
from puntobanco.store import Log
from puntobanco.table import commands
from puntobanco.web.hall import cleanup
from puntobanco.web.hall.admin import Close, Draining
from puntobanco.web.hall.batch import Batch
from puntobanco.web.hall.hall import Hall
from puntobanco.web.hall.look import Look
from puntobanco.web.hall.requests import AdminRequest
from puntobanco.web.room.broadcasts import Moment, ceremony_frame
from puntobanco.web.room.refusals import Refused
from puntobanco.web.room.room import Room
from puntobanco.web.room.value import Guest
from puntobanco.wire.commands import Request
from puntobanco.words import message
from tests.web.world import replayed

SEEDS = 200


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

    def decide(self, look: Look | None = None) -> Batch:
        batch = super().decide(look)
        for request, error, _ in batch.decided:
            if error:
                self._fail(request, error)
        batch.decided = [each for each in batch.decided if not each.error]
        return batch


class Premature(Hall):
    """Broadcasts a stage of the ceremony before it is stored."""

    def decide(self, look: Look | None = None) -> Batch:
        batch = super().decide(look)
        for room in batch.rooms:
            if room.proposed.stage != room.value.stage:
                scene = Moment(room.proposed, room.croupier.proposed, [])
                room.audience.broadcast(ceremony_frame(scene, self.clock()))
        return batch


class Gambling(Hall):
    """Deals a last coup when the house closes a table."""

    def _obey(self, request: AdminRequest, batch: Batch) -> None:
        if isinstance(request.order, Close) and (room := self.rooms.get(request.order.table)):
            with suppress(IllegalCommand):
                room.propose(commands.Deal(), batch.now)
        super()._obey(request, batch)


def test_a_table_that_is_dealt_once_more_when_the_house_closes_it_is_found() -> None:
    found(Gambling)


def test_a_hall_that_drains_and_takes_later_bets_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Draining, "allows", lambda *_: True)
    found()


def test_a_hall_that_stops_before_the_bets_are_settled_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Draining, "is_over", lambda *_: True)
    assert "a bet was left on the felt" in found()


def test_a_stage_that_is_published_before_it_is_stored_is_found() -> None:
    assert "a stage that is not stored" in found(Premature)


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
    read, look = cleanup.Cleanup.read, Hall.look
    wall = 0

    def looking(hall: Hall) -> Look:
        nonlocal wall
        wall = hall._wall()
        return look(hall)

    def by_the_wall(self: cleanup.Cleanup, log: Log, _: int) -> cleanup.Expired:
        return read(self, log, wall)

    monkeypatch.setattr(Hall, "look", looking)
    monkeypatch.setattr(cleanup.Cleanup, "read", by_the_wall)
    found()
