"""All sections of the benchmarks, in the order of the page."""

from __future__ import annotations

from typing import Final

from . import (
    apart,
    blackout,
    choices,
    flat,
    frames,
    hubs,
    idle,
    levels,
    light,
    move,
    paces,
    ratio,
    sizes,
    soak,
    steps,
    still,
    versions,
)
from .kit import Section
from .peers import section as peers

SECTIONS: Final[dict[str, Section]] = {
    section.name: section
    for section in (
        ratio.SECTION,
        move.STAGES,
        sizes.SECTION,
        paces.THOUSAND,
        paces.HUMAN,
        paces.HOUSE,
        blackout.SECTION,
        idle.SECTION,
        light.SECTION,
        frames.SECTION,
        flat.SECTION,
        move.COURSE,
        hubs.SECTION,
        apart.SECTION,
        soak.SECTION,
        still.SECTION,
        choices.SECTION,
        steps.SECTION,
        levels.SECTION,
        levels.EXPANDED,
        versions.SECTION,
        peers.SECTION,
    )
}
