"""A tunnel by the true ssh to the true sshd: on this machine, and between two homes that reach each other in
no other way."""

from __future__ import annotations

import asyncio
import contextlib
import os
import pwd
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path

import httpx
import pytest

from bots.hub_process import free_port
from server.net.client_addresses import TUNNEL
from server.process.child import tie_to
from tests.waiting import LIMIT, until, within

from ..proc import children, command
from .playing import ROOT, Playing
from .tunnels import PUBLIC, printed, seen_at

SSHD = shutil.which("sshd", path=f"{os.environ['PATH']}:/usr/sbin:/usr/local/sbin")
SSH = shutil.which("ssh")
AS_ROOT = os.geteuid() == 0

pytestmark = pytest.mark.skipif(
    not (SSHD and SSH and shutil.which("ssh-keygen")),
    reason="the programs ssh and sshd are not installed here",
)

CONFIG = """
Port {port}
ListenAddress {address}
HostKey {folder}/host
AuthorizedKeysFile {folder}/person.pub
PidFile none
UsePAM yes
StrictModes no
PasswordAuthentication no
KbdInteractiveAuthentication no
GatewayPorts clientspecified
"""


class Machine:
    """A machine of one's own with sshd, and what ssh needs to get in without a password. sshd runs without
    rights, so that it needs nothing of the system."""

    def __init__(self, folder: Path, mine: Path, address: str, inside: Sequence[str] = ()) -> None:
        """`folder`: for files of sshd; `mine`: for those of ssh; `inside`: the command that runs another one
        where the machine is."""
        self.port, self.public = free_port(), free_port()
        self.user = "nobody" if AS_ROOT else pwd.getpwuid(os.geteuid()).pw_name
        self._folder, self._inside = folder, inside
        self._process: subprocess.Popen[bytes] | None = None
        key = mine / "person"
        for file in (folder / "host", key):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", file], check=True)
        shutil.copy(f"{key}.pub", folder / "person.pub")
        (folder / "config").write_text(CONFIG.format(port=self.port, address=address, folder=folder))
        known = f"[{address}]:{self.port} {(folder / 'host.pub').read_text()}"
        (mine / "known").write_text(known)
        (mine / "config").write_text(
            f"Port {self.port}\nIdentityFile {key}\nIdentitiesOnly yes\nUserKnownHostsFile {mine / 'known'}\n"
        )
        programs = mine / "programs"
        programs.mkdir()
        script = programs / "ssh"
        script.write_text(f'#!/bin/sh\nexec {SSH} -F {shlex.quote(str(mine / "config"))} "$@"\n')
        script.chmod(0o755)
        self.given = {
            "PATH": f"{programs}:{os.environ['PATH']}",
            "SHARE": f"ssh:{self.user}@{address}:{self.public}",
        }
        """The environment of a server whose tunnel leads from here."""
        if AS_ROOT:
            account = pwd.getpwnam(self.user)
            for file in (folder, *folder.iterdir()):
                os.chown(file, account.pw_uid, account.pw_gid)

    def start(self) -> None:
        """Run sshd."""
        drop = ["setpriv", f"--reuid={self.user}", "--regid=65534", "--clear-groups"] if AS_ROOT else []
        words = [*self._inside, *drop, str(SSHD), "-D", "-e", "-f", str(self._folder / "config")]
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                words,
                env=dict(os.environ),
                stderr=log,
                preexec_fn=tie_to(os.getpid()),
                start_new_session=True,
            )

    def stop(self) -> None:
        """End sshd, and all connections to it."""
        if self._process is not None:
            for pid in [self._process.pid, *below(self._process.pid)]:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            self._process.wait()
            self._process = None

    def log(self) -> str:
        return (self._folder / "log").read_text()


def below(pid: int) -> list[int]:
    """The processes that this one has started, and those that these have."""
    return [found for child in children(pid) for found in (child, *below(child))]


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that users without rights can reach."""
    made = Path(tempfile.mkdtemp(prefix="stammtisch-sshd-"))
    yield made
    shutil.rmtree(made)


def listens(port: int) -> bool:
    with contextlib.suppress(OSError):
        socket.create_connection(("127.0.0.1", port)).close()
        return True
    return False


@pytest.fixture
async def ended() -> AsyncIterator[list[Playing]]:
    """Servers that are ended after the test in any case."""
    started: list[Playing] = []
    yield started
    for it in started:
        if it.process.returncode is None:
            await it.stop(signal.SIGTERM)


async def test_a_port_of_a_machine_of_ones_own_leads_here(
    folder: Path, tmp_path: Path, ended: list[Playing]
) -> None:
    machine = Machine(folder, tmp_path, "127.0.0.1")
    it = await Playing.start(tmp_path / "data", HUBS="1", BOTS="1", **machine.given)
    ended.append(it)
    try:
        said = await printed(it, "The tunnel ssh has ended (exit status 255).")
        assert "Connection refused" in said and "Does `ssh " in said, "nobody runs sshd there"
        machine.start()
        link = await printed(it, PUBLIC)
        assert link == f"http://127.0.0.1:{machine.public}/"
        async with httpx.AsyncClient(trust_env=False, timeout=LIMIT) as client:
            assert (await client.get(link + "reach")).json() == {"link": link, "public": True}
            assert (await client.get(it.address + "reach")).json()["link"] == link
            machine.stop()
            await printed(it, "The tunnel ssh has ended (exit status 255).")
            assert "public" not in (await client.get(it.address + "reach")).json()
            machine.start()
            assert await printed(it, PUBLIC) == link
            assert (await client.get(link + "healthz")).status_code == 200
        (tunnel,) = [pid for pid in children(it.process.pid) if "ExitOnForwardFailure" in command(pid)]
        assert await it.stop() == 0
        assert not Path(f"/proc/{tunnel}").exists()
        await until(lambda: not listens(machine.public))
    finally:
        machine.stop()


SERVER, FRIEND = "10.213.7.2", "10.213.8.2"
"""The addresses of the server's machine at home, and of the friend's in another home."""

BETWEEN = "10.213.7.1", "10.213.8.1"
"""The addresses of the machine between them in the networks of both homes."""


class Homes:
    """Two homes as network namespaces. Both reach a machine between them, which forwards nothing, so that
    neither reaches the other."""

    def __init__(self) -> None:
        self.names = {who: f"stammtisch-{os.getpid()}-{who}" for who in ("server", "friend", "between")}

    def inside(self, who: str) -> list[str]:
        """The command that runs another one there."""
        return ["ip", "netns", "exec", self.names[who]]

    def __enter__(self) -> Homes:
        self._ip("netns add {server}", "netns add {friend}", "netns add {between}")
        for n, (who, address, other) in enumerate(
            zip(("server", "friend"), (SERVER, FRIEND), BETWEEN, strict=True)
        ):
            self._ip(
                f"-n {{between}} link add home{n} type veth peer name outside netns {{{who}}}",
                f"-n {{between}} addr add {other}/24 dev home{n}",
                f"-n {{between}} link set home{n} up",
                f"-n {{{who}}} addr add {address}/24 dev outside",
                f"-n {{{who}}} link set outside up",
                f"-n {{{who}}} link set lo up",
                f"-n {{{who}}} route add default via {other}",
            )
        self._ip("-n {between} link set lo up")
        return self

    def _ip(self, *lines: str) -> None:
        for line in lines:
            subprocess.run(["ip", *line.format(**self.names).split()], check=True, capture_output=True)

    def __exit__(self, *_: object) -> None:
        for name in self.names.values():
            subprocess.run(["ip", "netns", "delete", name], check=False, capture_output=True)


@pytest.fixture
def homes() -> Iterator[Homes]:
    try:
        with Homes() as made:
            yield made
    except (OSError, subprocess.CalledProcessError) as wrong:
        pytest.skip(f"network namespaces are not permitted here: {getattr(wrong, 'stderr', b'') or wrong!r}")


async def person(homes: Homes, who: str, *words: str) -> asyncio.subprocess.Process:
    """A person in one of the homes, who plays."""
    return await asyncio.create_subprocess_exec(
        *(*homes.inside(who), sys.executable, "-m", "tests.process.two_homes", *words),
        cwd=ROOT,
        stdout=subprocess.PIPE,
        preexec_fn=tie_to(os.getpid()),
    )


async def says(one: asyncio.subprocess.Process) -> str:
    assert one.stdout is not None
    async with within("a person says something", 2 * LIMIT):
        return (await one.stdout.readline()).decode().strip()


def reaches(homes: Homes, who: str, address: str, port: int) -> bool:
    trial = f"import socket; socket.create_connection(({address!r}, {port}), timeout=3)"
    words = [*homes.inside(who), sys.executable, "-c", trial]
    return subprocess.run(words, check=False, capture_output=True).returncode == 0


async def test_a_friend_in_another_home_plays_by_the_tunnel(
    homes: Homes, folder: Path, tmp_path: Path, ended: list[Playing]
) -> None:
    machine = Machine(folder, tmp_path, BETWEEN[0], homes.inside("between"))
    machine.start()
    try:
        by = (*homes.inside("server"), sys.executable, "-m", "server")
        given = {"HUBS": "1", "BOTS": "1", "HOST": "0.0.0.0", **machine.given}
        it = await Playing.start(tmp_path / "data", by=by, **given)
        ended.append(it)
        link = await printed(it, PUBLIC)
        assert link == f"http://{BETWEEN[0]}:{machine.public}/"
        port = int(it.address.rstrip("/").rpartition(":")[2])
        assert reaches(homes, "server", SERVER, port) and not reaches(homes, "friend", SERVER, port)
        host = await person(homes, "server", f"ws://127.0.0.1:{port}/ws")
        table = await says(host)
        friend = await person(homes, "friend", f"ws{link.removeprefix('http')}ws", table)
        await until(lambda: seen_at(tmp_path / "data", "friend"))
        assert await seen_at(tmp_path / "data", "friend") == [TUNNEL], "a client's address is not told by ssh"
        results = [await says(host), await says(friend)]
        assert results[0] == results[1] and results[0].startswith("over ")
        assert [await host.wait(), await friend.wait()] == [0, 0]
    finally:
        machine.stop()
