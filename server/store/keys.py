"""Every key in Redis, and what lies there.

Of a table (`{id}` is the hash tag that keeps its keys on one node of a cluster):

    t:{id}:log     list: one entry for each version, from the first
    t:{id}:state   hash: the last snapshot (`table`) and its `version`
    t:{id}:hubs    sorted set: the hubs that follow the table, by the time of registration in s
    t:{id}:here    hash: who is present, "<hub> <field>" -> row
    t:{id}:chat    list: the last lines that were said

Of the house: `lobby` (hash: table -> summary), `due` (sorted set: table by deadline in ms), `hubs`
(sorted set: living hubs by their last sign of life in ms), `{house}:orders` (hash: what the host has
ordered), `{house}:acts` (list: the log of it, only ever appended to), `{house}:loads` (hash: hub -> how it
is), `{house}:answers:<question>` (hash: hub -> what it knows of it), `once:<key>`, `allow:{<what>}:<who>`
(when a person or an address will have back all that it may have of something, in ms), `mark:{<tag>}`
(written before replicas are asked how far they are; gone after a minute). Messages go out on the
channels `lobby` and `hub:<hub>`.
"""

from __future__ import annotations

from typing import Any, Final

LOBBY: Final = "lobby"
DUE: Final = "due"
HUBS: Final = "hubs"
ORDERS: Final = "{house}:orders"
ACTS: Final = "{house}:acts"
LOADS: Final = "{house}:loads"


def key(table: str, part: str) -> str:
    """The key of one part of a table."""
    return f"t:{{{table}}}:{part}"


def keys(table: str) -> list[str]:
    """All keys of a table: log, state, hubs, here, chat."""
    return [key(table, part) for part in ("log", "state", "hubs", "here", "chat")]


def answers(question: str) -> str:
    """The key of what hubs have answered to a question of the host."""
    return f"{{house}}:answers:{question}"


def tag_of(key: str) -> str:
    """The part of a key that decides on its node."""
    start, end = key.find("{"), key.find("}")
    return key[start + 1 : end] if 0 <= start < end - 1 else key


def mark(tag: str) -> str:
    """The key of a small write on the node that has this hash tag."""
    return f"mark:{{{tag}}}"


def pairs(reply: Any) -> list[tuple[Any, Any]]:
    """A reply of keys and values, which a cluster's client has already paired."""
    if isinstance(reply, dict):
        return list(reply.items())
    return list(zip(reply[::2], reply[1::2], strict=True))


def allowed(what: str, who: str) -> str:
    """The key of what somebody may have of something; all of one kind lie on one node."""
    return f"allow:{{{what}}}:{who}"
