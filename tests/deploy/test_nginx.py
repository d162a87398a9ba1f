"""deploy/nginx.conf in a real nginx on loopback: TLS, sockets, forwarded addresses, two processes on one database."""

from __future__ import annotations

import os
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.server.house import Served, Visitor

CONF = Path(__file__).parents[2] / "deploy" / "nginx.conf"
NGINX = shutil.which("nginx", path=f"{os.environ['PATH']}{os.pathsep}/usr/sbin")
WHOLE = """
daemon off;
pid {folder}/pid;
error_log {folder}/errors warn;
{user}
events {{ }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/roundtable.conf;
}}
"""


class Proxy:
    """nginx before some servers; visitors talk to it as to a server."""

    def __init__(self, folder: Path, *servers: Served) -> None:
        self.folder = folder
        self.port, self.plain = (free_port() for _ in range(2))
        self.tls: ssl.SSLContext | None = ssl.create_default_context(cafile=str(certificate(folder)))
        text = CONF.read_text(encoding="utf-8")
        ports = {"8001;": f"{servers[0].port};", "8002;": f"{servers[1].port};"}
        ports |= {"listen 80;": f"listen 127.0.0.1:{self.plain};", "listen 443 ": f"listen 127.0.0.1:{self.port} "}
        for ours, theirs in {**ports, "/etc/ssl/table.example": str(folder / "table")}.items():
            assert ours in text
            text = text.replace(ours, theirs)
        (folder / "roundtable.conf").write_text(text)
        user = "user root;" if os.geteuid() == 0 else ""  # who may read the folder of a test
        (folder / "nginx.conf").write_text(WHOLE.format(folder=folder, user=user))
        command = [str(NGINX), "-c", str(folder / "nginx.conf"), "-e", str(folder / "errors")]
        checked = subprocess.run([*command, "-t"], capture_output=True, text=True, timeout=20)
        assert checked.returncode == 0, checked.stderr
        self.process = subprocess.Popen(command)
        self._wait()

    def _wait(self) -> None:
        end = time.monotonic() + 20
        while time.monotonic() < end:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.05)
        raise AssertionError((self.folder / "errors").read_text())

    def stop(self) -> None:
        self.process.terminate()
        assert self.process.wait(20) == 0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def certificate(folder: Path) -> Path:
    """A certificate that somebody made themselves."""
    make = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    about = ["-days", "2", "-subj", "/CN=table.example", "-addext", "subjectAltName=DNS:table.example,IP:127.0.0.1"]
    files = ["-keyout", str(folder / "table.key"), "-out", str(folder / "table.pem")]
    subprocess.run([*make, *about, *files], check=True, capture_output=True, timeout=60)
    return folder / "table.pem"


@pytest.fixture
def house(database: str, tmp_path: Path) -> Iterator[tuple[Proxy, Served, Served]]:
    """nginx, and two processes that keep their tables in one PostgreSQL."""
    if NGINX is None:
        pytest.skip("nginx is not installed (Debian: nginx)")
    usual = ("--database", database, "--rate", "30")
    one, two = Served(tmp_path / "one", *usual), Served(tmp_path / "two", *usual)
    proxy = Proxy(tmp_path, one, two)
    yield proxy, one, two
    proxy.stop()
    for served in (one, two):
        if served.process.poll() is None:
            assert served.stop() == 0


def test_pages_and_sockets_go_through_and_a_process_may_die(house: tuple[Proxy, Served, Served]) -> None:
    proxy, one, two = house
    anna, ben = Visitor(proxy), Visitor(proxy)
    # Given a page by TLS: the cookie is for TLS only, and what is for the operator is not shown.
    front = anna.get("/")
    assert front.status == 200 and "max-age" in front.headers["strict-transport-security"]
    assert anna.get("/metrics").status == 404
    table = anna.friends("knights-duty", players=2, name="Anna")
    assert anna.cookies and all("secure" in cookie.lower() for cookie in anna.cookies)
    ben.sit(table, 1)
    assert anna.post(f"/table/{table}/start", bot="page").status == 303
    # When both answer through sockets, then both see it; both are in the process that nginx chose for this table.
    rng = Random(1)
    with anna.socket(table) as hers, ben.socket(table) as his:
        given = 0
        while given < 6:
            for them in (hers, his):
                them.quiet(0.05)
                if them.scene and them.prompt and them.answer(rng)["is"] == "taken":
                    given += 1
        assert {served.metric("roundtable_sockets") for served in (one, two)} == {0.0, 2.0}
        seq = hers.scene["seq"]
    # When that process is killed, then the other one goes on with the match.
    serving = one if one.metric("roundtable_tables") else two
    serving.kill()
    with anna.socket(table) as hers:
        scene = hers.wait("scene", timeout=20)
        assert scene["seat"] == 0 and scene["seq"] >= seq


def test_without_tls_one_is_led_to_it(house: tuple[Proxy, Served, Served]) -> None:
    proxy = house[0]
    proxy.port, proxy.tls = proxy.plain, None
    reply = Visitor(proxy).get("/rules/lancelot")
    assert reply.status == 301 and reply.location == "https://127.0.0.1/rules/lancelot"


def test_limits_count_by_the_visitors_address_and_a_lie_is_not_believed(house: tuple[Proxy, Served, Served]) -> None:
    """Given two places on loopback, when one of them asks for too much, then the other is still served."""
    proxy = house[0]
    asked = [Visitor(proxy, place="127.0.0.2").post("/api/token").status for _ in range(100)]
    assert asked[0] == 201 and 429 in asked
    lie = Visitor(proxy, place="127.0.0.2").request("POST", "/api/token", x_forwarded_for="192.0.2.9")
    assert lie.status == 429
    assert Visitor(proxy, place="127.0.0.3").post("/api/token").status == 201
