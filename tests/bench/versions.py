"""A move's CPU time compared with an earlier commit, on the same core in the same seconds."""

from __future__ import annotations

import io
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from typing import Any, Final

from msgspec import Struct

from bots.hub_process import OwnServer, own_server
from bots.load.plan import LoadPlan
from bots.load.run.coordinator import measure as measure_load
from server.games import GAMES

from .book import COMPILED, ROOT, commit, modules
from .kit import BUDGETS, LIGHTEST, SEATS, Aim, Say, Scale, Section, Shown, Table, await_rest, fewer, spread

DEARER: Final = 1.05
"""A move must not cost more than this multiple of what it cost at the earlier commit."""

PACES: Final = {"calm": (50, 100), "busy": (25, 0)}
"""Tables of each of the two hubs, and thinking times in ms: half of what one hub gets in other sections."""

GAMES_COMPARED: Final = tuple(game for game in (LIGHTEST, "bruges") if game in GAMES)
"""The lightest game and the heaviest."""

KEPT: Final = 40
"""The number of comparisons that are kept."""

ABOUT: Final = f"""\
The hub of this commit and the hub of an earlier one, `--base`, by default the commit that last changed these
benchmarks. Both run at the same time on the first core, so the machine's load, its caches and its clock are
the same for both; each has a Redis and a generator of its own. They start anew in each round: where a
process lies in memory makes some percent, as long as it runs. With `--compiled` the modules of this commit
are compiled, those of the earlier one never. Calm is {PACES["calm"][0]} tables each that
think {PACES["calm"][1]} ms, busy {PACES["busy"][0]} without pauses. The comparisons of earlier commits are
kept below, so that a move that gets dearer bit by bit shows too. They are CPU times: the counters of
instructions are not available on every machine."""


class Compared(Struct, frozen=True, kw_only=True):
    """One game at one pace, all rounds: CPU us of a move, before and after, and their ratios."""

    base: str
    commit: str
    game: str
    pace: str
    before_us: list[float]
    after_us: list[float]

    @property
    def ratios(self) -> list[float]:
        return [after / before for before, after in zip(self.before_us, self.after_us, strict=True)]


def measure(scale: Scale, say: Say) -> list[Compared]:
    """Compare the lightest and the heaviest game at both paces, round by round."""
    base, name = _short(scale.base), f"{commit()} compiled" if modules() == COMPILED else commit()
    games = [game for game in GAMES_COMPARED if game in scale.games] or list(scale.games[:1])
    found = {(game, pace): _nothing(base, name, game, pace) for game in games for pace in PACES}
    with earlier(base) as folder:
        for number in range(scale.rounds):
            with own_server(BUDGETS, folder=folder) as before, own_server(BUDGETS) as after:
                if not scale.small:
                    await_rest(before.metrics)
                    await_rest(after.metrics)
                for (game, pace), one in found.items():
                    _round(one, (before, after), scale)
                    last = f"{one.after_us[-1]:.0f} us, {one.ratios[-1]:.3f} times"
                    say(f"round {number + 1}: {game}, {pace}: {last}")
    return list(found.values())


def _short(base: str) -> str:
    """The commit to compare with; "": the one that last changed the benchmarks."""
    words = ("rev-parse", "--short", base) if base else ("log", "-1", "--format=%h", "--", "docs/benchmarks")
    return _git(*words).decode().strip()


def _nothing(base: str, name: str, game: str, pace: str) -> Compared:
    return Compared(base=base, commit=name, game=game, pace=pace, before_us=[], after_us=[])


def _round(one: Compared, hubs: Sequence[OwnServer], scale: Scale) -> None:
    """Load both hubs in the same seconds."""
    tables, think_ms = PACES[one.pace]
    plans = [
        LoadPlan(
            url=hub.url,
            games={one.game: 1.0},
            tables=fewer(scale, tables),
            think=f"{think_ms}",
            seconds=1.5 if scale.small else scale.seconds,
            seats=SEATS,
            probes=0.0,
            verify_share=0.0,
        )
        for hub in hubs
    ]
    with ProcessPoolExecutor(len(hubs), get_context("spawn")) as pool:
        before, after = pool.map(_cpu_of_move, plans, [hub.metrics for hub in hubs])
    one.before_us.append(round(before, 1))
    one.after_us.append(round(after, 1))


def _cpu_of_move(plan: LoadPlan, metrics: str) -> float:
    """Us of CPU. Raises ValueError if the run was wrong."""
    run = measure_load(plan, metrics, pin=True)
    if run.verdict == "wrong" or run.hub_cpu_us_per_move is None:
        raise ValueError(f"this run proves nothing: {'; '.join(run.reasons)}")
    return run.hub_cpu_us_per_move


@contextmanager
def earlier(revision: str) -> Iterator[Path]:
    """The files of an earlier commit, in a temporary folder."""
    with tempfile.TemporaryDirectory(prefix="stammtisch-base-") as folder:
        files = io.BytesIO(_git("archive", "--format=tar", revision))
        with tarfile.open(fileobj=files) as archive:
            archive.extractall(folder, filter="tar")
        yield Path(folder)


def _git(*words: str) -> bytes:
    return subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, check=True).stdout


def joined(before: list[Compared], found: list[Compared]) -> list[Compared]:
    """The kept comparisons, with those of the same commits replaced."""
    pairs = {(one.base, one.commit) for one in found}
    return [*(one for one in before if (one.base, one.commit) not in pairs), *found][-KEPT:]


def shown(found: list[Compared], others: Mapping[str, Any]) -> Shown:
    """A row for each comparison, the newest commit first; the aims are those of the newest."""
    head = ("commit, against", "game, pace", "before, us", "after, us", "times")
    rows = [
        (
            f"{one.commit}, {one.base}",
            f"{one.game}, {one.pace}",
            spread(one.before_us),
            spread(one.after_us),
            spread(one.ratios, 3),
        )
        for one in reversed(found)
    ]
    newest = [one for one in found if (one.base, one.commit) == (found[-1].base, found[-1].commit)]
    aims = [
        Aim(
            f"hub CPU of a move against commit {one.base}, {one.game}, {one.pace}",
            f"<= {DEARER:g} times",
            spread(one.ratios, 3),
            median(one.ratios) <= DEARER,
        )
        for one in newest
    ]
    return Shown([Table(head, rows)], {}, aims)


SECTION: Final = Section(
    "versions",
    "A move by version",
    ABOUT,
    list[Compared],
    measure,
    shown,
    always=False,
    joined=joined,
)
