"""Of all pairs of parameters, few are tried every time, and each value is among them."""

from __future__ import annotations

import pytest

from .pairs import pairs


@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (5, 2), (2, 3), (1, 1)])
def test_each_value_is_tried_every_time_and_each_pair_by_make_long(rows: int, columns: int) -> None:
    first, second = ({f"{name}{n}": n for n in range(count)} for name, count in (("a", rows), ("b", columns)))
    names, params = pairs("row, column", first, second).args
    often = [param.values for param in params if not param.marks]
    assert names == "row, column"
    assert {param.values for param in params} == {(a, b) for a in range(rows) for b in range(columns)}
    assert [{pair[n] for pair in often} for n in (0, 1)] == [set(range(rows)), set(range(columns))]
    assert len(often) == max(rows, columns)
    assert {param.id for param in params} == {f"a{a}-b{b}" for a in range(rows) for b in range(columns)}
