"""Names and seeds."""

from __future__ import annotations

import hashlib
import secrets

from hypothesis import given
from hypothesis import strategies as st

from protocol.frames import Luck, Person, TableId, Token
from server.table import tokens

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


def test_no_table_is_called_what_a_command_takes_for_an_option() -> None:
    assert not any(tokens.new_table().startswith("-") for _ in range(2000))
