"""Documents that the seats of a table share: each seat has exactly what it would have made by itself."""

from __future__ import annotations

from copy import deepcopy
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from msgspec import Raw

from bots.load.play.shared import PublicDocuments, SharingMirror
from protocol.codec import check_value, packed, unpacked
from protocol.diff import BadPatch, diff, patch, patched
from protocol.frames import Diff, Full
from protocol.mirror import Mirror

WORDS = ["cards", "coins", "log"]
NUMBERS = {word: number for number, word in enumerate(WORDS)}


def grown(random: Random, deep: int = 3) -> Any:
    """A random value of a document."""
    kind = random.randrange(6 if deep else 4)
    if kind == 4:
        return [grown(random, deep - 1) for _ in range(random.randrange(6))]
    if kind == 5:
        return {random.choice([*WORDS, "a", "b", "c"]): grown(random, deep - 1) for _ in range(4)}
    return (random.randrange(9), "word", None, True)[kind]


def history(random: Random, versions: int) -> list[dict[str, Any]]:
    """Documents that follow one another, each changed in a few places."""
    found = [{key: grown(random) for key in ("a", "b", "c", *WORDS)}]
    for _ in range(versions):
        new = deepcopy(found[-1])
        for key in random.sample(list(new), 2):
            new[key] = grown(random)
        new.pop("c", None) if random.random() < 0.2 else new.update(c=grown(random))
        found.append(new)
    return found


def frames(documents: list[dict[str, Any]], seat: int) -> list[Full | Diff]:
    mine = {"seat": seat, "done": 0}
    told: list[Full | Diff] = [Full("t", seat, 0, Raw(packed(documents[0])), Raw(packed(mine)))]
    for version, (old, new) in enumerate(pairwise(documents), 1):
        check = check_value(new), check_value(mine)
        told.append(Diff(seat, version, Raw(packed(diff(old, new, NUMBERS))), Raw(packed([])), check))
    return told


def test_a_patched_copy_is_the_patched_document_and_leaves_the_first_alone() -> None:
    random = Random(1)
    for old, new in pairwise(history(random, 300)):
        kept, node = deepcopy(old), packed(diff(old, new, NUMBERS))
        assert patched(old, unpacked(node), WORDS) == new and old == kept
        assert patched(old, unpacked(node), WORDS) == patch(deepcopy(old), unpacked(node), WORDS) == new
    with pytest.raises(BadPatch):
        patched({"a": 1}, [[], ["a", [["b", 1]]]])


def test_seats_at_different_versions_each_have_their_own() -> None:
    """Four seats receive a history in a random interleaving; one is far behind, one is sent other bytes."""
    random, documents = Random(2), history(Random(3), 60)
    shared = PublicDocuments()
    mirrors = [SharingMirror("t", seat, 1, shared) for seat in range(4)]
    waiting = [frames(documents, seat) for seat in range(4)]
    other = history(Random(4), 60)
    waiting[3] = frames(other, 3)
    weights = [5, 5, 1, 5]
    while any(waiting):
        ready = [n for n in range(4) if waiting[n] and len(waiting[n]) > len(waiting[1 - n % 2]) - 5]
        seat = random.choices(ready, [weights[n] for n in ready])[0]
        if isinstance(frame := waiting[seat].pop(0), Full):
            mirrors[seat].words = list(WORDS)
        assert mirrors[seat].receive(frame)
        for mirror, its in zip(mirrors, (documents, documents, documents, other), strict=True):
            if mirror.version >= 0:
                assert mirror.document["public"] == its[mirror.version]
    assert [mirror.checks for mirror in mirrors] == [60] * 4
    assert mirrors[0].document["public"] is mirrors[1].document["public"]


@pytest.mark.parametrize("which", ["patch", "own patch", "no patch", "check", "words"])
def test_a_seat_that_is_lied_to_finds_it_beside_seats_that_are_not(which: str) -> None:
    documents = history(Random(5), 2)
    shared = PublicDocuments()
    honest, lied_to = SharingMirror("t", 0, 1, shared), SharingMirror("t", 1, 1, shared)
    for mirror, seat in ((honest, 0), (lied_to, 1)):
        mirror.words = list(WORDS)
        first, second, _ = frames(documents, seat)
        assert mirror.receive(first)
        if mirror is lied_to:
            assert isinstance(second, Diff)
            check = second.check
            assert check is not None
            if which == "patch":
                second = Diff(1, 1, Raw(packed([["lie", 1]])), second.mine, check)
            elif which == "own patch":
                second = Diff(1, 1, second.public, Raw(packed([["lie", 1]])), check)
            elif which == "no patch":
                second = Diff(1, 1, second.public, Raw(packed(5)), None)
            elif which == "check":
                second = Diff(1, 1, second.public, second.mine, (check[0] + 1, check[1]))
            else:
                mirror.words = ["other", "other", "other"]
        assert mirror.receive(second) == (mirror is honest)
    assert (honest.divergences, lied_to.divergences) == (0, 1)


def test_a_mirror_of_its_own_and_a_sharing_one_say_the_same() -> None:
    documents = history(Random(6), 30)
    pair = Mirror("t", 0, 1), SharingMirror("t", 0, 1, PublicDocuments())
    for frame in frames(documents, 0):
        for mirror in pair:
            mirror.words = list(WORDS)
            assert mirror.receive(frame)
        assert pair[0].document == pair[1].document and pair[0].join() == pair[1].join()
