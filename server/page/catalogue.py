"""The files of the page: the client's own, the games' drawing code, and files generated from the games'
data."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any, Final

from server.games import GAMES, PACKAGE
from server.games.catalogue import catalogue, folder
from server.games.lessons import offered
from server.games.puzzles import puzzles

from .made import made
from .page import Built, Page
from .sources import BUILT, WEB
from .static_files import StaticFiles

BOARD_IMPORTS: Final = {
    "anchors.js": "things/anchors.js",
    "arrows.js": "things/arrows.js",
    "board.js": "table/board.js",
    "explain.js": "things/explain.js",
    "explanation.js": "things/explanation.js",
    "faces.js": "core/faces.js",
    "flying.js": "things/flying.js",
    "gametext.js": "core/gametext.js",
    "kit.js": "core/kit.js",
    "lib.js": "core/lib.js",
    "media.js": "core/media.js",
    "roving.js": "things/roving.js",
    "seats.js": "table/seats.js",
    "settings.js": "core/settings.js",
    "text.js": "core/text.js",
    "ui.js": "core/ui.js",
    "why.js": "things/why.js",
}
"""The module names that boards of external packages may import, and the page's modules behind them. Our own
boards import no others."""

DRAWN: Final = {"board": "board.js", "cards": "cards.json", "cover": "cover.svg"}
"""Files that a game may have for the page."""

OFFLINE_MINDS: Final = ["skilled", "casual", "beginner"]
"""The bots that play without a server, the default first: those that need no numpy (`offline/bots.py`)."""

LIES: Final = {name: Path(str(folder(name))) for name in GAMES}
"""The folder of each game's package. An external package has its drawing code in its own folder `web`."""


def page(built: Path = BUILT) -> Page:
    """All files: those of the folders and the generated ones, and the built ones if they are there."""
    folders = {"": WEB, **{f"games/{name}": lies / "web" for name, lies in LIES.items()}}
    aliases = {old: partial(_alias, new) for old, new in BOARD_IMPORTS.items()}
    return Page(StaticFiles(folders, {**made(GAMES), **aliases}), Built.read(built))


def _alias(module: str) -> bytes:
    """A module that re-exports another one."""
    return f'export * from "./{module}";\n'.encode()


PAGE = page()

CARDS = StaticFiles(LIES)
"""The games' folders, served unchanged. Only cards are requested from them."""


def game_row(row: dict[str, Any]) -> dict[str, Any]:
    """A row of the catalogue with the files for the page, the lessons and the number of puzzles."""
    drawn = {kind: f"games/{row['name']}/{file}" in PAGE.files for kind, file in DRAWN.items()}
    return {**row, **drawn, "lessons": offered(row["name"]), "puzzles": len(puzzles(row["name"]))}


def offline_rows() -> list[dict[str, Any]]:
    """The catalogue of the page that plays without a server; it has our own games alone."""
    rows = (game_row(row) for row in catalogue() if row["name"] not in PACKAGE)
    return [{**row, "minds": OFFLINE_MINDS, "called": {}} for row in rows]
