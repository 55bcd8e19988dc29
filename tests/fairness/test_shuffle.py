"""The shuffle favours no order: tested exhaustively for few cards, statistically for more."""

from collections import Counter
from fractions import Fraction
from itertools import islice, product
from math import factorial, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco.cards import DECK, Card
from puntobanco.errors import FairnessError
from puntobanco.fairness import Seed, below, shuffled, words
from puntobanco.shoe import Shoe


@pytest.mark.parametrize("cards, out_of, length", [(3, 4, 5), (3, 5, 6), (4, 4, 7), (4, 7, 5)])
def test_every_order_of_a_small_deck_is_exactly_as_likely_as_every_other(
    monkeypatch: pytest.MonkeyPatch, cards: int, out_of: int, length: int
) -> None:
    """Try all streams of `length` uniform words. Each order must come equally often."""
    monkeypatch.setattr("puntobanco.shoe.DECK", DECK[:cards])
    share: Counter[tuple[Card, ...]] = Counter()
    undecided = 0
    for stream in product(range(out_of), repeat=length):
        try:
            share[Shoe.shuffled(1, below(iter(stream), out_of=out_of)).order] += 1
        except (StopIteration, RuntimeError):
            undecided += 1
    assert len(share) == factorial(cards)
    assert len(set(share.values())) == 1
    assert sum(share.values()) + undecided == out_of**length
    assert Fraction(undecided, out_of**length) < Fraction(1, 4)


@given(st.integers(1, 12 * 52))
def test_as_many_words_lead_to_each_choice(count: int) -> None:
    fair = 2**32 - 2**32 % count
    assert fair % count == 0
    for word in (0, count - 1, fair - count, fair - 1):
        assert below(iter((word,)))(count) == word % count
    if fair < 2**32:
        assert below(iter((fair, 2**32 - 1, 5 % count)))(count) == 5 % count


@pytest.mark.no_cover
def test_no_position_prefers_a_card() -> None:
    """Chi-square of card against position over 8,000 derived shoes of one deck."""
    shoes = 8_000
    number = {card: index for index, card in enumerate(DECK)}
    seen = np.zeros((52, 52), dtype=np.int64)
    places = np.arange(52)
    for index in range(shoes):
        order = shuffled(1, Seed.of_text("chi-square", index)).order
        seen[places, [number[card] for card in order]] += 1
    expected = shoes / 52
    chi_square = float(((seen - expected) ** 2 / expected).sum())
    freedom = 51 * 51
    assert abs(chi_square - freedom) < 4 * sqrt(2 * freedom)


@pytest.mark.no_cover
def test_neighbours_are_as_independent_as_they_should_be() -> None:
    """Chi-square of a card's rank against the next card's, over derived shoes of eight decks."""
    seen = np.zeros((13, 13), dtype=np.int64)
    ranks = {card: index % 13 for index, card in enumerate(DECK)}
    for index in range(300):
        order = [ranks[card] for card in shuffled(8, Seed.of_text("neighbours", index)).order]
        np.add.at(seen, (order[:-1], order[1:]), 1)
    same, other = 32 * 31 / (416 * 415), 32 * 32 / (416 * 415)
    expected = seen.sum() * (np.eye(13) * same + (1 - np.eye(13)) * other)
    chi_square = float(((seen - expected) ** 2 / expected).sum())
    assert abs(chi_square - 168) < 4 * sqrt(2 * 168)


@given(st.binary(min_size=32, max_size=32), st.sampled_from((1, 6, 8)))
def test_a_derived_shoe_holds_whole_decks_and_is_the_same_again(secret: bytes, decks: int) -> None:
    order = shuffled(decks, Seed(secret)).order
    assert Counter(order) == Counter(DECK * decks)
    assert shuffled(decks, Seed(secret)).order == order


def test_one_bit_of_the_seed_changes_the_whole_stream() -> None:
    first, second = (list(islice(words(Seed(bytes(31) + last)), 8)) for last in (b"\0", b"\1"))
    assert not set(first) & set(second)


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_seed_has_32_bytes(size: int) -> None:
    with pytest.raises(FairnessError, match="32 bytes"):
        Seed(bytes(size))


def test_a_seed_is_not_printed_by_accident() -> None:
    assert repr(Seed(b"\xab" * 32)) == "Seed()"
