"""The checks of the page's modules are what they claim: pinned versions, and types made from the current
protocol."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from server.authoring.walks import Walk, draw_deal
from tests.games.engines import ENGINES
from tests.protocol.typescript import declarations

ROOT = Path(__file__).parents[2]
LINT = ROOT / "lint"
LOCK = json.loads((LINT / "package-lock.json").read_text())


def test_documents_and_frames_are_declared_as_they_are() -> None:
    assert (LINT / "types/protocol.d.ts").read_text() == declarations()


def test_the_lock_names_no_host_and_has_every_hash() -> None:
    packages = {name: package for name, package in LOCK["packages"].items() if name}
    assert len(packages) > 20
    assert not [name for name, package in packages.items() if "resolved" in package or "link" in package]
    assert all(package["integrity"].startswith("sha512-") for package in packages.values())


def test_the_libraries_types_are_of_the_versions_that_are_served() -> None:
    wanted = json.loads((LINT / "package.json").read_text())["devDependencies"]
    read_me = (ROOT / "server/web/vendor/README.md").read_text()
    rows = re.findall(r"^\| `\w.*?\.mjs` \| (\S+) (\d+\.\d+\.\d+),", read_me, re.MULTILINE)
    served = dict(rows)
    # Signals' own types include those of their core.
    assert (
        served.pop("@preact/signals-core") == LOCK["packages"]["node_modules/@preact/signals-core"]["version"]
    )
    # The used part of this library is declared beside it.
    assert served.pop("lean-qr") and (ROOT / "server/web/vendor/qr.d.mts").exists()
    assert served.items() <= wanted.items() and len(served) == 4


def test_every_module_of_the_page_is_held_to_all_rules() -> None:
    said = subprocess.run(
        ["make", "-n", "lint-js"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    assert re.search(r"eslint\.config\.js server/web$", said, re.MULTILINE)
    assert re.search(r"tsc --project lint$", said, re.MULTILINE)
    compiler = json.loads((LINT / "tsconfig.json").read_text())
    assert compiler["compilerOptions"]["strict"] and compiler["compilerOptions"]["checkJs"]
    assert compiler["include"] == ["../server/web", "types"] and compiler["exclude"] == [
        "../server/web/vendor"
    ]
    own = [path for path in (ROOT / "server/web").rglob("*.js") if "vendor" not in path.parts]
    assert len(own) > 100
    excepted = re.compile(r"@ts-(ignore|nocheck|expect-error)|eslint-disable")
    assert not [path for path in own if excepted.search(path.read_text())]


# -- what games tell their boards ------------------------------------------------------------------

GAMES = 3
"""Random games of each."""
SAMPLED = 20
"""One question in this many is sampled."""


def told(name: str) -> Iterator[tuple[str, Any]]:
    """Samples of the documents of random games, by kind of document."""
    for number in range(GAMES):
        walk = Walk(draw_deal(name, number))
        while walk.asks and len(walk.history) < 10 * SAMPLED:
            if len(walk.history) % SAMPLED == 0:
                yield from documents(walk)
            walk.choose(*walk.pick())
        yield from documents(walk)


def documents(walk: Walk) -> Iterator[tuple[str, Any]]:
    """The public view, each seat's view, the hints of the asked seats, and those of a watcher."""
    engine, game = walk.engine, walk.game
    yield "Game", engine.public(game)
    for seat in walk.question().seats:
        yield "Mine", engine.private(game, seat)
    for ask in walk.asks:
        yield "Hints", engine.hints(game, ask.seat, ask)
    yield "Hints", engine.hints(game, None, None)


@pytest.mark.timeout(900)
def test_declared_types_match_the_engines_views(tmp_path: Path) -> None:
    declared = {name: LINT / f"types/{name}.d.ts" for name in ENGINES}
    for name, file in declared.items():
        if not file.exists():
            continue
        namespace = re.search(r"declare namespace (\w+)", file.read_text())
        assert namespace is not None
        rows = [f"{namespace[1]}.{kind} = {json.dumps(row)}" for kind, row in told(name)]
        samples = [f"export const _{n}: {row};\n" for n, row in enumerate(rows)]
        (tmp_path / f"{name}.ts").write_text("".join(samples))
    found = types_of(tmp_path)
    assert not found, found[:2000]


def types_of(folder: Path) -> str:
    """TypeScript's messages about the samples in a folder."""
    config = {
        "extends": str(LINT / "tsconfig.json"),
        "compilerOptions": {"checkJs": False},
        "include": [str(folder), str(LINT / "types")],
    }
    (folder / "tsconfig.json").write_text(json.dumps(config))
    subprocess.run([ROOT / ".ci/node"], cwd=ROOT, check=True, timeout=600)
    tools = ROOT / ".venv/js"
    compiler = [str(tools / "node"), str(tools / "node_modules/typescript/bin/tsc"), "-p", str(folder)]
    run: subprocess.CompletedProcess[str] = subprocess.run(
        compiler, capture_output=True, text=True, timeout=600
    )
    return run.stdout


def test_what_is_being_typed_is_kept_when_a_page_is_drawn_meanwhile() -> None:
    """A drawn `value` replaces what was typed. So a field has `defaultValue`, or follows each key."""
    fields, lost = 0, list[str]()
    for file in sorted((ROOT / "server/web").rglob("*.js")):
        for tag in re.findall(r"<(?:input|textarea)\b.*?/>", file.read_text(encoding="utf-8"), re.DOTALL):
            typed = re.search(r'type="([a-z-]+)"', tag)
            if (typed and typed[1] in ("radio", "checkbox", "file", "range")) or "readonly" in tag:
                continue
            fields += 1
            if re.search(r"\bvalue=\$", tag) and "onInput" not in tag:
                lost.append(f"{file.name}: {tag}")
    assert fields > 10 and lost == []
