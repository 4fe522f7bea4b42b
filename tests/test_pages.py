"""The documentation: links work, named files exist, commands are valid."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from bots.commands.parser import parser as bots_parser
from server.commands import parser as server_parser
from server.commands import undashed
from server.settings.config import read
from tests import pictures
from tests.bench.__main__ import arguments as bench_arguments

ROOT: Final = Path(__file__).parents[1]
DOCS: Final = sorted(path for path in (ROOT / "docs").rglob("*.md") if path.parent.name != "rules")
PAGES: Final = [ROOT / "README.md", ROOT / "CHANGELOG.md", *DOCS]
LINKING: Final = [*PAGES, *(ROOT / folder / "README.md" for folder in ("bots", "protocol", "lint"))]

README_LIMIT_BYTES: Final = 9_000


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


# -- commands --------------------------------------------------------------------------------------


class Line(NamedTuple):
    """A line of a code block, without the explanation at its end."""

    page: str
    text: str


CONFIGURATION: Final = {
    "location ": "tests/admin/test_advice.py starts nginx with it",
    "tables.example.org": "tests/admin/test_advice.py starts Caddy with it",
    "example.org": "tests/admin/test_advice.py starts Caddy with it",
    "thresholds = ": "tests/bots/load/test_thresholds.py reads it",
    "[project.entry-points": "tests/outside.py installs packages with such entry points",
    "FROM stammtisch": "the instructions are those of the Dockerfile; tests/deploy/image.py runs it",
    "ACL SETUSER ": "tests/admin/test_advice.py gives a user of Redis these rights",
}
"""How blocks begin that are no commands, and the tests that use them."""

UNTRIED: Final = {
    "export BOT_KEY=": "sets a variable; tests/deploy/test_compose.py reads what it is for",
    "docker compose up": "needs Docker; tests/deploy/test_compose.py reads the file",
    "docker compose exec hub hostname": "needs Docker and a running cluster",
    "kubectl exec deploy/hub -- sh ": "needs Kubernetes; tests/admin/test_backup.py runs what it runs inside",
    "kubectl port-forward": "needs Kubernetes; tests/deploy/test_deploy.py compares the port",
    "pipx install .": "needs pipx; tests/deploy/test_package.py installs the package",
    "pipx install --force .": "needs pipx; tests/deploy/test_package.py installs the package",
    "uv tool install .": "needs uv; tests/deploy/test_package.py installs the package",
    "pip install -e .": "needs an environment; tests/authoring/test_first_game.py makes one",
    "cd harvest": "a folder that tests/authoring/test_first_game.py makes",
    "pip install .": "needs an environment; tests/deploy/test_package.py installs the package",
    "umask 022": "lets the service read what root installs; tests/deploy/test_deploy.py compares the file",
    "python3 -m venv /opt/stammtisch": "needs root; tests/deploy/test_package.py does it elsewhere",
    "/opt/stammtisch/bin/pip install": "needs root; tests/deploy/test_package.py does it elsewhere",
    "pip install --target games ": "needs a package; tests/deploy/image.py lays one there",
    "GAMES=./games docker compose up": "needs Docker; tests/deploy/test_image.py reads the file",
    "systemctl reload ": "needs root and systemd",
    "cd deploy/systemd": "a folder that tests/deploy/test_deploy.py reads",
    "install -m ": "needs root; tests/deploy/test_deploy.py compares the files",
    "install -D -m ": "needs root; tests/deploy/test_deploy.py compares the files",
    "systemd-sysusers": "needs root and systemd",
    "sudo systemd-run": "needs root and systemd; tests/deploy/test_deploy.py compares the words",
}
"""How commands begin that no test runs, and why."""

PROGRAMS: Final = {
    "docs/bots.md": "tests/bots/outside/test_seat.py",
    "docs/environment.md": "tests/bots/env/test_page.py",
    "docs/first-game.md": "tests/authoring/test_first_game.py",
}
"""Pages with programs in Python, and the tests that run all of them."""

RUN: Final = (
    "python -m server scene ",
    "python -m tests.settings.page",
    "python -m tests.protocol.typescript",
)
"""How cheap commands begin that this test runs."""


FENCED: Final = re.compile(r"(?ms)^```(\w*)\n(.*?)^```")

EDITS: Final = ("diff", "python")
"""Blocks that are no commands: changes of files, which tests/authoring/test_first_game.py carries out."""

GROUPS: Final = ("python -m server", "python -m bots", "stammtisch bots")
"""Names of all commands of a package, in sentences."""


@cache
def blocks() -> list[tuple[str, list[str]]]:
    """All code blocks of the pages, each with its page: indented by four spaces, or fenced; continued lines
    are joined. Python programs have tests of their own (`PROGRAMS`)."""
    found = []
    for path in PAGES:
        text = path.read_text(encoding="utf-8")
        fenced = [body for kind, body in FENCED.findall(text) if kind not in EDITS]
        indented = re.findall(r"(?m)(?:(?<=\n\n)|\A)((?: {4,}\S.*\n|\n(?= {4,}\S))+)", text)
        for block in [*fenced, *indented]:
            lines = block.replace("\\\n", " ").splitlines()
            found.append((name(path), [line for line in map(str.strip, lines) if line]))
    return found


@cache
def commands() -> list[Line]:
    """Every line that is a command."""
    return [
        Line(page, re.split(r"\s{2,}(?!-)|\s+# ", re.sub(r"\s{3,}--working", " --working", line))[0])
        for page, lines in blocks()
        if not lines[0].startswith(tuple(CONFIGURATION))
        for line in lines
    ]


@cache
def inline() -> list[Line]:
    """Commands in sentences. The page of benchmarks is generated and shortens commands."""
    spans = r"`((?:[A-Z_]+=\S+ )*(?:make|python -m|stammtisch) [^`]+)`"
    pages = [path for path in PAGES if path.parent.name != "benchmarks"]
    found = {
        (name(path), text) for path in pages for text in re.findall(spans, path.read_text(encoding="utf-8"))
    }
    return [Line(page, " ".join(text.split())) for page, text in sorted(found) if text not in GROUPS]


def understood(text: str) -> None:
    """Raises AssertionError or SystemExit for an invalid command."""
    inner = re.search(r"(?:(?<=hub )|(?<=-- ))(?:python|stammtisch) .*", text)
    words = shlex.split(re.sub(r"\$\(.*?\)|[<>] ?\S+$", "x", inner[0] if inner else text).removesuffix(" x"))
    given = dict(word.split("=", 1) for word in words[:1] if re.match(r"[A-Z_]+=", words[0]))
    while words and (found := re.match(r"([A-Z_]+)=(.*)", words[0])):
        given[found[1]] = found[2]
        del words[0]
    read({variable: value for variable, value in given.items() if variable != "SERVER"})
    words = ["santiago" if word in ("GAME", "harvest") else word for word in words]  # any game
    if words[0] == "make":
        done = subprocess.run(["make", "-n", *words[1:]], cwd=ROOT, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return
    if words[0] == "stammtisch":
        package = "bots" if words[1] in ("bots", "load", "conform") else "server"
        words = ["python", "-m", package, *words[2 if words[1] == "bots" else 1 :]]
    assert words[:2] == ["python", "-m"], f"no test knows what to do with: {text}"
    parsers: dict[str, Callable[[list[str]], object]] = {
        "server": lambda rest: server_parser().parse_args(undashed(rest)),
        "bots": lambda rest: bots_parser().parse_args(rest),
        "tests.bench": lambda rest: bench_arguments().parse_args(rest),
    }
    if words[2] in parsers:
        parsers[words[2]](words[3:])
    else:
        assert find_spec(words[2]), words[2]


@pytest.mark.parametrize("line", [*commands(), *inline()], ids=lambda line: f"{line.page}: {line.text}")
def test_a_command_is_understood(line: Line) -> None:
    if line.text.startswith(tuple(UNTRIED)):
        return
    try:
        understood(line.text)
    except SystemExit as end:
        assert not end.code, line.text  # 0 for --help and --version


def test_there_are_commands_and_a_wrong_one_is_noticed() -> None:
    assert len(commands()) > 60 and {line.page for line in commands()} >= {"README.md", "docs/hosting.md"}
    for wrong in (
        "python -m server doktor",
        "python -m server admin close",
        "python -m bots load --tabels 3",
        "stammtisch doktor",
        "stammtisch load --tabels 3",
        "stammtisch bots areana",
        "python -m bots arena machi_koro --gamse 4",
        "python -m server.nothing",
        "make nothing",
        "docker run x",
        "PORT=many make play",
        "docker compose exec hub python -m server doctor --on x",
    ):
        with pytest.raises((AssertionError, SystemExit, ValueError)):
            understood(wrong)


@pytest.mark.parametrize("begin", [*UNTRIED, *CONFIGURATION, *RUN])
def test_every_exception_is_used(begin: str) -> None:
    assert [it for _, lines in blocks() for it in lines if it.startswith(begin)]


def test_programs_are_on_pages_whose_tests_run_them() -> None:
    having = {name(path) for path in PAGES if "```python" in path.read_text(encoding="utf-8")}
    assert having == PROGRAMS.keys() and all((ROOT / test).exists() for test in PROGRAMS.values())


@pytest.mark.parametrize("why", sorted({*UNTRIED.values(), *CONFIGURATION.values()}))
def test_the_tests_that_exceptions_name_are_there(why: str) -> None:
    for path in re.findall(r"tests/\S+\.py", why):
        assert (ROOT / path).exists()


def test_cheap_commands_really_run(tmp_path: Path) -> None:
    """They run one after the other in a temporary folder and write nothing into the repository."""
    for folder in ("lint/types", "protocol/clients/typescript/src"):
        (tmp_path / folder).mkdir(parents=True)
    for line in [it.text for it in commands() if it.text.startswith(RUN)]:
        done = subprocess.run(
            ["sh", "-euc", line.replace("python", shlex.quote(sys.executable), 1)],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, line + done.stderr
    assert (tmp_path / "mine.toml").stat().st_size > 100


# -- links and names -------------------------------------------------------------------------------


def links(text: str) -> Iterator[str]:
    plain = re.sub(r"(?ms)^```.*?^```|`[^`]*`", "", text)
    yield from re.findall(r"\]\(([^)\s]+)\)", plain)
    yield from re.findall(r'src="([^"]+)"', plain)


@cache
def anchors(path: Path) -> set[str]:
    """The anchors of a page, made of its headings."""
    heads = re.findall(r"(?m)^#+ (.*)$", path.read_text(encoding="utf-8"))
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


def leads_nowhere(page: Path, target: str) -> bool:
    if re.match(r"\w+://", target):
        return False
    file, _, anchor = target.partition("#")
    path = (page.parent / file).resolve() if file else page
    return not path.exists() or bool(anchor and path.suffix == ".md" and anchor not in anchors(path))


@pytest.mark.parametrize("page", LINKING, ids=name)
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert [target for target in links(text) if leads_nowhere(page, target)] == []


def test_a_link_that_leads_nowhere_is_noticed() -> None:
    page = ROOT / "README.md"
    assert leads_nowhere(page, "docs/nothing.md") and leads_nowhere(page, "docs/hosting.md#nothing")
    assert not leads_nowhere(page, "docs/hosting.md#backup") and not leads_nowhere(page, "#play")


PLACE: Final = re.compile(
    r"`((?:[\w.<>*-]+/)+(?:[\w.<>*-]+\.(?:py|js|css|lua|json|toml|md|yml|env|txt|svg))?)`"
)
"""A file or a folder of the repository in a text. `<game>` stands for any game."""

ELSEWHERE: Final = ("texts/", "lessons/", "puzzles/", "examples/", "positions/", "web/")
"""How places begin that are relative to a game's folder, or to that of an outside package."""


NEW_GAME: Final = "harvest/"
"""How places in the package of a new game begin, on the page about it."""

SUFFIXES: Final = (".py", ".js", ".json")


def missing(text: str) -> list[str]:
    """The places in a text that do not exist."""
    found = []
    for place in PLACE.findall(text):
        pattern = re.sub(r"<\w+>", "*", place).rstrip("/")
        folder = "server/games/*/" if place.startswith(ELSEWHERE) else ""
        if place.startswith(NEW_GAME):
            folder = "server/authoring/template/GAME_NAME/"
            pattern = pattern.removeprefix(NEW_GAME) + (".tmpl" if pattern.endswith(SUFFIXES) else "")
        if place.startswith("web/"):
            folder = "tests/packages/*/*/"
        if not any(ROOT.glob(folder + pattern)):
            found.append(place)
    return found


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_files_that_a_page_names_are_there(page: Path) -> None:
    assert missing(page.read_text(encoding="utf-8")) == []


def test_a_name_that_is_gone_is_noticed() -> None:
    assert missing("`server/hub/gone.py` `server/hub/` `server/games/<game>/flow.py`") == [
        "server/hub/gone.py"
    ]


# -- the pages as a book ---------------------------------------------------------------------------


def test_the_readme_is_short() -> None:
    assert (ROOT / "README.md").stat().st_size <= README_LIMIT_BYTES


@pytest.mark.parametrize("page", DOCS, ids=name)
def test_a_page_begins_with_what_it_answers(page: Path) -> None:
    assert re.match(r"# .+\n\nThis page answers: [^.]+\?", page.read_text(encoding="utf-8"))


def test_the_index_has_every_page() -> None:
    index = ROOT / "docs" / "README.md"
    linked = {(index.parent / target).resolve() for target in links(index.read_text(encoding="utf-8"))}
    rules = {path for path in (ROOT / "docs/rules").glob("*.md") if not path.stem.endswith("-cards")}
    assert {*DOCS, *rules} - {index} <= linked


# -- pictures --------------------------------------------------------------------------------------


def test_the_picture_of_the_rooms_is_as_the_code_imports() -> None:
    drawn = pictures.draw(pictures.rooms())
    assert pictures.ROOMS.read_text(encoding="utf-8") == drawn, "python -m tests.pictures draws it"
    assert ">live<" in drawn and "live imports people" in drawn


def test_the_picture_of_a_move_names_modules_that_are_there() -> None:
    text = (pictures.FOLDER / "move.svg").read_text(encoding="utf-8")
    named = re.findall(r">([\w/]+\.(?:py|lua))<", text)
    assert len(named) > 15 and [it for it in named if not (ROOT / "server" / it).exists()] == []
