"""The count of questions is correct."""

from __future__ import annotations

from .questions import Count, Put, counted, questions, table


def test_questions_are_counted_by_kind() -> None:
    puts = [Put(0, "keep", 2), Put(1, "keep", 1), Put(0, "keep", 3), Put(0, "end_turn", 1), Put(1, "bid", 4)]
    assert counted([puts, [Put(0, "bid", 1)]]) == {
        "keep": Count(3, 1, 1),
        "bid": Count(2, 1, 0),
        "end_turn": Count(1, 1, 0),
    }


def test_a_whole_game_is_counted_and_always_alike() -> None:
    puts = list(questions("schweinebande", 2, 0, "whim"))
    assert puts == list(questions("schweinebande", 2, 0, "whim"))
    assert {put.seat for put in puts} == {0, 1} and len(puts) > 20
    first, _, every, *rows = table("schweinebande", 2, "whim")
    assert first.startswith("schweinebande") and every.split()[0] == "all"
    assert float(every.split()[1]) > max(float(row.split()[1]) for row in rows)
