"""Commitments bind, seeds must match them, and a path proves one card only."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puntobanco.cards import DECK
from puntobanco.errors import FairnessError
from puntobanco.fairness import (
    NO_GUESTS,
    Ceremony,
    GuestPromise,
    GuestSeed,
    Path,
    Seed,
    commitment,
    fair_shoe,
    house_commitment,
    mix,
    tree,
    verify_path,
)
from puntobanco.house import CLASSIC, HOUSES, House

SEED = Seed.of_text("promises")
FAIR = fair_shoe(CLASSIC, table="home", number=1, seed=SEED)


def test_a_commitment_binds_seed_table_shoe_and_rules() -> None:
    promised = commitment(CLASSIC, table="home", number=1, seed=SEED)
    others = (
        commitment(CLASSIC, table="home", number=1, seed=Seed.of_text("other")),
        commitment(CLASSIC, table="home ", number=1, seed=SEED),
        commitment(CLASSIC, table="home", number=2, seed=SEED),
        commitment(replace(CLASSIC, decks=7), table="home", number=1, seed=SEED),
    )
    assert promised not in others
    assert len({promised, *others}) == 5


@given(st.text(), st.text(), st.text(), st.text())
def test_no_two_tables_and_rules_run_together(a: str, b: str, c: str, d: str) -> None:
    first = house_commitment(SEED, table=a, number=1, rules=b)
    second = house_commitment(SEED, table=c, number=1, rules=d)
    assert (first == second) == ((a, b) == (c, d))


def _committed(*guests: GuestSeed) -> Ceremony:
    ceremony = Ceremony(FAIR.commitment)
    for guest in guests:
        ceremony = ceremony.promised(GuestPromise(guest.seat, guest.commitment(FAIR.commitment)))
    return ceremony


ANNA, BEN = GuestSeed(1, "anna"), GuestSeed(2, "ben")


def test_the_mix_goes_by_seat_not_by_who_was_first() -> None:
    first = _committed(ANNA, BEN).revealed(ANNA).revealed(BEN)
    second = _committed(BEN, ANNA).revealed(BEN).revealed(ANNA)
    assert first == second
    assert first.mix == mix((BEN, ANNA)) != mix((GuestSeed(1, "ben"), GuestSeed(2, "anna")))


def test_who_does_not_reveal_is_left_out_and_counted() -> None:
    ceremony = _committed(ANNA, BEN).revealed(BEN)
    assert ceremony.withheld == (1,)
    assert ceremony.mix == mix((BEN,))
    assert _committed(ANNA).mix == NO_GUESTS


def test_a_reveal_must_be_what_was_promised() -> None:
    with pytest.raises(FairnessError, match="seat 1 committed to a different word"):
        _committed(ANNA).revealed(GuestSeed(1, "Anna"))
    with pytest.raises(FairnessError, match="seat 2 has not committed"):
        _committed(ANNA).revealed(BEN)
    with pytest.raises(FairnessError, match="seat 1 has already revealed its word"):
        _committed(ANNA).revealed(ANNA).revealed(ANNA)


def test_a_second_commitment_replaces_the_first() -> None:
    ceremony = _committed(ANNA, BEN, other := GuestSeed(1, "other"))
    assert [each.seat for each in ceremony.promises] == [1, 2]
    with pytest.raises(FairnessError, match="seat 1 committed to a different word"):
        ceremony.revealed(ANNA)
    assert ceremony.revealed(other).withheld == (2,)


def test_nobody_commits_after_a_reveal() -> None:
    ceremony = _committed(ANNA).revealed(ANNA)
    with pytest.raises(FairnessError, match="a guest has already revealed"):
        ceremony.promised(GuestPromise(2, BEN.commitment(FAIR.commitment)))


def test_a_copied_promise_cannot_be_revealed_from_another_seat() -> None:
    copied = GuestPromise(2, ANNA.commitment(FAIR.commitment))
    ceremony = _committed(ANNA).promised(copied).revealed(ANNA)
    with pytest.raises(FairnessError, match="a different word"):
        ceremony.revealed(GuestSeed(2, "anna"))


def test_a_promise_is_for_one_shoe_only() -> None:
    assert ANNA.commitment(FAIR.commitment) != ANNA.commitment(bytes(32))


@pytest.mark.parametrize(
    "text",
    [
        *("", " a", "a ", "x" * 201),
        *("a\nb", "a\0", "a\x1f", "a\x7f", "a\x85", "a\x9f", "\u2028", "a\u2029", "\ud800"),
    ],
)
def test_a_guests_seed_is_a_line_without_control_characters(text: str) -> None:
    with pytest.raises(FairnessError, match="one line of 1 to 200 characters"):
        GuestSeed(1, text)


@pytest.mark.parametrize(
    "text", ["~", "\xa0", "\xa0nbsp\xa0", "\ufeff", "\u200d", "\u0378", "\U0010ffff" * 200]
)
def test_no_version_of_unicode_decides_what_a_guests_seed_is(text: str) -> None:
    assert GuestSeed(1, text).text == text


def test_a_guests_seed_is_not_normalised() -> None:
    composed, apart = GuestSeed(1, "caf\xe9"), GuestSeed(1, "cafe\u0301")
    assert composed.commitment(bytes(32)) != apart.commitment(bytes(32))


@pytest.mark.parametrize("seat", [0, -1, 2**32])
def test_a_seat_has_a_number(seat: int) -> None:
    with pytest.raises(FairnessError, match="not the number of a seat"):
        GuestSeed(seat, "x")
    with pytest.raises(FairnessError, match="not the number of a seat"):
        GuestPromise(seat, bytes(32))


def test_a_promise_has_32_bytes_and_a_seat_one_seed() -> None:
    with pytest.raises(FairnessError, match="32 bytes"):
        GuestPromise(1, b"short")
    with pytest.raises(FairnessError, match="two seeds"):
        mix((ANNA, GuestSeed(1, "again")))


@pytest.mark.parametrize("house", HOUSES.values(), ids=HOUSES)
def test_every_card_of_every_house_has_a_path_to_the_root(house: House) -> None:
    fair = fair_shoe(house, table="t", number=1, seed=SEED)
    for position, card in enumerate(fair.shoe.order):
        assert verify_path(card, fair.path(position), root=fair.root, size=house.cards)


@settings(max_examples=50, deadline=None)
@given(st.integers(1, 70), st.data())
def test_a_path_shows_its_own_card_in_its_own_place_only(size: int, data: st.DataObject) -> None:
    cards = data.draw(st.lists(st.sampled_from(DECK), min_size=size, max_size=size))
    salts = tuple(index.to_bytes(16) for index in range(size))
    grown = tree(cards, salts)
    place = data.draw(st.integers(0, size - 1))
    path = grown.path(place)
    assert verify_path(cards[place], path, root=grown.root, size=size)
    for card in DECK:
        if card != cards[place]:
            assert not verify_path(card, path, root=grown.root, size=size)
    for other in range(size):
        if other != place:
            moved = replace(path, position=other)
            assert not verify_path(cards[place], moved, root=grown.root, size=size)


def test_a_path_is_refused_when_anything_in_it_changes() -> None:
    card, path = FAIR.shoe.order[9], FAIR.path(9)

    def holds(changed: Path, *, root: bytes = FAIR.root, size: int = 416) -> bool:
        return verify_path(card, changed, root=root, size=size)

    assert holds(path)
    assert not holds(path, root=bytes(32))
    assert not holds(path, size=9)
    assert not holds(replace(path, position=-1))
    assert not holds(replace(path, salt=bytes(16)))
    assert not holds(replace(path, salt=path.salt + b"\0"))
    assert not holds(replace(path, beside=path.beside[:-1]))
    assert not holds(replace(path, beside=(*path.beside, bytes(32))))
    assert not holds(replace(path, beside=path.beside[::-1]))


@pytest.mark.parametrize("position", [-1, 416])
def test_there_is_no_path_outside_the_shoe(position: int) -> None:
    with pytest.raises(FairnessError, match=f"position {position} is out of range: use 0 to 415"):
        FAIR.path(position)


def test_equal_cards_have_different_leaves() -> None:
    leaves = FAIR.tree.levels[0]
    assert len(set(leaves)) == len(leaves) == 416


def test_nothing_secret_is_in_the_repr() -> None:
    shown = repr(FAIR)
    assert SEED.secret.hex() not in shown
    assert repr(SEED.secret) not in shown
    assert "Card" not in shown
    assert "salts" not in shown


def test_guests_change_the_order_and_not_the_commitment() -> None:
    mixed = fair_shoe(CLASSIC, table="home", number=1, seed=SEED, guests=(ANNA,))
    assert mixed.commitment == FAIR.commitment
    assert mixed.shoe != FAIR.shoe
    assert mixed.root != FAIR.root
