"""A run of somebody's circuit as a waveform, to be looked at in any viewer of VCD files."""

from __future__ import annotations

from collections.abc import Sequence
from io import StringIO
from typing import TYPE_CHECKING

from vcd import VCDWriter

from puntobanco.hardware.bench import Bench, Step
from puntobanco.hardware.interface import Interface
from puntobanco.hardware.netlist import Netlist
from puntobanco.hardware.rulebook import DEALING_ORDER

if TYPE_CHECKING:
    from vcd.writer import Variable

NANOSECONDS = 10
"""From one change of a pin to the next."""


def waveform(netlist: Netlist, interface: Interface, steps: Sequence[Step]) -> str:
    """What the pins did from power-up to the last of these steps, as a VCD file."""
    text = StringIO()
    with VCDWriter(text, timescale="1 ns", date="") as writer:
        recorder = _Recorder(writer)
        for _ in Bench(netlist, interface, after_change=recorder.record).replayed(steps):
            pass
        writer.close(recorder.now + NANOSECONDS)
    return text.getvalue()


class _Recorder:
    """Writes every pin after each change."""

    def __init__(self, writer: VCDWriter) -> None:
        self.now = 0
        self._writer = writer
        self._variables: dict[str, Variable[int]] = {}

    def record(self, bench: Bench) -> None:
        for name, nets in _pins(bench).items():
            if name not in self._variables:
                self._variables[name] = self._writer.register_var("board", name, "wire", len(nets))
        for name, nets in _pins(bench).items():
            value = sum((bench.lanes.values[net] & 1) << bit for bit, net in enumerate(nets))
            self._writer.change(self._variables[name], self.now, value)
        self.now += NANOSECONDS


def _pins(bench: Bench) -> dict[str, Sequence[int]]:
    displays = (f"{name[:-2]}_card{name[-2:]}" for name in DEALING_ORDER)
    return {
        "clock": (bench.clock,),
        "deal": (bench.deal,),
        "reset": (bench.reset,),
        **dict(zip(displays, bench.displays, strict=True)),
        "player_score": bench.scores[0],
        "banker_score": bench.scores[1],
        "player_light": bench.lights[:1],
        "banker_light": bench.lights[1:],
    }
