"""Questions and choices as lines of JSON, between this process and a bot in any language.

For each question the bot reads one line and writes one line. The bytes of a line, the time for it and the
number of its surplus lines are limited: the bot may be broken, or stuck.
"""

from __future__ import annotations

import json
import os
import select
from time import monotonic
from typing import Any, Final, NamedTuple

import msgspec

from server.games.kernel import Choice

from ..document import Document, options

MAX_ANSWER_BYTES: Final = 1024
"""Most bytes in a line of a bot. A choice takes about twenty."""

MAX_SURPLUS_BYTES: Final = 1 << 17
"""Most bytes that are read and dropped before a question; what a flooding bot writes beyond counts as its
answer."""

WRITE_BYTES: Final = 4096
"""Bytes of one write: a pipe that is ready takes so many without blocking."""

TELLING_S: Final = 1.0
"""Time limit for a line that needs no answer (seconds)."""


class BadAnswer(Exception):
    """The bot's line is missing, late, or no option. The message says why, for the bot's author."""


class BotGone(Exception):
    """The bot has closed its input or output, or the game ends."""


class Question(NamedTuple):
    """A question to a bot: the line, without its end, and the options that an answer may name."""

    number: int
    line: bytes
    offers: list[Choice]


def question(document: Document, seed: int, milliseconds: int, number: int = 0) -> Question:
    """The open question of a document. `seed`: the same for all questions of a seat in a game. `number`:
    another number than that of the document."""
    about, mine = document["public"]["table"], document["mine"]
    offers, number = options(document), number or mine["ask"]["number"]
    fields = {
        "game": about["game"],
        "number": number,
        "seat": mine["seat"],
        "seats": about["seats"],
        "question": mine["ask"]["prompt"],
        "count": len(offers),
        "options": offers,
        "ms": milliseconds,
        "seed": seed,
        "view": document,
    }
    return Question(number, msgspec.json.encode(fields), offers)


def choice_in(line: bytes, asked: Question) -> Choice | None:
    """The choice in a bot's line; None if the line answers another question. Raises BadAnswer."""
    try:
        answer: Any = json.loads(line)
    except (ValueError, RecursionError):
        raise BadAnswer(f"this is no JSON: {line[:60]!r}") from None
    match answer:
        case {"number": int(number), "choice": choice}:
            return _choice(choice, asked) if number == asked.number else None
        case _:
            return _choice(answer, asked)


def _choice(answer: Any, asked: Question) -> Choice:
    match answer:
        case int(place) if not isinstance(place, bool) and 0 <= place < len(asked.offers):
            return asked.offers[place]
        case [str(verb), *nouns] if len(nouns) < 2 and all(type(noun) is int for noun in nouns):
            if (choice := Choice(verb, *nouns)) in asked.offers:
                return choice
    shown = json.dumps(answer)[:60]
    raise BadAnswer(f"{shown} is none of the {len(asked.offers)} options, and no number of one (from 0)")


class LinePipe:
    """The two ends of pipes to a bot. `into`: the file descriptor that it reads from, `out`: that it writes
    to. They stay open."""

    def __init__(self, into: int, out: int) -> None:
        self._into, self._out = into, out
        self._wake = os.pipe()
        self._read = bytearray()
        self._too_long = False
        """The line that is being read is too long, and none of it is kept."""
        self._owed = 0
        """Lines that are still to come: one for each question without an answer."""

    def close(self) -> None:
        """End a running `ask`, which raises BotGone, and every later one."""
        os.write(self._wake[1], b"x")

    def release(self) -> None:
        """Release what the pipe holds itself; it is not used again."""
        for end in self._wake:
            os.close(end)

    def ask(self, asked: Question, deadline: float) -> Choice:
        """The bot's choice, at the latest at `deadline` (a time of `time.monotonic`). Raises BadAnswer, or
        BotGone."""
        self._drop_surplus()
        self._write(asked.line + b"\n", deadline)
        self._owed += 1
        while True:
            line = self._line(deadline)
            self._owed = max(0, self._owed - 1)
            if b'"number"' in line and (choice := choice_in(line, asked)):
                self._owed = 0
                return choice
            if not self._owed and (choice := choice_in(line, asked)):
                return choice

    def refuse(self, asked: Question, why: str, played: Choice | None) -> None:
        """Tell the bot that its answer was not taken, and which option was played instead. Raises BotGone."""
        fields = {"refused": why, "number": asked.number, "played": played}
        try:
            self._write(msgspec.json.encode(fields) + b"\n", monotonic() + TELLING_S)
        except BadAnswer:
            raise BotGone("it does not read its input") from None

    def _drop_surplus(self) -> None:
        """Drop what the bot has written since its last answer, so that it does not count as the next one."""
        while len(self._read) < MAX_SURPLUS_BYTES and self._ready(self._out, select.POLLIN, 0):
            self._some()
        lines, end, tail = self._read.rpartition(b"\n")
        if end:
            self._owed = max(0, self._owed - 1 - lines.count(b"\n"))
            self._read, self._too_long = tail, False

    def _write(self, data: bytes, deadline: float) -> None:
        view = memoryview(data)
        while view:
            if not self._ready(self._into, select.POLLOUT, deadline - monotonic()):
                raise BadAnswer("the question was not read in time")
            try:
                view = view[os.write(self._into, view[:WRITE_BYTES]) :]
            except OSError:
                raise BotGone("it has closed its input") from None

    def _line(self, deadline: float) -> bytes:
        """The next line. Raises BadAnswer if it is too long or does not come in time, or BotGone."""
        while True:
            line, end, rest = self._read.partition(b"\n")
            if end:
                self._read, too_long = rest, self._too_long or len(line) > MAX_ANSWER_BYTES
                self._too_long = False
                if too_long:
                    self._owed = max(0, self._owed - 1)
                    raise BadAnswer(f"the line has more than {MAX_ANSWER_BYTES} bytes")
                return bytes(line)
            if len(line) > MAX_ANSWER_BYTES:
                self._too_long, self._read = True, bytearray()
            left = deadline - monotonic()
            if left < 0 or not self._ready(self._out, select.POLLIN, left):  # a flood is always ready
                raise BadAnswer("no answer came in time")
            self._some()

    def _some(self) -> None:
        """Read what is there. Raises BotGone at the end of the output."""
        try:
            data = os.read(self._out, WRITE_BYTES)
        except OSError:
            data = b""
        if not data:
            raise BotGone("it has closed its output")
        self._read += data

    def _ready(self, end: int, event: int, seconds: float) -> bool:
        """Wait until a pipe can be used, at most so long. Raises BotGone after `close`."""
        poll = select.poll()
        poll.register(end, event)
        poll.register(self._wake[0], select.POLLIN)
        found = dict(poll.poll(max(0.0, seconds) * 1000))
        if self._wake[0] in found:
            raise BotGone("the game ends")
        return bool(found)
