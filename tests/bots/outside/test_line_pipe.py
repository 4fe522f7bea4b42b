"""Lines between us and a bot: what it may answer, what is refused, and what keeps it from stopping a game."""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import Any, cast

import pytest

from bots.document import Document
from bots.outside.bot_process import BotProcess, CannotStart
from bots.outside.line_pipe import MAX_ANSWER_BYTES, BadAnswer, BotGone, LinePipe, question
from server.games.kernel import Choice
from tests.proc import alive
from tests.waiting import LIMIT, until

OFFERS = [Choice("build", 0), Choice("build", 4), Choice("pass")]


def document(number: int = 7) -> Document:
    """A document with a question, and only the fields that a question needs."""
    ask = {"number": number, "prompt": "build", "options": [["build", 0, 4], ["pass"]]}
    public = {"table": {"game": "machi_koro", "seats": 2}}
    return cast(Document, {"public": public, "mine": {"seat": 1, "ask": ask}})


class Ends:
    """A pipe without a process: what the bot reads and writes is read and written here."""

    def __init__(self) -> None:
        self.told, into = os.pipe()
        out, self.says = os.pipe()
        self.pipe = LinePipe(into, out)
        self.all = [self.told, into, out, self.says]

    def ask(self, *lines: str, number: int = 7, seconds: float = 0.05) -> Choice:
        """What the pipe takes for the answer, if the bot writes these lines after the question."""
        asked = question(document(number), 5, 100)

        def answer() -> None:
            self.read()
            os.write(self.says, "".join(line + "\n" for line in lines).encode())

        bot = threading.Thread(target=answer)
        bot.start()
        try:
            return self.pipe.ask(asked, monotonic() + (LIMIT if lines else seconds))
        finally:
            bot.join()

    def read(self) -> Any:
        data = b""
        while not data.endswith(b"\n"):
            data += os.read(self.told, 65536)
        return json.loads(data)


@pytest.fixture
def ends() -> Iterator[Ends]:
    it = Ends()
    yield it
    for end in it.all:
        os.close(end)


def test_a_question_has_all_that_a_bot_needs() -> None:
    fields = json.loads(question(document(), 5, 100).line)
    assert fields.pop("view") == document()
    assert fields == {
        "game": "machi_koro",
        "number": 7,
        "seat": 1,
        "seats": 2,
        "question": "build",
        "count": 3,
        "options": [list(it) for it in OFFERS],
        "ms": 100,
        "seed": 5,
    }
    line = question(document(), 5, 100).line
    assert line.index(b'"count"') < line.index(b'"view"'), "found first by bots that search the text"


@pytest.mark.parametrize(
    ("line", "choice"),
    [
        ("1", 1),
        ('["build", 4]', 1),
        ('["pass", -1]', 2),
        ('["pass"]', 2),
        (' {"number": 7, "choice": 0}\r', 0),
        ('{"choice": ["pass"], "number": 7, "thought": 1.5}', 2),
    ],
)
def test_an_option_or_its_number_is_an_answer(ends: Ends, line: str, choice: int) -> None:
    assert ends.ask(line) == OFFERS[choice]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("pass", "no JSON: b'pass'"),
        ("", "no JSON"),
        ("[" * 900, "no JSON"),
        ("3", "3 is none of the 3 options"),
        ("-1", "-1 is none of"),
        ("true", "true is none of"),
        ("1.0", "1.0 is none of"),
        ('["build", 1]', "is none of"),
        ('["build", false]', "is none of"),
        ('["pass", -1, 0]', "is none of"),
        ('{"choice": 1}', "is none of"),
        ("null", "null is none of"),
        ("x" * (MAX_ANSWER_BYTES + 1), f"more than {MAX_ANSWER_BYTES} bytes"),
        ("x" * 9 * MAX_ANSWER_BYTES, f"more than {MAX_ANSWER_BYTES} bytes"),
    ],
)
def test_everything_else_is_refused_and_the_next_answer_counts(ends: Ends, line: str, why: str) -> None:
    with pytest.raises(BadAnswer) as refused:
        ends.ask(line)
    assert why in str(refused.value)
    assert ends.ask("0", number=8) == OFFERS[0]


def test_a_late_answer_is_not_taken_for_the_next_one(ends: Ends) -> None:
    with pytest.raises(BadAnswer, match="in time"):
        ends.ask()
    assert ends.ask("0", "1", number=8) == OFFERS[1]
    with pytest.raises(BadAnswer, match="in time"):
        ends.ask()
    os.write(ends.says, b"0\n")  # it comes before the next question
    assert ends.ask("2", number=8) == OFFERS[2]
    with pytest.raises(BadAnswer, match="in time"):
        ends.ask()
    assert ends.ask('{"number": 8, "choice": 1}', number=8) == OFFERS[1], "the late one never comes"
    assert ends.ask("2", number=9) == OFFERS[2]


def test_lines_that_nobody_asked_for_are_dropped(ends: Ends) -> None:
    os.write(ends.says, b"I am ready\nand think\n")
    assert ends.ask("2") == OFFERS[2]
    assert ends.ask("1", "that was easy") == OFFERS[1]
    assert ends.ask("0") == OFFERS[0]


def test_a_refusal_is_a_line_as_well(ends: Ends) -> None:
    asked = question(document(), 5, 100)
    ends.pipe.refuse(asked, "too late", OFFERS[1])
    assert ends.read() == {"refused": "too late", "number": 7, "played": ["build", 4]}


def test_a_bot_that_does_not_read_stops_nothing(ends: Ends) -> None:
    asked = question(document(), 5, 100)
    large = asked._replace(line=b"x" * (1 << 20))
    with pytest.raises(BadAnswer, match="not read in time"):
        ends.pipe.ask(large, monotonic() + 0.05)
    with pytest.raises(BotGone):
        ends.pipe.refuse(large, "why", None)


def test_waiting_ends_at_once_when_the_game_does(ends: Ends) -> None:
    def wait() -> None:
        with pytest.raises(BotGone):
            ends.pipe.ask(question(document(), 5, 100), monotonic() + LIMIT)

    waiting = threading.Thread(target=wait)
    waiting.start()
    ends.pipe.close()
    waiting.join(LIMIT / 3)
    assert not waiting.is_alive()


# -- processes -------------------------------------------------------------------------------------


def python(code: str) -> BotProcess:
    return BotProcess([sys.executable, "-c", code])


def asked(bot: BotProcess, seconds: float = LIMIT) -> Choice:
    return bot.pipe.ask(question(document(), 5, 100), monotonic() + seconds)


def test_a_bot_that_ends_is_gone_and_its_status_is_told() -> None:
    bot = python("import sys; input(); sys.exit(3)")
    with pytest.raises(BotGone):
        asked(bot)
    assert bot.ended() == "exit status 3"
    bot.close()


def test_a_bot_that_floods_its_output_is_not_read_for_ever() -> None:
    bot = python("import sys; input(); print(0, flush=True)\nwhile True: print('x' * 9999)")
    assert asked(bot) == OFFERS[0]
    for _ in range(3):
        with pytest.raises(BadAnswer):
            asked(bot)
    bot.close()


def test_a_flood_of_answers_to_other_questions_does_not_hold_the_table() -> None:
    bot = python(
        'import sys; line = \'{"number": 1, "choice": 0}\\n\' * 999\nwhile True: sys.stdout.write(line)'
    )
    ending = threading.Timer(LIMIT / 3, bot.pipe.close)
    ending.start()
    with pytest.raises(BadAnswer, match="in time"):
        asked(bot, 0.3)
    ending.cancel()
    bot.close()


async def test_a_bot_has_no_secrets_and_ends_with_all_it_has_started(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("BOT_KEY", "secret")
    file = tmp_path / "child"
    code = f"""
import os, subprocess
child = subprocess.Popen(["sleep", "1000"])
open({str(file)!r}, "w").write(str(child.pid))
input()
print(0 if "BOT_KEY" in os.environ else 1, flush=True)
input()
"""
    bot = python(code)
    assert asked(bot) == OFFERS[1]
    bot.close()
    await until(lambda: not alive(int(file.read_text())))


def test_a_command_that_is_not_there_is_named() -> None:
    with pytest.raises(CannotStart, match=r"no-such-bot can't be started: No such file"):
        BotProcess(["no-such-bot"])
