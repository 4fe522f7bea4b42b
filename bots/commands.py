"""The commands of `python -m bots`, of which `ABOUT` says what there is."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from . import (
    command_analyse,
    command_arena,
    command_fair,
    command_fill,
    command_fit,
    command_follies,
    command_riddles,
    command_train,
)
from .load.run import command as command_load
from .mind import MindFailed

ABOUT = """\
Players that are programs, and what measures servers and players with them. Each command has more help.

  fill     play the seats for which people want a bot; run as many as you like beside the hubs
  load     play many tables over real sockets, verify every diff, measure the server
  arena    play minds against minds in this process, to see which is stronger
  train    have a game's mind learn by playing against itself
  fit      find how softly the weaker levels choose, by playing
  analyse  how a downloaded game went, and which decisions cost most
  riddles  what is best in a written position, and where in a game something surprising was
  follies  how often do minds do what anybody would call a folly?
  fair     do minds choose the same when what they can't know is dealt anew?
"""


class Parser(argparse.ArgumentParser):
    """Its help, and that of all commands in it, keeps the lines as they are written."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given, formatter_class=argparse.RawDescriptionHelpFormatter)


def parser() -> argparse.ArgumentParser:
    """The commands and their arguments."""
    top = Parser(prog="python -m bots", description=ABOUT)
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for command in (
        command_fill,
        command_load,
        command_arena,
        command_train,
        command_fit,
        command_fair,
        command_follies,
        command_analyse,
        command_riddles,
    ):
        command.add(commands)
    return top


def main(arguments: list[str] | None = None) -> int:
    """Run one command; the exit status is 0 where all was right."""
    chosen = parser().parse_args(arguments)
    try:
        return int(chosen.run(chosen))
    except MindFailed as wrong:
        print(f"{wrong.trace}{chosen.command}: {wrong.told}", file=sys.stderr)
        return 1
