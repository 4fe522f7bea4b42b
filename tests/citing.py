"""A pytest plugin: a failing test shows the rule statements that it cites."""

from __future__ import annotations

from collections.abc import Generator

import pytest

from .rules import quoted


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    ids = [rule for marker in item.iter_markers("rule") for rule in marker.args]
    if report.failed and ids:
        report.sections.append(("Rules that this test decides", quoted(ids)))
    return report
