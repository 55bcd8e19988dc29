"""Records of any kind, true or not, in the strict form."""

from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import strategies as st
from msgspec import UNSET

from puntobanco.cards import DECK
from puntobanco.coup import Outcome
from puntobanco.house import HOUSES, format_house
from puntobanco.notation import (
    End,
    Promises,
    Record,
    RecordedBet,
    RecordedCoup,
    RecordedGuestSeed,
    RecordedPath,
    RecordedSeat,
    Total,
)
from puntobanco.settlement import Chips
from puntobanco.table import Fate
from tests.notation.tables import OWN_BETS

lines = st.text(st.characters(categories=("L", "N", "P", "S")) | st.just(" "), max_size=20).map(
    lambda text: " ".join(text.split())
)
comments = st.lists(lines, max_size=3).map("\n".join).map(lambda text: text.rstrip("\n"))
names = lines.filter(bool)
digests = st.binary(min_size=32, max_size=32).map(bytes.hex)
chips = st.integers(0, 10**12).map(Chips)
seats = st.integers(1, 14)
seen = st.none() | st.sampled_from(DECK)
keys = st.sampled_from(("player", "banker", "tie", "dragon_7", "matching_dragon_A", "no_such_bet"))


@st.composite
def bets(draw: st.DrawFn) -> RecordedBet:
    stake, fate = draw(chips), draw(st.sampled_from(Fate))
    earned = {Fate.WON: draw(chips), Fate.LOST: -stake}.get(fate, 0)
    return RecordedBet(draw(seats), draw(keys), stake, Chips(earned), fate)


finished = st.builds(
    RecordedCoup,
    st.integers(0, 999),
    st.lists(seen, max_size=6).map(tuple),
    st.none() | st.integers(0, 9),
    st.none() | st.integers(0, 9),
    st.none() | st.sampled_from(Outcome),
    st.lists(bets(), max_size=4).map(tuple),
    comments,
)
interrupted = st.builds(
    RecordedCoup,
    st.integers(0, 999),
    st.lists(seen, max_size=6).map(tuple),
    bets=st.lists(bets(), max_size=2).map(tuple),
    comment=comments,
    interrupted=st.just(value=True),
)
promises = st.builds(
    Promises,
    st.sampled_from(("BAC1", "BAC2", "x y")),
    st.just("") | digests,
    st.lists(st.builds(RecordedGuestSeed, seats, digests, st.none() | names), max_size=3).map(
        tuple
    ),
    st.none() | st.integers(0, 14),
    st.just("") | digests,
    st.none() | digests,
)
paths = st.builds(
    RecordedPath,
    st.integers(0, 700),
    st.binary(min_size=16, max_size=16).map(bytes.hex),
    st.lists(digests, max_size=3).map(tuple),
)
dates = st.datetimes(datetime(1000, 1, 1), datetime(2999, 1, 1)).map(  # noqa: DTZ001 - made UTC below
    lambda date: date.replace(microsecond=0, tzinfo=UTC)
)
record = st.builds(
    Record,
    table=lines,
    shoe=st.none() | st.integers(0, 10**14),
    date=st.none() | dates,
    currency=names,
    coin=st.sampled_from(("0.01", "1")),
    house=names,
    decks=st.integers(0, 99),
    rules=st.sampled_from(
        ("", *map(format_house, (*HOUSES.values(), OWN_BETS)), "decks = 99\n", "nonsense\n\n")
    ),
    order=st.sampled_from((UNSET, "given")),
    promises=st.none() | promises,
    seats=st.lists(st.builds(RecordedSeat, seats, lines, st.none() | chips), max_size=3).map(tuple),
    comment=comments,
    burn=st.lists(seen, max_size=11).map(tuple),
    coups=st.lists(finished | interrupted, max_size=6).map(tuple),
    paths=st.lists(paths, max_size=2).map(tuple),
    totals=st.lists(
        st.builds(Total, seats, st.integers(-(10**12), 10**12).map(Chips)), max_size=2
    ).map(tuple),
    end=st.none() | st.builds(End, st.booleans(), st.integers(0, 999)),
)
