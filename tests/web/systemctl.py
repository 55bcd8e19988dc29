"""Start and stop what units say, without systemd: `python systemctl.py VERB [--now] UNIT`.

The folder MACHINE has the units below etc/systemd/system.
"""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import psutil

MACHINE = Path(os.environ["MACHINE"])
UNITS = MACHINE / "etc" / "systemd" / "system"


def settings(unit: str) -> list[tuple[str, str]]:
    lines = (UNITS / unit).read_text().splitlines()
    pairs = (line.split("=", 1) for line in lines if "=" in line and not line.startswith("#"))
    return [(name, value) for name, value in pairs]


def environment(unit: str) -> dict[str, str]:
    found = dict(os.environ)
    for name, value in settings(unit):
        if name == "EnvironmentFile":
            lines = Path(value.removeprefix("-")).read_text().splitlines()
            found |= dict(line.split("=", 1) for line in lines if line and line[0] != "#")
        elif name == "Environment":
            found |= dict(each.split("=", 1) for each in shlex.split(value))
    return found


def start(name: str) -> int:
    """Start a unit. A oneshot runs to its end."""
    unit = name if "." in name else f"{name}.service"
    if unit.endswith(".timer"):
        return 0 if (UNITS / unit.replace(".timer", ".service")).exists() else 1
    found = dict(settings(unit))
    for folder in found["StateDirectory"].split():
        (MACHINE / "var/lib" / folder).mkdir(mode=0o700, parents=True, exist_ok=True)
    command = shlex.split(found["ExecStart"])
    if found["Type"] == "oneshot":
        return subprocess.run(command, env=environment(unit), check=False).returncode
    with (MACHINE / f"{unit}.log").open("a") as log:
        process = subprocess.Popen(
            command, env=environment(unit), stdout=log, stderr=log, start_new_session=True
        )
    (MACHINE / f"{unit}.pid").write_text(str(process.pid))
    return 0


def stop(name: str) -> int:
    """Stop a unit in order, and wait for it."""
    file = MACHINE / f"{name}.service.pid"
    if file.exists() and psutil.pid_exists(pid := int(file.read_text())):
        process = psutil.Process(pid)
        process.send_signal(signal.SIGTERM)
        process.wait(60)
    return 0


def main(verb: str, *words: str) -> int:
    names = [word for word in words if not word.startswith("-")]
    match verb:
        case "daemon-reload":
            return 0
        case "reload-or-restart":
            config = str(MACHINE / "etc" / "caddy" / "Caddyfile")
            command = ["caddy", "validate", "--adapter", "caddyfile", "--config", config]
            return subprocess.run(command, capture_output=True, check=False).returncode
        case "enable" | "start":
            return max(start(name) for name in names)
        case "restart":
            return max(stop(name) or start(name) for name in names)
        case "stop":
            return max(stop(name) for name in names)
        case _:
            return 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
