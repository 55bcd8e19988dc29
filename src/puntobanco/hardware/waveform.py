"""A run of somebody's circuit as a waveform, to be looked at in any viewer of VCD files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from io import StringIO

from vcd import VCDWriter

from puntobanco.hardware.bench import Bench, Press
from puntobanco.hardware.interface import Interface
from puntobanco.hardware.netlist import Netlist
from puntobanco.hardware.rulebook import DEALING_ORDER

NANOSECONDS = 10
"""From one change of a pin to the next."""

PINS = {
    **dict.fromkeys(("clock", "deal", "reset"), 1),
    **{f"{place[:-2]}_card{place[-2:]}": 7 for place in DEALING_ORDER},
    **dict.fromkeys(("player_score", "banker_score"), 4),
    **dict.fromkeys(("player_light", "banker_light"), 1),
}
"""What a waveform shows, and the number of wires of each."""


def waveform(netlist: Netlist, interface: Interface, presses: Sequence[Press]) -> str:
    """What the pins did from power-up to the last of these presses, as a VCD file."""
    samples = list[list[str]]()
    bench = Bench(
        netlist, interface, after_change=lambda bench: samples.append(list(_sample(bench)))
    )
    for _ in bench.replayed(presses):
        pass
    return vcd_text(samples)


def vcd_text(samples: Iterable[Sequence[str]]) -> str:
    """The bits of all pins, change by change, as a VCD file."""
    text, now = StringIO(), 0
    with VCDWriter(text, timescale="1 ns", date="") as writer:
        pins = [writer.register_var("board", name, "wire", size) for name, size in PINS.items()]
        for now, sample in enumerate(samples, start=1):
            for pin, bits in zip(pins, sample, strict=True):
                writer.change(pin, (now - 1) * NANOSECONDS, bits)
        writer.close(now * NANOSECONDS)
    return text.getvalue()


def _sample(bench: Bench) -> Iterable[str]:
    """The bits of all pins, highest first, in the first lane."""
    wiring = bench.wiring
    lights = ((light,) for light in wiring.lights)
    keys = ((key,) for key in (wiring.clock, wiring.deal, wiring.reset))
    for nets in (*keys, *wiring.displays, *wiring.scores, *lights):
        yield "".join(str(bench.lanes.values[net] & 1) for net in reversed(nets))
