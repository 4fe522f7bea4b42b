"""Lists of "the last N": each is reviewed, so that nobody can push out of it what belongs to others.

A list that many people fill gives each of them a share, or its reason says why pushing harms nobody. A new or
changed site fails here until its reason is written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

FORGETS = re.compile(
    r"""L(TRIM|POP|REM)\b|ZREMRANGEBY|ZPOP|SPOP|X(ADD|TRIM)\b|MAXLEN  # commands of Redis
    |>\ tonumber\(ARGV|tonumber\(ARGV\[\d\]\)\ \+\ 1|-1\ -\ ARGV  # limits of scripts
    |maxlen=(?!1\))|popitem|next\(iter\(|lru_cache\(|del\ .*\[(next|min|max)\(
    |\[-[A-Z][A-Z_]*:\]|\[1\ -\ [A-Z_]+\ ?:\]""",
    re.VERBOSE,
)
"""What removes the oldest of several, in Lua and in Python."""

REVIEWED: dict[str, dict[str, str]] = {
    "server/admin/web.py": {
        '"log": acts[-SHOWN_ACTS:],': "shows a part, and removes nothing",
    },
    "server/api/analyses.py": {
        "self._found.popitem(last=False)": "a cache: the analysis is made again",
    },
    "server/live/late_hands.py": {
        "self._kept.popitem(last=False)": "a cache: the late state is worked out again from the log",
    },
    "server/live/chat.py": {
        "del live.heard[next(iter(live.heard))]": "a client may get a line twice; chat lines have shares",
    },
    "server/live/storing_notices.py": {
        "del self._arrived[max(shares, key=shares.__getitem__)]  # of equal ones the first": (
            "a share of each address and person"
        ),
    },
    "server/net/client_addresses.py": {
        'return b",".join(said).decode("latin-1").rsplit(",", MOST_HOPS)[-MOST_HOPS:]': "of one request",
    },
    "server/net/connection_limits.py": {
        "self._cut(next(iter(self._of[most])))": "the oldest of the address with the most",
        "oldest = next(iter(self._of[address]))": "of one address",
    },
    "server/net/frame_format.py": {
        "@lru_cache(maxsize=1024)": "a cache",
    },
    "server/people/groups.py": {
        '"games": [game.named(masked(it, names)) for it in games[-SHOWN_GAMES:]],': "shows a part",
    },
    "server/process/forever.py": {
        "self.done(next(iter(self._pauses)))": "a failure is retried sooner than it needs to be",
    },
    "server/process/tunnel.py": {
        "self._last: deque[str] = deque(maxlen=LAST_LINES)": "lines of the tunnel",
    },
    "server/store/embedded.py": {
        "self._lines: deque[str] = deque(maxlen=50)": "lines of the embedded Redis",
    },
    "server/store/links.py": {
        'return str(next(iter(keys_of(command)), ""))': "removes nothing",
    },
    "server/store/lua/book_add.lua": {
        "if redis.call('ZCARD', KEYS[2]) > tonumber(ARGV[5]) then": "a person's own games; in a group's book "
        "those of its tables, which only members make and which are played to the end",
        "for _, table in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1 - ARGV[5])) do": "the same",
    },
    "server/store/lua/follow.lua": {
        "redis.pcall('ZREMRANGEBYSCORE', KEYS[i + 1], '-inf', now - 90)": "hubs, by time",
    },
    "server/store/lua/group_add_table.lua": {
        "for i = tonumber(ARGV[5]) + 1, #tables do": "a share of each member",
    },
    "server/store/lua/heartbeat.lua": {
        "redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ms - ARGV[2])": "hubs, by time",
    },
    "server/store/lua/reports_trim.lua": {
        "local much = #names > tonumber(ARGV[1]) or here > tonumber(ARGV[2]) or own > tonumber(ARGV[3])": (
            "a share of each address and person"
        ),
    },
    "server/store/lua/rewrite.lua": {
        "for i = 4 + count, #ARGV do redis.call('LREM', KEYS[3], 1, ARGV[i]) end": "of an erased person",
    },
    "server/store/lua/tick.lua": {
        "local function silent(since) return ms < since or ms - since > tonumber(ARGV[2]) end": "hubs",
    },
    "server/store/redis_permissions.py": {
        '*("LINDEX KEY 0", "LLEN KEY", "LRANGE KEY 0 1", "LREM KEY 0 a", "LSET KEY 0 a"),': "names commands",
        '*("ZREMRANGEBYSCORE KEY 0 1", "ZSCORE KEY a"),': "names commands",
    },
    "server/store/lua/pulse.lua": {
        "if at - last > tonumber(ARGV[2]) then": "compares times",
        "if at >= last or last - at > tonumber(ARGV[2]) then": "compares times",
        "while #away > tonumber(ARGV[3]) do": "outages of a node, which no client causes",
    },
    "server/store/lua/say.lua": {
        "redis.call('LREM', KEYS[4], 1, redis.call('LINDEX', KEYS[4], 0))": (
            "a client may get a line twice; of removed lines only hashes are kept"
        ),
        "while redis.call('LLEN', KEYS[4]) > tonumber(ARGV[6]) do": "the same",
        "while redis.call('LLEN', KEYS[2]) > tonumber(ARGV[5]) do": "a share of each sender",
        "redis.call('LREM', KEYS[2], 1, worst)": "a share of each sender",
    },
    "server/table/document.py": {
        "@lru_cache(maxsize=256)": "a cache",
    },
    "server/table/entries.py": {
        "self.acts = [*self.acts, [seat, self.lines, lines]][-SHOWN_LOG_LINES:]": "players, by the rules",
    },
    "server/table/table.py": {
        "seen[person] = [*seen.get(person, ())[1 - REMEMBERED_IDS :], change]": "a person's own changes",
        "del seen[next(one for one in seen if one != self.state.host and not self.seats_of(one))]": (
            "visitors push out visitors alone"
        ),
    },
    "server/table/viewers.py": {
        "self.deltas: deque[Delta] = deque(maxlen=KEPT_VERSIONS)": "who needs an older one gets all of it",
    },
}
"""By file and line: why it may be so."""


def sites(text: str) -> Iterator[str]:
    """The lines that forget something, without comments."""
    for line in map(str.strip, text.splitlines()):
        if FORGETS.search(line) and not line.startswith(("#", "--")):
            yield line


def found() -> dict[str, set[str]]:
    """By file: its sites. Games are left out: their state is bounded by rules, and players alone fill it."""
    paths = [path for kind in ("py", "lua") for path in (ROOT / "server").rglob(f"*.{kind}")]
    games = ROOT / "server" / "games"
    rows = {
        path.relative_to(ROOT).as_posix(): {*sites(path.read_text(encoding="utf-8"))}
        for path in paths
        if not path.is_relative_to(games)
    }
    return {name: lines for name, lines in rows.items() if lines}


def test_every_list_that_forgets_is_reviewed() -> None:
    assert found() == {name: {*lines} for name, lines in REVIEWED.items()}


def test_every_review_says_why() -> None:
    assert all(reason for lines in REVIEWED.values() for reason in lines.values())


@pytest.mark.parametrize(
    "line",
    [
        "redis.call('LTRIM', KEYS[1], -10, -1)",
        "redis.call('ZREMRANGEBYRANK', KEYS[1], 0, -11)",
        'await self._writer.send("XADD", key, "MAXLEN", "~", 10, "*", "line", line)',
        "self.last = deque(maxlen=LAST_LINES)",
        "while len(self._kept) > MOST: del self._kept[next(iter(self._kept))]",
        "self.lines = [*self.lines, line][-MAX_LINES:]",
        "self._cache.popitem(last=False)",
    ],
)
def test_a_new_one_is_found(line: str) -> None:
    assert [*sites(f"def add():\n    {line}\n")] == [line]
