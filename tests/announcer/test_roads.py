"""The roads are worded in English as the board itself says them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from puntobanco.announcer.english import worded
from puntobanco.announcer.roads import marked_messages, roads_messages, runs_message
from puntobanco.roads import Roads, speech

boards = st.lists(st.sampled_from(["B", "P", "T", "'B", "P.", "'T."]), max_size=80).map(
    lambda beads: Roads.of("".join(beads))
)


@given(boards)
def test_a_board_is_worded_as_it_says_itself(roads: Roads) -> None:
    assert worded(roads_messages(roads)) == speech.lines(roads)


@given(boards, st.integers(1, 9))
def test_the_latest_runs_are_worded_as_the_board_says_them(roads: Roads, most: int) -> None:
    assert worded([runs_message(roads, most)]) == [speech.runs(roads, latest=most)]


@given(boards)
def test_roads_without_marks_can_be_left_out(roads: Roads) -> None:
    marked = [line for line in speech.lines(roads)[1:] if not line.endswith("no marks")]
    assert worded(marked_messages(roads)) == marked
