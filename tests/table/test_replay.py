"""Invalid logs are refused with one line, for any content."""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from protocol.frames import Act, Reveal, Sit
from server.commands import luck
from server.games import GAMES
from server.games.catalogue import digest, texts
from server.replay import fairness, hold, play
from server.table import tokens
from server.table.entries import Entry, Made, TimedOut, decode_entry, encode
from server.table.log import BadLog, replayed

from .tables import ID, Sitting

AWAY_AT_NO_SEAT = TimedOut(table=ID, seats=[99], why="away")


def finished() -> list[Entry]:
    """The log of a whole game as a download."""
    t = Sitting(seats=2, options={"play_out": False}).start()
    pick = random.Random(5)
    t.play(pick.choice, until=lambda: False)
    first, *rest = map(decode_entry, t.log)
    assert type(first.what) is Made
    return [replace(first, what=replace(first.what, digest=digest("machi_koro"))), *rest]


def made(entries: list[Entry], **other: object) -> list[Entry]:
    """The same log, with another creation of the table."""
    return [replace(entries[0], what=replace(entries[0].what, **other)), *entries[1:]]


def promised() -> list[Entry]:
    """The same of a game with promised parts of the random source."""
    t = Sitting(seats=2, options={"play_out": False}, promise=True).start().reveal(1, 0)
    pick = random.Random(5)
    t.play(pick.choice, until=lambda: False)
    first, *rest = map(decode_entry, t.log)
    assert type(first.what) is Made
    return [replace(first, what=replace(first.what, digest=digest("machi_koro"))), *rest]


def checked(entries: list[Entry]) -> list[Entry]:
    """With the check values that the entries make."""
    table, found = replayed([encode(entries[0])]), [entries[0]]
    for entry in entries[1:]:
        table.apply(entry)
        found.append(replace(entry, check=table.check()))
    return found


def test_a_game_is_held_against_what_was_kept_from_before_its_start() -> None:
    table = play(checked(promised()), True).table
    shown = tokens.commitment(table.state.made.secret)
    hold(table, shown, {0: "luck-0", 1: "luck-1"})
    hold(table, shown.upper(), {})
    for commitment, lucks, told in (
        (tokens.commitment("00" * 32), {}, "changed after you saw that"),
        ("", {0: "mine"}, "seat 0 has added “luck-0”, not “mine”"),
        ("", {7: "mine"}, "no seat 7"),
    ):
        with pytest.raises(BadLog, match=told):
            hold(table, commitment, lucks)


def test_a_made_up_log_verifies_alone_but_not_against_what_was_kept() -> None:
    """Another secret, and everything else adapted to it: only the commitment that a player has kept can show
    this."""
    t = Sitting(seats=2, options={"play_out": False}, promise=True, secret="66" * 32).start().reveal(0, 1)
    t.play(lambda offers: offers[0], until=lambda: False)
    first, *rest = map(decode_entry, t.log)
    forged = checked([replace(first, what=replace(first.what, digest=digest("machi_koro"))), *rest])
    table = play(forged, True).table
    with pytest.raises(BadLog, match="changed after"):
        hold(table, tokens.commitment("5e" * 32), {0: "luck-0"})


def test_parts_that_are_promised_or_told_out_of_turn_are_found() -> None:
    log = promised()
    reveal = next(n for n, entry in enumerate(log) if type(entry.what) is Reveal)
    other = replace(log[reveal], what=replace(log[reveal].what, luck="chosen-later"))
    late = replace(log[1], what=Sit(99, ID, 1, "", tokens.promise("chosen-later")))
    for spoiled, told in (
        ([*log[:reveal], other, *log[reveal + 1 :]], "another part than it has promised"),
        ([*log[:reveal], late, *log[reveal:]], "taken after the start"),
        ([*log[: reveal + 2], log[reveal], *log[reveal + 2 :]], "out of turn"),
    ):
        with pytest.raises(BadLog, match=told):
            play(checked_up_to(spoiled), True)


def checked_up_to(entries: list[Entry]) -> list[Entry]:
    """With check values for all entries that can be played."""
    for count in range(len(entries), 0, -1):
        try:
            return [*checked(entries[:count]), *entries[count:]]
        except Exception:
            continue
    return entries


def test_the_contribution_of_each_seat_is_told() -> None:
    told = "\n".join(fairness(play(promised(), False).table))
    assert told.count("promised before anybody told a part") == 2
    assert "without a promise" in "\n".join(fairness(play(finished(), False).table))


@pytest.mark.parametrize("text", ["0", "x=abc", "=abc", "0=", "-1=abc"])
def test_a_seat_s_part_is_named_with_its_seat(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="is not SEAT=PART"):
        luck(text)
    assert luck("3=a=b") == (3, "a=b")


def test_a_log_is_played_to_its_end() -> None:
    assert play(finished(), False).table.state.phase == "over"


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lambda log: made(log, rules=0), "other rules"),
        (lambda log: made(log, digest="0"), "other rules"),
        (lambda log: made(log, game="chess"), "other rules"),
        (lambda log: made(log, options={"colour": "red"}), "can’t be made"),
        (lambda log: made(log, secret="no hex"), "can’t be played"),
        (lambda log: [log[0], replace(log[1], what=Sit(7, ID, 9)), *log[2:]], "can’t be played"),
        (lambda log: [*log[:5], replace(log[5], what=AWAY_AT_NO_SEAT)], "can’t be played"),
        (lambda log: [*log[:4], replace(log[4], what=replace(log[4].what, seat=9))], "can’t be played"),
    ],
)
def test_a_spoiled_log_is_told_of_in_a_line(spoil: Callable[[list[Entry]], list[Entry]], told: str) -> None:
    with pytest.raises(BadLog, match=told):
        play(spoil(finished()), False)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_choices_are_told_in_the_words_of_the_game(game: str) -> None:
    """No number stands for a thing that has a name."""
    t = Sitting(game=game).start()
    t.play(random.Random(3).choice, until=lambda: t.table.version > 150)
    entries, words, named = [decode_entry(data) for data in t.log], texts(game, "en"), 0
    entries[0] = made(entries, digest=digest(game))[0]
    for line, entry in zip(play(entries, False).lines, entries, strict=True):
        what = entry.what
        things = words["names"].get(words["nouns"].get(what.verb), ()) if isinstance(what, Act) else ()
        known = things if isinstance(things, dict) else {str(n): thing for n, thing in enumerate(things)}
        if isinstance(what, Act) and (name := known.get(str(what.noun))):
            assert name in line and not line.endswith(f" {what.noun}"), line
            named += 1
    assert named > 10
