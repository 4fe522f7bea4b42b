"""Fair shares of a limited number of rows: no client can push out the rows of others.

`store/admin_records.py` and `store/scripts.py` limit their rows in the same way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

T = TypeVar("T")


def fair(rows: Sequence[T], most: int, whose: Callable[[T], Hashable]) -> list[T]:
    """At most `most` of these rows, in order, the oldest first: owners with the most rows lose their oldest
    ones."""
    if len(rows) <= most:
        return list(rows)
    newer = Counter[Hashable]()
    ranks: list[tuple[int, int]] = []
    for age, row in enumerate(reversed(rows), 1):
        ranks.append((newer[whose(row)], age))
        newer[whose(row)] += 1
    kept = sorted(age for _, age in sorted(ranks)[:most])
    return [rows[-age] for age in reversed(kept)]
