"""Whole evenings at the hall, each a function of its seed: see world.py."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from msgspec import structs

from puntobanco.announcer import card_words
from puntobanco.errors import StoreError
from puntobanco.store import Store
from puntobanco.table import Phase
from puntobanco.web.hall.batch import Batch
from puntobanco.web.hall.hall import Hall
from puntobanco.web.hall.idempotency import Acceptance, IdempotencyKey
from puntobanco.web.hall.requests import CommandRequest, HallRequest
from puntobanco.web.limits import Pace
from puntobanco.wire.commands import COMMAND_TYPES
from puntobanco.wire.frames import Trouble
from tests.web.world import LONG, World, replayed

BuyIn, PlaceBet = COMMAND_TYPES["buy_in"], COMMAND_TYPES["place_bet"]

SEEDS = 1_000
AT_ONCE = 100

EVENTS = {
    "table_opened", "guest_sat", "bought_in", "shoe_committed", "seed_committed", "seed_revealed",
    "shoe_opened", "burned", "bet_placed", "bet_taken_back", "coup_dealt", "bet_settled",
    "shoe_closed", "shoe_revealed", "guest_left", "table_closed",
}  # fmt: skip
WAYS = {"at once", "all ready", "in time", "others gone"}
"""How coups are dealt by button."""
RARE = {"asked over HTTP", "several tables abandoned", "seeds of three guests"}


@pytest.mark.parametrize("first", range(0, SEEDS, AT_ONCE))
def test_whatever_happens_the_books_agree_and_guests_see_what_the_log_says(first: int) -> None:
    for seed in range(first, first + AT_ONCE):
        assert replayed(seed).ways.keys() <= WAYS


@pytest.mark.marathon
@pytest.mark.parametrize("first", range(SEEDS, 11_000, 500))
def test_the_same_over_ten_thousand_long_evenings(first: int) -> None:
    for seed in range(first, first + 500):
        replayed(seed, steps=LONG)


def test_an_evening_is_a_function_of_its_seed() -> None:
    def summary(world: World) -> list[Any]:
        return [world.story, [auditor.public for auditor in world.auditors.values()]]

    assert summary(replayed(10)) == summary(replayed(10))


def test_the_evenings_meet_what_they_are_for() -> None:
    unmet = EVENTS | WAYS | RARE
    for seed in range(200):
        unmet -= _met(replayed(seed))
        if not unmet:
            break
    assert not unmet


def _met(world: World) -> set[str]:
    """What an evening met of all that evenings should meet."""
    auditors = world.auditors.values()
    is_met = {
        "asked over HTTP": "ask" in world.story,
        "several tables abandoned": any(tables > 1 for tables in +world.abandoned),
        "seeds of three guests": any(guests > 2 for each in auditors for guests in +each.mixes),
    }
    events = {event["kind"] for auditor in auditors for event in auditor.public.values()}
    return {*events, *world.ways, *(name for name in RARE if is_met[name])}


# --- halls that are wrong on purpose: the simulation must notice ----------------------------------


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

    def _decide_command(self, command: CommandRequest, batch: Batch) -> None:
        super()._decide_command(command, batch)
        key = command.key
        number, digest = batch.accepted.get(key) or batch.accepted_before[key]
        batch.accepted[key] = Acceptance(number + 1, digest)


class Dishonest(Hall):
    """Acknowledges every fifth bet without placing it."""

    def _decide_command(self, command: CommandRequest, batch: Batch) -> None:
        known = {*batch.accepted_before, *batch.accepted}
        if isinstance(command.request.command, PlaceBet) and command.key not in known:
            self._bets = getattr(self, "_bets", 0) + 1
            if self._bets % 5 == 0:
                number = self.rooms[command.connection.table].croupier.proposed_version
                batch.accepted[command.key] = Acceptance(number, command.digest)
                return
        super()._decide_command(command, batch)


class Confused(Hall):
    """Credits a buy-in to somebody else at the table."""

    def _decide_command(self, command: CommandRequest, batch: Batch) -> None:
        connection = command.connection
        room = self.rooms.get(connection.table)
        guests = room.value.seats.values() if room else ()
        other = next((guest for guest in guests if guest != connection.guest.id), None)
        if isinstance(command.request.command, BuyIn) and other:
            guest = structs.replace(connection.guest, id=other)
            command = command._replace(connection=replace(connection, guest=guest))
        super()._decide_command(command, batch)


class Greedy(Hall):
    """Credits half of a buy-in."""

    def _decide_command(self, command: CommandRequest, batch: Batch) -> None:
        request = command.request
        asked: Any = request.command
        if isinstance(asked, BuyIn):
            half = BuyIn((asked.chips + 1) // 2)
            command = command._replace(request=structs.replace(request, command=half))
        super()._decide_command(command, batch)


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

    def __init__(self, store: Store, *, pace: Pace, **more: Any) -> None:  # noqa: ANN401 - as a hall
        super().__init__(store, pace=replace(pace, ready=0), **more)


class Hurried(Hall):
    """Does not wait for a broken connection."""

    def __init__(self, store: Store, *, pace: Pace, **more: Any) -> None:  # noqa: ANN401 - as a hall
        super().__init__(store, pace=replace(pace, back=0), **more)


class Absentminded(Hall):
    """Does not store who is ready."""

    def commit(self, batch: Batch) -> None:
        for room in batch.rooms:
            room.proposed = structs.replace(room.proposed, ready=())
        super().commit(batch)


WRONG = [
    Forgetful, Hasty, Talkative, Careless, Dishonest, Confused, Greedy, Whispering, Impatient,
    Hurried, Absentminded,
]  # fmt: skip


@pytest.mark.parametrize("kind", WRONG)
def test_a_hall_that_breaks_a_promise_is_found_out(kind: type[Hall]) -> None:
    with pytest.raises((AssertionError, KeyError, StoreError)) as found:
        _evenings(kind)
    assert "replay: python -m tests.web.world" in "".join(found.value.__notes__)


def _evenings(kind: type[Hall]) -> None:
    for seed in range(200):
        replayed(seed, kind=kind)
