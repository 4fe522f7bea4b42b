"""The bots' levels against each other: records from fitting and training, and games played here."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import chain, pairwise
from typing import Any, Final

from msgspec import Struct

from bots.arena.arena import ArenaGame, Job, run, run_all, won
from bots.mind import Maker
from bots.minds.levels import LEVELS
from bots.minds.master import Master
from bots.minds.registry import MINDS
from bots.minds.soft import SOFT, fitted
from bots.plots.bars import PlotBar, bars
from bots.process_pool import share
from bots.search.evaluator import trained
from bots.win_rates import reached
from server.games import GAMES

from .kit import SEATS, Aim, Plot, Say, Scale, Section, Shown, Table
from .published import STRATEGIES

ALL: Final = "all"
"""The preset of a game with all of its expansions."""

TRIES: Final = 200
"""Tries of *master* for a choice: no more than its 200 ms allow, and the same number on a busy machine."""

WEAK: Final = 40
"""Games of a beginner against random players."""

PLANNED: Final = 400
"""Games of a searching bot against each published strategy, with two seats."""

EXPANDED_GAMES: Final = 120
"""Games of each level against the one below with all expansions."""

STRONG: Final = 100
SLOW: Final = {"bruges": 60, "schweinebande": 40, "loyang": 60}
"""Games of a searching bot against each other level: every deal from each seat. In some games one takes
half a minute."""

AIMS: Final = {
    ("beginner", "whim"): (0.6, 0.6 * SEATS),
    ("expert", "skilled"): (0.7, 2.0),
    ("master", "skilled"): (0.8, 2.4),
}
"""The share to win with two seats; and with more seats, as a multiple of chance."""

PLAN: Final = 0.7
"""The share to win against a published strategy."""

STEP: Final = (0.6, 1.4)
"""The same for each level against the one below."""

ABOUT: Final = f"""\
One of a level against others of one kind at all other seats, every deal once for each seat; 95 % intervals.
*casual* and *beginner* were measured with the temperatures that are kept (`python -m bots fit`), *expert*
when its net was kept (`python -m bots train --keep`; *skilled* plays as greedy does). *beginner* against
random choices, and *master*, who had {TRIES} tries for a choice (some 100 ms, 200 in Bruges), were played for
this table, Machi Koro's also against published strategies (`tests/bench/published.py`), one against one;
where there is no net, it searches by the hand-made values. An aim is met where the lower end of the interval
reaches it; `docs/minds.md` has the experiments where it doesn't."""


ABOUT_EXPANDED: Final = f"""\
One of a level against three of the level below, with all expansions of the game, {EXPANDED_GAMES} games a
pair, every deal once for each seat; 95 % intervals. Temperatures and nets are those of the game as it is
usually played."""


class Duel(Struct, frozen=True):
    """The share of games that one bot of a level won against another kind at all other seats."""

    game: str
    one: str
    others: str
    seats: int
    games: int
    share: float
    low: float
    high: float

    @property
    def planned(self) -> bool:
        """Is it against a published strategy?"""
        return self.others in STRATEGIES.get(self.game, {})

    @property
    def aim(self) -> float:
        """The share that the lower end of the interval should reach."""
        if self.planned:
            return PLAN
        two, times = AIMS.get((self.one, self.others), STEP)
        return two if self.seats == 2 else times / self.seats


def measure(scale: Scale, say: Say) -> list[Duel]:
    """Play the games that the levels' own records don't cover."""
    duels = list[Duel]()
    for game in scale.games:
        for duel in played(game, scale.small):
            duels.append(duel)
            say(f"{game}: {duel.one} against {duel.others}: {duel.share:.0%} of {duel.games}")
    return duels


def measure_expanded(scale: Scale, say: Say) -> list[Duel]:
    """Each level against the one below, in games that have expansions."""
    duels = list[Duel]()
    for game in (it for it in scale.games if ALL in GAMES[it].options.presets()):
        for below, one in pairwise(LEVELS[: LEVELS.index("expert") + 1]):
            duels.append(expanded(game, one, below, SEATS if scale.small else EXPANDED_GAMES))
            say(f"{game}, all expansions: {one} against {below}: {duels[-1].share:.0%} of {duels[-1].games}")
    return duels


def expanded(game: str, one: str, others: str, games: int, before: Duel | None = None) -> Duel:
    """Play up to `games` games with four seats and all expansions; those of `before` count as the first."""
    options, begin = GAMES[game].options, before.games if before else 0
    given = {**options.usual(), **options.presets()[ALL], **options.decided(SEATS)}
    job = Job(game, (one, *[others] * (SEATS - 1)), games, given, begin=begin)
    return _duel(job, one, others, run_all(job, os.cpu_count() or 1), before)


def more_expanded(before: list[Duel], scale: Scale, say: Say) -> list[Duel]:
    """For each pair, as many additional games as in the first run."""
    return _more(before, scale, say, lambda it: expanded(it.game, it.one, it.others, _goal(it, scale), it))


def joined(before: list[Duel], found: list[Duel]) -> list[Duel]:
    """The new findings, and the previous ones of other games."""
    new = {it.game for it in found}
    order = [*GAMES].index
    return sorted([*(it for it in before if it.game not in new), *found], key=lambda it: order(it.game))


def known(game: str) -> Iterator[Duel]:
    """The current records of the levels for a game."""
    for level, above in zip(SOFT, LEVELS[1:], strict=False):
        if it := fitted().get(game, {}).get(level):
            for row in it.above:
                yield Duel(game, above, level, row.seats, row.games, row.share, row.low, row.high)
    if net := trained(game):
        for row in net.about["strengths"]:
            if row["seats"] in net.about["seats"]:
                counts = (row[name] for name in ("seats", "games", "share", "low", "high"))
                yield Duel(game, "expert", "skilled", *counts)


def played(game: str, small: bool) -> Iterator[Duel]:
    """Games of the weakest and of the strongest level."""
    yield duel(game, "beginner", "whim", SEATS if small else WEAK)
    net = trained(game)
    for other in ("skilled", "expert") if net and net.suits(SEATS) else ("skilled",):
        yield duel(game, "master", other, SEATS if small else SLOW.get(game, STRONG), 9 if small else TRIES)
    for plan in STRATEGIES.get(game, {}):
        yield duel(game, "master", plan, SEATS if small else PLANNED, 9 if small else TRIES, seats=2)


def duel(
    game: str,
    one: str,
    others: str,
    games: int,
    tries: int = TRIES,
    before: Duel | None = None,
    seats: int = SEATS,
) -> Duel:
    """Play up to `games` games; those of `before` count as the first."""
    job = Job(game, (one, *[others] * (seats - 1)), games, {}, begin=before.games if before else 0)
    new = games - job.begin
    if new <= SEATS:  # starting processes would take longer
        return _duel(job, one, others, _part((job, tries, 0, 1)), before)
    parts = share(_part, [(job, tries, part, new) for part in range(new)], os.cpu_count() or 1)
    return _duel(job, one, others, chain.from_iterable(parts), before)


def _part(work: tuple[Job, int, int, int]) -> list[ArenaGame]:
    """Some games of a job, in which *master* has `tries` tries."""
    job, tries, part, parts = work
    strategies = STRATEGIES.get(job.game, {})
    minds: dict[str, Maker] = {**MINDS, **strategies, "master": partial(Master, tries=tries)}
    return [*run(job, part, parts, minds=minds)]


def _duel(job: Job, one: str, others: str, played: Iterable[ArenaGame], before: Duel | None) -> Duel:
    """The result of a job's games, together with earlier ones."""
    known = before.share * before.games if before else 0.0
    seats = len(job.minds)
    found = reached(seats, known + sum(won(one, it) for it in played), job.games)
    return Duel(job.game, one, others, seats, job.games, found.share, found.low, found.high)


def more(before: list[Duel], scale: Scale, say: Say) -> list[Duel]:
    """For each pair, as many additional games as in the first run; before that the missing published
    strategies."""
    tries = 9 if scale.small else TRIES
    known = {(it.game, it.others) for it in before}
    plans = [(game, plan) for game in scale.games for plan in STRATEGIES.get(game, {})]
    fresh = list[Duel]()
    for game, plan in (it for it in plans if it not in known):
        fresh.append(duel(game, "master", plan, SEATS if scale.small else PLANNED, tries, seats=2))
        say(f"{game}: master against {plan}: {fresh[-1].share:.0%} of {fresh[-1].games}")
    return fresh + _more(
        before, scale, say, lambda it: duel(it.game, it.one, it.others, _goal(it, scale), tries, it, it.seats)
    )


def _more(before: list[Duel], scale: Scale, say: Say, again: Callable[[Duel], Duel]) -> list[Duel]:
    """Play more games of each pair in these games."""
    duels = list[Duel]()
    for it in before:
        if it.game in scale.games:
            duels.append(again(it))
            say(f"{it.game}: {it.one} against {it.others}: {duels[-1].share:.0%} of {duels[-1].games}")
    return duels


def _goal(it: Duel, scale: Scale) -> int:
    """The total number of games after the additional ones."""
    return it.games + (SEATS if scale.small else SLOW.get(it.game, STRONG))


def shown(found: list[Duel], others: Mapping[str, Any]) -> Shown:
    """A row for each pair of levels and number of seats, and a plot for each game. The levels' own records
    of the measured games are included."""
    games = dict.fromkeys(it.game for it in found)
    duels = [duel for game in games for duel in (*known(game), *(it for it in found if it.game == game))]
    return Shown([_table(duels)], {f"levels-{game}": _plot(game, duels) for game in games}, [*_aims(duels)])


def shown_expanded(found: list[Duel], others: Mapping[str, Any]) -> Shown:
    """A row for each pair of levels. The aims are those of the games without expansions."""
    games = dict.fromkeys(it.game for it in found)
    plots = {f"expanded-{game}": _plot(game, found, ", all expansions") for game in games}
    aims = [it._replace(what=f"{it.what}, all expansions") for it in _aims(found)]
    return Shown([_table(found)], plots, aims)


def _table(duels: list[Duel]) -> Table:
    head = ("game", "one", "against", "seats", "games", "won by the one", "95 % interval", "by chance", "aim")
    rows = [
        (
            *(it.game, it.one, it.others, str(it.seats), str(it.games)),
            f"{it.share:.0%}",
            f"{it.low:.0%} to {it.high:.0%}",
            f"{1 / it.seats:.0%}",
            f"{it.aim:.0%}" + (", met" if it.low >= it.aim else ""),
        )
        for it in duels
    ]
    return Table(head, rows)


def _plot(game: str, duels: list[Duel], with_what: str = "") -> Plot:
    title = f"{game}{with_what}: games won by one of a level against the others"
    rows = [
        PlotBar(
            f"{it.one} against {it.others}, {it.seats}",
            100 * it.share,
            100 * it.low,
            100 * it.high,
            100 * it.aim,
            note=" %",
        )
        for it in duels
        if it.game == game
    ]
    return Plot(title, bars(title, rows, "percent; the number of seats behind the names"))


def _aims(found: list[Duel]) -> Iterator[Aim]:
    """One aim for each pair of levels, over all games and numbers of seats."""
    pairs: dict[tuple[str, str], list[Duel]] = {}
    for it in found:
        pairs.setdefault((it.one, "published strategies" if it.planned else it.others), []).append(it)
    for (one, others), duels in pairs.items():
        met = sum(it.low >= it.aim for it in duels)
        two, times = AIMS.get((one, others), STEP)
        aim = f">= {two:.0%} with two seats, {times:g} times chance with more"
        where = f"{met} of {len(duels)} games and numbers of seats"
        if duels[0].planned:
            aim, where = f">= {PLAN:.0%}, one against one", f"{met} of {len(duels)}"
        yield Aim(f"{one} against {others}, lower end of the interval", aim, where, met == len(duels))


SECTION: Final = Section(
    "levels",
    "The levels against each other",
    ABOUT,
    list[Duel],
    measure,
    shown,
    always=False,
    joined=joined,
    more=more,
)

EXPANDED: Final = Section(
    "expanded",
    "The levels against each other, with all expansions",
    ABOUT_EXPANDED,
    list[Duel],
    measure_expanded,
    shown_expanded,
    always=False,
    joined=joined,
    more=more_expanded,
)
