"""The commands of `python -m server`: serve, play, replay, scene, those for authors of games, the operator's
tools."""

from __future__ import annotations

import argparse
import os
import re
import signal
import sys
from pathlib import Path
from typing import Any, Final, NoReturn

from . import starting
from .admin import arguments as operator
from .process.logs import begin_logging
from .settings.config import AUTO, TUNNELS, BadSetting, Settings, helps, read
from .version import VERSION

ABOUT: Final = "Stammtisch: board games live, for friends and bots at one table."

PLAY = """\
Start everything on this machine and print the address to open in a browser. Tables are kept in the
data folder and are there again after a restart, a crash or a power cut. Ctrl-C ends it all. SIGHUP replaces
hubs and bots one by one, as after an update, while all games go on.

  python -m server play                     for this machine only
  python -m server play --host 0.0.0.0      for all devices in the same network
  python -m server play --share             for everybody, by a tunnel that is installed here
"""

SERVE = """\
Run one hub. Any number of hubs can share a Redis: every hub serves every table. Without --redis the hub
starts an embedded Redis in the data folder, for itself alone. Seats that want a bot wait until
`python -m bots fill` is connected, which must know the same BOT_KEY.

  BOT_KEY=... python -m server serve --redis redis://10.0.0.5:6379
  BOT_KEY=... python -m server serve --redis cluster+rediss://user:secret@redis.example:6379
"""

REPLAY = """\
Replay a downloaded log and print it. With --verify, also check every seat's part against its promise,
recompute the seed from the server's secret and all parts, and check the recorded value of every state. To
prove that the log is of the game that you played, pass what you kept from before the start: the hash of the
server's secret, and your own part. The page of the table stores both, and shows the command.

  python -m server replay FILE --verify --commitment HASH --luck 0=PART

The exit status is 0 if all is right.
"""

SCENE = """\
Check a position: a text that describes a game in progress. Is it valid, and does a game from there end? On
the page, under "A position of your own", a table begins with it.

  python -m server scene --example santiago > mine.toml
  python -m server scene mine.toml

An example uses every keyword. The exit status is 0 if all is right.
"""


NEW = """\
Write a package with a whole small game into a new folder: rules, texts, board, values for bots, a guided
game, tests. All of it works at once; docs/first-game.md leads from there to a game of your own.

  python -m server new game harvest
"""

CHECK = """\
Examine a package of a game, installed or not: the contract, the texts against what random games really use,
the laws that every game keeps, undo, stored numbers of sequences, lessons, bots, and the board in a browser,
if there is one. Each finding is one line, and says how to mend it.

  python -m server check .            the package in this folder
  python -m server check santiago     a game that is installed

The exit status is 0 if nothing is wrong.
"""

SCHEMA = """\
Print the JSON Schema of a file that a game brings, for editors that complete and check such files.

  python -m server schema texts > texts.schema.json
  python -m server schema position --game santiago
"""


class ServerParser(starting.CommandParser):
    """Hides addresses in error messages: a Redis address can contain a password, and errors are logged."""

    def error(self, message: str) -> NoReturn:
        super().error(re.sub(r"://\S+", "://…", message))


def parser() -> argparse.ArgumentParser:
    """The parser of all commands and their arguments."""
    top = ServerParser(prog="python -m server", description=ABOUT)
    top.add_argument("--version", action="version", version=f"stammtisch {VERSION}")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    _add_play(commands)
    _add_serve(commands)
    _add_replay(commands)
    _add_scene(commands)
    _add_authors(commands)
    operator.add(commands)
    if starting.is_by_script():  # which runs these itself
        commands.add_parser("bots", help="bots, and tools that measure servers and bots")
        commands.add_parser("load", help="load-test a server")
        commands.add_parser("conform", help="try a client of the protocol: what does it get wrong?")
    return top


def _add_play(commands: Any) -> None:
    it = _with_settings(
        commands, "play", "everything on this machine: Redis, hubs, bots for empty seats", PLAY
    )
    it.add_argument("--hubs", metavar="N", help="number of hubs (HUBS, by the number of cores)")
    it.add_argument("--bots", metavar="N", help="number of bot processes (BOTS, the same)")
    it.add_argument(
        "--share", nargs="?", const=AUTO, metavar="TUNNEL", help=f"open it for everybody (SHARE); {TUNNELS}"
    )
    it.add_argument("--share-at", metavar="URL", help="public address of the tunnel (SHARE_AT)")


def _add_serve(commands: Any) -> None:
    it = _with_settings(commands, "serve", "one hub; run as many as you like on the same Redis", SERVE)
    it.add_argument("--beside", nargs=5, help=argparse.SUPPRESS)  # set by `play` for its hubs


def _with_settings(commands: Any, name: str, short: str, long: str) -> argparse.ArgumentParser:
    """A command that reads the settings; some of them can also be set by its arguments."""
    it: argparse.ArgumentParser = commands.add_parser(
        name, help=short, description=long, epilog=settings_help()
    )
    it.add_argument("--host", metavar="ADDRESS", help="address to listen on (HOST, 127.0.0.1)")
    it.add_argument("--port", metavar="PORT", help="port to listen on; 0 takes any free one (PORT, 8080)")
    it.add_argument("--data", metavar="FOLDER", help="folder of the embedded Redis (DATA, ./data)")
    it.add_argument("--redis", metavar="URL", help="use this Redis instead (REDIS); see below")
    it.add_argument("--metrics", metavar="HOST:PORT", help="serve /metrics there (METRICS, nowhere)")
    it.add_argument("--log-level", metavar="LEVEL", help="debug, info, warning, error (LOG_LEVEL, info)")
    return it


def _add_replay(commands: Any) -> None:
    it = commands.add_parser("replay", help="recompute a finished game from its log", description=REPLAY)
    it.add_argument("file", type=Path, metavar="FILE", help="a log, downloaded from a finished table")
    it.add_argument("--verify", action="store_true", help="check the dealing and every state")
    it.add_argument("--commitment", metavar="HASH", default="", help="the hash shown before the start")
    it.add_argument(
        *("--luck", "-l"),
        metavar="SEAT=PART",
        type=luck,
        action="append",
        default=[],
        help="a seat's part of the randomness; repeatable",
    )


def _add_scene(commands: Any) -> None:
    it = commands.add_parser("scene", help="check a position that you have written", description=SCENE)
    it.add_argument("file", type=Path, metavar="FILE", nargs="?", help="the position, in TOML")
    it.add_argument("--example", metavar="GAME", help="print a position of this game instead")
    it.add_argument(
        "--language",
        metavar="L",
        choices=("en", "de"),
        default="en",
        help="of the example and of error messages (en)",
    )


def _add_authors(commands: Any) -> None:
    """The commands for authors of games."""
    it = commands.add_parser("new", help="begin a game of your own", description=NEW)
    it.add_argument("what", choices=("game",), metavar="game")
    it.add_argument("name", metavar="NAME", help="small letters, digits and _")
    it = commands.add_parser("check", help="examine a game of your own", description=CHECK)
    it.add_argument("package", metavar="PACKAGE", help="its folder, or the name of an installed game")
    it.add_argument("--games", type=int, default=40, metavar="N", help="random games (40)")
    it.add_argument("--seed", type=int, default=0, metavar="N", help="number of the first random game (0)")
    it.add_argument("--every", type=int, default=5, metavar="N", help="dear laws at one question in N (5)")
    it.add_argument("--no-browser", action="store_true", help="leave out the board in a browser")
    it.add_argument("--write-perft", action="store_true", help="only store the numbers of sequences anew")
    it.add_argument(
        "--write-examples",
        action="store_true",
        help="only make the positions of examples anew",
    )
    it = commands.add_parser("schema", help="the form of a file that a game brings", description=SCHEMA)
    it.add_argument("file", choices=("texts", "lesson", "example", "puzzle", "position"), metavar="FILE")
    it.add_argument("--game", metavar="GAME", help="whose positions; each game has its own words")


A_HASH: Final = re.compile(r"-[\w-]{15}|-[\w-]{21,63}", re.ASCII)
"""A token or its hash that begins with a dash. No option of ours is as long."""


def undashed(words: list[str]) -> list[str]:
    """The arguments of a command, reordered so that no hash is parsed as an option."""
    if "--" in words or not {"admin", "person"} & {*words[:1]}:
        return words
    found, last = list[str](), list[str]()
    for before, word in zip(["", *words], words, strict=False):
        if not A_HASH.fullmatch(word):
            found.append(word)
        elif before == "--person":
            found[-1] += f"={word}"
        else:
            last.append(word)
    return [*found, "--", *last] if last else found


def luck(text: str) -> tuple[int, str]:
    """A seat and its part of the randomness."""
    seat, found, part = text.partition("=")
    if not (found and seat.isdecimal() and part):
        raise argparse.ArgumentTypeError(f"{text!r} is not SEAT=PART")
    return int(seat), part


def settings_help() -> str:
    """All settings of the environment as a table."""
    rows = ["settings in the environment:"]
    for variables, meaning, default in helps():
        shown = ",".join(default) if isinstance(default, list) else str(default)
        rows.append(f"  {variables[0]:<28} {meaning}" + (f" ({shown})" if shown else ""))
    rows += ["", "addresses of a Redis: redis://host:port/db, rediss:// with TLS, unix:///path;"]
    rows += ["in user and password write # as %23, / as %2F, ? as %3F, @ as %40, : as %3A, % as %25;"]
    rows += ["cluster+redis:// or cluster+rediss:// and nodes of a cluster: host:port,host:port"]
    return "\n".join(rows)


NOBODY_READS = 128 + signal.SIGPIPE
"""The exit status of a command whose output is no longer read, as a shell reports it."""


def main(arguments: list[str] | None = None) -> int:
    """Run one command; the exit status is 0 on success."""
    chosen = parser().parse_args(undashed(sys.argv[1:] if arguments is None else arguments))
    try:
        status = command(chosen)
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for the final flush
        return NOBODY_READS


def command(chosen: argparse.Namespace) -> int:
    """Run one command; returns the exit status."""
    if chosen.command in operator.NAMES:
        from .admin import run as running

        return running.run(chosen)
    alone = ALONE.get(chosen.command)
    return alone(chosen) if alone else start(chosen)


def replay(chosen: argparse.Namespace) -> int:
    """Show a finished game, and verify it if asked to. Doesn't import the server."""
    from .replay import main

    verify = chosen.verify or bool(chosen.commitment or chosen.luck)
    return main(chosen.file, verify, chosen.commitment, dict(chosen.luck))


def scene(chosen: argparse.Namespace) -> int:
    """Check a position, or print an example. Doesn't import the server."""
    from .scene import main, show

    if chosen.example:
        return show(chosen.example, chosen.language)
    if chosen.file is None:
        print("scene: name a file, or a game with --example", file=sys.stderr)
        return 2
    return main(chosen.file, chosen.language)


def new(chosen: argparse.Namespace) -> int:
    """Write the package of a new game into the current folder."""
    from .authoring.new_game import NameRefused, write

    try:
        files = write(chosen.name, Path.cwd())
    except (NameRefused, OSError) as why:
        print(f"new: {why}", file=sys.stderr)
        return 1
    print(*files, sep="\n")
    print(starting.called(f"\nNext: cd {chosen.name}, python -m pytest, python -m server check ."))
    return 0


def check(chosen: argparse.Namespace) -> int:
    """Examine the package of a game."""
    from .authoring.check import Effort, main

    if chosen.games < 1 or chosen.every < 1 or chosen.seed < 0:
        print("check: --games and --every are at least 1, --seed at least 0", file=sys.stderr)
        return 2
    effort = Effort(chosen.games, chosen.seed, chosen.every, not chosen.no_browser)
    return main(chosen.package, effort, chosen.write_perft, chosen.write_examples)


def schema(chosen: argparse.Namespace) -> int:
    """Print the form of a file that a game brings."""
    from .authoring.schemas import NoSchema, schema

    try:
        sys.stdout.write(schema(chosen.file, chosen.game or ""))
    except NoSchema as why:
        print(f"schema: {why}", file=sys.stderr)
        return 2
    return 0


ALONE: Final = {"replay": replay, "scene": scene, "new": new, "check": check, "schema": schema}
"""The commands that need neither settings nor a Redis."""


def start(chosen: argparse.Namespace) -> int:
    """Serve or play with the settings of the environment and the command line."""
    from .store.embedded import CannotStart

    flags = ("host", "port", "data", "redis", "metrics", "log_level", "hubs", "bots", "share", "share_at")
    try:
        settings = read(os.environ, **{name: getattr(chosen, name, None) for name in flags})
        return run(chosen, settings)
    except (BadSetting, CannotStart) as why:
        print(starting.called(f"stammtisch: {why}"), file=sys.stderr)
        return 1


def run(chosen: argparse.Namespace, settings: Settings) -> int:
    """Serve or play until told to stop."""
    process = settings.hub if chosen.command == "serve" else chosen.command
    begin_logging(settings.log_level, settings.log_format, process)
    if chosen.command == "serve":
        from .process.shared_listener import Beside
        from .serve import serve

        serve(settings, Beside.of(chosen.beside) if chosen.beside else None)
    else:
        from .play import play

        play(settings)
    return 0
