"""Shoes and odds, read from the log and from what a guest can know."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from io import StringIO
from threading import Lock
from typing import Any, NamedTuple

from puntobanco.errors import AnalysisError
from puntobanco.notation import Record, format_record, record_to_json, records
from puntobanco.store import Logged, Store
from puntobanco.table import Event, Phase, State
from puntobanco.wire import read_event

MEDIA = {
    "bgn": "text/plain; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
}
"""The forms in which a shoe's record is given."""

MOST_KEPT = 200
"""Answers that are kept, in case they are asked for again."""

_BEGAN, _DEALT, _ENDED = "shoe_committed", "coup_dealt", "shoe_revealed"


def shoes(store: Store, table: str) -> list[dict[str, Any]]:
    """Every shoe of a table, the newest first."""
    found: list[dict[str, Any]] = []
    for logged in store.facts(table):
        kind = logged.fact.kind
        if kind == _BEGAN:
            shoe = {"shoe": len(found) + 1, "coups": 0, "finished": False}
            found.append({**shoe, "started": logged.at // 1_000})
        elif kind == _DEALT:
            found[-1]["coups"] += 1
        elif kind == _ENDED:
            found[-1]["finished"] = True
    return found[::-1]


class Kept(NamedTuple):
    """An answer, and the version of the table up to which it holds; None if it holds for ever."""

    data: Any
    version: int | None


class Shelf:
    """Reads tables from the log, and keeps what it read: it replays a table from its start.

    What is read of a finished shoe holds for ever, everything else until the table's next event.
    """

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str], Kept] = {}
        self._lock = Lock()

    def shoes(self, store: Store, table: str) -> list[dict[str, Any]]:
        """Every shoe of a table, the newest first."""

        def read(version: int) -> Kept:
            return Kept(shoes(store, table), version)

        found: list[dict[str, Any]] = self._find(store, table, "shoes", read)
        return found

    def shoe_file(self, store: Store, table: str, shoe: int, form: str) -> bytes | None:
        """The record of one shoe, or None if there was no such shoe."""

        def read(version: int) -> Kept:
            record = shoe_record(store, table, shoe)
            if record is None:
                return Kept(None, version)
            is_over = record.promises is not None and record.promises.seed is not None
            return Kept(_written(record, form), None if is_over else version)

        data: bytes | None = self._find(store, table, f"{shoe}.{form}", read)
        return data

    def _find(self, store: Store, table: str, name: str, read: Callable[[int], Kept]) -> Any:  # noqa: ANN401 - as it was read
        with self._lock:
            kept = self._kept.pop((table, name), None)
        if kept is None or kept.version is not None:
            last = store.last(table)
            version = last.fact.version if last else 0
            if kept is None or kept.version != version:
                kept = read(version)
        with self._lock:
            while len(self._kept) >= MOST_KEPT:
                del self._kept[next(iter(self._kept))]
            self._kept[table, name] = kept
        return kept.data


def shoe_record(store: Store, table: str, shoe: int) -> Record | None:
    """The record of one shoe, or None if there was no such shoe."""
    log = ((logged.at, event_of(logged)) for logged in store.facts(table))
    return next((each for each in records(log) if each.shoe == shoe), None)


def _written(record: Record, form: str) -> bytes:
    if form == "json":
        return record_to_json(record)
    return (format_record(record) if form == "bgn" else _csv(record)).encode()


def event_of(logged: Logged) -> Event:
    """What a fact of the log says."""
    return read_event(logged.fact.kind, logged.fact.data, logged.fact.format)


def _csv(record: Record) -> str:
    """A line for each bet, and one for each coup without bets."""
    text = StringIO()
    writer = csv.writer(text)
    head = ("coup", "cards", "player_total", "banker_total", "outcome")
    writer.writerow((*head, "seat", "bet", "stake_cents", "earned_cents", "fate"))
    writer.writerows(_rows(record))
    return text.getvalue()


def _rows(record: Record) -> Iterator[tuple[object, ...]]:
    for coup in record.coups:
        outcome = coup.outcome.value if coup.outcome else ""
        cards = " ".join("??" if card is None else str(card) for card in coup.cards)
        start = (coup.number, cards, coup.player_total, coup.banker_total, outcome)
        if not coup.bets:
            yield (*start, "", "", "", "", "")
        for bet in coup.bets:
            yield (*start, bet.seat, bet.key, bet.stake, bet.earned, bet.fate.value)


def odds(state: State) -> dict[str, Any]:
    """Exact odds of the cards that were not shown, as every guest can know them."""
    try:
        from puntobanco.analysis.composition import Composition  # noqa: PLC0415 - an extra
        from puntobanco.analysis.odds import counts, prices  # noqa: PLC0415 - an extra
    except ImportError:
        return _no_odds("Exact odds need the lab extra: pip install 'puntobanco[lab]'.")
    if state.phase is not Phase.BETTING:
        return _no_odds("No shoe is on the table.")
    house = state.house
    unseen = Composition.of_decks(house.decks).without(state.seen)
    try:
        counted = counts(unseen)
        priced = prices(house.bets, unseen, naturals=house.naturals)
    except AnalysisError as error:
        return _no_odds(str(error))
    outcomes = counted.outcomes(house.naturals)
    return {
        "available": True,
        "shoe": state.shoe,
        "coups": len(state.coups),
        "cards": unseen.size,
        "orders": str(counted.orders),
        "outcomes": {outcome.value: str(orders) for outcome, orders in outcomes.items()},
        "bets": [
            {
                "key": price.bet.key,
                "name": price.bet.name,
                "pays": price.bet.pays_text,
                "edge": price.edge_percent,
                "edge_exact": str(price.edge),
                "sd": price.sd,
                "win": float(price.win),
                "push": float(price.push),
                "lose": float(price.lose),
            }
            for price in priced
        ],
    }


def _no_odds(reason: str) -> dict[str, Any]:
    return {"available": False, "reason": reason}
