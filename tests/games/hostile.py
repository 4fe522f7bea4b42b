"""Malicious uploads: games with one number changed, and logs that are cut, doubled or
out of order. Each is refused, or stays within the kernel's limits as long as it is played.

    python -m tests.games.hostile santiago --cases 500 --seed 7

One process tries the cases of a game, with little memory and little time for each. A case that gets past all
limits ends the process; it is the case that was named last.
"""

from __future__ import annotations

import argparse
import resource
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from random import Random
from typing import Any, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from protocol.frames import AUTO
from server.authoring.walks import Walk, draw_choice, draw_deal
from server.games import GAMES
from server.games.bounds import outside
from server.games.kernel import MAX_COST, MAX_OPTIONS, EndTurn, LimitExceeded, Step, choose, key, settle
from server.games.packing import pack, unpack
from server.games.unplayable import Unplayable
from server.live.sandbox_worker import BAD, GOOD, MOMENT, REEL, VERSION_BYTES, played
from server.table import beginnings, log, origins
from server.table.entries import GameOrigin, Made
from tests.table.finished import finished

from .engines import ENGINES

MEGABYTES: Final = 1_024
CASE_CPU_S: Final = 60
"""The CPU time for one case; the sandbox gives it less."""

VALUES: Final = (0, -1, 10**6, 10**12, 2**63 - 1, 2**63)
CHOSEN: Final = 60
"""The number of choices for which an admitted game is played."""

Path = tuple[int | str, ...]


class Case(NamedTuple):
    """An upload to try: its name, and its function."""

    name: str
    run: Callable[[], str]
    """Returns the result in a word."""


class Costly(Exception):
    """A change has cost more than the kernel allows."""


class Meter:
    """Counts the cost of a change independently of the kernel: steps that are asked, and their options."""

    def __init__(self) -> None:
        self.cost = self.most = self.depth = 0

    @contextmanager
    def on(self, kinds: set[type[Step[Any]]]) -> Iterator[None]:
        """Count the questions of these steps."""
        before = {kind: kind.asks for kind in kinds if "asks" in vars(kind)}
        for kind, asks in before.items():
            setattr(kind, "asks", self._counting(asks))  # noqa: B010 - a method of a frozen class
        try:
            yield
        finally:
            for kind, asks in before.items():
                setattr(kind, "asks", asks)  # noqa: B010

    def _counting(self, asks: Callable[..., Any]) -> Callable[..., Any]:
        def counted(step: Any, game: Any) -> Any:
            self.depth += 1
            try:
                found = asks(step, game)
            finally:
                self.depth -= 1
            if not self.depth:  # otherwise another `asks` has called this one
                self.most = max([self.most, *(len(ask.options) for ask in found)])
                self.cost += 1 + sum(len(ask.options) for ask in found)
            return found

        return counted

    def change(self, made: Callable[[], Any]) -> Any:
        """Make a change. Raises Costly if it costs too much."""
        self.cost = self.most = 0
        result = made()
        if self.most > MAX_OPTIONS or self.cost > 2 * (MAX_COST + MAX_OPTIONS):  # answer, then settle
            raise Costly(f"a question with {self.most} options, a change that costs {self.cost}")
        return result


def numbers(value: Any, path: Path = ()) -> Iterator[Path]:
    """The places of whole numbers in plain data."""
    if isinstance(value, int) and not isinstance(value, bool):
        yield path
    elif isinstance(value, list):
        for place, one in enumerate(value):
            yield from numbers(one, (*path, place))
    elif isinstance(value, dict):
        for name, one in value.items():
            yield from numbers(one, (*path, name))


def changed(data: bytes, path: Path, value: int) -> bytes:
    """The same data with another number at this place."""
    whole = inner = msgspec.msgpack.decode(data)
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    return msgspec.msgpack.encode(whole)


def greatest(engine: Any, data: bytes, path: Path) -> int | None:
    """The declared maximum at this place, if there is one."""
    try:
        game = unpack(engine.state, changed(data, path, 2**63 - 1))
    except msgspec.ValidationError:
        return None
    return next((bounds.most for _, found, bounds in outside(game, game.bounds) if found == 2**63 - 1), None)


def games(name: str, seed: int) -> Iterator[tuple[Made, bytes]]:
    """Packed games at questions from the first to the last, and over; each with the creation of its table."""
    walk, met = Walk(deal := draw_deal(name, seed)), list[bytes]()
    while walk.asks:
        met.append(pack(walk.game))
        walk.choose(*walk.pick())
    engine = ENGINES[name]
    made = Made(1, "t", name, engine.rules, "", deal.seats, deal.options, False, [], [], False, "00" * 32)
    for moment in (met[0], met[len(met) // 2], met[-1], pack(walk.game)):
        yield made, moment


def game_cases(name: str, seed: int) -> Iterator[Case]:
    """Some games, with every number changed once."""
    engine = ENGINES[name]
    for moment, (made, data) in enumerate(games(name, seed)):
        for path in numbers(msgspec.msgpack.decode(data)):
            most = greatest(engine, data, path)
            for value in (*VALUES, *([most] if most is not None else [])):
                other = changed(data, path, value)
                what = f"{name} {seed} {moment}: {path} = {value}"
                yield Case(what, partial(let_in, made, other, seed))


def let_in(made: Made, data: bytes, seed: int) -> str:
    """Upload a game, and play it if it is admitted: "stopped" if the kernel ends that, "broken" if the game
    fails. Raises Costly if a change costs too much all the same."""
    engine = ENGINES[made.game]
    try:
        origins.possible(engine, replace(made, origin=GameOrigin("", 1, AUTO, data)))
        game = origins.brought(engine, data)
        beginnings.ends(engine, game)
    except Unplayable:
        return "refused"
    meter, random = Meter(), Random(seed)
    game.key = key(seed)
    try:
        with meter.on({*engine.state.steps.values(), EndTurn}):
            asks = meter.change(partial(settle, game))
            for _ in range(CHOSEN):
                if asks:
                    asks = meter.change(partial(choose, game, *draw_choice(asks, random)))
    except Costly:
        raise
    except LimitExceeded:
        return "stopped"
    except Exception:  # such a game may raise anything
        return "broken"
    return "played"


def log_cases(name: str, seed: int) -> Iterator[Case]:
    """A log of a whole game: cut, doubled, out of order, and with numbers changed."""
    entries, random = finished(name, 2, {}), Random(seed)
    count = len(entries)
    at = random.randrange(1, count)
    ways = {
        "whole": entries,
        "cut": entries[:at],
        "without its beginning": entries[at:],
        "doubled": [*entries, *entries],
        "one doubled": [*entries[:at], entries[at], *entries[at:]],
        "one left out": [*entries[:at], *entries[at + 1 :]],
        "backwards": [entries[0], *entries[:0:-1]],
        "out of order": [entries[0], *random.sample(entries[1:], count - 1)],
        "a hundred times": [entries[0], *entries[1:] * 100],
    }
    for way, changed_entries in ways.items():
        data = log.written(changed_entries)
        for question in (REEL, MOMENT + at.to_bytes(VERSION_BYTES, "big")):
            yield Case(f"{name} {seed}: log {way}", partial(bring, question + data))
    plain = [msgspec.msgpack.decode(entry) for entry in entries]
    for number in sorted({0, *random.sample(range(count), min(count, 20))}):
        for path in numbers(plain[number]):
            for value in VALUES:
                other = [*entries]
                other[number] = changed(entries[number], path, value)
                asked = MOMENT + at.to_bytes(VERSION_BYTES, "big") + log.written(other)
                yield Case(f"{name} {seed}: entry {number}: {path} = {value}", partial(bring, asked))


def bring(asked: bytes) -> str:
    """Call the function of the sandbox process."""
    answer = played(asked)
    assert answer[:1] in (GOOD, BAD)
    return "played" if answer[:1] == GOOD else "refused"


def cases(name: str, seed: int, count: int) -> list[Case]:
    """This many of all cases of a game, drawn by the seed; all of them for 0."""
    every = [*game_cases(name, seed), *(log_cases(name, seed) if name in GAMES else ())]
    return Random(seed).sample(every, min(count or len(every), len(every)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=ENGINES)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cases", type=int, default=0)
    chosen = parser.parse_args()
    limit = MEGABYTES << 20
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    told: Counter[str] = Counter()
    every = cases(chosen.game, chosen.seed, chosen.cases)
    for number, case in enumerate(every, 1):
        print(f"{number}/{len(every)} {case.name}", flush=True)
        signal.setitimer(signal.ITIMER_PROF, CASE_CPU_S)  # its signal ends the process
        told[case.run()] += 1
    print(f"{chosen.game}: {dict(told)}")


if __name__ == "__main__":
    main()
