"""Local checks of what seats received: counts the mirrors' findings, compares documents, and hands over
traces for verification against the log."""

from __future__ import annotations

from typing import Any

from protocol.codec import check_value, packed, unpacked
from protocol.frames import Full
from protocol.mirror import Mirror

from ..judge.trace import Spool
from ..plan import LoadPlan
from .load_table import LoadSeat, LoadTable
from .recorder import Recorder


def account(recorder: Recorder, table: LoadTable) -> None:
    """Count the findings of a table's mirrors once its seats no longer follow it."""
    counts, top = recorder.counts, table.top
    for place in table.places:
        mirror, reading = place.mirror, not place.user.behind and not place.user.paused
        counts["checks"] += mirror.checks
        counts["diffs"] += place.diffs + mirror.repeats
        counts["diffs_expected"] += place.expected(top if reading else place.have)
        for name in ("gaps", "divergences", "repeats"):
            recorder.fault(name, getattr(mirror, name))
        if mirror.first_error >= 0:
            recorder.wrong(f"{table.named(place)}, after version {mirror.first_error}: {_found(mirror)}")


def _found(mirror: Mirror) -> str:
    """What was wrong with the messages of this mirror."""
    kinds = {
        "a version was left out": mirror.gaps,
        "the document is another than the server's": mirror.divergences,
        "a version came twice": mirror.repeats,
    }
    return ", ".join(words for words, times in kinds.items() if times)


def keep(spool: Spool, table: LoadTable) -> None:
    """Hand over the trace of a table for verification, if the server will have a complete log of it."""
    trace = table.trace
    assert trace is not None
    if table.ended != "over":
        spool.drop(trace)
        return
    trace.about.finals = [_final(place) for place in table.places]
    spool.finish(trace)


def _final(place: LoadSeat) -> tuple[int, int] | None:
    """The check values of its document; None if it can't have received the end."""
    if place.user.behind or place.user.paused:
        return None
    return check_value(place.mirror.document["public"]), check_value(place.mirror.document["mine"])


def compare_beginning(recorder: Recorder, plan: LoadPlan, place: LoadSeat, frame: Full) -> None:
    """Check the first document: does it have the version of `Joined`, and the requested game, seats and
    options?"""
    if frame.version != place.announced:
        recorder.fault("versions that differ")
        joined = f"joined at version {place.announced}, and told the document of {frame.version}"
        recorder.wrong(f"{place.table.named(place)}: {joined}")
    about = place.mirror.document["public"]["table"]
    asked: dict[str, Any] = unpacked(packed(plan.options.get(place.table.game, {})))
    made = about["game"], about["seats"], {name: about["options"].get(name) for name in asked}
    if made != (place.table.game, plan.seats, asked):
        recorder.fault("tables made otherwise")
        recorder.wrong(f"{place.table.named(place)}: it was made as {made}")


def compare_document(recorder: Recorder, place: LoadSeat, frame: Full) -> None:
    """Compare a whole document with the patched one, if it was requested for that purpose.

    `place` still has the previous version, and `awaited` is the document patched until now. On a new socket
    the server may send a document unasked to a client that missed too much for diffs.
    """
    if place.awaited is None or place.awaited_on != place.user.lost:
        return
    if (place.have, place.awaited) != (frame.version, place.mirror.document):
        recorder.fault("documents that differ")
        held = f"what it held, at version {place.have},"
        recorder.wrong(f"{place.table.named(place)}: {held} is not the whole document, at {frame.version}")
    place.awaited = None
    recorder.counts["documents_compared"] += 1
