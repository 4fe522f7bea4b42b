"""A server with bots, for clients and bots in other languages."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import protocol
from bots.hub_process import OwnServer
from tests.built import with_tools

from ..conftest import BOT_KEY


@pytest.fixture(scope="module")
def house(server: OwnServer) -> Iterator[OwnServer]:
    """The server, and a process that fills its seats."""
    command = [sys.executable, "-m", "bots", "fill", "--server", server.url, "--pause", "0", "0"]
    with subprocess.Popen(command, env={**os.environ, "BOT_KEY": BOT_KEY}, stdout=subprocess.DEVNULL) as bots:
        yield server
        bots.terminate()


@pytest.fixture(scope="session")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the packages of the clients, built by the repository's command."""
    folder = tmp_path_factory.mktemp("clients")
    with_tools()
    words = "make", "--silent", "-o", "lint-node", "clients", f"COPY={folder}/copy", f"DIST={folder}/dist"
    root = Path(protocol.__file__).parents[1]
    made = subprocess.run(words, cwd=root, capture_output=True, text=True)
    assert made.returncode == 0, made.stdout + made.stderr
    return folder / "dist"


@pytest.fixture(scope="session")
def wheel(packages: Path) -> Path:
    """The client in Python."""
    (found,) = packages.glob("*.whl")
    return found
