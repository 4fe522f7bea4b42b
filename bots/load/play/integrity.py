"""Whether seats were told the truth, as far as it can be seen here: what mirrors found is counted, documents
are compared, what seats were told is handed over for the rest.
"""

from __future__ import annotations

from protocol.codec import check_value
from protocol.frames import Full

from ...mirror import Mirror
from ..judge.trace import Spool
from .load_table import LoadTable, Place
from .recorder import Recorder


def account(recorder: Recorder, table: LoadTable) -> None:
    """Count what the mirrors of a table have found; it is followed no longer."""
    counts, top = recorder.counts, table.top
    for place in table.places:
        mirror, reading = place.mirror, not place.user.behind and not place.user.paused
        counts["checks"] += mirror.checks
        counts["diffs"] += place.diffs + mirror.repeats
        counts["diffs_expected"] += place.expected(top if reading else place.have)
        for name in ("gaps", "divergences", "repeats"):
            recorder.fault(name, getattr(mirror, name))
        if mirror.astray >= 0:
            recorder.wrong(f"{table.named(place)}, after version {mirror.astray}: {_found(mirror)}")


def _found(mirror: Mirror) -> str:
    """What was wrong with what came there."""
    kinds = {
        "a version was left out": mirror.gaps,
        "the document is another than the server's": mirror.divergences,
        "a version came twice": mirror.repeats,
    }
    return ", ".join(words for words, times in kinds.items() if times)


def keep(spool: Spool, table: LoadTable) -> None:
    """Hand over what a table's seats were told to be verified, if there will be a log of it."""
    trace = table.trace
    assert trace is not None
    if table.ended != "over":
        spool.drop(trace)
        return
    trace.about.finals = [_final(place) for place in table.places]
    spool.finish(trace)


def _final(place: Place) -> tuple[int, int] | None:
    """The check values of what it holds; None where it can't have heard of the end."""
    if place.user.behind or place.user.paused:
        return None
    return check_value(place.mirror.document["public"]), check_value(place.mirror.document["mine"])


def compare_document(recorder: Recorder, place: Place, frame: Full) -> None:
    """A whole document has come: is it the one that was here already, if that was the question?

    `place` still has the version of before, and `awaited` is the document that was changed until now. On a
    new socket the server may send the document by itself, to one that has missed too much for diffs.
    """
    if place.awaited is None or place.awaited_on != place.user.lost:
        return
    if (place.have, place.awaited) != (frame.version, place.mirror.document):
        recorder.fault("documents that differ")
        held = f"what it held, at version {place.have},"
        recorder.wrong(f"{place.table.named(place)}: {held} is not the whole document, at {frame.version}")
    place.awaited = None
    recorder.counts["documents_compared"] += 1
