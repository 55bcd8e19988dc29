"""The events of a table → the record of each of its shoes; a record ⇄ JSON, and → CSV."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from io import StringIO
from types import GenericAlias
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, Struct
from msgspec.structs import asdict

from puntobanco.cards import Card
from puntobanco.coup import Coup
from puntobanco.errors import NotationError, RecordError
from puntobanco.fairness import SCHEME, Seed, fair_shoe
from puntobanco.fairness import Path as MerklePath
from puntobanco.house import format_house
from puntobanco.notation.format import NEXT_GUEST, format_cards, format_record
from puntobanco.notation.parsing import parse_record
from puntobanco.notation.record import (
    End,
    Promises,
    Record,
    RecordedBet,
    RecordedCard,
    RecordedCoup,
    RecordedGuestSeed,
    RecordedPath,
    RecordedSeat,
    Total,
    coin_of,
    currency_tag,
)
from puntobanco.printable import csv_cells, is_line
from puntobanco.settlement import Chips
from puntobanco.table import Event, State, evolve
from puntobanco.table.events import (
    BetSettled,
    BoughtIn,
    CoupDealt,
    GuestSat,
    ShoeClosed,
    ShoeCommitted,
    ShoeRevealed,
    ShoeSeeded,
)

TimedEvent = tuple[int, Event]
"""An event and its time, in microseconds since 1970 UTC."""


def records(log: Iterable[TimedEvent]) -> Iterator[Record]:
    """Yield the record of every shoe in a table's log, oldest first. The last may be unfinished.

    `log` includes the private events, which determine the paths of an unfinished shoe. No secret
    gets into a record before the house reveals it.
    """
    state, draft, secret = State(), None, ""
    for at, event in log:
        if isinstance(event, ShoeCommitted) and draft:
            yield draft.record(state)
        state = evolve(state, event)
        if isinstance(event, ShoeSeeded):
            secret = event.secret
        elif isinstance(event, ShoeCommitted):
            draft = _Draft.begin(state, at, secret)
        elif draft:
            draft.add(event)
    if draft:
        yield draft.record(state)


@dataclass(slots=True)
class _DraftSeat:
    names: list[str]
    brought: int = 0
    earned: int = 0


@dataclass(slots=True)
class _Draft:
    """The facts for a record that are not in the state of the table."""

    at: int
    secret: str
    revealed: str | None = None
    finished: bool = False
    """Whether the last coup was dealt, and the table not closed before it."""
    over: bool = False
    """Whether the shoe is closed. Later events belong to the next one."""
    seats: dict[int, _DraftSeat] = field(default_factory=dict)
    settled: list[list[BetSettled]] = field(default_factory=list)

    @classmethod
    def begin(cls, state: State, at: int, secret: str) -> _Draft:
        seats = {n: _DraftSeat([seat.name], seat.bankroll) for n, seat in state.seats.items()}
        return cls(at, secret, seats=seats)

    def add(self, event: Event) -> None:
        if isinstance(event, ShoeRevealed):
            self.revealed = event.secret
        elif isinstance(event, ShoeClosed):
            self.over = True
        elif not self.over:
            self._add_play(event)

    def _add_play(self, event: Event) -> None:
        match event:
            case GuestSat(seat, name):
                self.seats.setdefault(seat, _DraftSeat([])).names.append(name)
            case BoughtIn(seat, chips):
                self.seats[seat].brought += chips
            case CoupDealt(last=last):
                self.settled.append([])
                self.finished = last
            case BetSettled(seat, earned=earned):
                self.settled[-1].append(event)
                self.seats[seat].earned += earned
            case _:
                pass

    def record(self, state: State) -> Record:
        """Return the record of the shoe. `state` is the table's after its last event."""
        order = {bet.key: place for place, bet in enumerate(state.house.bets)}
        seats = sorted(self.seats.items())
        return Record(
            table=state.table,
            shoe=state.shoe,
            date=datetime.fromtimestamp(self.at // 1_000_000, UTC),
            currency=currency_tag(state.house.currency),
            coin=coin_of(state.house.currency),
            house=state.house.name.strip(),
            decks=state.house.decks,
            rules=format_house(state.house),
            order="given" if state.is_given else UNSET,
            promises=None if state.is_given else _promises(state, self.revealed),
            seats=tuple(
                RecordedSeat(number, _one_line(NEXT_GUEST.join(seat.names)), Chips(seat.brought))
                for number, seat in seats
            ),
            burn=_burn(state),
            coups=tuple(
                _coup(number, coup, state, sorted(settled, key=lambda b: (b.seat, order[b.key])))
                for number, (coup, settled) in enumerate(
                    zip(state.coups, self.settled, strict=True), 1
                )
            ),
            paths=() if self.revealed else tuple(_paths(state, self.secret)),
            totals=tuple(Total(number, Chips(seat.earned)) for number, seat in seats),
            end=End(finished=self.finished, coups=len(state.coups)),
        )


def _promises(state: State, revealed: str | None) -> Promises:
    ceremony = state.ceremony
    seeds = {seed.seat: seed.text for seed in ceremony.seeds}
    return Promises(
        scheme=SCHEME,
        commitment=ceremony.commitment.hex(),
        guests=tuple(
            RecordedGuestSeed(each.seat, each.digest.hex(), seeds.get(each.seat))
            for each in ceremony.promises
        ),
        withheld=len(ceremony.withheld),
        root=state.root,
        seed=revealed,
    )


def _burn(state: State) -> tuple[Card | None, ...]:
    shown = (state.burned,) if state.burned else ()
    return (*shown, *(None,) * state.hidden)


def _coup(number: int, coup: Coup, state: State, settled: list[BetSettled]) -> RecordedCoup:
    score = coup.score
    return RecordedCoup(
        number,
        coup.cards,
        score.player_total,
        score.banker_total,
        coup.outcome(state.house.naturals),
        tuple(RecordedBet(bet.seat, bet.key, bet.stake, bet.earned, bet.fate) for bet in settled),
    )


def _paths(state: State, secret: str) -> Iterator[RecordedPath]:
    if not (secret and state.root):
        return
    fair = fair_shoe(
        state.house,
        table=state.table,
        number=state.shoe,
        seed=Seed(bytes.fromhex(secret)),
        guests=state.ceremony.seeds,
    )
    if state.burned:
        yield _path(fair.path(0))
    for position in range(state.place - sum(len(c.cards) for c in state.coups), state.place):
        yield _path(fair.path(position))


def _path(path: MerklePath) -> RecordedPath:
    return RecordedPath(path.position, path.salt.hex(), tuple(each.hex() for each in path.beside))


def _one_line(name: str) -> str:
    """Replace characters that a record cannot contain with spaces."""
    return "".join(char if is_line(char) else " " for char in name).strip(" ")


SCHEMA_ID = "https://json-schema.org/draft/2020-12/schema"


def record_to_json(record: Record) -> bytes:
    """Return a record as JSON, with null for unknown cards and money in whole coins."""
    return msgspec.json.format(msgspec.json.encode(_to_texts(record)), indent=2) + b"\n"


def record_from_json(data: bytes) -> Record:
    """Read a record from JSON. Refuse it unless it can be written as `.bgn`."""
    try:
        record = _from_texts(_DECODER.decode(data))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise NotationError("the JSON", expected=f"a record: {error}") from None
    try:
        same = parse_record(format_record(record)) == record
    except RecordError as error:
        raise NotationError(error.text, expected=error.expected) from None
    if not same:
        raise NotationError("the JSON", expected="a record in its strict form")
    return record


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a record."""
    made = msgspec.json.schema(_Record)
    return {"$schema": SCHEMA_ID, "title": "Baccarat game notation, version 1", **made}


# --- the structs of a record with texts in place of cards -----------------------------------------

_Face = Annotated[str, Meta(pattern="^[A2-9TJQK][cdhs]$")]
_Faces = tuple[_Face | None, ...]


def _with_texts(kind: type[Struct], **changed: object) -> Any:  # noqa: ANN401 - a type made here
    fields = [
        (each.name, changed.get(each.name, each.type), msgspec.field(default=each.default))
        for each in msgspec.structs.fields(kind)
    ]
    return msgspec.defstruct(kind.__name__, fields, frozen=True, kw_only=True)


_Coup = _with_texts(RecordedCoup, cards=_Faces)
_Record = _with_texts(Record, burn=_Faces, coups=GenericAlias(tuple, (_Coup, ...)))


def _texts(cards: tuple[RecordedCard, ...]) -> tuple[str | None, ...]:
    return tuple(None if card is None else str(card) for card in cards)


def _cards(texts: tuple[str | None, ...]) -> tuple[RecordedCard, ...]:
    return tuple(None if text is None else Card.parse(text) for text in texts)


def _to_texts(record: Record) -> object:
    coups = tuple(_Coup(**{**asdict(coup), "cards": _texts(coup.cards)}) for coup in record.coups)
    return _Record(**{**asdict(record), "burn": _texts(record.burn), "coups": coups})


def _from_texts(read: Any) -> Record:  # noqa: ANN401 - a type made here
    coups = tuple(
        RecordedCoup(**{**asdict(coup), "cards": _cards(coup.cards)}) for coup in read.coups
    )
    return Record(**{**asdict(read), "burn": _cards(read.burn), "coups": coups})


_DECODER = msgspec.json.Decoder(_Record)


def record_to_csv(record: Record) -> str:
    """Return the record as CSV, with money in whole coins: cents, or as `record.coin` says."""
    text = StringIO()
    writer = csv.writer(text)
    head = ("coup", "cards", "player_total", "banker_total", "outcome")
    writer.writerow((*head, "seat", "bet", "stake_cents", "earned_cents", "fate"))
    writer.writerows(map(csv_cells, _rows(record)))
    return text.getvalue()


def _rows(record: Record) -> Iterator[tuple[object, ...]]:
    for coup in record.coups:
        outcome = coup.outcome.value if coup.outcome else ""
        cards = format_cards(coup.cards)
        start = (coup.number, cards, coup.player_total, coup.banker_total, outcome)
        if not coup.bets:
            yield (*start, "", "", "", "", "")
        for bet in coup.bets:
            yield (*start, bet.seat, bet.key, bet.stake, bet.earned, bet.fate.value)
