"""Laws of a session: a change is sent until it is answered, always under its id, and never afterwards."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Raw, msgpack

from protocol.codec import BadFrame, check_value, encode, packed
from protocol.frames import (
    Act,
    Browse,
    Diff,
    Done,
    Frame,
    Full,
    Gone,
    Hello,
    Join,
    Joined,
    Part,
    Refused,
    Say,
    Undo,
    Welcome,
)
from protocol.mirror import Mirror
from protocol.session import MAX_UNANSWERED, Session
from server.table.entries import REMEMBERED_IDS

TOKEN = "t" * 32


def test_a_kind_of_frame_that_came_later_says_nothing() -> None:
    """As in the protocol: a hub with a newer kind of frame is still usable."""
    wire = Wire()
    heard = list(wire.heard)
    wire.session.receive(msgpack.encode(["novelty", 1, {}]))
    assert wire.heard == heard
    for data in (b"\xc1", msgpack.encode(["welcome"]), msgpack.encode([7]), msgpack.encode("welcome")):
        with pytest.raises(BadFrame):
            wire.session.receive(data)


class Wire:
    """A session, and the frames that it has sent and received."""

    def __init__(self) -> None:
        self.heard: list[Any] = []
        self.session = Session(TOKEN, "Ada", self.hear)
        self.connect()

    def hear(self, frame: Any, mirror: Mirror | None) -> None:
        self.heard.append(frame)

    def connect(self) -> list[Frame]:
        self.session.greet()
        assert self.said() == [Hello(TOKEN, "Ada")]
        self.tell(Welcome("ada", 0))
        return self.said()

    def tell(self, *frames: Frame) -> None:
        for frame in frames:
            self.session.receive(encode(frame))

    def said(self) -> list[Frame]:
        said = list(self.session.outbox)
        self.session.outbox.clear()
        return said

    def joined(self, seat: int = 0, version: int = 1, done: int = 0) -> None:
        self.tell(Joined("t", seat, version, seat, []), full(seat, version, done))


def full(seat: int, version: int, done: int = 0) -> Full:
    return Full("t", seat, version, Raw(packed({"v": version})), Raw(packed({"seat": seat, "done": done})))


def diff(seat: int, version: int, done: int | None = None) -> Diff:
    mine = packed([] if done is None else [["done", done]])
    return Diff(seat, version, Raw(packed([["v", version]])), Raw(mine))


def test_a_new_socket_joins_from_the_version_it_has_and_repeats_what_is_open() -> None:
    wire = Wire()
    wire.session.browse()
    wire.session.join("t", 0)
    assert wire.said() == [Browse(), Join("t", 0)]
    wire.joined()
    wire.tell(diff(0, 2))
    act = Act(wire.session.next_id(), "t", 0, 2, "build", 3)
    word = Say(wire.session.next_id(), "t", "hello")
    wire.session.change(act)
    wire.session.change(word)
    assert wire.said() == [act, word]
    wire.session.lose()
    check = check_value({"v": 2}), check_value({"seat": 0, "done": 0})
    assert wire.connect() == [Browse(), Join("t", 0, have=2, check=check), act, word]


def test_the_document_acknowledges_acts_and_done_everything_else() -> None:
    wire = Wire()
    wire.session.join("t", 0)
    wire.joined()
    first = Act(wire.session.next_id(), "t", 0, 1, "build")
    undo = Undo(wire.session.next_id(), "t", 0, 2)
    word = Say(wire.session.next_id(), "t", "hello")
    for change in (first, undo, word):
        wire.session.change(change)
    wire.tell(diff(0, 2, done=first.id))
    assert list(wire.session.pending.values()) == [undo, word]
    wire.tell(Done(word.id, "t", 3))
    assert list(wire.session.pending.values()) == [undo]
    wire.session.lose()
    wire.connect()
    wire.joined(version=5, done=undo.id)
    assert not wire.session.pending


def test_few_changes_of_a_table_are_unanswered_at_a_time() -> None:
    """The table would not recognise a repeat among too many later changes, also of a second client."""
    assert 2 * MAX_UNANSWERED <= REMEMBERED_IDS
    wire = Wire()
    words = [Say(wire.session.next_id(), "t", f"word {n}") for n in range(MAX_UNANSWERED + 3)]
    elsewhere = Say(wire.session.next_id(), "other", "hello")
    for change in (*words, elsewhere):
        wire.session.change(change)
    assert wire.said() == [*words[:MAX_UNANSWERED], elsewhere]
    wire.tell(Done(words[4].id, "t", 3))
    assert wire.said() == [words[MAX_UNANSWERED]]
    wire.session.lose()
    waiting = [word for word in words[: MAX_UNANSWERED + 1] if word is not words[4]]
    assert sorted(it.id for it in wire.connect() if isinstance(it, Say)) == [
        it.id for it in (*waiting, elsewhere)
    ]
    for word in words:
        wire.tell(Done(word.id, "t", 4))
    assert wire.said() == words[-2:] and list(wire.session.pending.values()) == [elsewhere]
    assert not wire.session.held


def test_a_later_act_that_is_done_acknowledges_the_seat_s_earlier_ones_only() -> None:
    wire = Wire()
    for seat in (0, 1):
        wire.session.join("t", seat)
    wire.joined(0)
    wire.joined(1)
    acts = [Act(wire.session.next_id(), "t", seat, 1, "build") for seat in (0, 1, 0)]
    for act in acts:
        wire.session.change(act)
    wire.tell(full(0, 4, done=acts[2].id))
    assert list(wire.session.pending.values()) == [acts[1]]


def test_a_refusal_ends_a_change_unless_it_is_for_the_moment() -> None:
    wire = Wire()
    word = Say(wire.session.next_id(), "t", "hello")
    wire.session.change(word)
    wire.said()
    wire.tell(Refused(word.id, "t", "slow-down"))
    assert not wire.said()
    wire.session.again()
    assert wire.said() == [word]
    wire.tell(Refused(word.id, "t", "too-long"))
    wire.session.again()
    assert not wire.said() and not wire.session.pending


def test_refused_joins_belong_to_the_seats_in_their_order() -> None:
    wire = Wire()
    for seat in (0, 1, 2):
        wire.session.join("t", seat)
    wire.tell(Refused(0, "t", "not-your-seat"))
    wire.joined(1)
    wire.tell(Refused(0, "t", "storing"))
    assert set(wire.session.mirrors) == {("t", 1), ("t", 2)}
    wire.said()
    wire.session.again()
    assert wire.said() == [Join("t", 2)]


def test_a_seat_that_the_server_names_is_the_mirror_s_from_then_on() -> None:
    wire = Wire()
    mirror = wire.session.join("t")
    wire.joined(3)
    assert mirror.seat == 3 and wire.session.mirrors == {("t", 3): mirror}
    wire.tell(diff(3, 2))
    told: Any = mirror.document["public"]
    assert told == {"v": 2}


def test_a_gap_asks_for_the_whole_document_once() -> None:
    wire = Wire()
    mirror = wire.session.join("t", 0)
    wire.joined()
    wire.said()
    wire.tell(diff(0, 3), diff(0, 4))
    assert wire.said() == [Join("t", 0, have=-1)]
    wire.joined(version=4)
    assert wire.session.resyncs == 1 and not mirror.lost
    assert [frame for frame in wire.heard if isinstance(frame, Diff)] == []


def test_frames_of_left_tables_are_ignored() -> None:
    wire = Wire()
    for seat in (0, 1):
        wire.session.join("t", seat)
        wire.joined(seat)
    wire.tell(Gone("t", "not-your-seat", 0))
    assert set(wire.session.mirrors) == {("t", 1)}
    wire.session.part("t", 1)
    assert wire.said()[-1] == Part("t", 1)
    heard = len(wire.heard)
    wire.tell(diff(1, 5))
    assert len(wire.heard) == heard and not wire.said()


def test_changes_before_leaving_a_table_are_repeated() -> None:
    wire = Wire()
    for seat in (0, 1):
        wire.session.join("t", seat)
        wire.joined(seat)
    acts = [Act(id, "t", seat, 2, "roll") for id, seat in ((5, 0), (6, 1))]
    for act in acts:
        wire.session.change(act)
    wire.said()
    wire.session.part("t", 0)
    assert wire.said() == [Part("t", 0), acts[0]]
    wire.tell(diff(0, 2, done=5), Done(5, "t", 2))
    assert list(wire.session.pending) == [6]


def test_documents_that_nobody_asked_for_are_heard_of_and_change_nothing() -> None:
    wire = Wire()
    mirror = wire.session.join("t", 0)
    wire.joined()
    before = dict(mirror.document)
    for frame in (diff(5, 2), full(1, 7)):
        wire.tell(frame)
        assert wire.heard[-1] == frame
    assert (mirror.version, mirror.document) == (1, before) and set(wire.session.mirrors) == {("t", 0)}
    wire.session.part("t", 0)
    heard = len(wire.heard)
    wire.tell(diff(0, 2), full(0, 2))
    assert len(wire.heard) == heard, "these were on their way"


def test_ids_only_rise() -> None:
    session = Wire().session
    ids = [session.next_id() for _ in range(100)]
    assert ids == sorted(set(ids)) and ids[0] >= 1 and ids[-1] < 2**53
