"""The things that the board of Machi Koro shows, and when each reason is true: from the view and the cards
alone."""

from __future__ import annotations

from ..engine import View
from ..evidence import Seen, Shown
from .cards import ESTABLISHMENTS, LANDMARKS

KINDS = len(ESTABLISHMENTS)
PLAIN = {"roll", "keep", "reroll", "decline", "pass", "build_nothing", "done"}
"""The verbs of answers that concern nothing on the board except dice."""


def shown(public: View, private: View, seat: int) -> Shown:
    drawn = public["options"]["supply"] == "come_what_may"
    others = [other for other in range(len(public["coins"])) if other != seat]
    return {
        "supply": {kind for kind, copies in enumerate(public["supply"]) if copies or not drawn},
        "landmark": set(range(len(LANDMARKS))),
        "own": {kind for kind, copies in enumerate(public["cities"][seat]) if copies},
        "theirs": {
            other * KINDS + kind
            for other in others
            for kind, copies in enumerate(public["cities"][other])
            if copies
        },
        "seat": set(others),
        "neighbour": set(others),
    }


def short(price: int, seen: Seen) -> bool:
    return seen.nouns == (price - seen.public["coins"][seen.seat],) and seen.nouns[0] > 0


def purple(kind: int) -> bool:
    return ESTABLISHMENTS[kind].colour == "purple"


def limit(seen: Seen, kind: int) -> bool:
    options = seen.public["options"]
    most = 1 if purple(kind) and options["purple_limit"] else options["max_copies"]
    return seen.nouns == (most,) and seen.public["cities"][seen.seat][kind] == most


def dice_first(seen: Seen) -> bool:
    return bool(seen.verbs & {"roll", "reroll"})


def full_there(seen: Seen) -> bool:
    other, given = seen.nouns
    return (
        other != seen.seat and seen.public["cities"][other][given] == seen.public["options"]["max_copies"] > 0
    )


def returned(seen: Seen, other: int, given: int) -> set[int]:
    """The kinds that a partner has and the seat has room for."""
    most = seen.public["options"]["max_copies"] or KINDS * 10
    theirs, mine = seen.public["cities"][other], seen.public["cities"][seen.seat]
    kinds = set(range(KINDS)) - {given}
    return {kind for kind in kinds if theirs[kind] and not purple(kind) and mine[kind] < most}


def others(seen: Seen) -> list[int]:
    """The other players who are still in the game."""
    return [s for s, place in enumerate(seen.public["places"]) if not place and s != seen.seat]


def has_room(seen: Seen, other: int, kind: int) -> bool:
    return not seen.public["options"]["max_copies"] or seen.public["cities"][other][kind] < 2


COMMON = {"dice_first": dice_first, "turn_over": lambda seen: seen.verbs == {"done"}}
TRUE = {
    "supply": {
        **COMMON,
        "none_left": lambda seen: seen.public["supply"][seen.noun] == 0,
        "limit": lambda seen: limit(seen, seen.noun),
        "short": lambda seen: short(ESTABLISHMENTS[seen.noun].price, seen),
    },
    "landmark": {
        **COMMON,
        "built": lambda seen: seen.public["landmarks"][seen.seat][seen.noun] > 0,
        "short": lambda seen: short(LANDMARKS[seen.noun].price, seen),
    },
    "own": {
        "tower": lambda seen: purple(seen.noun),
        "full_everywhere": lambda seen: not any(has_room(seen, other, seen.noun) for other in others(seen)),
        "nothing_back": lambda seen: (
            not any(
                has_room(seen, other, seen.noun) and returned(seen, other, seen.noun)
                for other in others(seen)
            )
        ),
    },
    "theirs": {
        "tower": lambda seen: purple(seen.noun % KINDS),
        "same": lambda seen: seen.noun % KINDS == seen.hints["swap"]["given"],
        "not_partner": (lambda seen: seen.nouns == (seen.hints["swap"]["partner"],) != (seen.noun // KINDS,)),
        "full_there": full_there,
        "limit": lambda seen: limit(seen, seen.noun % KINDS),
        "gift_first": lambda seen: "give" in seen.verbs,
        "partner_first": lambda seen: "with" in seen.verbs,
    },
    "seat": {
        "finished": lambda seen: seen.nouns == (seen.noun,) and seen.public["places"][seen.noun] > 0,
        "poor": lambda seen: seen.nouns == (seen.noun,) and seen.public["coins"][seen.noun] == 0,
        "full_there": full_there,
        "nothing_there": (
            lambda seen: (
                seen.nouns == (seen.noun,)
                and not returned(seen, seen.noun, seen.hints["swap"]["given"])
                and "with" in seen.verbs
            )
        ),
    },
    "neighbour": {"theirs": lambda seen: seen.nouns == (seen.noun,) != (seen.seat,)},
}
