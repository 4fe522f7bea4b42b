"""All hubs of a house, asked how they are and how they are set: what differs, and who says nothing."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from msgspec.structs import replace

from protocol.codec import unpacked
from server.config import Settings, names
from server.hub import likeness
from server.store.clients import StoreAway
from server.store.house import Hubs, house_at

from .asking import PATIENCE, Answer, asked
from .telling import ADVICE, FINE, WRONG, Finding

ADRIFT_S: Final = 1.0
"""Seconds between the clocks of two hubs from which on deadlines are felt to be wrong."""

LATE_S, TOO_LATE_S = 0.1, 1.0
"""Seconds by which an event loop may be late."""

MAY_DIFFER: Final = ("admin_key", "proxies")
"""Settings in common that machines may have of their own, if that is what is meant."""

MET: Final = ("proxies", "hosts")
"""Settings that who comes from outside meets."""

Told = Mapping[str, Mapping[str, Any]]
"""What each hub says of itself, by name."""


async def hubs(url: str, settings: Settings) -> list[Finding]:
    """What is wrong with the hubs on this Redis, each by itself and taken together."""
    return (await looked_at(url, settings))[0]


async def looked_at(url: str, settings: Settings) -> tuple[list[Finding], Settings]:
    """The same; and the settings here as those hubs have them that people meet, where all have the same."""
    question = likeness.QUESTION + secrets.token_urlsafe(16)
    try:
        async with house_at(url) as house:
            before = await house.hubs()
            awaited = [hub for hub in {*before.loads, *before.ages} if before.lives(hub)]
            answers = await asked(house, question, awaited)
            ahead = _ahead(answers)
            if _apart(ahead) > ADRIFT_S:  # an answer that took long to come looks like a clock that is behind
                again = _ahead(await asked(house, question, ahead))
                ahead = {hub: max(seconds, again.get(hub, seconds)) for hub, seconds in ahead.items()}
            after = await house.hubs()
    except StoreAway as away:
        said = f"Hubs could not be asked how they are: {away}"
        return [Finding(ADVICE, said, "Mend Redis first.")], settings
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
        *_clocks(ahead),
        *_settings(told),
        *_copies(told, settings.copies),
    ]
    return found, _as_met(told, settings)


def _as_met(told: Told, settings: Settings) -> Settings:
    """These settings with what hubs say of theirs: who looks from outside meets them."""
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
    """Hubs that don't say how they are. `fine`: those that did, or that nobody has asked."""
    places = {(it["machine"], it["port"]) for it in told.values()}
    for hub in sorted({*known.loads, *known.ages} - {*fine}):
        load = unpacked(known.loads[hub]) if hub in known.loads else {}
        where = f" ({load['machine']}, port {load['port']})" if "machine" in load else ""
        if known.lives(hub):
            said = f"Hub {hub}{where} lives, and doesn't answer for {PATIENCE:.0f} s: it follows no orders."
            yield Finding(WRONG, said, "Look at its log; start it anew.")
        elif not load:
            continue  # it never served: a command that was interrupted
        elif (load.get("machine"), load["port"]) in places:
            said = f"Hub {hub}{where} ended without saying so, and another runs in its place."
            yield Finding(ADVICE, said, "Look at its log; `admin hubs` forgets it.")
        else:
            said = f"Hub {hub}{where} has not been heard of{_since(known.ages.get(hub), load)}."
            mend = "Look at its log. Where it was meant to end so, `admin hubs` forgets it."
            yield Finding(WRONG, said, mend)


def _since(age: int | None, load: Mapping[str, Any]) -> str:
    """For how long, as a person says it."""
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
    """Anybody may say to speak for others, so this is no proof of a setting that is missing."""
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
            "Bring all to the same one and replace them, one by one (SIGHUP).",
        )
    if len({it["python"] for it in told.values()}) > 1:
        said = f"Hubs run on different Pythons: {_grouped(told, 'python')}."
        yield Finding(ADVICE, said, "Run the same one on all machines.")


def _ahead(answers: Mapping[str, Answer]) -> dict[str, float]:
    """The seconds by which each hub's clock was ahead of this machine's, at least."""
    told = {hub: it for hub, it in sorted(answers.items()) if isinstance(it.said, dict)}
    return {hub: it.said["at"] / 1000 - it.at for hub, it in told.items()}


def _apart(ahead: Mapping[str, float]) -> float:
    return max(ahead.values(), default=0.0) - min(ahead.values(), default=0.0)


def _clocks(ahead: Mapping[str, float]) -> Iterator[Finding]:
    """How far the clocks are apart."""
    if (apart := _apart(ahead)) <= ADRIFT_S:
        return
    each = ", ".join(f"{hub} {seconds:+.1f} s" for hub, seconds in ahead.items())
    yield Finding(
        WRONG,
        f"The clocks of hubs are {apart:.1f} s apart ({each}): what games wait for depends on who looks.",
        "Have all machines ask a time server (chrony, systemd-timesyncd).",
    )


def _settings(told: Told) -> Iterator[Finding]:
    """The settings in common that hubs don't have in common."""
    usual = {name: likeness.shown(getattr(Settings(), name)) for name in likeness.ALIKE}
    for name in likeness.ALIKE:
        values = {hub: {"is": it["settings"].get(name, usual[name])} for hub, it in told.items()}
        kinds = dict.fromkeys(it["is"] for it in values.values())
        if len(kinds) < 2:
            continue
        if name in likeness.HASHED:
            numbers = {kind: number for number, kind in enumerate(filter(None, kinds), 1)}
            values = {
                hub: {"is": f"number {numbers[it['is']]}" if it["is"] else ""} for hub, it in values.items()
            }
        yield Finding(
            ADVICE if name in MAY_DIFFER else WRONG,
            f"{names(name)[0]} is not the same for all hubs: {_grouped(values, 'is')}.",
            "Set it alike where all of them are started, and replace them.",
        )


def _copies(told: Told, here: int) -> Iterator[Finding]:
    """What is said of Redis is said for the COPIES of this environment."""
    there = {int(it["settings"].get("copies", 0)) for it in told.values()}
    if len(there) == 1 and there != {here}:
        copies = there.pop()
        said = f"Hubs have COPIES {copies}, and here it is {here}: Redis was looked at for {here}."
        yield Finding(ADVICE, said, f"COPIES={copies} python -m server doctor")


def _grouped(told: Told, what: str) -> str:
    """Who says what of it: those who say the same together."""
    groups: dict[str, list[str]] = {}
    for hub, it in told.items():
        groups.setdefault(str(it[what]) or "none", []).append(hub)
    return "; ".join(f"{value} ({', '.join(those)})" for value, those in groups.items())
