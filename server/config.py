"""Settings: one frozen struct, read from the environment. Every name can be set in upper case with
the prefix `STAMMTISCH_` (`STAMMTISCH_GRACE_MS=30000`); those marked with a short name also by that.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Struct, field

from .games import GAMES
from .hub import minds as offering
from .hub.addresses import networks
from .hub.words import Words


class BadSetting(ValueError):
    """A setting can't be used; the message is one line for the person who set it."""


class Setting(str):
    """A line of help, with the short name of the environment variable where there is one."""

    short: str = ""

    @classmethod
    def of(cls, short: str, text: str) -> Setting:
        made = cls(text)
        made.short = short
        return made


AROUND: Final = " \t\r"
"""Blanks that files of variables leave around a value."""

MOST: Final = 10**9
"""Of whatever is counted. What is larger is a slip, and would break something later."""

TEN_YEARS: Final = 10 * 366 * 86_400
"""In seconds."""

Count = Meta(ge=1, le=MOST)
Whole = Meta(ge=1, le=TEN_YEARS)
"""Seconds without fractions."""
Ms = Meta(ge=1, le=TEN_YEARS * 1000)
Seconds = Meta(gt=0, le=TEN_YEARS)
FRAME = Meta(ge=1024, le=MOST)
OUTBOX = Meta(ge=4096, le=MOST)
REDIS = Meta(pattern=r"^((cluster\+)?rediss?(\+sentinel)?|unix)://.+")
UNIX = "unix:"
"""Before the path of a socket in the file system."""
ADDRESS = Meta(pattern=rf"^({UNIX}/.+|\S*:\d{{1,5}})\Z")
MIND = Meta(pattern=r"^[^:\s]+(:\w+(\+\w+)*)?\Z")
"""A mind, and the games it is offered in, where those are not all."""
LONGEST_NAME: Final = 40
WORD = Meta(pattern=rf"^[A-Za-z0-9_.-]{{1,{LONGEST_NAME}}}\Z")


class Settings(Struct, frozen=True, kw_only=True):
    """Everything that can be set of a hub. Times in ms end in `_ms`, times in seconds in `_s`."""

    host: Annotated[str, Setting.of("HOST", "address to listen on")] = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535), Setting.of("PORT", "port to listen on")] = 8080
    data: Annotated[str, Setting.of("DATA", "folder of the private Redis")] = "data"
    redis: Annotated[str, REDIS, Setting.of("REDIS", "address of a Redis; empty: a private one")] = ""
    copies: Annotated[
        int,
        Meta(ge=0, le=16),
        Setting.of("COPIES", "replicas that must have a move on disk before it counts"),
    ] = 0
    hubs: Annotated[
        int, Meta(ge=0, le=64), Setting.of("HUBS", "hubs that `play` runs; 0: by the number of cores")
    ] = 0
    bots: Annotated[
        int,
        Meta(ge=0, le=64),
        Setting.of("BOTS", "bot processes that `play` runs; 0: by the number of cores"),
    ] = 0
    bot_key: Annotated[str, Setting.of("BOT_KEY", "what bot processes must know; empty: no bots")] = ""
    metrics: Annotated[
        str, ADDRESS, Setting.of("METRICS", "host:port of /metrics, or unix:/path; empty: none")
    ] = ""
    admin_key: Annotated[
        str, Setting.of("ADMIN_KEY", "what /admin beside /metrics asks for; empty: no such page")
    ] = ""
    origins: Annotated[
        list[str], Setting.of("ORIGINS", "further origins of pages that may connect, * for all")
    ] = []
    hosts: Annotated[
        list[str], Setting.of("HOSTS", "names that pages may be asked for under; empty: any")
    ] = []
    proxies: Annotated[
        list[str],
        Setting.of("PROXIES", "addresses or networks of proxies whose X-Forwarded-For is believed"),
    ] = []
    words: Annotated[
        str, Setting.of("WORDS", "file of words that names and chats show as stars, one to a line")
    ] = ""
    hub: Annotated[str, WORD, Setting.of("HUB", "name of this hub in logs; a random part is added")] = field(
        default_factory=lambda: secrets.token_urlsafe(6)
    )
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"], Setting.of("LOG_LEVEL", "debug, info, warning or error")
    ] = "info"
    log_format: Annotated[
        Literal["lines", "json"], Setting.of("LOG_FORMAT", "lines, or json: an object for each message")
    ] = "lines"
    minds: Annotated[
        list[Annotated[str, MIND]],
        Setting("bots that people may ask for, first the usual; `:` before the games of one, `+` between"),
    ] = field(
        default_factory=lambda: [
            "skilled",
            "beginner",
            "casual",
            "expert:machi_koro+santiago+schweinebande+bruges+loyang",
            "master:santiago+loyang+bruges",
        ]
    )

    open_ttl_s: Annotated[int, Whole, Setting("a table that has not started is kept")] = 86_400
    playing_ttl_s: Annotated[int, Whole, Setting("a running table is kept after a change")] = 2_592_000
    over_ttl_s: Annotated[int, Whole, Setting("a finished table and its log are kept")] = 1_209_600
    book_ttl_s: Annotated[int, Whole, Setting("a person's book is kept after the last game")] = 63_072_000
    repeat_ttl_s: Annotated[int, Whole, Setting("time in which a repeated `make` finds its table")] = 3_600

    grace_ms: Annotated[int, Ms, Setting("a person is away before a bot stands in")] = 60_000
    reveal_ms: Annotated[int, Ms, Setting("a start waits for what clients promised")] = 3_000
    bot_grace_ms: Annotated[int, Ms, Setting("a bot is away before another takes its seat")] = 3_000
    abandon_ms: Annotated[int, Ms, Setting("a table without people ends")] = 7_200_000

    snapshot_every: Annotated[int, Count, Setting("versions between snapshots of a table")] = 20
    check_every: Annotated[int, Count, Setting("versions between check values in the diffs")] = 16
    max_frame: Annotated[int, FRAME, Setting("bytes of the largest frame that is read")] = 16_384
    outbox: Annotated[int, OUTBOX, Setting("bytes that may wait for a slow client")] = 262_144
    queue: Annotated[int, Count, Setting("frames that may wait at one table")] = 512
    loading: Annotated[int, Count, Setting("tables that may wait to be read from the store")] = 1_000
    max_sockets: Annotated[int, Count, Setting("websockets at once")] = 20_000
    max_seats: Annotated[int, Count, Setting("seats and watched tables on one websocket")] = 4_000
    budgets: Annotated[float, Meta(gt=0, le=MOST), Setting("multiplies what every client may ask for")] = 1.0
    hello_s: Annotated[float, Seconds, Setting("time in which a client must greet")] = 10.0
    poll_s: Annotated[float, Seconds, Setting("between two comparisons with the logs")] = 2.0
    tick_s: Annotated[float, Seconds, Setting("between two looks for tables whose time has come")] = 0.5
    idle_s: Annotated[float, Seconds, Setting("a table nobody looks at is kept in memory")] = 60.0
    sleep_s: Annotated[float, Seconds, Setting("without a move, then a table is kept as bytes")] = 20.0

    def minds_of(self, game: str) -> list[str]:
        """The minds that people may ask for in a game, the usual one first."""
        return offering.offered(self.minds, game)

    def ttl(self, phase: str) -> int:
        """Seconds for which a table of this phase is kept after its last change."""
        if phase == "open":
            return self.open_ttl_s
        return self.playing_ttl_s if phase in ("starting", "playing") else self.over_ttl_s


PREFIX = "STAMMTISCH_"


def names(name: str) -> list[str]:
    """The environment variables that set a field: the short one first, where there is one."""
    hint = get_type_hints(Settings, include_extras=True)[name]
    short = next((s.short for s in get_args(hint)[1:] if isinstance(s, Setting) and s.short), "")
    return [*([short] if short else []), PREFIX + name.upper()]


def chosen(environment: Mapping[str, str], name: str) -> str:
    """The variable by which an environment sets a field; "" where it doesn't."""
    return next((variable for variable in names(name) if environment.get(variable, "").strip(AROUND)), "")


def helps() -> list[tuple[list[str], str, Any]]:
    """A row per setting: its variables, what it is, its default."""
    hints, plain = get_type_hints(Settings, include_extras=True), Settings(hub="random")
    return [
        (
            names(name),
            next(str(s) for s in get_args(hints[name])[1:] if isinstance(s, Setting)),
            getattr(plain, name),
        )
        for name in Settings.__struct_fields__
    ]


def read(environment: Mapping[str, str], **given: Any) -> Settings:
    """The settings of an environment; `given` (not None) wins, an empty variable is none, blanks around a
    value and empty parts of a list count for nothing.

    Raises BadSetting with one clear line.
    """
    known = {variable for name in Settings.__struct_fields__ for variable in names(name)}
    unknown = sorted(v for v in environment if v.startswith(PREFIX) and v not in known)
    if unknown:
        raise BadSetting(f"{unknown[0]} is no setting of this server.")
    found: dict[str, Any] = {}
    for name, hint in get_type_hints(Settings, include_extras=True).items():
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
        raise BadSetting(
            "ADMIN_KEY can't be used: browsers send no letters but those of ASCII with a question."
        )
    try:
        Words.of(found.get("words", ""))
    except (OSError, ValueError) as wrong:
        why = getattr(wrong, "strerror", None) or wrong
        raise BadSetting(f"WORDS={_printable(found['words'])} can't be read: {why}.") from wrong
    for game in offering.unknown(found.get("minds", ()), GAMES):
        raise BadSetting(f"STAMMTISCH_MINDS can't be used: there is no game {_printable(game)}.")
    if "hub" in found:  # a hub that starts again under its name is another one to those who knew it
        found["hub"] += "-" + secrets.token_urlsafe(3)
    return Settings(**found)


def _value(source: str, hint: Any, given: Any) -> Any:
    """A setting's value; `source` is what it is called where it was set."""
    text = given.strip(AROUND) if isinstance(given, str) else given
    try:
        many = get_origin(get_args(hint)[0]) is list
        return msgspec.convert(_parts(text) if many else text, hint, strict=False)
    except msgspec.ValidationError as wrong:
        meaning = next(str(extra) for extra in get_args(hint)[1:] if isinstance(extra, Setting))
        shown = "…" if source in ("ADMIN_KEY", "BOT_KEY", "REDIS") else _printable(text)  # these hold secrets
        raise BadSetting(f"{source}={shown} can't be used ({meaning}).{_range(hint)}") from wrong


def _parts(text: str) -> list[str]:
    """The parts of a list, without those that a comma too many has made."""
    return [part for part in (part.strip() for part in text.split(",")) if part]


def _range(hint: Any) -> str:
    """What a number may be, as a sentence behind others; "" for what is none."""
    kind, *extras = get_args(hint)
    if kind not in (int, float):
        return ""
    limit = next(extra for extra in extras if isinstance(extra, Meta))
    least = f"above {limit.gt}" if limit.ge is None else f"from {limit.ge}"
    return f" It is a {'whole ' * (kind is int)}number {least} to {limit.le}."


def _printable(text: Any) -> str:
    """A text on one line, with what can't be seen spelled out."""
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in str(text))
