"""The atomic scripts of tables and hubs, in Lua. `keys.py` describes the keys."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from .links import Script

FOLDER: Final = Path(__file__).parent / "lua"


def load(*names: str) -> Script:
    """The script in these files, one after the other: a later one uses the functions of an earlier one."""
    return Script("\n".join((FOLDER / f"{name}.lua").read_text() for name in names))


COMMIT = load("commit")
LOAD = load("load")
BREAK = load("mark_broken")
MEND = load("clear_broken")
LENGTHS = load("lengths")
FOLLOW = load("follow")
TELL = load("publish_entry")
NOTE = load("publish_note")
SAY = load("say")
ANNOUNCE = load("announce")
TICK = load("tick")
PULSE = load("pulse")
ALLOW = load("take_tokens")
KNOWS = load("mentions")
CHANGE = load("rewrite")
REPLACE = load("replace_field")
SETTLED = load("clear_due")
EXPIRE = load("expire_table")
HERE = load("set_presence")
ALIVE = load("heartbeat")
AGES = load("heartbeat_ages")
