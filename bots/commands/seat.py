"""`python -m bots seat`: arguments, the bot's process, how the game ended."""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import signal
import sys
from secrets import token_urlsafe
from typing import Any, Final

import msgspec

from protocol.document import Public
from protocol.frames import AUTO, Mind, Name, TableId, Token
from server.games import GAMES
from server.process.logs import begin_logging

from ..client.client import address, run
from ..console import INTERRUPTED_STATUS, check_seats, options_of
from ..outside.bot_process import BotProcess, CannotStart
from ..outside.line_pipe import LinePipe
from ..outside.seat import MAX_BAD_ANSWERS, SeatLost, SeatPlayer, Wish

SERVER: Final = "ws://127.0.0.1:8080/ws"

LINK: Final = re.compile(r"http(s?)://(.+?)/(?:#/)?t/([^/?#]+)")
"""A link to a table: whether it is encrypted, the address of the page, the table."""

EPILOG: Final = f"""\
The bot is a program in any language. It reads a line of JSON for each question of its seat, and writes a line
with one of the options, or with its number (from 0). docs/bots.md describes the lines.

A line that is no option, or comes too late, is answered by a line with "refused" and the reason, and a
random option is played instead. After {MAX_BAD_ANSWERS} of them in a game, and when the bot ends, the
seat is left (a bot of the server plays on), and the exit status is 1. With --stdio the bot is whoever started
this command: questions come on its standard output, answers go to its standard input.

TOKEN is the guest's secret, 22 characters or more; with the same one a seat can be played on.

  python -m bots seat --table kB3xQ9t0KzLm -- python3 random_bot.py
  python -m bots seat --game santiago --against skilled,casual -- ./random_bot
"""


def add(commands: Any) -> None:
    """Add the command to the parser of `python -m bots`."""
    it = commands.add_parser(
        "seat",
        help="let a program in any language play a seat, by lines of JSON",
        description="Take one seat of a table, and let a program in any language play it.",
        epilog=EPILOG,
    )
    it.add_argument(
        "--server",
        default=os.environ.get("SERVER", ""),
        metavar="URL",
        help=f"websocket address (SERVER, that of the link, {SERVER})",
    )
    it.add_argument("--table", default="", metavar="ID", help="the table, or the link to it")
    it.add_argument("--seat", type=int, default=AUTO, metavar="N", help="which seat, from 0 (a free one)")
    it.add_argument("--game", default="", metavar="GAME", help="make a new table of this game instead")
    it.add_argument("--against", default="", metavar="MINDS", help="bots at its other seats, by commas")
    it.add_argument(
        "--option", action="append", default=[], metavar="FIELD=VALUE", help="an option of that game"
    )
    it.add_argument("--name", default="bot", help="name of the guest (bot)")
    it.add_argument("--ms", type=int, default=5000, help="time for one answer in milliseconds (5000)")
    it.add_argument("--stdio", action="store_true", help="ask on standard output and input")
    it.add_argument("bot", nargs="*", metavar="COMMAND", help="the bot, after --")
    it.set_defaults(run=command)


def command(chosen: argparse.Namespace) -> int:
    """Play one game; the exit status is 0 if it was played to its end."""
    # With --stdio, standard output belongs to the questions.
    begin_logging("warning", os.environ.get("LOG_FORMAT", "lines"), "seat")
    try:
        wish, token = check(chosen)
        bot = BotProcess(chosen.bot) if chosen.bot else None
    except CannotStart as wrong:
        print(f"seat: {wrong}", file=sys.stderr)
        return 1
    except ValueError as wrong:
        print(f"seat: {wrong}", file=sys.stderr)
        return 2
    pipe = bot.pipe if bot else LinePipe(sys.stdout.fileno(), sys.stdin.fileno())
    try:
        return run(_play(chosen, wish, token, pipe))
    finally:
        if bot:
            bot.close()


async def _play(chosen: argparse.Namespace, wish: Wish, token: str, pipe: LinePipe) -> int:
    player = SeatPlayer(server_of(chosen), token, chosen.name.strip(), pipe, chosen.ms)
    playing = asyncio.create_task(player.play(wish))
    loop = asyncio.get_running_loop()

    def stop() -> None:
        pipe.close()
        playing.cancel()

    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop)
    try:
        document = await playing
    except asyncio.CancelledError:
        return INTERRUPTED_STATUS
    except SeatLost as why:
        print(f"seat: {why}", file=sys.stderr)
        return 1
    print(result(document["public"], document["mine"]["seat"], player), file=sys.stderr)
    return 0


def result(public: Public, seat: int, player: SeatPlayer) -> str:
    """How the game ended for this seat, in one line."""
    counts = f"{player.choices} choices, {player.bad_answers} bad answers"
    row = next((row for row in public["scores"] if row[0] == seat), None)
    if row is None:
        return f"the table was closed before the end; {counts}"
    return f"place {row[1]} of {len(public['scores'])} with {row[2]} points; {counts}"


def check(chosen: argparse.Namespace) -> tuple[Wish, str]:
    """What to play, and the guest's token. Raises ValueError for implausible arguments."""
    try:
        address(server_of(chosen))
    except ValueError as wrong:
        raise ValueError(f"--server: {wrong}") from wrong
    if bool(chosen.table) == bool(chosen.game):
        raise ValueError("name a table to sit down at (--table), or a game to make a new one (--game)")
    if bool(chosen.bot) == chosen.stdio:
        raise ValueError("name the bot's command after --, or give --stdio")
    if not 10 <= chosen.ms <= 600_000:
        raise ValueError("--ms goes from 10 to 600000")
    _check_value("--name", chosen.name.strip(), Name)
    token = os.environ.get("TOKEN", "") or token_urlsafe(24)
    if not _fits(token, Token):
        raise ValueError("TOKEN has 22 to 64 characters of A-Z a-z 0-9 - _")
    return (_table(chosen) if chosen.table else _new_table(chosen)), token


def server_of(chosen: argparse.Namespace) -> str:
    """The address of the server: as given, or that of the link to the table."""
    link = LINK.match(chosen.table)
    return str(chosen.server) or (f"ws{link[1]}://{link[2]}/ws" if link else SERVER)


def _table(chosen: argparse.Namespace) -> Wish:
    if chosen.against or chosen.option:
        raise ValueError("--against and --option are for a new table (--game)")
    link = LINK.match(chosen.table)
    table = link[3] if link else chosen.table
    _check_value("--table", table, TableId)
    if chosen.seat != AUTO and not 0 <= chosen.seat < 16:
        raise ValueError("--seat goes from 0 to 15")
    return Wish(table, chosen.seat)


def _new_table(chosen: argparse.Namespace) -> Wish:
    if chosen.seat != AUTO:
        raise ValueError("--seat is for a table that is there (--table)")
    against = [name.strip() for name in chosen.against.split(",") if name.strip()]
    for name in against:
        _check_value("--against", name, Mind)
    if chosen.game not in GAMES:
        raise ValueError(f"no such game: {chosen.game}; there are {', '.join(GAMES)}")
    check_seats(GAMES[chosen.game], 1 + len(against))
    options, given = options_of(GAMES[chosen.game], chosen.option), {it.split("=")[0] for it in chosen.option}
    return Wish(game=chosen.game, against=against, options={it: options[it] for it in options if it in given})


def _check_value(argument: str, value: str, kind: Any) -> None:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as wrong:
        raise ValueError(f"{argument} {value!r}: {wrong}") from wrong


def _fits(value: str, kind: Any) -> bool:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return False
    return True
