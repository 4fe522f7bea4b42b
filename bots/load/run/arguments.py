"""The command-line arguments of a load run, and the plan made from them."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any, Final, get_args

from server.games import GAMES

from ...console import minds_by_seat, minds_of, options_of
from ...minds.registry import MINDS
from ..plan import LoadPlan, Spacing
from ..play.attack import ATTACKS
from ..play.lines import LINES
from ..play.profiles import PROFILES
from ..play.think import FORMS

_PLAIN: Final = LoadPlan(url="")


def add_to(it: argparse.ArgumentParser) -> None:
    _add_what(it.add_argument_group("what is played"))
    _add_where(it.add_argument_group("where"))
    _add_how(it.add_argument_group("how it is driven and verified"))


def _add_what(group: Any) -> None:
    group.add_argument("--profile", default="steady", choices=PROFILES, metavar="NAME", help=_profiles())
    group.add_argument(
        "--tables", type=int, metavar="N", help="tables at the same time (default: the profile's)"
    )
    group.add_argument(
        "--seconds", type=float, metavar="S", help="duration of the measurement (the profile's)"
    )
    group.add_argument("--seats", type=int, default=4, metavar="K", help="of each table (4)")
    group.add_argument(
        "--game",
        action="append",
        metavar="NAME[=SHARE]",
        help="game to play; repeat it to mix games, with their shares; or 'all' (machi_koro)",
    )
    group.add_argument(
        "--option", action="append", default=[], metavar="[GAME.]FIELD=VALUE", help="of a game"
    )
    group.add_argument("--watchers", type=int, default=0, metavar="W", help="spectators at each table (0)")
    group.add_argument(
        "--attackers",
        default="",
        metavar="KIND[,KIND]",
        help=f"of the profile attack: {', '.join(ATTACKS)} (all)",
    )
    group.add_argument("--think", default="500", metavar="TIME", help=f"before each choice: {FORMS} (500)")
    group.add_argument("--mind", default="whim", metavar="NAME[,NAME]", help="who plays, by seat (whim)")
    group.add_argument(
        "--line",
        action="append",
        default=[],
        metavar="NAME[=SHARE]",
        help="delay, jitter, loss, cuts and changes of network of all users; repeat it to mix lines:"
        f" {_lines()}",
    )
    group.add_argument(
        "--spacing",
        default="poisson",
        choices=get_args(Spacing),
        help="how the starts of tables are spread over a period (poisson)",
    )


def _add_where(group: Any) -> None:
    group.add_argument("--server", metavar="URL[,URL]", help="websocket address; without it one is started")
    group.add_argument(
        "--metrics", default="", metavar="URL[,URL]", help="addresses of these servers' metrics"
    )
    group.add_argument("--apart", action="store_true", help="assign servers by seat (default: by table)")


def _add_how(group: Any) -> None:
    group.add_argument("--processes", type=int, default=1, metavar="P", help="generator processes (1)")
    group.add_argument("--per-socket", type=int, default=1, metavar="T", help="tables that share sockets (1)")
    group.add_argument("--probes", type=float, default=40, metavar="RATE", help="pings a second (40)")
    group.add_argument(
        "--every",
        type=int,
        default=_PLAIN.every,
        metavar="N",
        help=f"ask for a check value every N versions ({_PLAIN.every}); 0: as often as the server chooses",
    )
    group.add_argument(
        "--verify-share",
        type=float,
        default=_PLAIN.verify_share,
        metavar="SHARE",
        help="share of tables whose documents are all verified against the log of the finished game (1)",
    )
    group.add_argument(
        "--verify-megabytes",
        type=int,
        default=_PLAIN.verify_megabytes,
        metavar="MB",
        help=f"disk space for the recorded messages of these tables ({_PLAIN.verify_megabytes})",
    )
    group.add_argument("--seed", type=int, default=0, help="of arrivals, thinking and choices (0)")


def _lines() -> str:
    return "; ".join(f"{name}: {line.about}" for name, line in LINES.items())


def _profiles() -> str:
    return "; ".join(f"{name}: {profile.about}" for name, profile in PROFILES.items()) + " (steady)"


def plan_of(chosen: argparse.Namespace, url: str) -> LoadPlan:
    """The plan for these arguments. Raises ValueError."""
    games = games_of(chosen.game or ["machi_koro"])
    for name in games:
        if chosen.seats not in (seats := GAMES[name].seats):
            raise ValueError(f"{name} is for {seats.start} to {seats.stop - 1} seats")
    minds_by_seat(minds := minds_of(chosen.mind, MINDS), chosen.seats)
    if not 0 <= chosen.verify_share <= 1:
        raise ValueError("--verify-share is between 0 and 1")
    profile = PROFILES[chosen.profile]
    return LoadPlan(
        url=url,
        apart=chosen.apart,
        games=games,
        options=_options(chosen.option, games),
        profile=chosen.profile,
        tables=profile.tables if chosen.tables is None else chosen.tables,
        seconds=profile.seconds if chosen.seconds is None else chosen.seconds,
        seats=chosen.seats,
        watchers=chosen.watchers,
        attackers=chosen.attackers.split(",") if chosen.attackers else [],
        think=chosen.think,
        spacing=chosen.spacing,
        mind=",".join(minds),
        every=chosen.every,
        per_socket=chosen.per_socket,
        lines=lines_of(chosen.line),
        probes=chosen.probes,
        verify_share=chosen.verify_share,
        verify_megabytes=chosen.verify_megabytes,
        processes=chosen.processes,
        seed=chosen.seed,
    )


def games_of(given: Sequence[str]) -> dict[str, float]:
    """Games and their shares, from `NAME`, `NAME=SHARE` or `all`. Raises ValueError."""
    shares: dict[str, float] = {}
    for text in given:
        name, share = _share(text)
        names = list(GAMES) if name == "all" else [name]
        if names[0] not in GAMES:
            raise ValueError(f"no game {name!r}; there are {', '.join(GAMES)}, and all")
        shares.update(dict.fromkeys(names, share))
    return shares


def lines_of(given: Sequence[str]) -> dict[str, float]:
    """Lines and their shares, from `NAME` or `NAME=SHARE`. Raises ValueError."""
    shares = dict(map(_share, given))
    if unknown := sorted(shares.keys() - LINES.keys()):
        raise ValueError(f"no line {', '.join(unknown)}; there are {', '.join(LINES)}")
    return shares


def _share(text: str) -> tuple[str, float]:
    """The name and the share in `NAME` or `NAME=SHARE`. Raises ValueError."""
    name, _, share = text.partition("=")
    try:
        value = float(share or 1)
    except ValueError:
        raise ValueError(f"the share of {name} is no number: {share!r}") from None
    if not 0 < value < float("inf"):
        raise ValueError(f"the share of {name} must be above 0")
    return name, value


def _options(given: Sequence[str], games: dict[str, float]) -> dict[str, dict[str, Any]]:
    """The options of each game; an option without a game's name belongs to the only game."""
    texts: dict[str, list[str]] = {name: [] for name in games}
    for text in given:
        field = text.partition("=")[0]
        name, dot, _ = field.partition(".")
        if not dot and len(games) > 1:
            raise ValueError(f"--option {text}: say of which game, as in --option {next(iter(games))}.{text}")
        if dot and name not in games:
            raise ValueError(f"--option {text}: {name} isn't played")
        texts[name if dot else next(iter(games))].append(text.partition(".")[2] if dot else text)
    return {name: options_of(GAMES[name], texts[name]) for name in games}
