"""Any frames of any people in any order: each one is either carried out or refused."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from protocol.codec import check_value, encode, from_client
from protocol.codes import REFUSALS
from protocol.frames import (
    Act,
    Agree,
    Back,
    Close,
    Hand,
    Leave,
    Rematch,
    Remove,
    Resize,
    Reveal,
    Sit,
    Start,
    Take,
    Undo,
    Want,
)
from server.table import tokens
from server.table.dealing import unkept
from server.table.document import face, private, public, summary
from server.table.entries import (
    MAX_PAUSE_MS,
    Abandoned,
    Paused,
    Renamed,
    TimedOut,
    Unrevealed,
    Vacated,
    decode_entry,
)
from server.table.rights import Decided, Refusal, Repeat, Who
from server.table.table import Table

from .tables import BOT, HOST, ID, Sitting, guest

PEOPLE = [HOST, guest(1), guest(2), guest(9), BOT, Who("other-process", "bots", bot=True)]
SEATS = st.integers(-2, 3)
MINDS = st.sampled_from(["", "greedy", "whim"])


def frame(data: st.DataObject, sitting: Sitting) -> Decided:
    """Any frame about the table: often one that fits the moment, often one that does not."""
    table, seat = sitting.table, data.draw(SEATS)
    change = data.draw(st.sampled_from([sitting.id()] * 9 + [3]))
    kind = data.draw(st.sampled_from([*USUAL.get(table.state.phase, ()), *RARE]))
    match = table.match
    if kind is Act:
        asks = list(match.asks) if match else []
        ask = next((ask for ask in asks if ask.seat == seat), asks[0] if asks else None)
        fitting = [(ask.seat, verb, noun) for verb, noun in ask.options] if ask else []
        at, verb, noun = data.draw(
            st.sampled_from([*fitting, *fitting, (seat, "done", -1), (seat, "bid", 3)])
        )
        number = match.state.numbers.get(at, 1) if match else 1
        return Act(
            change, ID, at, data.draw(st.sampled_from([number, number, number, table.version])), verb, noun
        )
    if kind is Undo:
        able = match.state.undo if match else {}
        at, number = data.draw(st.sampled_from([*able.items(), (seat, 1)]))
        return Undo(change, ID, at, number)
    more: dict[Any, tuple[Any, ...]] = {
        Sit: (seat, data.draw(st.sampled_from(["", "luck"])), data.draw(PROMISES)),
        Take: (seat, data.draw(PROMISES)),
        Reveal: (seat, data.draw(st.sampled_from(["mine", "mine", "mine", "other"]))),
        Agree: (*offered(data, table, seat), data.draw(st.booleans())),
        Want: (seat, data.draw(MINDS)),
        Resize: (data.draw(st.integers(1, 6)),),
        Hand: (seat, data.draw(MINDS), data.draw(st.sampled_from(["", "guest-1", "guest-9"]))),
    }
    fields = more.get(kind, () if kind in (Start, Close, Rematch) else (seat,))
    made: Decided = kind(change, ID, *fields)
    return made


def offered(data: st.DataObject, table: Table, seat: int) -> tuple[int, int]:
    """A seat with an offer and the number of the offer, if there is one."""
    offers = [(s, row.offer.number) for s, row in enumerate(table.state.seats) if row.offer]
    return data.draw(st.sampled_from([*offers, *offers, (seat, table.version)]))


PROMISES = st.sampled_from(["", tokens.promise("mine"), tokens.promise("mine")])
USUAL: dict[str, list[Any]] = {
    "open": [Sit, Sit, Start, Start, Resize],
    "starting": [Reveal] * 12,
    "playing": [Act] * 12 + [Undo] * 4 + [Hand, Agree, Agree],
}
RARE: list[Any] = [
    *(Act, Undo, Sit, Want, Remove, Resize, Start, Reveal, Leave, Back, Hand, Agree, Close, Rematch),
    *(Take, Take),
]


def sender(data: st.DataObject, sitting: Sitting, sent: Decided) -> Who:
    """The sender: usually a person who may send such a frame."""
    if not data.draw(st.integers(0, 3)):
        return data.draw(st.sampled_from(PEOPLE))
    seat = getattr(sent, "seat", -1)
    if isinstance(sent, Act | Undo | Reveal | Agree) and 0 <= seat < len(sitting.table.state.seats):
        return sitting.player(seat)
    if isinstance(sent, Sit | Leave | Back):
        return guest(max(seat, 0))
    return BOT if type(sent) is Take else HOST


def own_change(data: st.DataObject, seats: int) -> Any:
    """An automatic change of the table."""
    some = data.draw(st.lists(st.integers(0, seats - 1), min_size=1, max_size=seats, unique=True))
    return data.draw(
        st.sampled_from(
            [
                TimedOut(table=ID, seats=some, why="timeout"),
                Vacated(table=ID, seats=some),
                Paused(table=ID, ms=data.draw(st.sampled_from([0, 5_000, MAX_PAUSE_MS]))),
                Abandoned(table=ID),
                Renamed(table=ID, person=HOST.person, name="Another"),
            ]
        )
    )


def shown(table: Table) -> int:
    """A check value of all documents of watchers and seats, and of the lobby row."""
    mine = [private(table, seat) for seat in range(-1, len(table.state.seats))]
    return check_value([public(table, face(table)), mine, summary(table)])


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_every_frame_is_carried_out_or_refused(data: st.DataObject) -> None:
    seats = data.draw(st.integers(2, 3))
    seated, started = data.draw(st.sampled_from([(False, False), (True, False), (True, True), (True, True)]))
    options = {"rounds": 1, "bids": data.draw(st.booleans())}
    sitting = Sitting(
        "toy", seats, sit=seated, options=options, wants=data.draw(st.lists(MINDS, max_size=seats))
    )
    if started:
        sitting.start()
    follower = sitting.replayed()
    for _ in range(data.draw(st.integers(1, 60))):
        table = sitting.table
        before, seen = table.pack(), shown(table)
        sitting.now += data.draw(st.integers(-5, 5000))
        try:
            if table.state.phase == "starting" and data.draw(st.integers(0, 9)) == 0:
                sitting.itself(Unrevealed(table=ID, seats=unkept(table.state.seats)))
            elif table.state.phase == "playing" and data.draw(st.integers(0, 19)) == 0:
                sitting.itself(own_change(data, len(table.state.seats)))
            else:
                sent = frame(data, sitting)
                assert from_client(encode(sent)) == sent
                sitting.do(sender(data, sitting, sent), sent, name="Somebody", next="next-table")
        except (Refusal, Repeat) as why:
            assert table.pack() == before and shown(table) == seen
            assert isinstance(why, Repeat) or why.code in REFUSALS
            if table.state.phase in ("over", "closed") and not data.draw(st.integers(0, 3)):
                break
            continue
        follower.apply(decode_entry(sitting.log[-1]))
        assert follower.pack() == table.pack() and shown(follower) == shown(table)
        assert table.version == len(sitting.log)
        assert shown(Table.unpack(sitting.engine, table.pack())) == shown(table)
