"""The files of `deploy`, with the real nginx, Caddy and systemd."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from ipaddress import ip_address, ip_network
from pathlib import Path

import httpx
import pytest
import yaml
from websockets.asyncio.client import connect

from tests.postgres import new_database, running_cluster
from tests.web.serving import PATIENCE, ROOT, Browser, Served, commanded, eventually, own_port

DEPLOY = ROOT / "deploy"
TRUE = shutil.which("true") or "/bin/true"


def program(name: str) -> str:
    """Return the path of a program that `make test` installs."""
    path = shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin:/sbin")
    if path is None:
        pytest.fail(f"{name} is not installed; run `make proxies`, or install it")
    return path


def run(*command: str | Path, **environment: str) -> str:
    """Run a command that must succeed. Return everything that it printed."""
    done = subprocess.run(
        [str(each) for each in command],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_systemd_accepts_the_units_and_calls_the_server_well_confined(tmp_path: Path) -> None:
    names = ("puntobanco.service", "puntobanco-backup.service", "puntobanco-backup.timer")
    for name in names:
        text = (DEPLOY / name).read_text()
        (tmp_path / name).write_text(re.sub(r"(?m)^(ExecStart=)\S+", rf"\1{TRUE}", text))
    verified = run(program("systemd-analyze"), "verify", *(tmp_path / name for name in names))
    assert str(tmp_path) not in verified, verified
    service = tmp_path / names[0]
    run(program("systemd-analyze"), "security", "--offline=true", "--threshold=20", service)


def test_caddy_accepts_its_file_for_one_server_and_for_two() -> None:
    command = (program("caddy"), "validate", "--adapter", "caddyfile", "--config")
    run(*command, DEPLOY / "Caddyfile")
    run(*command, DEPLOY / "Caddyfile", HALL_DOMAIN="a.example", HALL_SERVERS="one:1 two:2")
    assert run(program("caddy"), "fmt", DEPLOY / "Caddyfile") == (DEPLOY / "Caddyfile").read_text()


def shown_config(*options: str, **environment: str) -> str:
    return run(
        sys.executable, "-m", "puntobanco", "serve", "--show-config", *options, **environment
    )


def test_the_server_accepts_the_sample_settings() -> None:
    lines = (DEPLOY / "hall.env").read_text().splitlines()
    environment = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
    config = shown_config("--config", str(DEPLOY / "hall.toml"), **environment)
    assert 'db = "/var/lib/puntobanco/hall.db"' in config
    assert 'origin = ["https://cards.example.org"]' in config


def test_the_containers_fit_together() -> None:
    text = (DEPLOY / "compose.yaml").read_text()
    values = {"HALL_DOMAIN": "cards.example.org", "HALL_DB_PASSWORD": "secret"}
    text = re.sub(r"\$\{(\w+):\?[^}]*\}", lambda found: values[found[1]], text)
    file = yaml.safe_load(text)
    services = file["services"]
    hall, proxy = services["hall-1"], services["proxy"]
    shown_config(**hall["environment"])
    assert hall["environment"]["PGPASSWORD"] == services["db"]["environment"]["POSTGRES_PASSWORD"]
    assert "secret" not in hall["environment"]["PUNTOBANCO_DB"]
    servers = [each.split(":") for each in proxy["environment"]["HALL_SERVERS"].split()]
    assert [name for name, port in servers if services[name] == hall and port == "8000"] == [
        "hall-1",
        "hall-2",
    ]
    address = proxy["networks"]["hall"]["ipv4_address"]
    assert address == hall["environment"]["PUNTOBANCO_PROXY"]
    (subnet,) = file["networks"]["hall"]["ipam"]["config"]
    assert ip_address(address) in ip_network(subnet["subnet"])
    mounts = [
        each.split(":")[0] for service in services.values() for each in service.get("volumes", ())
    ]
    for mount in mounts:
        is_file = mount.startswith("./") and mount != "./backups"
        assert (DEPLOY / mount).is_file() if is_file else mount in (*file["volumes"], "./backups")
    assert (DEPLOY / hall["build"]["context"] / hall["build"]["dockerfile"]).is_file()


# --- nginx ----------------------------------------------------------------------------------------


@contextmanager
def nginx(
    folder: Path, ports: list[int], port: int, certificate: tuple[Path, Path]
) -> Iterator[None]:
    """Run nginx with the sample, in a folder of its own. Its answers name the server behind it."""
    text = (DEPLOY / "nginx.conf").read_text()
    servers = [f"server 127.0.0.1:{each} max_fails=1 fail_timeout=1s;" for each in ports]
    changes = {
        r"server 127\.0\.0\.1:8000 .*": "\n    ".join(servers),
        r"listen \[::\].*\n": "\n",
        r"listen 80;": f"listen unix:{folder}/plain;",
        r"listen 443": f"listen 127.0.0.1:{port}",
        r"ssl_certificate \S+": f"ssl_certificate {certificate[0]};",
        r"ssl_certificate_key \S+": f"ssl_certificate_key {certificate[1]};",
        r"cards\.example\.org": "localhost",
        r"Host \$host": "Host $http_host",
    }
    for old, new in changes.items():
        text, count = re.subn(old, new, text)
        assert count, old
    (folder / "hall.conf").write_text(text)
    temporary = "".join(
        f"{each}_temp_path {folder}/{each};"
        for each in ("proxy", "client_body", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/errors; worker_processes 1;"
        f" events {{}} http {{ access_log off; {temporary}"
        " add_header X-Served-By $upstream_addr always;"
        f" include {folder}/hall.conf; }}"
    )
    folder.chmod(0o755)
    command = [program("nginx"), "-p", str(folder), "-c", str(folder / "nginx.conf")]
    run(*command, "-t", "-e", folder / "errors")
    with subprocess.Popen([*command, "-e", str(folder / "errors")]) as process:
        try:
            yield
        finally:
            process.terminate()


def self_signed(folder: Path) -> tuple[Path, Path]:
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    run(
        *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"),
        *("-nodes", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"),
        *("-keyout", key, "-out", certificate),
    )
    return certificate, key


async def served_by(guest: Browser, table: str) -> str:
    url = f"{guest.server.address.replace('http', 'ws', 1)}/ws?table={table}&after=0"
    origin = guest.server.address
    async with connect(url, origin=origin, additional_headers={"Cookie": guest.cookie}) as line:  # type: ignore[arg-type]  # a plain text works
        assert line.response
        return line.response.headers["X-Served-By"]


async def test_through_nginx_guests_play_with_tls_and_a_table_stays_on_its_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    certificate = self_signed(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate[0]))
    with ExitStack() as stack:
        port = stack.enter_context(own_port())
        address = f"https://localhost:{port}"
        url = stack.enter_context(new_database(running_cluster().url))
        options = ("--origin", address, "--proxy", "127.0.0.1", "--log", "plain")
        servers = []
        for _ in range(2):
            ours = stack.enter_context(own_port())
            servers.append(stack.enter_context(commanded(url, "--port", str(ours), *options)))
            servers[-1].address = f"http://127.0.0.1:{ours}"
        stack.enter_context(nginx(tmp_path, [each.port for each in servers], port, certificate))
        proxied = Served(servers[0].process, address)
        context = ssl.create_default_context()
        async with httpx.AsyncClient(base_url=address, verify=context, timeout=PATIENCE) as client:
            await eventually(lambda: _is_up(client))
            assert (await client.post("/api/guest", json={"name": "Ada"})).status_code == 200
            await _play(Browser(proxied, client), servers)


async def _is_up(client: httpx.AsyncClient) -> bool:
    try:
        return (await client.get("/readyz")).status_code == 200
    except httpx.TransportError:
        return False


async def _play(ada: Browser, servers: list[Served]) -> None:
    tables = [await ada.open_table() for _ in range(5)]
    table = tables[0]
    async with ada.at(table) as player:
        await player.sit_down()
        assert (await player.ask("place_bet", key="banker", stake=500))["type"] == "accepted"
        assert (await player.ask("deal"))["type"] == "accepted"
        chosen = [await served_by(ada, table) for _ in range(3)]
        assert len(set(chosen)) == 1, chosen
        homes = {each: await served_by(ada, each) for each in tables}
        used = next(each for each in servers if str(each.port) in chosen[0])
        used.process.terminate()
        await player.until(lambda frame: frame["type"] == "closing")
    await asyncio.to_thread(used.process.wait, PATIENCE)
    async with ada.at(table) as player:
        assert player.seat == 1
        assert player.coups_dealt == 1
        assert (await player.ask("place_bet", key="tie", stake=500))["type"] == "accepted"
    moved = {each: await served_by(ada, each) for each in tables}
    assert chosen[0] not in {each.rpartition(", ")[2] for each in moved.values()}
    stayed = [each for each in tables if homes[each] != chosen[0]]
    assert [moved[each] for each in stayed] == [homes[each] for each in stayed]
