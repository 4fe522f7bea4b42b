"""Settings: what can be set is listed, what can't be used is said in one line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from server.commands import parser, settings_help
from server.config import BadSetting, Settings, helps, names, read


def test_nothing_set_gives_the_defaults() -> None:
    assert read({}).port == 8080
    empty = dict.fromkeys([names(name)[0] for name in Settings.__struct_fields__], "")
    found = read(empty)
    assert found == Settings(hub=found.hub), "an empty variable is none"


def test_short_and_long_names() -> None:
    assert read({"PORT": "9000"}).port == 9000
    assert read({"STAMMTISCH_PORT": "9001"}).port == 9001
    assert read({"STAMMTISCH_GRACE_MS": "30000"}).grace_ms == 30000
    assert read({"PORT": "9000"}, port="9002").port == 9002, "what is given on the command line wins"
    assert read({"PORT": "9000"}, port=None).port == 9000
    assert read({"ORIGINS": "https://a.example, https://b.example"}).origins == [
        "https://a.example",
        "https://b.example",
    ]


def test_blanks_around_values_and_commas_too_many_count_for_nothing() -> None:
    """Files of variables leave the one, and lists that somebody has shortened the other."""
    found = read(
        {
            "PORT": " 9000\t",
            "HOSTS": "a.example,",
            "PROXIES": "127.0.0.1, ,::1,\r",
            "ORIGINS": " , ",
            "HUB": " x ",
        }
    )
    assert (found.port, found.hosts, found.proxies) == (9000, ["a.example"], ["127.0.0.1", "::1"])
    assert found.origins == [] and found.hub.startswith("x-")
    assert read({"STAMMTISCH_MINDS": ","}).minds == read({}).minds
    blank = read({"ADMIN_KEY": "  ", "METRICS": " ", "DATA": " "})
    assert blank == Settings(hub=blank.hub)


def test_a_mind_is_offered_in_all_games_or_in_some() -> None:
    found = read({"STAMMTISCH_MINDS": "skilled, master:santiago+bruges, expert:bruges"})
    assert found.minds_of("bruges") == ["skilled", "master", "expert"]
    assert found.minds_of("santiago") == ["skilled", "master"]
    assert found.minds_of("loyang") == ["skilled"]


def test_a_hub_that_starts_again_is_another_one() -> None:
    first, second = read({"HUB": "north"}).hub, read({"HUB": "north"}).hub
    assert first != second
    assert first.startswith("north-")


@pytest.mark.parametrize(
    ("environment", "complaint"),
    [
        ({"PORT": "many"}, "PORT=many can't be used (port to listen on)."),
        (
            {"PORT": "70000"},
            "PORT=70000 can't be used (port to listen on). It is a whole number from 0 to 65535.",
        ),
        (
            {"STAMMTISCH_TICK_S": "0"},
            "STAMMTISCH_TICK_S=0 can't be used (between two looks for tables whose time has come). "
            "It is a number above 0 to ",
        ),
        (
            {"PROXIES": "127.0.0.1, proxy"},
            "PROXIES can't be used: 'proxy' is neither an address nor a network, "
            "as 127.0.0.1 and 10.0.0.0/8 are.",
        ),
        (
            {"ADMIN_KEY": "Schlüssel ☃"},
            "ADMIN_KEY can't be used: browsers send no letters but those of ASCII",
        ),
        ({"LOG_LEVEL": "loud"}, "LOG_LEVEL=loud can't be used (debug, info, warning or error)."),
        ({"LOG_FORMAT": "xml"}, "LOG_FORMAT=xml can't be used"),
        ({"METRICS": "9090"}, "METRICS=9090 can't be used"),
        ({"STAMMTISCH_MINDS": "skilled,expert:"}, "STAMMTISCH_MINDS=skilled,expert: can't be used"),
        ({"STAMMTISCH_MINDS": "expert:chess"}, "STAMMTISCH_MINDS can't be used: there is no game chess."),
        ({"WORDS": "/nowhere/words"}, "WORDS=/nowhere/words can't be read: No such file or directory."),
        ({"HUB": "two words"}, "HUB=two words can't be used"),
        ({"HUB": "north\n"}, "HUB=north\\n can't be used"),
        ({"METRICS": ":9090\n"}, "METRICS=:9090\\n can't be used"),
        ({"REDIS": "secret@host"}, "REDIS=… can't be used"),
        ({"STAMMTISCH_GRACE_MS": "0"}, "STAMMTISCH_GRACE_MS=0 can't be used"),
        ({"STAMMTISCH_GRACE_MS": "9" * 20}, f"STAMMTISCH_GRACE_MS={'9' * 20} can't be used"),
        ({"STAMMTISCH_OPEN_TTL_S": "9" * 20}, f"STAMMTISCH_OPEN_TTL_S={'9' * 20} can't be used"),
        ({"STAMMTISCH_QUEUE": "9" * 20}, f"STAMMTISCH_QUEUE={'9' * 20} can't be used"),
        ({"STAMMTISCH_POLL_S": "inf"}, "STAMMTISCH_POLL_S=inf can't be used"),
        ({"STAMMTISCH_POLL_S": "nan"}, "STAMMTISCH_POLL_S=nan can't be used"),
        ({"STAMMTISCH_BUDGETS": "inf"}, "STAMMTISCH_BUDGETS=inf can't be used"),
        ({"STAMMTISCH_GRACE": "5"}, "STAMMTISCH_GRACE is no setting of this server."),
    ],
)
def test_what_can_not_be_used_is_said(environment: dict[str, str], complaint: str) -> None:
    with pytest.raises(BadSetting) as refusal:
        read(environment)
    assert str(refusal.value).startswith(complaint)
    assert "\n" not in str(refusal.value)
    assert "secret" not in str(refusal.value)


def test_every_setting_is_explained() -> None:
    listed = settings_help()
    for variables, meaning, _ in helps():
        assert f"  {variables[0]} " in listed
        assert meaning in listed


@pytest.mark.parametrize("command", ["play", "serve", "replay"])
def test_help_tells_what_a_command_does(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        parser().parse_args([command, "--help"])
    assert end.value.code == 0
    text = capsys.readouterr().out
    assert len(text.splitlines()) > 8
    assert ("--verify" in text) == (command == "replay")
    assert ("STAMMTISCH_GRACE_MS" in text) == (command != "replay")


def test_the_readme_lists_every_setting_as_it_is() -> None:
    text = (Path(__file__).parents[2] / "README.md").read_text()
    rows = re.findall(r"^\| `(\w+)` \| (.*) \| (.*) \|$", text, re.MULTILINE)
    assert rows == [
        (variables[0], f"`{shown}`" if (shown := as_text(default)) else "–", meaning)
        for variables, meaning, default in helps()
    ]


def as_text(default: object) -> str:
    return ",".join(default) if isinstance(default, list) else str(default)
