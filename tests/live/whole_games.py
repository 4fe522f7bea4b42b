"""The result of whole games over real sockets: every document is correct, every change is in the log once."""

from __future__ import annotations

from collections import Counter

from protocol.frames import Refused
from protocol.session import AGAIN
from server.table.document import face, private, public
from server.table.entries import OfItself, What, decode_entry
from server.table.log import replayed
from tests.waiting import until

from .hubs import Guest, House, encode_document


async def play_out(guests: list[Guest], table: str) -> None:
    """Wait until all guests see the end of the game, and until all that they asked for is answered."""
    await until(lambda: all(g.phase(table, seat) == "over" for seat, g in enumerate(guests)))
    await until(lambda: not any(guest.session.pending for guest in guests))


async def log_of(house: House, table: str) -> list[bytes]:
    return await house.parts.store.entries(table)


def compare(guests: list[Guest], log: list[bytes]) -> int:
    """Compare every document of every seat and version with those that the log gives; returns their
    number."""
    compared = 0
    past = replayed(log[:1])
    for version, data in enumerate(log[1:], 2):
        past.apply(decode_entry(data))
        shown = public(past, face(past))
        for seat, guest in enumerate(guests):
            if (seat, version) in guest.documents:
                true = encode_document({"public": shown, "mine": private(past, seat)})
                assert guest.documents[seat, version] == true, f"seat {seat} at version {version}"
                compared += 1
    return compared


def change_of(what: What) -> int:
    """The id of a change that a person requested."""
    assert not isinstance(what, OfItself)
    return what.id


def acknowledged_once(guests: list[Guest], log: list[bytes]) -> None:
    """Each acknowledged choice and undo of these guests is in the log once, as it was sent; no refused one
    is; and no request is unanswered."""
    asked_for = [(entry.by, entry.what) for entry in map(decode_entry, log) if entry.by]
    written = Counter((by, change_of(what)) for by, what in asked_for)
    assert max(written.values()) == 1, "a change happened twice"
    told = {(by, change_of(what)): what for by, what in asked_for}
    for guest in guests:
        assert not guest.session.pending
        person = guest.session.person
        found = {id: told[person, id] for id in guest.sent if (person, id) in told}
        refused = {f.id for f in guest.frames if isinstance(f, Refused) and f.code not in AGAIN}
        assert found == {id: frame for id, frame in guest.sent.items() if id not in refused}
        assert found, "the guest has done something"
