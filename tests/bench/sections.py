"""All sections of the benchmarks, in the order of the page."""

from __future__ import annotations

from typing import Final

from . import (
    apart,
    blackout,
    choices,
    engines,
    flat,
    frames,
    hubs,
    idle,
    interpreters,
    levels,
    light,
    move,
    paces,
    ratio,
    sizes,
    soak,
    still,
)
from .kit import Section

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
        interpreters.SECTION,
        soak.SECTION,
        still.SECTION,
        engines.SPEED,
        engines.MINDS,
        choices.SECTION,
        levels.SECTION,
        levels.EXPANDED,
    )
}
