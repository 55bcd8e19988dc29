"""The plain twin of the simulation kernels: whole numbers, lists, and the real `deal`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import ceil

import numpy as np

from puntobanco.analysis.simulation import _kernels as kernels
from puntobanco.analysis.simulation.blocks import block_seed
from puntobanco.analysis.simulation.specification import KernelRules
from puntobanco.cards import DECK, Card
from puntobanco.coup import SCORES, Coup, Score, deal
from puntobanco.errors import ShoeExhausted
from puntobanco.house import Burning, FixedBurn, House
from puntobanco.shoe import Shoe

MASK = (1 << 64) - 1
FACES = {card.points: card for card in reversed(DECK)}
"""One card of each number of points."""


def rotated(word: int, by: int) -> int:
    return (word << by | word >> (64 - by)) & MASK


class Xoshiro:
    """xoshiro256++, as its authors wrote it."""

    def __init__(self, words: tuple[int, int, int, int]) -> None:
        self.words = words

    def next(self) -> int:
        a, b, c, d = self.words
        word = (rotated((a + d) & MASK, 23) + a) & MASK
        shifted = (b << 17) & MASK
        c ^= a
        d ^= b
        b ^= c
        a ^= d
        c ^= shifted
        self.words = (a, b, c, rotated(d, 45))
        return word


class Twin:
    """Shoes in lanes, from the same seed as the kernel's."""

    def __init__(self, seed: list[int]) -> None:
        self.generators = [
            Xoshiro(tuple(seed[at + kernels.GENERATORS * k] for k in range(4)))  # type: ignore[arg-type]  # four words
            for at in range(kernels.GENERATORS)
        ]
        self.spare = Xoshiro(tuple(seed[-4:]))  # type: ignore[arg-type]  # four words

    def words(self) -> list[list[int]]:
        """Return three words of 32 bits for each lane: rows of high halves and of low halves."""
        outputs = [[generator.next() for _ in range(3)] for generator in self.generators]
        halves = [
            outputs[at][j] >> 16 * k & 0xFFFF
            for j in range(3)
            for at in range(kernels.GENERATORS)
            for k in range(4)
        ]
        rows = [
            halves[at : at + kernels.LANES] for at in range(0, 6 * kernels.LANES, kernels.LANES)
        ]
        return [
            [rows[2 * j][lane] << 16 | rows[2 * j + 1][lane] for j in range(3)]
            for lane in range(kernels.LANES)
        ]

    def draws(self, left: list[int | None]) -> list[list[int]]:
        """Make six draws below n, n - 1 … n - 5 in each live lane."""
        found: list[list[int]] = []
        for words, n in zip(self.words(), left, strict=True):
            found.append([])
            for j, first in enumerate(words if n is not None else ()):
                assert n is not None
                word = first
                pairs = (n - 2 * j) * (n - 2 * j - 1)
                while word * pairs % 2**32 < 2**32 % pairs:
                    word = self.spare.next() >> 32
                found[-1] += divmod(word * pairs >> 32, n - 2 * j - 1)
        return found

    def shoes(self, house: House, lanes: int) -> list[list[Score]]:
        """Return the scores of one shoe in each lane, by the real procedure."""
        full = sorted(card.points for card in DECK * house.decks)
        remaining = [list(full) for _ in range(lanes)]
        dealt: list[list[int]] = [[] for _ in range(lanes)]
        if house.burn is not Burning.NONE:
            self.burn(house, remaining, dealt)
        before = [Shoe(())] * lanes
        living = list(range(lanes))
        scores: list[list[Score]] = [[] for _ in range(lanes)]
        while living:
            left = [len(remaining[at]) if at in living else None for at in range(kernels.LANES)]
            draws = self.draws(left)
            for lane in tuple(living):
                before[lane] = opened(house, dealt[lane], remaining[lane])
                six = taken(list(remaining[lane]), draws[lane])
                coup, rest = deal(Shoe(tuple(FACES[points] for points in six)))
                used = 6 - rest.left
                taken(remaining[lane], draws[lane][:used])
                dealt[lane] += six[:used]
                scores[lane].append(coup.score)
                after = opened(house, dealt[lane], remaining[lane])
                if house.is_last_coup(before[lane], after):
                    living.remove(lane)
        for lane in range(lanes):
            order = tuple(FACES[points] for points in dealt[lane] + remaining[lane])
            assert scores[lane] == [coup.score for coup in real_procedure(house, order)]
        return scores

    def burn(self, house: House, remaining: list[list[int]], dealt: list[list[int]]) -> None:
        lanes = len(remaining)
        fixed = house.burn.cards if isinstance(house.burn, FixedBurn) else None
        left = [len(remaining[0])] * lanes + [None] * (kernels.LANES - lanes)
        hidden = []
        for lane, draws in enumerate(self.draws(left)[:lanes]):
            dealt[lane] += taken(remaining[lane], draws[:1])
            hidden.append(fixed - 1 if fixed else FACES[dealt[lane][0]].rank.burns)
        for _ in range(ceil((house.largest_burn - 1) / 6)):
            left = [len(each) for each in remaining] + [None] * (kernels.LANES - lanes)
            for lane, draws in enumerate(self.draws(left)[:lanes]):
                now = min(6, hidden[lane])
                dealt[lane] += taken(remaining[lane], draws[:now])
                hidden[lane] -= now


def taken(cards: list[int], draws: list[int]) -> list[int]:
    """Take the cards at these places, one by one, from cards in order of points."""
    return [cards.pop(draw) for draw in draws]


def opened(house: House, dealt: list[int], remaining: list[int]) -> Shoe:
    """Return the shoe from which these cards were dealt."""
    order = tuple(FACES[points] for points in dealt + remaining)
    shoe = Shoe(order)
    if isinstance(house.cut_card, int):
        shoe = shoe.with_cut_card(house.cut_card)
    return Shoe(order, len(dealt), shoe.cut)


class CardTwin:
    """Shoes of whole cards, shuffled as they are dealt, from the same seed as the kernels'."""

    def __init__(self, seed: Iterable[int], cards: Iterable[Card]) -> None:
        self.generator = Xoshiro(tuple(map(int, seed)))  # type: ignore[arg-type]  # four words
        self.order = list(cards)

    def shoe(self, house: House) -> tuple[Card | None, list[Coup]]:
        """Return the card shown by the burn, and the coups of a shoe, by the real procedure."""
        if house.burn is not Burning.NONE:
            self.draw(0)
        burn, opened = house.open_shoe(Shoe(tuple(self.order)))
        for place in range(1, opened.place):
            self.draw(place)
        place, coups, is_last = opened.place, [], False
        while not is_last:
            before = place
            coup, place = self.coup(place)
            coups.append(coup)
            order = tuple(self.order)
            is_last = house.is_last_coup(
                Shoe(order, before, opened.cut), Shoe(order, place, opened.cut)
            )
        assert coups == list(real_procedure(house, tuple(self.order)))
        return burn.shown if burn else None, coups

    def coup(self, place: int) -> tuple[Coup, int]:
        """Deal a coup from this place. Return it and the next place."""
        cards = [self.draw(place + k) for k in range(4)]
        while True:
            try:
                return deal(Shoe(tuple(cards)))[0], place + len(cards)
            except ShoeExhausted:
                cards.append(self.draw(place + len(cards)))

    def draw(self, place: int) -> Card:
        n = len(self.order) - place
        product = (self.generator.next() >> 32) * n
        while product % 2**32 < 2**32 % n:
            product = (self.generator.next() >> 32) * n
        chosen = place + (product >> 32)
        order = self.order
        order[place], order[chosen] = order[chosen], order[place]
        return order[place]


def real_procedure(house: House, order: tuple[Card, ...]) -> Iterator[Coup]:
    """Deal the coups of a shoe in this order, as a table does."""
    _, shoe = house.open_shoe(Shoe(order))
    is_last = False
    while not is_last:
        before = shoe
        coup, shoe = deal(shoe)
        is_last = house.is_last_coup(before, shoe)
        yield coup


def kernel_shoes(house: House, seed: str, *batches: int) -> list[list[Score]]:
    """Return what the kernel deals, lane by lane. A batch is a number of lanes."""
    rules = KernelRules.at(house)
    work = kernels.KernelLanes.seeded(block_seed(seed, "shoes", 0, kernels.SEED_WORDS))
    scores = np.zeros(rules.most_coups * kernels.LANES, np.uint16)
    found = []
    with np.errstate(over="ignore"):  # without compilation, whole numbers warn when they wrap
        for lanes in batches:
            rows = kernels.deal_shoes(work, *rules.arguments, lanes, scores, kernels.NOT_SEEN)
            table = scores[: rows * kernels.LANES].reshape(rows, kernels.LANES)
            found += [
                [SCORES[code] for code in table[:, lane].tolist() if code != kernels.NONE]
                for lane in range(lanes)
            ]
            assert (table[:, lanes:] == kernels.NONE).all()
    return found


def twin_shoes(house: House, seed: str, *batches: int) -> list[list[Score]]:
    """Return what the twin deals, lane by lane. A batch is a number of lanes."""
    twin = Twin([int(word) for word in block_seed(seed, "shoes", 0, kernels.SEED_WORDS)])
    return [shoe for lanes in batches for shoe in twin.shoes(house, lanes)]
