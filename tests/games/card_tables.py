"""The tables of `docs/rules/<game>-cards.md`: the figures of a game's cards, and the origin of each row.

    python -m tests.games.card_tables [GAME ...]

writes them from `server/games/<game>/cards.json`. The pages contain nothing else.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from server.authoring.engines import texts_of
from server.games import GAMES
from tests.rules import DOCS

from .engines import ENGINES

HEAD = """\
# {title}: figures of the cards

Made by `python -m tests.games.card_tables` from `server/games/{name}/cards.json`. `origin` says where the
figures of a row are from: page = the rule page of the online edition, public = published descriptions,
own = made up for this service because both are silent. `own` lists the fields that are made up in a row
whose other fields are not.
"""
LAST = ("own", "origin")


@cache
def card_file(name: str) -> Any:
    """The tables of a game's card file; none for a game without one."""
    engine: Any = ENGINES[name]
    path = files(engine.__name__) / "cards.json"
    return json.loads(path.read_bytes()) if path.is_file() else {}


def path_of(name: str) -> Path:
    return DOCS / f"{name}-cards.md"


def cell(value: Any) -> str:
    """A value in a table: effects as `type field=value`, lists without brackets."""
    if isinstance(value, dict):
        words = [str(value["type"])] if "type" in value else []
        return " ".join([*words, *(f"{key}={cell(value[key])}" for key in value if key != "type")])
    if isinstance(value, list):
        return (" / " if any(isinstance(one, list) for one in value) else ", ").join(map(cell, value))
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def columns(rows: list[dict[str, Any]]) -> list[str]:
    """The fields of these rows, in the order in which they first appear; the origin comes last."""
    fields = dict.fromkeys(field for row in rows for field in row)
    return [*(field for field in fields if field not in LAST), *(field for field in LAST if field in fields)]


def lines_of(rows: list[dict[str, Any]]) -> Iterator[str]:
    fields = columns(rows)
    yield "| " + " | ".join(fields) + " |"
    yield "|---" * len(fields) + "|"
    for row in rows:
        yield "| " + " | ".join(cell(row.get(field, "")) for field in fields) + " |"


def table_of(name: str) -> str:
    """The whole page of a game."""
    found = [HEAD.format(title=texts_of(ENGINES[name], "en")["name"], name=name)]
    for table, content in card_file(name).items():
        rows = content if isinstance(content, list) else [content]
        if all(isinstance(row, dict) for row in rows):
            found.append("\n".join([f"## {table}", "", *lines_of(rows), ""]))
    return "\n".join(found)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.games.card_tables", description="Tables of cards.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="all of them unless some are named")
    for name in parser.parse_args().games or GAMES:
        path_of(name).write_text(table_of(name), encoding="utf-8")


if __name__ == "__main__":
    main()
