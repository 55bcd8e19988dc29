"""The splitter agrees with the library's own parser, wherever the stream is cut."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.exceptions import ProtocolError
from websockets.frames import Frame, Opcode
from websockets.protocol import OPEN, Protocol, Side

from puntobanco.web.http.socket_protocol import FrameSplitter

LONGEST = 4_096

payloads = st.one_of(
    st.text(max_size=130).map(str.encode),
    st.binary(max_size=130),
    st.sampled_from([b"a" * size for size in (125, 126, 127, LONGEST, LONGEST + 1, 1 << 16)]),
)
opcodes = st.sampled_from(list(Opcode))
frames = st.builds(Frame, opcodes, payloads, st.booleans(), rsv1=st.booleans())
small = st.builds(Frame, st.just(Opcode.TEXT), st.text(max_size=40).map(str.encode), st.just(True))
streams = st.lists(st.one_of(small, small, frames), max_size=8)
cuts = st.lists(st.integers(0, 600), max_size=6)


def written(frame: Frame, *, is_masked: bool = True) -> bytes:
    try:
        return frame.serialize(mask=is_masked)
    except ProtocolError:  # such as a control frame that is too long
        return bytes([0x80 | frame.opcode, 0xFF]) + b"\0" * 6


class Reader:
    """A server that has accepted a WebSocket."""

    def __init__(self) -> None:
        self.protocol = Protocol(Side.SERVER, max_size=LONGEST, state=OPEN)

    def read(self, data: bytes) -> list[Frame]:
        self.protocol.receive_data(data)
        return [event for event in self.protocol.events_received() if isinstance(event, Frame)]


@given(streams, cuts, st.booleans())
def test_the_library_reads_the_same_from_the_frames_as_from_the_stream(
    stream: list[Frame], cuts: list[int], is_masked: bool
) -> None:
    data = b"".join(written(frame, is_masked=is_masked) for frame in stream)
    splitter, split, whole = FrameSplitter(LONGEST), Reader(), Reader()
    found = []
    for start, end in pairwise((0, *sorted(cuts), len(data) + 600)):
        for frame, text in splitter.whole_frames(data[start:end])[0]:
            read = split.read(frame)
            found += read
            if text is not None and read:
                assert [(each.opcode, each.fin, bytes(each.data)) for each in read] == [
                    (Opcode.TEXT, True, text.encode())
                ]
    assert found == whole.read(data)
    assert type(split.protocol.parser_exc) is type(whole.protocol.parser_exc)


@given(st.lists(small, min_size=1), cuts)
def test_small_texts_are_read_without_the_library(stream: list[Frame], cuts: list[int]) -> None:
    data = b"".join(map(written, stream))
    splitter = FrameSplitter(LONGEST)
    bounds = pairwise((0, *sorted(cuts), len(data) + 600))
    texts = [text for start, end in bounds for _, text in splitter.whole_frames(data[start:end])[0]]
    assert texts == [bytes(frame.data).decode() for frame in stream]


def test_a_frame_that_is_too_long_is_left_to_the_library_before_it_has_come() -> None:
    head = written(Frame(Opcode.TEXT, b"a" * (LONGEST + 1)))[:20]
    splitter = FrameSplitter(LONGEST)
    assert splitter.whole_frames(head)[0] == [(head, None)]
    assert splitter.whole_frames(b"more")[0] == [(b"more", None)]


PONG = written(Frame(Opcode.PONG, b""))


@pytest.mark.parametrize("length", [b"\xfe\0\1", b"\xff" + (1).to_bytes(8)])
def test_a_short_frame_with_a_long_length_is_one_frame(length: bytes) -> None:
    """Otherwise the library would read all that follows it, whatever that costs."""
    frame = b"\x81" + length + b"\0\0\0\0x"
    found, _ = FrameSplitter(LONGEST).whole_frames(frame + PONG)
    assert found == [(frame, "x"), (PONG, None)]


@given(streams, cuts, st.integers(1, 20))
def test_frames_that_cost_too_much_are_held_back_and_none_is_lost(
    stream: list[Frame], cuts: list[int], most: int
) -> None:
    data = b"".join(map(written, stream))
    splitter, found = FrameSplitter(LONGEST), []
    for start, end in pairwise((0, *sorted(cuts), len(data) + 600)):
        frames, cost = splitter.whole_frames(data[start:end], most)
        assert cost < most + 1 + len(frames[-1][0]) / 1_024 if frames else not cost
        found += frames
    found += splitter.whole_frames(b"")[0]
    whole, _ = FrameSplitter(LONGEST).whole_frames(data)
    assert b"".join(frame for frame, _ in found) == b"".join(frame for frame, _ in whole)


def test_a_frame_costs_itself_and_its_bytes() -> None:
    large = written(Frame(Opcode.BINARY, b"a" * LONGEST))
    splitter = FrameSplitter(LONGEST)
    assert splitter.whole_frames(PONG * 100, 10)[0] == [(PONG, None)] * 10
    assert splitter.whole_frames(b"", 0) == ([], 0)
    assert splitter.whole_frames(b"", 10)[1] == pytest.approx(10, abs=0.1)
    assert FrameSplitter(LONGEST).whole_frames(large)[1] == pytest.approx(5, abs=0.1)
