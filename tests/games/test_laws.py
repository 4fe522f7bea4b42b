"""Every law on a few hundred random games, and tests that each law detects its violation."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from pytest import MonkeyPatch

from server.authoring.engines import UNOFFERED, option_values
from server.authoring.laws import LawBroken, examine, fingerprint
from server.authoring.walks import draw_deal
from server.games.engine import OptionsRefused, View
from server.games.kernel import OPEN, Ask, Choice, EndTurn, Game

from . import toy
from .engines import ENGINES
from .run_laws import fingerprints_elsewhere
from .toy import flow

PARTS = 3
GAMES_EACH = {"toy": 50, "loyang": 4, "bruges": 2}
"""Random games in each part, by name; 10 for all others. `make laws` plays 10,000 of each."""


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", ENGINES)
def test_random_games_keep_every_law(name: str, part: int) -> None:
    number = GAMES_EACH.get(name, 10)
    choices = [examine(name, part * number + i, every=6) for i in range(number)]
    assert all(choices)


@pytest.mark.parametrize("name", ENGINES)
def test_every_hash_seed_and_process_gives_the_same_bytes(name: str) -> None:
    numbers = range(4)
    here = fingerprint(name, numbers)
    assert here and {there for _, there in fingerprints_elsewhere(name, numbers)} == {here}


@pytest.mark.parametrize("name", ENGINES)
def test_seats_options_and_pairs_of_options_come_often(name: str) -> None:
    deals = [draw_deal(name, number) for number in range(2000)]
    assert {deal.seats for deal in deals} == set(ENGINES[name].seats)
    values = option_values(ENGINES[name])
    for field, possible in values.items():
        for value in possible:
            having = [deal for deal in deals if deal.options.get(field) == value]
            assert len(having) > 2000 / len(possible) / 4, f"{field} is seldom {value}"
            for other in values:
                drawn = {deal.options[other] for deal in having if other in deal.options}
                assert drawn == allowed_with(name, field, value, other)


def allowed_with(name: str, field: str, value: object, other: str) -> set[object]:
    """The values of one option that can go together with a value of another, for some number of seats."""
    engine = ENGINES[name]
    found: set[object] = set()
    for possible in option_values(engine)[other]:
        for seats in engine.seats:
            given = {other: possible, field: value}
            try:
                msgspec.convert(given, engine.options).check(seats)
            except OptionsRefused:
                continue
            found.add(given[other])
    return found


# -- a broken game is noticed ----------------------------------------------------------------------

Break = Callable[[Any, MonkeyPatch], None]
"""Breaks a copy of the toy's contract, or the toy itself by the patch."""


def shows_the_deck(broken: Any, patch: MonkeyPatch) -> None:
    broken.public = lambda game: {**toy.public(game), "top": game.deck[-1:]}


def gives_the_deck_away(broken: Any, patch: MonkeyPatch) -> None:
    """The view has the deck, and `imagine` uses it, so that all imagined games have the same view."""

    def imagine(public: View, private: View | None, seat: int | None, seed: int) -> Game:
        world: Any = toy.imagine(public, private, seat, seed)
        rest = sorted(set(range(24)) - set(public["top"]) - set(public["known"]))
        private = private or {"hand": [], "aside": -1}
        rest = [card for card in rest if card not in (*private["hand"], private["aside"])]
        for other in range(len(world.hand)):
            if other != seat:
                world.hand[other] = [rest.pop() for _ in world.hand[other]]
                world.aside[other] = rest.pop() if public["aside"][other] else -1
            world.cellar[other] = [rest.pop() for _ in world.cellar[other]]
        world.deck = [*public["top"]]
        dealt: Game = world
        return dealt

    def public(game: Any) -> View:
        bought = [card for cards in game.bought for card in cards]
        return {**toy.public(game), "top": game.deck.copy(), "known": [*game.row, *game.discard, *bought]}

    broken.imagine, broken.public = imagine, public


def draws_without_a_seal(broken: Any, patch: MonkeyPatch) -> None:
    patch.setattr(Game, "seal", lambda game, reach=2: None)


def shows_a_hand_card_and_takes_it_back(broken: Any, patch: MonkeyPatch) -> None:
    """The choice reveals a card of the hand: in most possible games it can't be made."""
    real = flow.Pay.answer

    def answer(step: flow.Pay, game: Any, seat: int, choice: Choice) -> None:
        real(step, game, seat, choice)
        game.sealed = OPEN

    patch.setattr(flow.Pay, "answer", answer)


def seals_too_little(broken: Any, patch: MonkeyPatch) -> None:
    patch.setattr(Game, "seal", lambda game, reach=2: setattr(game, "sealed", max(game.sealed, 1)))


def offers_what_is_sold(broken: Any, patch: MonkeyPatch) -> None:
    real = flow.Visit.asks

    def asks(step: flow.Visit, game: Any) -> list[Ask]:
        return [Ask(a.seat, a.prompt, (*a.options, Choice("draw"))[-8:]) for a in real(step, game)]

    patch.setattr(flow.Visit, "asks", asks)


def offers_a_card_that_is_not_there(broken: Any, patch: MonkeyPatch) -> None:
    real = flow.Pay.asks

    def asks(step: flow.Pay, game: Any) -> list[Ask]:
        return [Ask(a.seat, a.prompt, (*a.options, Choice("pay", 99))) for a in real(step, game)]

    patch.setattr(flow.Pay, "asks", asks)


def has_few_options_by_what_is_hidden(broken: Any, patch: MonkeyPatch) -> None:
    real = flow.Pay.asks

    def asks(step: flow.Pay, game: Any) -> list[Ask]:
        return [Ask(a.seat, a.prompt, a.options[: 1 + a.options[0].noun % 2]) for a in real(step, game)]

    patch.setattr(flow.Pay, "asks", asks)


def takes_unasked(broken: Any, patch: MonkeyPatch) -> None:
    """The only option has a price, and the ask does not declare it."""
    real = flow.Pay.asks

    def asks(step: flow.Pay, game: Any) -> list[Ask]:
        return [msgspec.structs.replace(a, options=a.options[:1], costs=False) for a in real(step, game)]

    patch.setattr(flow.Pay, "asks", asks)


def loses_a_card(broken: Any, patch: MonkeyPatch) -> None:
    patch.setattr(EndTurn, "answer", lambda step, game, seat, choice: game.discard.clear())


def looks_by_drawing(broken: Any, patch: MonkeyPatch) -> None:
    def private(game: Any, seat: int) -> View:
        game.drawn += 1
        return toy.private(game, seat)

    broken.private = private


def hands_out_its_own_lists(broken: Any, patch: MonkeyPatch) -> None:
    broken.public = lambda game: {**toy.public(game), "discard": game.discard}


def counts_in_floats(broken: Any, patch: MonkeyPatch) -> None:
    broken.public = lambda game: {**toy.public(game), "deck": len(game.deck) / 1}


def counts_from_false(broken: Any, patch: MonkeyPatch) -> None:
    broken.public = lambda game: {**toy.public(game), "deck": len(game.deck) or False}


def remembers_outside_the_game(broken: Any, patch: MonkeyPatch) -> None:
    calls: list[int] = []

    def answer(step: Any, game: Any, seat: int, choice: Choice) -> None:
        calls.append(1)
        game.bids_won[0] = min(game.round, len(calls) % 2)

    patch.setattr(EndTurn, "answer", answer)


def never_ends(broken: Any, patch: MonkeyPatch) -> None:
    patch.setattr("server.authoring.laws.ENDLESS", 300)
    patch.setattr(EndTurn, "answer", lambda step, game, seat, choice: game.then(step))


def shares_places_wrongly(broken: Any, patch: MonkeyPatch) -> None:
    broken.scores = lambda game: [
        msgspec.structs.replace(score, place=score.place + 1) for score in toy.scores(game)
    ]


def promises_too_much(broken: Any, patch: MonkeyPatch) -> None:
    def hints(game: Any, seat: int | None, ask: Ask | None) -> View:
        told = toy.hints(game, seat, ask)
        told["amounts"] = [
            [verb, noun, {**change, "points": 7}] for verb, noun, change in told.get("amounts", [])
        ]
        return told

    broken.hints = hints


def promises_for_what_is_not_offered(broken: Any, patch: MonkeyPatch) -> None:
    def hints(game: Any, seat: int | None, ask: Ask | None) -> View:
        return {"amounts": [["take", 24, {"cards": -1}]] if ask is not None else []}

    broken.hints = hints


def hints_at_the_deck(broken: Any, patch: MonkeyPatch) -> None:
    broken.hints = lambda game, seat, ask: {"top": game.deck[-1:]}


BROKEN: dict[Break, set[str]] = {
    shows_the_deck: {"imagined_games_fit"},
    has_few_options_by_what_is_hidden: {"imagined_games_fit", "only_options_that_cost_say_so"},
    gives_the_deck_away: {"hidden_cards_could_lie_elsewhere"},
    draws_without_a_seal: {"alike_until_sealed"},
    shows_a_hand_card_and_takes_it_back: {"what_was_seen_stands"},
    seals_too_little: {"alike_until_sealed"},
    offers_what_is_sold: {"questions_are_sound", "every_offer_works"},
    offers_a_card_that_is_not_there: {
        "every_offer_works",
        "copies_go_on_alike",
        "alike_until_sealed",
        "hints_come_true",
    },
    takes_unasked: {"only_options_that_cost_say_so", "imagined_games_fit"},
    loses_a_card: {"nothing_impossible", "every_offer_works"},
    looks_by_drawing: {"views_change_nothing"},
    hands_out_its_own_lists: {"follow"},
    counts_in_floats: {"__init__"},
    counts_from_false: {"follow"},
    remembers_outside_the_game: {"copies_go_on_alike", "same_choices_same_bytes", "alike_until_sealed"},
    never_ends: {"examine", "hints_come_true"},
    shares_places_wrongly: {"scores_are_sound"},
    promises_too_much: {"hints_come_true"},
    promises_for_what_is_not_offered: {"hints_come_true"},
    hints_at_the_deck: {"hints_are_plain_and_no_secret"},
}
"""By way of breaking the toy: the laws of which one must detect it."""


@pytest.mark.parametrize("how", BROKEN, ids=lambda how: how.__name__)
def test_a_broken_game_is_noticed(how: Break, monkeypatch: MonkeyPatch) -> None:
    names = {field: getattr(toy, field) for field in ("__name__", *toy.__all__)}
    broken: Any = SimpleNamespace(**names)
    how(broken, monkeypatch)
    monkeypatch.setitem(UNOFFERED, "toy", broken)
    with pytest.raises(LawBroken) as noticed:
        for number in range(200):
            examine("toy", number)
    assert str(noticed.value).split(":")[0] in BROKEN[how], noticed.value
    assert "check toy --seed" in str(noticed.value)
