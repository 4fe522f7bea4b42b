"""Names and chat lines: other people see all visible characters, and no invisible ones."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.frames import Done, Join, Make, Refused, Said, Say
from server.moderation.text_cleaning import name, plain

from ..live.hubs import Raw, all_close, houses


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
def test_typed_texts_are_cleaned(typed: str, shown: str) -> None:
    assert plain(typed) == shown


@given(st.text(max_size=60))
def test_what_is_shown_is_one_line_and_stays_so(typed: str) -> None:
    shown = plain(typed)
    assert plain(shown) == shown and len(shown) <= len(unicodedata.normalize("NFC", typed))
    assert unicodedata.is_normalized("NFC", shown)
    assert name(name(typed)) == name(typed)
    assert not shown.startswith(" ") and not shown.endswith(" ")
    assert all(unicodedata.category(c) not in ("Cc", "Zl", "Zp") for c in shown)
    assert all(
        unicodedata.bidirectional(c) not in ("RLO", "LRO", "RLE", "LRE", "PDF", "LRI", "RLI", "FSI", "PDI")
        for c in shown
    )


UNSEEN = [
    *("\u200b\u200c\u200d\u2060\u2063\u206a\u00ad\u034f\u061c\ufeff\ufff9"),
    *("\u115f\u1160\u3164\uffa0\u2800\U0001d159\U00016fe4"),
    *("\u180b\ufe00\ufe0e\ufe0f\U000e0100\U000e0041\U000e007f\U000e0001"),
    *("\u17b4\u17b5\U0001bca0\U0001d173\ue000\u202e\u2066\0\x7f\x80"),
]


@pytest.mark.parametrize("unseen", UNSEEN, ids=lambda c: f"U+{ord(c):04X}")
def test_names_that_look_alike_are_alike(unseen: str) -> None:
    for typed in (f"{unseen}Ada", f"A{unseen}da", f"Ada{unseen}", f"A{unseen * 3}da{unseen}"):
        assert name(typed) == "Ada"
    assert name(f"\u0627{unseen}\u0628") == "\u0627\u0628", "after what never joins"
    assert name(f"\u263a{unseen}") == "\u263a"
    assert name(unseen * 5) == ""


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("e" + "\u0301" * 31, "\u00e9\u0301"),
        ("Z" + "".join(map(chr, range(0x0300, 0x0320))), "Z\u031b\u0316"),
        ("\u0e01" + "\u0e49" * 9, "\u0e01\u0e49"),
        ("A\u20dd\u20de\u20df", "A\u20dd\u20de"),
        ("\u0301\u0302Ada", "Ada"),
        ("Ada \u0301Byron", "Ada Byron"),
    ],
)
def test_no_letter_towers_over_others(typed: str, shown: str) -> None:
    assert plain(typed) == name(typed) == shown


@given(st.text(st.characters(categories=["Mn", "Me", "Ll"]), max_size=60))
def test_at_most_three_marks_stand_in_a_row(typed: str) -> None:
    row = 0
    for character in plain(typed):
        row = row + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        assert row <= 3


@pytest.mark.parametrize(
    "word",
    [
        *(
            "Nguy\u1ec5n",
            "Zo\u00eb",
            "\u0e19\u0e49\u0e33",
            "\u0e21\u0e35\u0e48",
            "\u092a\u0922\u093c\u0947\u0902",
        ),
        *("\u091c\u093c\u093f\u0902\u0926\u0917\u0940", "\u0915\u094d\u200d\u0937", "\u0d15\u0d4d\u200d"),
        *("\u1019\u103c\u102d\u102f\u1037", "\u05e9\u05b8\u05bc\u05c1\u05dc\u05d5\u05b9\u05dd"),
        *(
            "\u0643\u064e\u062a\u0651\u064e\u0628",
            "\u0f66\u0f92\u0fb2\u0f74\u0f56\u0f66",
            "\u1781\u17d2\u1789\u17bb\u17c6",
        ),
        *(
            "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
            "\ud55c\uae00",
            "\u3053\u3093\u306b\u3061\u306f",
        ),
        *("\U0001f600", "\U0001f469\u200d\U0001f33e", "\U0001f468\U0001f3fd\u200d\U0001f680"),
        *("\U0001f1e9\U0001f1ea", "\U0001f3f3\u200d\U0001f308", "\u2764"),
    ],
)
def test_text_cleaning_keeps_scripts_and_emoji(word: str) -> None:
    """Vietnamese, Thai, Hindi, Malayalam, Burmese, Hebrew and Arabic with vowels, Tibetan, Khmer, Persian."""
    whole = unicodedata.normalize("NFC", word)
    assert plain(word) == name(word) == whole
    assert plain(unicodedata.normalize("NFD", word)) == whole


@pytest.mark.parametrize(
    ("typed", "called"),
    [
        ("\u2764\ufe0f", "\u2764"),
        ("\U0001f3f3\ufe0f\u200d\U0001f308", "\U0001f3f3\u200d\U0001f308"),
        ("1\ufe0f\u20e3", "1\u20e3"),
    ],
)
def test_chat_lines_keep_emoji_variants(typed: str, called: str) -> None:
    assert plain(typed) == typed
    assert name(typed) == called


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
