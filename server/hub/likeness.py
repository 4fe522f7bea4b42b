"""What all hubs of one house need to have in common, as each of them tells it when the host asks.

Nothing secret is told. Of a key there is only a hash that is keyed by the question (HMAC), so that the
answers to one question can be compared with each other and are of no use later.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import protocol
from protocol.proof import proof_of
from server.config import Settings

from .words import Words

QUESTION: Final = "\0alike "
"""How the question begins; the key of its hashes follows. No guest's name can begin so."""

ALIKE: Final = (
    "copies",
    "bot_key",
    "admin_key",
    "origins",
    "hosts",
    "proxies",
    "words",
    "minds",
    "open_ttl_s",
    "playing_ttl_s",
    "over_ttl_s",
    "book_ttl_s",
    "repeat_ttl_s",
    "grace_ms",
    "reveal_ms",
    "bot_grace_ms",
    "abandon_ms",
    "check_every",
    "max_frame",
    "max_seats",
    "budgets",
    "hello_s",
)
"""Settings that are felt by whoever comes to one hub first and to another later."""

OWN: Final = (
    "host",
    "port",
    "data",
    "redis",
    "hubs",
    "bots",
    "metrics",
    "hub",
    "log_level",
    "log_format",
    "snapshot_every",
    "outbox",
    "queue",
    "loading",
    "max_sockets",
    "poll_s",
    "tick_s",
    "idle_s",
    "sleep_s",
)
"""All others: a hub's place, or what its machine can do."""

HASHED: Final = ("bot_key", "admin_key", "words")
"""Those of which only a hash is told; of words that of what the file holds, wherever it lies."""


@functools.cache
def version() -> str:
    """A short hash of the whole program: rules, cards, page. What runs is what lay there at the start: to be
    asked for then, since an update may put other files in their place."""
    found = sha256()
    for folder in (Path(__file__).parents[1], Path(protocol.__file__).parent):
        for name in _files(folder):
            data = (folder / name).read_bytes()
            found.update(f"{name} {len(data)} ".encode() + data)
    return found.hexdigest()[:8]


def _files(folder: Path) -> Iterator[Path]:
    """What belongs to the program, and not to whoever runs or edits it."""
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder)
        if path.is_file() and path.suffix != ".pyc" and not any(part.startswith(".") for part in name.parts):
            yield name


def told(settings: Settings, words: Words, key: str) -> dict[str, str]:
    """Those of the settings in common that are set otherwise than they usually are, as text."""
    usual = Settings(hub=settings.hub)
    found = {name: shown(getattr(settings, name)) for name in ALIKE}
    found = {name: text for name, text in found.items() if text != shown(getattr(usual, name))}
    found |= {"words": words.patterns} if words.patterns else {}
    return {name: _hashed(key, name, text) if name in HASHED else text for name, text in found.items()}


def shown(value: Any) -> str:
    """A setting's value as one would write it."""
    return ",".join(value) if isinstance(value, list) else str(value)


def _hashed(key: str, name: str, text: str) -> str:
    return proof_of(key, f"{name}={text}")[:16]
