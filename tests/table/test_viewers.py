"""Updates of a table: a seat without viewers costs nothing, and a copy is verified by its check values."""

from __future__ import annotations

from typing import Any

import pytest

from protocol.codec import check_value, packed, unpacked
from protocol.diff import patch
from protocol.frames import WATCH
from server.table.document import face, private, public
from server.table.entries import TimedOut, encode
from server.table.ready import decode_ready
from server.table.table import Table
from server.table.viewers import KEPT_VERSIONS, Viewers

from .tables import ID, Sitting


class Seen:
    """A running table and what its viewers have sent."""

    def __init__(self, game: str = "machi_koro", **options: Any) -> None:
        self.sitting = Sitting(game, 3, options=options).start()
        self.viewers = Viewers(self.sitting.table, 16)
        self.looks(0)

    def looks(self, *seats: int) -> None:
        for seat in seats:
            self.viewers.full(self.sitting.table, seat)

    def play(self, versions: int) -> None:
        for _ in range(versions):
            seat = self.sitting.asked()
            self.sitting.act(seat, *self.sitting.offers(seat)[-1])
            self.viewers.advance(self.sitting.table)

    def check(self, seat: int) -> tuple[int, int]:
        table = self.sitting.table
        return check_value(public(table, face(table))), check_value(private(table, seat))

    def missing(self, seat: int, have: int, check: tuple[int, int] | None) -> list[int] | None:
        steps = self.viewers.missing(self.sitting.table, seat, have, check)
        return None if steps is None else [step.version for step in steps]


def test_a_seat_that_everybody_left_is_soon_worked_out_no_more() -> None:
    seen = Seen()
    seen.looks(1)
    seen.viewers.forget(1)
    seen.viewers.forget(WATCH)
    seen.viewers.forget(2)  # this seat never had a viewer
    seen.play(KEPT_VERSIONS - 1)
    assert set(seen.viewers.mine) == {WATCH, 0, 1}, "a viewer who comes back soon gets the missed diffs"
    seen.play(2)
    assert set(seen.viewers.mine) == {WATCH, 0}
    assert set(seen.viewers.deltas[-1].mine) == {WATCH, 0}
    seen.looks(1)
    seen.play(KEPT_VERSIONS + 2)
    assert 1 in seen.viewers.mine, "there is a viewer again"


def test_a_seat_that_was_left_is_not_kept_over_sleep_or_loading() -> None:
    asleep, loaded = Seen(), Seen()
    for seen in (asleep, loaded):
        seen.viewers.forget(0)
    asleep.viewers.sleep()
    loaded.viewers.renew(loaded.sitting.table)
    assert set(asleep.viewers.mine) == set(loaded.viewers.mine) == {WATCH}


def test_a_quick_reconnect_gets_the_missed_versions() -> None:
    seen = Seen()
    have = seen.sitting.table.version
    copy = [public(seen.sitting.table, face(seen.sitting.table)), private(seen.sitting.table, 0)]
    copy = unpacked(packed(copy))
    check = seen.check(0)
    seen.viewers.forget(0)
    seen.play(5)
    steps = seen.viewers.missing(seen.sitting.table, 0, have, check)
    assert steps is not None
    for step in steps:
        patch(copy[0], unpacked(step.public), seen.viewers.words)
        patch(copy[1], unpacked(step.mine[0]), seen.viewers.words)
    assert steps[-1].checks[0] == (check_value(copy[0]), check_value(copy[1])) == seen.check(0)
    assert seen.viewers.ending(0, steps[-1], exact=True)[0] == b"\x96\xa1d"


@pytest.mark.parametrize("seat", [WATCH, 0])
def test_a_version_without_its_check_value_proves_nothing(seat: int) -> None:
    seen = Seen()
    seen.play(3)
    here = seen.sitting.table.version
    assert seen.missing(seat, here, seen.check(seat)) == []
    assert seen.missing(seat, here, (1, 2)) is None
    assert seen.missing(seat, here, None) is None
    assert seen.missing(seat, here - 1, None) is None
    assert seen.missing(seat, here - 1, (1, 2)) == [here], "the last step shows whether that copy was right"
    assert seen.missing(seat, here + 1, seen.check(seat)) is None


def test_hints_are_there_for_a_seat_whose_viewer_wants_them_and_for_no_other() -> None:
    seen = Seen("toy")
    viewers, table = seen.viewers, seen.sitting.table
    seen.looks(1)
    assert viewers.hint(table, 0) and viewers.hint(table, WATCH)
    assert not viewers.hint(table, 0), "that is known already"
    for _ in range(3):
        assert viewers.mine[0]["hints"]["values"] == viewers.mine[WATCH]["hints"]["values"]
        assert "hints" not in viewers.mine[1] and "amounts" not in viewers.mine[WATCH]["hints"]
        assert viewers.mine[0] == private(table, 0, hinted=True)
        seen.play(1)
    assert seen.missing(0, 1, seen.check(0)) is None, (
        "no steps lead from a copy without hints to one with them"
    )


def test_advice_is_there_while_somebody_at_the_seat_wants_it() -> None:
    seen = Seen("machi_koro")
    viewers, table, seat = seen.viewers, seen.sitting.table, seen.sitting.asked()
    assert viewers.hint(table, seat) and viewers.hint(table, seat, advice=True)
    assert viewers.mine[seat]["hints"]["advice"] and not viewers.hint(table, seat, advice=True)
    assert viewers.hint(table, seat) and "advice" not in viewers.mine[seat]["hints"]
    assert viewers.hint(table, WATCH, advice=True) and "advice" not in viewers.mine[WATCH]["hints"]


def test_a_first_subscription_with_hints_keeps_the_patches_of_others() -> None:
    seen = Seen("toy")
    seen.looks(1)
    have, before = seen.sitting.table.version, seen.check(1)
    seen.play(3)
    assert seen.viewers.hint(seen.sitting.table, 0)
    assert seen.missing(1, have, before) == [have + 1, have + 2, have + 3]
    assert seen.missing(0, have, before) is None
    seen.viewers.hint(seen.sitting.table, WATCH)
    seen.play(1)
    seen.viewers.forget(WATCH)
    assert seen.missing(WATCH, have + 3, (0, 0)) is None, "that led from hints to hints"


def test_everybody_who_shows_a_table_shows_its_seats_as_they_are() -> None:
    seen = Seen()
    table = seen.sitting.table
    here, there = seen.viewers, Viewers(table, 16)
    seen.sitting.itself(TimedOut(table=ID, seats=[2], why="away"))
    assert table.rearranged
    for viewers in (here, there):
        viewers.advance(table)
        assert viewers.public == public(table, face(table))
    seen.play(1)
    assert not table.rearranged, "that was a move and nothing else"


def test_an_option_s_amounts_stand_beside_the_question() -> None:
    seen = Seen("toy", bids=False)
    seen.viewers.hint(seen.sitting.table, 0)
    mine = seen.viewers.mine[0]
    takes = [noun for verb, *nouns in mine["ask"]["options"] if verb == "take" for noun in nouns]
    assert [row[1] for row in mine["hints"]["amounts"]] == takes != []


def test_hints_go_with_the_last_who_wanted_them() -> None:
    seen = Seen("toy")
    for seat in (0, WATCH):
        assert seen.viewers.hint(seen.sitting.table, seat)
        seen.viewers.forget(seat)
    assert seen.viewers.mine[WATCH] == {}
    seen.viewers.renew(seen.sitting.table)
    assert 0 not in seen.viewers.mine and not seen.viewers.hinted


@pytest.mark.parametrize("game", ["machi_koro", "schweinebande", "santiago", "bruges", "loyang", "toy"])
def test_a_following_hub_sends_the_same_versions_as_the_deciding_one(game: str) -> None:
    """This holds for any viewers at the writing hub. The following hub continues with equal documents."""
    seen = Seen(game)
    sitting, writer = seen.sitting, seen.viewers
    follows, plays = Viewers(sitting.table, 16), Viewers(sitting.table, 16)
    for seat in range(3):
        follows.full(sitting.table, seat)
        plays.full(sitting.table, seat)
    for number in range(60):
        writer.widen(sitting.table)
        seat = sitting.asked()
        sitting.act(seat, *sitting.offers(seat)[number % len(sitting.offers(seat))])
        if sitting.table.rearranged:
            break
        sent = encode(writer.ready(writer.advance(sitting.table), sitting.table.pack()))
        ready = decode_ready(sent)
        told = follows.relay(sitting.table.version, ready, {WATCH, 0, 1, 2}, [])
        assert told == plays.advance(sitting.table)
        if number % 7 == 0:
            follows.wake(Table.unpack(sitting.table.engine, ready.state))
            assert (follows.public, follows.mine) == (plays.public, plays.mine)
    assert number > 20


def test_a_following_hub_drops_no_patch_that_a_client_needs() -> None:
    seen, seats = Seen(), {WATCH, 0, 1}
    table = seen.sitting.table
    seen.viewers.hint(table, 1)
    follows = [Viewers(table, 16) for _ in range(4)]
    for viewers in follows:
        for seat in seats:
            viewers.full(table, seat)
    follows[0].hint(table, 0)
    seen.viewers.widen(table)
    seen.play(1)
    ready, version = seen.viewers.ready(seen.viewers.deltas[-1], table.pack()), table.version
    assert version % 16 and set(ready.mine) == {WATCH, 0, 2}, "hints stay where they were worked out"
    assert follows[0].relay(version, ready, {WATCH, 0}, []) is None, "a client here wants hints"
    assert follows[1].relay(version, ready, seats, []) is None, "a seat is missing"
    assert follows[2].relay(version, ready, {WATCH, 0}, [0]) is None, "a client here wants a check value"
    for viewers in follows[:3]:
        assert (viewers.version, len(viewers.deltas)) == (version - 1, 0) and viewers.public["game"]
    told = follows[3].relay(version, ready, {WATCH, 0}, [])
    assert told is not None and follows[3].version == version and not follows[3].public


def test_a_step_that_was_not_stored_has_changed_nothing() -> None:
    seen = Seen()
    seen.looks(1)
    before = seen.viewers.version, dict(seen.viewers.mine), seen.viewers.public
    seen.sitting.act(seen.sitting.asked(), *seen.sitting.offers(seen.sitting.asked())[-1])
    step = seen.viewers.ahead(seen.sitting.table)
    assert (seen.viewers.version, seen.viewers.mine, seen.viewers.public) == before
    assert not seen.viewers.deltas and step.delta.version == before[0] + 1
    assert seen.viewers.take(step) is seen.viewers.deltas[-1]
    assert seen.viewers.version == before[0] + 1
