"""The search for the largest number of tables, against hubs with known capacity."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import pytest

from bots.load.judge.search import LoadSearch, LoadTrial, Outcome, SearchResult

Hub = Callable[[int], LoadTrial]


def hub(capacity: float, noise: float = 0.0, seed: int = 0, disturbed: float = 0.0) -> Hub:
    """Its p99 is 5 ms when idle and grows as queues do: 100 ms are reached at `capacity` tables. Noise is the
    deviation of the p99's logarithm; a share of `disturbed` measurements fails at any load."""
    random = Random(seed)

    def measure(tables: int) -> LoadTrial:
        load = 0.95 * tables / capacity
        p99 = 5 / (1 - load) if load < 1 else 10_000
        p99 *= random.lognormvariate(0, noise) if noise else 1
        if random.random() < disturbed:
            p99 = 1_000
        return LoadTrial(
            tables=tables, outcome="held" if p99 <= 100.001 else "missed", figures={"act.p99": p99}
        )

    return measure


def limited(inner: Hub, tables: int, outcome: Outcome) -> Hub:
    """The same, with another outcome of measurements above this number of tables."""
    return lambda n: LoadTrial(tables=n, outcome=outcome, reasons=["why"]) if n > tables else inner(n)


def search(measure: Hub, start: int = 50, most: int = 100_000) -> SearchResult:
    return LoadSearch(measure).run(start, most)


@pytest.mark.parametrize("start", [1, 50, 999, 30_000])
@pytest.mark.parametrize("capacity", [1, 2, 3, 7, 50, 51, 99, 100, 640, 641, 1234, 9_999])
def test_it_finds_the_capacity_to_five_percent(capacity: int, start: int) -> None:
    found = search(hub(capacity), start)
    assert found.ended == "" and found.outcome == "held"
    assert found.missed_at is not None
    assert found.largest <= capacity < found.missed_at
    assert found.missed_at <= max(found.largest + 1, found.largest * 1.05)


def test_it_takes_few_measurements() -> None:
    counts = [len(search(hub(capacity)).trials) for capacity in (60, 777, 5_000, 20_000)]
    assert max(counts) <= 22
    levels = {trial.tables for trial in search(hub(777)).trials}
    assert len(levels) <= 11


@pytest.mark.parametrize("seed", range(40))
def test_noise_moves_it_little(seed: int) -> None:
    """A p99 that varies by a tenth: near the capacity it is steep, so the number hardly moves."""
    found = search(hub(1_000, noise=0.1, seed=seed))
    assert 850 < found.largest < 1_080
    assert found.missed_at is not None and found.missed_at <= found.largest * 1.05 + 1


def test_single_disturbances_decide_nothing() -> None:
    """One measurement out of twelve fails at any load."""
    results = [search(hub(1_000, disturbed=1 / 12, seed=seed)).largest for seed in range(60)]
    right = [largest for largest in results if 950 <= largest <= 1_000]
    assert len(right) >= 50


def test_a_search_that_holds_no_table_says_so() -> None:
    found = search(hub(0.5))
    assert (found.largest, found.missed_at, found.ended) == (0, 1, "")


def test_a_search_that_holds_all_tables_says_that_it_stopped() -> None:
    found = search(hub(1e9), most=3_000)
    assert (found.largest, found.missed_at) == (3_000, None)
    assert "3,000 tables were held" in found.ended and found.outcome == "held"
    assert search(hub(1e9), start=50, most=10).largest == 10


def test_a_generator_that_is_the_limit_is_no_miss_but_a_bound() -> None:
    found = search(limited(hub(1e9), 500, "invalid"))
    assert found.outcome == "invalid" and found.missed_at is None
    assert 477 <= found.largest <= 500
    first = re.fullmatch(r"from (\d+) tables on the generator was the limit, not the hub: why", found.ended)
    assert first and 501 <= int(first[1]) <= found.largest * 1.05
    assert [trial.tables for trial in found.trials][:6] == [50, 100, 200, 400, 800, 800]
    assert search(limited(hub(1e9), 0, "invalid"), start=8).largest == 0


def test_something_wrong_ends_the_search() -> None:
    found = search(limited(hub(1e9), 500, "wrong"))
    assert found.outcome == "wrong" and found.largest == 400 and found.missed_at is None
    assert found.ended == "at 800 tables something was wrong: why"
    assert [trial.tables for trial in found.trials] == [50, 100, 200, 400, 800]


def test_a_miss_below_what_could_not_be_driven_is_the_hubs_limit() -> None:
    found = search(limited(hub(600), 790, "invalid"))
    assert found.outcome == "held" and found.ended == "" and 571 <= found.largest <= 600
    assert found.missed_at is not None and 600 < found.missed_at <= found.largest * 1.05


def test_one_invalid_measurement_is_made_once_more() -> None:
    """A hiccup of the machine does not end half an hour of searching."""
    inner, disturbed = hub(1_000), [400]

    def measured(tables: int) -> LoadTrial:
        if tables in disturbed:
            disturbed.remove(tables)
            return LoadTrial(tables=tables, outcome="invalid")
        return inner(tables)

    found = search(measured)
    assert found.outcome == "held" and not found.ended and 950 <= found.largest <= 1_000
    assert [trial.outcome for trial in found.trials if trial.tables == 400][:2] == ["invalid", "held"]


def test_an_invalid_measurement_ends_a_search_and_keeps_its_findings() -> None:
    """The search is ended by an invalid measurement in the middle of its bisection."""
    inner = hub(1_000)
    found = search(lambda n: LoadTrial(tables=n, outcome="invalid") if 800 < n < 1_600 else inner(n))
    assert (found.largest, found.missed_at, found.outcome) == (800, 1_600, "invalid")


def test_every_measurement_is_told_of_in_its_order() -> None:
    told: list[LoadTrial] = []
    found = LoadSearch(hub(300), told.append).run(50, 10_000)
    assert told == found.trials and len(told) > 8
    levels = [trial.tables for trial in told]
    assert levels[:3] == [50, 100, 200] and levels[3:5] == [400, 400]
