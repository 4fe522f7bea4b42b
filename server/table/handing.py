"""Seats that change hands: who must agree before, and who may not have them. Sans-I/O.

Whoever gets a seat of a running game sees what the seat sees. So a person's seat goes to somebody else only
when that person agrees or is away, everybody is told of the offer before it is taken up, nobody gets a second
hand of one game to see, and what was chosen before can't be taken back any more. Whose time is up isn't away:
a host who sets the clocks could else look into any hand.
"""

from __future__ import annotations

from protocol.frames import Agree, Hand

from .entries import Handed, Offer, Offered, SeatRow
from .refusal import Refusal
from .table import Table


def asked(table: Table, row: SeatRow) -> str:
    """The person who must agree to the offer for a seat: who plays it, or would if there was time, else the
    guest who is to have it. A host who offers the own seat has agreed. "" where nobody need be asked."""
    if row.offer is None:
        return ""
    here = row.kind == "person" and (not row.stand_in or row.late)
    return row.person if here and row.person != table.state.host else row.offer.person


def hand(table: Table, frame: Hand, row: SeatRow, name: str) -> Handed | Offered:
    """What becomes of the host's wish. `name`: of the guest who is at the table. Raises Refusal."""
    if bool(frame.mind) == bool(frame.person):
        raise Refusal("illegal", "Name either a bot or a guest.")
    if frame.person and not name:
        raise Refusal("unknown-person")
    fields = (frame.id, frame.table, frame.seat, frame.mind, frame.person, name)
    if table.state.phase == "open":
        return Handed(*fields)
    _new_to_it(table, frame.seat, frame.person)
    offered = SeatRow(row.kind, row.person, stand_in=row.stand_in, late=row.late)
    offered.offer = Offer(0, frame.mind, frame.person, name, 0)
    return Offered(*fields) if asked(table, offered) else Handed(*fields, seals=True)


def agree(table: Table, person: str, frame: Agree, row: SeatRow) -> Handed | Agree:
    """What becomes of an offer that was answered. Raises Refusal."""
    offer = row.offer
    if offer is None or offer.number != frame.offer:
        raise Refusal("stale", "That offer no longer stands; look at the table again.")
    who = asked(table, row)
    if person != who and (frame.yes or person not in (table.state.host, offer.person)):
        raise Refusal("not-your-seat")
    if not frame.yes:
        return frame
    _new_to_it(table, frame.seat, offer.person)
    return Handed(frame.id, frame.table, frame.seat, offer.mind, offer.person, offer.name, seals=True)


def _new_to_it(table: Table, seat: int, person: str) -> None:
    """Refuse a guest who has the seat already, or has seen another hand of this game."""
    if person and table.state.seats[seat].person == person:
        raise Refusal("illegal", "That seat is theirs already.")
    if person and {*table.seats_of(person), *table.state.former.get(person, ())} - {seat}:
        raise Refusal(
            "illegal", "Who plays or has played another seat of this game would see what is hidden from it."
        )
