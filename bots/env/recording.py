"""Games of minds as rows: each choice with what its seat saw, what it could choose, and how the game ended.

A recording is a folder with `train.parquet` and `test.parquet`. Every tenth game is for tests; no game is in
both, and each game has a deal of its own, so nothing of a test game was seen in training.

`COLUMNS` describes the rows, and the metadata of the files how they were made (`about`). A file is a function
of the seed, the minds and the versions of this package and PyArrow: row groups have a fixed number of rows,
and nothing of the machine or the clock is written. Minds with nets compute with floats of the processor, so
their choices may differ between kinds of processors.

Needs the extra `record`: pip install 'stammtisch[record]'.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Any, Final, NamedTuple, Self

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from server.games.catalogue import digest
from server.games.engine import Score
from server.games.kernel import Ask, Choice

from ..arena.arena import Job, make_mind, play
from ..document import Document
from ..minds.registry import MINDS
from .environment import SEED_BITS, Setting, shares
from .vocabulary import Prefix

FORMAT: Final = 1
"""Increased when the columns change."""

TEST_EVERY: Final = 10
ROW_GROUP_ROWS: Final = 2_000
MAX_GAMES: Final = 10_000_000

_encode = msgspec.json.Encoder(order="sorted").encode

COLUMNS: Final = [
    ("game", pa.int32(), "the number of the game in the recording, from 0"),
    ("deal", pa.string(), "the seed of the game in hexadecimal digits: Environment.reset(int(deal, 16))"),
    ("step", pa.int32(), "the number of the choice in its game, from 0"),
    ("seat", pa.int8(), "the seat that chose"),
    ("mind", pa.dictionary(pa.int8(), pa.string()), "the name of the mind that chose"),
    ("prompt", pa.dictionary(pa.int16(), pa.string()), "the kind of question"),
    ("public", pa.string(), "the view of everybody, as JSON"),
    ("private", pa.string(), "the rest of the seat's view, as JSON"),
    ("observation", pa.list_(pa.int16()), "both as an array: Environment.observe"),
    ("verbs", pa.list_(pa.string()), "the verb of each option, in the order of the game"),
    ("nouns", pa.list_(pa.int32()), "the noun of each option; -1: none"),
    (
        "actions",
        pa.list_(pa.int32()),
        "the action of each option, or the first one of several",
    ),
    ("choice", pa.int32(), "the number of the chosen option, from 0"),
    ("action", pa.int32(), "the action of the chosen option"),
    ("place", pa.int8(), "the final place of the seat, from 1"),
    ("share", pa.float64(), "the seat's share of the win, from 0 to 1"),
    ("points", pa.int32(), "the final points of the seat"),
]
"""Name, type and meaning of each column."""


class Plan(NamedTuple):
    """What to record: `games` games of `minds`, which change seats from game to game."""

    game: str
    minds: tuple[str, ...]
    games: int
    options: dict[str, Any]
    seed: int = 0


def about(plan: Plan, setting: Setting) -> dict[str, str]:
    """How a recording was made, for the metadata of its files; the meaning of each column; the places of an
    observation as first and last number of each part."""
    engine = setting.engine
    places = {name: [it.start, it.stop - 1] for name, it in setting.layout.names.items()}
    return {
        "stammtisch.format": str(FORMAT),
        "stammtisch.game": engine.name,
        "stammtisch.rules": f"{engine.rules} {digest(engine.name)}",
        "stammtisch.seats": str(setting.seats),
        "stammtisch.options": _encode(setting.plain).decode(),
        "stammtisch.minds": ",".join(plan.minds),
        "stammtisch.seed": str(plan.seed),
        "stammtisch.actions": setting.vocabulary.digest,
        "stammtisch.places": _encode(places).decode(),
        "stammtisch.columns": _encode({name: meaning for name, _, meaning in COLUMNS}).decode(),
    }


def schema(metadata: Mapping[str, str]) -> pa.Schema:
    """The form of the rows."""
    return pa.schema([pa.field(name, kind, nullable=False) for name, kind, _ in COLUMNS], metadata=metadata)


def is_test(number: int) -> bool:
    """Is this game for tests?"""
    return number % TEST_EVERY == TEST_EVERY - 1


Row = dict[str, Any]


def played(plan: Plan, setting: Setting, number: int) -> list[Row]:
    """The rows of one game. Raises MindFailed as the arena does."""
    seats = setting.seats
    names = tuple(plan.minds[(seat + number) % seats] for seat in range(seats))
    seed = Random(f"{plan.seed}/{number}").getrandbits(SEED_BITS)
    minds = [make_mind(name, MINDS[name], f"{seed}/{seat}") for seat, name in enumerate(names)]
    rows: list[Row] = []

    def watched(document: Document, asks: Sequence[Ask], ask: Ask, choice: Choice) -> None:
        if not ask.forced:
            which = {"game": number, "deal": f"{seed:x}", "step": len(rows), "mind": names[ask.seat]}
            rows.append(which | row_of(setting, document, asks, ask, choice))

    job = Job(plan.game, names, 1, setting.plain)
    scores, _ = play(setting.engine, setting.options, minds, seed, names, job, watched)
    won = shares([score.place for score in scores])
    for row in rows:
        score: Score = scores[row["seat"]]
        row |= {"place": score.place, "share": won[score.seat], "points": score.points}
    return rows


def row_of(setting: Setting, document: Document, asks: Sequence[Ask], ask: Ask, choice: Choice) -> Row:
    """One choice, without what is only known at the end."""
    public, private = document["public"]["game"], document["mine"]["game"]
    offer = setting.vocabulary.offer(ask.options)
    by_option = {option: action for action, option in offer.items()}
    first = {it.verb: action for action, it in offer.items() if isinstance(it, Prefix)}
    actions = [by_option.get(option, first.get(option.verb, -1)) for option in ask.options]
    number = ask.options.index(choice)
    return {
        "seat": ask.seat,
        "prompt": ask.prompt,
        "public": _encode(public).decode(),
        "private": _encode(private).decode(),
        "observation": setting.layout.array(public, private, ask.seat, asks, None),
        "verbs": [option.verb for option in ask.options],
        "nouns": [option.noun for option in ask.options],
        "actions": actions,
        "choice": number,
        "action": actions[number],
    }


def record(plan: Plan, setting: Setting, folder: Path) -> Iterator[int]:
    """Play all games and write them into a folder; yields the number of rows of each game."""
    form = schema(about(plan, setting))
    with _File(folder / "train.parquet", form) as train, _File(folder / "test.parquet", form) as test:
        for number in range(plan.games):
            rows = played(plan, setting, number)
            (test if is_test(number) else train).add(rows)
            yield len(rows)


class _File:
    """A file of rows, written in row groups of `ROW_GROUP_ROWS`."""

    def __init__(self, path: Path, form: pa.Schema) -> None:
        self._form, self._rows = form, list[Row]()
        self._writer = pq.ParquetWriter(path, form, compression="zstd", compression_level=3, version="2.6")

    def add(self, rows: Sequence[Row]) -> None:
        self._rows += rows
        while len(self._rows) >= ROW_GROUP_ROWS:
            self._write(ROW_GROUP_ROWS)

    def _write(self, count: int) -> None:
        rows, self._rows = self._rows[:count], self._rows[count:]
        self._writer.write_table(pa.Table.from_pylist(rows, self._form), row_group_size=ROW_GROUP_ROWS)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, wrong: BaseException | None, trace: TracebackType | None
    ) -> None:
        """An interrupted recording keeps the games that were over."""
        if self._rows:
            self._write(len(self._rows))
        self._writer.close()
