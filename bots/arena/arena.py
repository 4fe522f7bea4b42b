"""Games between minds in this process, without sockets: measures their strength and the speed of games.

Every deal is played once for each rotation of the minds over the seats, so that neither luck nor the turn
order favours a mind. The games of one deal are correlated, so the intervals are slightly too narrow.
"""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from math import fsum
from random import Random
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from server.games import GAMES
from server.games.engine import Engine, Score
from server.games.kernel import Ask, Choice, choose, settle

from ..document import Document, Log, about_table, document_of
from ..mind import Maker, Mind, MindFailed, blamed, offered
from ..minds.registry import MINDS
from ..outside.bot_process import CommandMinds
from ..process_pool import share
from ..win_rates import wilson

Minds = Mapping[str, Maker]

MAX_CHOICES = 100_000
"""Choices after which a game counts as endless."""

MAX_JOB_PARTS = 1000
"""Maximum number of parts of a job: small parts lose fewer games when a run is interrupted."""


class Job(NamedTuple):
    """What to play: `games` games of `minds`, with all options of the game by field."""

    game: str
    minds: tuple[str, ...]
    games: int
    options: dict[str, Any]
    seed: int = 0
    check: bool = False
    ms: int = 0
    """Time for a choice (ms); 0 for no limit."""
    begin: int = 0
    """Number of games skipped at the start, since they have been played before."""
    bots: tuple[tuple[str, str], ...] = ()
    """Names of minds, each with the command of a bot that plays as this mind."""


class ArenaGame(NamedTuple):
    """One game: the mind of each seat, the place of each seat, the number of choices."""

    minds: tuple[str, ...]
    places: tuple[int, ...]
    choices: int


class Line(Struct, frozen=True):
    """The result of one mind. `share`: games won, a shared first place counts in parts, from 0 to 1, with a
    95 % interval; `par`: the expected share of an equally strong mind with as many seats."""

    mind: str
    seats: int
    share: float
    low: float
    high: float
    par: float
    mean_place: float


class ArenaReport(Struct, frozen=True):
    """The results of a job. Rates are per second of wall-clock time, over all processes."""

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


Watched = Callable[[Document, Sequence[Ask], Ask, Choice], None]
"""Is told each choice of a game before it is carried out: the document of the seat, all open questions, the
question, and the choice."""


def play(
    engine: Engine,
    options: Any,
    minds: Sequence[Mind],
    seed: int,
    names: Sequence[str],
    job: Job,
    watched: Watched | None = None,
) -> tuple[list[Score], int]:
    """Play one whole game; returns its scores and the number of choices. Raises MindFailed if the game
    doesn't end, or a mind raises or chooses something that is not an option."""
    game = engine.setup(len(minds), seed, options)
    about = about_table(engine, options, names)
    asks, log = settle(game), Log()
    for count in range(MAX_CHOICES):
        log.take(game.said)
        if not asks:
            return engine.scores(game), count
        ask = asks[0]
        document = document_of(engine, game, asks, ask.seat, about, log.row)
        deadline = time.monotonic() + job.ms / 1000 if job.ms else float("inf")
        with blamed(names[ask.seat], f"at {ask.prompt}"):
            choice = minds[ask.seat].choose(document, deadline)
        choice = offered(names[ask.seat], choice, ask.prompt, ask.options)
        if watched:
            watched(document, asks, ask, choice)
        asks = choose(game, ask, choice)
        if job.check:
            engine.check(game)
    raise MindFailed(f"{', '.join(names)} did not end the game after {MAX_CHOICES:,} choices")


def rotation(job: Job, number: int) -> tuple[int, tuple[str, ...]]:
    """The game with this number: the seed of its deal, the mind of each seat."""
    deal, turn = divmod(number, len(job.minds))
    return Random(f"{job.seed}/{deal}").getrandbits(128), job.minds[turn:] + job.minds[:turn]


def run(
    job: Job, part: int = 0, parts: int = 1, engine: Engine | None = None, minds: Minds | None = None
) -> Iterator[ArenaGame]:
    """Play every `parts`-th game of a job, starting at number `part`. Engine and minds default to those
    registered by name, and those of the job's bots, whose processes end with the last game."""
    engine, known = engine or GAMES[job.game], dict(minds or MINDS)
    options = msgspec.convert(job.options, engine.options)
    options.check(len(job.minds))
    with ExitStack() as ending:
        for name, words in job.bots:
            known[name] = ending.enter_context(closing(CommandMinds(shlex.split(words))))
        for number in range(job.begin + part, job.games, parts):
            seed, names = rotation(job, number)
            try:
                seated = [make_mind(name, known[name], f"{seed}/{seat}") for seat, name in enumerate(names)]
                scores, choices = play(engine, options, seated, seed, names, job)
            except Exception as wrong:
                wrong.add_note(f"to play this game alone: {command(job, number, engine)}")
                raise
            yield ArenaGame(names, tuple(score.place for score in scores), choices)


def make_mind(name: str, make: Maker, seed: str) -> Mind:
    """A mind for a seat. Raises MindFailed."""
    with blamed(name, "when it was made"):
        return make(Random(seed).getrandbits(64))


def command(job: Job, number: int, engine: Engine) -> str:
    """The command that plays one game of a job alone."""
    usual = msgspec.to_builtins(engine.options())
    given = {"--minds": ",".join(job.minds), "--seed": job.seed, "--only": number + 1}
    given |= {"--ms": job.ms} if job.ms else {}
    options = [f"{name}={value}" for name, value in job.options.items() if value != usual[name]]
    words = [str(word) for pair in given.items() for word in pair]
    words += [word for option in options for word in ("--option", option)]
    words += [word for name, bot in job.bots for word in ("--bot", f"{name}={bot}")]
    return f"python -m bots arena {job.game} {shlex.join(words)}"


def run_all(job: Job, processes: int = 1) -> Iterator[ArenaGame]:
    """Play a job in several processes. The games are the same for any number of processes, but in another
    order."""
    if processes == 1:
        yield from run(job)
        return
    parts = min(job.games - job.begin, MAX_JOB_PARTS)
    for games in share(_part, [(job, part, parts) for part in range(parts)], processes):
        yield from games


def _part(work: tuple[Job, int, int]) -> list[ArenaGame]:
    return list(run(*work))


def report(job: Job, played: Sequence[ArenaGame], seconds: float, processes: int = 1) -> ArenaReport:
    choices = sum(game.choices for game in played)
    return ArenaReport(
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


def _line(mind: str, job: Job, played: Sequence[ArenaGame]) -> Line:
    seats = job.minds.count(mind)
    places = [
        place for game in played for name, place in zip(game.minds, game.places, strict=True) if name == mind
    ]
    share = fsum(won(mind, game) for game in played) / len(played)
    low, high = wilson(share, len(played))
    return Line(mind, seats, share, low, high, seats / len(job.minds), sum(places) / len(places))


def won(mind: str, game: ArenaGame) -> float:
    """1 if this mind won, a part if it shares the first place with others, else 0."""
    first = [name for name, place in zip(game.minds, game.places, strict=True) if place == 1]
    return first.count(mind) / len(first)


def report_rows(report: ArenaReport) -> Iterable[tuple[str, ...]]:
    """The rows of the printed table, the header first."""
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
