"""The published vectors, the stranger's implementation and the package agree."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puntobanco.cards import Card, format_cards
from puntobanco.fairness import (
    Ceremony,
    GuestPromise,
    GuestSeed,
    Path,
    Seed,
    fair_shoe,
    house_commitment,
    mix,
    salts,
    shuffled,
    tree,
    verify_path,
    words,
)
from puntobanco.house import HOUSES, format_house, parse_house
from tests.fairness import reference

PUBLISHED: list[dict[str, Any]] = json.loads(reference.VECTORS.read_text("utf-8"))


def test_the_published_vectors_are_what_a_stranger_computes() -> None:
    assert reference.vectors() == PUBLISHED


@pytest.mark.parametrize("vector", PUBLISHED, ids=lambda each: f"{each['table']} {each['shoe']}")
def test_the_package_computes_every_published_vector(vector: dict[str, Any]) -> None:
    seed = Seed(bytes.fromhex(vector["seed"]))
    guests = tuple(GuestSeed(each["seat"], each["seed"]) for each in vector["guests"])
    house = parse_house(vector["rules"])
    fair = fair_shoe(house, table=vector["table"], number=vector["shoe"], seed=seed, guests=guests)
    assert format_house(house) == vector["rules"]
    assert fair.commitment.hex() == vector["commitment"]
    assert fair.mix.hex() == vector["mix"]
    assert [word for _, word in zip(range(10), words(seed, fair.mix), strict=False)] == (
        vector["words"]
    )
    assert format_cards(fair.shoe.order) == vector["order"]
    assert fair.root.hex() == vector["root"]
    for each in vector["paths"]:
        path = Path(
            each["position"],
            bytes.fromhex(each["salt"]),
            tuple(map(bytes.fromhex, each["beside"])),
        )
        assert fair.path(each["position"]) == path
        card = Card.parse(each["card"])
        assert verify_path(card, path, root=fair.root, size=52 * vector["decks"])
    ceremony = Ceremony(fair.commitment)
    for each in vector["guests"]:
        ceremony = ceremony.promised(GuestPromise(each["seat"], bytes.fromhex(each["commitment"])))
    for guest in guests:
        ceremony = ceremony.revealed(guest)
    assert ceremony.mix == fair.mix


def test_the_rules_of_the_vectors_are_those_of_the_named_houses() -> None:
    for path in reference.RULES.glob("*.toml"):
        assert path.read_text("utf-8") == format_house(HOUSES[path.stem])


seeds_of_guests = st.dictionaries(
    st.integers(1, 14),
    st.text(st.characters(categories=("L", "N", "P", "S")), min_size=1, max_size=20),
    max_size=5,
)


@settings(max_examples=25, deadline=None)
@given(
    st.binary(min_size=32, max_size=32),
    st.tuples(st.text(max_size=20), st.integers(0, 2**64 - 1), st.text(max_size=50)),
    seeds_of_guests,
    st.sampled_from((1, 2, 3, 6)),
)
def test_package_and_stranger_agree_on_anything(
    secret: bytes, promised: tuple[str, int, str], guests: dict[int, str], decks: int
) -> None:
    seed = Seed(secret)
    table, number, rules = promised
    theirs = reference.vector(
        decks, rules, secret, table=table, number=number, guests=tuple(guests.items())
    )
    ours = house_commitment(seed, table=table, number=number, rules=rules)
    assert ours.hex() == theirs["commitment"]
    mixed = mix(tuple(GuestSeed(seat, text) for seat, text in guests.items()))
    assert mixed.hex() == theirs["mix"]
    shoe = shuffled(decks, seed, mixed)
    assert format_cards(shoe.order) == theirs["order"]
    grown = tree(shoe.order, salts(len(shoe.order), seed, mixed))
    assert grown.root.hex() == theirs["root"]
    for each in theirs["paths"]:
        path = grown.path(each["position"])
        assert path.salt.hex() == each["salt"]
        assert [node.hex() for node in path.beside] == each["beside"]
