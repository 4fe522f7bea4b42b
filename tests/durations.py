"""A pytest plugin: the measured durations of tests decide which ones begin first, and which ones are slow.

With `--measure`, which is for runs of whole files like `make test`, it prints the longest ones and keeps all
durations in `.pytest_cache/durations.json`, for the order of the next runs. `make durations` copies them to
`tests/durations.json`, which is committed: a fresh clone has its order from there, and every clone the same
slow tests.
"""

from __future__ import annotations

import json
from collections import defaultdict
from math import inf
from pathlib import Path
from typing import Any

import pytest

SLOW_S = 1.0
"""A test that took longer has the marker `slow`."""

MAX_SHOWN = 10
"""How many of the longest files and tests are printed."""

Durations = dict[str, float]
"""Seconds by file, with all of its tests, and by test for slow ones."""


def committed(root: Path) -> Path:
    return root / "tests" / "durations.json"


def measured(root: Path) -> Path:
    return root / ".pytest_cache" / "durations.json"


def read(path: Path) -> Durations:
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def write(path: Path, durations: Durations) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(durations, indent=0, sort_keys=True) + "\n", encoding="utf-8")


def file_of(name: str) -> str:
    return name.partition("::")[0]


def merged(old: Durations, new: Durations, root: Path) -> Durations:
    """The new durations, and the old ones of existing files that were not measured again."""
    files = {file_of(name) for name in new}
    kept = {name: seconds for name, seconds in old.items() if file_of(name) not in files}
    return {name: seconds for name, seconds in {**kept, **new}.items() if (root / file_of(name)).exists()}


def known(root: Path) -> Durations:
    return merged(read(committed(root)), read(measured(root)), root)


class Measuring:
    """Adds up the durations of tests on this machine, in this run."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.tests: defaultdict[str, float] = defaultdict(float)
        self.ran: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.tests[report.nodeid] += report.duration
        if report.when == "call" and not report.skipped:
            self.ran.add(file_of(report.nodeid))

    def durations(self) -> Durations:
        """By file and by test. A file whose tests were all skipped has no duration."""
        found: defaultdict[str, float] = defaultdict(float)
        for test, seconds in self.tests.items():
            if file_of(test) in self.ran:
                found[test] += seconds
                found[file_of(test)] += seconds
        return found

    def pytest_sessionfinish(self, exitstatus: int) -> None:
        if exitstatus not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
            return
        durations = self.durations().items()
        kept = {
            name: round(seconds, 1) for name, seconds in durations if seconds > SLOW_S or "::" not in name
        }
        write(measured(self.root), merged(read(measured(self.root)), kept, self.root))

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        longest = sorted(self.durations().items(), key=lambda row: -row[1])
        for what, are_tests in (("files", False), ("tests", True)):
            terminalreporter.section(f"{what} that took longest")
            for name, seconds in [row for row in longest if ("::" in row[0]) == are_tests][:MAX_SHOWN]:
                terminalreporter.write_line(f"{seconds:7.1f} s  {name}")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--measure", action="store_true", help="keep how long each file takes, and print the longest"
    )


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--measure") and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Measuring(config.rootpath))


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """All workers of xdist have the same durations, and therefore the same order, even if the file is written
    meanwhile."""
    node.workerinput["durations"] = known(node.config.rootpath)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Long files begin first, so that none of them runs alone in the end; files without a measured duration
    begin before them."""
    given: Durations | None = getattr(config, "workerinput", {}).get("durations")
    durations = known(config.rootpath) if given is None else given
    items.sort(key=lambda item: -durations.get(file_of(item.nodeid), inf))
    slow = read(committed(config.rootpath))
    for item in items:
        if slow.get(item.nodeid, 0.0) > SLOW_S:
            item.add_marker(pytest.mark.slow)


def main() -> None:
    """Copy the last measured durations into the committed file."""
    root = Path(__file__).parents[1]
    write(committed(root), known(root))


if __name__ == "__main__":
    main()
