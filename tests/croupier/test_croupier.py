"""The croupier loads, decides, appends, and only then tells."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from puntobanco.cards import Card
from puntobanco.croupier import Croupier, Desk, commit, events, load, seed_source, unfinished
from puntobanco.errors import IllegalCommand, PuntoBancoError, StoreError
from puntobanco.fairness import GuestSeed, Seed, commitment, fair_shoe, verify_path
from puntobanco.house import CLASSIC, CLASSROOM, House
from puntobanco.settlement import Chips
from puntobanco.shoe import Shoe
from puntobanco.store import Fact, Receipt, Store
from puntobanco.table import Event, Phase, fold, is_public
from puntobanco.table.commands import (
    BuyIn,
    CloseTable,
    CommitSeed,
    Deal,
    PlaceBet,
    RevealSeed,
    Sit,
    TakeBack,
    Undo,
)
from puntobanco.table.events import BetTakenBack, GuestLeft, ShoeClosed, ShoeRevealed, TableClosed
from puntobanco.wire import from_json


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "log.db") as opened:
        yield opened


def seated(store: Store, house: House = CLASSIC, table: str = "table") -> Croupier:
    croupier = Croupier.open(store, table, house, seed_for=seed_source("seed"), clock=lambda: 1)
    croupier.do(Sit(1, "Ann"))
    croupier.do(BuyIn(1, chips=Chips(1_000_00)))
    return croupier


def with_shoe(croupier: Croupier) -> Croupier:
    croupier.commit_shoe()
    word = GuestSeed(1, "rosebud")
    croupier.do(CommitSeed(1, word.commitment(croupier.state.ceremony.commitment).hex()))
    croupier.do(RevealSeed(1, word.text))
    croupier.open_shoe()
    return croupier


def play_out(croupier: Croupier) -> tuple[Event, ...]:
    happened: tuple[Event, ...] = ()
    while croupier.state.phase is Phase.BETTING:
        happened = croupier.do(Deal())
    return happened


class FullDisk(Store):
    """A store whose disk is full from now on."""

    def append(self, *_: object, **__: object) -> dict[str, int]:
        raise StoreError("the disk is full")


def test_what_is_no_house_opens_no_table_and_writes_nothing(store: Store) -> None:
    with pytest.raises(TypeError, match="opened by a House"):
        Croupier.open(store, "table", "classic")  # type: ignore[arg-type]  # what is refused
    assert store.streams() == []
    Croupier.open(store, "table", CLASSIC)


def test_a_list_of_commands_is_refused_whole_and_the_table_goes_on(store: Store) -> None:
    croupier = seated(store)
    with pytest.raises(TypeError, match="several are given one by one, not as a list"):
        croupier.do(Sit(2, "Ben"), [BuyIn(2, chips=Chips(1_00))])  # type: ignore[arg-type]  # refused
    croupier.do(Sit(2, "Ben"), BuyIn(2, chips=Chips(1_00)))
    assert fold(events(store, "table")) == croupier.state


def test_a_shoe_is_opened_only_after_the_house_has_committed_to_it(store: Store) -> None:
    croupier = seated(store)
    for _ in ("before the first shoe", "before the second"):
        with pytest.raises(
            IllegalCommand, match="the house must commit to a shoe before it opens it"
        ) as refused:
            croupier.open_shoe()
        assert refused.value.code == "not_committed"
        play_out(with_shoe(croupier))


def test_a_resumed_table_has_the_same_chips_bets_and_next_cards(store: Store) -> None:
    rng = random.Random(5)
    croupier = with_shoe(seated(store))
    twin = croupier
    while croupier.state.phase is Phase.BETTING:
        croupier.do(PlaceBet(1, rng.choice(["player", "banker", "tie"]), chips=Chips(1_00)))
        if rng.random() < 0.3:
            twin = Croupier.resume(store, "table")
            assert twin.state == croupier.state
            assert twin._desk == croupier._desk
            croupier = twin
        croupier.do(Deal())
    assert load(store, "table").state == croupier.state


def test_a_table_is_resumed_from_its_snapshot_without_reading_older_events(store: Store) -> None:
    croupier = with_shoe(seated(store))
    play_out(croupier)
    snapshot = store.snapshot("table")
    assert snapshot is not None
    assert snapshot.version == croupier.version
    assert croupier.state.root not in ("", snapshot.data)
    with_shoe(croupier)
    croupier.do(Deal())
    resumed = Croupier.resume(store, "table")
    assert resumed._desk == croupier._desk
    assert fold(events(store, "table")) == resumed.state


def test_a_snapshot_of_another_format_is_refused(store: Store) -> None:
    croupier = seated(store)
    snapshot = replace(croupier._desk.snapshot(), format=2)
    store.append([], at=1, snapshots=[snapshot])
    with pytest.raises(StoreError, match="a snapshot of table of format 2: a newer version wrote"):
        Croupier.resume(store, "table")


def test_a_snapshot_between_shoes_keeps_no_secret_but_the_one_that_was_shown(store: Store) -> None:
    croupier = with_shoe(seated(store))
    order, secret = str(croupier._desk.shoe), croupier._desk.secret
    play_out(croupier)
    snapshot = store.snapshot("table")
    assert snapshot is not None
    (shown,) = (event for event in events(store, "table") if isinstance(event, ShoeRevealed))
    assert shown.secret == secret
    assert from_json(Desk, snapshot.data).secret == secret
    assert order not in snapshot.data


def test_a_table_with_a_snapshot_of_any_moment_is_resumed_as_it_was(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("puntobanco.croupier.croupier.SNAPSHOT_EVERY", 3)
    croupier = seated(store)
    for _ in range(2):
        with_shoe(croupier)
        while croupier.state.phase is Phase.BETTING:
            croupier.do(PlaceBet(1, "player", chips=Chips(1_00)))
            check_resumed(store, croupier)
            croupier.do(Deal())
            check_resumed(store, croupier)
    assert croupier.version > 300


def check_resumed(store: Store, croupier: Croupier) -> None:
    """Check that a resumed table has the same chips, bets and next card, from only a few events."""
    resumed = Croupier.resume(store, "table")
    assert resumed.state == croupier.state
    assert resumed._snapshot_version == croupier._snapshot_version
    assert croupier.version - croupier._snapshot_version < 3
    if croupier.state.phase is Phase.BETTING:
        assert resumed._desk == croupier._desk


def test_a_snapshot_is_taken_within_a_shoe_only_after_enough_events(store: Store) -> None:
    croupier = with_shoe(seated(store))
    croupier.take_snapshot(after=croupier.version + 1)
    assert not croupier.snapshots
    croupier.take_snapshot(after=croupier.version)
    croupier.abandon()
    croupier.take_snapshot(after=croupier.version - 1)
    commit(store, (croupier,), at=1)
    croupier.take_snapshot(after=1)
    assert not croupier.snapshots
    assert [snapshot.version for snapshot in store.snapshots("table")] == [croupier.version]


def test_a_damaged_snapshot_within_a_shoe_is_not_believed(store: Store) -> None:
    croupier = with_shoe(seated(store))
    croupier.take_snapshot(after=1)
    commit(store, (croupier,), at=1)
    store._connection.execute("UPDATE snapshots SET data = replace(data, '100000', '900000')")
    assert Croupier.resume(store, "table")._desk == croupier._desk


def test_the_events_that_it_gives_are_public_and_durable(store: Store) -> None:
    croupier = seated(store)
    happened = [*croupier.commit_shoe(), *croupier.open_shoe(), *croupier.do(Deal())]
    assert all(map(is_public, happened))
    logged = [event for event in events(store, "table") if is_public(event)]
    assert logged[-len(happened) :] == happened


def test_the_secret_is_shown_when_the_shoe_is_over_and_gives_the_order_again(store: Store) -> None:
    croupier = with_shoe(seated(store))
    promised, root = croupier.state.ceremony.commitment, croupier.state.root
    *_, revealed = play_out(croupier)
    assert isinstance(revealed, ShoeRevealed)
    seed = Seed(bytes.fromhex(revealed.secret))
    assert commitment(CLASSIC, table="table", number=1, seed=seed) == promised
    fair = fair_shoe(CLASSIC, table="table", number=1, seed=seed, guests=(GuestSeed(1, "rosebud"),))
    assert fair.root.hex() == root
    state = croupier.state
    order = fair.shoe.order
    assert [order[position] for position in state.seen_at] == list(state.seen)


def test_every_shoe_is_promised_by_its_own_number_and_seed(store: Store) -> None:
    """Every coup of this house has a shoe of its own."""
    seeds = seed_source("numbers")
    croupier = Croupier.open(store, "table", CLASSROOM, seed_for=seeds)
    for number in range(1, 4):
        croupier.commit_shoe()
        promised = commitment(CLASSROOM, table="table", number=number, seed=seeds(number))
        assert croupier.state.ceremony.commitment == promised
        croupier.open_shoe()
        croupier.do(Deal())


def test_a_table_that_is_closed_within_a_shoe_shows_its_secret(store: Store) -> None:
    croupier = with_shoe(seated(store))
    croupier.do(Deal())
    croupier.do(PlaceBet(1, "player", chips=Chips(5_00)))
    secret, root = croupier._desk.secret, croupier.state.root
    happened = croupier.do(CloseTable())
    assert happened == (
        BetTakenBack(1, "player", Chips(5_00)),
        GuestLeft(1, Chips(1_000_00)),
        ShoeClosed(1, 1),
        ShoeRevealed(1, secret),
        TableClosed(),
    )
    assert tuple(events(store, "table"))[-5:] == happened
    guests = (GuestSeed(1, "rosebud"),)
    seed = Seed(bytes.fromhex(secret))
    assert fair_shoe(CLASSIC, table="table", number=1, seed=seed, guests=guests).root.hex() == root
    assert load(store, "table").state == croupier.state


def test_a_table_that_is_closed_before_a_shoe_is_opened_has_nothing_to_show(store: Store) -> None:
    croupier = seated(store)
    croupier.commit_shoe()
    assert croupier.do(CloseTable()) == (GuestLeft(1, Chips(1_000_00)), TableClosed())


def test_every_shown_card_can_be_checked_and_no_other(store: Store) -> None:
    with_shoe(seated(store)).do(Deal())
    croupier = Croupier.resume(store, "table")
    check_paths(croupier)
    state = croupier.state
    for position in {*range(state.place + 5)} - {*state.seen_at}:
        with pytest.raises(IllegalCommand, match="only a card that has been shown"):
            croupier.path(position)
    play_out(croupier)
    check_paths(Croupier.resume(store, "table"))


def check_paths(croupier: Croupier) -> None:
    """Check that the path of each shown card proves this card and no other."""
    state = croupier.state
    root = bytes.fromhex(state.root)
    for position, card in zip(state.seen_at, state.seen, strict=True):
        path = croupier.path(position)
        assert verify_path(card, path, root=root, size=416)
        other = Card.parse("2c" if str(card) != "2c" else "3c")
        assert not verify_path(other, path, root=root, size=416)


def test_where_the_secret_is_not_at_hand_the_record_is_named(store: Store) -> None:
    croupier = with_shoe(seated(store))
    desk = replace(load(store, "table"), secret="")
    with pytest.raises(IllegalCommand, match="its record has every card"):
        Croupier(store, desk).path(croupier.state.seen_at[0])


def test_a_refused_command_leaves_no_trace(store: Store) -> None:
    croupier = with_shoe(seated(store))
    before = croupier.version, croupier.state
    with pytest.raises(PuntoBancoError):
        croupier.do(Undo(1))
    assert (croupier.version, croupier.state) == before
    assert len(list(store.facts("table"))) == croupier.version


def test_on_a_full_disk_nothing_happened(store: Store) -> None:
    croupier = with_shoe(seated(store))
    broken = Croupier(
        FullDisk(store._connection, None), croupier._desk, seed_for=seed_source("seed")
    )
    for command in (PlaceBet(1, "player", chips=Chips(1_00)), Deal()):
        with pytest.raises(StoreError, match="disk is full"):
            broken.do(command)
        assert broken.state == croupier.state
        assert broken._proposed == broken._desk
        assert not broken.pending


def test_tables_are_committed_at_once_and_only_one_with_a_known_receipt_fails(
    store: Store,
) -> None:
    ann, bob = with_shoe(seated(store, table="ann")), with_shoe(seated(store, table="bob"))
    for croupier in (ann, bob):
        croupier.propose(PlaceBet(1, "player", chips=Chips(1_00)))
        croupier.propose(Deal())
        assert croupier.state.coups == ()
    receipts = [Receipt("ann", "1", "{}")]
    commit(store, [ann, bob], at=1, receipts=receipts)
    assert len(ann.state.coups) == len(bob.state.coups) == 1
    for croupier in (ann, bob):
        croupier.propose(Deal())
    with pytest.raises(StoreError):
        commit(store, [ann, bob], at=1, receipts=receipts)
    for name, croupier, coups in (("ann", ann, 1), ("bob", bob, 2)):
        assert len(croupier.state.coups) == coups
        assert load(store, name).state == croupier.state


def test_two_croupiers_of_one_table_cannot_both_write(store: Store) -> None:
    first = with_shoe(seated(store))
    second = Croupier.resume(store, "table")
    first.do(PlaceBet(1, "player", chips=Chips(1_00)))
    with pytest.raises(StoreError):
        second.do(PlaceBet(1, "player", chips=Chips(1_00)))
    assert load(store, "table").state == first.state


def test_two_croupiers_take_turns_by_following_each_other(store: Store) -> None:
    one = seated(store)
    other = Croupier.resume(store, "table", seed_for=seed_source("seed"))
    with_shoe(one)
    told: list[Event] = []
    while one.state.phase is Phase.BETTING:
        told += [each.event for each in other.follow(store.facts("table", after=other.version))]
        assert (other._desk, other.proposed) == (one._desk, one.state)
        told += other.do(PlaceBet(1, "banker", chips=Chips(1_00)), Deal())
        one, other = other, one
    public = [event for event in events(store, "table") if is_public(event)]
    assert load(store, "table").state == one.state == fold(public)
    assert all(event in public for event in told)


def test_only_tables_that_were_not_closed_are_unfinished(store: Store) -> None:
    seated(store, table="one").do(CloseTable())
    seated(store, table="two")
    seated(store, table="three")
    assert unfinished(store) == ["three", "two"]


def test_a_table_has_one_name_and_must_exist(store: Store) -> None:
    seated(store)
    with pytest.raises(IllegalCommand, match="already"):
        Croupier.open(store, "table", CLASSIC)
    with pytest.raises(StoreError, match="no table"):
        Croupier.resume(store, "another")


def test_a_house_that_shuffles_before_every_coup_can_be_played_on(store: Store) -> None:
    croupier = seated(store, replace(CLASSROOM, limits=CLASSIC.limits))
    for shoe in range(1, 6):
        with_shoe(croupier)
        croupier.do(PlaceBet(1, "player", chips=Chips(1_00)))
        croupier.do(Deal())
        assert croupier.state.shoe == shoe
        assert croupier.state.phase is Phase.NO_SHOE
    with pytest.raises(IllegalCommand):
        croupier.do(TakeBack(1))


MISFIT = "event 4 of table does not fit"


@pytest.mark.parametrize(
    "kind,data,line",
    [
        ("bet_placed", '{"seat":9,"key":"player","stake":100}', MISFIT),
        ("bet_placed", "{}", MISFIT),
        ("bet_placed", "not json", MISFIT),
        ("burned", '{"card":"Zd","hidden":1}', MISFIT),
        ("seed_revealed", '{"seat":1,"seed":""}', MISFIT),
        ("moon_landed", "{}", "newer version"),
    ],
)
def test_an_event_that_does_not_fit_is_named(store: Store, kind: str, data: str, line: str) -> None:
    croupier = seated(store)
    store.append([Fact("table", croupier.version + 1, kind, data)], at=1)
    with pytest.raises(StoreError, match=line):
        Croupier.resume(store, "table")


def test_a_shoe_that_is_not_the_promised_one_is_not_dealt_from(store: Store) -> None:
    croupier = with_shoe(seated(store))
    cards = sorted(croupier._desk.shoe.order)
    for order in (cards, cards[::-1]):
        forged = replace(croupier._desk, shoe=Shoe.parse(" ".join(map(str, order))))
        with pytest.raises(StoreError, match="not the one that was promised"):
            forged.resumed()


def test_no_secret_is_shown_by_what_is_printed(store: Store) -> None:
    croupier = with_shoe(seated(store))
    printed = [
        repr(croupier._desk),
        *map(repr, events(store, "table")),
        *map(repr, store.facts("table")),
    ]
    undealt = " ".join(map(str, croupier._desk.shoe.order[-10:]))
    for text in printed:
        assert croupier._desk.secret not in text
        assert undealt not in text
