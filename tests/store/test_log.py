"""What every store does, whether it is a file, in memory or in PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import ExitStack, closing

import psycopg
import pytest

from puntobanco.errors import LogWentBack
from puntobanco.store import Changes, Log, Receipt, Snapshot, Store, StreamValue
from puntobanco.store.postgres import PostgresStore, house
from tests.store.test_store import fact, versions

NEVER = 1 << 62


class Servers:
    """Several servers over one log in memory, and the time of the database."""

    def __init__(self) -> None:
        self.time = 1_000_000
        self._store = Store.in_memory(lambda: self.time)

    def start(self) -> Log:
        """Return the store of one more server."""
        return self._store.another()

    def advance(self, milliseconds: int) -> None:
        """Let the clock of the database jump."""
        self.time += milliseconds

    def restart(self) -> None:
        """Restart the database after a crash."""
        self._store.house.restart()

    def save(self) -> Callable[[], None]:
        """Return a function that takes the database back to this moment."""
        content = self._store.saved()
        return lambda: self._store.load(content)

    def close(self) -> None:
        """Close the log."""
        self._store.close()


class PostgresServers(Servers):
    """Several servers over one PostgreSQL."""

    def __init__(self, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self._url, self._opened = url, ExitStack()
        monkeypatch.setattr(house, "CLOCK", "(SELECT time FROM public.test_clock)")
        self.run(
            "CREATE TABLE public.test_clock (time TIMESTAMPTZ);"
            " INSERT INTO public.test_clock VALUES (clock_timestamp())"
        )

    def run(self, sql: str) -> None:
        with psycopg.connect(self._url, autocommit=True) as connection:
            connection.execute(sql.encode())

    def start(self) -> Log:
        return self._opened.enter_context(PostgresStore.open(self._url))

    def advance(self, milliseconds: int) -> None:
        sql = f"UPDATE public.test_clock SET time = time + interval '{milliseconds} ms'"  # noqa: S608 - a number
        self.run(sql)

    def restart(self) -> None:
        self.run("TRUNCATE puntobanco.running, puntobanco.servers, puntobanco.presence")

    def save(self) -> Callable[[], None]:
        tables = ("heads", "facts", "receipts", "notes")
        for each in tables:
            self.run(f"CREATE TABLE public.{each} AS TABLE puntobanco.{each}")
        back = "DELETE FROM puntobanco.{0}; INSERT INTO puntobanco.{0} TABLE public.{0};"
        return lambda: self.run("".join(back.format(each) for each in tables))

    def close(self) -> None:
        self._opened.close()


@pytest.fixture(params=["memory", "postgres"])
def servers(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Servers]:
    if request.param == "memory":
        servers = Servers()
    else:
        servers = PostgresServers(request.getfixturevalue("postgres"), monkeypatch)
    with closing(servers):
        yield servers


def test_only_one_of_two_servers_wins_with_the_same_revision(servers: Servers) -> None:
    one, two = servers.start(), servers.start()
    assert one.append([fact(1), fact(1, "other")], at=1) == {"table": 1, "other": 1}
    assert one.append([fact(2)], at=2, expected={"table": 1}) == {"table": 2}
    won = two.append(
        [fact(2), fact(2, "other")],
        at=2,
        expected={"table": 1, "other": 1},
        receipts=[Receipt("table", "id", "1"), Receipt("other", "id", "1")],
        values=[StreamValue("table", "lost", 0), StreamValue("other", "kept", 0)],
        snapshots=[Snapshot("table", 2, "data")],
    )
    assert won == {"other": 2}
    assert (one.value("table"), one.value("other")) == (None, "kept")
    assert one.receipts([("table", "id"), ("other", "id")]).keys() == {("other", "id")}
    assert not one.snapshots("table")
    assert two.append([fact(3)], at=2, expected={"table": 2}) == {"table": 3}
    assert versions(one) == [1, 2, 3]
    assert one.append([fact(3, "other")], at=2, expected={"other": 2}) == {"other": 3}
    assert two.confirmed({"table": 2, "other": 3}) == {"other": 3}


def test_a_change_without_an_event_is_a_change_too(servers: Servers) -> None:
    one, two = servers.start(), servers.start()
    one.append([fact(1)], at=1)
    one.append([], at=1, expected={"table": 1}, values=[StreamValue("table", "ready", 5)])
    assert two.append([fact(2)], at=2, expected={"table": 1}) == {}
    assert two.confirmed({"table": 1}) == {}
    assert two.confirmed({"table": 2}) == {"table": 2}


def test_a_receipt_that_exists_makes_its_stream_lose(servers: Servers) -> None:
    one, two = servers.start(), servers.start()
    one.append([fact(1), fact(1, "other")], at=1, receipts=[Receipt("table", "a", "1")])
    again = [Receipt("table", "a", "2"), Receipt("other", "a", "2"), Receipt("other", "a", "3")]
    facts = [fact(2), fact(2, "other")]
    expected = {"table": 1, "other": 1}
    values = [StreamValue("table", "lost", 0)]
    won = two.append(facts, at=2, expected=expected, receipts=again, values=values)
    assert won == {"other": 2}
    assert two.receipts([("table", "a"), ("other", "a")]) == {
        ("table", "a"): Receipt("table", "a", "1"),
        ("other", "a"): Receipt("other", "a", "2"),
    }
    assert two.value("table") is None


def test_a_stream_is_read_at_one_moment(servers: Servers) -> None:
    one, two = servers.start(), servers.start()
    one.append([fact(1)], at=1)
    assert two.read_stream("table").facts == list(one.facts("table"))
    one.append(
        [fact(2, private=True), fact(3)],
        at=2,
        receipts=[Receipt("table", "a", "1")],
        values=[StreamValue("table", "value", 7)],
    )
    read = two.read_stream("table", after=1, requests=[("table", "a"), ("table", "b")])
    assert (read.revision, read.value) == (2, "value")
    assert [each.fact for each in read.facts] == [fact(2, private=True), fact(3)]
    assert read.receipts == {("table", "a"): Receipt("table", "a", "1")}
    assert two.read_stream("none") == (0, None, [], {})


def test_open_streams_that_changed_or_are_due_are_found(servers: Servers) -> None:
    one, two = servers.start(), servers.start()
    now = one.beat("one", ()).now
    for stream, due in (("same", NEVER), ("new", NEVER), ("due", now + 500), ("closed", 0)):
        one.append([fact(1, stream)], at=1, values=[StreamValue(stream, "value", due)])
    known = {"same": 1, "due": 0, "closed": 1}
    one.append([fact(2, "closed")], at=2, values=[StreamValue("closed", None, 0)])
    assert two.changed(known) == Changes({"new": 1, "due": 1}, ["closed"], [])
    servers.advance(501)
    one.beat("one", ())
    assert two.changed({"same": 1, "due": 1, "new": 1}) == Changes({}, [], ["due"])


def test_the_house_clock_advances_by_two_seconds_at_most_and_never_goes_back(
    servers: Servers,
) -> None:
    one, two = servers.start(), servers.start()
    start = one.beat("one", ()).now
    times = []
    for step, server in ((400, two), (3_600_000, one), (-7_200_000, two), (1_000, one)):
        servers.advance(step)
        times.append(server.beat("any", ()).now - start)
    assert times == [400, 2_400, 2_400, 3_400]


def test_every_server_knows_who_is_connected_to_the_live_ones(servers: Servers) -> None:
    one, two = servers.start(), servers.start()
    one.beat("one", [("table", "Ann"), ("other", "Ann")])
    both = two.beat("two", [("table", "Bob")]).connected
    assert both == {"table": {"Ann", "Bob"}, "other": {"Ann"}}
    two.announce("two", [("other", "Cy")])
    assert one.beat("one", [("table", "Ann")]).connected == {
        "table": {"Ann", "Bob"},
        "other": {"Cy"},
    }


def test_a_server_that_is_silent_for_three_seconds_has_no_guests(servers: Servers) -> None:
    one, two = servers.start(), servers.start()
    two.beat("two", [("table", "Bob")])
    for _ in range(2):
        servers.advance(1_400)
        assert one.beat("one", ()).connected == {"table": {"Bob"}}
    servers.advance(1_400)
    assert one.beat("one", ()).connected == {}
    assert two.beat("two", [("table", "Bob")]).connected == {"table": {"Bob"}}


def test_a_restarted_database_says_that_it_does_not_know_who_is_connected(
    servers: Servers,
) -> None:
    store = servers.start()
    assert not store.beat("one", [("table", "Ann")]).is_restarted
    servers.restart()
    servers.advance(1_000)
    assert store.beat("two", ()) == (store.beat("two", ()).now, {}, True)
    for _ in range(2):
        servers.advance(2_000)
        store.beat("two", ())
    assert not store.beat("two", ()).is_restarted


def test_other_servers_are_woken_up(servers: Servers) -> None:
    one, two = servers.start(), servers.start()
    heard: list[tuple[str, Collection[str]]] = []
    with (
        one.listen(lambda streams: heard.append(("one", streams))),
        two.listen(lambda streams: heard.append(("two", streams))),
    ):
        one.notify(["table", "other"])
    two.notify(["table"])
    assert heard == [("two", ["table", "other"])]


def test_a_write_that_was_declared_absent_never_lands(servers: Servers) -> None:
    one, two = servers.start(), servers.start()
    one.append([fact(1), fact(1, "other")], at=1, receipts=[Receipt("other", "x", "1")])
    keys = [("table", "a"), ("other", "x")]
    assert one.settle({"table": 1, "other": 1}, keys) == {("other", "x")}
    late = {"table": 1, "other": 1}
    assert two.append([fact(2)], at=2, expected=late, receipts=[Receipt("table", "a", "1")]) == {
        "other": 1
    }
    assert one.receipts(keys).keys() == {("other", "x")}
    assert one.settle({"table": 1}, keys[:1]) == set()
    assert one.revision("table") == 2


def test_a_log_that_went_back_is_noticed(servers: Servers) -> None:
    one, two = servers.start(), servers.start()
    one.append([fact(1)], at=1)
    two.read_stream("table")
    go_back = servers.save()
    one.append([fact(2)], at=2, expected={"table": 1})
    assert two.read_stream("table", after=1).revision == 2
    go_back()
    with pytest.raises(LogWentBack):
        two.read_stream("table", after=2)
    servers.start().append([fact(2, private=True)], at=3, expected={"table": 1})
    assert two.append([fact(3)], at=3, expected={"table": 2}) == {}
    with pytest.raises(LogWentBack):
        two.read_stream("table", after=2)
    servers.start().append([fact(3)], at=3, expected={"table": 2})
    with pytest.raises(LogWentBack):
        two.read_stream("table", after=2)
