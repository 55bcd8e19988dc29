"""Subtle faults, planted one at a time: the simulated hall finds each of them."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from msgspec import structs

from puntobanco.announcer import card_words
from puntobanco.croupier import Croupier, Desk
from puntobanco.errors import IllegalCommand, StoreError
from puntobanco.fairness import FairShoe
from puntobanco.store import Log, Store
from puntobanco.table import Phase, commands
from puntobanco.web.hall import cleanup
from puntobanco.web.hall.admin import Close, Draining
from puntobanco.web.hall.batch import Batch
from puntobanco.web.hall.hall import Hall
from puntobanco.web.hall.look import Look
from puntobanco.web.hall.requests import (
    AdminRequest,
    CommandRequest,
    HallRequest,
    IdempotencyKey,
    receipt_of,
)
from puntobanco.web.limits import Pace
from puntobanco.web.room.broadcasts import Moment, ceremony_frame
from puntobanco.web.room.refusals import Refused
from puntobanco.web.room.room import Room
from puntobanco.web.room.value import Guest
from puntobanco.wire.commands import COMMAND_TYPES, Request
from puntobanco.wire.frames import Trouble
from puntobanco.words import message
from tests.web.world import replayed

BuyIn, PlaceBet = COMMAND_TYPES["buy_in"], COMMAND_TYPES["place_bet"]

SEEDS = 200


def found(kind: type[Hall] = Hall) -> str:
    with pytest.raises((AssertionError, KeyError, StoreError)) as error:
        list(map(partial(replayed, kind=kind), range(SEEDS)))
    assert "replay: python -m tests.web.world" in "".join(error.value.__notes__)
    return str(error.value)


class Forgetful(Hall):
    """Does not recognise a resent command."""

    def _enqueue(self, request: HallRequest) -> None:
        if isinstance(request, CommandRequest):
            self._forgotten = getattr(self, "_forgotten", 0) + 1
            key = IdempotencyKey(request.key.table, f"{request.key.request}-{self._forgotten}")
            request = request._replace(key=key)
        super()._enqueue(request)


class Hasty(Hall):
    """Broadcasts what could not be written."""

    def abandon(self, batch: Batch, error: StoreError) -> None:  # noqa: ARG002 - as in the hall
        self.publish(batch)


class Talkative(Hall):
    """Broadcasts the house's secret."""

    def publish(self, batch: Batch) -> None:
        for room in batch.rooms:
            for fact in room.croupier.pending:
                if fact.private:
                    room.audience.broadcast(Trouble(fact.data, None))
        super().publish(batch)


class Careless(Hall):
    """Acknowledges a command with a number that is not in the log."""

    def _decide_command(self, command: CommandRequest, batch: Batch) -> int:
        number = super()._decide_command(command, batch) + 1
        batch.accepted[command.key] = receipt_of(command.key, number, command.digest)
        return number


class Dishonest(Hall):
    """Acknowledges every fifth bet without placing it."""

    def _decide_command(self, command: CommandRequest, batch: Batch) -> int:
        known = {*batch.accepted_before, *batch.accepted}
        if isinstance(command.request.command, PlaceBet) and command.key not in known:
            self._bets = getattr(self, "_bets", 0) + 1
            if self._bets % 5 == 0:
                number = self.rooms[command.connection.table].croupier.proposed_version
                batch.accepted[command.key] = receipt_of(command.key, number, command.digest)
                return number
        return super()._decide_command(command, batch)


class Confused(Hall):
    """Credits a buy-in to somebody else at the table."""

    def _decide_command(self, command: CommandRequest, batch: Batch) -> int:
        connection = command.connection
        room = self.rooms.get(connection.table)
        guests = room.value.seats.values() if room else ()
        other = next((guest for guest in guests if guest != connection.guest.id), None)
        if isinstance(command.request.command, BuyIn) and other:
            guest = structs.replace(connection.guest, id=other)
            command = command._replace(connection=replace(connection, guest=guest))
        return super()._decide_command(command, batch)


class Greedy(Hall):
    """Credits half of a buy-in."""

    def _decide_command(self, command: CommandRequest, batch: Batch) -> int:
        request = command.request
        asked: Any = request.command
        if isinstance(asked, BuyIn):
            half = BuyIn((asked.chips + 1) // 2)
            command = command._replace(request=structs.replace(request, command=half))
        return super()._decide_command(command, batch)


class Whispering(Hall):
    """Names the next card in words."""

    def publish(self, batch: Batch) -> None:
        super().publish(batch)
        for room in batch.rooms:
            if room.state.phase is Phase.BETTING:
                (card,), _ = room.croupier._desk.shoe.take(1)
                room.audience.broadcast(Trouble(f"Next: {card_words(card)}.", None))


class Impatient(Hall):
    """Waits for nobody once a guest is ready."""

    skipped = "ready"

    def __init__(self, store: Store, *, pace: Pace, **more: Any) -> None:  # noqa: ANN401 - as a hall
        super().__init__(store, pace=replace(pace, **{self.skipped: 0}), **more)


class Hurried(Impatient):
    """Does not wait for a broken connection."""

    skipped = "back"


class Absentminded(Hall):
    """Does not store who is ready."""

    def commit(self, batch: Batch) -> None:
        for room in batch.rooms:
            room.proposed = structs.replace(room.proposed, ready=())
        super().commit(batch)


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
        for request, error, *_ in batch.decided:
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


WRONG: dict[type[Hall], str] = {
    Forgetful: "",
    Hasty: "",
    Talkative: "",
    Careless: "",
    Dishonest: "",
    Confused: "",
    Greedy: "",
    Whispering: "",
    Impatient: "",
    Hurried: "",
    Absentminded: "",
    Skipping: "",
    Outspoken: "answered before it was durable",
    Premature: "a stage that is not stored",
    Gambling: "",
}
"""Halls that are wrong on purpose, and how the simulation reports some of them."""


@pytest.mark.parametrize("kind, report", WRONG.items())
def test_a_hall_that_breaks_a_promise_is_found_out(kind: type[Hall], report: str) -> None:
    assert report in found(kind)


def test_a_hall_that_drains_and_takes_later_bets_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Draining, "allows", lambda *_: True)
    found()


def test_a_hall_that_stops_before_the_bets_are_settled_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Draining, "is_over", lambda *_: True)
    assert "a bet was left on the felt" in found()


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
