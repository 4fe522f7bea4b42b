"""The logs of hubs: lines or objects, and one id for a change at the hub that stores it and at all others."""

from __future__ import annotations

import contextlib
import json
import logging
import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from server.commands import command, parser
from server.process.logs import AsJson, begin_logging
from server.settings.config import read
from server.table.entries import decode_entry

from ..live.hubs import Guest, all_close, houses, table_of
from ..live.whole_games import log_of, play_out


@contextlib.contextmanager
def logging_as(**given: str) -> Iterator[None]:
    """Meanwhile, log records are handled as in a hub with these settings."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    root.handlers.clear()
    settings = read(given)
    begin_logging(settings.log_level, settings.log_format, settings.hub)
    yield
    root.handlers[:] = handlers
    root.setLevel(level)


def test_a_message_is_an_object_with_what_it_speaks_of(capsys: pytest.CaptureFixture[str]) -> None:
    with logging_as(LOG_FORMAT="json", LOG_LEVEL="info", HUB="north"):
        log = logging.getLogger("stammtisch.registry")
        log.debug("table %s is too much detail", "abc")
        log.warning('table %s was not announced: "%s"\nat all', "abc", ValueError("no way"))
        try:
            raise KeyError("gone")
        except KeyError:
            log.exception("table %s can't follow to version %d", "abc", 7)
        log.info("100 %% of %.1f: table %s", 1.5, "def")
    one, two, three = map(json.loads, capsys.readouterr().err.splitlines())
    assert one["table"] == "abc" and one["level"] == "warning" and one["by"] == "stammtisch.registry"
    assert one["message"] == 'table abc was not announced: "no way"\nat all'
    assert one["process"].startswith("north-") and one["time"].endswith("+00:00")
    assert (two["table"], two["version"]) == ("abc", 7)
    assert two["error"].endswith("KeyError: 'gone'")
    assert three["message"] == "100 % of 1.5: table def" and three["table"] == "def"


def test_the_supervisor_is_not_taken_for_a_hub(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOG_FORMAT", "json")
    monkeypatch.setattr("server.play.play", lambda _: logging.getLogger("server.play").info("begun"))
    with logging_as():
        logging.getLogger().handlers.clear()
        assert command(parser().parse_args(["play"])) == 0
    assert json.loads(capsys.readouterr().err)["process"] == "play"


def test_lines_are_what_hosts_see_unless_they_say_otherwise(capsys: pytest.CaptureFixture[str]) -> None:
    with logging_as():
        logging.getLogger("stammtisch.registry").info("table %s rests", "abc")
    assert capsys.readouterr().err.endswith(" INFO    stammtisch.registry: table abc rests\n")


def test_a_hub_that_cannot_start_says_so_as_ever() -> None:
    """The format is a setting like others: a wrong one is reported in a line."""
    found = subprocess.run(
        [sys.executable, "-m", "server", "serve"],
        env={**os.environ, "LOG_FORMAT": "xml"},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert found.returncode == 1
    assert "LOG_FORMAT=xml can't be used" in found.stderr


async def test_a_change_has_one_name_at_all_hubs_and_no_choice_is_told(
    redis_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Every version of a game on two hubs is logged once where it is stored and once where it is followed,
    with the same id."""
    caplog.set_level(logging.DEBUG, "stammtisch")
    async with houses(redis_url, 2) as (one, two):
        guests = [Guest(url, f"guest-{i}", 3) for i, url in enumerate([one.url, two.url])]
        table = await table_of(guests)
        await play_out(guests, table)
        entries = [*map(decode_entry, await log_of(one, table))]
        await all_close(*guests)
    told = [
        {**json.loads(AsJson("here").format(record)), "said": record.msg}
        for record in caplog.records
        if record.levelno == logging.DEBUG and "version" in str(record.msg)
    ]
    stored = {it["version"]: it for it in told if "is stored" in it["said"]}
    taken = {it["version"]: it for it in told if "taken over" in it["said"]}
    assert {it["table"] for it in told} == {table}
    assert len(told) == len(stored) + len(taken), "none of them twice"
    later = range(max(2, min(taken)), len(entries) + 1)
    assert len(later) > 20 and set(later) <= set(stored) and set(later) <= set(taken)
    for version in later:
        entry = entries[version - 1]
        assert stored[version]["person"] == entry.by
        assert taken[version]["hub"] == entry.hub
    assert {frozenset(it) - {"said"} for it in told} <= {
        frozenset({"time", "level", "process", "by", "message", "table", "version", more})
        for more in ("person", "hub")
    }
