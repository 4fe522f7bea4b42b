"""Why something on the table can't be chosen now."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from ..kernel import NO, YES, Ask, Choice
from ..reasons import Bar, Bars, Line, Short, Thing, Things, always, as_if, by_prompt, have_one, neighbour
from .cards import ACTIVATION, COLOUR, GROUP, PETS, PRICES, TRACK, WORKER
from .effect import HANDLERS, Effect, is_immune
from .effects.threatening import Swindle
from .effects.trading import GiveGuilders
from .state import ANY_COLOUR, COLOURS, NONE, Bruges
from .turn.activation import ACTIVE, ActivateOther, ActivateOwn
from .turn.building import FetchPerson, HouseFromDiscard
from .turn.discarding import ReturnThreats
from .turn.drawing import TakeInstead
from .turn.turn import Play, Turn, is_useful, ship_colour
from .turn.verbs import EACH, ChooseDifferentWorkers

ACTIONS: Final = ("workers", "guilders", "threat", "canal", "house", "hire")

FORTUNE: Final = 2 * max(PRICES)
"""More guilders than any person demands, even one who builds at double the price."""

# -- visible things --------------------------------------------------------------------------------


def in_hand(game: Bruges, seat: int) -> list[int]:
    """The cards in hand, drawn cards, and cards that are being played."""
    return [*game.players[seat].hand, *game.players[seat].drawn, *game.shown]


def everybody(game: Bruges, seat: int) -> list[int]:
    """Persons and pets of all players."""
    return [card for me in game.players for card in me.living()]


def colours(game: Bruges, seat: int) -> range:
    return EACH


def ships_in_sight(game: Bruges, seat: int) -> list[int]:
    """For each colour the active ship, or else the next one."""
    waiting = [stack[-1] if stack else NONE for stack in game.ships]
    ships = [top if berth == NONE else berth for berth, top in zip(game.berths, waiting, strict=False)]
    return [ship for ship in ships if ship != NONE]


# -- cards -----------------------------------------------------------------------------------------


def match_discard(game: Bruges, seat: int, card: int) -> None:
    """Lifts a bar: the discard pile has a card of the same colour."""
    game.discard.append(card)


PLAYED: Final[Bars] = (Bar(as_if(Turn, played=NO), always("played")),)
CARD_BARS: Final = {
    "turn_over": PLAYED,
    "end_turn": PLAYED,
    "play": (Bar(as_if(Play, zone="hand"), always("drawn_only")),),
    "swap": (Bar(match_discard, lambda game, seat, card: ("no_match", COLOUR[card])),),
}

# -- persons ---------------------------------------------------------------------------------------


def owner(game: Bruges, card: int) -> int:
    """The seat whose play area has the person or pet."""
    return next(seat for seat, me in enumerate(game.players) if card in me.living())


def rest(game: Bruges, seat: int, card: int) -> None:
    """Lifts a bar: the person was not activated yet."""
    game.players[seat].used = [other for other in game.players[seat].used if other != card]


def hire_help(game: Bruges, seat: int, card: int) -> None:
    """Lifts a bar: there is a worker to pay for the person."""
    if WORKER[card] != NONE:
        have_worker(game, seat, WORKER[card])


def keep_company(game: Bruges, seat: int, card: int) -> None:
    """Lifts a bar: another person than this one causes the activation."""
    if isinstance(step := game.stack[-1], ActivateOwn):
        game.stack[-1] = replace(step, by=NONE, barred=NONE)


def give_guilders(game: Bruges, seat: int, card: int, guilders: int) -> None:
    game.players[seat].guilders += guilders


SHORT: Final = Short("short", give_guilders, FORTUNE)
USE_BARS: Final = (
    Bar(rest, always("used")),
    Bar(hire_help, lambda game, seat, card: ("no_worker", WORKER[card])),
    SHORT,
)
ACTIVATE_BARS: Final = (
    Bar(keep_company, always("at_work")),
    Bar(as_if(ActivateOwn, kinds=ACTIVE), always("other_kind")),
    Bar(as_if(ActivateOwn, used=NO), always("not_used")),
    SHORT,
    Bar(as_if(ActivateOwn, useless=YES), always("useless")),
)


def idle(game: Bruges, ask: Ask, card: int) -> Line:
    """Why a person can't be activated, or is not part of the question."""
    if ask.prompt not in ("turn", "turn_over", "activate", "activate_other"):
        return elsewhere(game, ask, card)
    whose = owner(game, card)
    if (whose == ask.seat) == (ask.prompt == "activate_other"):
        return ("own",) if whose == ask.seat else ("theirs", whose)
    if card in PETS:
        return ("pet",)
    if ACTIVATION[card] in ("permanent", "endgame"):
        return (ACTIVATION[card],)
    if ACTIVATION[card] == "immediate" and ask.prompt in ("turn", "turn_over"):
        return ("immediate",)
    if isinstance(step := game.stack[-1], ActivateOther) and card in step.excluded:
        return ("excepted",)
    return ("used",) if ask.prompt != "activate_other" and card in game.players[whose].used else ("useless",)


def elsewhere(game: Bruges, ask: Ask, card: int) -> Line:
    """The reason at questions about other persons, or about none."""
    meant = [choice.noun for choice in ask.options if choice.verb in PERSONS]
    if not meant:
        return ("another",)
    if ask.prompt == "again":
        return ("only", *meant)
    whose = owner(game, card)
    return ("theirs", whose) if whose != ask.seat else ("at_work",)


PERSONS: Final = frozenset(["use", "activate", "again", "lose_person", "take_back", "sacrifice"])
PERSON_BARS: Final[dict[str, Bars]] = {
    **dict.fromkeys(("turn", "turn_over"), USE_BARS),
    "activate": ACTIVATE_BARS,
    "activate_other": (SHORT,),
}

# -- houses, workers, markers, canals --------------------------------------------------------------


def move_out(game: Bruges, seat: int, house: int) -> None:
    game.players[seat].persons[house] = game.players[seat].pets[house] = NONE


def have_worker(game: Bruges, seat: int, colour: int) -> None:
    have_one(game.players[seat].workers, colour)


def have_marker(game: Bruges, seat: int, colour: int) -> None:
    have_one(game.players[seat].threats, colour)


def have_token(game: Bruges, seat: int, side: int) -> None:
    have_one(game.players[seat].canals, side)


TAKEN: Final = frozenset(["take_worker", "take_rest", "take_workers", "buy"])
PARTED_WITH: Final = frozenset(["give_worker", "give_workers", "give_rest", "sell", "sell_all"])
NO_WORKER: Final[Bars] = (Bar(have_worker, lambda game, seat, colour: ("no_worker", colour)),)
NO_MARKER: Final = Bar(have_marker, lambda game, seat, colour: ("no_marker", colour))
WORKER_BARS: Final[dict[str, Bars]] = {
    **dict.fromkeys(("pay_house", "return_worker", "sell", "barter", "exchange"), NO_WORKER),
    **dict.fromkeys(("give_worker", "give_workers"), NO_WORKER),
    "worker": (Bar(as_if(ChooseDifferentWorkers, colours=tuple(EACH)), always("different")),),
}
THREAT_BARS: Final[dict[str, Bars]] = {
    "return_threat": (Bar(as_if(ReturnThreats, colour=ANY_COLOUR), always("other_colour")), NO_MARKER),
    **dict.fromkeys(("return_colour", "pass_threat", "spread"), (NO_MARKER,)),
}
NO_TOKEN: Final[Bars] = (Bar(have_token, always("no_token")),)
SIDE_BARS: Final[dict[str, Bars]] = {
    "fire": NO_TOKEN,
    "lose_canal": NO_TOKEN,
}

# -- ships, stacks, players ------------------------------------------------------------------------


def come_in(game: Bruges, seat: int, ship: int) -> None:
    game.berths[ship_colour(ship)] = ship


def man_ship(game: Bruges, seat: int, ship: int) -> None:
    have_worker(game, seat, ship_colour(ship))


def idle_ship(game: Bruges, ask: Ask, ship: int) -> Line:
    """Why a ship can't be used: ships are used only after a canal token."""
    if ask.prompt != "ship":
        return ("after_canal",)
    return ("useless",) if not is_useful(game, ask.seat, ship) else ("another",)


SHIP_BARS: Final = {
    "ship": (
        Bar(come_in, always("not_in")),
        Bar(man_ship, lambda game, seat, ship: ("no_worker", ship_colour(ship))),
    )
}


def fill_stack(game: Bruges, seat: int, stack: int) -> None:
    """Lifts a bar: the stack has a card. Any card will do, since its value is never read."""
    game.stacks[stack].append(0)


EMPTY: Final[Bars] = (Bar(fill_stack, always("empty")),)


def send_away(game: Bruges, seat: int, other: int) -> None:
    """Lifts a bar: the person who makes the other player immune is gone."""
    me = game.players[other]
    me.persons = [NONE if card in HANDLERS[Effect.is_immune] else card for card in me.persons]


def include(game: Bruges, seat: int, other: int) -> None:
    """Lifts a bar: the effect includes this player."""
    if isinstance(step := game.stack[-1], Swindle | GiveGuilders) and other not in step.to:
        game.stack[-1] = replace(step, to=(*step.to, other))


def enrich(game: Bruges, seat: int, other: int) -> None:
    """Lifts a bar: none of the others is richer."""
    game.players[other].guilders = max(game.players[one].guilders for one in game.others(seat))


def say_left_out(game: Bruges, seat: int, other: int) -> Line:
    return ("immune", other) if is_immune(game, other) else ("served", other)


IMMUNE: Final = Bar(send_away, lambda game, seat, other: ("immune", other))
LEFT_OUT: Final[Bars] = (Bar(include, say_left_out),)
SEAT_BARS: Final[dict[str, Bars]] = {
    "rob": (IMMUNE, Bar(enrich, lambda game, seat, other: ("not_richest", other))),
    "spread_to": (IMMUNE,),
    "swindle": LEFT_OUT,
    "give_guilder": LEFT_OUT,
}

# -- the discard pile, the reputation track, things in the middle -----------------------------------


def match_colour(game: Bruges, seat: int, card: int) -> None:
    """Lifts a bar: the step asks for the colour of this card."""
    step = game.stack[-1]
    if isinstance(step, HouseFromDiscard):
        game.stack[-1] = replace(step, colour=COLOUR[card])
    elif isinstance(step, TakeInstead):
        game.stack[-1] = replace(step, card=card)


def match_group(game: Bruges, seat: int, card: int) -> None:
    """Lifts a bar: the step asks for the group of this card."""
    if isinstance(step := game.stack[-1], FetchPerson):
        game.stack[-1] = replace(step, group=GROUP[card])


OF_COLOUR: Final[Bars] = (Bar(match_colour, lambda game, seat, card: ("colour_of_it", COLOUR[card])),)
DISCARD_BARS: Final[dict[str, Bars]] = {
    "house_from_discard": OF_COLOUR,
    "take_instead": OF_COLOUR,
    "fetch_person": (Bar(match_group, always("other_group")),),
}


def next_step(game: Bruges, choice: Choice) -> tuple[int, ...]:
    """The step that an advance leads to: the next one."""
    seat: int = game.stack[-1].seat  # type: ignore[attr-defined]
    return (game.players[seat].step + 1,)


def why_no_step(game: Bruges, ask: Ask, step: int) -> Line:
    """A player advances one step at a time, and pays for it after the roll if the dice allow it."""
    here = game.players[ask.seat].step
    return ("passed",) if step <= here else ("one_step",) if step > here + 1 else ("after_roll",)


MIDDLE: Final = ("last_stack", "statues", "bourse")
"""Shared things in the middle that can never be chosen: the reason, by number."""


def in_the_middle(game: Bruges, seat: int) -> range:
    """The bourse card is there only if the option is on."""
    return range(len(MIDDLE) if game.options.bourse else len(MIDDLE) - 1)


BY_CARD: Final = {"turn": "by_card"}
"""Things that are gained by playing a card."""

# -- all of them -----------------------------------------------------------------------------------

THINGS: Final[Things] = {
    "card": Thing(
        frozenset(["play", "lay", "discard", "keep", "swap", *ACTIONS, *(f"{a}_bourse" for a in ACTIONS)]),
        in_hand,
        CARD_BARS,
        by_prompt({"play": "named_card", "keep": "not_drawn"}),
    ),
    "person": Thing(PERSONS, everybody, PERSON_BARS, idle),
    "house": Thing(
        frozenset(["move_in", "lose_house"]),
        lambda game, seat: range(len(game.players[seat].houses)),
        {"move_in": (Bar(move_out, always("occupied")),)},
        by_prompt(BY_CARD),
    ),
    "worker": Thing(
        TAKEN | PARTED_WITH,
        colours,
        WORKER_BARS,
        by_prompt(BY_CARD),
    ),
    "threat": Thing(
        frozenset(["return_threat", "return_all", "pass_threat", "spread", "suffer", "threaten"]),
        colours,
        THREAT_BARS,
        by_prompt({**BY_CARD, "damage_order": "not_struck"}),
    ),
    "side": Thing(
        frozenset(["side", "lose_canal"]), lambda game, seat: range(2), SIDE_BARS, by_prompt(BY_CARD)
    ),
    "ship": Thing(frozenset(["ship"]), ships_in_sight, SHIP_BARS, idle_ship),
    "stack": Thing(
        frozenset(["stack"]),
        lambda game, seat: range(len(game.stacks)),
        dict.fromkeys(("refill", "refill_more", "draw", "house_from_stack"), EMPTY),
    ),
    "seat": Thing(
        frozenset(["rob", "spread_to", "give_guilder", *(f"give_{colour}" for colour in COLOURS)]),
        lambda game, seat: game.others(seat),
        SEAT_BARS,
    ),
    "discard": Thing(
        frozenset(["fetch"]), lambda game, seat: game.discard, DISCARD_BARS, by_prompt({}, "by_effect")
    ),
    "step": Thing(frozenset(["advance"]), lambda game, seat: range(len(TRACK)), {}, why_no_step, next_step),
    "middle": Thing(frozenset(), in_the_middle, otherwise=lambda game, ask, noun: (MIDDLE[noun],)),
    "neighbour": neighbour(lambda game, seat: game.others(seat)),
}
