"""The commands of docs/deploying.md, run in a scratch folder instead of a fresh Debian.

Programs that change the machine are replaced: `systemctl` starts what the installed units say, as
the same user, and packages count as installed.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

from tests.web.serving import PATIENCE, ROOT, Browser, Served, own_port

PAGE = ROOT / "docs" / "deploying.md"

PROGRAMS = {
    "apt-get": "exit 0",
    "adduser": "exit 0",
    "runuser": 'while [ "$1" != -- ]; do shift; done; shift; exec "$@"',
    "python3": f"""
        mkdir -p "$3/bin"
        printf '#!/bin/sh\\nexec {sys.executable} -m puntobanco "$@"\\n' > "$3/bin/puntobanco"
        printf '#!/bin/sh\\ntest -f constraints.txt\\n' > "$3/bin/pip"
        chmod +x "$3/bin/puntobanco" "$3/bin/pip" """,
    "systemctl": f'exec {sys.executable} {Path(__file__).with_name("systemctl.py")} "$@"',
}
"""Shell scripts in place of programs that change the machine."""


@dataclass
class Machine:
    """A scratch folder that stands for a machine."""

    folder: Path
    port: int
    metrics: int

    def moved(self, text: str) -> str:
        """Return a text with paths inside the folder, and ports of our own."""
        for path in ("/opt/puntobanco", "/etc", "/var/lib/puntobanco"):
            text = re.sub(rf"(?<![\w/.]){path}(?=[/\s]|$)", f"{self.folder}{path}", text)
        text = text.replace("127.0.0.1:8000", f"127.0.0.1:{self.port}")
        text = text.replace("port = 8000", f"port = {self.port}")
        return text.replace(":9100", f":{self.metrics}").replace("%C", f"{self.folder}/cache")

    def run(self, script: str) -> str:
        """Run commands of the page. Each must succeed."""
        path = f"{self.folder}/bin:{os.environ['PATH']}:/usr/sbin"
        done = subprocess.run(
            ["sh", "-euc", self.moved(script)],
            cwd=self.folder / "source",
            env={**os.environ, "PATH": path, "MACHINE": str(self.folder), "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


@contextmanager
def machine(folder: Path) -> Iterator[Machine]:
    with own_port() as port, own_port() as metrics:
        made = Machine(folder, port, metrics)
        for name in ("bin", "source/deploy", "etc/systemd/system", "etc/caddy", "var/lib"):
            (folder / name).mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / "constraints.txt", folder / "source")
        for file in (ROOT / "deploy").iterdir():
            (folder / "source" / "deploy" / file.name).write_text(made.moved(file.read_text()))
        for name, script in PROGRAMS.items():
            program = folder / "bin" / name
            program.write_text(f"#!/bin/sh\n{script}\n")
            program.chmod(0o755)
        try:
            yield made
        finally:
            made.run("systemctl stop puntobanco")


async def test_the_walk_ends_in_a_hall_that_is_backed_up_and_upgraded_without_losing_a_bet(
    tmp_path: Path,
) -> None:
    blocks = re.findall(r"^```sh\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    upgrade = next(block for block in blocks if "/opt/puntobanco/2" in block)
    before = "".join(blocks[: blocks.index(upgrade)])
    with machine(tmp_path) as debian:
        printed = await asyncio.to_thread(debian.run, before)
        assert "hall-" in printed
        assert "told all guests: We close for an upgrade in ten minutes." in printed
        url = f"http://127.0.0.1:{debian.port}"
        async with httpx.AsyncClient(base_url=url, timeout=PATIENCE) as client:
            answer = await client.post("/api/guest", json={"name": "Ada"})
            client.headers["Cookie"] = answer.headers["set-cookie"].partition(";")[0]
            ada = Browser(Served(None, url), client)  # type: ignore[arg-type]  # systemctl has it
            table = await ada.open_table()
            async with ada.at(table) as player:
                await player.sit_down()
                await player.ask("place_bet", key="banker", stake=500)
            await asyncio.to_thread(debian.run, upgrade)
            assert (tmp_path / "opt/puntobanco/current").readlink() == Path("2")
            async with ada.at(table) as player:
                (seat,) = player.welcome["state"]["seats"].values()
                assert [each["stake"] for each in seat["wagers"]] == [500]
        copy = max((tmp_path / "var/lib/puntobanco/backups").glob("hall-*.db"))
        command = [sys.executable, "-m", "puntobanco", "audit", "--json", "--db", str(copy)]
        done = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True)
        books = json.loads(done.stdout)
        assert (books["balanced"], books["attested"]) == (True, True)
        assert [each["table"] for each in books["tables"]] == [table]
