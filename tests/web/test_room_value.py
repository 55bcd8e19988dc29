"""The room value, without sockets, clocks or tasks."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from puntobanco.fairness import Ceremony, GuestPromise, GuestSeed
from puntobanco.settlement import Chips
from puntobanco.table import Phase, Seat, State, commands
from puntobanco.table.events import GuestLeft
from puntobanco.web.limits import NEVER, Pace
from puntobanco.web.room.broadcasts import Moment, changed_frames
from puntobanco.web.room.changes import after_event, updated
from puntobanco.web.room.decisions import Facts, ShoeStep, decide, steps_due
from puntobanco.web.room.refusals import Refused
from puntobanco.web.room.value import Guest, RoomValue, Stage
from puntobanco.wire.commands import COMMAND_TYPES, AnyCommand
from puntobanco.wire.parts import Dealing

PACE = Pace(stage=300, between=200, ready=1_000, back=100, away=5_000, idle=9_000)
BOTH = {"ada", "grace"}
SEAT = Seat("Ada", bankroll=Chips(100_000))
BETTING = State(table="t", phase=Phase.BETTING, seats={1: SEAT, 2: SEAT})
SEEDING = replace(BETTING, phase=Phase.SEEDING, shoe=1, ceremony=Ceremony(bytes(32)))
ADA = Guest("ada", "Ada")

reveal_seed = COMMAND_TYPES["reveal_seed"]("word")


def room(dealing: Dealing = "button", **fields: object) -> RoomValue:
    value = RoomValue("ada", False, dealing, 0, "Ada", "", seats={1: "ada", 2: "grace"})
    here = structs.replace(value, empty_since=None, stopped_at=None)
    return structs.replace(here, **fields)


def facts(value: RoomValue, now: int, *, stored: RoomValue | None = None) -> Facts:
    return Facts(value, stored or value, BETTING, BOTH, now, max_extensions=1)


def refusal(known: Facts, order: AnyCommand) -> str | None:
    with pytest.raises(Refused) as refused:
        decide(known, ADA, order)
    return refused.value.said.id if refused.value.said else None


def update(value: RoomValue, now: int, here: set[str] = BOTH, state: State = BETTING) -> RoomValue:
    return updated(value, state, here, now, PACE)


# --- who is here ----------------------------------------------------------------------------------


def test_nothing_changes_if_nothing_happens() -> None:
    value = update(room(), 1_000)
    assert update(value, 1_500) is value


def test_who_comes_back_is_no_longer_away_and_the_table_no_longer_empty() -> None:
    value = update(update(room(), 1_000, set()), 2_000, set())
    assert (value.away, value.empty_since) == ({1: 1_000, 2: 1_000}, 1_000)
    back = update(value, 3_000, {"ada"})
    assert (back.away, back.empty_since) == ({2: 1_000}, None)


# --- the clock and the ready button ---------------------------------------------------------------


def test_a_broken_connection_is_waited_for_and_a_guest_who_left_is_not() -> None:
    counting = update(room(ready=(1,)), 0)
    assert update(counting, 500, {"ada"}).deals_at == 600
    left = after_event(counting, GuestLeft(2, Chips(0)), 500, PACE)
    alone = replace(BETTING, seats={1: SEAT})
    assert update(left, 500, state=alone).deals_at == 500


@given(
    gone=st.integers(0, 900), pause=st.integers(0, 10**9), dealing=st.sampled_from(["button", 1])
)
def test_deadlines_resume_with_the_time_that_was_left(
    gone: int, pause: int, dealing: Dealing
) -> None:
    value = update(room(dealing, ready=() if dealing == 1 else (1,)), 0)
    stopped = update(value, gone, set())
    assert stopped.deals_at == NEVER
    back = update(stopped, gone + pause, {"ada"})
    assert back.deals_at == gone + pause + max(PACE.back, 1_000 - gone)


# --- the ceremony ---------------------------------------------------------------------------------


def test_the_next_shoe_waits_for_its_pause_and_for_a_guest() -> None:
    between = replace(BETTING, phase=Phase.NO_SHOE)
    value = update(room(next_shoe_at=NEVER), 1_000, state=between)
    assert steps_due(value, between, 1_199, PACE) == []
    assert steps_due(value, between, 1_200, PACE) == [ShoeStep.COMMIT]
    assert steps_due(update(value, 1_100, set(), between), between, 1_200, PACE) == []


def test_seeds_are_revealed_when_all_have_committed_or_the_time_is_up() -> None:
    value = update(room(), 1_000, state=SEEDING)
    assert value.stage == Stage("commit", 1, 1_300)
    assert steps_due(value, SEEDING, 1_300, PACE) == [ShoeStep.OPEN], "nobody has committed"
    one = replace(SEEDING, ceremony=Ceremony(bytes(32), (GuestPromise(1, bytes(32)),)))
    assert update(value, 1_299, state=one) is value
    revealing = update(value, 1_300, state=one)
    assert revealing.stage == Stage("reveal", 1, 1_600)
    assert update(value, 1_100, {"ada"}, one).stage == Stage("reveal", 1, 1_400)
    shown = replace(one, ceremony=replace(one.ceremony, seeds=(GuestSeed(1, "word"),)))
    assert steps_due(revealing, one, 1_599, PACE) == []
    assert steps_due(revealing, shown, 1_301, PACE) == [ShoeStep.OPEN]


def test_no_seed_is_revealed_before_the_end_of_commitments_is_stored() -> None:
    stored, proposed = room(stage=Stage("commit", 1, 9)), room(stage=Stage("reveal", 1, 9))
    assert refusal(facts(proposed, 0, stored=stored), reveal_seed) == "refused.not_reveal"
    assert decide(facts(proposed, 0), ADA, reveal_seed)[0] == commands.RevealSeed(1, "word")


# --- frames ---------------------------------------------------------------------------------------


def kinds(before: RoomValue, after: RoomValue) -> list[str]:
    was, now = (Moment(value, BETTING, [1, 2]) for value in (before, after))
    return [type(frame).__name__ for frame in changed_frames(was, now, 0, more=1)]


def test_frames_follow_from_two_values() -> None:
    assert kinds(room(), room()) == []
    assert kinds(room(), room(stage=Stage("commit", 1, 9))) == ["Ceremony"]
    assert kinds(room(15), room(15, closes=9)) == ["Clock"]
    assert kinds(room(15, closes=9), room(15, closes=9, stopped_at=1)) == ["Clock"]
    assert kinds(room(), room(ready=(1,))) == ["Ready"]
    assert kinds(room(), room(away={1: 5}, due=7)) == []


def test_a_value_is_read_as_it_was_written() -> None:
    value = update(room(15, ready=(2, 1), stage=Stage("reveal", 3, 9)), 5, {"ada"})
    assert RoomValue.parse(str(value)) == value
