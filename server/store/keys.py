"""Every key in Redis and its content.

Of a table (`{id}` is the hash tag that keeps its keys on one node of a cluster):

    t:{id}:log     list: one entry for each version, from the first
    t:{id}:state   hash: the last snapshot (`table`) and its `version`; the failure of its game, by the
                   edition of the program in which it failed (`broken <edition>`)
    t:{id}:hubs    sorted set: the hubs that follow the table, by the time of registration in s
    t:{id}:here    hash: who is present, "<hub> <field>" -> row
    t:{id}:chat    list: the last chat lines
    t:{id}:said    list: marks of the chat lines before them, by which a repeat is recognised (hashes)

Of a person who wants a book (`{person}` is the hash tag):

    b:{person}:games   hash: table -> the finished game, and "" -> when the book was begun, in ms
    b:{person}:times   sorted set: these tables by the end of their game in ms

Of a person who wants notifications while no page is open (`{person}` is the hash tag):

    n:{person}:devices   hash: device -> when its page was open last, in ms, and where it takes messages
    n:{person}:told      hash: what a notice is about -> the number of the last one that was claimed

Of a group of friends (`{group:name}` is the hash tag); its book is stored like a person's:

    g:{group:name}   hash: `name`, `evening`, `usual`, `by:<person>` -> name, `at:<table>` -> made, in ms

Of the whole service:

    lobby                     hash: table -> summary
    due                       sorted set: table by deadline in ms of cluster time
    hubs                      sorted set: hub by its last heartbeat in ms
    {house}:time              hash: cluster time (`cluster_time.py`): `at` in ms; and by the clock of Redis:
                              `last`, the last tick; `hub <hub>`, each hub's last tick; `still`, the end of
                              a pause
    {house}:orders            hash: the orders of the operator
    {house}:acts              list: the audit log of these orders, append-only
    {house}:acts:end          the hash of its last row
    {house}:loads             hash: hub -> its status
    {house}:reports           hash: report -> what a person reported to the operator
    {house}:reports:at        sorted set: report by arrival in ms
    {house}:push              hash: `key`, the private key that signs at push services
    {house}:answers:<query>   hash: hub -> its answer to a query
    once:<key>                the value of an idempotency key
    begin:<name>              an uploaded position to begin a table with
    allow:{<what>}:<who>      a rate limit: when the allowance of a person or an address is full again, in ms
    away:{<tag>}              hash: `last`, the newest cluster time that a node of a cluster has, and its
                              outages, by their begin the end (`outages.py`)
    mark:{<tag>}              written before replicas are asked for their position; expires after a minute

Messages are published on the channels `lobby` and `hub:<hub>`.
"""

from __future__ import annotations

from typing import Any, Final

LOBBY: Final = "lobby"
DUE: Final = "due"
HUBS: Final = "hubs"
HOUSE_TIME: Final = "{house}:time"
ORDERS: Final = "{house}:orders"
ACTS: Final = "{house}:acts"
ACTS_END: Final = "{house}:acts:end"
LOADS: Final = "{house}:loads"
HOUSE_PUSH: Final = "{house}:push"
REPORTS: Final = "{house}:reports"
REPORTED: Final = "{house}:reports:at"


def key(table: str, part: str) -> str:
    return f"t:{{{table}}}:{part}"


def keys(table: str) -> list[str]:
    """The keys of a table that each entry keeps alive: log, state, hubs, here, chat."""
    start = key(table, "")
    return [start + part for part in ("log", "state", "hubs", "here", "chat")]


def book(person: str, part: str) -> str:
    return f"b:{{{person}}}:{part}"


def notices(person: str, part: str) -> str:
    return f"n:{{{person}}}:{part}"


def group(name: str) -> str:
    return f"g:{{group:{name}}}"


def answers(question: str) -> str:
    """The key of the answers of hubs to a query of the operator."""
    return f"{{house}}:answers:{question}"


def tag_of(key: str) -> str:
    """The part of a key that decides on its slot."""
    start, end = key.find("{"), key.find("}")
    return key[start + 1 : end] if 0 <= start < end - 1 else key


def node_outages(tag: str) -> str:
    """The key of the outages of the node with this hash tag."""
    return f"away:{{{tag}}}"


def mark(tag: str) -> str:
    """The key of a small write on the node with this hash tag."""
    return f"mark:{{{tag}}}"


def pairs(reply: Any) -> list[tuple[Any, Any]]:
    """A reply of alternating keys and values as pairs; a cluster's client has already paired them."""
    if isinstance(reply, dict):
        return list(reply.items())
    return list(zip(reply[::2], reply[1::2], strict=True))


def once(name: str) -> str:
    """The key of a value that is set once for all hubs (idempotency key)."""
    return f"once:{name}"


def beginning(name: str) -> str:
    """The key of an uploaded position."""
    return f"begin:{name}"


def allowed(what: str, who: str) -> str:
    """The key of a rate limit; all keys of one kind are on one node."""
    return f"allow:{{{what}}}:{who}"
