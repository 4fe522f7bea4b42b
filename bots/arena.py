"""Minds against minds in this process, without sockets: how strong they are, and how fast games run.

Every deal is played once for each rotation of the minds over the seats, so that luck and the order of
play favour nobody. The games of a deal are related, so the intervals are a little narrow.
"""

from __future__ import annotations

import shlex
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from server.games import GAMES
from server.games.engine import Engine, Score
from server.games.kernel import choose, settle

from .document import Log, about_table, document_of
from .mind import Maker, Mind, MindFailed, blamed, offered
from .sharing import share
from .strategies import players
from .wins import wilson

Minds = Mapping[str, Maker]

ENDLESS = 100_000
"""Choices after which a game counts as one that never ends."""

PARTS = 1000
"""Into so many parts games are shared out, or each by itself: who ends it loses few."""


class Job(NamedTuple):
    """What is to be played: `games` games of `minds`, all options of the game given by field."""

    game: str
    minds: tuple[str, ...]
    games: int
    options: dict[str, Any]
    seed: int = 0
    check: bool = False
    ms: int = 0
    """Time for a choice; 0 for as long as a mind takes."""
    begin: int = 0
    """So many of the games are left out, the first ones: they have been played before."""


class Played(NamedTuple):
    """One game: the mind of each seat, the place of each seat, the number of choices."""

    minds: tuple[str, ...]
    places: tuple[int, ...]
    choices: int


class Line(Struct, frozen=True):
    """How one mind did. `share` is of games won (a shared first place counts in part), from 0 to 1, with a
    95 % interval; `par` what a mind as good as the others would reach with as many seats."""

    mind: str
    seats: int
    share: float
    low: float
    high: float
    par: float
    mean_place: float


class Report(Struct, frozen=True):
    """What came of it. Rates are per second of wall clock, over all processes."""

    game: str
    options: dict[str, Any]
    minds: list[str]
    seed: int
    games: int
    processes: int
    seconds: float
    games_per_s: float
    choices_per_s: float
    choices_per_game: float
    lines: list[Line]


def play(
    engine: Engine, options: Any, minds: Sequence[Mind], seed: int, names: Sequence[str], job: Job
) -> tuple[list[Score], int]:
    """One whole game: its scores and the number of choices. Raises MindFailed where it never ends, or a mind
    raises something, or doesn't keep to the options."""
    game = engine.setup(len(minds), seed, options)
    about = about_table(engine, options, names)
    asks, log = settle(game), Log()
    for count in range(ENDLESS):
        log.take(game.said)
        if not asks:
            return engine.scores(game), count
        ask = asks[0]
        document = document_of(engine, game, asks, ask.seat, about, log.row)
        deadline = time.monotonic() + job.ms / 1000 if job.ms else float("inf")
        with blamed(names[ask.seat], f"at {ask.prompt}"):
            choice = minds[ask.seat].choose(document, deadline)
        asks = choose(game, ask, offered(names[ask.seat], choice, ask.prompt, ask.options))
        if job.check:
            engine.check(game)
    raise MindFailed(f"{', '.join(names)} have reached no end after {ENDLESS:,} choices")


def rotation(job: Job, number: int) -> tuple[int, tuple[str, ...]]:
    """The game of this number: seed of the deal, mind of each seat."""
    deal, turn = divmod(number, len(job.minds))
    return Random(f"{job.seed}/{deal}").getrandbits(128), job.minds[turn:] + job.minds[:turn]


def run(
    job: Job, part: int = 0, parts: int = 1, engine: Engine | None = None, minds: Minds | None = None
) -> Iterator[Played]:
    """Play every `parts`-th game of a job, from number `part` on. Engine and minds are found by name, where
    none are given."""
    engine, minds = engine or GAMES[job.game], minds or players(job.game)
    options = msgspec.convert(job.options, engine.options)
    options.check(len(job.minds))
    for number in range(job.begin + part, job.games, parts):
        seed, names = rotation(job, number)
        try:
            seated = [made(name, minds[name], f"{seed}/{seat}") for seat, name in enumerate(names)]
            scores, choices = play(engine, options, seated, seed, names, job)
        except Exception as wrong:
            wrong.add_note(f"to play this game alone: {command(job, number, engine)}")
            raise
        yield Played(names, tuple(score.place for score in scores), choices)


def made(name: str, make: Maker, seed: str) -> Mind:
    """A mind at its seat. Raises MindFailed."""
    with blamed(name, "when it was made"):
        return make(Random(seed).getrandbits(64))


def command(job: Job, number: int, engine: Engine) -> str:
    """The command that plays one game of a job by itself."""
    usual = msgspec.to_builtins(engine.options())
    given = {"--minds": ",".join(job.minds), "--seed": job.seed, "--only": number + 1}
    given |= {"--ms": job.ms} if job.ms else {}
    options = [f"{name}={value}" for name, value in job.options.items() if value != usual[name]]
    words = [str(word) for pair in given.items() for word in pair]
    words += [word for option in options for word in ("--option", option)]
    return f"python -m bots arena {job.game} {shlex.join(words)}"


def run_all(job: Job, processes: int = 1) -> Iterator[Played]:
    """Play a job, shared out over processes. The same games in any number of them; the order differs."""
    if processes == 1:
        yield from run(job)
        return
    parts = min(job.games - job.begin, PARTS)
    for games in share(_part, [(job, part, parts) for part in range(parts)], processes):
        yield from games


def _part(work: tuple[Job, int, int]) -> list[Played]:
    return list(run(*work))


def report(job: Job, played: Sequence[Played], seconds: float, processes: int = 1) -> Report:
    """Figures of games played in this time."""
    choices = sum(game.choices for game in played)
    return Report(
        game=job.game,
        options=job.options,
        minds=list(job.minds),
        seed=job.seed,
        games=len(played),
        processes=processes,
        seconds=round(seconds, 3),
        games_per_s=round(len(played) / seconds, 2),
        choices_per_s=round(choices / seconds),
        choices_per_game=round(choices / len(played), 1),
        lines=[_line(mind, job, played) for mind in dict.fromkeys(job.minds)],
    )


def _line(mind: str, job: Job, played: Sequence[Played]) -> Line:
    seats = job.minds.count(mind)
    places = [
        place for game in played for name, place in zip(game.minds, game.places, strict=True) if name == mind
    ]
    share = sum(won(mind, game) for game in played) / len(played)
    low, high = wilson(share, len(played))
    return Line(mind, seats, share, low, high, seats / len(job.minds), sum(places) / len(places))


def won(mind: str, game: Played) -> float:
    """1 where this mind won, a part where it shares the first place with others, else 0."""
    first = [name for name, place in zip(game.minds, game.places, strict=True) if place == 1]
    return first.count(mind) / len(first)


def shown(report: Report) -> Iterable[tuple[str, ...]]:
    """The rows of the table that the command prints, the head first."""
    yield "mind", "seats", "win share", "95 % interval", "par", "mean place"
    for line in report.lines:
        yield (
            line.mind,
            str(line.seats),
            f"{line.share:.1%}",
            f"{line.low:.1%} to {line.high:.1%}",
            f"{line.par:.1%}",
            f"{line.mean_place:.2f}",
        )
