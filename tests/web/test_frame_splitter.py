"""What the splitter reads, the library's own parser reads, wherever the stream is cut."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from websockets.exceptions import ProtocolError
from websockets.frames import Frame, Opcode
from websockets.protocol import OPEN, Protocol, Side

from puntobanco.web.http.frame_splitter import FrameSplitter

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
        for frame, text in splitter.whole_frames(data[start:end]):
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
    texts = [text for start, end in bounds for _, text in splitter.whole_frames(data[start:end])]
    assert texts == [bytes(frame.data).decode() for frame in stream]


def test_a_frame_that_is_too_long_is_left_to_the_library_before_it_has_come() -> None:
    head = written(Frame(Opcode.TEXT, b"a" * (LONGEST + 1)))[:20]
    splitter = FrameSplitter(LONGEST)
    assert splitter.whole_frames(head) == [(head, None)]
    assert splitter.whole_frames(b"more") == [(b"more", None)]
