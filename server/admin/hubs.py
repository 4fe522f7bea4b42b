"""Queries all hubs of the cluster about their state and settings: finds differences and silent hubs."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from msgspec.structs import replace

from protocol.codec import unpacked
from server.admin import settings_digest
from server.settings.config import Settings, agreed, names
from server.starting import called
from server.store.admin_records import Hubs, admin_records_at
from server.store.clients import StoreAway

from .findings import ADVICE, FINE, WRONG, Finding
from .query import ANSWER_TIMEOUT_S, HubAnswer, asked

ADRIFT_S: Final = 1.0
"""Seconds between the clocks of two hubs from which deadlines appear wrong."""

LATE_S, TOO_LATE_S = 0.1, 1.0
"""Seconds of event loop lag: above the first it is advice, above the second wrong."""

MAY_DIFFER: Final = ("admin_key", "proxies")
"""Shared settings that may differ between machines on purpose."""

MET: Final = ("proxies", "hosts")
"""Settings that matter to a client from outside."""

Told = Mapping[str, Mapping[str, Any]]
"""Each hub's answer, by the hub's name."""


async def hubs(url: str, settings: Settings) -> list[Finding]:
    """What is wrong with the hubs on this Redis, each alone and all together."""
    return (await looked_at(url, settings))[0]


async def looked_at(url: str, settings: Settings) -> tuple[list[Finding], Settings]:
    """The same, and these settings with the values of MET that all hubs agree on."""
    question = settings_digest.QUESTION + secrets.token_urlsafe(16)
    try:
        async with admin_records_at(url) as records:
            before = await records.hubs()
            awaited = [hub for hub in {*before.loads, *before.ages} if before.lives(hub)]
            answers = await asked(records, question, awaited)
            ahead = _ahead(answers)
            if _apart(ahead) > ADRIFT_S:  # a slow answer looks like a clock that is behind
                again = _ahead(await asked(records, question, ahead))
                ahead = {hub: max(seconds, again.get(hub, seconds)) for hub, seconds in ahead.items()}
            after = await records.hubs()
    except StoreAway as away:
        said = f"Hubs could not be asked how they are: {away}"
        return [Finding(ADVICE, said, "Fix Redis first.")], settings
    new = {hub for hub in after.ages if after.lives(hub) and hub not in awaited}
    told = {hub: it.said for hub, it in sorted(answers.items()) if isinstance(it.said, dict)}
    if not told and not after.loads:
        return [Finding(FINE, "No hub runs on this Redis just now.")], settings
    found = [
        *(_seen(hub, it) for hub, it in told.items()),
        *_silent(after, {*answers} | new, told),
        *(_old(hub) for hub in sorted(answers.keys() - told.keys())),
        *_late(told),
        *_strangers(told),
        *_versions(told),
        *_packages(told),
        *_games(told),
        *_clocks(ahead),
        *_settings(told),
        *_copies(told, settings.copies),
    ]
    return found, _as_met(told, settings)


def _as_met(told: Told, settings: Settings) -> Settings:
    """These settings with the hubs' values of MET, where all hubs agree: the probe from outside meets
    those."""
    for name in MET:
        values = {it["settings"].get(name, "") for it in told.values()}
        if len(values) == 1:
            settings = replace(settings, **{name: [one for one in values.pop().split(",") if one]})
    return settings


def _seen(hub: str, it: Mapping[str, Any]) -> Finding:
    return Finding(
        FINE,
        f"Hub {hub} ({it['machine']}, port {it['port']}): version {it['version']} on Python {it['python']}, "
        f"{_count(it['tables'], 'table')}, {_count(it['sockets'], 'connection')}.",
    )


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'s' if number != 1 else ''}"


def _old(hub: str) -> Finding:
    said = f"Hub {hub} is of a version that doesn't tell how it is set."
    return Finding(WRONG, said, "After an update replace all hubs, one by one (SIGHUP).")


def _silent(known: Hubs, fine: Iterable[str], told: Told) -> Iterator[Finding]:
    """Hubs that didn't answer. `fine`: hubs that did, or that were not asked."""
    places = {(it["machine"], it["port"]) for it in told.values()}
    for hub in sorted({*known.loads, *known.ages} - {*fine}):
        load = unpacked(known.loads[hub]) if hub in known.loads else {}
        where = f" ({load['machine']}, port {load['port']})" if "machine" in load else ""
        if known.lives(hub):
            silence = f"doesn't answer for {ANSWER_TIMEOUT_S:.0f} s: it follows no orders."
            said = f"Hub {hub}{where} lives, and {silence}"
            yield Finding(WRONG, said, "Check its log and restart it.")
        elif not load:
            continue  # it never served: an interrupted command
        elif (load.get("machine"), load["port"]) in places:
            said = f"Hub {hub}{where} ended without saying so, and another runs in its place."
            yield Finding(ADVICE, said, "Check its log; `admin hubs` forgets it.")
        else:
            said = f"Hub {hub}{where} has not been heard of{_since(known.ages.get(hub), load)}."
            mend = "Check its log. If that was intended, `admin hubs` forgets it."
            yield Finding(WRONG, said, mend)


def _since(age: int | None, load: Mapping[str, Any]) -> str:
    """A duration for people."""
    if age is None and "at" not in load:
        return ""
    seconds = age / 1000 if age is not None else time.time() - load["at"] / 1000
    for size, name in ((86_400, "days"), (3_600, "h"), (60, "min")):
        if seconds >= 2 * size:
            return f" for {seconds / size:.0f} {name}"
    return f" for {seconds:.0f} s"


def _late(told: Told) -> Iterator[Finding]:
    for hub, it in told.items():
        if it["lag"] > LATE_S:
            yield Finding(
                WRONG if it["lag"] > TOO_LATE_S else ADVICE,
                f"Hub {hub} stood still for {it['lag']:.1f} s within the last minutes: all waited for that.",
                "Give its machine more cores, or have more hubs share the tables.",
            )


def _strangers(told: Told) -> Iterator[Finding]:
    """Only advice: any client can send X-Forwarded-For, so it doesn't prove that a setting is missing."""
    for address in sorted({it for said in told.values() for it in said.get("strangers", ())}):
        yield Finding(
            ADVICE,
            f"{address} tells for whom it speaks, and PROXIES doesn't name it: its clients count as one.",
            "If it is your proxy, set PROXIES to it, and replace the hubs. Until then don't lock it out.",
        )


def _versions(told: Told) -> Iterator[Finding]:
    if len({it["version"] for it in told.values()}) > 1:
        yield Finding(
            WRONG,
            f"Hubs run different versions: {_grouped(told, 'version')}.",
            "Update all to the same one and replace them, one by one (SIGHUP).",
        )
    if len({it["python"] for it in told.values()}) > 1:
        said = f"Hubs run on different Pythons: {_grouped(told, 'python')}."
        yield Finding(ADVICE, said, "Run the same one on all machines.")


def _packages(told: Told) -> Iterator[Finding]:
    """Installed packages whose versions differ between hubs."""
    for name, kinds in _differing(told, "packages"):
        said = f"Hubs run with different versions of {name}: {_grouped(kinds, 'is')}."
        yield Finding(ADVICE, said, "Install those of requirements-run.lock on all machines.")


def _games(told: Told) -> Iterator[Finding]:
    """Games that some hubs lack or have in another version: clients of those hubs can't play them there."""
    for name, kinds in _differing(told, "games"):
        said = f"The game {name} is not the same at all hubs: {_grouped(kinds, 'is')}."
        yield Finding(WRONG, said, "Install the same version of its package everywhere; replace the hubs.")
    for hub, it in told.items():
        for line in it.get("left_out", ()):
            yield Finding(WRONG, f"At hub {hub} {line}", "Fix or remove that package; all other games work.")


def _differing(told: Told, what: str) -> Iterator[tuple[str, Told]]:
    """The items of a kind in which the hubs' answers differ, each with the hubs' values. Hubs of a version
    without this answer are skipped."""
    asked = {hub: it[what] for hub, it in told.items() if what in it}
    for name in sorted({name for those in asked.values() for name in those}):
        kinds = {hub: {"is": those.get(name, "")} for hub, those in asked.items()}
        if len({it["is"] for it in kinds.values()}) > 1:
            yield name, kinds


def _ahead(answers: Mapping[str, HubAnswer]) -> dict[str, float]:
    """The seconds by which each hub's clock is ahead of this machine's, at least."""
    told = {hub: it for hub, it in sorted(answers.items()) if isinstance(it.said, dict)}
    return {hub: it.said["at"] / 1000 - it.at for hub, it in told.items()}


def _apart(ahead: Mapping[str, float]) -> float:
    return max(ahead.values(), default=0.0) - min(ahead.values(), default=0.0)


def _clocks(ahead: Mapping[str, float]) -> Iterator[Finding]:
    """Report clocks that are too far apart."""
    if (apart := _apart(ahead)) <= ADRIFT_S:
        return
    each = ", ".join(f"{hub} {seconds:+.1f} s" for hub, seconds in ahead.items())
    yield Finding(
        WRONG,
        f"The clocks of hubs are {apart:.1f} s apart ({each}): the time of a move depends on the hub.",
        "Have all machines ask a time server (chrony, systemd-timesyncd).",
    )


def _settings(told: Told) -> Iterator[Finding]:
    """Shared settings that differ between hubs."""
    usual = {name: settings_digest.value_text(getattr(Settings(), name)) for name in agreed()}
    for name in agreed():
        values = {hub: {"is": it["settings"].get(name, usual[name])} for hub, it in told.items()}
        kinds = dict.fromkeys(it["is"] for it in values.values())
        if len(kinds) < 2:
            continue
        if name in settings_digest.HASHED:
            numbers = {kind: number for number, kind in enumerate(filter(None, kinds), 1)}
            values = {
                hub: {"is": f"number {numbers[it['is']]}" if it["is"] else ""} for hub, it in values.items()
            }
        yield Finding(
            ADVICE if name in MAY_DIFFER else WRONG,
            f"{names(name)[0]} is not the same for all hubs: {_grouped(values, 'is')}.",
            "Set it to the same value for all hubs, and replace them.",
        )


def _copies(told: Told, here: int) -> Iterator[Finding]:
    """Report a COPIES of this environment that differs from the hubs': Redis was checked against the one
    here."""
    there = {int(it["settings"].get("copies", 0)) for it in told.values()}
    if len(there) == 1 and there != {here}:
        copies = there.pop()
        said = f"Hubs have COPIES {copies}, and here it is {here}: Redis was checked for {here}."
        yield Finding(ADVICE, said, called(f"COPIES={copies} python -m server doctor"))


def _grouped(told: Told, what: str) -> str:
    """The hubs' values as text; hubs with the same value are grouped."""
    groups: dict[str, list[str]] = {}
    for hub, it in told.items():
        groups.setdefault(str(it[what]) or "none", []).append(hub)
    return "; ".join(f"{value} ({', '.join(those)})" for value, those in groups.items())
