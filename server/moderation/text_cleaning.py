"""Cleaning of people's texts: names and chat lines.

Two different names look different, no text fakes its direction, and no letter towers over other lines.
Characters that a script or an emoji needs are preserved.
"""

from __future__ import annotations

import unicodedata
from typing import Final

_IGNORABLE = [  # Default_Ignorable_Code_Point of the Unicode Character Database, joiners and U+FE0F excepted
    (0x00AD, 0x00AD), (0x034F, 0x034F), (0x061C, 0x061C), (0x115F, 0x1160), (0x17B4, 0x17B5),
    (0x180B, 0x180F), (0x200B, 0x200B), (0x200E, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F),
    (0x3164, 0x3164), (0xFE00, 0xFE0E), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFFB),
    (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
]  # fmt: skip
_BLANK = [(0x2800, 0x2800), (0x16FE4, 0x16FE4), (0x1D159, 0x1D159)]

UNSEEN: Final = dict.fromkeys(code for a, z in _IGNORABLE + _BLANK for code in range(a, z + 1))
"""Invisible characters: fillers, tags, selectors, blank signs, and direction controls."""

JOINER, NON_JOINER, EMOJI_STYLE = "\u200d", "\u200c", "\ufe0f"

KEYCAP: Final = "\u20e3"

SKINS: Final = frozenset(map(chr, range(0x1F3FB, 0x1F400)))
"""Skin tone modifiers of emoji."""

MARKS, OWN_MARKS = 2, 3
"""Most marks on a letter: with marks that fit any letter, and with marks that a script has for its own
letters (Hindi and Hebrew words and Burmese syllables have three)."""

_ANY_LETTERS = [(0x0300, 0x036F), (0x1AB0, 0x1AFF), (0x1DC0, 0x1DFF), (0x20D0, 0x20FF), (0xFE20, 0xFE2F)]

TO_THE_RIGHT_ONLY: Final = frozenset("اآأإٱدذرزژوؤةڈڑےۃۂۀەۇۈۆۋۅۉۊٲٳٵ")
"""Arabic letters that never join with the next one: a non-joiner after them is invisible."""


def plain(text: str) -> str:
    """A text on one line, composed (NFC), without invisible characters; empty if nothing visible is left. It
    is longer than before only if NFC makes it so."""
    found = unicodedata.normalize("NFC", text.translate(UNSEEN))
    kept: list[str] = []
    for at, character in enumerate(found):
        following = found[at + 1 : at + 2]
        if _belongs(kept, character, following):
            kept.append(" " if character.isspace() else character)
    shown = " ".join("".join(kept).split())
    return shown if any(map(_seen, shown)) else ""


def name(text: str) -> str:
    """A name as shown: `plain`, without variation selectors."""
    return plain(text.replace(EMOJI_STYLE, ""))


def _belongs(before: list[str], character: str, following: str) -> bool:
    """Keep this character between these preceding characters and the following one?"""
    last = before[-1] if before else ""
    if character == JOINER:
        return _ends_a_syllable(last) or (_is_sign(last) and _is_sign(following) and following != EMOJI_STYLE)
    if character == NON_JOINER:
        return (_ends_a_syllable(last) and following.isalpha()) or _parts(before, following)
    if character == EMOJI_STYLE:
        return unicodedata.category(last or " ") == "So" or following == KEYCAP
    if _is_mark(character):
        return _stands_upon(before, character)
    return character.isspace() or unicodedata.category(character) not in ("Cc", "Cs", "Co")


def _is_mark(character: str) -> bool:
    """Is it a mark on, in or below the letter before it?"""
    return unicodedata.category(character) in ("Mn", "Me")


def _stands_upon(before: list[str], mark: str) -> bool:
    """Does this mark follow a letter that has not too many marks yet?"""
    row: list[str] = []
    for character in reversed(before):
        if not _is_mark(character):
            if character.isspace() or mark in row:
                return False
            return len(row) < (MARKS if any(map(_for_any_letter, [*row, mark])) else OWN_MARKS)
        row.append(character)
    return False


def _for_any_letter(mark: str) -> bool:
    return any(a <= ord(mark) <= z for a, z in _ANY_LETTERS)


def _ends_a_syllable(character: str) -> bool:
    """Is it the sign of Indic scripts that joins letters by default (virama)?"""
    return bool(character) and unicodedata.combining(character) == 9


def _is_sign(character: str) -> bool:
    """Can it be a part of an emoji sequence?"""
    return bool(character) and (
        unicodedata.category(character) == "So" or character in SKINS or character == EMOJI_STYLE
    )


def _parts(before: list[str], following: str) -> bool:
    """Would the letters on both sides join, as Arabic letters do?"""
    last = next((c for c in reversed(before) if not _is_mark(c)), "")
    both = bool(last and following) and all(unicodedata.bidirectional(c) == "AL" for c in (last, following))
    return both and last not in TO_THE_RIGHT_ONLY


def _seen(character: str) -> bool:
    return unicodedata.category(character)[0] in "LNPS"
