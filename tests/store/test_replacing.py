"""Files that are written whole or not at all."""

from __future__ import annotations

import os
from errno import ELOOP
from pathlib import Path

import pytest

from puntobanco.store import replacing


def write(path: Path, data: bytes) -> None:
    with replacing(path) as stream:
        stream.write(data)


def test_a_file_is_replaced_and_nothing_else_is_left(tmp_path: Path) -> None:
    path = tmp_path / "one"
    for data in (b"old", b"new"):
        write(path, data)
        assert path.read_bytes() == data
    assert [*tmp_path.iterdir()] == [path]


def test_an_error_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "one"
    write(path, b"old")
    with pytest.raises(TypeError), replacing(path) as stream:
        stream.writelines([b"half", None])  # type: ignore[list-item]  # the fault
    assert path.read_bytes() == b"old"
    assert [*tmp_path.iterdir()] == [path]


def test_a_link_stays_and_its_file_is_replaced(tmp_path: Path) -> None:
    link, file = tmp_path / "link", tmp_path / "file"
    file.write_bytes(b"old")
    link.symlink_to(file)
    write(link, b"new")
    assert link.is_symlink()
    assert file.read_bytes() == b"new"


def test_the_name_of_a_part_has_64_random_bits(tmp_path: Path) -> None:
    """Other users who may write into the folder can't guess it."""
    names: set[str] = set()
    for _ in range(2):
        with replacing(tmp_path / "one"):
            names.update(part.name for part in tmp_path.glob(".*.part"))
    assert [len(bytes.fromhex(name[1:-5])) for name in names] == [64 // 8] * 2


def test_a_pipe_is_written_to_and_stays(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    end = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write(pipe, b"data")
        assert os.read(end, 100) == b"data"
    finally:
        os.close(end)
    assert pipe.is_fifo()


def test_a_pipe_that_only_a_descriptor_names_is_written_to() -> None:
    """The shell calls such a pipe `/dev/stdout` or `/dev/fd/63`. It is a link to no file."""
    end, begin = os.pipe()
    try:
        write(Path(f"/dev/fd/{begin}"), b"data")
        assert os.read(end, 100) == b"data"
    finally:
        os.close(end)
        os.close(begin)


def test_links_that_lead_to_each_other_are_refused_and_stay(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    one.symlink_to(other)
    other.symlink_to(one)
    with pytest.raises(OSError, match=os.strerror(ELOOP)):
        write(one, b"data")
    assert {*tmp_path.iterdir()} == {one, other}
    assert one.is_symlink()


def test_a_name_as_long_as_the_system_allows_can_be_replaced(tmp_path: Path) -> None:
    path = tmp_path / ("n" * os.pathconf(tmp_path, "PC_NAME_MAX"))
    write(path, b"data")
    assert path.read_bytes() == b"data"
