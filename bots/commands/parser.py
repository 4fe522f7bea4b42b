"""The parser of `python -m bots`."""

from __future__ import annotations

import sys
from importlib.util import find_spec

from server.starting import CommandParser, called
from server.version import VERSION

from ..load.run import command as command_load
from ..mind import MindFailed
from . import analyse, arena, conform, fair, fill, fit, limit, record, riddles, seat, train

NEEDED = {"load": ("hdrh", "hdrhistogram"), "record": ("pyarrow", "pyarrow")}
"""By command: the module and the package that only this command needs. An extra of its name installs it."""


def parser() -> CommandParser:
    """The commands and their arguments."""
    top = CommandParser(
        prog="python -m bots",
        description="Bots, and tools that measure servers and bots. Each command has more help.",
    )
    top.add_argument("--version", action="version", version=f"stammtisch {VERSION}")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for command in (
        fill,
        seat,
        command_load,
        arena,
        train,
        fit,
        limit,
        fair,
        analyse,
        riddles,
        record,
        conform,
    ):
        command.add(commands)
    return top


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return its exit status, 0 for success."""
    chosen = parser().parse_args(arguments)
    module, package = NEEDED.get(chosen.command, ("", ""))
    if module and find_spec(module) is None:
        install = f"Install it: `make setup`, or pip install 'stammtisch[{chosen.command}]'."
        name = f"{chosen.command}: the package {package} is not here for {sys.executable}."
        print(f"{name} {install}", file=sys.stderr)
        return 1
    try:
        return int(chosen.run(chosen))
    except MindFailed as wrong:
        print(called(f"{wrong.trace}{chosen.command}: {wrong.told}"), file=sys.stderr)
        return 1
