"""The hub with real games compared with relays on the same stack, in turn in each round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import median
from typing import Any, Final

from msgspec import Struct

from bots.plots.bars import PlotBar, bars
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
from .stages import private_redis

AIMS: Final = {game: 2.0 if game == LIGHTEST else 2.6 for game in GAMES}
"""The greatest CPU cost of a move, as a multiple of the durable relay's. All games but the lightest have the
limit of the heaviest."""

TITLE: Final = "Hub and relays"

ABOUT: Final = """\
A relay receives a message from one member of a room and sends it to its four members, on the same web
server, event loop and websocket implementation: the bare one at once, the durable one after it has stored
the message on the disk as a hub stores a move, with the same script over the same kind of connection. The
hub decodes and checks a move, carries it out by the rules, works out what each of four seats may see of it,
stores it (the answer comes after it is on the disk) and sends four diffs. Messages of the relays are as long
as the median diff of the game. All run on the first core of the machine, everybody else on the others. The
aim compares with the durable relay: the bare one loses what it has sent when it ends."""


class Pace(Struct, frozen=True):
    """The load of hub and relay: the number of tables (rooms), and the pause between two messages of each."""

    tables: int
    think_ms: int

    def __str__(self) -> str:
        return f"{self.tables} tables, {f'thinking {self.think_ms} ms' if self.think_ms else 'no thinking'}"


CALM, BUSY = Pace(100, 100), Pace(50, 0)

HEAVIEST: Final = "bruges"
"""The game with the dearest moves."""


class Round(Struct, frozen=True, kw_only=True):
    """One game at one pace, once."""

    game: str
    pace: str
    hub_us: float
    relay_us: float
    """Of the bare relay."""
    durable_us: float | None = None
    """Of the durable relay; None in findings of before it was measured."""
    moves_per_s: float
    messages_per_s: float
    diff_median: float
    diff_p99: float
    others: float | None
    """Cores that Redis and unrelated processes used while the hub was measured."""
    verdict: str

    @property
    def ratio(self) -> float:
        """Against the bare relay."""
        return self.hub_us / self.relay_us


def measure(scale: Scale, say: Say) -> list[Round]:
    """All games at a calm pace, the lightest and the heaviest also without pauses."""
    rounds = []
    for number in range(scale.rounds):
        for game in scale.games:
            for pace in (CALM, BUSY) if game in (LIGHTEST, HEAVIEST) else (CALM,):
                rounds.append(once(game, pace, scale))
                last = rounds[-1]
                times = f"{last.ratio:.2f} times the bare relay, {spread(durable([last]), 2)} the durable one"
                say(f"round {number + 1}: {game}, {pace}: {last.hub_us:.0f} us, {times}")
    return rounds


def once(game: str, pace: Pace, scale: Scale) -> Round:
    """The hub with real games, then the relays with messages of the same size."""
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
    said = tables, round(run.diff_bytes.p50), seconds, pace.think_ms / 1000
    with relay.running() as address:
        chat = chatter.measure(address, *said)
    with private_redis() as redis, relay.running(redis) as address:
        stored = chatter.measure(address, *said)
    return Round(
        game=game,
        pace=str(pace),
        hub_us=run.hub_cpu_us_per_move,
        relay_us=chat.us_per_message,
        durable_us=stored.us_per_message,
        moves_per_s=run.counts["moves"] / run.measured_s,
        messages_per_s=chat.messages / chat.seconds,
        diff_median=run.diff_bytes.p50,
        diff_p99=run.diff_bytes.p99,
        others=run.others_cpu,
        verdict=run.verdict,
    )


def durable(rounds: Sequence[Round]) -> list[float]:
    """The cost of a move as multiples of the durable relay's, where that was measured."""
    return [one.hub_us / one.durable_us for one in rounds if one.durable_us]


def grouped(rounds: Sequence[Round]) -> Iterator[tuple[str, str, list[Round]]]:
    """The rounds by game and pace, in order."""
    for game, pace in dict.fromkeys((one.game, one.pace) for one in rounds):
        yield game, pace, [one for one in rounds if (one.game, one.pace) == (game, pace)]


def shown(rounds: list[Round], others: Mapping[str, Any]) -> Shown:
    """One row for each game and pace; a bar for each ratio."""
    us = ("hub, us a move", "bare relay, us a message", "durable relay, us")
    head = ("game, pace", *us, "times bare", "times durable", "moves /s", "diff, bytes")
    rows, marks = [], []
    for game, pace, at in grouped(rounds):
        ratios = durable(at)
        rows.append(
            (
                f"{game}, {pace}",
                spread([one.hub_us for one in at]),
                spread([one.relay_us for one in at]),
                spread([one.durable_us for one in at if one.durable_us]),
                spread([one.ratio for one in at], 2),
                spread(ratios, 2),
                spread([one.moves_per_s for one in at]),
                spread([one.diff_median for one in at]),
            )
        )
        if ratios:
            mark = PlotBar(f"{game}, {pace}", median(ratios), min(ratios), max(ratios), AIMS.get(game))
            marks.append(mark)
    title = "Hub CPU of a move, as a multiple of the durable relay's"
    picture = bars(title, marks, "times the durable relay; dashed: the aim")
    return Shown(
        [Table(head, rows)],
        {"ratio": Plot(title, picture)} if marks else {},
        list(_aims(rounds)),
        ["Least / median / greatest of the rounds."],
        [o.verdict for o in rounds],
    )


def _aims(rounds: Sequence[Round]) -> Iterator[Aim]:
    for game, pace, at in grouped(rounds):
        ratios = durable(at)
        what = f"hub CPU of a move, {game}, {SEATS} seats, {pace}"
        met = median(ratios) <= AIMS[game] and all(o.verdict != "wrong" for o in at) if ratios else None
        yield Aim(what, f"<= {AIMS[game]:g} times the durable relay", spread(ratios, 2), met)


SECTION: Final = Section("ratio", TITLE, ABOUT, list[Round], measure, shown)
