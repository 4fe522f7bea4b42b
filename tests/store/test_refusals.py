"""Every way in which a Redis can refuse, each with a real one: every command prints one line that names the
problem, with no traceback and no part of a secret."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import os
import re
import shutil
import socket
import socketserver
import ssl
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import pytest
from redis import Redis
from redis.exceptions import ConnectionError as RedisConnectionError

from bots.hub_process import free_port
from server.__main__ import main
from server.admin.export_import import Writer
from server.store import clients, pipeline, redis_permissions
from server.store.address import QUOTE, parsed
from server.store.refusals import refusal
from tests.store.machines import Machine

PARTS: Final = ("Tulpe", "Rhabarber", "Zwiebel", "Kirsche", "Melone", "Quitte", "Olive", "Gerste")
SECRET: Final = "Tulpe#Rhabarber/Zwiebel?Kirsche@Melone:Quitte%Olive[Gerste"
"""A password of which no part may be printed, with all characters that have a meaning in an address."""

QUOTED: Final = quote(SECRET, safe="")

At = Callable[[Path], AbstractContextManager[str]]


def free(name: str) -> str:
    """A secret in a setting that is unrelated to Redis."""
    return f"{name}-of-nobody-else-0123456789"


@contextmanager
def server(folder: Path, *words: str) -> Iterator[Machine]:
    """A Redis on a port, with these settings."""
    machine = Machine(folder, *words)
    folder.mkdir(exist_ok=True)
    if "--requirepass" in words:
        machine.password = words[words.index("--requirepass") + 1]
    try:
        asyncio.run(machine.start())
        yield machine
    finally:
        machine.kill()


def plain(*words: str, url: str = "redis://127.0.0.1:{port}") -> At:
    """A Redis with these settings, at this address."""

    @contextmanager
    def at(folder: Path) -> Iterator[str]:
        with server(folder / "redis", *words) as machine:
            yield url.format(port=machine.port)

    return at


def user(*rules: str, url: str = f"redis://club:{QUOTED}@127.0.0.1:{{port}}") -> At:
    """A Redis that has a user with these rules."""

    @contextmanager
    def at(folder: Path) -> Iterator[str]:
        with server(folder / "redis") as machine:
            asyncio.run(machine.tell("ACL", "SETUSER", "club", "on", f">{SECRET}", *rules))
            yield url.format(port=machine.port)

    return at


def told(*orders: str, words: tuple[str, ...] = (), url: str = "redis://127.0.0.1:{port}") -> At:
    """A Redis that has received these commands."""

    @contextmanager
    def at(folder: Path) -> Iterator[str]:
        with server(folder / "redis", *words) as machine:
            for order in orders:
                asyncio.run(machine.tell(*order.split()))
            yield url.format(port=machine.port)

    return at


@contextmanager
def crowded(folder: Path) -> Iterator[str]:
    """A Redis with the maximum of connections."""
    with server(folder / "redis") as machine:
        asyncio.run(machine.tell("CONFIG", "SET", "maxclients", "1"))
        with Redis(port=machine.port) as client:
            client.ping()
            yield machine.url


@contextmanager
def loading(folder: Path) -> Iterator[str]:
    """A Redis that loads its data for longer than this test takes."""
    slow = ("--appendonly", "no", "--loading-process-events-interval-bytes", "1024")
    with server(folder / "redis", *slow) as machine:
        with Redis(port=machine.port) as client:
            for number in range(1000):
                client.set(f"key{number}", os.urandom(10_000))
            client.save()
        machine.kill()
        machine.answers = _answers_at_all(machine)  # type: ignore[method-assign]
        asyncio.run(machine.start("--rdbcompression", "no", "--key-load-delay", "500000"))
        yield machine.url


def _answers_at_all(machine: Machine) -> Callable[[], Any]:
    async def answers() -> bool:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", machine.port)) as it:
            it.sendall(b"PING\r\n")
            return b"LOADING" in it.recv(100)
        return False

    return answers


@contextmanager
def unwritable(folder: Path) -> Iterator[str]:
    """A Redis that failed to save its data, and therefore refuses writes."""
    with server(folder / "redis", "--appendonly", "no", "--save", "3600 1") as machine:
        with Redis(port=machine.port) as client:
            client.config_set("stop-writes-on-bgsave-error", "yes")
            shutil.rmtree(machine.folder)
            client.set("a", "b")
            client.bgsave()
            while client.info("persistence")["rdb_last_bgsave_status"] == "ok":
                pass
        machine.folder.mkdir()
        yield machine.url


@contextmanager
def replica(folder: Path) -> Iterator[str]:
    """A replica."""
    with server(folder / "primary") as primary, server(folder / "replica") as it:
        asyncio.run(it.tell("REPLICAOF", "127.0.0.1", primary.port))
        while not asyncio.run(it.follows()):
            pass
        yield it.url


@contextmanager
def orphan(folder: Path) -> Iterator[str]:
    """A replica that has lost its primary, and answers all commands with that error."""
    with server(folder / "redis") as machine:
        asyncio.run(machine.tell("CONFIG", "SET", "replica-serve-stale-data", "no"))
        asyncio.run(machine.tell("REPLICAOF", "127.0.0.1", free_port()))
        yield machine.url


def answering(said: bytes, scheme: str = "redis", hang_up: bool = True) -> At:
    """A server with this answer to everything."""

    @contextmanager
    def at(folder: Path) -> Iterator[str]:
        with listening(lambda it: (it.recv(4096), it.sendall(said), hang_up or it.recv(1 << 16))) as port:
            yield f"{scheme}://:{QUOTED}@127.0.0.1:{port}"

    return at


@contextmanager
def listening(talk: Callable[[Any], object]) -> Iterator[int]:
    """A port at which every connection is handled by this function."""

    class Handler(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            with contextlib.suppress(OSError):
                talk(self.request)

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler) as it:
        it.daemon_threads, it.block_on_close = True, False
        threading.Thread(target=it.serve_forever, daemon=True).start()
        yield it.server_address[1]
        it.shutdown()


def certificate(folder: Path, name: str, host: str) -> tuple[Path, Path]:
    """A self-signed certificate for a host, and its key."""
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("openssl is not there to make certificates")
    cert, key = folder / f"{name}.pem", folder / f"{name}.key"
    words = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={host}"]
    words += ["-addext", f"subjectAltName={host}", "-keyout", str(key), "-out", str(cert)]
    subprocess.run([openssl, *words], check=True, capture_output=True)
    return cert, key


def tls(url: str, host: str = "IP:127.0.0.1", of_clients: bool = False) -> At:
    """A Redis behind TLS. `{ca}` in the address is the file of the certificate's issuer."""

    @contextmanager
    def at(folder: Path) -> Iterator[str]:
        cert, key = certificate(folder, "server", host)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(cert, key)
        if of_clients:
            context.verify_mode = ssl.CERT_REQUIRED
            context.load_verify_locations(cert)

        def talk(it: Any) -> None:
            with context.wrap_socket(it, server_side=True) as wrapped:
                wrapped.recv(4096)
                wrapped.sendall(b"+OK\r\n")

        with listening(talk) as port:
            yield url.format(port=port, ca=cert)

    return at


def sentinels(url: str, *lines: str) -> At:
    """A sentinel that supervises a primary named `tables`."""

    @contextmanager
    def at(folder: Path) -> Iterator[str]:
        port = free_port()
        with server(folder / "redis") as machine:
            sentinel = Machine(folder / "sentinel")
            sentinel.folder.mkdir()
            conf = [f"port {port}", "bind 127.0.0.1", f"dir {sentinel.folder}"]
            conf += [f"sentinel monitor tables 127.0.0.1 {machine.port} 1", *lines]
            (sentinel.folder / "conf").write_text("\n".join(conf))
            words = [clients_binary(), str(sentinel.folder / "conf"), "--sentinel"]
            process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                while _silent(port):
                    pass
                yield url.format(port=port)
            finally:
                process.kill()
                process.wait()

    return at


def clients_binary() -> str:
    from server.store.embedded import binary

    return binary()


def _silent(port: int) -> bool:
    """Is nothing listening there yet?"""
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
        return False
    return True


def nowhere(url: str) -> At:
    @contextmanager
    def at(folder: Path) -> Iterator[str]:
        yield url.format(port=free_port(), folder=folder)

    return at


CLUSTER: Final = ("--cluster-enabled", "yes", "--cluster-port", str(free_port()))

ALL: Final = ("~*", "&*", "+@all")

STOPS: Final[dict[str, tuple[At, str]]] = {
    "wrong password": (
        plain("--requirepass", "another", url=f"redis://:{QUOTED}@127.0.0.1:{{port}}"),
        "refuses the user or the password",
    ),
    "no password": (plain("--requirepass", SECRET), "asks for a password, and REDIS has none"),
    "a password too many": (
        plain(url=f"redis://:{QUOTED}@127.0.0.1:{{port}}"),
        "REDIS has a user or a password, and this Redis has none",
    ),
    "a user that is off": (user(*ALL, "off"), "refuses the user or the password"),
    "nothing allowed": (user("~*", "&*"), "may not use .*ACL SETUSER club .*\\+eval .*\\+zadd"),
    "no scripts": (user(*ALL, "-eval"), "may not use EVAL.*ACL SETUSER club \\+eval$"),
    "no hashed scripts": (user(*ALL, "-evalsha"), "ACL SETUSER club \\+evalsha$"),
    "no command of a script": (user(*ALL, "-hsetnx", "-lrem"), "HSETNX, LREM.*\\+hsetnx \\+lrem$"),
    "no messages": (user(*ALL, "-@pubsub"), "PUBLISH, SUBSCRIBE.*\\+publish \\+subscribe$"),
    "no channels": (user("~*", "+@all"), "all channels.*ACL SETUSER club &\\*$"),
    "one channel": (user("~*", "+@all", "&hub:*"), "all channels"),
    "some keys": (user("~t:*", "&*", "+@all"), "all keys.*ACL SETUSER club ~\\*$"),
    "keys to be read": (user("%R~*", "&*", "+@all"), "all keys"),
    "no such database": (plain(url="redis://127.0.0.1:{port}/99"), "number of a database .* does not have"),
    "a command renamed": (plain("--rename-command", "EVALSHA", "hidden"), "has no command EVALSHA"),
    "no signing in": (
        plain("--rename-command", "AUTH", "", url=f"redis://:{QUOTED}@127.0.0.1:{{port}}"),
        "has no command AUTH",
    ),
    "a node of a cluster": (
        plain(*CLUSTER),
        "node of a cluster.* Begin REDIS with cluster\\+|The Redis cluster is down",
    ),
    "no cluster": (plain(url="cluster+redis://127.0.0.1:{port}"), "this Redis is no cluster"),
    "a cluster without slots": (
        plain(*CLUSTER, url="cluster+redis://127.0.0.1:{port}"),
        "The Redis cluster is down",
    ),
    "a database of a cluster": (
        plain(*CLUSTER, url="cluster+redis://127.0.0.1:{port}/3"),
        "only one database",
    ),
    "a database of a node": (
        plain(*CLUSTER, url="redis://127.0.0.1:{port}/3"),
        "number of a database|only one",
    ),
    "as many as may be": (crowded, "as many connections as it may have|hangs up at once.* maxclients"),
    "it loads": (loading, "still loading its data"),
    "it can't save": (unwritable, "can't write to its disk"),
    "without a primary": (orphan, "has lost its primary"),
    "protected": (
        answering(b"-DENIED Redis is running in protected mode because protected mode is enabled.\r\n"),
        "in protected mode: without a password",
    ),
    "a web server": (answering(b"HTTP/1.1 400 Bad Request\r\n\r\n"), "is no Redis"),
    "a shell": (answering(b"SSH-2.0-OpenSSH_9.2\r\n"), "is no Redis"),
    "what hangs up": (answering(b""), "hangs up at once"),
    "what is silent": (answering(b"", hang_up=False), "does not answer in time"),
    "what repeats all": (
        answering(f"-ERR I do not like {QUOTED} nor redis://:{SECRET}@host\r\n".encode()),
        "Redis can't be used",
    ),
    "nobody": (nowhere("redis://127.0.0.1:{port}"), "Nothing listens at 127.0.0.1:"),
    "nobody in a cluster": (nowhere("cluster+redis://127.0.0.1:{port}"), "Nothing listens at 127.0.0.1:"),
    "no such host": (
        nowhere(f"redis://:{QUOTED}@nobody.invalid:{{port}}"),
        "host of nobody.invalid:.* can't be found",
    ),
    "no such socket": (nowhere("unix://{folder}/nobody"), "There is no .*/nobody\\."),
    "TLS where there is none": (
        plain(url="rediss://127.0.0.1:{port}"),
        "begin REDIS with redis:// instead of rediss",
    ),
    "no TLS where there is": (tls(f"redis://:{QUOTED}@127.0.0.1:{{port}}"), "begin REDIS with rediss://"),
    "an unknown issuer": (tls("rediss://127.0.0.1:{port}"), "can't be trusted.*ssl_ca_certs="),
    "another's certificate": (
        tls("rediss://127.0.0.1:{port}?ssl_ca_certs={ca}", "DNS:tables.example"),
        "for another name",
    ),
    "a certificate of clients": (
        tls("rediss://127.0.0.1:{port}?ssl_ca_certs={ca}", of_clients=True),
        # A server that closes at once may reset the connection before its reason arrives.
        "asks for a certificate of its clients|hangs up at once.*ssl_certfile",
    ),
    "no file of issuers": (
        tls("rediss://127.0.0.1:{port}?ssl_ca_certs=/nowhere/ca.pem"),
        "ssl_ca_certs names can't be",
    ),
    "no sentinel": (
        nowhere(f"redis+sentinel://:{QUOTED}@127.0.0.1:{{port}}/tables?sentinel_password={QUOTED}"),
        "No sentinel in REDIS can be asked",
    ),
    "another service": (
        sentinels(f"redis+sentinel://:{QUOTED}@127.0.0.1:{{port}}/club"),
        "knows a primary of this service",
    ),
    "sentinels with a password": (
        sentinels("redis+sentinel://127.0.0.1:{port}/tables", "requirepass another"),
        "sentinels in REDIS ask for a password",
    ),
}
"""Problems that stop a hub at its start, and the messages."""

SILENT: Final = ("[what is silent]", "[TLS where there is none]", "[rediss]")
"""Cases in which the other end never answers, so every command waits in vain."""

ANSWER_WAIT_S, SILENT_WAIT_S = 30.0, 0.5

COMMANDS: Final = ("serve", "play", "doctor", "admin", "export", "import")


@pytest.fixture(autouse=True)
def settings(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("BOT_KEY", "ADMIN_KEY"):
        monkeypatch.setenv(name, free(name))
    for name, value in {"METRICS": f"127.0.0.1:{free_port()}", "PORT": "0", "REDIS": ""}.items():
        monkeypatch.setenv(name, value)
    wait_s = SILENT_WAIT_S if request.node.name.endswith(SILENT) else ANSWER_WAIT_S
    monkeypatch.setattr(
        clients,
        "CONNECTION_SETTINGS",
        {**clients.CONNECTION_SETTINGS, "socket_timeout": wait_s, "socket_connect_timeout": wait_s},
    )
    monkeypatch.setattr(pipeline, "MAX_RETRY_PAUSE_S", pipeline.MIN_RETRY_PAUSE_S)


class Said:
    """The output of a command, and its exit status."""

    def __init__(
        self, folder: Path, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
    ) -> None:
        self._capsys, self._caplog, self._folder = capsys, caplog, folder
        with Writer(folder / "tables") as writer:
            writer.record("group", "club", 60_000, [[b"name", b"Club"]])

    def by(self, command: str) -> tuple[int, str, str]:
        """The status, the standard output, and all lines that were printed elsewhere."""
        words = {
            "admin": ["admin", "hubs"],
            "export": ["export", str(self._folder / "copy"), "--live"],
            "import": ["import", str(self._folder / "tables")],
        }
        self._caplog.clear()
        status = main(words.get(command, [command]))
        out, err = self._capsys.readouterr()
        for secret in (*PARTS, free("BOT_KEY"), free("ADMIN_KEY")):
            assert secret not in out + err + self._caplog.text, (command, secret)
        assert "Traceback" not in out + err + self._caplog.text, command
        return status, out, err


@pytest.fixture
def said(tmp_path: Path, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture) -> Said:
    caplog.set_level(logging.DEBUG, "server")
    return Said(tmp_path, capsys, caplog)


RIGHTS: Final = [name for name, (at, _) in STOPS.items() if at.__qualname__.startswith("user.")]
"""Cases that do not stop a command that needs fewer rights than a hub."""


@pytest.mark.parametrize("case", STOPS)
def test_it_is_said_in_one_line_what_is_missing(
    case: str, tmp_path: Path, said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    at, wanted = STOPS[case]
    with at(tmp_path) as url:
        monkeypatch.setenv("REDIS", url)
        for command in COMMANDS:
            status, out, err = said.by(command)
            if command == "doctor":
                lines = re.findall(r"(?m)^WRONG +(.*\n.*)", out)
                line = " ".join(
                    next((it for it in lines if re.search(wanted, " ".join(it.split()))), "").split()
                )
                assert status == 1 and re.search(wanted, line), (command, out, err)
            elif status == 0:
                assert case in (*RIGHTS, "a command renamed", "a node of a cluster"), command
                assert command in ("admin", "export", "import"), "less is needed for these"
            else:
                assert re.fullmatch(r"stammtisch: .+\n", err), (command, out, err)
                if command in ("serve", "play") or case not in RIGHTS:
                    assert re.search(wanted, err), (command, err)


MARKS: Final = (*"#/?@:%[]\\^`{|},; ", "é℀", "%zz", "?a=b&", "/0?", "0/")


@pytest.mark.parametrize("kind", ["redis", "rediss", "cluster+redis", "redis+sentinel", "unix"])
def test_no_part_of_a_password_that_is_not_quoted_is_said(
    kind: str, said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This holds for every such character at any place: the password is used as it is, or refused."""
    end = {"redis+sentinel": "/tables", "unix": "/nowhere/redis.sock"}.get(kind, "/0")
    place = "" if kind == "unix" else f"127.0.0.1:{free_port()}"
    for at in MARKS:
        whole = f":Tulpe{at}Quitte"
        for account in (whole, whole[1:], f"{whole[1:]}:", f":{at}Tulpe", f":1234{at}Tulpe"):
            url = f"{kind}://{account}@{place}{end}"
            with pytest.raises((ValueError, clients.StoreAway)) as refused:
                asyncio.run(redis_permissions.reach(url))
            text = str(refused.value)
            assert not any(part in text for part in (*PARTS, "1234")) and "\n" not in text, (url, text)
            if account == whole:
                monkeypatch.setenv("REDIS", url)
                status, _, err = said.by("admin")
                assert status == 1 and re.fullmatch(r"stammtisch: .+\n", err), (url, err)


def test_unquoted_characters_are_refused_with_a_hint() -> None:
    for mark in "#/?":
        with pytest.raises(ValueError, match=re.escape(QUOTE)):
            parsed(f"redis://:a{mark}b@host:6379/0")
    found = parsed(f"cluster+rediss://us%40er:{QUOTED}@a:1,[::1]/0?cluster=1&x=y")
    assert (found.user, found.password) == ("us@er", SECRET)
    assert (found.places, found.cluster, found.scheme) == ([("a", 1), ("::1", 6379)], True, "rediss")
    assert f":{QUOTED}@" in found.plain()


def test_a_password_is_used_as_it_is_on_a_socket_and_on_a_port(tmp_path: Path) -> None:
    """It contains every character that has a meaning in an address."""
    words = ("--requirepass", SECRET, "--unixsocket", str(tmp_path / "socket"))
    with server(tmp_path / "redis", *words) as machine:
        for url in (
            f"unix://:{QUOTED}@{tmp_path}/socket?db=1",
            f"redis://:{QUOTED}@127.0.0.1:{machine.port}/1",
        ):
            asyncio.run(redis_permissions.reach(url))
            asyncio.run(redis_permissions.may_serve(url))


GOES: Final[dict[str, tuple[At, str]]] = {
    "no INFO and no CONFIG": (user(*ALL, "-info", "-config"), "ACL SETUSER club \\+info"),
    "a replica": (replica, "is a replica"),
    "full": (told("CONFIG SET maxmemory 1"), "is full"),
    "too few replicas": (told("CONFIG SET min-replicas-to-write 1"), "fewer replicas"),
}
"""Problems that pass without action, or only restrict the doctor: hubs start and wait."""


@pytest.mark.parametrize("case", GOES)
def test_temporary_problems_keep_no_hub_from_starting(
    case: str, tmp_path: Path, said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    at, wanted = GOES[case]
    with at(tmp_path) as url:
        monkeypatch.setenv("REDIS", url)
        asyncio.run(redis_permissions.may_serve(url))
        status, out, _ = said.by("doctor")
        lines = [" ".join(it.split()) for it in re.findall(r"(?m)^WRONG +(.*\n.*)", out)]
        assert status == 1 and any(re.search(wanted, line) for line in lines), out
        assert "can't be reached" not in out
        status, _, err = said.by("import")
        wanted = "^$" if case.startswith("no INFO") else rf"^stammtisch: .*{wanted}.*\n$"
        assert re.search(wanted, err) and bool(err) == bool(status), err


def test_a_socket_that_this_user_may_not_open() -> None:
    denied = RedisConnectionError("Error 13 connecting to unix:///run/redis.sock. Permission denied.")
    denied.__cause__ = PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    assert refusal(denied).what == "This user may not open /run/redis.sock."
    assert "unixsocketperm" in refusal(denied).mend


def test_every_command_of_a_hub_is_tried() -> None:
    """Otherwise a missing right to one of them would be noticed only when a table waits."""
    used = set[str]()
    for file in [*Path("server/store").glob("*.py"), *Path("server/store/lua").glob("*.lua")]:
        if file.name in (
            "migration.py",
            "checkup.py",
            "durability.py",
            "readonly.py",
            "copies.py",
            "cluster.py",
        ):
            continue
        text = file.read_text()
        used |= set(re.findall(r"redis\.p?call\('(\w+)'", text))
        used |= set(re.findall(r"\.send\(\s*\[?\(?\"([A-Z]+)\"", text))
    tried = {words.split()[0] for words in redis_permissions.TRIED}
    assert used <= tried, used - tried
    assert tried - used <= {"EVAL", "EVALSHA", "TIME", "PING", "PUBLISH"}, "what no hub uses is not asked for"
