"""Names and what is said: others see what is there, and nothing that isn't."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.frames import Done, Join, Make, Refused, Said, Say
from server.wording import plain

from .houses import Raw, all_close, houses


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("  Ada\tLovelace\n", "Ada Lovelace"),
        ("Ada\u200b", "Ada"),
        ("\u202eadA", "adA"),
        ("\u2067Ada\u2069", "Ada"),
        ("A\0d\x1b[31ma", "Ad[31ma"),
        ("Zoë", "Zoë"),
        ("\u05e2\u05d3\u05d4", "\u05e2\u05d3\u05d4"),
        (
            "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
            "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        ),
        ("\U0001f469\u200d\U0001f33e", "\U0001f469\u200d\U0001f33e"),
        ("\u200b\u200d", ""),
        ("\u3164", ""),
        ("\ufe0f\u0301", ""),
        ("\u2028 \u2029", ""),
        ("", ""),
    ],
)
def test_what_is_typed_and_what_is_shown(typed: str, shown: str) -> None:
    assert plain(typed) == shown


@given(st.text(max_size=60))
def test_what_is_shown_is_one_line_and_stays_so(typed: str) -> None:
    shown = plain(typed)
    assert plain(shown) == shown and len(shown) <= len(typed)
    assert not shown.startswith(" ") and not shown.endswith(" ")
    assert all(unicodedata.category(c) not in ("Cc", "Zl", "Zp") for c in shown)
    assert all(
        unicodedata.bidirectional(c) not in ("RLO", "LRO", "RLE", "LRE", "PDF", "LRI", "RLI", "FSI", "PDI")
        for c in shown
    )


async def test_nothing_unseen_is_said(redis_url: str) -> None:
    async with houses(redis_url) as (house,):
        ann = await Raw.open(house.url, "a" * 30, "Ann")
        await ann.send(Make(1, "machi_koro", 2))
        table = (await ann.next(Done)).table
        await ann.send(Join(table))
        await ann.send(Say(2, table, "\u202eolleh\0\u200b"))
        assert (await ann.next(Said)).text == "olleh"
        await ann.send(Say(3, table, "\u200b"))
        assert (await ann.next(Refused)).code == "too-long"
        await all_close(ann)
