"""The hub with real games against a bare relay on the same stack, one after the other in each round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import median
from typing import Any, Final

from msgspec import Struct

from bots.load.report.drawing.bars import Bar, bars
from server.games import GAMES

from . import chatter, relay
from .kit import (
    LIGHTEST,
    SEATS,
    Aim,
    Plot,
    Say,
    Scale,
    Section,
    Shown,
    Table,
    fewer,
    load,
    spread,
)

AIMS: Final = {game: 2.0 if game == LIGHTEST else 3.0 for game in GAMES}
"""How many times the relay's CPU a move may cost the hub: the heaviest game three times, so all may."""

ABOUT: Final = """\
The relay receives a message from one member of a room and sends it to its four members: nothing else, on
the same web server, event loop and websocket implementation. The hub decodes and checks a move, carries it
out by the rules, works out what each of four seats may see of it, stores it (the answer comes after it is
on the disk) and sends four diffs. Messages of the relay are as long as the median diff of the game. Both
run on the first core of the machine, everybody else on the others."""


class Pace(Struct, frozen=True):
    """How hard hub and relay are driven: tables (rooms), and the pause between two messages of each."""

    tables: int
    think_ms: int

    def __str__(self) -> str:
        return f"{self.tables} tables, {f'thinking {self.think_ms} ms' if self.think_ms else 'no thinking'}"


CALM, BUSY = Pace(100, 100), Pace(50, 0)


class Round(Struct, frozen=True, kw_only=True):
    """One game at one pace, once."""

    game: str
    pace: str
    hub_us: float
    relay_us: float
    moves_per_s: float
    messages_per_s: float
    diff_median: float
    diff_p99: float
    others: float | None
    """Cores that Redis and foreign processes kept busy while the hub was measured."""
    verdict: str

    @property
    def ratio(self) -> float:
        return self.hub_us / self.relay_us


def measure(scale: Scale, say: Say) -> list[Round]:
    """All games at a calm pace, the lightest also without pauses."""
    rounds = []
    for number in range(scale.rounds):
        for game in scale.games:
            for pace in (CALM, BUSY) if game == LIGHTEST else (CALM,):
                rounds.append(once(game, pace, scale))
                last = rounds[-1]
                say(f"round {number + 1}: {game}, {pace}: {last.hub_us:.0f} us, ratio {last.ratio:.2f}")
    return rounds


def once(game: str, pace: Pace, scale: Scale) -> Round:
    """The hub with real games, then the relay with messages of the same size."""
    tables, seconds = fewer(scale, pace.tables), 1.5 if scale.small else scale.seconds
    run = load(
        scale,
        seconds,
        games={game: 1.0},
        tables=tables,
        think=f"{pace.think_ms}",
        verify_share=0.0,
        probes=0.0,
    )
    assert run.diff_bytes is not None and run.hub_cpu_us_per_move is not None
    with relay.running() as address:
        chat = chatter.measure(address, tables, round(run.diff_bytes.p50), seconds, pace.think_ms / 1000)
    return Round(
        game=game,
        pace=str(pace),
        hub_us=run.hub_cpu_us_per_move,
        relay_us=chat.us_per_message,
        moves_per_s=run.counts["moves"] / run.measured_s,
        messages_per_s=chat.messages / chat.seconds,
        diff_median=run.diff_bytes.p50,
        diff_p99=run.diff_bytes.p99,
        others=run.others_cpu,
        verdict=run.verdict,
    )


def grouped(rounds: Sequence[Round]) -> Iterator[tuple[str, str, list[Round]]]:
    """By game and pace, as they were measured."""
    for game, pace in dict.fromkeys((one.game, one.pace) for one in rounds):
        yield game, pace, [one for one in rounds if (one.game, one.pace) == (game, pace)]


def shown(rounds: list[Round], others: Mapping[str, Any]) -> Shown:
    """One row for each game and pace; a bar for each ratio."""
    head = ("game, pace", "hub, us a move", "relay, us a message", "ratio", "moves /s", "diff, bytes")
    rows, marks = [], []
    for game, pace, at in grouped(rounds):
        ratios = [one.ratio for one in at]
        rows.append(
            (
                f"{game}, {pace}",
                spread([one.hub_us for one in at]),
                spread([one.relay_us for one in at]),
                spread(ratios, 2),
                spread([one.moves_per_s for one in at]),
                spread([one.diff_median for one in at]),
            )
        )
        marks.append(Bar(f"{game}, {pace}", median(ratios), min(ratios), max(ratios), AIMS.get(game)))
    title = "Hub CPU of a move, as a multiple of the bare relay's"
    picture = bars(title, marks, "times the relay; dashed: the aim")
    notes = ["Least / median / greatest of the rounds."]
    return Shown(
        [Table(head, rows)],
        {"ratio": Plot(title, picture)},
        list(_aims(rounds)),
        notes,
        [o.verdict for o in rounds],
    )


def _aims(rounds: Sequence[Round]) -> Iterator[Aim]:
    for game, pace, at in grouped(rounds):
        ratios = [one.ratio for one in at]
        what = f"hub CPU of a move, {game}, {SEATS} seats, {pace}"
        met = median(ratios) <= AIMS[game] and all(one.verdict != "wrong" for one in at)
        yield Aim(what, f"<= {AIMS[game]:g} times the relay", spread(ratios, 2), met)


SECTION: Final = Section("ratio", "Hub and bare relay", ABOUT, list[Round], measure, shown)
