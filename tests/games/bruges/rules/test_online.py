"""The online edition: modules, symbols, and activations without benefit."""

from __future__ import annotations

from itertools import product
from typing import Any

import msgspec
import pytest

from server.authoring.engines import texts_of
from server.games import bruges
from server.games.bruges.cards import ACTIVATION, BOX
from server.games.bruges.dealing import cards_in_play
from server.games.bruges.state import BrugesOptions
from server.games.kernel import choose, settle
from tests.games.bruges.city import card, city, of

MODULES = ("pets", "new_citizens", "zwin", "bourse")


@pytest.mark.rule("BRU-18.1", "BRU-18.2")
@pytest.mark.parametrize("seats", bruges.seats)
def test_every_module_is_switched_on_by_itself_for_any_number_of_players(seats: int) -> None:
    """All sixteen combinations start with the pieces of their modules and no others."""
    defaults = BrugesOptions()
    assert not any(getattr(defaults, name) for name in (*MODULES, "fifth_player", "fewer_markers"))
    assert defaults.ships_first and defaults.damage_order == "red_and_brown", "as online"
    for chosen in product((False, True), repeat=len(MODULES)):
        on = dict(zip(MODULES, chosen, strict=True))
        options = msgspec.convert({**on, "fifth_player": seats == 5}, BrugesOptions)
        options.check(seats)
        game: Any = bruges.setup(seats, 1, options)
        asks = settle(game)
        for _ in range(8):
            asks = choose(game, asks[0], asks[0].options[0])
            bruges.check(game)
        count = 165 + 39 * on["new_citizens"] + 17 * on["pets"]
        assert len(cards_in_play(options)) == count
        assert len(game.ships) == 5 * on["zwin"] and bool(game.bourse) is on["bourse"]


@pytest.mark.rule("BRU-18.6")
def test_there_are_five_symbols() -> None:
    """The well builder is activated by hand once a round, while the printed card has infinity."""
    assert {row.activation for row in BOX.persons} == {"immediate", "worker", "round", "permanent", "endgame"}
    assert ACTIVATION[card("well_builder")] == "round"
    game = city(mine={"people": ["well_builder"], "hand": ["duke"]})
    assert game.offers("canal") == [] and game.offers("use") == ["well_builder"]
    assert game.act("use", "well_builder").offers("canal") == ["duke"]
    assert texts_of(bruges, "en")["help"]["cards"][card("well_builder")]


@pytest.mark.rule("BRU-18.22", "BRU-18.27", "BRU-19.18")
@pytest.mark.parametrize(
    ("name", "worker", "useful"),
    [
        ("spice_merchant", "red", {}),
        ("archivist", "yellow", {"houses": ["red"] * 3}),
        ("nun", "violet", {"threats": {"blue": 1}}),
        ("acrobat", "red", {"guilders": 2}),
        ("messenger", "red", {"hand": ["duke"]}),
        ("painter", "brown", {"guilders": 2}),
        ("potter", "yellow", {"workers": {"yellow": 2}}),
        ("broker", "violet", {"guilders": 3}),
        ("mercenary", "red", {"others": [{"guilders": 1}]}),
        ("smuggler", "yellow", {"threats": {"red": 1}}),
    ],
)
def test_an_activation_without_any_benefit_is_not_offered(
    name: str, worker: str, useful: dict[str, Any]
) -> None:
    have = {"people": [name], "workers": {worker: 1}}
    more = {key: value for key, value in useful.items() if key != "others"}
    helped = city(mine={**have, **more}, others=useful.get("others", ({},)))
    assert helped.offers("use") == [name]
    assert city(mine=have).offers("use") == ([] if useful else [name])


@pytest.mark.rule("BRU-18.24", "BRU-18.25")
def test_some_stay_activatable_after_the_card_of_the_last_turn() -> None:
    mine = {"people": ["frenchwoman", "well_builder"], "workers": {"violet": 1}, "canals": [5, 5]}
    game = city(mine=mine, turn=6, options={"new_citizens": True})
    assert game.offers("use") == ["frenchwoman", "well_builder"] and of(game).hand == []
