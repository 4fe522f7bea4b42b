"""A tunnel is opened, tried, opened again when it ends, and ended with the server, whatever it does."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path

import pytest

from server.process.tunnel import LAST_LINES, MAX_SHOWN_CHARS, Output, Tunnel
from server.process.tunnel_plan import TunnelPlan
from tests.waiting import LIMIT, until

from ..proc import alive

SECONDS = LIMIT
"""The time limit of an address that is to be found."""


class Clock:
    """The clock of tunnels, which the test sets: their programs may take long to start."""

    now = 0.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    it = Clock()
    monkeypatch.setattr("server.process.tunnel.time", it)
    return it


class Trial:
    """A tunnel whose command is a Python program, and what it has told."""

    def __init__(self, program: str, limit_s: float = SECONDS, wrong: dict[str, str] | None = None) -> None:
        """`wrong`: what keeps people from playing, by address."""
        self.lines: list[str] = []
        self.opened: list[str] = []
        self.asked: list[str] = []
        self.wrong = wrong or {}
        plan = TunnelPlan("stand-in", [sys.executable, "-c", program], advice="Do this.")
        self.tunnel = Tunnel(plan, self._check, self.lines.append, self.opened.append, limit_s, 0.01)

    async def _check(self, address: str) -> Sequence[str]:
        self.asked.append(address)
        return [self.wrong[address]] if address in self.wrong else []

    async def told(self) -> str:
        """The first line that it says."""
        await until(lambda: self.lines)
        return self.lines[0]

    async def printed(self, text: str) -> None:
        """Wait until its program has printed this."""
        await until(lambda: text in self.tunnel._output.last())


Try = Callable[..., Trial]


@pytest.fixture
async def trial() -> AsyncIterator[Try]:
    tried: list[Trial] = []

    def start(program: str, limit_s: float = SECONDS, wrong: dict[str, str] | None = None) -> Trial:
        tried.append(Trial(program, limit_s, wrong))
        tried[-1].tunnel.start()
        return tried[-1]

    yield start
    for it in tried:
        await it.tunnel.close()


def ready(rest: str) -> str:
    """A program that prints an address, and goes on with this."""
    return f"import os, sys, time\nprint('https://one.example', flush=True)\n{rest}"


async def test_a_tunnel_that_prints_nothing_is_told_in_one_line(trial: Try) -> None:
    it = trial("import time; time.sleep(600)", limit_s=0.2)
    line = await it.told()
    assert line.startswith("The tunnel stand-in has printed no public https:// address.")
    assert "Do this. It is tried again." in line and "\n" not in line
    assert it.opened == [] and it.tunnel.address == "" and it.tunnel.running


async def test_a_tunnel_that_ends_at_once_says_its_last_words_once(trial: Try) -> None:
    it = trial("import sys; print('no account\\n\\x1b[31mlog in first'); sys.exit(7)")
    line = await it.told()
    assert line.startswith("The tunnel stand-in has ended (exit status 7). It said: no account / [31mlog in")
    before = it.tunnel
    await asyncio.sleep(0.3)
    assert it.lines == [line] and before.running, "the same is not said again and again"


async def test_a_tunnel_with_an_address_without_tls_is_not_used(trial: Try, clock: Clock) -> None:
    it = trial("import time; print('http://one.example', flush=True); time.sleep(600)")
    await it.printed("http://one.example")
    clock.now += SECONDS + 1
    assert "prints no https:// address, only http://" in await it.told()
    assert it.asked == [] and it.opened == []


@pytest.mark.parametrize(
    "flood",
    [
        "while True: os.write(1, b'x' * 65536)",
        "while True: os.write(1, b'https://no.example/path ' * 4000 + b'\\n')",
        "while True: os.write(1, os.urandom(65536))",
        "for _ in range(16384): os.write(1, bytes(65536))",
    ],
    ids=["one line", "lines", "garbage", "a gigabyte"],
)
async def test_a_flood_of_output_is_not_kept(trial: Try, flood: str) -> None:
    it = trial(f"import os\n{flood}")
    line = await it.told()
    assert "prints too much, and no public address" in line or "has ended" in line
    assert len(line) < LAST_LINES * MAX_SHOWN_CHARS + 300
    assert line.isprintable()


async def test_output_after_the_address_is_read_and_forgotten(trial: Try) -> None:
    it = trial(ready("for _ in range(2048): os.write(1, b'y' * 65536)\nsys.exit(3)"))
    line = await it.told()
    assert it.opened[0] == "https://one.example"
    assert "exit status 3" in line, "it could write all of it"
    assert len(line) < LAST_LINES * MAX_SHOWN_CHARS + 300


def test_only_so_many_addresses_are_tried() -> None:
    output = Output(TunnelPlan("stand-in", ["x"]))
    for n in range(100):
        output.take(f"https://a{n}.example https://a0.example")
    assert output.addresses == [f"https://a{n}.example" for n in range(8)]


async def test_of_several_addresses_the_one_that_leads_here_counts(trial: Try) -> None:
    program = "import time; print('https://docs.example https://two.example', flush=True); time.sleep(600)"
    it = trial(program, wrong={"https://docs.example": "That is another server."})
    await until(lambda: it.opened)
    assert it.opened == ["https://two.example"] == [it.tunnel.address]
    assert it.lines == []


async def test_an_address_that_nobody_gets_through_is_told_and_tried_on(trial: Try, clock: Clock) -> None:
    wrong = {"https://one.example": "No websocket gets through."}
    it = trial(ready("time.sleep(600)"), wrong=wrong)
    await until(lambda: it.asked)
    clock.now += SECONDS + 1
    line = await it.told()
    assert line == (
        "Nobody gets through the tunnel at https://one.example yet. No websocket gets through. Do this."
    )
    assert it.tunnel.address == "" and it.opened == []
    wrong.clear()
    await until(lambda: it.tunnel.address)
    assert it.opened == ["https://one.example"] and it.lines == [line]


async def test_a_tunnel_that_dies_is_opened_again(trial: Try, tmp_path: Path) -> None:
    program = (
        "import os, pathlib, time\n"
        f"folder = pathlib.Path({str(tmp_path)!r})\n"
        "n = len(list(folder.iterdir()))\n"
        "(folder / f'{n} {os.getpid()}').touch()\n"
        "print(f'https://a{n}.example', flush=True)\n"
        "time.sleep(600)\n"
    )
    it = trial(program)
    await until(lambda: it.opened)
    (first,) = tmp_path.iterdir()
    os.kill(int(first.name.split()[1]), 9)
    await until(lambda: len(it.opened) == 2)
    assert it.opened == ["https://a0.example", "https://a1.example"]
    assert it.tunnel.address == "https://a1.example", "each start may have another address"
    assert it.lines[0].startswith("The tunnel stand-in has ended (SIGKILL).")


async def test_a_program_that_is_gone_is_told() -> None:
    lines: list[str] = []

    async def check(address: str) -> Sequence[str]:
        return []

    tunnel = Tunnel(TunnelPlan("gone", ["/nowhere/gone"]), check, lines.append, lines.append, 1.0, 0.01)
    tunnel.start()
    await until(lambda: lines)
    assert lines == ["The tunnel gone can't be started: No such file or directory. It is tried again."]
    await tunnel.close()
    assert not tunnel.running


async def test_a_tunnel_ends_with_all_that_it_has_started(trial: Try, tmp_path: Path) -> None:
    file = tmp_path / "pids"
    rest = (
        "import subprocess\n"
        "helper = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        f"open({str(file)!r}, 'w').write(f'{{os.getpid()}} {{helper.pid}}')\n"
        "time.sleep(600)"
    )
    it = trial(ready(rest))
    await until(lambda: file.exists() and len(file.read_text().split()) == 2 and it.opened)
    pids = [int(pid) for pid in file.read_text().split()]
    assert all(map(alive, pids))
    await it.tunnel.close()
    await until(lambda: not any(map(alive, pids)))
    assert it.tunnel.address == ""


async def test_a_tunnel_gets_none_of_our_secrets(
    trial: Try, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("BOT_KEY", "ADMIN_KEY", "REDIS", "AWS_SECRET_ACCESS_KEY", "SSH_AUTH_SOCK"):
        monkeypatch.setenv(name, f"value-of-{name}")
    file = tmp_path / "environment"
    it = trial(ready(f"open({str(file)!r}, 'w').write(repr(dict(os.environ)))\ntime.sleep(600)"))
    await until(lambda: file.exists() and file.read_text().endswith("}") and it.opened)
    given = file.read_text()
    assert "value-of-SSH_AUTH_SOCK" in given, "ssh finds its keys by it"
    assert given.count("value-of-") == 1
