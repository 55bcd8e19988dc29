from __future__ import annotations

from puntobanco.cli.commands.deal import HEADER
from tests.cli.conftest import Run, Start


def test_a_million_lines_follow_the_header(run: Run) -> None:
    ran = run("vectors")
    assert (ran.code, ran.err) == (0, "")
    header, *lines = ran.out.splitlines()
    assert header == HEADER == "p1,b1,p2,b2,c5,c6,player_total,banker_total,cards,outcome"
    assert len(lines) == len(set(lines)) == 1_000_000
    assert lines[0] == "0,0,0,0,0,0,0,0,6,tie"
    assert lines[-1] == "9,9,9,9,9,9,8,8,4,tie"
    assert lines[50_598] == "0,5,0,5,9,8,9,8,6,player"


def test_a_closed_pipe_is_met_with_silence(start: Start) -> None:
    with start("vectors") as process:
        assert process.stdout
        assert process.stderr
        assert process.stdout.readline().strip() == HEADER
        process.stdout.close()
        assert process.stderr.read() == ""
    assert process.returncode == 0
