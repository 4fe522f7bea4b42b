"""The trial of clients: the client in Python gets everything right, and each broken client is found out."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import subprocess
import sys
from collections import deque
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import protocol
from bots.__main__ import main
from bots.conform import cases, host, report
from bots.conform.cases import CASES
from bots.conform.client import Running
from bots.conform.host import Host
from bots.conform.report import Finding, findings, tried
from bots.conform.table import TABLE
from protocol.clients.python.stammtisch_client import __main__ as command
from protocol.clients.python.stammtisch_client import client, codec, session
from protocol.clients.python.stammtisch_client.backoff import Backoff
from protocol.clients.python.stammtisch_client.client import Client, Seat
from protocol.clients.python.stammtisch_client.commitments import Commitments, KnownCommitments
from protocol.clients.python.stammtisch_client.frames import Act, Diff, Full, Reveal, Say, Sit
from protocol.clients.python.stammtisch_client.mirror import Mirror
from protocol.clients.python.stammtisch_client.session import Session
from tests.proc import alive
from tests.protocol.test_statements import held
from tests.waiting import LIMIT, until

PACKAGE = Path(protocol.__file__).parent / "clients/python"

PATIENCE_S = 1.5
"""Broken clients are not waited for as long as somebody's own."""

PATIENT_S = LIMIT / 2
"""Patience with clients that keep nobody waiting, on a machine that may."""

BY_NAME = {case.name: case for case in CASES}


class InProcess:
    """The client in Python, in this process."""

    def __init__(self, playing: asyncio.Task[int], patience_s: float) -> None:
        self._playing, self._patience_s = playing, patience_s

    async def status(self) -> int | None:
        with contextlib.suppress(TimeoutError):
            return await asyncio.wait_for(asyncio.shield(self._playing), self._patience_s)
        return None

    async def last_words(self) -> str:
        return ""


def at(patience_s: float) -> Running:
    """Runs that client, whose end is waited for so long (seconds)."""

    @contextlib.asynccontextmanager
    async def running(host: Host, url: str) -> AsyncIterator[InProcess]:
        async def whole() -> int:
            try:
                return await command.play(url, TABLE)
            except (client.ChangeRefused, client.GaveUp, client.SeatGone):
                return 2
            except Exception:
                return 1
            finally:
                asyncio.get_running_loop().create_task(host.ended(1))

        playing = asyncio.create_task(whole())
        try:
            yield InProcess(playing, patience_s)
        finally:
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)

    return running


async def found_in(case: str, patience_s: float) -> Finding:
    """What comes of that client in one case."""
    return await tried(BY_NAME[case], at(patience_s), 5, patience_s)


@pytest.fixture(autouse=True)
def short_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cases, "SILENCE_S", 0.4)


async def test_the_client_in_python_gets_everything_right() -> None:
    found = [it async for it in findings(at(PATIENT_S), seed=5, jobs=8, patience_s=PATIENT_S)]
    assert [it for it in found if it.wrong or it.untried] == []
    assert [it.case for it in found] == [case.name for case in CASES]


def test_the_command_tries_a_client_s_command() -> None:
    """As it stands on the page, with patience for a slow machine."""
    words = ["--only", "gap,other-promise,whole-game", "--wait", "60", "--"]
    words += [sys.executable, "-m", "stammtisch_client"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(PACKAGE), str(PACKAGE.parents[2])])}
    run = subprocess.run(
        [sys.executable, "-m", "bots", "conform", *words], env=environment, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout.splitlines() == [
        *("gap: right", "other-promise: right", "whole-game: right"),
        "3 cases: 3 right, 0 wrong, 0 not tried",
    ]


def test_a_client_that_does_nothing_is_told_in_each_case(capfd: pytest.CaptureFixture[str]) -> None:
    words = ["--quiet", "--only", "gap,lag", "--wait", "60", "--"]
    assert main(["conform", *words, sys.executable, "-c", "raise SystemExit('no\\nway')"]) == 1
    told = capfd.readouterr().out.splitlines()
    assert told == [
        "gap: the client has ended too early (exit status 1): way (If one is missing, …)",
        "lag: the client has ended too early (exit status 1): way (A change is acknowledged …)",
        "2 cases: 0 right, 2 wrong, 0 not tried",
    ]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux ends it with its parent")
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
async def test_a_client_ends_with_the_command(how: signal.Signals, tmp_path: Path) -> None:
    code = "import os, sys, time; os.mkdir(f'{sys.argv[1]}/{os.getpid()}'); time.sleep(600)"
    words = ["--only", "gap", "--wait", "600", "--", sys.executable, "-c", code, str(tmp_path)]
    with subprocess.Popen([sys.executable, "-m", "bots", "conform", *words]) as it:
        await until(lambda: list(tmp_path.iterdir()))
        it.send_signal(how)
    (pid,) = (int(path.name) for path in tmp_path.iterdir())
    await until(lambda: not alive(pid))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("--only gap,moon -- x", "no such case: moon"),
        ("--jobs 0 -- x", "--jobs counts from 1"),
        ("--wait 0 -- x", "--wait"),
        ("-- no-such-program", "no-such-program can't be started: No such file"),
    ],
)
def test_wrong_arguments_are_told(words: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["conform", *words.split()]) == 2
    assert told in capsys.readouterr().err


def test_every_case_and_every_finding_names_a_statement_of_the_page() -> None:
    text = "".join(Path(str(module.__file__)).read_text() for module in (cases, host))
    named = {case.about for case in CASES} | set(re.findall(r'(?:Wrong|demanded)\(\s*"([^"]+)"', text))
    named |= {it.replace("\\", "") for it in re.findall(r"(?:Wrong|demanded)\(\s*'([^']+)'", text)}
    named -= {""}
    assert len(named) > 20
    assert {it for it in named if it not in held()} == set()


# -- broken clients --------------------------------------------------------------------------------

Break = Callable[[pytest.MonkeyPatch], None]
BROKEN: dict[str, tuple[str, str, Break]] = {}
"""By name: the case, the statement of the finding, and what breaks the client."""


def broken(case: str, statement: str = "") -> Callable[[Break], Break]:
    def keep(it: Break) -> Break:
        BROKEN[it.__name__] = case, statement or BY_NAME[case].about, it
        return it

    return keep


@broken("gap")
def follows_any_version(patch: pytest.MonkeyPatch) -> None:
    proper = Mirror.receive

    def receive(self: Mirror, frame: Any) -> bool:
        if isinstance(frame, Diff):
            self.version = frame.version - 1
        return proper(self, frame)

    patch.setattr(Mirror, "receive", receive)


@broken("doubled")
def follows_repeated_versions(patch: pytest.MonkeyPatch) -> None:
    follows_any_version(patch)


@broken("gap")
def joins_again_with_its_version(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Mirror, "lost", property(lambda self: False, lambda self, lost: None), raising=False)
    proper = Mirror.receive

    def receive(self: Mirror, frame: Any) -> bool:
        if isinstance(frame, Diff) and frame.version > self.version + 1:
            self.again = True  # type: ignore[attr-defined]
        return proper(self, frame)

    def document(self: Session, frame: Any) -> Any:
        found = whole(self, frame)
        for mirror in self.mirrors.values():
            if self.__dict__.get("again") or mirror.__dict__.pop("again", False):
                self._join(mirror)
        return found

    whole = Session._document
    patch.setattr(Mirror, "receive", receive)
    patch.setattr(Session, "_document", document)


@broken("bad-patch")
def swallows_patches_that_do_not_fit(patch: pytest.MonkeyPatch) -> None:
    def diverged(self: Mirror) -> None:
        self.version += 1

    patch.setattr(Mirror, "_diverged", diverged)


@broken("check")
def joins_with_its_version_after_a_wrong_check(patch: pytest.MonkeyPatch) -> None:
    proper = Mirror.join

    def join(self: Mirror) -> Any:
        self.lost = False
        return proper(self)

    patch.setattr(Mirror, "join", join)


@broken("earlier-version")
def ignores_documents_of_earlier_versions(patch: pytest.MonkeyPatch) -> None:
    proper = Mirror.receive

    def receive(self: Mirror, frame: Any) -> bool:
        return not (isinstance(frame, Full) and frame.version < self.version) and proper(self, frame)

    patch.setattr(Mirror, "receive", receive)


@broken("other-table")
def takes_documents_of_other_tables(patch: pytest.MonkeyPatch) -> None:
    proper = Session._document

    def document(self: Session, frame: Any) -> Any:
        if isinstance(frame, Full):
            (mirror,) = self.mirrors.values()
            mirror.receive(frame)
            return mirror
        return proper(self, frame)

    patch.setattr(Session, "_document", document)


@broken("lost-act")
def forgets_its_changes(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Session, "_sent", lambda self: [])


@broken("lost-act", "If the connection breaks")
def repeats_under_another_id(patch: pytest.MonkeyPatch) -> None:
    proper = Session._welcome

    def welcome(self: Session, frame: Any) -> None:
        for id, change in [*self.pending.items()]:
            if isinstance(change, Act):
                del self.pending[id]
                again = Act(
                    self.next_id(), *[getattr(change, it) for it in ("table", "seat", "ask", "verb", "noun")]
                )
                self.pending[again.id] = again
        proper(self, frame)

    patch.setattr(Session, "_welcome", welcome)


@broken("lost-answer")
def repeats_what_was_executed_under_another_id(patch: pytest.MonkeyPatch) -> None:
    repeats_under_another_id(patch)


@broken("restart", "`hello` with the same")
def comes_back_as_somebody_else(patch: pytest.MonkeyPatch) -> None:
    proper = Session.greet

    def greet(self: Session) -> None:
        self.token = os.urandom(16).hex()
        proper(self)

    patch.setattr(Session, "greet", greet)


@broken("restart")
def never_comes_back(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(client, "GIVE_UP", range(1000, 5000))


@broken("restart", "every number in its")
def computes_other_check_values(patch: pytest.MonkeyPatch) -> None:
    proper = Mirror.join

    def join(self: Mirror) -> Any:
        frame = proper(self)
        return replace(frame, check=(7, 7)) if frame.check else frame

    patch.setattr(Mirror, "join", join)


@broken("restart")
def keeps_its_first_channel(patch: pytest.MonkeyPatch) -> None:
    proper = Session._joined

    def joined(self: Session, frame: Any) -> Any:
        mirror = proper(self, frame)
        first = self.__dict__.setdefault("first", frame.channel)
        self._channels = {first: mirror} if mirror else {}
        return mirror

    patch.setattr(Session, "_joined", joined)


@broken("crowded")
def comes_back_at_once(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Backoff, "pause", lambda self, code: 0.01)


@broken("locked-out")
def comes_back_where_it_is_locked_out(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(client, "GIVE_UP", ())


@broken("slow-down")
def gives_up_what_is_refused_for_the_moment(patch: pytest.MonkeyPatch) -> None:
    for module in (client, session):
        patch.setattr(module, "AGAIN", ())
    patch.setattr(Seat, "choose", _swallowing(Seat.choose))


@broken("storing")
def gives_up_what_waits_for_the_store(patch: pytest.MonkeyPatch) -> None:
    gives_up_what_is_refused_for_the_moment(patch)


def _swallowing(choose: Any) -> Any:
    async def chosen(self: Seat, *given: Any) -> bool:
        with contextlib.suppress(client.ChangeRefused):
            return bool(await choose(self, *given))
        return False

    return chosen


@broken("refused-join")
def forgets_refused_joins(patch: pytest.MonkeyPatch) -> None:
    proper = Session.again

    def again(self: Session) -> None:
        self._late_joins.clear()
        proper(self)

    patch.setattr(Session, "again", again)


@broken("refused-join", "If one is missing,")
def waits_for_a_join_that_was_refused(patch: pytest.MonkeyPatch) -> None:
    proper = Session.again

    def again(self: Session) -> None:
        for mirror in self._late_joins:
            self._joining.setdefault(mirror.table, deque()).append(mirror)
        proper(self)

    patch.setattr(Session, "again", again)


@broken("stale")
def answers_stale_questions_again(patch: pytest.MonkeyPatch) -> None:
    proper = Seat.choose

    async def choose(self: Seat, question: Any, choice: Any) -> bool:
        while not await proper(self, question, choice):
            pass
        return True

    patch.setattr(Seat, "choose", choose)


@broken("new-number")
def answers_a_question_by_its_name(patch: pytest.MonkeyPatch) -> None:
    asked = Seat.question

    def question(self: Seat) -> Any:
        found = asked.fget(self)  # type: ignore[attr-defined]
        kept = self.__dict__.setdefault("kept", found)
        if found and kept and found.choices == kept.choices:
            return kept
        self.__dict__["kept"] = found
        return found

    patch.setattr(Seat, "question", property(question))


@broken("lag", "If the connection breaks")
def is_impatient(patch: pytest.MonkeyPatch) -> None:
    async def choose(self: Seat, question: Any, choice: Any) -> bool:
        while self.question == question:
            id = self._client.id()
            self._client.session.change(
                Act(id, self.mirror.table, self.mirror.seat, question.number, *choice)
            )
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.changed(), 0.3)
        return True

    patch.setattr(Seat, "choose", choose)


@broken("whole-game")
def chooses_what_is_not_offered(patch: pytest.MonkeyPatch) -> None:
    proper = Seat.choose

    async def choose(self: Seat, question: Any, choice: Any) -> bool:
        return await proper(self, question, ("fly", 3))

    patch.setattr(Seat, "choose", choose)


@broken("whole-game", "| `act` | id,")
def answers_what_was_never_asked(patch: pytest.MonkeyPatch) -> None:
    proper = Seat.choose

    async def choose(self: Seat, question: Any, choice: Any) -> bool:
        return await proper(self, question._replace(number=question.number + 1), choice)

    patch.setattr(Seat, "choose", choose)


@broken("gap", "| `act` | id,")
def answers_question_0(patch: pytest.MonkeyPatch) -> None:
    proper = Seat.choose

    async def choose(self: Seat, question: Any, choice: Any) -> bool:
        return await proper(self, question._replace(number=0), choice)

    patch.setattr(Seat, "choose", choose)


@broken("whole-game", "A frame that changes")
def uses_an_id_twice(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Session, "next_id", lambda self: 7)


@broken("whole-game", "Every message is binary")
def says_nonsense(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(client, "encode", lambda frame: b"\xc1")


@broken("whole-game", "| `hello` | token,")
def says_no_hello(patch: pytest.MonkeyPatch) -> None:
    proper = Session.greet

    def greet(self: Session) -> None:
        proper(self)
        self.outbox.appendleft(Say(1, "t", "hello"))

    patch.setattr(Session, "greet", greet)


@broken("whole-game")
def does_not_end(patch: pytest.MonkeyPatch) -> None:
    proper = command.play

    async def play(*given: Any) -> int:
        await proper(*given)
        await asyncio.sleep(1000)
        return 0

    patch.setattr(command, "play", play)


@broken("newer-server")
def ends_at_unknown_kinds(patch: pytest.MonkeyPatch) -> None:
    class Never(Exception):
        pass

    patch.setattr(session, "UnknownKind", Never)


@broken("newer-server", "Ignore additional fields that")
def ends_at_further_fields(patch: pytest.MonkeyPatch) -> None:
    def decode(data: bytes) -> Any:
        frame = codec.from_server(data)
        if len(codec.unpacked(data)) > 6 and isinstance(frame, Diff):
            raise codec.BadFrame("too many fields")
        return frame

    patch.setattr(session, "from_server", decode)


@broken("number-forms")
def knows_only_short_numbers(patch: pytest.MonkeyPatch) -> None:
    def decode(data: bytes) -> Any:
        if b"\xcf" + bytes(7) in data:
            raise codec.BadFrame("a long number")
        return codec.from_server(data)

    patch.setattr(session, "from_server", decode)


@broken("offer")
def ends_at_offers(patch: pytest.MonkeyPatch) -> None:
    asked = Seat.question

    def question(self: Seat) -> Any:
        if any(row["offer"] for row in self.document["public"]["seats"]):
            raise KeyError("offer")
        return asked.fget(self)  # type: ignore[attr-defined]

    patch.setattr(Seat, "question", property(question))


@broken("handed-over")
def acts_for_a_seat_that_is_gone(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Client, "_drop", lambda *given: None)
    patch.setattr(Session, "_gone", lambda self, frame: None)

    async def choose(self: Seat, question: Any, choice: Any) -> bool:
        while self.question == question:
            with contextlib.suppress(client.ChangeRefused):
                await proper(self, question, choice)
            await asyncio.sleep(0.05)
        return True

    proper = Seat.choose
    patch.setattr(Seat, "choose", choose)


@broken("whole-game", 'In the phase "starting", and never')
def discloses_at_once(patch: pytest.MonkeyPatch) -> None:
    proper = Client.sit

    async def sit(self: Client, table: str, seat: int = 0) -> Seat:
        it = await proper(self, table, seat)
        (luck,) = self.session.lucks.tables[table].lucks.values()
        self.session.change(Reveal(self.id(), table, 0, luck))
        return it

    patch.setattr(Client, "sit", sit)


@broken("whole-game", "When you take a")
def discloses_something_else(patch: pytest.MonkeyPatch) -> None:
    proper = Commitments.look
    patch.setattr(Commitments, "look", lambda *given: [(seat, "chosen") for seat, _ in proper(*given)])


@broken("whole-game", 'In the phase "starting", and never')
def never_discloses(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Commitments, "look", lambda *given: [])


@broken("other-commitment")
def discloses_to_any_commitment(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(KnownCommitments, "differences", lambda *given: iter(()))


@broken("other-promise")
def discloses_for_any_promise(patch: pytest.MonkeyPatch) -> None:
    def look(self: Commitments, name: str, public: Any) -> list[tuple[int, str]]:
        kept = self.tables[name]
        if public["table"]["phase"] != "starting" or kept.told:
            return []
        kept.told = set(kept.lucks.values())
        return [(0, luck) for luck in kept.lucks.values()]

    patch.setattr(Commitments, "look", look)


async def test_a_slow_client_is_told_that_it_is_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    proper = Seat.choose

    async def choose(self: Seat, *given: Any) -> bool:
        await asyncio.sleep(0.2)
        return await proper(self, *given)

    monkeypatch.setattr(Seat, "choose", choose)
    monkeypatch.setattr(report, "CASE_TIMEOUT_S", 1)
    # A share of the time for a frame, which may be long then: a slow machine keeps the host waiting as well.
    monkeypatch.setattr(report, "MIN_CASE_FRAMES", report.MIN_CASE_FRAMES / 60)
    found = await found_in("whole-game", 30)
    assert found.wrong == "it took more than 3 s"


@pytest.mark.parametrize("name", BROKEN)
async def test_a_broken_client_is_found_out(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    case, statement, it = BROKEN[name]
    it(monkeypatch)
    found = await found_in(case, PATIENCE_S)
    if not found.wrong or found.statement != statement:  # it may have been the machine that was slow
        for limit in ("SILENCE_S", "OPEN_S", "LAG_S", "LATER_S"):
            monkeypatch.setattr(cases, limit, 10.0)
        found = await found_in(case, PATIENT_S)
    assert found.wrong and found.statement == statement, found


def test_every_case_finds_a_broken_client() -> None:
    found = {case for case, _, _ in BROKEN.values()}
    assert {case.name for case in CASES} == found


async def test_a_client_without_a_promise_is_not_tried_with_the_dealing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Session, "sit", lambda self, table, seat, after: Sit(self.next_id(), table, seat))
    found = await found_in("other-promise", PATIENT_S)
    assert (found.wrong, found.untried) == ("", "the client makes no promise")
    assert str(found) == "other-promise: not tried, the client makes no promise"
    found = await found_in("gap", PATIENT_S)
    assert str(found) == "gap: right"
