"""Settings: one frozen struct, read from the environment. Each is set by its name in upper case with the
prefix `STAMMTISCH_` (`STAMMTISCH_GRACE_MS=30000`); some have a short name as well."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, Final, Literal, Self, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Struct, field

from server.games import GAMES
from server.games.outside import left_out
from server.moderation.word_filter import WordFilter

from . import minds as offering
from .networks import networks


class BadSetting(ValueError):
    """A setting is invalid; the message is one line for the operator."""


class Setting(str):
    """A line of help, with the short name of the environment variable if there is one."""

    short: str

    def __new__(cls, text: str, short: str = "") -> Self:
        made = super().__new__(cls, text)
        made.short = short
        return made


class ClusterSetting(Setting):
    """A setting that must be the same for all hubs: it must not change for a client that moves from one hub
    to another."""


class HubSetting(Setting):
    """A setting that may differ between hubs: a hub's place, or what its machine can do."""


AROUND: Final = " \t\r"
"""Blanks around values in environment files."""

MAX_COUNT: Final = 10**9
"""Upper limit of all counts. A larger value is a mistake, and would cause a failure later."""

TEN_YEARS: Final = 10 * 366 * 86_400
"""In seconds."""

Count = Meta(ge=1, le=MAX_COUNT)
Whole = Meta(ge=1, le=TEN_YEARS)
"""Seconds without fractions."""
Ms = Meta(ge=1, le=TEN_YEARS * 1000)
Seconds = Meta(gt=0, le=TEN_YEARS)
FRAME = Meta(ge=1024, le=MAX_COUNT)
OUTBOX = Meta(ge=4096, le=MAX_COUNT)
REDIS = Meta(
    pattern=r"^((cluster\+)?rediss?(\+sentinel)?|unix)://.+",
    description="an address like redis://user:password@host:port/0, rediss:// with TLS, or unix:///path",
)
PUSH = Meta(
    pattern=r"^(on|off|mailto:[^\s@]+@\S+|https://\S+)\Z",
    max_length=200,
    description="an address like mailto:me@example.org or https://example.org, or on, or off",
)
OWN_PUSH_SERVICE = Meta(
    pattern=r"^[A-Za-z0-9.-]+:\d{1,5}\Z", description="a host and a port, like push.example.org:8443"
)
UNIX = "unix:"
"""The prefix of a path of a socket in the file system."""
ADDRESS = Meta(
    pattern=rf"^({UNIX}/.+|\S*:\d{{1,5}})\Z", description="an address like 127.0.0.1:8081, or unix:/path"
)
MIND = Meta(
    pattern=r"^[^:\s]+(:\w+(\+\w+)*)?\Z", description="a mind like skilled, or skilled:santiago+bruges"
)
"""A mind, and the games that offer it if not all do."""
LONGEST_NAME: Final = 40
WORD = Meta(
    pattern=rf"^[A-Za-z0-9_.-]{{1,{LONGEST_NAME}}}\Z",
    description=f"a name of up to {LONGEST_NAME} letters of ASCII, digits and _ . -",
)


AUTO: Final = "auto"
"""The tunnel is the first known one that is installed."""

TUNNELS: Final = "auto, cloudflared, tailscale, ssh:user@host:port, or a command with {port}"
SHARE = Meta(
    pattern=r"^(auto|cloudflared|tailscale|ssh:\S+|.*\{port\}.*)\Z", max_length=1000, description=TUNNELS
)
PUBLIC = Meta(
    pattern=r"^https?://[A-Za-z0-9.:\[\]-]{1,200}/?\Z",
    description="an address like https://tables.example.org",
)

SECRET: Final = ("redis", "bot_key", "admin_key", "share")
"""Fields that hold secrets."""

SERVICE_LINK: Final = re.compile(
    r"\w+_(SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT_\d+_(TCP|UDP|SCTP)(_PROTO|_PORT|_ADDR)?)"
)
LINKED: Final = re.compile(r"(tcp|udp|sctp)://\S+")
"""Variables that Kubernetes adds to every container for each service (service links). Those of a service
`stammtisch` have the prefix of settings: STAMMTISCH_PORT is tcp://10.0.0.7:80 there."""


class Settings(Struct, frozen=True, kw_only=True):
    """All settings of a hub. Names of times in ms end in `_ms`, names of times in seconds in `_s`."""

    host: Annotated[str, HubSetting("address to listen on", "HOST")] = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535), HubSetting("port to listen on", "PORT")] = 8080
    data: Annotated[str, HubSetting("data folder of the embedded Redis", "DATA")] = "data"
    redis: Annotated[str, REDIS, HubSetting("address of a Redis; empty: an embedded one", "REDIS")] = ""
    copies: Annotated[
        int,
        Meta(ge=0, le=16),
        ClusterSetting("replicas that must have a move on disk before it is acknowledged", "COPIES"),
    ] = 0
    hubs: Annotated[
        int, Meta(ge=0, le=64), HubSetting("hubs that `play` runs; 0: by the number of cores", "HUBS")
    ] = 0
    bots: Annotated[
        int,
        Meta(ge=0, le=64),
        HubSetting("bot processes that `play` runs; 0: by the number of cores", "BOTS"),
    ] = 0
    share: Annotated[
        str,
        SHARE,
        HubSetting(f"tunnel by which `play` is open for everybody: {TUNNELS}; empty: none", "SHARE"),
    ] = ""
    share_at: Annotated[
        str, PUBLIC, HubSetting("public address of the tunnel, if its command prints none", "SHARE_AT")
    ] = ""
    bot_key: Annotated[
        str, ClusterSetting("secret that bot processes must know; empty: no bots", "BOT_KEY")
    ] = ""
    metrics: Annotated[
        str, ADDRESS, HubSetting("host:port of /metrics, or unix:/path; empty: none", "METRICS")
    ] = ""
    admin_key: Annotated[
        str, ClusterSetting("key for /admin, beside /metrics; empty: no such page", "ADMIN_KEY")
    ] = ""
    origins: Annotated[
        list[str], ClusterSetting("other origins whose pages may connect; * for all", "ORIGINS")
    ] = []
    hosts: Annotated[list[str], ClusterSetting("host names that requests may have; empty: any", "HOSTS")] = []
    proxies: Annotated[
        list[str],
        ClusterSetting("addresses or networks of proxies whose X-Forwarded-For is trusted", "PROXIES"),
    ] = []
    words: Annotated[
        str, ClusterSetting("file of words to hide in names and chats, one to a line", "WORDS")
    ] = ""
    push: Annotated[
        str,
        PUSH,
        ClusterSetting(
            "notifications by push services of browsers: on, off, or on with your address for these services",
            "PUSH",
        ),
    ] = "on"
    push_hosts: Annotated[
        list[Annotated[str, OWN_PUSH_SERVICE]],
        ClusterSetting("host:port of own push services, which may be private and without TLS"),
    ] = []
    hub: Annotated[str, WORD, HubSetting("name of this hub in logs; a random part is added", "HUB")] = field(
        default_factory=lambda: secrets.token_urlsafe(6)
    )
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"], HubSetting("debug, info, warning or error", "LOG_LEVEL")
    ] = "info"
    log_format: Annotated[
        Literal["lines", "json"], HubSetting("lines, or json: an object for each message", "LOG_FORMAT")
    ] = "lines"
    minds: Annotated[
        list[Annotated[str, MIND]],
        ClusterSetting(
            "bots that people may choose, the default first; `:` before the games of one, `+` between them"
        ),
    ] = field(
        default_factory=lambda: [
            "skilled",
            "beginner",
            "casual",
            "expert:machi_koro+santiago+schweinebande+bruges+loyang",
            "master:santiago+loyang+bruges",
        ]
    )

    open_ttl_s: Annotated[int, Whole, ClusterSetting("how long a table that has not started is kept")] = (
        86_400
    )
    playing_ttl_s: Annotated[
        int, Whole, ClusterSetting("how long a running table is kept after its last change")
    ] = 2_592_000
    over_ttl_s: Annotated[int, Whole, ClusterSetting("how long a finished table and its log are kept")] = (
        1_209_600
    )
    book_ttl_s: Annotated[
        int, Whole, ClusterSetting("how long a person's book is kept after its last game")
    ] = 63_072_000
    repeat_ttl_s: Annotated[int, Whole, ClusterSetting("how long a repeated `make` finds its table")] = 3_600

    grace_ms: Annotated[int, Ms, ClusterSetting("how long a person may be away before a bot stands in")] = (
        60_000
    )
    reveal_ms: Annotated[
        int, Ms, ClusterSetting("how long a start waits for clients to reveal their part of the seed")
    ] = 3_000
    bot_grace_ms: Annotated[
        int, Ms, ClusterSetting("how long a bot may be away before another one takes its seat")
    ] = 3_000
    abandon_ms: Annotated[int, Ms, ClusterSetting("how long a table without people goes on")] = 7_200_000

    snapshot_every: Annotated[int, Count, HubSetting("versions between snapshots of a table")] = 20
    check_every: Annotated[int, Count, ClusterSetting("versions between check values in the diffs")] = 16
    max_frame: Annotated[int, FRAME, ClusterSetting("largest frame of a client, in bytes")] = 16_384
    outbox: Annotated[int, OUTBOX, HubSetting("bytes that may be queued for a slow client")] = 262_144
    queue: Annotated[int, Count, HubSetting("frames that may be queued at one table")] = 512
    loading: Annotated[int, Count, HubSetting("tables that may be queued for loading")] = 1_000
    max_sockets: Annotated[int, Count, HubSetting("open websockets")] = 20_000
    max_seats: Annotated[int, Count, ClusterSetting("seats and watched tables on one websocket")] = 4_000
    budgets: Annotated[float, Meta(gt=0, le=MAX_COUNT), ClusterSetting("factor for all rate limits")] = 1.0
    hello_s: Annotated[float, Seconds, ClusterSetting("how long a client may take to send `hello`")] = 10.0
    poll_s: Annotated[float, Seconds, HubSetting("interval of comparisons with the logs")] = 2.0
    tick_s: Annotated[float, Seconds, HubSetting("interval of checks for deadlines that have passed")] = 0.5
    idle_s: Annotated[float, Seconds, HubSetting("how long a table without clients stays in memory")] = 60.0
    sleep_s: Annotated[
        float, Seconds, HubSetting("how long a table without moves stays unpacked in memory")
    ] = 20.0

    def __repr__(self) -> str:
        """Without secrets, since it may be logged."""
        shown = (
            f"{name}={'…' if name in SECRET else getattr(self, name)!r}" for name in self.__struct_fields__
        )
        return f"Settings({', '.join(shown)})"

    def minds_of(self, game: str) -> list[str]:
        """The minds that people may ask for in a game, the default first."""
        return offering.offered(self.minds, game)

    def kept_s(self, phase: str) -> int:
        """Seconds of cluster time for which a table of this phase is kept after its last change."""
        if phase == "open":
            return self.open_ttl_s
        return self.playing_ttl_s if phase in UNFINISHED else self.over_ttl_s

    def ttl(self, phase: str) -> int:
        """Seconds after which Redis removes a table of this phase. Redis counts them by the wall clock, also
        while the service is down; hubs remove unfinished tables before, by cluster time."""
        return self.kept_s(phase) + (OUTAGES_S if phase in UNFINISHED else 0)


UNFINISHED: Final = ("open", "starting", "playing")
"""The phases of a table that goes on."""

OUTAGES_S: Final = 14 * 86_400
"""Seconds of outages, and of steps of the clock of Redis, that an unfinished table outlives after its last
change."""

PREFIX = "STAMMTISCH_"

OF_OTHERS: Final = ("STAMMTISCH_LOAD_SECRET",)
"""Variables with this prefix that no hub reads, but other commands of ours do (`bots load`)."""


@cache
def hints() -> Mapping[str, Any]:
    """The type of every field, with its annotations."""
    return get_type_hints(Settings, include_extras=True)


def declared(name: str) -> Setting:
    """The declaration of a field."""
    return next(extra for extra in get_args(hints()[name])[1:] if isinstance(extra, Setting))


def agreed() -> list[str]:
    """The fields that must be the same for all hubs."""
    return [name for name in Settings.__struct_fields__ if isinstance(declared(name), ClusterSetting)]


def names(name: str) -> list[str]:
    """The environment variables that set a field: the short one first, if there is one."""
    short = declared(name).short
    return [*([short] if short else []), PREFIX + name.upper()]


def variables() -> set[str]:
    """All environment variables that are settings."""
    return {variable for name in Settings.__struct_fields__ for variable in names(name)}


def chosen(environment: Mapping[str, str], name: str) -> str:
    """The variable that sets a field in this environment; "" if none does."""
    return next((variable for variable in names(name) if environment.get(variable, "").strip(AROUND)), "")


def helps() -> list[tuple[list[str], str, Any]]:
    """A row per setting: its variables, its meaning, its default."""
    plain = Settings(hub="random")
    return [
        (
            names(name),
            str(declared(name)),
            getattr(plain, name),
        )
        for name in Settings.__struct_fields__
    ]


def read(environment: Mapping[str, str], **given: Any) -> Settings:
    """The settings of an environment. `given` values other than None take precedence. Empty variables, blanks
    around a value, and empty parts of a list are ignored.

    Raises BadSetting with a message of one line.
    """
    environment = without_links(environment)
    known = {*variables(), *OF_OTHERS}
    unknown = sorted(v for v in environment if v.startswith(PREFIX) and v not in known)
    if unknown:
        raise BadSetting(f"{unknown[0]} is no setting of this server.")
    found: dict[str, Any] = {}
    for name, hint in hints().items():
        variable = chosen(environment, name)
        if given.get(name) is not None:
            found[name] = _value(name, hint, given[name])
        elif variable and (value := _value(variable, hint, environment[variable])) != []:
            found[name] = value
    try:
        networks(found.get("proxies", ()))
    except ValueError as wrong:
        raise BadSetting(f"PROXIES can't be used: {wrong}.") from wrong
    if not found.get("admin_key", "").isascii():
        raise BadSetting("ADMIN_KEY can't be used: browsers send no letters but those of ASCII in a header.")
    try:
        WordFilter.of(found.get("words", ""))
    except (OSError, ValueError) as wrong:
        why = getattr(wrong, "strerror", None) or wrong
        raise BadSetting(f"WORDS={_printable(found['words'])} can't be read: {why}.") from wrong
    for game in offering.unknown(found.get("minds", ()), [*GAMES, *left_out("game")]):
        raise BadSetting(f"STAMMTISCH_MINDS can't be used: there is no game {_printable(game)}.")
    if "hub" in found:  # a restarted hub must not be taken for its former process
        found["hub"] += "-" + secrets.token_urlsafe(3)
    return Settings(**found)


def host_and_port(address: str) -> tuple[str, int]:
    """Of an address like METRICS: the host, 127.0.0.1 if it names none, and IPv6 without brackets; the
    port."""
    host, _, port = address.rpartition(":")
    return host.removeprefix("[").removesuffix("]") or "127.0.0.1", int(port)


def without_links(environment: Mapping[str, str]) -> dict[str, str]:
    """The environment without the service links of Kubernetes."""
    return {
        name: value
        for name, value in environment.items()
        if not SERVICE_LINK.fullmatch(name) and not (name.endswith("_PORT") and LINKED.fullmatch(value))
    }


def _value(source: str, hint: Any, given: Any) -> Any:
    """A setting's value; `source` is the name under which it was set."""
    text = given.strip(AROUND) if isinstance(given, str) else given
    try:
        many = get_origin(get_args(hint)[0]) is list
        return msgspec.convert(_parts(text) if many else text, hint, strict=False)
    except msgspec.ValidationError as wrong:
        meaning = next(str(extra) for extra in get_args(hint)[1:] if isinstance(extra, Setting))
        secret = any(source in (name, *names(name)) for name in SECRET)
        shown = "…" if secret else _printable(text)
        raise BadSetting(f"{source}={shown} can't be used ({meaning}).{_range(hint)}") from wrong


def _parts(text: str) -> list[str]:
    """The non-empty parts of a list."""
    return [part for part in (part.strip() for part in text.split(",")) if part]


def _range(hint: Any) -> str:
    """The valid values as a sentence; "" if any text is valid or the meaning says it."""
    kind, *extras = get_args(hint)
    if get_origin(kind) is list:
        return _range(get_args(kind)[0]).replace(" It is", " Each is") if get_args(get_args(kind)[0]) else ""
    limit = next((extra for extra in extras if isinstance(extra, Meta)), None)
    if kind not in (int, float) or limit is None:
        return f" It is {limit.description}." if limit is not None and limit.description else ""
    least = f"above {limit.gt}" if limit.ge is None else f"from {limit.ge}"
    return f" It is a {'whole ' * (kind is int)}number {least} to {limit.le}."


def _printable(text: Any) -> str:
    """The text on one line, with unprintable characters escaped."""
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in str(text))
