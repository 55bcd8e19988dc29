"""Behaviour of a log in PostgreSQL that other logs don't have."""

from __future__ import annotations

import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from puntobanco.errors import OutcomeUnknown, StoreError
from puntobanco.store import DatabaseUrl, Note, Receipt, StreamValue, read_log
from puntobanco.store.house import OrderAnswer, desk_of
from puntobanco.store.postgres import PostgresStore
from tests.postgres import MISSING, Cluster, binaries
from tests.store.cutting import Fate, Proxy
from tests.store.test_store import fact, versions


def run(url: str, sql: str) -> list[tuple[object, ...]]:
    with psycopg.connect(url, autocommit=True) as database:
        cursor = database.execute(sql.encode())
        return cursor.fetchall() if cursor.description else []


# --- opening --------------------------------------------------------------------------------------


def test_servers_that_start_at_once_migrate_once(postgres: str) -> None:
    with ThreadPoolExecutor(4) as threads, ExitStack() as opened:
        stores = list(threads.map(PostgresStore.open, [postgres] * 4))
        for store in stores:
            opened.callback(store.close)
        assert len({store.id for store in stores}) == 1
        assert run(postgres, "SELECT count(*) FROM puntobanco.house") == [(1,)]


def test_a_newer_database_and_one_without_a_log_are_refused_in_one_line(postgres: str) -> None:
    with pytest.raises(StoreError, match="there is no log in this database"):
        PostgresStore.read(postgres)
    PostgresStore.open(postgres).close()
    run(postgres, "COMMENT ON SCHEMA puntobanco IS '99'")
    for opening in (PostgresStore.open, PostgresStore.read):
        with pytest.raises(StoreError, match="newer version") as refused:
            opening(postgres)
        assert "\n" not in str(refused.value)


def test_a_database_that_may_lose_what_it_acknowledged_is_refused(postgres: str) -> None:
    with pytest.raises(StoreError, match="synchronous_commit off"):
        PostgresStore.open(f"{postgres}?options=-csynchronous_commit%3Doff")
    with PostgresStore.open(postgres) as store:
        found = store.findings
        assert "fsync on, synchronous_commit on" in store.notices[0]
        store.findings = found._replace(data_checksums="off")
        assert store.warnings == ["no data checksums, so it doesn't notice a damaged disk"]
    with pytest.raises(StoreError, match="fsync off"):
        found._replace(fsync="off").refuse_unsafe()
    assert found._replace(data_checksums="on").warnings == []


def test_no_error_shows_a_password() -> None:
    for url in (
        "postgresql://ann:swordfish@127.0.0.1:1/hall",
        "postgresql://ann@127.0.0.1:1/hall?password=swordfish",
        "postgresql://ann:swordfish@127.0.0.1:port/hall",
        "postgresql://ann:swordfish@[::1/hall",
    ):
        with pytest.raises(StoreError) as refused:
            read_log(DatabaseUrl(url))
        assert "swordfish" not in f"{refused.value}{refused.value!r}"
        assert "\n" not in str(refused.value)
        assert refused.value.__cause__ is None


# --- several writers ------------------------------------------------------------------------------


def test_a_locked_table_loses_alone(postgres: str) -> None:
    with PostgresStore.open(postgres) as store, psycopg.connect(postgres) as other:
        store.append([fact(1), fact(1, "stuck")], at=1)
        other.execute("SELECT FROM puntobanco.heads WHERE stream = 'stuck' FOR UPDATE")
        facts = [fact(2), fact(2, "stuck")]
        assert store.append(facts, at=2, expected={"table": 1, "stuck": 1}) == {"table": 2}
        other.rollback()
        assert store.append([fact(2, "stuck")], at=2, expected={"stuck": 1}) == {"stuck": 2}


def test_a_duplicate_that_only_the_primary_key_notices_loses_alone(postgres: str) -> None:
    with PostgresStore.open(postgres) as store:
        store.append([fact(1), fact(1, "other")], at=1)
        run(postgres, "INSERT INTO puntobanco.facts SELECT 'table', 2, 0, 0, 0, '', 1, 0, '', 0")
        won = store.append(
            [fact(2), fact(2, "other")],
            at=2,
            expected={"table": 1, "other": 1},
            receipts=[Receipt("table", "a", "1"), Receipt("other", "a", "1")],
            notes=[Note("shelf", "key", "data")],
        )
        assert won == {"other": 2}
        assert store.receipts([("table", "a"), ("other", "a")]).keys() == {("other", "a")}
        assert store.note("shelf", "key") == "data"


def test_many_writers_at_few_tables_never_both_win(postgres: str) -> None:
    """Every win has a revision of its own, and its fact is in the log once. Some have no fact."""
    tables = [f"table {number}" for number in range(4)]
    with PostgresStore.open(postgres) as store:
        store.append([fact(1, table) for table in tables], at=1)

    def write(seed: int) -> dict[tuple[str, str], int]:
        rng, won = random.Random(seed), dict[tuple[str, str], int]()
        with PostgresStore.open(postgres) as store:
            reads = {table: store.read_stream(table) for table in tables}
            versions = {table: len(read.facts) for table, read in reads.items()}
            revisions = {table: read.revision for table, read in reads.items()}
            for turn in range(40):
                chosen = rng.sample(tables, rng.randint(1, 4))
                key = f"{seed}-{turn}"
                result = store.append(
                    [fact(versions[table] + 1, table, key) for table in chosen if turn % 4],
                    at=1,
                    expected={table: revisions[table] for table in chosen},
                    receipts=[Receipt(table, key, "1") for table in chosen],
                    values=[StreamValue(table, key, turn) for table in chosen if turn % 3],
                )
                for table in chosen:
                    if table in result:
                        won[table, key] = result[table]
                        versions[table] += bool(turn % 4)
                        revisions[table] = result[table]
                    else:
                        read = store.read_stream(table, after=versions[table])
                        versions[table] += len(read.facts)
                        revisions[table] = read.revision
        return won

    with ThreadPoolExecutor(3) as threads:
        wins = list(threads.map(write, range(3)))
    with PostgresStore.read(postgres) as store:
        logged = [
            (table, each.fact.data) for table in tables for each in store.facts(table, after=1)
        ]
        keys = sorted(key for won in wins for key in won)
        assert sorted(logged) == [key for key in keys if int(key[1].split("-")[1]) % 4]
        assert len(store.receipts(keys)) == len(keys)
        revisions = sorted((table, made) for won in wins for (table, _), made in won.items())
        assert revisions == [
            (table, made) for table in tables for made in range(2, store.revision(table) + 1)
        ]
        assert store.faults(deep=True) == []


def test_a_database_that_crashed_has_everything_but_who_is_connected() -> None:
    if binaries() is None:
        pytest.fail(MISSING)
    with TemporaryDirectory() as folder, ExitStack() as opened:
        cluster = Cluster(Path(folder))
        cluster.start()
        opened.callback(cluster.stop)
        store = opened.enter_context(PostgresStore.open(cluster.url))
        store.append([fact(1)], at=1)
        before = store.beat("server", [("table", "Ann")])
        assert not before.is_restarted
        cluster.restart("immediate")
        with pytest.raises(OutcomeUnknown):
            store.append([fact(2)], at=1, expected={"table": 1})
        assert store.settle({"table": 1}, []) == set()
        after = store.beat("server", ())
        assert (after.is_restarted, after.connected) == (True, {})
        assert after.now >= before.now
        assert store.append([fact(2)], at=1, expected={"table": 1}) == {"table": 2}


# --- connections that break during a commit -------------------------------------------------------


class Cut:
    """A store whose connection goes through a proxy, and one that reads directly."""

    def __init__(self, url: str, between: Proxy, opened: ExitStack) -> None:
        self.proxy = between
        through = make_conninfo(url, port=between.port)
        self.store = opened.enter_context(PostgresStore.open(through))
        self.direct = opened.enter_context(PostgresStore.open(url))
        self.revision = self.store.append([fact(1)], at=1)["table"]
        self.version = 1

    def write(self, key: str, fate: Fate = "pass") -> None:
        """Append a fact with a receipt, perhaps over a connection that breaks."""
        self.proxy.fate = fate
        self.proxy.released.clear()
        self.proxy.is_over.clear()
        won = self.store.append(
            [fact(self.version + 1, data=key)],
            at=1,
            expected={"table": self.revision},
            receipts=[Receipt("table", key, "1")],
        )
        self.version, self.revision = self.version + 1, won["table"]

    def follow(self) -> None:
        read = self.store.read_stream("table", after=self.version)
        self.version += len(read.facts)
        self.revision = read.revision


@pytest.fixture
def cut(postgres: str) -> Iterator[Cut]:
    parts = conninfo_to_dict(postgres)
    place = (str(parts["host"]), int(str(parts["port"])))
    with closing(Proxy(place)) as between, ExitStack() as opened:
        yield Cut(postgres, between, opened)


@pytest.mark.parametrize("fate, is_stored", [("lost", False), ("unanswered", True)])
def test_after_a_broken_connection_the_store_knows_what_was_written(
    cut: Cut, fate: Fate, is_stored: bool
) -> None:
    cut.write("warm-up")
    with pytest.raises(OutcomeUnknown):
        cut.write("key", fate)
    with pytest.raises(OutcomeUnknown):
        cut.write("another")
    stored = cut.store.settle({"table": cut.revision}, [("table", "key")])
    assert stored == ({("table", "key")} if is_stored else set())
    cut.follow()
    cut.write("next")
    assert len(versions(cut.direct)) == (4 if is_stored else 3)


def test_nothing_that_was_declared_absent_lands_later(cut: Cut) -> None:
    """Requests are lost, or committed without an answer, or arrive while or after we ask."""
    rng, answers = random.Random(7), dict[str, bool]()
    release = cut.proxy.released.set
    for turn in range(30):
        cut.write(f"warm-up {turn}")
        key, fate = f"key {turn}", rng.choice(FATES)
        with pytest.raises(OutcomeUnknown):
            cut.write(key, fate)
        racing = Thread(target=release)
        if rng.random() < 0.5:
            racing.start()
        stored = cut.store.settle({"table": cut.revision}, [("table", key)])
        release()
        cut.proxy.is_over.wait()
        if racing.ident:
            racing.join()
        answers[key] = bool(stored)
        cut.follow()
    landed = [key for key in answers if answers[key]]
    found = cut.direct.receipts([("table", key) for key in answers])
    assert {key for _, key in found} == set(landed)
    logged = [each.fact.data for each in cut.direct.facts("table")]
    assert [each for each in logged if each in answers] == landed
    assert set(answers.values()) == {True, False}


def test_a_write_that_is_only_looked_for_lands_later_and_one_that_is_settled_does_not(
    cut: Cut,
) -> None:
    """An unchanged revision proves nothing: only `settle` makes a missing write impossible."""
    for key, settles in (("looked for", False), ("settled", True)):
        cut.write(f"warm-up {key}")
        with pytest.raises(OutcomeUnknown):
            cut.write(key, "late")
        if settles:
            assert cut.store.settle({"table": cut.revision}, [("table", key)]) == set()
        else:
            cut.store.reopen()
            assert cut.store.receipt("table", key) is None
            assert cut.store.confirmed({"table": cut.revision})
        cut.proxy.released.set()
        cut.proxy.is_over.wait()
        cut.follow()
    assert cut.direct.receipt("table", "looked for")
    assert cut.direct.receipt("table", "settled") is None


FATES: list[Fate] = ["lost", "unanswered", "late", "late"]


# --- an operator's orders -------------------------------------------------------------------------

ORDER = "INSERT INTO puntobanco.orders (by, data) VALUES ('boss', %s)"


def texts(server: PostgresStore) -> list[str]:
    return [order.data for order in server.new_orders()]


def test_an_order_with_a_lower_id_that_is_committed_late_is_obeyed_once(postgres: str) -> None:
    with PostgresStore.open(postgres) as server, psycopg.connect(postgres) as slow:
        assert texts(server) == []
        slow.execute(ORDER, ("first",))
        with psycopg.connect(postgres) as fast:
            fast.execute(ORDER, ("second",))
        assert texts(server) == ["second"]
        slow.commit()
        assert texts(server) == ["first"]
        assert texts(server) == []


def test_a_server_that_starts_obeys_an_operator_who_still_waits(postgres: str) -> None:
    """It drains with the others. Once the operator has gone, servers start as usual."""
    with PostgresStore.open(postgres) as old, ExitStack() as waiting:
        old.beat("old", ())
        desk = waiting.enter_context(desk_of(postgres))
        with ThreadPoolExecutor(1) as operator:
            asked = operator.submit(desk.ask, "boss", "drain")
            while not (orders := old.new_orders()):
                assert not asked.done()
            old.answer_orders("old", [OrderAnswer(orders[0].id, "obeyed")])
            assert asked.result() == ["obeyed"]
        with PostgresStore.open(postgres) as new:
            assert texts(new) == ["drain"]
        waiting.close()
        with PostgresStore.open(postgres) as late:
            assert texts(late) == []
