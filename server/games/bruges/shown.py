"""The things that the board of Bruges shows, and when each reason is true: from the views and the cards
alone."""

from __future__ import annotations

from ..engine import View
from ..evidence import Seen, Shown
from .cards import ACTIVATION, BOX, COLOUR, GROUP, IDS, PETS, WORKER
from .effect import Effect, Use, acting, benefits
from .state import COLOURS

EACH = set(range(len(COLOURS)))
PLAIN = {"enough", "decline", "done", "stay", "colour", "return_every", "interrupt", "strike"}
"""The verbs of answers that concern nothing on the board."""


def shown(public: View, private: View, seat: int) -> Shown:
    others = set(range(len(public["points"]))) - {seat}
    return {
        "card": {*private.get("hand", ()), *private.get("drawn", ()), *public["shown"]},
        "person": living(public, {seat, *others}),
        "house": set(range(len(public["houses"][seat]))),
        "worker": EACH,
        "threat": EACH,
        "side": {0, 1},
        "ship": ({*public["next"]} | {*public["berths"]}) - hidden_by_others(public) - {-1},
        "stack": {0, 1},
        "seat": others,
        "neighbour": others,
        "discard": {*public["discard"]},
        "step": set(range(len(BOX.figures.track))),
        "middle": {0, 1, *([2] if public["options"]["bourse"] else [])},
    }


def hidden_by_others(public: View) -> set[int]:
    """The ships that wait below an active one."""
    return {top for top, berth in zip(public["next"], public["berths"], strict=False) if berth != -1}


def living(public: View, seats: set[int]) -> set[int]:
    return {card for seat in seats for card in (*public["persons"][seat], *public["pets"][seat])} - {-1}


def owner(seen: Seen) -> int:
    return next(
        seat for seat in range(len(seen.public["points"])) if seen.noun in living(seen.public, {seat})
    )


def own(seen: Seen, what: str) -> int:
    """How many the seat has of the colour, or section, in question."""
    count: int = seen.public[what][seen.seat][seen.noun]
    return count


def used(seen: Seen) -> bool:
    return seen.noun in seen.public["used"][seen.seat]


def is_of_use(seen: Seen, guilders: int = 0) -> bool:
    """Would an activation have a benefit with this many more guilders, and with its worker?"""
    game = seen.game()
    by = getattr(game.stack[-1], "by", -1)
    worker = WORKER[seen.noun] if seen.ask.prompt in ("turn", "turn_over") else -1
    if worker != -1 and not game.players[seen.seat].workers[worker]:
        game.players[seen.seat].workers[worker] = 1
    game.players[seen.seat].guilders += guilders
    return benefits(game, seen.seat, Use(seen.noun, by, worker))


def useless(seen: Seen) -> bool:
    """It has no benefit even with its worker."""
    return not is_of_use(seen)


def short(seen: Seen) -> bool:
    """This number of guilders is missing: it would be enough, and one fewer would not."""
    (missing,) = seen.nouns
    return missing > 0 and is_of_use(seen, missing) and not is_of_use(seen, missing - 1)


def to_play(seen: Seen) -> bool:
    """The turn's card is not played yet: any card of the hand will do, if a colour can be named as well."""
    hand = set(seen.private["hand"])
    return bool(hand) and hand == seen.offered("workers") | seen.offered("play")


def immune(seen: Seen) -> bool:
    return seen.nouns == (seen.noun,) and bool(acting(seen.game(), seen.noun, Effect.is_immune))


NO_WORKER = {"no_worker": lambda seen: seen.nouns == (seen.noun,) and not own(seen, "workers")}
BY_CARD = {"by_card": to_play}
TRUE = {
    "card": {
        "played": lambda seen: seen.verbs <= {"use", "done"},
        "drawn_only": lambda seen: seen.private["drawn"] and seen.noun not in seen.private["drawn"],
        "named_card": lambda seen: {choice.noun for choice in seen.ask.options} <= {*seen.public["shown"]},
        "no_match": lambda seen: (
            seen.nouns == (COLOUR[seen.noun],)
            and seen.nouns[0] not in map(COLOUR.__getitem__, seen.public["discard"])
        ),
        "not_drawn": lambda seen: seen.noun in seen.private["hand"],
    },
    "person": {
        "used": used,
        "no_worker": lambda seen: (
            seen.nouns == (WORKER[seen.noun],) and not seen.public["workers"][seen.seat][seen.nouns[0]]
        ),
        "theirs": lambda seen: seen.nouns == (owner(seen),) != (seen.seat,),
        "own": lambda seen: owner(seen) == seen.seat,
        "pet": lambda seen: seen.noun in PETS,
        "permanent": lambda seen: ACTIVATION[seen.noun] == "permanent",
        "endgame": lambda seen: ACTIVATION[seen.noun] == "endgame",
        "immediate": lambda seen: ACTIVATION[seen.noun] == "immediate",
        "excepted": lambda seen: seen.noun == IDS.index("hangman") and owner(seen) != seen.seat,
        "useless": useless,
        "short": short,
        "at_work": lambda seen: owner(seen) == seen.seat,
        "other_kind": lambda seen: ACTIVATION[seen.noun] in ("worker", "round", "immediate"),
        "not_used": lambda seen: not used(seen),
        "only": lambda seen: seen.nouns != (seen.noun,) and seen.offered("again") == {*seen.nouns},
    },
    "house": {
        **BY_CARD,
        "occupied": lambda seen: own(seen, "pets" if seen.game().stack[-1].card in PETS else "persons") != -1,
    },
    "worker": {**BY_CARD, **NO_WORKER, "different": lambda seen: own(seen, "workers") > 0},
    "threat": {
        **BY_CARD,
        "no_marker": lambda seen: not own(seen, "threats"),
        "other_colour": lambda seen: seen.noun not in seen.offered("return_threat"),
        "not_struck": lambda seen: own(seen, "threats") < seen.hints["limits"][seen.seat][seen.noun],
    },
    "side": {
        **BY_CARD,
        "no_token": lambda seen: not own(seen, "canals"),
    },
    "ship": {
        "after_canal": lambda seen: "ship" not in seen.verbs,
        "not_in": lambda seen: seen.noun not in seen.public["berths"],
        "no_worker": lambda seen: (
            seen.nouns == (COLOURS.index(BOX.ships[seen.noun].colour),)
            and not seen.public["workers"][seen.seat][seen.nouns[0]]
        ),
        "useless": lambda seen: ship_is_idle(seen),
    },
    "stack": {"empty": lambda seen: not seen.public["stacks"][seen.noun]},
    "seat": {
        "immune": immune,
        "served": lambda seen: seen.nouns == (seen.noun,) and seen.noun not in seen.game().stack[-1].to,
        "not_richest": lambda seen: (
            seen.nouns == (seen.noun,) and seen.public["guilders"][seen.noun] < max(seen.public["guilders"])
        ),
    },
    "discard": {
        "by_effect": lambda seen: "fetch" not in seen.verbs,
        "colour_of_it": lambda seen: (
            seen.nouns == (COLOUR[seen.noun],)
            and seen.nouns[0] not in {COLOUR[card] for card in seen.offered("fetch")}
        ),
        "other_group": lambda seen: GROUP[seen.noun] not in {GROUP[card] for card in seen.offered("fetch")},
    },
    "step": {
        "passed": lambda seen: seen.noun <= seen.public["step"][seen.seat],
        "one_step": lambda seen: seen.noun > seen.public["step"][seen.seat] + 1,
        "after_roll": lambda seen: "advance" not in seen.verbs,
    },
    "middle": {
        "last_stack": lambda seen: seen.noun == 0,
        "statues": lambda seen: seen.noun == 1,
        "bourse": lambda seen: seen.noun == 2,
    },
    "neighbour": {"theirs": lambda seen: seen.nouns == (seen.noun,) != (seen.seat,)},
}


def ship_is_idle(seen: Seen) -> bool:
    """The ship has no possible effect."""
    match BOX.ships[seen.noun].action:
        case "return_two_threats":
            return not any(seen.public["threats"][seen.seat])
        case "extra_action":
            return not any(seen.public["stacks"])
        case "advance":
            return bool(seen.public["step"][seen.seat] == len(BOX.figures.track) - 1)
        case "activate_lightning":
            cards = [card for card in seen.public["persons"][seen.seat] if card != -1]
            game = seen.game()
            workers = game.players[seen.seat].workers
            paid = COLOURS.index(BOX.ships[seen.noun].colour)
            workers[paid] = max(0, workers[paid] - 1)
            return not any(
                ACTIVATION[card] == "immediate" and benefits(game, seen.seat, Use(card)) for card in cards
            )
        case _:
            return False
