"""Every key in Redis, and what lies there.

Of a table (`{id}` is the hash tag that keeps its keys on one node of a cluster):

    t:{id}:log     list: one entry for each version, from the first
    t:{id}:state   hash: the last snapshot (`table`) and its `version`
    t:{id}:hubs    sorted set: the hubs that follow the table, by the time of registration in s
    t:{id}:here    hash: who is present, "<hub> <field>" -> row
    t:{id}:chat    list: the last lines that were said

Of a person who wants a book (`{person}` is the hash tag):

    b:{person}:games   hash: table -> the finished game, and "" -> since when the book is kept, in ms
    b:{person}:times   sorted set: these tables by the end of their game in ms

Of a group of friends (`{group:name}` is the hash tag), beside a book of its own, kept like a person's:

    g:{group:name}   hash: `name`, `evening`, `usual`, `by:<person>` -> name, `at:<table>` -> made, in ms

Of the house: `lobby` (hash: table -> summary), `due` (sorted set: table by deadline in ms), `hubs` (sorted
set: living hubs by their last sign of life in ms), `{house}:orders` (hash: what the host has ordered),
`{house}:acts` (list: the log of it, only ever appended to), `{house}:acts:end` (the hash of its last row),
`{house}:loads` (hash: hub -> how it is),
`{house}:reports` and `{house}:reports:at` (hash: report -> what somebody has told the host; sorted set:
reports by when they came, in ms), `{house}:answers:<question>` (hash: hub -> what it knows of it),
`once:<key>`, `begin:<name>` (what a table is to begin with that somebody has brought),
`allow:{<what>}:<who>` (when a person or an address will have back all that it may have of something, in
ms), `mark:{<tag>}` (written before replicas are asked how far they are; gone after a minute). Messages go
out on the channels `lobby` and `hub:<hub>`.
"""

from __future__ import annotations

from typing import Any, Final

LOBBY: Final = "lobby"
DUE: Final = "due"
HUBS: Final = "hubs"
ORDERS: Final = "{house}:orders"
ACTS: Final = "{house}:acts"
ACTS_END: Final = "{house}:acts:end"
LOADS: Final = "{house}:loads"
REPORTS: Final = "{house}:reports"
REPORTED: Final = "{house}:reports:at"


def key(table: str, part: str) -> str:
    """The key of one part of a table."""
    return f"t:{{{table}}}:{part}"


def keys(table: str) -> list[str]:
    """All keys of a table: log, state, hubs, here, chat."""
    start = key(table, "")
    return [start + part for part in ("log", "state", "hubs", "here", "chat")]


def book(person: str, part: str) -> str:
    """The key of one part of a person's book."""
    return f"b:{{{person}}}:{part}"


def group(name: str) -> str:
    """The key of a group."""
    return f"g:{{group:{name}}}"


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


def once(name: str) -> str:
    """The key of what happens once at all hubs (idempotency key)."""
    return f"once:{name}"


def beginning(name: str) -> str:
    """The key of what a table is to begin with."""
    return f"begin:{name}"


def allowed(what: str, who: str) -> str:
    """The key of what somebody may have of something; all of one kind lie on one node."""
    return f"allow:{{{what}}}:{who}"
