"""The HTTP half, against the real server."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from fractions import Fraction
from itertools import groupby
from pathlib import Path

import httpx
import pytest

from puntobanco.bets import CATALOGUE
from puntobanco.cards import Card
from puntobanco.fairness import Path as MerklePath
from puntobanco.fairness import verify_path
from puntobanco.house import CLASSIC, HOUSES, House, format_house, parse_house
from puntobanco.notation import check, parse_record
from puntobanco.store import Store
from puntobanco.web.http.requests import NewTable
from puntobanco.web.http.tables import requested_house
from tests.web.auditor import CARD, Auditor
from tests.web.hearing import english
from tests.web.serving import PATIENCE, QUICK, Browser, Served, browser, served

LIMITS = ("minimum", "maximum", "side_maximum", "step")
GENEROUS = {"new_guests": [1_000, 100_000], "reads": [5, 100_000], "requests": [200, 100_000]}
SERVER = {"caps": GENEROUS, "seed": "http"}


@pytest.fixture
def ada(server: Served) -> Iterator[httpx.Client]:
    """The client of a new guest."""
    with server.client() as client:
        client.post("/api/guest", json={"name": "Ada"})
        yield client


@asynccontextmanager
async def played(server: Served, coups: int = 2) -> AsyncIterator[tuple[Browser, str]]:
    """A table at which a guest has bet on a few coups."""
    async with browser(server) as guest:
        table = await guest.open_table()
        async with guest.at(table) as player:
            await player.sit_down()
            for _ in range(coups):
                await player.ask("place_bet", key="banker", stake=500)
                await player.ask("deal")
            yield guest, table


def test_a_guest_has_a_name_and_a_cookie_that_no_script_can_read(server: Served) -> None:
    with server.client() as client:
        assert client.get("/api/me").status_code == 401
        answer = client.post("/api/guest", json={"name": " A\u202eda\u200b \n"})
        assert answer.json() == {"name": "Ada"}
        cookie = answer.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=strict" in cookie
        assert client.get("/api/me").json() == {"name": "Ada", "tables": [], "opened": []}
        client.post("/api/guest", json={"name": "Grace"})
        again = client.get("/api/me")
        assert again.json()["name"] == "Grace"
        season = f"Max-Age={90 * 24 * 60 * 60};"
        assert season in cookie
        assert season in again.headers["set-cookie"]
        assert again.headers["set-cookie"].partition(";")[0] == cookie.partition(";")[0]


@pytest.mark.parametrize("name", ["\u200b", "\u202e\u2066", "\u3164", " \n", "\u0301"])
def test_a_name_that_cannot_be_seen_is_refused(server: Served, name: str) -> None:
    answer = server.post("/api/guest", json={"name": name})
    assert answer.status_code == 409
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("token", ["", "x", "a" * 5_000, "\u00ff", "../../etc/passwd"])
def test_a_forged_token_is_nobody(server: Served, token: str) -> None:
    cookie = f"puntobanco_{server.port}={token}".encode("latin-1")
    answer = server.get("/api/me", headers={b"cookie": cookie})
    assert answer.status_code == 401


def test_every_house_is_shown_with_its_felt(server: Served) -> None:
    houses = server.get("/api/houses").json()["houses"]
    assert [house["name"] for house in houses] == list(HOUSES)
    felt = {spot["key"]: spot for spot in houses[0]["felt"]}
    assert felt["banker"]["spot"] == "banker"
    assert felt["banker"]["pays"] == ["19/20"]
    assert felt["big"]["maximum"] == 100_000
    assert houses[list(HOUSES).index("classroom")]["limits"] is None


async def test_the_lobby_lists_public_tables_and_ones_own(server: Served) -> None:
    async with played(server) as (guest, table), browser(server, "Eve") as other:
        hidden = await guest.open_table(private=True, house="ez", dealing=15)
        seen = {
            entry["table"]: entry
            for entry in (await other.client.get("/api/tables")).json()["tables"]
        }
        assert table in seen
        assert hidden not in seen
        own = {entry["table"] for entry in (await guest.client.get("/api/tables")).json()["tables"]}
        assert own >= {table, hidden}
        assert (await other.client.get(f"/api/tables/{hidden}")).json()["dealing"] == 15
        assert seen[table]["guests"] == ["Ada"]
        assert len(seen[table]["decisions"]) == 2
        assert seen[table]["left"] < 416


@pytest.mark.parametrize(
    "body, status",
    [
        ({"house": "casino royale"}, 422),
        ({"dealing": 20}, 422),
        ({"colour": "green"}, 422),
        ({"limits": {"minimum": 500, "maximum": 100, "side_maximum": 500, "step": 100}}, 409),
        ({"limits": {"minimum": 10**30, "maximum": 1, "side_maximum": 1, "step": 1}}, 422),
        ({"house": "classroom", "limits": dict.fromkeys(LIMITS, 1)}, 409),
    ],
)
def test_an_impossible_table_is_refused(ada: httpx.Client, body: object, status: int) -> None:
    answer = ada.post("/api/tables", json=body)
    assert answer.status_code == status
    assert answer.json()["error"]["reason"]


CORNER = """
name = "The corner"
decks = 6
commission = "4%"
side_bets = ["dragon_7"]
[limits]
minimum = 5
maximum = 500
side_maximum = 50
step = 5
"""


async def test_a_table_is_opened_with_a_house_of_ones_own(server: Served) -> None:
    async with browser(server) as guest:
        wish = {"house_text": CORNER, "dealing": 15}
        opened = await guest.client.post("/api/tables", json=wish)
        assert opened.status_code == 201, opened.text
        entry = opened.json()
        assert (entry["house"], entry["decks"], entry["dealing"]) == ("The corner", 6, 15)
        assert entry["limits"] == {
            "minimum": 500, "maximum": 50_000, "side_maximum": 5_000, "step": 500,
        }  # fmt: skip
        async with guest.at(entry["table"]) as player:
            house = player.welcome["house"]
            assert parse_house(house["rules"]).commission == Fraction(4, 100)
            assert [spot["key"] for spot in house["felt"]] == [
                "player",
                "banker",
                "tie",
                "dragon_7",
            ]
            await player.sit_down()
            assert (await player.ask("place_bet", key="banker", stake=400))["reason"] == (
                "Limits on Banker: $5 to $500 in steps of $5, not $4."
            )
            assert (await player.ask("place_bet", key="dragon_7", stake=500))["type"] == "accepted"
        low = {"minimum": 100, "maximum": 900, "side_maximum": 900, "step": 100}
        cheap = await guest.client.post("/api/tables", json={"house_text": CORNER, "limits": low})
        assert cheap.json()["limits"] == low
        spots = {"minimum": 200, "maximum": 3_000}
        usual = await guest.client.post("/api/tables", json={"house_text": CORNER, "limits": spots})
        assert usual.json()["limits"] == {**spots, "side_maximum": 3_000, "step": 200}


@pytest.mark.parametrize("house", HOUSES.values(), ids=lambda house: house.name)
def test_a_named_house_may_be_written_out(house: House) -> None:
    assert requested_house(NewTable(house_text=format_house(house))) == house


def test_a_house_with_every_bet_fits(ada: httpx.Client) -> None:
    main = {bet.key for bet in CLASSIC.main_bets}
    side = tuple(bet for key, bet in CATALOGUE.items() if key not in main)
    whole = replace(CLASSIC, name="everything", side_bets=side)
    answer = ada.post("/api/tables", json={"house_text": format_house(whole)})
    assert answer.status_code == 201, answer.text


@pytest.mark.parametrize(
    "text, reason",
    [
        ("deks = 6", "Deks: not a rule of a house. Did you mean decks?"),
        ("decks = ", "House file: not TOML: Invalid value (at end of document)."),
        ('name = "classic"\ndecks = 6', "Name: a house called classic has other rules: choose"),
        ('name = "c1assic"', "Name: a house called c1assic has other rules: choose another name."),
        ('name = "\u0421lassic"', "Name: mixes letters that look alike: CYRILLIC and LATIN."),
        ('name = "clàssic"', "Name: a house called clàssic has other rules: choose another name."),
        ('name = "Six Decks"', "Name: a house called Six Decks has other rules: choose another"),
        (f'name = "{"x" * 25}"', "Name: use 1 to 24 visible characters."),
        ('name = "\u3164"', "Name: use 1 to 24 visible characters."),
        ("[limits]\nmaximum = 10000001", "Limits: a maximum can be at most $10,000,000."),
        ("[pays]\ntie = 1001", "Pays.tie: a bet can pay at most 1,000 to 1."),
        ("[bets.x]\nlines = ['tie: 1001']", "Bets.x.lines: a bet can pay at most 1,000 to 1."),
        ("[bets.x]\nlines = ['piar: 8']", "Bets.x.lines, line 1: column 1: 'piar' is not"),
    ],
)
def test_a_house_that_cannot_be_is_refused_in_one_line(
    ada: httpx.Client, text: str, reason: str
) -> None:
    answer = ada.post("/api/tables", json={"house_text": text})
    assert answer.status_code == 409
    error = answer.json()["error"]
    assert error["code"] == "house"
    assert error["reason"].startswith(reason)
    is_line = ", line " in reason  # of a bet, whose language is English
    assert is_line == (error["said"] is None)
    assert error["reason"].isprintable()


def test_an_empty_or_a_long_house_is_refused(ada: httpx.Client) -> None:
    for text, status in (("", 422), ("#" * 8_001, 422), ("#" * 100_000, 413)):
        assert ada.post("/api/tables", json={"house_text": text}).status_code == status


def test_bodies_are_json_and_small(server: Served) -> None:
    url = "/api/guest"
    sent = {"content-type": "application/json"}
    assert server.post(url, content="{", headers=sent).status_code == 400
    assert server.post(url, content=b"\xff", headers=sent).status_code in {400, 422}
    assert server.post(url, content="[" * 100_000, headers=sent).status_code in {400, 422}
    assert server.post(url, content=" " * 100_001, headers=sent).status_code == 413
    assert server.post(url, data={"name": "Ada"}).status_code == 415
    assert server.get(url).status_code == 405


def test_a_guest_opens_no_more_tables_than_the_caps_allow(ada: httpx.Client) -> None:
    codes = [ada.post("/api/tables", json={}).status_code for _ in range(6)]
    assert codes == [201] * 5 + [409]


@pytest.mark.parametrize(
    "headers",
    [{"host": "evil.example"}, {"host": ""}, {"origin": "http://evil.example"}],
)
@pytest.mark.parametrize("path", ["/", "/api/tables", "/healthz", "/static/none.js"])
def test_foreign_hosts_and_origins_are_turned_away(
    server: Served, headers: dict[str, str], path: str
) -> None:
    assert server.get(path, headers=headers).status_code == 403


def unfinished(port: int) -> bytes:
    """A request whose body is too short."""
    return (
        f"POST /api/guest HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
        "content-type: application/json\r\ncontent-length: 99\r\n\r\n{".encode()
    )


def test_a_client_that_never_finishes_a_body_is_disconnected(tmp_path: Path) -> None:
    with (
        served(tmp_path / "hall.db", pace={**QUICK, "request": 200}) as server,
        socket.create_connection(("127.0.0.1", server.port), PATIENCE) as guest,
        guest.makefile("rb") as answer,
    ):
        with server.paused():  # so that all of it is there when the time is counted
            guest.sendall(unfinished(server.port))
        assert answer.read().startswith(b"HTTP/1.1 408 ")


def test_who_hangs_up_in_the_middle_leaves_no_trace(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with served(tmp_path / "hall.db") as server:
        for _ in range(5):
            with socket.create_connection(("127.0.0.1", server.port)) as guest:
                guest.sendall(unfinished(server.port))
                assert server.get("/healthz").status_code == 200  # so the other one was read too
        assert server.get("/healthz").status_code == 200
    assert " error " not in capfd.readouterr().err


async def test_each_guest_and_each_address_has_a_request_rate(
    tmp_path: Path,
) -> None:
    with served(tmp_path / "hall.db", caps={"requests": [0.001, 4]}) as server:
        async with browser(server) as ann, browser(server, "Bob") as bob:
            for guest in (ann, bob):
                codes = [(await guest.client.get("/api/me")).status_code for _ in range(6)]
                assert codes == [200] * 4 + [429] * 2
            refused = await ann.client.get("/")
            assert refused.status_code == 429
            assert refused.json()["error"]["code"] == "too_often"
            assert refused.headers["retry-after"] == "1"
            forged = {"cookie": f"puntobanco_{server.port}=forged"}
            async with server.stranger(**forged) as stranger:
                codes = [(await stranger.get("/healthz")).status_code for _ in range(3)]
                assert codes == [200] * 2 + [429]  # two requests from this address were admitted


@pytest.mark.parametrize("is_trusted", [True, False])
def test_behind_a_proxy_guests_are_told_apart_if_it_is_trusted(
    tmp_path: Path, is_trusted: bool
) -> None:
    proxies = ["127.0.0.1"] if is_trusted else []
    caps = {"new_guests": [0.001, 2], "requests": [0.001, 9]}

    def come_in(*forwarded: str) -> int:
        headers = [("x-forwarded-for", each) for each in forwarded]
        return running.post("/api/guest", json={"name": "Ada"}, headers=headers).status_code

    with served(tmp_path / "hall.db", caps=caps, proxies=proxies) as running:
        codes = [come_in("203.0.113.1") for _ in range(3)]
        assert codes == [200, 200, 429]
        lying = come_in("203.0.113.77, 203.0.113.1"), come_in("203.0.113.77", "203.0.113.1")
        assert lying == (429, 429)
        assert come_in("203.0.113.1, 203.0.113.2") == (200 if is_trusted else 429)
        assert come_in("2001:db8::1") == (200 if is_trusted else 429)
        assert [come_in(f"2001:db8::{last}") for last in (2, 3)] == (
            [200, 429] if is_trusted else [429, 429]
        )
        assert come_in("nonsense") == (200 if is_trusted else 429)


async def test_a_table_is_closed_by_who_opened_it(server: Served) -> None:
    async with browser(server) as guest, browser(server, "Grace") as other:
        table = await guest.open_table()
        url = f"/api/tables/{table}"
        assert (await guest.client.get("/api/me")).json()["opened"] == [table]
        assert (await other.client.get("/api/me")).json()["opened"] == []
        async with server.stranger() as stranger:
            assert (await stranger.delete(url)).status_code == 401
        refused = await other.client.delete(url)
        assert refused.status_code == 409
        assert refused.json()["error"]["code"] == "not_yours"
        assert (await guest.client.delete(url)).status_code == 204
        assert (await guest.client.delete(url)).status_code == 404
        assert (await guest.client.get(url)).status_code == 404
        assert (await guest.client.get("/api/me")).json()["opened"] == []


async def test_a_shoe_whose_table_is_closed_can_be_checked(server: Served, tmp_path: Path) -> None:
    async with played(server) as (guest, table), guest.at(table) as player:
        await player.ask("place_bet", key="tie", stake=300)
        assert (await guest.client.delete(f"/api/tables/{table}")).status_code == 204
        last = await player.until(lambda frame: "table_closed" in json.dumps(frame))
        events = last["events"]  # after a tie the stake on Banker stands, and is taken back too
        kinds = [kind for kind, _ in groupby(event["kind"] for event in events)]
        assert kinds == [
            "bet_taken_back", "guest_left", "shoe_closed", "shoe_revealed", "table_closed",
        ]  # fmt: skip
        assert english(events[-2]["said"]) == ["Secret shown: you can now check shoe 1."]
        (shoe,) = (await guest.client.get(f"/api/tables/{table}/shoes")).json()["shoes"]
        assert shoe["finished"]
        record = (await guest.client.get(f"/api/tables/{table}/shoes/1.bgn")).text
    path = tmp_path / "shoe.bgn"
    path.write_text(record, encoding="utf-8")
    run = [sys.executable, "-m", "puntobanco", "verify", str(path)]
    done = await asyncio.to_thread(subprocess.run, run, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert "Checked: the order of 416 cards, shuffled again, and its root." in done.stdout


def test_who_signs_out_is_unknown_on_every_device(server: Served) -> None:
    with server.client() as phone, server.client() as laptop:
        phone.post("/api/guest", json={"name": "Ada"})
        ((name, token),) = phone.cookies.items()
        laptop.headers["cookie"] = f"{name}={token}"
        assert laptop.get("/api/me").json()["name"] == "Ada"
        assert phone.delete("/api/guest").status_code == 204
        assert not phone.cookies
        assert laptop.get("/api/me").status_code == 401
        assert laptop.delete("/api/guest").status_code == 401
        fresh = laptop.post("/api/guest", json={"name": "Ada"})
        assert fresh.cookies[name] != token


@pytest.mark.parametrize("path", ["/", "/t/a_table", "/api/tables", "/api/none", "/static/no.js"])
def test_whatever_may_be_shown_as_a_page_carries_the_policy(server: Served, path: str) -> None:
    headers = server.get(path).headers
    assert "unsafe-inline" not in headers["content-security-policy"]
    assert "default-src 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cache-control"] == ("no-store" if path.startswith("/api") else "no-cache")


@pytest.mark.parametrize("path", ["/static/js/main.js", "/static/css/base.css", "/words/fr.json"])
def test_a_file_of_the_page_is_what_it_says_and_for_this_page_alone(
    server: Served, path: str
) -> None:
    answer = server.get(path)
    assert answer.status_code == 200
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cross-origin-resource-policy"] == "same-origin"
    assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("path", ["de.json", "catalogue.py", "", "..%2fevents.py"])
@pytest.mark.parametrize("folder", ["words", "static"])
def test_nothing_but_the_page_and_its_words_is_served(
    server: Served, folder: str, path: str
) -> None:
    assert server.get(f"/{folder}/{path}").status_code == 404
    for outside in ("../room.py", "%2e%2e/room.py", "..%2froom.py"):
        assert server.get(f"/{folder}/{outside}").status_code == 404


def test_a_browser_reads_in_its_language_that_nothing_is_here(server: Served) -> None:
    asked = {"accept": "text/html", "accept-language": "zh-HK,en;q=0.5"}
    told = server.get("/t/none", headers=asked)
    assert told.status_code == 404
    assert '<html lang="zh-Hant">' in told.text
    assert ">找不到頁面<" in told.text
    assert "Page not found" not in told.text


def test_the_page_is_in_the_browsers_language_before_a_script_runs(server: Served) -> None:
    answer = server.get("/", headers={"accept-language": "fr-CA,en;q=0.5"})
    assert '<html lang="fr">' in answer.text
    assert "Cette table a besoin de JavaScript." in answer.text
    assert 'aria-label="Outils"' in answer.text
    assert "Accept-Language" in answer.headers["vary"]
    assert "This table needs JavaScript." in server.get("/").text


async def test_a_link_to_a_table_says_its_house_and_host_in_a_preview(server: Served) -> None:
    async with browser(server, 'A"<b>') as guest:
        table = await guest.open_table(house="six_decks")
    plain, french = (
        dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', page.text))
        for page in (
            server.get(f"/t/{table}"),
            server.get(f"/t/{table}", headers={"accept-language": "fr"}),
        )
    )
    assert plain["title"] == "Six decks table – Punto Banco"
    assert plain["description"] == "You are invited to A&quot;&lt;b&gt;&#x27;s table: Six decks."
    assert french["title"] == "Table Six jeux – Punto Banco"
    picture = re.fullmatch(r"https?://[^/]+(/.*)", plain["image"])
    assert picture
    assert server.get(picture[1]).status_code == 200


BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


@pytest.mark.parametrize("path", ["/foo", "/t/unknown", "/t/%E0%A4%A", "/t/a/b", "/static/no.html"])
def test_a_browser_at_an_unknown_address_gets_a_page_that_leads_to_the_lobby(
    server: Served, path: str
) -> None:
    shown = server.get(path, headers={"accept": BROWSER})
    assert shown.status_code == 404
    assert shown.headers["content-type"] == "text/html; charset=utf-8"
    assert '<a class="button" href="/">Go to the lobby</a>' in shown.text
    assert not re.search(r"<script|<style|\bstyle=|\bon[a-z]+=", shown.text)
    for file in re.findall(r'(?:src|href)="(/static/[^"]+)"', shown.text):
        assert server.get(file).status_code == 200
    for accept in ("*/*", "application/json"):
        told = server.get(path, headers={"accept": accept})
        assert told.status_code == 404
        assert told.json()["error"]["code"] in {"unknown_path", "unknown_table"}
        assert told.headers["vary"] == "Accept, Accept-Language"


def test_the_interface_answers_a_browser_in_json_too(server: Served) -> None:
    told = server.get("/api/none", headers={"accept": BROWSER})
    assert (told.status_code, told.json()["error"]["code"]) == (404, "unknown_path")


async def test_an_invitation_holds_while_its_table_is_open(server: Served) -> None:
    async with browser(server) as guest:
        table = await guest.open_table()
        html = {"accept": BROWSER}
        assert (await guest.client.get(f"/t/{table}", headers=html)).status_code == 200
        await guest.client.delete(f"/api/tables/{table}")
        gone = await guest.client.get(f"/t/{table}", headers=html)
        assert gone.status_code == 404
        assert "The table may have been closed" in gone.text


async def test_every_card_that_was_shown_can_be_checked_and_no_other(server: Served) -> None:
    async with played(server) as (guest, table), guest.at(table) as player:
        state = player.welcome["state"]
        root = bytes.fromhex(state["root"])
        cards = {0: state["burned"]}
        for coup in state["coups"]:
            player_hand, banker_hand = (hand.split() for hand in coup["coup"].split(" / "))
            (p1, p2, *p3), (b1, b2, *b3) = player_hand, banker_hand
            cards |= dict(enumerate((p1, b1, p2, b2, *p3, *b3), coup["position"]))
        for position, card in cards.items():
            shown = (await guest.client.get(f"/api/tables/{table}/path/{position}")).json()
            assert shown["card"] == card
            beside = tuple(map(bytes.fromhex, shown["beside"]))
            path = MerklePath(position, bytes.fromhex(shown["salt"]), beside)
            assert verify_path(Card.parse(card), path, root=root, size=shown["size"])
        hidden = set(range(416)) - set(cards)
        for place in [*map(str, sorted(hidden)[:12]), "415", "416", "x", "-1", "9" * 40]:
            answer = await guest.client.get(f"/api/tables/{table}/path/{place}")
            assert answer.status_code == 404


async def test_records_verify_and_odds_are_exact(server: Served) -> None:
    async with played(server) as (guest, table):
        shoes = (await guest.client.get(f"/api/tables/{table}/shoes")).json()["shoes"]
        assert [(shoe["shoe"], shoe["coups"], shoe["finished"]) for shoe in shoes] == [
            (1, 2, False)
        ]
        answer = await guest.client.get(f"/api/tables/{table}/shoes/1.bgn")
        assert check(parse_record(answer.text)).holds
        assert "attachment" in answer.headers["content-disposition"]
        rows = (await guest.client.get(f"/api/tables/{table}/shoes/1.csv")).text.splitlines()
        assert len(rows) == 3
        assert rows[0].endswith(",seat,bet,stake_cents,earned_cents,fate")
        assert (await guest.client.get(f"/api/tables/{table}/shoes/1.json")).json()["shoe"] == 1
        roads = (await guest.client.get(f"/api/tables/{table}/shoes/1/roads")).json()["roads"]
        assert len(roads["bead_plate"]) == 2
        for file in ("2/roads", "x/roads", "2.bgn", "0.bgn", "x.bgn", "1.exe", "1", "1.bgn.bgn"):
            url = f"/api/tables/{table}/shoes/{file}"
            assert (await guest.client.get(url)).status_code == 404
        odds = (await guest.client.get(f"/api/tables/{table}/odds")).json()
        assert odds["available"]
        assert sum(map(int, odds["outcomes"].values())) == int(odds["orders"])


HEAVY = """
name = "Heavy"
side_bets = ["heavy", "dragon_7"]

[bets.heavy]
lines = [
    "winner suited and copies of A >= 2 and not all red: 30",
    "player opening ranks = {K, Q} and banker third in {7, 8, 9}: 20",
    "all black and margin >= 5 or both pair and highest points = 9: 12",
]
"""


async def test_a_bet_that_takes_long_to_count_has_no_odds_at_a_table(server: Served) -> None:
    async with browser(server) as guest:
        table = await guest.open_table(house_text=HEAVY)
        async with guest.at(table) as player:
            await player.sit_down()
            offered = [spot["key"] for spot in player.welcome["house"]["felt"]]
            odds = (await guest.client.get(f"/api/tables/{table}/odds")).json()
    assert offered == ["player", "banker", "tie", "heavy", "dragon_7"]
    assert [bet["key"] for bet in odds["bets"]] == ["player", "banker", "tie", "dragon_7"]


async def test_a_running_table_can_be_backed_up_and_reveals_no_secret(
    tmp_path: Path,
) -> None:
    path = tmp_path / "hall.db"
    with served(path) as server:
        async with played(server) as (guest, table):
            with Store.read(path) as running:
                running.backup(tmp_path / "copy.db")
            own = f"/api/tables/{table}"
            records = [f"{own}/shoes/1.{form}" for form in ("bgn", "csv", "json")]
            paths = ["/api/tables", own, f"{own}/shoes", f"{own}/odds", f"{own}/path/0", *records]
            answers = [(await guest.client.get(place)).text for place in paths]
    with Store.read(tmp_path / "copy.db") as copy:
        facts = [logged.fact for logged in copy.facts(table)]
    assert [fact.kind for fact in facts].count("coup_dealt") == 2
    (secret,) = (json.loads(fact.data)["secret"] for fact in facts if fact.kind == "shoe_seeded")
    auditor = Auditor(table)
    for fact in facts:
        auditor.take(fact)
    for text in answers:
        assert secret not in text
        assert set(CARD.findall(text)) <= auditor.shown


async def test_schemathesis_finds_nothing(server: Served, tmp_path: Path) -> None:
    async with played(server) as (guest, _):
        (key,) = guest.client.cookies.values()
    config = tmp_path / "schemathesis.toml"
    config.write_text(f'[auth.openapi.guest]\napi_key = "{key}"\n')
    run = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(config), "run"]
    limits = ["--max-examples", "15", "--seed", "1", "--generation-database", "none"]
    limits += ["--request-timeout", str(PATIENCE)]
    asked = [f"{server.address}/openapi.json", *limits, "--suppress-health-check", "all"]
    done = await asyncio.to_thread(
        subprocess.run, [*run, *asked], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
