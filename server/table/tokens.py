"""Tokens, names for guests and tables, and fair seeds. Pure.

The owner of a token is a guest. Redis and other guests only see the person: a hash of the token, from which
the token cannot be recovered.
"""

from __future__ import annotations

import re
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from hashlib import sha256
from string import ascii_letters, digits
from typing import Final
from unicodedata import category
from urllib.parse import unquote

LETTERS: Final = ascii_letters + digits

MARKS: Final = "_-"
"""Further characters that names of earlier versions may contain."""

TABLE_LETTERS: Final = 12
GROUP_LETTERS: Final = 22
"""Lengths of names, both of new ones and of those from earlier versions."""

MAX_NAME_LETTERS: Final = 32

OFFLINE: Final = "offline-"
"""How names of tables without a server begin: so a page of a server knows where they are."""
WITHOUT_SERVER: Final = re.compile(rf"{OFFLINE}[{LETTERS}]{{{TABLE_LETTERS}}}")
"""The name of such a table."""

GROUP_ID_LETTERS: Final = 16
STREAM_KEY_BYTES: Final = 18
"""The parts of the name of a group's stream."""
STREAM: Final = re.compile(r"[A-Za-z0-9_-]{40}")
"""The name of a stream: both parts in base64."""

CUT_OFF: Final = 2
"""Most characters that may be missing at the end of a name."""

PASTED: Final = re.compile(rf"""[\s(<*"'[{{]*([{LETTERS}{MARKS}]+)""")
"""A name, preceded by punctuation that a text may put before it."""


def person(token: str) -> str:
    """The public id of the guest with this token: 16 characters."""
    return urlsafe_b64encode(sha256(b"person:" + token.encode()).digest()[:12]).decode()


def group(link: str) -> str:
    """The public id of a group, for places that must not know its link: 16 characters."""
    return urlsafe_b64encode(sha256(b"group:" + link.encode()).digest()[:12]).decode()


def stream(link: str) -> str:
    """The name of a group's stream: whoever knows it can watch the group's tables, but neither join the group
    nor work out its link. It begins with the group's public id, which alone is no permission: logs of
    finished games contain it."""
    key = urlsafe_b64encode(sha256(b"stream:" + link.encode()).digest()[:STREAM_KEY_BYTES]).decode()
    return group(link) + key


def read_stream(name: str) -> tuple[str, str]:
    """The public id of the group in the name of a stream, and what the group keeps of the rest: a hash.
    Raises ValueError if no stream can have this name."""
    if not STREAM.fullmatch(name):
        raise ValueError("no name of a stream")
    key = name[GROUP_ID_LETTERS:]
    return name[:GROUP_ID_LETTERS], sha256(b"key:" + key.encode()).hexdigest()


def new_group() -> str:
    """The link of a new group, which can't be guessed: 22 characters, 130 bits."""
    return _name(GROUP_LETTERS)


def new_table() -> str:
    """The name of a new table, which can't be guessed: 12 characters, 71 bits."""
    return _name(TABLE_LETTERS)


def _name(letters: int) -> str:
    """A random name for links, of letters and digits only: chat and mail programs cut other characters off
    its end as punctuation, or read them as markup."""
    return "".join(secrets.choice(LETTERS) for _ in range(letters))


def meant(text: str, letters: int) -> str:
    """The name that a pasted link means; "" if it contains none. `letters`: the length of such names.

    Punctuation around the name is dropped. Names of earlier versions may end with `_`: one that was cut off
    is restored.
    """
    seen = "".join(c for c in unquote(text) if category(c) != "Cf")
    name = found[1] if (found := PASTED.match(seen)) else ""
    while len(name) > letters and name[-1] in MARKS:
        name = name[:-1]
    while len(name) > letters and name[0] in MARKS:
        name = name[1:]
    if letters - CUT_OFF <= len(name) < letters:
        name = name.ljust(letters, "_")
    return name if len(name) <= MAX_NAME_LETTERS else ""


def new_secret() -> str:
    """The server's part of a table's random source: 32 bytes in hex."""
    return secrets.token_hex(32)


def commitment(secret: str) -> str:
    """The commitment to the secret, published before the start: the SHA-256 of its bytes, in hex."""
    return sha256(bytes.fromhex(secret)).hexdigest()


def new_luck() -> str:
    """A client's part (nonce) of the random source: 22 characters, 128 bits."""
    return secrets.token_urlsafe(16)


def promise(luck: str) -> str:
    """A client's commitment to its part, published before any part is revealed: the SHA-256 of its text, in
    hex."""
    return sha256(luck.encode()).hexdigest()


def seed(secret: str, lucks: Sequence[str]) -> int:
    """The seed of a game: a hash of the secret and every seat's part, in the order of the seats."""
    mix = sha256(bytes.fromhex(secret))
    for luck in lucks:
        part = luck.encode()
        mix.update(len(part).to_bytes(4, "big") + part)
    return int.from_bytes(mix.digest(), "big")
