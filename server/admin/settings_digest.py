"""The settings that all hubs of a cluster must share, as each hub reports them when the operator asks.

No secret is reported. Keys appear only as a hash keyed by the query (HMAC): answers to one query can be
compared with each other and are useless later.
"""

from __future__ import annotations

import contextlib
from importlib import metadata
from typing import Any, Final

from protocol.proof import proof_of
from server.games import GAMES, PACKAGE
from server.games.catalogue import edition
from server.moderation.word_filter import WordFilter
from server.settings.config import Settings, agreed

QUESTION: Final = "\0alike "
"""The prefix of such a query; the key of the hashes follows. No guest's name can begin so."""

HASHED: Final = ("bot_key", "admin_key", "words")
"""Settings that are reported as a hash only; for `words`, the hash of the file's contents, not of its
path."""


PACKAGES: Final = (
    "starlette",
    "uvicorn",
    "uvloop",
    "websockets",
    "redis",
    "hiredis",
    "msgspec",
    "openskill",
    "numpy",
)
"""Installed packages whose versions affect a hub."""


def games() -> dict[str, str]:
    """The installed games; for each, the text must be the same at all hubs."""
    brought = {name: f"{package}, " for name, package in PACKAGE.items()}
    return {name: f"{brought.get(name, '')}rules {it.rules}, {edition(name)}" for name, it in GAMES.items()}


def packages() -> dict[str, str]:
    """The versions of the installed packages."""
    found = {}
    for name in PACKAGES:
        with contextlib.suppress(metadata.PackageNotFoundError):
            found[name] = metadata.version(name)
    return found


def differing_settings(settings: Settings, words: WordFilter, key: str) -> dict[str, str]:
    """The shared settings that differ from their defaults, as text."""
    usual = Settings(hub=settings.hub)
    found = {name: value_text(getattr(settings, name)) for name in agreed()}
    found = {name: text for name, text in found.items() if text != value_text(getattr(usual, name))}
    found |= {"words": words.patterns} if words.patterns else {}
    return {name: _hashed(key, name, text) if name in HASHED else text for name, text in found.items()}


def value_text(value: Any) -> str:
    """A setting's value as an operator would write it."""
    return ",".join(value) if isinstance(value, list) else str(value)


def _hashed(key: str, name: str, text: str) -> str:
    return proof_of(key, f"{name}={text}")[:16]
