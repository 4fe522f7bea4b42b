"""The page of benchmarks and its plots, written only from the stored findings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from bots.load.result import Machine
from bots.plots.svg import alone

from .book import Book, Entry
from .kit import Aim, Section, Shown, Table

PAGE: Final = "docs/benchmarks/README.md"
FOLDER: Final = Path(PAGE).parent

HEAD: Final = """\
# Benchmarks

This page answers: how fast is Stammtisch, what was aimed at, and how was it measured?

`make bench` writes it; no figure is typed by hand. `python -m tests.bench --only NAME` measures one section
and leaves the others as they were. Absolute figures differ between machines and hours. Where two things are
compared, they ran one after the other in the same round, and a figure of several rounds is given as least /
median / greatest. Hubs run on the machine's first core; Redis, the clients of relays and load generators
run on the others. `make bench` measures as installed packages and images run, with `--compiled`: the modules
that a move runs through are compiled. Every stored move is on the disk before it is answered (`appendfsync
always`), and every diff that arrives is checked.

A run is *invalid* if a load generator was its limit: the generator's event loop or its schedule was late, or
its core was full. The latencies of such a run are upper bounds, because they contain the generator's own
delay. An aim for latency that only an invalid run reaches counts as not measured. The hub's CPU, memory and
standstill are measured in the hub and stay valid. A run is *wrong* if a client saw something that the server
did not store; no figure of it counts.
"""


def write(book: Book, sections: Mapping[str, Section], root: Path) -> dict[str, Shown]:
    """Write the page and the plots below `root`; returns what each measured section shows."""
    found = {name: book.found(section) for name, section in sections.items()}
    every = {
        name: section.shown(found[name], {key: value for key, value in found.items() if value is not None})
        for name, section in sections.items()
        if found[name] is not None
    }
    folder = root / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.svg"):
        old.unlink()
    for shown in every.values():
        for name, plot in shown.plots.items():
            (folder / f"{name}.svg").write_text(alone(plot.svg, plot.title), encoding="utf-8")
    (root / PAGE).write_text("".join(_page(book, sections, every)), encoding="utf-8")
    return every


def _page(book: Book, sections: Mapping[str, Section], every: Mapping[str, Shown]) -> Iterator[str]:
    yield HEAD
    yield "\n## Aims\n\n"
    aims = [(name, aim) for name, shown in every.items() for aim in shown.aims]
    rows = [_aim(aim, book.entries[name]) for name, aim in aims]
    yield markdown(Table(("", "aim", "reached", "met"), rows))
    machines = [entry.machine for name, entry in book.entries.items() if name in sections]
    if machines:
        yield "\n## Machine\n\n"
        yield markdown(Table(("", "of the newest section"), list(facts(machines[-1]))))
    for name, section in sections.items():
        yield f"\n## {section.title}\n\n{section.about}\n\n"
        if name in every:
            yield from _section(every[name], book.entries[name], machines[-1])
        else:
            yield f"Not measured yet: `python -m tests.bench --only {name}`\n"


def _aim(aim: Aim, entry: Entry) -> tuple[str, ...]:
    met = {True: "yes", False: "**no**", None: "not measured"}[aim.met]
    return aim.what, aim.aim, aim.reached, "a tiny run says nothing" if entry.small else met


def _section(shown: Shown, entry: Entry, newest: Machine) -> Iterator[str]:
    yield f"`{entry.command}`, {entry.when}, {entry.took_s:,.0f} s"
    if other := _elsewhere(entry.machine, newest):
        yield f"; {other}"
    yield ".\n"
    if entry.small:
        yield "\n**A tiny run, only to see that everything works: its figures are not to be believed.**\n"
    for table in shown.tables:
        yield "\n" + markdown(table)
    for name, plot in shown.plots.items():
        yield f"\n![{plot.title}]({name}.svg)\n"
    for note in shown.remarks:
        yield f"\n{note}\n"


def _elsewhere(machine: Machine, newest: Machine) -> str:
    """Differences from the machine in the page's table."""
    here, there = dict(facts(newest)), dict(facts(machine))
    names = ("CPU", "system", "commit", "python", "modules")
    return ", ".join(
        f"{name} {there[name]}" for name in names if name in there and there[name] != here.get(name)
    )


def facts(machine: Machine) -> Iterator[tuple[str, str]]:
    """The rows that describe a machine."""
    yield "CPU", f"{machine.cpu}, {machine.cores} cores"
    yield "memory", f"{machine.memory / 2**30:.1f} GiB"
    yield "system", machine.system
    yield "load average before", f"{machine.load:.2f}"
    yield "open files of a process, at most", f"{machine.files:,}"
    yield from machine.versions.items()


def markdown(table: Table) -> str:
    """A table in Markdown; columns of figures are right-aligned."""
    yields = [_line(table.head), _line([":--", *(_mark(table, n) for n in range(1, len(table.head)))])]
    return "\n".join([*yields, *map(_line, table.rows)]) + "\n"


def _mark(table: Table, column: int) -> str:
    cells = [row[column] for row in table.rows]
    return "--:" if all(not cell or cell[0].isdigit() for cell in cells) else ":--"


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
