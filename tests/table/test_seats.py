"""Who may sit, host, start, leave and play; and the refusals of a table."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from protocol.codec import packed
from protocol.frames import (
    AUTO,
    Act,
    Agree,
    Back,
    Close,
    Hand,
    Leave,
    Rematch,
    Remove,
    Sit,
    Start,
    Take,
    Undo,
    Want,
)
from server.table import rights, table
from server.table.document import face, private
from server.table.entries import Handed, Paused, TimedOut, Vacated
from server.table.rights import Who

from .tables import BOT, HOST, ID, Sitting, guest

STRANGER = Who("stranger", "Sam")


def phase(sitting: Sitting) -> str:
    return sitting.table.state.phase


def test_a_guest_gets_the_first_free_seat_or_the_one_asked_for() -> None:
    t = Sitting(seats=3, sit=False, wants=["greedy"])
    t.do(guest(1), Sit(t.id(), ID, AUTO, "abc"))
    assert t.table.state.seats[1].person == "guest-1"
    assert t.table.state.seats[1].luck == "abc"
    t.do(guest(2), Sit(t.id(), ID, 2))
    assert t.refused(STRANGER, Sit(t.id(), ID, AUTO)) == "full"
    assert t.refused(STRANGER, Sit(t.id(), ID, 2)) == "taken"
    assert t.refused(STRANGER, Sit(t.id(), ID, 7)) == "unknown-seat"
    t.do(STRANGER, Sit(t.id(), ID, 0))
    assert t.table.wanted() == []


def test_a_person_may_hold_several_seats() -> None:
    t = Sitting(seats=2, sit=False)
    t.do(HOST, Sit(t.id(), ID, 0))
    t.do(HOST, Sit(t.id(), ID, 1))
    assert t.table.seats_of("host") == [0, 1]
    assert t.table.seats_of("") == []


def test_only_the_host_arranges_and_starts() -> None:
    t = Sitting(seats=2, sit=False)
    for frame in (
        Want(t.id(), ID, 1, "greedy"),
        Remove(t.id(), ID, 0),
        Start(t.id(), ID),
        Close(t.id(), ID),
        Hand(t.id(), ID, 0, mind="greedy"),
    ):
        assert t.refused(STRANGER, frame) == "not-host"
    assert t.refused(HOST, Start(t.id(), ID)) == "waiting"
    t.do(HOST, Sit(t.id(), ID, 0))
    t.do(HOST, Want(t.id(), ID, 1, "greedy"))
    assert t.table.wanted() == [(1, "greedy")]
    assert t.refused(HOST, Start(t.id(), ID)) == "waiting"
    assert t.refused(STRANGER, Take(t.id(), ID, 1)) == "not-a-bot"
    t.take(1)
    assert t.refused(BOT, Take(t.id(), ID, 1)) == "taken"
    assert t.refused(HOST, Want(t.id(), ID, 1, "whim")) == "taken"
    t.start()
    assert phase(t) == "playing"
    assert t.refused(STRANGER, Sit(t.id(), ID, AUTO)) == "started"
    assert t.refused(HOST, Start(t.id(), ID)) == "started"


def test_the_host_may_want_no_bot_after_all_and_remove_people_and_bots() -> None:
    t = Sitting(seats=2, wants=["", "greedy"], sit=False)
    t.take(1)
    t.do(HOST, Remove(t.id(), ID, 1))
    assert t.table.state.seats[1].kind == "open" and t.table.wanted() == []
    t.do(HOST, Want(t.id(), ID, 1, "whim"))
    t.do(HOST, Want(t.id(), ID, 1, ""))
    assert t.table.wanted() == []
    t.do(guest(1), Sit(t.id(), ID, 1))
    t.do(HOST, Remove(t.id(), ID, 1))
    assert t.table.seats_of("guest-1") == []


def test_leaving_before_the_start_frees_the_seat_and_afterwards_resigns_it_to_a_bot() -> None:
    t = Sitting(seats=2)
    t.do(guest(1), Leave(t.id(), ID, 1))
    assert t.table.state.ring[-1] == ["freed", 1], "no bot plays on, since the game has not begun"
    assert t.table.state.seats[1].kind == "open"
    t.do(guest(1), Sit(t.id(), ID, 1, "again"))
    t.start()
    assert t.refused(STRANGER, Leave(t.id(), ID, 1)) == "not-your-seat"
    t.do(guest(1), Leave(t.id(), ID, 1))
    row = t.table.state.seats[1]
    assert (row.kind, row.person, row.luck) == ("bot", "", "again")
    assert t.table.wanted() == [(1, "greedy")]
    t.take(1)
    assert t.table.wanted() == []
    t.play(lambda offers: offers[0], until=lambda: t.asked() == 1)
    assert t.refused(guest(1), t.act_frame(1, *t.offers(1)[0])) == "not-your-seat"
    t.act(1, *t.offers(1)[0], who=BOT)


def test_nobody_plays_for_others() -> None:
    t = Sitting(seats=2).start()
    seat = t.asked()
    frame = t.act_frame(seat, *t.offers(seat)[0])
    assert t.refused(guest(1 - seat), frame) == "not-your-seat"
    assert t.refused(BOT, frame) == "not-your-seat"
    assert t.refused(Who("", ""), frame) == "not-your-seat"
    assert t.refused(guest(seat), Act(t.id(), ID, 9, frame.ask, *t.offers(seat)[0])) == "unknown-seat"
    assert t.refused(guest(seat), Act(t.id(), ID, -1, frame.ask, *t.offers(seat)[0])) == "unknown-seat"


def test_before_the_start_and_after_the_end_nobody_acts() -> None:
    t = Sitting(seats=2)
    assert t.refused(HOST, Act(t.id(), ID, 0, 1, "pass")) == "not-started"
    assert t.refused(HOST, Undo(t.id(), ID, 0, 1)) == "not-started"
    assert t.refused(HOST, Rematch(t.id(), ID), next="other") == "not-over"
    t.do(HOST, Close(t.id(), ID))
    assert phase(t) == "closed"
    for frame in (Act(t.id(), ID, 0, 1, "pass"), Sit(t.id(), ID, 0), Start(t.id(), ID), Close(t.id(), ID)):
        assert t.refused(HOST, frame) == "over"


def test_handing_a_seat_over() -> None:
    t = Sitting(seats=2).start()
    assert t.refused(HOST, Hand(t.id(), ID, 1, person="stranger")) == "unknown-person"
    assert t.refused(HOST, Hand(t.id(), ID, 1)) == "illegal"
    assert t.refused(HOST, Hand(t.id(), ID, 1, mind="greedy", person="stranger"), name="Sam") == "illegal"
    t.do(HOST, Hand(t.id(), ID, 1, person="stranger"), name="Sam")
    assert t.table.seats_of("guest-1") == [1], "it was only offered"
    t.do(guest(1), agree(t, 1))
    assert t.table.seats_of("guest-1") == []
    assert t.table.seats_of("stranger") == [1]
    assert t.table.state.seats[1].luck == "luck-1"
    t.do(HOST, Hand(t.id(), ID, 1, mind="whim"))
    assert t.table.wanted() == []
    t.do(STRANGER, agree(t, 1))
    assert t.table.wanted() == [(1, "whim")]


def test_seats_of_a_table_that_does_not_start_change_so_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise a guest who sits down and leaves all day would make the log grow without limit. Such a guest
    cannot stop the host from assigning seats, nor take a seat that is kept for another person."""
    monkeypatch.setattr(rights, "MAX_SEATING_CHANGES", 10)
    t = Sitting(seats=2, sit=False, kept=[("ann", "Ann")])
    while t.table.version < 9:
        t.do(STRANGER, Sit(t.id(), ID, 1))
        t.do(STRANGER, Leave(t.id(), ID, 1))
    t.do(STRANGER, Sit(t.id(), ID, 1))
    assert t.refused(STRANGER, Sit(t.id(), ID, 1, promise="0" * 64)) == "settled"
    t.do(STRANGER, Leave(t.id(), ID, 1))
    assert t.refused(STRANGER, Sit(t.id(), ID, AUTO)) == "settled"
    t.do(Who("ann", "Ann"), Sit(t.id(), ID, AUTO))
    while t.table.version < 20:
        t.do(HOST, Want(t.id(), ID, 1, "greedy"))
    for frame in (Want(2, ID, 1, ""), Remove(2, ID, 0), Hand(2, ID, 1, "whim"), Sit(2, ID, 1)):
        assert t.refused(HOST, frame) == "settled"
    t.take(1)
    t.start()
    assert phase(t) == "playing", "the present seats play"


def test_seats_of_a_long_game_change_hands_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    t = Sitting(seats=2).start()
    monkeypatch.setattr(table, "MAX_UNDO_CHANGES", t.table.version + 3)
    t.do(HOST, Hand(t.id(), ID, 1, "whim"))
    t.do(guest(1), agree(t, 1, yes=False))
    t.do(HOST, Hand(t.id(), ID, 1, "whim"))
    assert t.refused(HOST, Hand(t.id(), ID, 1, "greedy")) == "settled"
    t.do(guest(1), Leave(t.id(), ID, 1))
    assert t.table.wanted() == [(1, "greedy")], "a person with a seat may leave it"


def test_a_log_does_not_grow_for_ever_by_who_is_away_and_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    t = Sitting(seats=2).start()
    monkeypatch.setattr(table, "MAX_UNDO_CHANGES", t.table.version + 20)
    mover = t.table.asked()[0]
    who = guest(1) if mover else HOST
    for _ in range(50):
        t.itself(TimedOut(table=ID, seats=[mover], why="away"))
        if t.table.long:
            break
        t.do(who, Back(t.id(), ID, mover))
    assert t.table.long and t.table.asked() == [mover], "nothing was played"
    assert t.refused(who, Back(t.id(), ID, mover)) == "settled"
    t.act(mover, *t.offers(mover)[0])
    assert not t.table.state.seats[mover].stand_in, "a person who plays is back"


def agree(t: Sitting, seat: int, yes: bool = True) -> Agree:
    """The answer to the offer of a seat."""
    offer = t.table.state.seats[seat].offer
    assert offer is not None
    return Agree(t.id(), ID, seat, offer.number, yes)


def offered(t: Sitting, seat: int) -> dict[str, Any]:
    """The public part of a seat's offer."""
    return dict(face(t.table)["seats"][seat]["offer"])


def test_a_present_person_s_seat_goes_to_nobody_without_that_person_s_word() -> None:
    t = Sitting("loyang", seats=2).start()
    for frame in (Hand(t.id(), ID, 1, person="stranger"), Hand(t.id(), ID, 1, mind="greedy")):
        t.do(HOST, frame, name="Sam" if frame.person else "")
        assert t.table.seats_of("guest-1") == [1] and t.table.wanted() == []
        assert offered(t, 1)["asks"] == "guest-1", "all are told, including the person who is asked"
        for other in (HOST, STRANGER, guest(2)):
            assert t.refused(other, agree(t, 1)) == "not-your-seat"
        t.do(guest(1), agree(t, 1, yes=False))
        assert offered(t, 1) == {} and t.table.seats_of("guest-1") == [1]
    assert t.refused(guest(1), Agree(t.id(), ID, 1, t.table.version)) == "stale"


def test_a_pause_puts_off_the_answer_to_an_offer() -> None:
    t = Sitting(seats=2).start()
    t.do(HOST, Hand(t.id(), ID, 1, mind="greedy"))
    before = t.table.state.seats[1].offer
    t.itself(Paused(table=ID, ms=9_000))
    after = t.table.state.seats[1].offer
    assert before is not None and after == replace(before, since=before.since + 9_000)


def test_an_answer_is_to_the_offer_that_was_seen() -> None:
    t = Sitting(seats=2).start()
    t.do(HOST, Hand(t.id(), ID, 1, person="a"), name="Friend")
    seen = agree(t, 1)
    t.do(HOST, Hand(t.id(), ID, 1, person="b"), name="Foe")
    assert t.refused(guest(1), seen) == "stale"
    t.do(HOST, agree(t, 1, yes=False))
    assert offered(t, 1) == {}, "the host has withdrawn it"


def sit(t: Sitting, *seats: int) -> None:
    for seat in seats:
        t.do(guest(seat), Sit(t.id(), ID, seat))


def asked(t: Sitting, seat: int) -> list[str]:
    """The people who are asked whether the seat may go to another person, in the public document."""
    offer = offered(t, seat)
    return [offer["asks"], *offer["also"]]


def test_a_seat_whose_person_is_away_goes_to_the_guest_once_all_others_agree() -> None:
    t = Sitting("loyang", seats=4).start()
    t.itself(TimedOut(table=ID, seats=[1], why="away"))
    t.do(HOST, Hand(t.id(), ID, 1, person="stranger"), name="Sam")
    assert t.table.seats_of("stranger") == [], "all are told before anything is seen"
    assert asked(t, 1) == ["guest-2", "guest-3"]
    for early in (HOST, STRANGER, guest(1)):
        assert t.refused(early, agree(t, 1)) == "not-your-seat", "all others are asked first"
    first = agree(t, 1)
    t.do(guest(3), first)
    assert t.table.seats_of("stranger") == [] and asked(t, 1) == ["guest-2"]
    assert t.repeated(guest(3), first), "sent again it counts once"
    assert t.refused(guest(3), agree(t, 1)) == "taken"
    assert t.refused(STRANGER, agree(t, 1)) == "not-your-seat"
    assert t.replayed().pack() == t.table.pack(), "the agreement is known after a restart"
    t.do(guest(2), agree(t, 1))
    assert asked(t, 1) == ["stranger"]
    t.do(STRANGER, agree(t, 1))
    assert t.table.seats_of("stranger") == [1] and not t.table.undo(0) and not t.table.undo(2)
    assert t.replayed().pack() == t.table.pack()


@pytest.mark.parametrize("kind", ["away", "bot", "resigned", "given to a bot"])
def test_one_other_s_no_keeps_any_seat_that_nobody_plays_with_its_bot(kind: str) -> None:
    """A new owner who sees a bot's hand knows as much as one who sees a person's hand."""
    t = Sitting("loyang", seats=3, sit=False)
    sit(t, 0, 2, *([1] if kind != "bot" else []))
    if kind == "bot":
        t.do(HOST, Want(t.id(), ID, 1, "greedy"))
        t.take(1)
    t.start()
    if kind == "resigned":
        t.do(guest(1), Leave(t.id(), ID, 1))
    elif kind != "bot":
        t.itself(TimedOut(table=ID, seats=[1], why="away"))
    if kind == "given to a bot":
        t.do(HOST, Hand(t.id(), ID, 1, mind="greedy"))
    t.do(HOST, Hand(t.id(), ID, 1, person="stranger"), name="Sam")
    assert asked(t, 1) == ["guest-2"]
    late = agree(t, 1)
    t.do(guest(2), agree(t, 1, yes=False))
    assert offered(t, 1) == {} and t.table.seats_of("stranger") == []
    assert t.refused(STRANGER, late) == "stale"


def test_where_no_other_is_there_the_bot_keeps_the_seat() -> None:
    t = Sitting("loyang", seats=3).start()
    t.itself(TimedOut(table=ID, seats=[1, 2], why="away"))
    frame = Hand(t.id(), ID, 1, person="stranger")
    assert t.refused(HOST, frame, name="Sam") == "nobody-there"
    t.do(HOST, Hand(t.id(), ID, 1, mind="greedy"))
    assert t.refused(HOST, frame, name="Sam") == "nobody-there", "nor on the way by a bot"
    t.do(guest(2), Back(t.id(), ID, 2))
    t.do(HOST, frame, name="Sam")
    t.itself(TimedOut(table=ID, seats=[2], why="away"))
    assert t.refused(STRANGER, agree(t, 1)) == "nobody-there"
    t.do(guest(2), Back(t.id(), ID, 2))
    t.do(guest(2), agree(t, 1))
    t.itself(TimedOut(table=ID, seats=[2], why="away"))
    t.do(STRANGER, agree(t, 1))
    assert t.table.seats_of("stranger") == [1], "one has agreed"


def test_a_returning_player_is_asked_meanwhile() -> None:
    t = Sitting("loyang", seats=4).start()
    t.itself(TimedOut(table=ID, seats=[1, 2], why="away"))
    t.do(HOST, Hand(t.id(), ID, 1, person="stranger"), name="Sam")
    t.do(guest(3), agree(t, 1))
    assert asked(t, 1) == ["stranger"]
    t.do(guest(2), Back(t.id(), ID, 2))
    assert asked(t, 1) == ["guest-2"] and t.refused(STRANGER, agree(t, 1)) == "not-your-seat"
    t.do(guest(1), Back(t.id(), ID, 1))
    assert asked(t, 1) == ["guest-1"], "and the seat's own person alone"
    assert t.refused(guest(2), agree(t, 1)) == "not-your-seat"


def test_whose_time_is_up_is_asked_about_other_seats_too() -> None:
    t = Sitting("loyang", seats=3, clock=[1, 0]).start()
    t.itself(TimedOut(table=ID, seats=[2], why="timeout"))
    t.itself(TimedOut(table=ID, seats=[1], why="away"))
    t.do(HOST, Hand(t.id(), ID, 1, person="stranger"), name="Sam")
    assert asked(t, 1) == ["guest-2"], "a clock of a millisecond bypasses no player"


def test_a_bot_s_seat_is_anybody_s_where_the_host_plays_with_bots_alone() -> None:
    t = Sitting("loyang", seats=2, sit=False)
    sit(t, 0)
    t.do(HOST, Want(t.id(), ID, 1, "greedy"))
    t.take(1)
    t.start()
    t.do(HOST, Hand(t.id(), ID, 1, person="stranger"), name="Sam")
    t.do(STRANGER, agree(t, 1))
    assert t.table.seats_of("stranger") == [1]


def test_nobody_has_a_say_in_another_game_s_offer() -> None:
    t = Sitting("loyang", seats=3).start()
    t.itself(TimedOut(table=ID, seats=[1], why="away"))
    t.do(HOST, Hand(t.id(), ID, 1, person="stranger"), name="Sam")
    seen = agree(t, 1)
    t.do(guest(2), seen)
    t.do(HOST, Hand(t.id(), ID, 1, person="another"), name="Foe")
    assert asked(t, 1) == ["guest-2"], "an agreement holds for one guest alone"
    assert t.refused(guest(2), replace(seen, id=t.id())) == "stale"
    t.do(guest(2), agree(t, 1))
    t.do(guest(2), agree(t, 1, yes=False))
    assert offered(t, 1) == {}, "a word can be taken back until the guest has come"


def test_a_return_before_the_seat_is_taken_over_asks_the_person() -> None:
    t = Sitting(seats=3).start()
    seat = t.asked()
    other = HOST if seat else guest(1)
    t.itself(TimedOut(table=ID, seats=[1], why="away"))
    t.do(HOST, Hand(t.id(), ID, 1, person="stranger"), name="Sam")
    if seat != 1:
        t.play(lambda offers: offers[0], until=lambda: t.asked() == 1)
    t.act(1, *t.offers(1)[0])
    assert t.refused(STRANGER, agree(t, 1)) == "not-your-seat"
    assert t.refused(other, agree(t, 1)) == "not-your-seat"
    assert offered(t, 1)["asks"] == "guest-1"


def test_whose_time_is_up_is_asked_as_whoever_is_here() -> None:
    t = Sitting("loyang", seats=3, clock=[1, 0]).start()
    t.itself(TimedOut(table=ID, seats=[1], why="timeout"))
    for frame in (Hand(t.id(), ID, 1, person="stranger"), Hand(t.id(), ID, 1, mind="greedy")):
        t.do(HOST, frame, name="Sam" if frame.person else "")
        assert t.table.seats_of("guest-1") == [1] and offered(t, 1)["asks"] == "guest-1"
        assert t.refused(STRANGER, agree(t, 1)) == "not-your-seat", "a clock of a millisecond reveals no hand"
    t.do(HOST, Hand(t.id(), ID, 1, person="stranger"), name="Sam")
    t.itself(TimedOut(table=ID, seats=[1], why="away"))
    assert asked(t, 1) == ["guest-2"], "nor was the offer answered"
    t.do(guest(2), agree(t, 1))
    t.do(STRANGER, agree(t, 1))
    assert t.table.seats_of("stranger") == [1]
    assert t.replayed().pack() == t.table.pack()


def test_hosts_give_their_own_seats_away_without_asking_themselves() -> None:
    t = Sitting(seats=2).start()
    t.do(HOST, Hand(t.id(), ID, 0, person="stranger"), name="Sam")
    t.do(STRANGER, agree(t, 0))
    assert t.table.seats_of("stranger") == [0]
    t = Sitting(seats=2).start()
    t.do(HOST, Hand(t.id(), ID, 0, mind="greedy"))
    assert t.table.wanted() == [(0, "greedy")]


def test_nobody_who_has_seen_a_hand_of_the_game_gets_another() -> None:
    t = Sitting("loyang", seats=3).start()
    t.do(guest(1), Leave(t.id(), ID, 1))
    assert t.refused(HOST, Hand(t.id(), ID, 2, person="guest-1"), name="Guest 1") == "illegal"
    t.do(HOST, Hand(t.id(), ID, 1, person="guest-1"), name="Guest 1")
    t.do(guest(1), agree(t, 1))
    assert t.table.seats_of("guest-1") == [1], "one's own seat may be had back"
    t.do(HOST, Hand(t.id(), ID, 2, person="stranger"), name="Sam")
    late = agree(t, 2)
    t.itself(TimedOut(table=ID, seats=[1], why="away"))
    t.do(HOST, Hand(t.id(), ID, 1, person="stranger"), name="Sam")
    t.do(guest(2), agree(t, 1))
    t.do(STRANGER, agree(t, 1))
    assert t.refused(guest(2), late) == "illegal", "by now that guest has a seat"


def test_what_a_new_player_sees_can_t_be_taken_back() -> None:
    t = Sitting("loyang", seats=2).start()
    assert t.table.match is not None
    match = t.table.match
    t.play(lambda offers: offers[0], until=lambda: bool(match.state.undo))
    (seat,) = match.state.undo
    frame = t.undo_frame(seat)
    t.do(HOST, Hand(t.id(), ID, seat, person="stranger"), name="Sam")
    assert private(t.table, seat)["undo"] == frame.undo, "no hidden information has been seen yet"
    t.do(STRANGER if seat == 0 else guest(seat), agree(t, seat))
    assert private(t.table, seat)["undo"] == 0
    assert t.refused(STRANGER, frame) == "sealed"
    assert t.replayed().pack() == t.table.pack()


def test_handovers_of_older_logs_seal_nothing() -> None:
    t = Sitting("loyang", seats=2).start()
    assert t.table.match is not None
    match = t.table.match
    t.play(lambda offers: offers[0], until=lambda: bool(match.state.undo))
    (seat,) = match.state.undo
    old = packed(["handed", 5, ID, seat, "", "stranger", "Sam"])
    t.itself(msgspec.msgpack.decode(old, type=Handed))
    t.do(STRANGER, t.undo_frame(seat))


def test_nobody_who_plays_is_handed_a_second_hand_to_look_at() -> None:
    t = Sitting("loyang", seats=3)
    t.do(HOST, Hand(t.id(), ID, 2, person="host"), name="Hanna")
    assert t.table.seats_of("host") == [0, 2], "before the start there is nothing to see"
    t.do(HOST, Hand(t.id(), ID, 2, mind="greedy"))
    t.take(2)
    t.start()
    for seat in (1, 2):
        assert t.refused(HOST, Hand(t.id(), ID, seat, person="host"), name="Hanna") == "illegal"
    assert t.refused(HOST, Hand(t.id(), ID, 0, person="guest-1"), name="Guest 1") == "illegal"
    t.do(HOST, Hand(t.id(), ID, 1, person="newcomer"), name="Nora")
    t.do(guest(1), agree(t, 1))
    assert t.table.seats_of("newcomer") == [1]


def test_a_rematch_keeps_seats_for_the_same_people() -> None:
    t = Sitting("toy", seats=2).start()
    t.play(lambda offers: offers[-1], until=lambda: False)
    assert phase(t) == "over"
    assert t.refused(STRANGER, Rematch(t.id(), ID), next="n") == "not-your-seat"
    t.do(guest(1), Rematch(t.id(), ID), next="next-table")
    assert t.table.state.next == "next-table"
    assert t.refused(HOST, Rematch(t.id(), ID), next="another") == "taken"
    again = Sitting("toy", seats=2, sit=False, kept=[("host", "Hanna"), ("guest-1", "Guest 1")])
    assert again.refused(STRANGER, Sit(again.id(), ID, 1)) == "not-invited"
    assert again.refused(STRANGER, Sit(again.id(), ID, AUTO)) == "full"
    again.do(guest(1), Sit(again.id(), ID, AUTO, "x"))
    again.do(HOST, Sit(again.id(), ID, AUTO, "y"))
    again.start()
    assert again.table.seats_of("guest-1") == [1]


def test_a_stand_in_plays_until_the_person_acts() -> None:
    t = Sitting(seats=2).start()
    seat = t.asked()
    t.itself(TimedOut(table=ID, seats=[seat], why="away"))
    assert t.table.wanted() == [(seat, "greedy")]
    assert t.table.by_people() == [1 - seat]
    t.take(seat)
    assert t.player(seat) == BOT
    t.act(seat, *t.offers(seat)[0], who=BOT)
    t.play(lambda offers: offers[0], until=lambda: t.asked() == seat)
    t.act(seat, *t.offers(seat)[0], who=guest(seat))
    row = t.table.state.seats[seat]
    assert (row.stand_in, row.bot) == ("", "")
    t.play(lambda offers: offers[0], until=lambda: t.asked() == seat)
    assert t.refused(BOT, t.act_frame(seat, *t.offers(seat)[0])) == "not-your-seat"


def test_a_person_is_back_while_others_are_asked_too() -> None:
    t = Sitting(seats=2).start()
    seat = 1 - t.asked()
    back = Back(t.id(), ID, seat)
    assert t.refused(guest(seat), back) == "stale", "there is no stand-in"
    t.itself(TimedOut(table=ID, seats=[seat], why="away"))
    t.take(seat)
    for stranger in (BOT, guest(1 - seat), STRANGER):
        assert t.refused(stranger, back) == "not-your-seat"
    t.do(guest(seat), back)
    row = t.table.state.seats[seat]
    assert (row.stand_in, row.bot) == ("", "")
    assert t.table.by_people() == [0, 1]
    assert t.table.state.ring[-1] == ["back", seat]
    t.play(lambda offers: offers[0], until=lambda: t.asked() == seat)
    assert t.refused(BOT, t.act_frame(seat, *t.offers(seat)[0])) == "not-your-seat"
    assert t.replayed().pack() == t.table.pack()


def test_being_back_gives_no_more_time_for_a_question_whose_time_is_up() -> None:
    t = Sitting(seats=2, clock=[60_000, 0]).start()
    seat = t.asked()
    t.now += 61_000
    t.itself(TimedOut(table=ID, seats=[seat], why="timeout"))
    assert t.refused(guest(seat), Back(t.id(), ID, seat)) == "stale"
    t.take(seat)
    t.play(lambda offers: offers[0], until=lambda: t.asked() != seat)
    t.do(guest(seat), Back(t.id(), ID, seat))
    assert t.table.by_people() == [0, 1]


def test_whoever_says_to_be_back_has_time_to_answer_an_offer() -> None:
    t = Sitting(seats=3).start()
    t.itself(TimedOut(table=ID, seats=[1], why="away"))
    t.do(HOST, Hand(t.id(), ID, 1, person="stranger"), name="Sam")
    t.do(guest(1), Back(t.id(), ID, 1))
    assert t.refused(STRANGER, agree(t, 1)) == "not-your-seat"
    assert offered(t, 1)["asks"] == "guest-1"
    offer = t.table.state.seats[1].offer
    assert offer and offer.since == t.table.state.at


def test_stand_ins_play_at_the_level_that_the_host_has_set() -> None:
    t = Sitting(seats=3, stand_in="beginner").start()
    t.itself(TimedOut(table=ID, seats=[1], why="away"))
    assert t.table.wanted() == [(1, "beginner")]
    t.do(guest(2), Leave(t.id(), ID, 2))
    assert t.table.wanted() == [(1, "beginner"), (2, "beginner")]


def test_a_person_may_take_back_what_the_stand_in_chose() -> None:
    t = Sitting("toy", seats=2).start()
    while True:
        seat = t.asked()
        t.itself(TimedOut(table=ID, seats=[seat], why="away"))
        t.take(seat)
        t.act(seat, *t.offers(seat)[0], who=BOT)
        assert t.table.match is not None
        if t.table.match.can_undo(seat):
            break
        t.act(t.asked(), *t.offers(t.asked())[0], who=t.player(t.asked()))
    t.do(guest(seat), t.undo_frame(seat))
    assert not t.table.state.seats[seat].stand_in


def test_bots_that_are_gone_leave_their_seats_to_others() -> None:
    t = Sitting(seats=2, wants=["", "greedy"], sit=False)
    t.do(HOST, Sit(t.id(), ID, 0))
    t.take(1)
    t.start()
    t.itself(Vacated(table=ID, seats=[1]))
    assert t.table.wanted() == [(1, "greedy")]
    other = Who("another-process", "bots", bot=True)
    t.take(1, other)
    t.play(lambda offers: offers[0], until=lambda: t.asked() == 1)
    assert t.refused(BOT, t.act_frame(1, *t.offers(1)[0])) == "not-your-seat"


@pytest.mark.parametrize("kind", [Leave, Remove])
def test_seats_out_of_range_are_refused(kind: type[Leave | Remove]) -> None:
    t = Sitting(seats=2)
    for seat in (-2, -1, 2, 15):
        assert t.refused(HOST, kind(t.id(), ID, seat)) == "unknown-seat"
