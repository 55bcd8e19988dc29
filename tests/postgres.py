"""A PostgreSQL for the tests: the one of PUNTOBANCO_TEST_POSTGRES, or one that a test run starts.

All workers of a run share it, and each test gets a database of its own. A keeper process starts it
and stops it when the last worker has ended, however that happened. PostgreSQL refuses to run as
root, so root starts it as another user.
"""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from fcntl import LOCK_EX, flock
from pathlib import Path
from uuid import uuid4

import psutil
import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

MISSING = (
    "the tests of PostgreSQL need it: set PUNTOBANCO_TEST_POSTGRES to the address of a database in"
    " which they may create others, or install the package postgresql"
)

SETTINGS = {
    "max_connections": "200",
    "shared_buffers": "32MB",
    "max_wal_size": "256MB",
    "listen_addresses": "127.0.0.1",
    "log_min_messages": "fatal",
}


def binaries() -> Path | None:
    """Return the folder of PostgreSQL's programs: on the path, or where Debian has them."""
    if found := shutil.which("postgres"):
        return Path(found).resolve().parent
    folders = Path("/usr/lib/postgresql").glob("*/bin/postgres")
    versions = sorted(folders, key=lambda each: int(each.parts[-3].split(".")[0]))
    return versions[-1].parent if versions else None


class Cluster:
    """A cluster in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data = folder / "data"
        self._programs = binaries()

    @property
    def port(self) -> int:
        return int((self.folder / "port").read_text())

    @property
    def url(self) -> str:
        return f"postgresql://keeper@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        """Create the cluster and start it."""
        if user := _other_user():
            shutil.chown(self.folder, user)
        self._run("initdb", "-U", "keeper", "-A", "trust", "-E", "UTF8", "-N", "-k", "--locale=C")
        with socket.create_server(("127.0.0.1", 0)) as listener:
            port = listener.getsockname()[1]
        (self.folder / "port").write_text(str(port))
        settings = SETTINGS | {"port": str(port), "unix_socket_directories": str(self.folder)}
        lines = [f"{name} = '{value}'\n" for name, value in settings.items()]
        with (self.data / "postgresql.conf").open("a") as file:
            file.writelines(lines)
        self._run("pg_ctl", "start", "-w", "-l", str(self.folder / "log"))

    def restart(self, mode: str = "immediate") -> None:
        """Restart it as after a crash, or in another mode."""
        self._run("pg_ctl", "restart", "-w", "-m", mode, "-l", str(self.folder / "log"))

    def stop(self) -> None:
        """Stop it."""
        self._run("pg_ctl", "stop", "-w", "-m", "immediate")

    def _run(self, program: str, *arguments: str) -> None:
        assert self._programs
        subprocess.run(
            [str(self._programs / program), "-D", str(self.data), *arguments],
            check=True,
            cwd=self.folder,
            user=_other_user(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )


def _other_user() -> str | None:
    """Return the user who runs PostgreSQL for root."""
    if os.getuid():
        return None
    names = {each.pw_name for each in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


# --- the keeper -----------------------------------------------------------------------------------


def shared_folder() -> Path:
    """Return the folder of the cluster of this test run."""
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", f"process-{os.getpid()}")
    return Path(tempfile.gettempdir()) / f"puntobanco-{run[:20]}"


def keep(folder: Path) -> None:
    """Run the cluster of a folder until all processes that use it have ended."""
    cluster = Cluster(folder)
    cluster.start()
    (folder / "ready").touch()
    while any(psutil.pid_exists(int(each.name)) for each in (folder / "users").iterdir()):
        time.sleep(0.3)
    cluster.stop()
    shutil.rmtree(folder, ignore_errors=True)


def running_cluster() -> Cluster:
    """Return the cluster of this test run, started if necessary."""
    if binaries() is None:
        pytest.fail(MISSING)
    folder = shared_folder()
    folder.mkdir(mode=0o755, exist_ok=True)
    (folder / "users").mkdir(exist_ok=True)
    (folder / "users" / str(os.getpid())).touch()
    with (folder / "lock").open("w") as lock:
        flock(lock, LOCK_EX)
        if not (folder / "ready").exists():
            _start_keeper(folder)
    return Cluster(folder)


def _start_keeper(folder: Path) -> None:
    """Start the keeper. It is no child of this process, which it outlives."""
    subprocess.run([sys.executable, __file__, str(folder)], check=True)
    while not (folder / "ready").exists():
        if (folder / "failed").exists():
            pytest.fail(f"PostgreSQL did not start: {(folder / 'failed').read_text()}")
        time.sleep(0.05)


def admin_url() -> str:
    """Return the address of the database from which the others are created."""
    return os.environ.get("PUNTOBANCO_TEST_POSTGRES") or running_cluster().url


@contextmanager
def new_database(admin: str) -> Iterator[str]:
    """Create an empty database for a test, and drop it afterwards."""
    name = f"puntobanco_{uuid4().hex}"
    with psycopg.connect(admin, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"'.encode())
    yield with_database(admin, name)
    if "PUNTOBANCO_TEST_POSTGRES" in os.environ:  # the keeper deletes the others, which is faster
        with psycopg.connect(admin, autocommit=True) as connection:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())


def with_database(url: str, name: str) -> str:
    """Return the address of another database of the same server."""
    parts = {key: str(value) for key, value in conninfo_to_dict(url).items()}
    user, password = parts.get("user", ""), parts.get("password", "")
    secret = f":{password}" if password else ""
    at = f"{user}{secret}@" if user else ""
    return f"postgresql://{at}{parts.get('host', 'localhost')}:{parts.get('port', 5432)}/{name}"


def _keep_in_background(folder: Path) -> None:
    if os.fork():
        return
    os.setsid()
    with (folder / "errors").open("a") as errors, Path(os.devnull).open("r+") as nothing:
        for file, number in ((nothing, 0), (nothing, 1), (errors, 2)):
            os.dup2(file.fileno(), number)
    try:
        keep(folder)
    except BaseException:
        text = (folder / "errors").read_text()
        (folder / "failed").write_text(text)
        raise


if __name__ == "__main__":
    _keep_in_background(Path(sys.argv[1]))
