"""Past shoes that guests replay: finished ones only, with nobody's bets but their own."""

from __future__ import annotations

import asyncio
import json
import re
from typing import Any
from unittest.mock import Mock

import pytest

from puntobanco.analysis.composition import Composition
from puntobanco.analysis.odds import prices
from puntobanco.cards import Card, parse_cards
from puntobanco.croupier import Croupier
from puntobanco.house import CLASSIC
from puntobanco.notation import check, locate_record
from puntobanco.store import Store
from puntobanco.table.commands import CloseTable, Deal
from puntobanco.web.room.shoe_replay import past_shoe_events
from tests.web.serving import Served, browser

STAKES = {"Ada": 700, "Grace Elsewhere": 1_300}
COUPS = 3
SERVER = {"seed": "replays"}


@pytest.fixture(scope="module")
def answers(server: Served) -> dict[str, Any]:
    return asyncio.run(_evening(server))


async def _evening(server: Served) -> dict[str, Any]:
    """Play some coups with two guests, and ask for the shoe before and after its end."""
    async with browser(server, "Ada") as ada, browser(server, "Grace Elsewhere") as grace:
        table = await ada.open_table()
        shoes = f"/api/tables/{table}/shoes"
        async with ada.at(table) as host, grace.at(table) as other:
            await host.sit_down()
            await other.sit_down()
            for coup in range(1, COUPS + 1):
                await host.ask("place_bet", key="banker", stake=STAKES["Ada"])
                await other.ask("place_bet", key="player", stake=STAKES["Grace Elsewhere"])
                await host.ask("deal")
                await other.ask("deal")
                while host.coups_dealt < coup:
                    await host.next()
            early = [await ada.client.get(f"{shoes}/1{form}") for form in ("/replay", ".html")]
            missing = await ada.client.get(f"{shoes}/9/replay")
            await other.ask("leave")
        await ada.client.delete(f"/api/tables/{table}")
        ours = {
            name: (await each.client.get(f"{shoes}/1/replay")).json()
            for name, each in (("Ada", ada), ("Grace Elsewhere", grace))
        }
        async with server.stranger() as stranger:
            ours["nobody"] = (await stranger.get(f"{shoes}/1/replay")).json()
        file = await ada.client.get(f"{shoes}/1.html?language=fr")
        return {"early": early, "missing": missing, "replays": ours, "file": file}


def test_a_shoe_that_is_not_over_is_refused_in_one_line(answers: dict[str, Any]) -> None:
    for refused in answers["early"]:
        assert refused.status_code == 409
        assert refused.json()["error"]["code"] == "unfinished_shoe"
    assert answers["missing"].status_code == 404


def _stakes(replay: dict[str, Any]) -> list[int]:
    events = [event for coup in replay["coups"] for event in coup["events"]]
    return [event["data"]["stake"] for event in events if event["kind"] == "bet_settled"]


@pytest.mark.parametrize("name", [*STAKES, "nobody"])
def test_a_replay_has_every_coup_and_nobodys_bets_but_ones_own(
    answers: dict[str, Any], name: str
) -> None:
    replay = answers["replays"][name]
    assert [coup["events"][0]["kind"] for coup in replay["coups"]] == ["coup_dealt"] * COUPS
    assert set(_stakes(replay)) == ({STAKES[name]} if name in STAKES else set())
    others = [other for other in STAKES if other != name]
    assert not any(other in json.dumps(replay) for other in others)


def test_the_odds_are_those_of_the_cards_that_nobody_had_seen(answers: dict[str, Any]) -> None:
    coups = answers["replays"]["nobody"]["coups"]
    seen = [Card.parse(coups[0]["before"]["burned"])]
    for coup in coups:
        unseen = Composition.of_decks(8).without(seen)
        exact = {each.bet.key: each.edge_percent for each in prices(CLASSIC.bets, unseen)}
        assert coup["odds"] == {"cards": unseen.size, "percent": pytest.approx(exact)}
        seen += map(Card.parse, coup["events"][0]["facts"]["dealt"]["cards"])


def test_the_odds_of_a_shoe_are_counted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    counting = Mock(wraps=prices)
    monkeypatch.setattr("puntobanco.analysis.odds.prices", counting)
    with Store.in_memory() as store:
        croupier = Croupier.open(store, "table", CLASSIC)
        croupier.do(*croupier.given_shoe(parse_cards("7s 2h 9c 3d Kh 6s")))
        croupier.do(Deal(), Deal(), CloseTable())
        replays = [
            past_shoe_events(store.facts("table"), 1, lambda *_: False).replay() for _ in range(2)
        ]
    assert counting.call_count == len(replays[0].coups) == 2
    assert replays[0] == replays[1]


def test_the_file_has_a_record_that_holds_and_names_no_other_guest(answers: dict[str, Any]) -> None:
    file = answers["file"]
    assert file.headers["content-type"] == "text/html; charset=utf-8"
    assert b"Grace" not in file.content
    assert b'"stake":1300' not in file.content
    found = re.search(r'id="shoe">(.*?)</script>', file.text)
    assert found
    data = json.loads(found[1])
    assert data["language"] == "fr"
    verdict = check(*locate_record(data["record"]))
    assert (verdict.faults, verdict.promised) == ((), True)
