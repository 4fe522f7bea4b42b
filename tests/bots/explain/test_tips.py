"""Tips: the choices of a mind, from the document of the seat alone, with named parts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from math import inf
from typing import Any

import pytest

from bots.document import Document, about_table, document_of
from bots.explain.preparation import NOTHING, Change, Preparation, Prepared
from bots.explain.reasons import Ranked, first_two, main_changes, seed_of
from bots.explain.tips import TipAdviser, strongest
from bots.learning.fairness import ExaminedQuestion, questions
from bots.learning.training import first_net
from bots.minds.learnt import Learnt
from bots.minds.master import Master
from bots.search.evaluator import Evaluator
from bots.search.lookahead import tools
from bots.values import ValuePart, bruges, loyang, machi_koro, module_of, parts_of, santiago, value_of
from server.authoring.scenes import Scene
from server.games import GAMES
from server.games.catalogue import texts
from server.games.kernel import Choice, settle
from server.games.loyang.cards import GOODS
from server.games.loyang.state import BOUGHT, RED
from tests.games.loyang.village import card, turn
from tests.games.machi_koro.town import ALL_BUT_ONE, GREAT, town

ASKED = {"bruges": 4, "loyang": 3}
"""Questions of each game; 8 for all others. Each one is valid until the next is drawn."""


def some(game: str, seed: int = 1) -> Iterator[ExaminedQuestion]:
    return islice(questions(GAMES[game], seed), ASKED.get(game, 8))


@pytest.mark.parametrize("game", GAMES)
def test_a_tip_tells_nothing_that_the_seat_does_not_know(game: str) -> None:
    teacher, other = TipAdviser(), 0
    for number, asked in enumerate(some(game)):
        again = asked.redealt(number)
        other += again.game != asked.game
        assert teacher.advice(again.document(), inf) == teacher.advice(asked.document(), inf)
    assert other


@pytest.mark.parametrize("game", ["machi_koro", "schweinebande"])
def test_nor_does_one_that_was_searched_for(game: str) -> None:
    teacher = TipAdviser(tries=24)
    for number, asked in enumerate(islice(some(game, 4), 3)):
        tip = teacher.advice(asked.document(), inf, "master")
        assert tip == teacher.advice(asked.redealt(number).document(), inf, "master")
        assert tip.best != tip.second and {tip.best, tip.second} <= {*asked.ask.options}
        assert tip.shares == sorted(tip.shares, reverse=True)


def test_what_the_strongest_level_would_do_is_the_tip() -> None:
    asked = next(some("machi_koro", 6))
    document = asked.document()
    master = Master(seed_of(document), tries=24)
    assert TipAdviser(tries=24).advice(document, inf, "master").best == master.choose(document, inf)


def test_tips_come_from_the_strongest_level_that_is_offered() -> None:
    assert strongest(["skilled", "master", "expert"]) == "master"
    assert strongest(["expert", "beginner", "mine"]) == "expert"
    assert strongest(["beginner", "casual"]) == strongest([]) == "skilled", "a teacher must know something"


@pytest.mark.parametrize("game", GAMES)
def test_a_tip_is_what_the_mind_would_play_and_its_parts_have_names(game: str) -> None:
    teacher, named = TipAdviser(), [texts(game, language)["parts"] for language in ("de", "en")]
    brought = set()
    for asked in some(game, 2):
        document = asked.document()
        tip = teacher.advice(document, inf)
        worths, shared = Learnt(0).worths(document, inf)
        assert tip.best in asked.ask.options and tip.second in asked.ask.options and tip.best != tip.second
        assert bool(tip.shares) == shared and set(worths) == set(asked.ask.options)
        brought |= {part for part, way, _ in (*tip.brings, *tip.rather) if way in (1, -1)}
    assert brought and all(brought <= names.keys() for names in named)


@pytest.mark.parametrize("game", GAMES)
def test_the_parts_make_up_the_value(game: str) -> None:
    """The rest is the value of the rivals."""
    engine = GAMES[game]
    value, parts, module = value_of(engine), parts_of(engine), module_of(game)
    for asked in some(game, 3):
        for seat in range(len(engine.scores(asked.game))):
            found = parts(asked.game, seat)
            if rest := getattr(module, "REST", ""):
                own = sum(part.worth for name, part in found.items() if name != rest)
                assert own == pytest.approx(OWN[game](asked.game, seat))
            if game != "loyang":  # its path makes steps of cash at rising prices
                assert sum(part.worth for part in found.values()) == pytest.approx(value(asked.game, seat))


OWN: dict[str, Callable[[Any, int], float]] = {
    "bruges": bruges.standing,
    "santiago": lambda game, seat: (santiago.final if game.cashed else santiago.standing)(game, seat),
    "machi_koro": lambda game, seat: -machi_koro.all_turns(game)[seat],
}
"""The value of a seat's position without its rivals."""


def test_what_weighs_most_is_told_first_and_what_weighs_nothing_is_not() -> None:
    gains: Change = {
        "coins": ValuePart(-0.4, -2.0),
        "income": ValuePart(3.0, 0.55),
        "rivals": ValuePart(0.001),
    }
    assert main_changes(gains, {}) == [("income", 1, 6), ("coins", -1, -20)]
    assert main_changes(gains, gains) == []
    assert main_changes({}, {}) == []
    assert main_changes(gains, {"coins": ValuePart(-0.4, -2.0)}) == [("income", 1, 6)]


def test_with_weights_a_tip_tells_shares_of_the_win() -> None:
    asked = next(some("machi_koro", 5))
    net = first_net(GAMES["machi_koro"], 1)
    tip = TipAdviser(nets=lambda game: net).advice(asked.document(), inf)
    assert len(tip.shares) == 2 and 1000 >= tip.shares[0] >= tip.shares[1] >= 0


def seen(scene: Scene) -> Document:
    """The document of the asked seat of a scene."""
    about = about_table(scene.engine, scene.game.options, ["whim"] * len(scene.engine.scores(scene.game)))
    return document_of(scene.engine, scene.game, scene.asks, scene.seat, about)


def test_a_move_that_wins_is_told_as_that_with_what_it_brings_and_costs() -> None:
    document = seen(town(landmarks={0: ALL_BUT_ONE}, coins=[22, 0]).pin(dice=[6]).act("roll", 1))
    tip = TipAdviser().advice(document, inf)
    assert tip.best == Choice("landmark", GREAT.index("radio_tower"))
    assert tip.brings == [("win", 1, 10), ("landmarks", 1, 10), ("coins", -1, -220)]
    assert ("win", 1, 10) in tip.rather


def test_what_follows_a_choice_is_what_the_tip_comes_from_would_choose(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A net that values nothing but coins builds nothing with them."""
    monkeypatch.setattr(
        Evaluator, "worth", lambda _, games, seat: [float(game.coins[seat]) for game in games]
    )
    net = first_net(GAMES["machi_koro"], 1)
    document = seen(town(coins=[40, 0], landmarks={0: {"train_station": 1}}))
    by_hand, by_net = (
        TipAdviser(nets=nets).advice(document, inf) for nets in (lambda _: None, lambda _: net)
    )
    assert "landmarks" in [part for part, _, _ in by_hand.brings]
    assert "landmarks" not in [part for part, _, _ in by_net.brings]


def test_the_second_choice_is_said_in_other_words_than_the_first() -> None:
    """Two fields have the same name: only the rules distinguish them, by the card below one of them."""
    fields = ["common_4_a", "common_4_b", "private_3"]
    asked = turn({"fields": fields, "under": {"common_4_a": "maid"}, "cart": {"turnip": 1}})
    document = seen(asked.act("sow", "turnip"))
    *twins, other = (Choice("into", card(field)) for field in fields)
    assert {*TipAdviser().ranked(document, inf).offers[:2]} == {*twins}
    tip = TipAdviser().advice(document, inf)
    assert tip.best in twins and tip.second == other
    assert first_two("loyang", twins) == [0], "there is no other"


def test_a_tip_for_what_only_costs_says_what_it_is_for() -> None:
    """Wheat is bought for the customer who pays for it."""
    mine = {"cash": 3, "cart": {"turnip": 2}, "regulars": [("regular_01", 2, RED)]}
    scene = turn(mine, {})
    scene.game.farms[0].lasting |= BOUGHT
    scene.asks = settle(scene.game)
    teacher = TipAdviser(nets=lambda game: None)
    tip = teacher.advice(seen(scene), inf)
    assert tip.best == Choice("buy", GOODS.index("wheat")) and ("cash", -1, -30) in tip.brings
    assert tip.then == [Choice("serve", card("regular_01"))]
    assert ("cash", 1, 30) in tip.together, "3 for the wheat, and 6 from the customer"
    assert teacher.prepares(seen(scene), tip.best, inf) == (tip.then, tip.together), "so, too, after the game"


COSTS, BRINGS = Choice("discard", 1), Choice("serve", 2)


class Telling(TipAdviser):
    """An adviser with given values of options, one of which only costs."""

    def __init__(self, worths: Sequence[float], shared: bool) -> None:
        super().__init__()
        self._worths, self._shared = [*worths], shared

    def ranked(self, document: Document, deadline: float, level: str = "", salt: int = 0) -> Ranked:
        return Ranked([COSTS, BRINGS, Choice("finish")], self._worths, self._shared)

    def _changes(
        self, document: Document, offers: Sequence[Choice], shared: bool, deadline: float
    ) -> list[Change]:
        known = {
            COSTS: {"helpers": ValuePart(-0.1)},
            BRINGS: {"cash": ValuePart(0.3, 4.0), "goods": ValuePart(-0.1, -2.0)},
        }
        return [known.get(offer, {}) for offer in offers]

    def _prepared(self, document: Document, best: Choice, shared: bool, deadline: float) -> Prepared:
        return NOTHING


@pytest.mark.parametrize(
    ("worths", "shared", "best"),
    [
        ([0.57, 0.565, 0.5], True, BRINGS),
        ([0.57, 0.55, 0.5], True, COSTS),
        ([0.02, 0.015, 0.01], True, COSTS),
        ([0.57, 0.565, 0.5], False, COSTS),
    ],
    ids=["about the same", "clearly less", "a quarter less", "by hand"],
)
def test_of_two_that_are_worth_the_same_a_tip_is_what_is_good_for_something(
    worths: list[float], shared: bool, best: Choice
) -> None:
    """A net may give a slightly greater value to throwing a helper away first."""
    tip = Telling(worths, shared).advice(seen(turn({}, {})), inf)
    assert tip.best == best and tip.only_costs == (best == COSTS)
    if best == BRINGS:
        assert tip.second == Choice("finish") and tip.shares == [565, 500], "not the one that was set aside"


def test_what_can_be_had_anyway_is_not_what_a_choice_is_for() -> None:
    """The helper has no use in the delivery that follows."""
    mine = {"cart": {"wheat": 1, "turnip": 1}, "regulars": ["regular_01"], "helpers": ["trader"]}
    scene = turn(mine, {})
    engine, game = GAMES["loyang"], scene.game

    def worths(games: Sequence[Any]) -> list[float]:
        return [loyang.value(game, 0) for game in games]

    preparing = Preparation(tools(engine), parts_of(engine), worths, 0)
    assert preparing.behind(game, Choice("discard", card("trader"))) == NOTHING
    assert preparing.behind(game, Choice("serve", card("regular_01"))) == NOTHING, "good for itself"
