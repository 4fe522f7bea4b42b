"""Seats that change hands: who must agree first, and who may not get them. Sans-I/O.

The new owner of a seat in a running game sees everything that the seat sees. So a person's seat is handed
over only if that person agrees. A seat that no person plays goes to a guest only if all other players agree
and at least one of them is present; until then the bot keeps it. The offer is broadcast before it can be
accepted. No guest gets to see a second hand of the same game, and choices made before the change can't be
undone. A person whose time has run out does not count as away; otherwise a host who sets the clocks could
look into any hand.
"""

from __future__ import annotations

from protocol.frames import Agree, Hand

from .entries import Agreed, Handed, Offer, Offered, SeatRow
from .refusal import Refusal
from .table import Table


def asked(table: Table, seat: int) -> list[str]:
    """The people whose agreement the offer for a seat still needs: its person, if that person plays it or
    only ran out of time; otherwise all other players, and then the guest. The host's own seat needs only the
    guest."""
    offer = table.state.seats[seat].offer
    return _asked(table, seat, offer) if offer is not None else []


def hand(table: Table, frame: Hand, row: SeatRow, name: str) -> Handed | Offered:
    """The entry for the host's request to hand a seat over. `name`: the guest's; "" if that guest is not at
    the table. Raises Refusal."""
    if bool(frame.mind) == bool(frame.person):
        raise Refusal("illegal", "Name either a bot or a guest.")
    if frame.person and not name:
        raise Refusal("unknown-person")
    fields = (frame.id, frame.table, frame.seat, frame.mind, frame.person, name)
    if table.state.phase == "open":
        return Handed(*fields)
    _new_to_it(table, frame.seat, frame.person)
    offer = Offer(0, frame.mind, frame.person, name, 0)
    if not (left := _asked(table, frame.seat, offer)):
        return Handed(*fields, seals=True)
    if left == [frame.person]:
        _agreed_to(table, frame.seat, offer)
    return Offered(*fields)


def agree(table: Table, person: str, frame: Agree, row: SeatRow) -> Handed | Agree | Agreed:
    """The entry for an answer to an offer. Raises Refusal."""
    offer = row.offer
    if offer is None or offer.number != frame.offer:
        raise Refusal("stale", "That offer no longer stands; look at the table again.")
    left = _asked(table, frame.seat, offer)
    if person not in left and frame.yes and person in offer.agreed:
        raise Refusal("taken", "You have agreed already; the others are still asked.")
    if person not in (left if frame.yes else (*left, *offer.agreed, table.state.host, offer.person)):
        raise Refusal("not-your-seat")
    if not frame.yes:
        return frame
    if person not in (row.person, offer.person):
        return Agreed(frame.id, frame.table, frame.seat)
    _new_to_it(table, frame.seat, offer.person)
    if person == offer.person:
        _agreed_to(table, frame.seat, offer)
    return Handed(frame.id, frame.table, frame.seat, offer.mind, offer.person, offer.name, seals=True)


def _asked(table: Table, seat: int, offer: Offer) -> list[str]:
    row = table.state.seats[seat]
    if _plays(row) and row.person != table.state.host:
        return [row.person]
    if offer.mind:
        return []
    return [one for one in _others(table, seat, offer) if one not in offer.agreed] or [offer.person]


def _plays(row: SeatRow) -> bool:
    """Does a person play this seat, or did that person only run out of time?"""
    return row.kind == "person" and (not row.stand_in or row.late)


def _shows_nothing(table: Table, seat: int, offer: Offer) -> bool:
    """Is it the host's own seat, or did the guest have it before? Then it reveals nothing that others
    hide."""
    s = table.state
    return s.seats[seat].person == s.host or seat in s.former.get(offer.person, ())


def _others(table: Table, seat: int, offer: Offer) -> list[str]:
    """The people who must agree before a guest gets a seat that no person plays."""
    if _shows_nothing(table, seat, offer):
        return []
    s = table.state
    return list(
        dict.fromkeys(
            row.person for row in s.seats if _plays(row) and row.person not in (s.host, offer.person)
        )
    )


def _agreed_to(table: Table, seat: int, offer: Offer) -> None:
    """Refuse an offer to which no other person could agree, if people other than the host and the guest have
    a seat of the game or had this one."""
    s = table.state
    if _shows_nothing(table, seat, offer):
        return
    players = {row.person for row in s.seats if row.kind == "person"}
    players |= {one for one, seats in s.former.items() if seat in seats}
    if players - {s.host, offer.person} and not offer.agreed:
        raise Refusal("nobody-there")


def _new_to_it(table: Table, seat: int, person: str) -> None:
    """Refuse a guest who has the seat already, or has seen another hand of this game."""
    if person and table.state.seats[seat].person == person:
        raise Refusal("illegal", "That seat is theirs already.")
    if person and {*table.seats_of(person), *table.state.former.get(person, ())} - {seat}:
        raise Refusal(
            "illegal", "Who plays or has played another seat of this game would see what is hidden from it."
        )
