"""Who may sit where: names for guests and tables, and fair seeds. Pure.

A guest is whoever knows a token. Redis and other guests only ever see the person, which is derived
from it and leads nowhere back.
"""

from __future__ import annotations

import secrets
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from hashlib import sha256


def person(token: str) -> str:
    """How others see the guest with this token: 16 characters."""
    return urlsafe_b64encode(sha256(b"person:" + token.encode()).digest()[:12]).decode()


def group(link: str) -> str:
    """How a group is called where its link must not be known: 16 characters."""
    return urlsafe_b64encode(sha256(b"group:" + link.encode()).digest()[:12]).decode()


def new_group() -> str:
    """The link of a new group, which can't be guessed: 22 characters, 128 bits."""
    return secrets.token_urlsafe(16)


def new_table() -> str:
    """The name of a new table, which can't be guessed: 12 characters, 72 bits. Commands take one that begins
    with "-" for an option, so none does."""
    while (name := secrets.token_urlsafe(9)).startswith("-"):
        pass
    return name


def new_secret() -> str:
    """The server's part of a table's random source: 32 bytes in hex."""
    return secrets.token_hex(32)


def commitment(secret: str) -> str:
    """What is shown of the secret before the start: the SHA-256 of its bytes, in hex."""
    return sha256(bytes.fromhex(secret)).hexdigest()


def new_luck() -> str:
    """A client's part of the random source: 22 characters, 128 bits."""
    return secrets.token_urlsafe(16)


def promise(luck: str) -> str:
    """What a client shows of its part before anybody's is told: the SHA-256 of its text, in hex."""
    return sha256(luck.encode()).hexdigest()


def seed(secret: str, lucks: Sequence[str]) -> int:
    """The seed of a game: the secret mixed with every seat's contribution, in the order of the seats."""
    mix = sha256(bytes.fromhex(secret))
    for luck in lucks:
        part = luck.encode()
        mix.update(len(part).to_bytes(4, "big") + part)
    return int.from_bytes(mix.digest(), "big")
