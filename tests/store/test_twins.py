"""Random appends have the same results in SQLite and in PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from typing import Any

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from puntobanco.errors import StoreError
from puntobanco.store import Fact, Log, Note, Receipt, Snapshot, Store, StreamValue
from puntobanco.store.postgres import PostgresStore

STREAMS = ("a", "b", "c")
_numbers = count()

streams = st.sampled_from(STREAMS)
ids = st.sampled_from(["1", "2", "3"])
texts = st.sampled_from(["{}", "é", "0" * 300])
appends = st.fixed_dictionaries(
    {
        "facts": st.lists(st.tuples(streams, texts, st.booleans(), st.booleans()), max_size=4),
        "missed": st.dictionaries(streams, st.sampled_from([-1, 0, 0, 0, 1]), max_size=3),
        "receipts": st.lists(st.tuples(streams, ids, texts), max_size=3),
        "values": st.dictionaries(streams, st.tuples(st.none() | texts, st.integers(0, 9))),
        "snapshots": st.lists(st.tuples(streams, st.sampled_from(["", "within"])), max_size=2),
        "notes": st.lists(st.tuples(ids, st.none() | texts), max_size=3),
        "forgotten": st.lists(st.tuples(streams, ids), max_size=2),
        "at": st.integers(0, 50),
    }
)


class Twin:
    """A log, and the names in it of one example."""

    def __init__(self, log: Log, example: int) -> None:
        self._log, self._name = log, f"{example:06}"

    def _in(self, name: str) -> str:
        return f"{self._name}{name}"

    def append(self, step: dict[str, Any]) -> object:
        """Append something. Return the result or the error."""
        log, place = self._log, self._in
        versions = {each: (last.fact.version if last else 0) for each, last in self._lasts()}
        facts = []
        for stream, text, private, is_gap in step["facts"]:
            versions[stream] += 2 if is_gap and text == "é" else 1
            facts.append(Fact(place(stream), versions[stream], "x", text, private))
        expected = {
            place(stream): max(0, log.revision(place(stream)) + missed)
            for stream, missed in step["missed"].items()
        }
        snapshots = [
            Snapshot(place(each), versions[each], "{}", label=label)
            for each, label in step["snapshots"]
        ]
        try:
            won = log.append(
                facts,
                at=step["at"],
                expected=expected,
                receipts=[Receipt(place(stream), *rest) for stream, *rest in step["receipts"]],
                values=[StreamValue(place(each), *rest) for each, rest in step["values"].items()],
                snapshots=snapshots,
                notes=[Note(self._name, *each) for each in step["notes"]],
                forgotten=[
                    (place(stream), each)
                    for stream, each in step["forgotten"]
                    if all((stream, each) != key[:2] for key in step["receipts"])
                ],
                kept_at=7,
            )
        except StoreError as error:
            return str(error).removeprefix(log.name)
        return won

    def _lasts(self) -> Iterator[tuple[str, Any]]:
        return ((each, self._log.last(self._in(each))) for each in STREAMS)

    def content(self) -> list[object]:
        """Return everything that the log has for this example."""
        log, names = self._log, [self._in(each) for each in STREAMS]
        keys = [(name, each) for name in names for each in "123"]
        return [
            [each for each in log.streams() if each in names],
            [[(each.at, each.fact) for each in log.facts(name)] for name in names],
            [(log.revision(name), log.value(name)) for name in names],
            [[each._replace(facts=[]) for each in [log.read_stream(name)]] for name in names],
            [[replace(each, chain=b"") for each in log.snapshots(name)] for name in names],
            [each for each in log.receipts_after((self._name, ""), 99) if each[0] in names],
            log.receipts(keys),
            log.notes_after(self._name, "", 99),
            {each: found for each, found in log.changed({}).revised.items() if each in names},
        ]


@settings(max_examples=40, phases=[Phase.generate, Phase.shrink], database=None)
@given(steps=st.lists(appends, min_size=1, max_size=6))
def run(steps: list[dict[str, Any]], sqlite: Log, postgres: Log) -> None:
    example = next(_numbers)
    twins = [Twin(log, example) for log in (sqlite, postgres)]
    for step in steps:
        first, second = (twin.append(step) for twin in twins)
        assert first == second
    for first, second in zip(*(twin.content() for twin in twins), strict=True):
        assert first == second


def test_random_appends_have_the_same_results_in_both_stores(postgres: str) -> None:
    with Store.in_memory() as sqlite, PostgresStore.open(postgres) as database:
        run(sqlite=sqlite, postgres=database)
        assert database.faults(deep=True) == sqlite.faults(deep=True) == []
