"""Shared by the commands: checks of arguments, progress, printed tables."""

from __future__ import annotations

import argparse
import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, Final, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from rich.console import Console
from rich.progress import track
from rich.table import Table

from server.games.engine import Engine

from .showing import Show

T = TypeVar("T")

INTERRUPTED_STATUS: Final = 130
"""Exit status after Ctrl-C (128 + SIGINT)."""


def check_counts(chosen: argparse.Namespace, *names: str) -> None:
    """Raises ValueError if one of these arguments is given and less than 1."""
    for name in names:
        value: int | None = getattr(chosen, name)
        if value is not None and value < 1:
            raise ValueError(f"--{name.replace('_', '-')} counts from 1")


def check_use(chosen: argparse.Namespace, task: str, *names: str) -> None:
    """Raises ValueError if one of these arguments is given, since the task would ignore it. `chosen.usual`
    returns the default value of an argument."""
    if given := [name for name in names if getattr(chosen, name) != chosen.usual(name)]:
        options = ", ".join(f"--{name.replace('_', '-')}" for name in given)
        raise ValueError(f"{task} has no use for {options}")


def check_time(chosen: argparse.Namespace) -> None:
    """Raises ValueError if the time for a choice, --ms, is negative."""
    if chosen.ms < 0:
        raise ValueError("--ms can't be less than 0")


def check_seats(engine: Engine, seats: int) -> None:
    """Raises ValueError if the game can't be played with this number of seats."""
    if seats not in engine.seats:
        raise ValueError(f"{engine.name} is for {engine.seats.start} to {engine.seats.stop - 1} seats")


def minds_of(text: str, known: Collection[str]) -> list[str]:
    """The names of minds in a comma-separated list. Raises ValueError for an unknown one."""
    names = [name.strip() for name in text.split(",")]
    if unknown := sorted({*names} - {*known}):
        raise ValueError(f"no such mind: {', '.join(unknown)}; there are {', '.join(known)}")
    return names


def minds_by_seat(minds: Sequence[str], seats: int) -> tuple[str, ...]:
    """The mind of each seat: a shorter list is repeated. Raises ValueError for a longer one."""
    if len(minds) > seats:
        raise ValueError(f"{len(minds)} minds are too many for {counted(seats, 'seat', 'seats')}")
    return tuple(minds[seat % len(minds)] for seat in range(seats))


def options_of(engine: Engine, given: Sequence[str]) -> dict[str, Any]:
    """All options of a game by field: `field=value` where given, else the default. Raises ValueError."""
    texts = dict(pair.partition("=")[::2] for pair in given)
    known = [field.name for field in msgspec.structs.fields(engine.options)]
    if unknown := [name for name in texts if name not in known]:
        raise ValueError(
            f"--option: {engine.name} has no {unknown[0]!r}; it has {', '.join(known) or 'none'}"
        )
    for name, text in texts.items():
        try:
            msgspec.convert({name: text}, engine.options, strict=False)
        except msgspec.ValidationError as wrong:
            hint = get_type_hints(engine.options)[name]
            choices = get_args(hint) if get_origin(hint) is Literal else ()
            why = f"it can be {', '.join(map(str, choices))}" if choices else str(wrong)
            raise ValueError(f"--option: {name} can't be {text!r}: {why}") from wrong
    plain: dict[str, Any] = msgspec.to_builtins(msgspec.convert(texts, engine.options, strict=False))
    return plain


def counted(number: int, one: str, several: str) -> str:
    """A number with its noun, as in "1 game" or "2 games"."""
    return f"{number:,} {one if number == 1 else several}"


def games_of(played: int, total: int) -> str:
    """The number of games played, and whether the run was complete."""
    if played == total:
        return counted(played, "game", "games")
    return f"unfinished: {played:,} of {counted(total, 'game', 'games')}"


def until_ended(items: Iterable[T]) -> list[T]:
    """All items; after Ctrl-C, the items so far. Ctrl-C before the first item is raised."""
    found = list[T]()
    try:
        for item in items:
            found.append(item)
    except KeyboardInterrupt:
        if not found:
            raise
    return found


def trouble(wrong: OSError | ValueError) -> str:
    """The reason of an error with a file, without the file's name."""
    return (wrong.strerror if isinstance(wrong, OSError) else "") or str(wrong)


def progress(items: Iterable[T], total: int, unit: str, console: Console) -> Iterator[T]:
    """Pass items on, with a progress bar on a terminal, else with a line at most every 10 seconds."""
    if console.is_terminal:
        yield from track(items, unit, total, console=console, transient=True)
        return
    shown = time.monotonic()
    for count, item in enumerate(items, 1):
        yield item
        if time.monotonic() - shown > 10:
            shown = time.monotonic()
            console.print(f"{count} of {total} {unit}")


def shown_as(unit: str, console: Console) -> Show:
    """Shows the progress of a library's work as a number of this unit."""

    def show(items: Iterable[T], total: int) -> Iterator[T]:
        return progress(items, total, unit, console)

    return show


def table(title: str, rows: Sequence[Sequence[str]], words: Collection[int] = ()) -> Table:
    """A printed table: the first row is the header, the first column contains names, the others contain
    figures, or texts if their index is in `words`. Long cells are folded on a narrow terminal, never cut
    off."""
    it = Table(title=title, title_justify="left")
    for i, head in enumerate(rows[0]):
        it.add_column(head, justify="right" if i and i not in words else "left", overflow="fold")
    for row in rows[1:]:
        it.add_row(*row)
    return it
