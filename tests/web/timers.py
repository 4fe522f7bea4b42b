"""Time limits of the page that a slow machine would reach: tests that are not about one let it never end."""

from __future__ import annotations

import re

from server.page.sources import WEB


def milliseconds(module: str, name: str) -> int:
    """The constant of this name in a module of the page."""
    source = (WEB / module).read_text(encoding="utf-8")
    found = re.search(rf"^const {name} = ([\d_]+);$", source, re.MULTILINE)
    assert found, f"{module} has no {name} any more"
    return int(found[1])


def never(*limits: tuple[str, str]) -> str:
    """A function for the page: from then on, no timer of these constants' lengths ends."""
    lengths = sorted({milliseconds(*limit) for limit in limits})
    return f"""() => {{
  const {{ setTimeout }} = window;
  window.setTimeout = (work, ms, ...all) => ({lengths}.includes(ms) ? 0 : setTimeout(work, ms, ...all));
}}"""


TIMELESS = never(("core/notices.js", "NOTICE_MS"))
"""From now on no notice goes by itself."""

BOTS_MAY_BE_LATE = never(("lobby/waiting_room.js", "BOTS_TIMEOUT_MS"), ("net/socket.js", "PING_TIMEOUT_MS"))
"""The page gives up neither a start that waits for bots nor a connection whose answer to a ping is late."""
