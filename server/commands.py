"""The commands of `python -m server`: serve, play, replay, scene, and what hosts need beside them."""

from __future__ import annotations

import argparse
import os
import re
import signal
import sys
from pathlib import Path
from typing import Any, Final

from .config import BadSetting, Settings, helps, read
from .host import commands as host
from .logs import begin_logging

RAW: Final = argparse.RawDescriptionHelpFormatter
"""Help keeps its lines as they are written here."""

ABOUT = """\
Stammtisch: board games live, for friends and bots at one table.

  play     everything on this machine: a private Redis, hubs, and bots for the empty seats
  serve    one hub, with the Redis at --redis; run as many as you like on the same one
  replay   recompute a finished game from its downloaded log
  scene    check a position that you have written, for a table that begins there
  doctor   look at a host's set-up: what is wrong, and how it is mended
  export   write tables to a file, and stop play on this Redis
  import   read them into another one
  person   show, or delete, all that is kept of somebody
  admin    see and steer all hubs: look up, close, silence, announce, drain
"""

PLAY = """\
Start everything on this machine and print the address to open in a browser. Tables are kept in the
data folder and are there again after a restart, a crash or a power cut. Ctrl-C ends it all. SIGHUP replaces
hubs and bots one by one, as after an update, while all games go on.

  python -m server play                     for this machine only
  python -m server play --host 0.0.0.0      for everybody in the same network
"""

SERVE = """\
Run one hub. Any number of hubs can share a Redis: every hub serves every table. Without --redis the hub
starts a private Redis in the data folder, for itself alone. Seats that want a bot wait until
`python -m bots fill` is connected, which must know the same BOT_KEY.

  BOT_KEY=... python -m server serve --redis redis://10.0.0.5:6379
  BOT_KEY=... python -m server serve --redis cluster+rediss://user:secret@redis.example:6379
"""

REPLAY = """\
Play a downloaded log again and show what happened. With --verify, also check that every seat told what it
had promised, recompute the seed from the server's secret and every seat's part, and check the recorded value
of every state. That the log is of the game that you played is shown by what you kept from before the start:
the hash of the server's secret, and your own part. The page of the table keeps both, and shows the command.

  python -m server replay FILE --verify --commitment HASH --luck 0=PART

The exit status is 0 where all is right.
"""

SCENE = """\
Check a position: a text that says what lies where in the middle of a game. Can it be, and does a game from
there come to an end? On the page, under "A position of your own", a table begins with it.

  python -m server scene --example santiago > mine.toml
  python -m server scene mine.toml

An example has every word that there is. The exit status is 0 where all is right.
"""


def parser() -> argparse.ArgumentParser:
    """The commands and their arguments."""
    top = argparse.ArgumentParser(prog="python -m server", description=ABOUT, formatter_class=RAW)
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    _add_play(commands)
    _add_serve(commands)
    _add_replay(commands)
    _add_scene(commands)
    host.add(commands)
    return top


def _add_play(commands: Any) -> None:
    it = _with_settings(commands, "play", "everything on this machine", PLAY)
    it.add_argument("--hubs", metavar="N", help="so many hubs (HUBS, by the number of cores)")
    it.add_argument("--bots", metavar="N", help="so many bot processes (BOTS, the same)")


def _add_serve(commands: Any) -> None:
    it = _with_settings(commands, "serve", "one hub", SERVE)
    it.add_argument("--beside", nargs=4, help=argparse.SUPPRESS)  # `play` gives it to those whom it starts


def _with_settings(commands: Any, name: str, short: str, long: str) -> argparse.ArgumentParser:
    """A command that reads the settings, some of them from its arguments as well."""
    it: argparse.ArgumentParser = commands.add_parser(
        name, help=short, description=long, epilog=settings_help(), formatter_class=RAW
    )
    it.add_argument("--host", metavar="ADDRESS", help="listen here (HOST, 127.0.0.1)")
    it.add_argument("--port", metavar="PORT", help="and here; 0 takes any free one (PORT, 8080)")
    it.add_argument("--data", metavar="FOLDER", help="of the private Redis (DATA, ./data)")
    it.add_argument("--redis", metavar="URL", help="use this Redis instead (REDIS); see below")
    it.add_argument("--metrics", metavar="HOST:PORT", help="serve /metrics there (METRICS, nowhere)")
    it.add_argument("--log-level", metavar="LEVEL", help="debug, info, warning, error (LOG_LEVEL, info)")
    return it


def _add_replay(commands: Any) -> None:
    it = commands.add_parser(
        "replay", help="recompute a finished game", description=REPLAY, formatter_class=RAW
    )
    it.add_argument("file", type=Path, metavar="FILE", help="a log, as a finished table offers it")
    it.add_argument("--verify", action="store_true", help="check the dealing and every state")
    it.add_argument("--commitment", metavar="HASH", default="", help="as it was shown before the start")
    it.add_argument(
        *("--luck", "-l"),
        metavar="SEAT=PART",
        type=luck,
        action="append",
        default=[],
        help="the part of the chance that a seat has added; may be given for several seats",
    )


def _add_scene(commands: Any) -> None:
    it = commands.add_parser("scene", help="check a position", description=SCENE, formatter_class=RAW)
    it.add_argument("file", type=Path, metavar="FILE", nargs="?", help="the position, in TOML")
    it.add_argument("--example", metavar="GAME", help="print a position of this game instead")
    it.add_argument(
        "--language",
        metavar="L",
        choices=("en", "de"),
        default="en",
        help="of the example, and of what is wrong with a position (en)",
    )


A_HASH: Final = re.compile(r"-[\w-]{15}|-[\w-]{21,63}", re.ASCII)
"""The hash of a token, or a token, that begins like an option; no option of ours is as long."""


def undashed(words: list[str]) -> list[str]:
    """The words of a command in an order in which none of them is taken for an option that is none."""
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
    """A seat, and the part of the chance that it has added."""
    seat, found, part = text.partition("=")
    if not (found and seat.isdecimal() and part):
        raise argparse.ArgumentTypeError(f"{text!r} is not SEAT=PART")
    return int(seat), part


def settings_help() -> str:
    """All settings that the environment can hold, as a table."""
    rows = ["settings in the environment:"]
    for variables, meaning, default in helps():
        shown = ",".join(default) if isinstance(default, list) else str(default)
        rows.append(f"  {variables[0]:<28} {meaning}" + (f" ({shown})" if shown else ""))
    rows += ["", "addresses of a Redis: redis://host:port/db, rediss:// with TLS, unix:///path;"]
    rows += ["cluster+redis:// or cluster+rediss:// and nodes of a cluster: host:port,host:port"]
    return "\n".join(rows)


NOBODY_READS = 128 + signal.SIGPIPE
"""The exit status of a command whose output nobody reads to its end, as a shell gives it."""


def main(arguments: list[str] | None = None) -> int:
    """Run one command; the exit status is 0 where all was right."""
    chosen = parser().parse_args(undashed(sys.argv[1:] if arguments is None else arguments))
    try:
        status = command(chosen)
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for what is flushed at the very end
        return NOBODY_READS


def command(chosen: argparse.Namespace) -> int:
    """Run one command; the exit status."""
    if chosen.command in host.NAMES:
        from .host import running

        return running.run(chosen)
    alone = {"replay": replay, "scene": scene}.get(chosen.command)
    return alone(chosen) if alone else start(chosen)


def replay(chosen: argparse.Namespace) -> int:
    """Show, and where that is asked for verify, a finished game. Loads nothing of what serves."""
    from .replay import main

    verify = chosen.verify or bool(chosen.commitment or chosen.luck)
    return main(chosen.file, verify, chosen.commitment, dict(chosen.luck))


def scene(chosen: argparse.Namespace) -> int:
    """Check a position, or show one to begin with. Loads nothing of what serves."""
    from .scene import main, show

    if chosen.example:
        return show(chosen.example, chosen.language)
    if chosen.file is None:
        print("scene: name a file, or a game with --example", file=sys.stderr)
        return 2
    return main(chosen.file, chosen.language)


def start(chosen: argparse.Namespace) -> int:
    """Serve or play with the settings of the environment and the command line."""
    from .store.embedded import CannotStart

    flags = ("host", "port", "data", "redis", "metrics", "log_level", "hubs", "bots")
    try:
        settings = read(os.environ, **{name: getattr(chosen, name, None) for name in flags})
        return run(chosen, settings)
    except (BadSetting, CannotStart) as why:
        print(f"stammtisch: {why}", file=sys.stderr)
        return 1


def run(chosen: argparse.Namespace, settings: Settings) -> int:
    """Serve or play until told to stop."""
    process = settings.hub if chosen.command == "serve" else chosen.command
    begin_logging(settings.log_level, settings.log_format, process)
    if chosen.command == "serve":
        from .beside import Beside
        from .serve import serve

        serve(settings, Beside.of(chosen.beside) if chosen.beside else None)
    else:
        from .play import play

        play(settings)
    return 0
