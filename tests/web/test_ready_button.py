"""The button of a table with several guests: whoever is ready waits a little for the others."""

from __future__ import annotations

import json
from typing import Any

import pytest

from puntobanco.house import CLASSIC, CLASSROOM, House
from puntobanco.table import Phase
from puntobanco.web.room.audience import Connection
from puntobanco.words import ALL
from tests.web.hearing import english
from tests.web.test_hall import Evening, full, seated


def ada_waits(seconds: int) -> dict[str, Any]:
    """The frame that is sent while Ada is ready and Grace is not."""
    return {
        "type": "ready",
        "dealers": [1, 2],
        "seats": [1],
        "waiting": [2],
        "waits": ["ready.waits", {"names": [["Grace", 2]]}, ALL],
        "deals_in": 1_000 * seconds,
        "said": [
            ["ready", {"ready": [["Ada", 1]]}, ALL],
            ["ready.cards", {"seconds": seconds, "is_waiting": True}, ALL],
        ],
    }


BURNING = 3_240
"""How long the shuffle and the burn card are shown."""


def two(
    evening: Evening, house: House = CLASSIC, *, chips: int = 100_000
) -> tuple[Connection, Connection]:
    """Two guests at a table dealt by button, when the burn card was shown."""
    ada = seated(evening, house)
    grace = joined(evening, ada, "Grace", chips=chips)
    evening.pass_time(BURNING)
    for connection in (ada, grace):
        connection.outbox.frames.clear()
    return ada, grace


def joined(evening: Evening, other: Connection, name: str, *, chips: int = 100_000) -> Connection:
    connection = evening.enter(evening.guest(name), evening.room(other))
    assert evening.ask(connection, "sit")["type"] == "accepted"
    if chips:
        assert evening.ask(connection, "buy_in", chips=chips)["type"] == "accepted"
    return connection


def frames(connection: Connection) -> list[dict[str, Any]]:
    return [each for each in map(json.loads, connection.outbox.frames) if each["type"] == "ready"]


def coups(evening: Evening, connection: Connection) -> int:
    return evening.room(connection).state.coups_dealt


def pressed(evening: Evening, connection: Connection) -> str:
    return str(evening.ask(connection, "deal")["type"])


def press_for_first_coup(evening: Evening, connection: Connection) -> None:
    frame = {"id": "press", "command": {"kind": "deal"}, "coups_dealt": 0}
    evening.hall.receive(connection, json.dumps(frame))


def test_guests_know_who_deals(evening: Evening) -> None:
    host = evening.guest("Ada")
    ada = evening.enter(host, evening.table(host, dealing=15))
    grace = evening.enter(evening.guest("Grace"), evening.room(ada))
    dealers = []
    for guest, wish in ((ada, "sit"), (grace, "sit"), (ada, "leave"), (grace, "leave")):
        assert evening.ask(guest, wish)["type"] == "accepted"
        dealers.append(frames(ada)[-1]["dealers"])
    assert dealers == [[1], [], [2], []]


def test_the_first_press_waits_and_the_last_deals(evening: Evening) -> None:
    ada, grace = two(evening)
    assert pressed(evening, ada) == "accepted"
    assert not coups(evening, ada)
    for connection in (ada, grace):
        assert frames(connection) == [ada_waits(10)]
    assert pressed(evening, grace) == "accepted"
    assert coups(evening, ada) == 1
    assert frames(ada)[-1] == {
        "type": "ready",
        "dealers": [1, 2],
        "seats": [],
        "waiting": [],
        "waits": None,
        "deals_in": None,
        "said": [],
    }


def test_the_countdown_is_whole_when_the_last_coup_was_shown(evening: Evening) -> None:
    ada, grace = two(evening)
    pressed(evening, ada)
    pressed(evening, grace)
    shown = evening.room(ada).value.opens - evening.now
    assert shown > 5_000
    pressed(evening, ada)
    assert frames(grace)[-1]["deals_in"] == shown + 10_000
    evening.pass_time(shown + 9_999)
    assert coups(evening, ada) == 1
    evening.pass_time(1)
    assert coups(evening, ada) == 2


def test_who_sits_with_nobody_else_deals_at_once(evening: Evening) -> None:
    ada, grace = two(evening)
    evening.enter(evening.guest("Watcher"), evening.room(ada))
    evening.hall.disconnect(grace)
    assert pressed(evening, ada) == "accepted"
    assert coups(evening, ada) == 1
    assert not frames(ada)


def test_who_cannot_bet_holds_nobody_up_and_starts_nothing(evening: Evening) -> None:
    ada, grace = two(evening, chips=99)
    answer = evening.ask(grace, "deal")
    assert (answer["code"], coups(evening, ada)) == ("no_chips", 0)
    pressed(evening, ada)
    assert coups(evening, ada) == 1
    evening.hall.disconnect(ada)
    assert pressed(evening, grace) == "accepted"
    assert coups(evening, ada) == 2


def test_where_no_bets_are_taken_everybody_is_waited_for(evening: Evening) -> None:
    ada, grace = two(evening, CLASSROOM, chips=0)
    pressed(evening, grace)
    assert (coups(evening, ada), frames(ada)[-1]["waiting"]) == (0, [1])
    pressed(evening, ada)
    assert coups(evening, ada) == 1


def test_a_stake_on_the_felt_counts_as_chips(evening: Evening) -> None:
    ada, grace = two(evening, chips=100)
    evening.ask(grace, "place_bet", key="banker", stake=100)
    pressed(evening, ada)
    assert (coups(evening, ada), frames(ada)[-1]["waiting"]) == (0, [2])


def test_who_is_ready_stays_ready_and_may_bet_on(evening: Evening) -> None:
    ada, grace = two(evening)
    pressed(evening, ada)
    evening.pass_time(4_000)
    evening.ask(ada, "place_bet", key="banker", stake=500)
    evening.ask(ada, "undo")
    assert pressed(evening, ada) == "accepted"
    evening.ask(grace, "place_bet", key="player", stake=500)
    assert len(frames(ada)) == 1
    evening.pass_time(5_999)
    assert not coups(evening, ada)
    evening.pass_time(1)
    assert coups(evening, ada) == 1


def test_a_newcomer_is_waited_for_but_not_longer(evening: Evening) -> None:
    ada, grace = two(evening)
    pressed(evening, ada)
    evening.pass_time(6_000)
    barbara = joined(evening, ada, "Barbara")
    assert json.loads(barbara.outbox.frames[0])["ready"] == ada_waits(4)
    pressed(evening, grace)
    assert (coups(evening, ada), frames(ada)[-1]["waiting"]) == (0, [3])
    assert english(frames(ada)[-1]["said"]) == ["Ready to deal: Grace."]
    evening.pass_time(4_000)
    assert coups(evening, ada) == 1


def test_a_newcomer_hears_nothing_where_nobody_is_ready(evening: Evening) -> None:
    ada, grace = two(evening)
    for _ in range(2):
        watcher = evening.enter(evening.guest("Watcher"), evening.room(ada))
        welcome = json.loads(watcher.outbox.frames[0])["ready"]
        assert (welcome["seats"], welcome["deals_in"], welcome["said"]) == ([], None, [])
        pressed(evening, ada)
        pressed(evening, grace)


def test_a_guest_who_comes_back_soon_has_lost_no_time(evening: Evening) -> None:
    ada, grace = two(evening)
    pressed(evening, ada)
    evening.pass_time(1_000)
    evening.hall.disconnect(grace)
    evening.pass_time(1_500)
    evening.enter(grace.guest, evening.room(ada))
    evening.hall.turn()
    assert (frames(ada)[-1]["waiting"], frames(ada)[-1]["deals_in"]) == ([2], 7_500)
    assert english(frames(ada)[-1]["said"]) == ["Dealing in 8 seconds, or when everyone is ready."]
    evening.pass_time(7_499)
    assert not coups(evening, ada)
    evening.pass_time(1)
    assert coups(evening, ada) == 1


def test_who_presses_again_need_not_wait_for_a_line_that_broke(evening: Evening) -> None:
    ada, grace = two(evening)
    pressed(evening, ada)
    evening.hall.disconnect(grace)
    assert pressed(evening, ada) == "accepted"
    assert coups(evening, ada) == 1


def test_when_the_last_who_was_ready_leaves_the_deal_is_called_off(evening: Evening) -> None:
    ada, grace = two(evening)
    pressed(evening, ada)
    evening.ask(ada, "leave")
    assert english(frames(grace)[-1]["said"]) == ["Deal called off: nobody is ready now."]
    evening.pass_time(30_000)
    assert not coups(evening, ada)


def test_a_restart_keeps_presses_and_the_countdown(evening: Evening) -> None:
    ada, grace = two(evening)
    pressed(evening, ada)
    evening.pass_time(4_000)
    evening.restart()
    room = evening.hall.rooms[ada.table]
    assert room.value.ready == (1,)
    evening.pass_time(20_000)
    back = evening.enter(ada.guest, room)
    welcome = json.loads(back.outbox.frames[0])["ready"]
    assert (welcome["seats"], welcome["deals_in"]) == ([1], 6_000)
    evening.pass_time(5_000)
    again = evening.enter(grace.guest, room)
    assert not coups(evening, back)
    assert pressed(evening, again) == "accepted"
    assert coups(evening, back) == 1
    assert not room.value.ready


def test_a_crash_ends_no_countdown_early(evening: Evening) -> None:
    """Time that nothing was written in is not counted."""
    ada, _ = two(evening)
    pressed(evening, ada)
    evening.pass_time(9_000)
    evening.hall = evening.opened()
    back = evening.enter(ada.guest, evening.hall.rooms[ada.table])
    evening.pass_time(9_999)
    assert not coups(evening, back)
    evening.pass_time(1)
    assert coups(evening, back) == 1


def test_a_press_that_could_not_be_noted_was_none(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, grace = two(evening)
    with monkeypatch.context() as broken:
        broken.setattr(evening.store, "append", full)
        assert evening.ask(ada, "deal")["code"] == "log"
    assert not frames(ada)
    evening.pass_time(30_000)
    assert not coups(evening, ada)
    pressed(evening, grace)
    assert not coups(evening, ada)


def test_cards_that_could_not_be_noted_come_later(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, _ = two(evening)
    pressed(evening, ada)
    with monkeypatch.context() as broken:
        broken.setattr(evening.store, "append", full)
        evening.pass_time(10_500)
    assert not coups(evening, ada)
    assert evening.room(ada).value.ready == (1,)
    evening.pass_time(1_000)
    assert coups(evening, ada) == 1


def test_a_press_for_a_coup_that_was_dealt_is_none_for_the_next(evening: Evening) -> None:
    ada, grace = two(evening)
    pressed(evening, ada)
    evening.pass_time(10_000)
    grace.outbox.frames.clear()
    press_for_first_coup(evening, grace)
    evening.hall.turn()
    assert json.loads(grace.outbox.frames[-1])["code"] == "not_now"
    assert not evening.room(ada).value.ready


def test_presses_that_arrive_together_deal_one_coup(evening: Evening) -> None:
    ada, grace = two(evening)
    press_for_first_coup(evening, ada)
    press_for_first_coup(evening, grace)
    evening.hall.turn()
    assert (coups(evening, ada), evening.room(ada).value.ready) == (1, ())


def test_nobody_is_ready_before_a_shoe_is_there(evening: Evening) -> None:
    ada, grace = two(evening, CLASSROOM)
    pressed(evening, ada)
    pressed(evening, grace)
    assert evening.room(ada).state.phase is Phase.NO_SHOE
    assert evening.ask(ada, "deal")["code"] == "illegal"
    assert not evening.room(ada).value.ready


# --- shoes of one coup ----------------------------------------------------------------------------


def test_a_shoe_of_one_coup_is_followed_by_the_next_without_a_pause(evening: Evening) -> None:
    ada = seated(evening, CLASSROOM)
    pressed(evening, ada)
    evening.pass_time(999)
    assert (evening.room(ada).state.shoe, evening.room(ada).state.phase) == (2, Phase.SEEDING)
    evening.pass_time(1)
    assert (evening.room(ada).state.shoe, evening.room(ada).state.phase) == (2, Phase.BETTING)


def test_roads_go_on_over_shoes_of_one_coup_and_over_a_restart(evening: Evening) -> None:
    ada = seated(evening, CLASSROOM)
    decisions = ""
    for _ in range(3):
        pressed(evening, ada)
        decisions += evening.room(ada).state.outcomes[-1].letter
        evening.pass_time(1_000)
    roads = [f for f in map(json.loads, ada.outbox.frames) if f["type"].startswith("roads")]
    assert [f["bead"]["row"] for f in roads[-3:]] == [0, 1, 2]
    room = evening.opened().rooms[evening.room(ada).id]
    assert room.board.roads.decisions == evening.room(ada).board.roads.decisions == decisions
    assert len(decisions) == 3
