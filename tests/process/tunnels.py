"""Servers with a stand-in for a tunnel, and what it needs."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from server.admin.service import Admin
from server.store.admin_records import admin_records_at
from tests.waiting import within

from ..proc import children, command
from .playing import Playing

STAND_IN = Path(__file__).parent / "stand_in_tunnel.py"

PUBLIC = "Everybody can open it at"

NEEDS_OPENSSL = pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl makes the certificate")


def certificate_in(folder: Path) -> Path:
    """A certificate for this machine, with its key, in a new file."""
    key, file = folder / "key", folder / "certificate"
    made = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=localhost"
    names = "subjectAltName=DNS:localhost,IP:127.0.0.1"
    words = [*made.split(), "-addext", names, "-keyout", str(key), "-out", str(file)]
    subprocess.run(words, check=True, capture_output=True)
    file.write_text(file.read_text() + key.read_text())
    return file


def stand_in(how: str, certificate: Path) -> dict[str, str]:
    """The environment of a server with this tunnel."""
    words = [sys.executable, str(STAND_IN), how, "{port}", str(certificate)]
    return {"SHARE": shlex.join(words), "SSL_CERT_FILE": str(certificate)}


def installed(name: str, folder: Path, certificate: Path, at: int) -> dict[str, str]:
    """The environment of a server on a machine where this tunnel is installed in the new folder, which leads
    from this port."""
    folder.mkdir()
    words = shlex.join([sys.executable, str(STAND_IN), "proxy"])
    script = folder / name
    script.write_text(f'#!/bin/sh\nexec {words} "${{6##*:}}" {shlex.quote(str(certificate))} {at}\n')
    script.chmod(0o755)
    path = f"{folder}:{os.environ['PATH']}"
    return {"PATH": path, "SHARE_AT": f"https://localhost:{at}", "SSL_CERT_FILE": str(certificate)}


async def printed(it: Playing, text: str) -> str:
    """What it prints behind this text, on a line that is still to come."""
    async with within(lambda: f"{text!r} is printed:\n" + "\n".join(it.lines)):
        while text not in await it.line():
            pass
    return it.lines[-1].partition(text)[2].strip()


def tunnels(it: Playing) -> list[int]:
    """The stand-ins that it runs."""
    return [pid for pid in children(it.process.pid) if STAND_IN.name in command(pid)]


async def seen_at(data: Path, name: str) -> list[str]:
    """The addresses that hubs see of the people of this name."""
    async with admin_records_at(f"unix://{data}/redis.sock") as records:
        found = await Admin(records, "a test", unused, unused).find(name)
        return [it["address"] for it in found["guests"]]


async def unused(table: str) -> str:
    raise AssertionError(table)
