"""The frames of every seat are compared with the log of the game: every deviation is found."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bots.load.judge.trace import Trace
from bots.load.judge.truth import OtherRules, difference, verify
from protocol.codec import encode, packed, unpacked
from protocol.frames import Diff, Full, Joined
from protocol.mirror import Mirror
from server.games import GAMES
from server.table.log import BadLog

from ..client.told import TABLE, Played, Told, doctored, play


@cache
def game(name: str = "machi_koro") -> Played:
    return play(name)


def diffs_of(played: Played, place: int) -> list[int]:
    """The positions of a place's diffs in a game."""
    return [n for n, told in enumerate(played.told) if told.place == place and isinstance(told.frame, Diff)]


def held(played: Played, told: list[Told], folder: Path) -> list[str]:
    return verify(played.trace(told), played.log_in(folder)).wrong


@pytest.mark.parametrize("name", sorted(GAMES))
def test_correct_frames_pass_the_verification(name: str, tmp_path: Path) -> None:
    played = game(name)
    trace = played.trace()
    found = verify(Trace.read(trace.packed()), played.log_in(tmp_path))
    assert found.wrong == []
    assert found.documents == sum(isinstance(told.frame, Diff | Full) for told in played.told) > 100


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_private_part_that_another_seat_is_told_is_found(name: str, tmp_path: Path) -> None:
    """It lasts for one version and is gone with the next; no check value covers it."""
    played = game(name)
    told = list(played.told)
    leak = {**secret_of(played, 0, 40), "seat": 0}
    here, after = diffs_of(played, 1)[40], diffs_of(played, 1)[41]
    told[here] = doctored(told[here], mine=["leak", leak])
    told[after] = Told(1, Diff(*fields(told[after].frame, mine=cut(told[after].frame.mine, "leak"))))
    version = told[here].frame.version
    (words,) = held(played, told, tmp_path)
    assert f"seat 1, version {version}: mine.leak: it was told {{" in words
    assert words.endswith("but may know nothing")


def secret_of(played: Played, place: int, number: int) -> dict[str, Any]:
    """The private part of a seat after this many diffs."""
    own: dict[str, Any] = mirror_of(played, place, number).document["mine"]["game"]
    return own


def mirror_of(played: Played, place: int, number: int) -> Mirror:
    """The mirror of a place after this many diffs."""
    mirror, left = Mirror(TABLE, played.seats[place]), number
    for told in played.told:
        if told.place == place and isinstance(told.frame, Joined):
            mirror.words = told.frame.words
        elif told.place == place and left >= isinstance(told.frame, Diff):
            left -= isinstance(told.frame, Diff)
            mirror.receive(told.frame)
    return mirror


def fields(frame: Diff, **other: Any) -> tuple[Any, ...]:
    plain = {name: getattr(frame, name) for name in ("channel", "version", "public", "mine")}
    return tuple({**plain, **other}.values())


def cut(patch: Any, key: str) -> msgspec.Raw:
    """The same patch, which also removes a key at the root."""
    node: list[Any] = unpacked(patch)
    nothing: list[list[Any]] = [[], [], []]
    sets, subs, gone = node + nothing[len(node) :]
    return msgspec.Raw(packed([sets, subs, [*gone, key]]))


def test_a_changed_value_is_named_by_its_path(tmp_path: Path) -> None:
    played = game()
    told = list(played.told)
    here = diffs_of(played, 2)[30]
    told[here] = doctored(told[here], public=["scores", [[0, 1, 99, {}]]])
    (words,) = held(played, told, tmp_path)
    version = told[here].frame.version
    assert f"watcher 2, version {version}: public.scores[0]: it was told [0, 1, 99, {{}}]" in words


def test_a_number_that_is_true_is_another_value(tmp_path: Path) -> None:
    played = game()
    told = list(played.told)
    here = diffs_of(played, 0)[10]
    told[here] = doctored(told[here], mine=["undo", False])
    (words,) = held(played, told, tmp_path)
    assert "seat 0" in words and "mine.undo: it was told False" in words


@pytest.mark.parametrize("which", [20, -1], ids=["one of many", "the last"])
def test_a_diff_that_is_missing_is_found(which: int, tmp_path: Path) -> None:
    """A mirror that cannot follow accepts no more diffs, and here it never gets a whole document."""
    played = game()
    lost = diffs_of(played, 0)[which]
    version = played.told[lost].frame.version
    told = [one for n, one in enumerate(played.told) if n != lost]
    (words,) = held(played, told, tmp_path)
    assert f"seat 0: told nothing after version {version - 1}, but there are" in words


def test_a_client_that_stops_reading_at_the_end_is_no_fault(tmp_path: Path) -> None:
    played = game()
    trace = played.trace([one for n, one in enumerate(played.told) if n != diffs_of(played, 1)[-1]])
    trace.about.finals[1] = None
    assert verify(trace, played.log_in(tmp_path)).wrong == []


def test_a_diff_told_twice_is_found(tmp_path: Path) -> None:
    played = game()
    here = diffs_of(played, 1)[25]
    trace = played.trace()
    doubled = Trace(trace.about.table, trace.about.game)
    doubled.about = trace.about
    for n, (place, frame) in enumerate(trace.frames()):
        doubled.add(place, frame)
        if n == here:
            doubled.add(place, frame)
    (words,) = verify(doubled, played.log_in(tmp_path)).wrong
    version = played.told[here].frame.version
    assert f"seat 1, version {version}: version {version} does not follow {version}" in words


def test_diffs_that_change_places_are_found(tmp_path: Path) -> None:
    """Applied in the wrong order, by a client that ignores versions."""
    played = game()
    first, second = diffs_of(played, 1)[25:27]
    told = list(played.told)
    told[first], told[second] = told[second], told[first]
    trace = Trace(*(getattr(played.trace().about, name) for name in ("table", "game")))
    trace.about = played.trace().about
    for place, frame in told:
        trace.add(place, encode(frame))
    (words,) = verify(trace, played.log_in(tmp_path)).wrong
    version = played.told[first].frame.version
    assert f"seat 1, version {version + 1}: version {version + 1} does not follow {version - 1}" in words


def whole(played: Played, place: int, until: int, **leak: Any) -> Told:
    """The whole document of a place after this many diffs, as the server may send it again."""
    mirror = mirror_of(played, place, until)
    mine = {**mirror.document["mine"], **leak}
    public, own = (msgspec.Raw(packed(part)) for part in (mirror.document["public"], mine))
    return Told(place, Full(TABLE, played.seats[place], mirror.version, public, own))


@pytest.mark.parametrize("leak", [{}, {"leak": [1, 2, 3]}], ids=["right", "with a secret"])
def test_whole_documents_that_are_told_again_are_held_against_the_log_each(
    leak: dict[str, Any], tmp_path: Path
) -> None:
    """This also holds if the next one, of the same version, is correct again."""
    played = game()
    here = diffs_of(played, 1)[30]
    again, right = whole(played, 1, 31, **leak), whole(played, 1, 31)
    found = held(played, [*played.told[: here + 1], again, right, *played.told[here + 1 :]], tmp_path)
    assert len(found) == bool(leak)
    assert all("mine.leak: it was told [1, 2, 3], but may know nothing" in words for words in found)


def test_a_secret_in_a_diff_is_found_though_the_whole_document_comes_right_after_it(tmp_path: Path) -> None:
    played = game()
    told, here = list(played.told), diffs_of(played, 1)[30]
    right = whole(played, 1, 31)
    told[here] = doctored(told[here], mine=["leak", 7])
    (words,) = held(played, [*told[: here + 1], right, *told[here + 1 :]], tmp_path)
    assert f"version {right.frame.version}: mine.leak: it was told 7, but may know nothing" in words


@pytest.mark.parametrize("leak", [{}, {"leak": [1, 2, 3]}], ids=["right", "with a secret"])
def test_a_seat_set_back_may_know_no_more_than_at_that_version(leak: dict[str, Any], tmp_path: Path) -> None:
    """As by a hub that is slightly behind; later entries are sent again, or become hidden."""
    played = game()
    told = played.told[: diffs_of(played, 1)[30] + 1]
    back = [whole(played, 1, 29, **leak), whole(played, 1, 30), played.told[diffs_of(played, 1)[30]]]
    found = held(played, [*told, *back, *played.told[len(told) :]], tmp_path)
    assert len(found) == bool(leak)
    words = f"version {back[0].frame.version}: mine.leak: it was told [1, 2, 3], but may know nothing"
    assert all(words in one for one in found)


def test_a_version_that_there_never_was_is_found(tmp_path: Path) -> None:
    played = game()
    last = played.told[diffs_of(played, 1)[-1]]
    nothing = msgspec.Raw(packed([]))
    more = Told(1, Diff(last.frame.channel, last.frame.version + 1, nothing, nothing))
    (words,) = held(played, [*played.told, more], tmp_path)
    assert "seat 1: told of versions that there are not" in words


def test_a_document_that_changed_in_the_player_s_hands_is_found(tmp_path: Path) -> None:
    played = game()
    trace = played.trace()
    trace.about.finals[0] = (1, 1)
    (words,) = verify(trace, played.log_in(tmp_path)).wrong
    assert "seat 0: in the end it held another document" in words


def test_a_log_that_is_not_of_this_game_is_no_proof(tmp_path: Path) -> None:
    played = game()
    form, first, *rest = msgspec.msgpack.decode(played.log)
    path = tmp_path / "game.log"
    path.write_bytes(msgspec.msgpack.encode([form, first, *rest[:20], *rest[21:]]))
    with pytest.raises(BadLog):
        verify(played.trace(), path)


def test_a_log_that_makes_no_sense_is_no_proof_either(tmp_path: Path) -> None:
    """The log of a table without seats, where two people sit down: no rule covers that."""
    played = game()
    form, first, *rest = msgspec.msgpack.decode(played.log)
    assert first[4][6] == 2
    first[4][6] = 0
    path = tmp_path / "game.log"
    path.write_bytes(msgspec.msgpack.encode([form, first, *rest]))
    with pytest.raises(BadLog, match="can’t be"):
        verify(played.trace(), path)


def test_a_game_of_other_rules_can_t_be_judged(tmp_path: Path) -> None:
    played = game()
    form, first, *rest = msgspec.msgpack.decode(played.log)
    first[4][5] = "00000000"
    path = tmp_path / "game.log"
    path.write_bytes(msgspec.msgpack.encode([form, first, *rest]))
    with pytest.raises(OtherRules):
        verify(played.trace(), path)


@pytest.mark.parametrize(
    ("has", "may", "words"),
    [
        ({"a": [1, 2]}, {"a": [1, 3]}, "x.a[1]: it was told 2, but may know 3"),
        ({"a": [1, 2]}, {"a": [1]}, "x.a[1]: it was told 2, but may know nothing"),
        ({"a": {}}, {"a": {}, "b": 0}, "x.b: it was told nothing, but may know 0"),
        ({"a": {"b": "c" * 99}}, {"a": []}, "x.a: it was told {'b': '" + "c" * 53 + "…, but may know []"),
    ],
)
def test_differences_in_words(has: Any, may: Any, words: str) -> None:
    assert difference("x", has, may) == words
