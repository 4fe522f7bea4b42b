"""Translates errors of Redis and of its client library into a cause and a remedy, one sentence each.

Their own messages are not repeated if the cause is known, and cleaned if it is not: they quote addresses,
arguments of commands and whole objects, which may contain passwords.
"""

from __future__ import annotations

import errno
import re
import socket
import ssl
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple
from urllib.parse import quote

from redis import exceptions as errors

from server.starting import called


class RedisRefusal(NamedTuple):
    """What is wrong, and how to mend it: one sentence each."""

    what: str
    mend: str


class Lack(NamedTuple):
    """A missing permission: of a user, for a command, or to access keys or channels."""

    user: str
    command: str
    access: str


Row = tuple[str, str, str]
"""A pattern for messages of the server, and the two sentences for it."""

RELEASE: Final = called(
    "Start replicas, or set it to 0 (`python -m server export --release` where tables were moved)."
)
"""How to mend a Redis that takes no writes for want of replicas."""

SAID: Final[Sequence[Row]] = (
    (
        r"WRONGPASS|invalid username-password pair|invalid password",
        "Redis refuses the user or the password in REDIS.",
        "Write both as its ACL has them (quoted: # as %23, / as %2F, ? as %3F, @ as %40).",
    ),
    (
        r"without any password configured|wrong number of arguments for '(?i:auth)'",
        "REDIS has a user or a password, and this Redis has none of that kind.",
        "Take it out of REDIS, or set requirepass (or that user) in Redis.",
    ),
    (
        r"Authentication required|NOAUTH|operation not permitted",
        "Redis asks for a password, and REDIS has none.",
        "Set REDIS=redis://:password@host:port, or redis://user:password@host:port for a user of its ACL.",
    ),
    (
        r"DB index is out of range|invalid DB index",
        "REDIS ends with the number of a database that this Redis does not have.",
        "Use a smaller number (/0 is always there), or set databases higher in Redis.",
    ),
    (
        r"SELECT is not allowed in cluster mode",
        "REDIS ends with the number of a database, and a Redis cluster has only one.",
        "Leave the number out, and begin REDIS with cluster+.",
    ),
    (
        r"cluster support disabled|Cluster mode is not enabled",
        "REDIS begins with cluster+, and this Redis is no cluster.",
        "Leave cluster+ (or ?cluster=1) out.",
    ),
    (
        r"MovedError|AskError|hash to the same slot",
        "This Redis is a node of a cluster, and REDIS names it alone.",
        "Begin REDIS with cluster+.",
    ),
    (
        r"ClusterDownError|CLUSTERDOWN|cluster is down|Hash slot not served|slots are not (?:fully )?covered",
        "The Redis cluster is down: no node serves some of its slots.",
        "Start the nodes that are missing (CLUSTER NODES names them).",
    ),
    (
        r"LOADING|is loading the dataset",
        "Redis is still loading its data.",
        "Try again once it is done; its log says when.",
    ),
    (
        r"OOM|used memory > 'maxmemory'",
        "Redis is full: it uses all of its maxmemory, and takes no writes.",
        "Set maxmemory higher, and leave maxmemory-policy at noeviction.",
    ),
    (
        r"MISCONF",
        "Redis can't write to its disk, and takes no writes.",
        "Look at its log; most likely its disk is full, or its folder is not its own.",
    ),
    (
        r"max number of clients",
        "Redis has as many connections as it may have.",
        "Set maxclients higher in Redis, or end other clients of it.",
    ),
    (
        r"protected mode",
        "Redis is in protected mode: without a password it admits only its own machine.",
        "Set requirepass in Redis, and REDIS=redis://:password@host:port.",
    ),
    (
        r"READONLY|read only replica|read-only replica",
        "This Redis is a replica, and takes no writes.",
        "Set REDIS to its primary, or to its sentinels (redis+sentinel://).",
    ),
    (
        r"MASTERDOWN|Link with MASTER is down",
        "This Redis is a replica that has lost its primary.",
        "Start the primary, or set REDIS to it.",
    ),
    (
        r"NOREPLICAS|Not enough good replicas",
        "Redis has fewer replicas than its min-replicas-to-write, and takes no writes.",
        RELEASE,
    ),
    (
        r"\bBUSY |busy running a script",
        "Redis is busy with a script that does not end.",
        "End it by SCRIPT KILL.",
    ),
    (
        r"Protocol error|reply type byte|Invalid Response|InvalidResponse",
        "What answers at the address in REDIS is no Redis.",
        "Set REDIS to the host and port of a Redis.",
    ),
    (
        r"CERTIFICATE_VERIFY_FAILED.*(?:Hostname|IP address) mismatch",
        "The certificate of Redis is for another name than REDIS has.",
        "Use the name of the certificate in REDIS, or get a certificate for this one.",
    ),
    (
        r"CERTIFICATE_VERIFY_FAILED",
        "The certificate of Redis can't be trusted: its issuer is not known here, or its time is over.",
        "Name the issuer's file (REDIS=rediss://…?ssl_ca_certs=/path/ca.pem), or renew the certificate.",
    ),
    (
        r"CERTIFICATE_REQUIRED|certificate required|HANDSHAKE_FAILURE",
        "Redis asks for a certificate of its clients.",
        "Name it: REDIS=rediss://…?ssl_certfile=/path/cert.pem&ssl_keyfile=/path/key.pem.",
    ),
    (
        r"WRONG_VERSION_NUMBER|RECORD_LAYER_FAILURE|record layer failure|UNEXPECTED_EOF|EOF occurred",
        "What answers at the address in REDIS speaks no TLS.",
        "Begin REDIS with redis:// instead of rediss://, or name the port that has TLS.",
    ),
    (
        r"closed by server|hung up|Connection reset|Connection lost",
        "What answers at the address in REDIS hangs up at once.",
        "Where it wants TLS begin REDIS with rediss://, with ssl_certfile=… if it asks for a certificate of "
        "its clients; else look at its log, its maxclients and firewall.",
    ),
    (
        r"(?i:timed out|timeout|does not answer|nothing was heard)",
        "Redis does not answer in time.",
        "Look at host, port and firewall; without TLS begin REDIS with redis:// instead of rediss://.",
    ),
)

SYSTEM: Final = {
    errno.ECONNREFUSED: (
        "Nothing listens at {place}.",
        "Start Redis there, or set REDIS to where it is. For other machines it needs `bind`.",
    ),
    errno.ENOENT: ("There is no {place}.", "Start Redis, or set REDIS to the path of its socket."),
    errno.EACCES: (
        "This user may not open {place}.",
        "Set unixsocketperm 770 in Redis, and put this user into the group of the socket.",
    ),
    errno.EHOSTUNREACH: ("No way leads to {place}.", "Look at host, network and firewall."),
    errno.ENETUNREACH: ("No way leads to {place}.", "Look at host, network and firewall."),
}
"""Causes and remedies for operating system errors, by errno."""

FORBIDDEN: Final = re.compile(
    r"(?:user (?P<user>\S+) has )?no permissions? to "
    r"(?:run the '(?P<command>[\w|]+)'|access (?P<what>.*))",
    re.IGNORECASE,
)
UNKNOWN: Final = re.compile(r"unknown (?:sub)?command [`'\"]?(?P<command>[\w|]+)", re.IGNORECASE)

PLACE: Final = re.compile(r"connecting to (?:unix://)?(?P<place>[^\s,]+?)[.:]?(?:\s|$)")

CLEANED: Final = (
    (re.compile(r", with args beginning with.*"), ""),
    (re.compile(r"://\S*@"), "://…@"),
)
"""Parts of a server's message that repeat a command or an address."""


def refusal(wrong: BaseException) -> RedisRefusal:
    """The cause and the remedy of an error."""
    chain = list(_chain(wrong))
    if isinstance(wrong, errors.RedisError) and type(wrong).__name__ == "MasterNotFoundError":
        return _of_sentinels(str(wrong))
    said = " ".join(f"{type(it).__name__}: {' '.join(str(it).split())}" for it in chain)
    if lack := lacking(said):
        return forbidden([lack])
    if found := UNKNOWN.search(said):
        return RedisRefusal(
            f"This Redis has no command {found['command'].upper()}.",
            "Run Redis 6.2 or newer, or Valkey, with no command renamed or taken away.",
        )
    place = found["place"] if (found := PLACE.search(said)) else "the address in REDIS"
    if any(isinstance(it, socket.gaierror) for it in chain) or "Name or service not known" in said:
        return RedisRefusal(f"The host of {place} can't be found.", "Correct the name in REDIS, or the DNS.")
    return _matched(said) or _of_system(chain, place) or _unknown(wrong)


def lacking(said: object) -> Lack | None:
    """The missing permission that this message reports, or None."""
    found = FORBIDDEN.search(str(said))
    return Lack(found["user"] or "", found["command"] or "", found["what"] or "") if found else None


def forbidden(missing: Sequence[Lack], user: str = "USER") -> RedisRefusal:
    """One refusal for all missing permissions. `user`: the name to use if Redis doesn't say it."""
    commands = sorted({it.command.lower() for it in missing if it.command})
    channels = any("channel" in it.access for it in missing)
    keys = any(it.access and "channel" not in it.access for it in missing)
    lacks = [", ".join(map(str.upper, commands))] * bool(commands)
    lacks += ["all keys"] * keys + ["all channels"] * channels
    rules = [*(f"+{it}" for it in commands), *["~*"] * keys, *["&*"] * channels]
    user = next((it.user for it in missing if it.user), user)
    return RedisRefusal(
        f"The user of REDIS may not use {' and '.join(lacks)}.",
        f"Allow it in Redis: ACL SETUSER {user} {' '.join(rules)}",
    )


def _chain(wrong: BaseException | None) -> Iterator[BaseException]:
    """An error and its causes."""
    seen = set[int]()
    while wrong is not None and id(wrong) not in seen:
        seen.add(id(wrong))
        yield wrong
        wrong = wrong.__cause__ or wrong.__context__


def _matched(said: str) -> RedisRefusal | None:
    return next((RedisRefusal(what, mend) for like, what, mend in SAID if re.search(like, said)), None)


def _of_system(chain: Sequence[BaseException], place: str) -> RedisRefusal | None:
    for it in chain:
        if isinstance(it, ssl.SSLError):
            continue
        number = getattr(it, "errno", None)
        if isinstance(it, OSError) and number in SYSTEM:
            what, mend = SYSTEM[number]
            if getattr(it, "filename", None):  # the file named by an option of REDIS
                place = str(it.filename)
            return RedisRefusal(what.format(place=place), mend)
    return None


def _of_sentinels(said: str) -> RedisRefusal:
    """Why no sentinel names a primary. The library's message repeats all settings of each sentinel."""
    if re.search("Authentication|NOAUTH|WRONGPASS", said):
        return RedisRefusal(
            "The sentinels in REDIS ask for a password.", "Write it behind the service: ?sentinel_password=…"
        )
    places = ", ".join(":".join(place) for place in re.findall(r"host=([^,>]*),port=(\d+)", said))
    if places:
        return RedisRefusal(
            f"No sentinel in REDIS can be asked ({places}).",
            "Start them, or set REDIS to the hosts and ports where they are.",
        )
    return RedisRefusal(
        "No sentinel in REDIS knows a primary of this service.",
        "Write the service as `sentinel monitor` names it, or start its primary.",
    )


def _unknown(wrong: BaseException) -> RedisRefusal:
    said = " ".join(str(wrong).split())
    for like, instead in CLEANED:
        said = like.sub(instead, said)
    for secret in SECRETS:
        said = said.replace(secret, "…")
    return RedisRefusal(f"Redis can't be used: {said or type(wrong).__name__}.", "Look at its log.")


SECRETS: Final = set[str]()
"""Strings that must not appear in error messages, even if a server repeats them."""


def conceal(secret: str | None) -> None:
    """Keep a password out of all error messages."""
    if secret:
        SECRETS.update({secret, quote(secret), quote(secret, safe="")})
