"""The order of actions and of the places of observations: `python -m tests.bots.env.digests` writes the file.

Trained policies depend on both. An entry of one number of rules never changes; new rules add an entry.
"""

from __future__ import annotations

import json
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from bots.env.environment import Setting
from server.games import GAMES

FILE: Final = Path(__file__).with_name("digests.json")


def digests(name: str) -> dict[str, Any]:
    """The digests of a game: of its actions, and of its observations with each number of seats."""
    settings = [Setting(name, seats) for seats in GAMES[name].seats]
    return {
        "actions": settings[0].vocabulary.digest,
        "observations": {
            str(it.seats): blake2b(repr(it.layout.names).encode(), digest_size=8).hexdigest()
            for it in settings
        },
    }


def key(name: str) -> str:
    return f"{name}, rules {GAMES[name].rules}"


def stored() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(FILE.read_text())
    return found


if __name__ == "__main__":
    kept = stored() if FILE.exists() else {}
    kept |= {key(name): digests(name) for name in GAMES if key(name) not in kept}
    FILE.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n")
