"""The arguments of a load run: what can be said on the command line, and what it asks for."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any, Final, get_args

from server.games import GAMES

from ...console import options_of
from ...mind import MINDS
from ..plan import Plan, Spacing
from ..play.profiles import PROFILES
from ..play.think import FORMS

_PLAIN: Final = Plan(url="")


def add_to(it: argparse.ArgumentParser) -> None:
    """Let a parser understand them."""
    _add_what(it.add_argument_group("what is played"))
    _add_where(it.add_argument_group("where"))
    _add_how(it.add_argument_group("how it is driven and verified"))


def _add_what(group: Any) -> None:
    group.add_argument("--profile", default="steady", choices=PROFILES, metavar="NAME", help=_profiles())
    group.add_argument("--tables", type=int, metavar="N", help="the most at a time (as the profile likes)")
    group.add_argument("--seconds", type=float, metavar="S", help="to measure for (as the profile likes)")
    group.add_argument("--seats", type=int, default=4, metavar="K", help="of each table (4)")
    group.add_argument(
        "--game",
        action="append",
        metavar="NAME[=SHARE]",
        help="again for each game to mix, with its share; or 'all' (machi_koro)",
    )
    group.add_argument(
        "--option", action="append", default=[], metavar="[GAME.]FIELD=VALUE", help="of a game"
    )
    group.add_argument("--watchers", type=int, default=0, metavar="W", help="spectators at each table (0)")
    group.add_argument("--think", default="500", metavar="TIME", help=f"before each choice: {FORMS} (500)")
    group.add_argument("--mind", default="whim", metavar="NAME[,NAME]", help="who plays, by seat (whim)")
    group.add_argument(
        "--spacing",
        default="poisson",
        choices=get_args(Spacing),
        help="how tables are spread that are to come within a time (poisson)",
    )


def _add_where(group: Any) -> None:
    group.add_argument("--server", metavar="URL[,URL]", help="websocket address; without it one is started")
    group.add_argument(
        "--metrics", default="", metavar="URL[,URL]", help="where these servers tell of themselves"
    )
    group.add_argument(
        "--apart", action="store_true", help="servers take turns by seat (by table, with all of its seats)"
    )


def _add_how(group: Any) -> None:
    group.add_argument("--processes", type=int, default=1, metavar="P", help="generators side by side (1)")
    group.add_argument("--per-socket", type=int, default=1, metavar="T", help="tables that share sockets (1)")
    group.add_argument("--probes", type=float, default=40, metavar="RATE", help="pings a second (40)")
    group.add_argument(
        "--every", type=int, default=0, metavar="N", help="ask for a check value every N versions"
    )
    group.add_argument(
        "--verify-share",
        type=float,
        default=_PLAIN.verify_share,
        metavar="SHARE",
        help="of the tables whose every document is held against the log of the finished game (1)",
    )
    group.add_argument(
        "--verify-megabytes",
        type=int,
        default=_PLAIN.verify_megabytes,
        metavar="MB",
        help=f"room for what these tables were told ({_PLAIN.verify_megabytes})",
    )
    group.add_argument("--seed", type=int, default=0, help="of arrivals, thinking and choices (0)")


def _profiles() -> str:
    return "; ".join(f"{name}: {profile.about}" for name, profile in PROFILES.items()) + " (steady)"


def plan_of(chosen: argparse.Namespace, url: str) -> Plan:
    """What the arguments ask for. Raises ValueError."""
    games = games_of(chosen.game or ["machi_koro"])
    for name in games:
        if chosen.seats not in (seats := GAMES[name].seats):
            raise ValueError(f"{name} is for {seats.start} to {seats.stop - 1} seats")
    if unknown := sorted(set(chosen.mind.split(",")) - set(MINDS)):
        raise ValueError(f"no such mind: {', '.join(unknown)}; there are {', '.join(MINDS)}")
    if not 0 <= chosen.verify_share <= 1:
        raise ValueError("--verify-share is between 0 and 1")
    profile = PROFILES[chosen.profile]
    return Plan(
        url=url,
        apart=chosen.apart,
        games=games,
        options=_options(chosen.option, games),
        profile=chosen.profile,
        tables=profile.tables if chosen.tables is None else chosen.tables,
        seconds=profile.seconds if chosen.seconds is None else chosen.seconds,
        seats=chosen.seats,
        watchers=chosen.watchers,
        think=chosen.think,
        spacing=chosen.spacing,
        mind=chosen.mind,
        every=chosen.every,
        per_socket=chosen.per_socket,
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
        name, _, share = text.partition("=")
        names = list(GAMES) if name == "all" else [name]
        if names[0] not in GAMES:
            raise ValueError(f"no game {name!r}; there are {', '.join(GAMES)}, and all")
        try:
            value = float(share or 1)
        except ValueError:
            raise ValueError(f"the share of {name} is no number: {share!r}") from None
        if not 0 < value < float("inf"):
            raise ValueError(f"the share of {name} must be above 0")
        shares.update(dict.fromkeys(names, value))
    return shares


def _options(given: Sequence[str], games: dict[str, float]) -> dict[str, dict[str, Any]]:
    """All options of each game; one without a game's name is for the only game there is."""
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
