"""The command line: `python -m bots fill | load | arena`."""

from __future__ import annotations

import argparse
import sys

from . import command_arena, command_fill, command_load


def parser() -> argparse.ArgumentParser:
    """The commands and their arguments."""
    top = argparse.ArgumentParser(prog="python -m bots", description=__doc__)
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for command in (command_fill, command_load, command_arena):
        command.add(commands)
    return top


def main(arguments: list[str] | None = None) -> int:
    """Run one command; the exit status is 0 where all was right."""
    chosen = parser().parse_args(arguments)
    try:
        return int(chosen.run(chosen))
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
