"""The circuit plays every order as the rules do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puntobanco.cards import Card, Rank, Suit
from puntobanco.cli.commands.deal import blocks
from puntobanco.coup import Outcome, deal
from puntobanco.hardware.circuit import running
from puntobanco.hardware.export import BOARD_INTERFACE, verilog
from puntobanco.hardware.judging import first_fault
from puntobanco.hardware.netlist import BitLanes, Netlist
from puntobanco.hardware.verilog import read
from puntobanco.shoe import Shoe
from puntobanco.tableau import PUNTO_BANCO, SQUARES, Tableau

CORE = replace(BOARD_INTERFACE, top="punto_banco_core")
NO_POINTS = 10


def core(text: str) -> Netlist:
    return read({"core.v": text.encode()}, CORE)


LANES = 10**4
RESTS = list(product(range(10), repeat=4))
TEXTS = [",".join(map(str, rest)) for rest in RESTS]


def lanes_of(points: Sequence[int]) -> list[int]:
    """The four bits of a card in every lane; points 0 are a ten."""
    cards = [each or NO_POINTS for each in reversed(points)]
    return [int("".join(str(card >> bit & 1) for card in cards), 2) for bit in range(4)]


LAST_FOUR = [lanes_of(column) for column in zip(*RESTS, strict=True)]


def on(netlist: Netlist) -> BitLanes:
    """A circuit that was just switched on, in all lanes."""
    circuit = BitLanes(netlist, clock=netlist.ports["card"][0])
    circuit.multiply(LANES)
    return circuit


def everywhere(points: int) -> list[int]:
    """The four bits of the same card in every lane."""
    return [((1 << LANES) - 1) * ((points or NO_POINTS) >> bit & 1) for bit in range(4)]


def played(
    circuit: BitLanes, ports: Mapping[str, Sequence[int]], first_two: tuple[int, ...]
) -> Iterator[str]:
    """Play all orders that begin with two cards. Yield the results as lines of the vectors."""
    (clock,) = ports["key_clk"]
    for card in (*map(everywhere, first_two), *LAST_FOUR):
        for net, bits in zip(ports["card"], card, strict=True):
            circuit.drive(net, bits)
        circuit.drive(clock, circuit.ones)
        circuit.drive(clock, 0)
    outputs = ("player_score", "banker_score", "player_light", "banker_light")
    nets = [net for name in (*outputs, "player_3", "banker_3") for net in ports[name]]
    rows = zip(*(f"{circuit.values[net]:0{LANES}b}"[::-1] for net in nets), strict=True)
    start = ",".join(map(str, first_two))
    for rest, row in zip(TEXTS, rows, strict=True):
        yield f"{start},{rest},{meaning(row)}\n"


@cache
def meaning(row: tuple[str, ...]) -> str:
    """Both scores, the number of cards and the outcome, from the bits of one lane."""
    bits = "".join(row)
    player, banker = int(bits[3::-1], 2), int(bits[7:3:-1], 2)
    lights = {"10": Outcome.PLAYER, "01": Outcome.BANKER, "11": Outcome.TIE}
    cards = 4 + ("1" in bits[10:14]) + ("1" in bits[14:18])
    return f"{player},{banker},{cards},{lights[bits[8:10]].value}"


def assert_agrees(circuit_text: str, vectors: Iterable[str]) -> None:
    """A circuit makes of all 1,000,000 orders what the lines of `vectors` say."""
    netlist = core(circuit_text)
    circuit, lines = on(netlist), iter(vectors)
    start = circuit.saved()
    for first_two in product(range(10), repeat=2):
        expected = list(islice(lines, LANES))
        circuit.restore(start)
        assert list(played(circuit, netlist.ports, first_two)) == expected, first_two
    assert next(lines, None) is None


@pytest.mark.marathon
@pytest.mark.parametrize("number", range(3))
def test_any_tableau_is_a_circuit(number: int) -> None:
    chance = Random(number)
    tableau = Tableau.where(square for square in SQUARES if chance.random() < 0.5)
    lines = (line for block in blocks(tableau) for line in block.splitlines(keepends=True))
    assert_agrees(verilog(tableau), lines)


ORDERS = st.lists(st.sampled_from(list(Rank)), min_size=6, max_size=6)


@settings(max_examples=20)
@given(st.lists(ORDERS, min_size=1, max_size=4))
def test_the_board_shows_each_card_press_by_press(orders: list[list[Rank]]) -> None:
    with running() as board:
        for order in orders:
            coup, _ = deal(Shoe(tuple(Card(rank, Suit.SPADES) for rank in order)))
            shown = [board.reset(), *(board.deal(card.rank) for card in coup.cards)]
            after = board.deal(order[0])
            assert first_fault([*shown, after], BOARD_INTERFACE, PUNTO_BANCO) is None
            assert not any(any(each.lights) for each in shown[:-1])
            assert shown[-1].scores == (coup.player.total, coup.banker.total)
            dealt = [card for card in after.cards(BOARD_INTERFACE) if card]
            assert sorted(map(str, dealt)) == sorted(str(card.rank) for card in coup.cards)
