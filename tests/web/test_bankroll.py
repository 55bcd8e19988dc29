"""A guest's money as the log tells it, against what the table told at the time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from puntobanco.coup import Coup
from puntobanco.history.ledger import MOST_POINTS, Ledger, Sitting
from puntobanco.settlement import Chips
from puntobanco.store import Store
from puntobanco.table.events import (
    BetSettled,
    CoupDealt,
    Fate,
    GuestSat,
    ShoeCommitted,
    ShoeRevealed,
)
from puntobanco.web.http.records import Bankrolls
from tests.web.serving import Browser, Player, Served, browser, served


async def _view(guest: Browser, table: str, name: str) -> dict[str, Any]:
    answer = await guest.client.get(f"/api/tables/{table}/{name}")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def _told(player: Player) -> list[list[int]]:
    """Coups since the guest sat down, shoe, bankroll and buy-ins, from the frames alone."""
    coups = 0
    shoe = player.welcome["state"]["shoe"]
    seat: dict[str, int] = {}
    points: list[list[int]] = []
    for frame in player.frames:
        if frame["type"] != "events":
            continue
        coups += sum(event["kind"] == "coup_dealt" for event in frame["events"])
        shoe = frame.get("table", {}).get("shoe", shoe)
        seat |= frame.get("seats", {}).get(str(player.seat)) or {}
        if seat.get("bought"):
            point = [coups, shoe, seat["bankroll"], seat["bought"]]
            if not points or point[2:] != points[-1][2:]:
                points.append(point)
    return points


def _results(player: Player) -> list[dict[str, int]]:
    """Return what the guest's bets on each coup earned, from the frames alone."""
    results: list[dict[str, int]] = []
    for frame in player.frames:
        for event in frame["events"] if frame["type"] == "events" else ():
            data = event["data"]
            if event["kind"] == "coup_dealt":
                results.append({"shoe": 1, "coup": data["number"], "earned": 0})
            if event["kind"] == "bet_settled" and data["seat"] == player.seat:
                results[-1]["earned"] += data["earned"]
    return results


def _check_farewell(found: dict[str, Any], player: Player) -> None:
    results = _results(player)
    earned = [result["earned"] for result in results]
    assert found["earned"] == sum(earned)
    assert found["coups"] == found["coups_bet"] == len(results)
    assert found["best"] == next(each for each in results if each["earned"] == max(earned))
    assert found["worst"] == next(each for each in results if each["earned"] == min(earned))
    wins = "".join("+" if each > 0 else "-" if each < 0 else "" for each in earned)
    assert found["longest_run"] == max(map(len, wins.split("-")))
    assert found["finished"] is None
    assert [each[0] for each in found["said"]][:2] == ["guest.result", "farewell.coups.with_bets"]


async def _evening(server: Served) -> tuple[str, str, dict[str, Any]]:
    async with browser(server) as ada, browser(server, "Grace") as grace:
        table = await ada.open_table()
        async with ada.at(table) as player, grace.at(table) as watcher:
            await player.sit_down()
            for coup in range(5):
                await player.ask("place_bet", key="tie" if coup % 2 else "banker", stake=500)
                if coup == 2:
                    await player.ask("buy_in", chips=2_500)
                await player.ask("deal")
            found = await _view(ada, table, "bankroll")
            assert found["points"] == _told(player)
            assert (found["seat"], found["coups"], found["left_out"]) == (player.seat, 5, 0)
            _check_farewell(await _view(ada, table, "farewell"), player)
            await watcher.sit_down(chips=700)
            fresh = await _view(grace, table, "farewell")
            assert (fresh["earned"], fresh["coups"], fresh["best"]) == (0, 0, None)
            assert (await _view(grace, table, "bankroll"))["points"] == [[0, 1, 700, 700]]
            await watcher.ask("leave")
            await watcher.sit_down(chips=800)
            assert (await _view(grace, table, "bankroll"))["points"] == [[0, 1, 800, 800]]
        return ada.cookie, table, found


async def test_a_guest_sees_every_change_of_money_even_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "hall.db"
    with served(path, seed="money") as server:
        cookie, table, found = await _evening(server)
    with served(path, seed="money") as again:
        answer = again.get(f"/api/tables/{table}/bankroll", headers={"cookie": cookie})
        assert answer.json() == found
    with Store.read(path) as log:
        _check_reading_on(log, table, found)


def _check_reading_on(log: Store, table: str, found: dict[str, Any]) -> None:
    """A ledger that stopped anywhere reads on to the same sums; nothing is read twice."""
    facts = list(log.facts(table))
    for stop in range(len(facts)):
        ledger = Ledger()
        ledger.read(facts[:stop])
        assert ledger.version == stop
        ledger.read(log.facts(table, after=ledger.version))
        assert [list(point) for point in ledger.seats[found["seat"]].points] == found["points"]
    bankrolls = Bankrolls()
    first = bankrolls.view(log, table, found["seat"])
    assert bankrolls.view(log, table, found["seat"]) == first
    assert bankrolls.view(log, table, 9) is None


async def test_only_a_seated_guest_sees_a_bankroll_or_a_farewell(server: Served) -> None:
    async with browser(server) as ada:
        table = await ada.open_table()
        for view in ("bankroll", "farewell"):
            url = f"/api/tables/{table}/{view}"
            watching = await ada.client.get(url)
            assert watching.status_code == 409
            assert watching.json()["error"]["code"] == "not_seated"
            assert (await ada.client.get(f"/api/tables/none/{view}")).status_code == 404
            async with server.stranger() as stranger:
                assert (await stranger.get(url)).status_code == 401


async def test_a_guest_whose_table_was_closed_still_sees_the_evening(server: Served) -> None:
    async with browser(server) as ada, browser(server, "Grace") as grace:
        table = await ada.open_table()
        async with ada.at(table) as player:
            await player.sit_down()
            await player.ask("place_bet", key="banker", stake=500)
            await player.ask("deal")
            while player.coups_dealt < 1:
                await player.next()
            seated = await _view(ada, table, "farewell")
            assert (seated["coups"], seated["finished"]) == (1, None)
            assert (await ada.client.delete(f"/api/tables/{table}")).is_success
            assert await _view(ada, table, "farewell") == {**seated, "finished": 1}
        assert (await grace.client.get(f"/api/tables/{table}/farewell")).status_code == 404


def test_the_latest_changes_are_kept_and_the_others_counted() -> None:
    sitting = Sitting()
    sitting.change(1, bought=10**6)
    for coup in range(1, MOST_POINTS + 50):
        sitting.coups = coup
        sitting.change(1 + coup // 80, earned=-1)
    assert len(sitting.points) == MOST_POINTS
    assert sitting.left_out == 50
    assert sitting.points[-1].bankroll == 10**6 - MOST_POINTS - 49
    assert sitting.points[0].coup == 50


def test_a_finished_shoe_is_noted_for_guests_who_saw_a_coup_of_it() -> None:
    coup = CoupDealt(1, Coup.parse("4h 5c / Ks 9d"), last=True)
    won = BetSettled(1, "player", Chips(500), Chips(500), Fate.WON)
    lost = BetSettled(1, "tie", Chips(700), Chips(-700), Fate.LOST)
    ledger = Ledger()
    for event in (GuestSat(1, "Ada"), ShoeCommitted(3, ""), coup, won, lost, GuestSat(2, "Grace")):
        ledger.add(event)
    assert [sitting.finished for sitting in ledger.seats.values()] == [None, None]
    ledger.add(ShoeRevealed(3, ""))
    ledger.add(ShoeCommitted(4, ""))
    ledger.add(ShoeRevealed(4, ""))
    assert [sitting.finished for sitting in ledger.seats.values()] == [3, None]
    assert ledger.seats[1].tally.worst == (3, 1, -200)
    assert ledger.seats[1].tally.longest_run == 0
