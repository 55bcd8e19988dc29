"""No guest takes what others need: the log, the hall, the memory."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from puntobanco.house import CLASSIC
from puntobanco.web.hall.timers import Timers
from puntobanco.web.limits import NEVER, Caps
from puntobanco.web.room.outbox import Outbox
from puntobanco.web.room.refusals import Refused
from puntobanco.web.room.room import Room
from tests.web.test_hall import Evening, seated

DAY = 24 * 60 * 60


@contextmanager
def evening_with(path: Path, **caps: float) -> Iterator[Evening]:
    one = Evening(path / "hall.db", Caps(**caps))  # type: ignore[arg-type] # whole numbers and rates
    yield one
    one.store.close()


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    with evening_with(tmp_path) as one:
        yield one


# --- the log --------------------------------------------------------------------------------------


def too_fast(answer: dict[str, Any], who: str) -> bool:
    reason = str(answer.get("reason"))
    return answer["type"] == "refused" and reason.startswith(f"{who} filled the log")


def test_a_guest_who_fills_the_log_is_told_so_and_goes_on_later(tmp_path: Path) -> None:
    with evening_with(tmp_path, written_by_guest=500, written_by_guest_at_once=5_000) as evening:
        ada = seated(evening)
        answers = [evening.ask(ada, "place_bet", key="banker", stake=500) for _ in range(20)]
        kinds = [answer["type"] for answer in answers]
        taken = kinds.index("refused")
        assert 3 <= taken <= 12
        assert set(kinds[taken:]) == {"refused"}
        assert too_fast(answers[-1], "You have")
        assert answers[-1]["code"] == "too_often"
        evening.pass_time(2_000)
        assert evening.ask(ada, "place_bet", key="banker", stake=500)["type"] == "accepted"


def test_a_guest_who_is_refused_keeps_nobody_else_from_betting(tmp_path: Path) -> None:
    with evening_with(tmp_path, written_by_guest=0.001, written_by_guest_at_once=8_000) as evening:
        ada = seated(evening)
        grace = evening.enter(evening.guest("Grace"), evening.room(ada))
        while evening.ask(ada, "place_bet", key="banker", stake=500)["type"] == "accepted":
            pass
        assert evening.ask(grace, "sit")["type"] == "accepted"


@pytest.mark.parametrize(
    "caps, who",
    [
        ({"written_at_table": 0.001, "written_at_table_at_once": 20_000}, "This table has"),
        ({"written_by_address": 0.001, "written_by_address_at_once": 8_000}, "This address has"),
    ],
)
def test_a_table_and_an_address_have_quotas_of_their_own(
    tmp_path: Path, caps: dict[str, float], who: str
) -> None:
    with evening_with(tmp_path, **caps) as evening:
        ada = seated(evening)
        answers: list[dict[str, Any]] = []
        while len(answers) < 100 and not any(each["type"] == "refused" for each in answers):
            answers.append(evening.ask(ada, "place_bet", key="banker", stake=500))
            evening.pass_time(50)
        assert too_fast(answers[-1], who)


def test_commands_that_write_much_cost_more_than_those_that_write_little(tmp_path: Path) -> None:
    """Repeating ten bets is one command, and is charged as ten bets."""
    with evening_with(tmp_path, written_by_guest=0.001) as evening:
        ada = seated(evening)
        for bet in CLASSIC.bets[:10]:
            evening.ask(ada, "place_bet", key=bet.key, stake=500)
        before = ada.quota._guest.level
        evening.ask(ada, "double")
        assert before - ada.quota._guest.level > 10 * 150


def test_no_guest_writes_more_than_a_few_hundred_megabytes_a_day() -> None:
    caps = Caps()
    assert caps.written_by_guest * DAY < 400_000_000
    assert caps.written_by_address * DAY < 2_000_000_000


def test_an_honest_guest_meets_no_quota(evening: Evening) -> None:
    """Every bet of the house, doubled and undone, coup after coup as fast as they are shown."""
    ada = seated(evening)
    for _ in range(30):
        answers = [evening.ask(ada, "place_bet", key=bet.key, stake=500) for bet in CLASSIC.bets]
        answers += [evening.ask(ada, kind) for kind in ("double", "undo", "deal")]
        assert [each for each in answers if each.get("code") == "too_often"] == []
        ada.outbox.frames.clear()
        evening.ask(ada, "buy_in", chips=1_000_000)
        evening.pass_time(5_000)


def test_all_sockets_of_a_guest_share_one_rate(tmp_path: Path) -> None:
    with evening_with(tmp_path, commands=1, commands_at_once=10) as evening:
        ada = seated(evening)
        evening.pass_time(60_000)
        again = evening.enter(ada.guest, evening.room(ada))
        answers = [evening.ask(each, "undo") for _ in range(10) for each in (ada, again)]
        assert [each["code"] for each in answers].count("too_often") == 10


# --- the hall -------------------------------------------------------------------------------------


def opened(evening: Evening, name: str, address: str) -> Room | Exception:
    results: list[Room | Exception] = []
    evening.hall.open_table(
        evening.guest(name),
        CLASSIC,
        private=False,
        dealing="button",
        answer=results.append,
        address=address,
    )
    evening.hall.turn()
    return results[0]


def test_one_address_cannot_fill_the_hall(tmp_path: Path) -> None:
    with evening_with(tmp_path, tables_per_address=3) as evening:
        rooms = [opened(evening, f"Guest {number}", "192.0.2.1") for number in range(5)]
        assert [isinstance(room, Room) for room in rooms] == [True] * 3 + [False] * 2
        assert isinstance(rooms[-1], Refused)
        assert rooms[-1].reason == "No more than 3 tables are opened from one address."
        assert isinstance(opened(evening, "Grace", "192.0.2.2"), Room)


def test_one_address_cannot_take_all_sockets(tmp_path: Path) -> None:
    with evening_with(tmp_path, sockets_per_address=2) as evening:
        hall, ada = evening.hall, evening.guest("Ada")
        room = evening.table(ada)
        connections = [
            hall.connect(ada, room, Outbox(9), after=None, address="192.0.2.1") for _ in range(2)
        ]
        assert not hall.can_connect(evening.guest("Grace"), "192.0.2.1")
        assert hall.can_connect(ada, "192.0.2.2")
        hall.disconnect(connections[0])
        assert hall.can_connect(ada, "192.0.2.1")


def test_an_address_has_a_fifth_of_what_all_share() -> None:
    caps = Caps()
    assert 5 * caps.tables_per_address == caps.tables
    assert 5 * caps.sockets_per_address == caps.sockets


# --- memory ---------------------------------------------------------------------------------------


def test_a_closed_table_leaves_the_timers(evening: Evening) -> None:
    ada = evening.guest("Ada")
    rooms = [evening.table(ada) for _ in range(4)]
    results: list[Any] = []
    evening.hall.close_table(ada, rooms[0], results.append)
    evening.hall.turn()
    (closed, *_), freed = rooms, weakref.ref(rooms[0])
    assert closed.is_closed
    del closed, rooms, results
    gc.collect()
    assert freed() is None
    assert evening.hall.due() < NEVER


def test_timers_forget_one_table_and_keep_the_others(evening: Evening) -> None:
    ada = evening.guest("Ada")
    first, second = evening.table(ada), evening.table(ada)
    timers = Timers()
    for due in (300, 200, 100):
        timers.schedule(first, due)
    timers.schedule(second, 250)
    timers.drop(first)
    assert timers.due == 250
    assert timers.pop_expired(1_000) == [second]
    timers.drop(first)


def test_a_refused_command_keeps_no_connection(evening: Evening) -> None:
    """What is kept of it, to answer its retry alike, holds no traceback and so no frames."""
    guest = evening.guest("Ada")
    connection = evening.enter(guest, evening.table(guest))
    assert evening.ask(connection, "place_bet", key="banker", stake=500)["code"] == "not_seated"
    evening.hall.disconnect(connection)
    freed = weakref.ref(connection.outbox)
    evening.rooms.clear()
    gc.disable()
    try:
        del connection
        assert freed() is None
    finally:
        gc.enable()
