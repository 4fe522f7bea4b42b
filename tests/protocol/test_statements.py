"""Every statement of protocol/README.md is held by a test, or promises nothing.

`statements.txt` has the beginning of each statement, and below it the tests that hold it; or "about" if it
only explains, "advice" if it says what a client may do.
"""

from __future__ import annotations

from pathlib import Path

from .page import statements

ROOT = Path(__file__).parents[2]
NO_PROMISE = {"about", "advice"}


def held() -> dict[str, list[str]]:
    """The tests of each statement, by its beginning."""
    found: dict[str, list[str]] = {}
    for line in (Path(__file__).parent / "statements.txt").read_text().splitlines():
        if line.startswith("    "):
            found[list(found)[-1]].append(line.strip())
        elif line.strip():
            found[line] = []
    return found


def test_every_statement_is_held_or_is_no_promise() -> None:
    listed = held()
    said = statements()
    assert len(said) > 150
    unheld = [one for one in said if not any(one.startswith(begin) for begin in listed)]
    assert not unheld, f"say in statements.txt which tests hold: {unheld}"
    gone = [begin for begin in listed if not any(one.startswith(begin) for one in said)]
    assert not gone, f"no more on the page: {gone}"
    assert all(listed.values())


def test_the_tests_that_hold_them_exist() -> None:
    named = {test for tests in held().values() for test in tests} - NO_PROMISE
    assert len(named) > 60
    for test in named:
        file, _, name = test.partition("::")
        assert f"def {name}(" in (ROOT / file).read_text(), test
