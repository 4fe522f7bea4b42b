"""Minds: their choices are offered, depend on the document alone, and are equal for equal seeds."""

from __future__ import annotations

import time
from collections.abc import Callable
from math import inf
from random import Random
from typing import Any

import pytest

from bots.document import Document, Log, about_table, document_of, options
from bots.learning.training import first_net
from bots.mind import Mind
from bots.minds.greedy import Greedy, clear
from bots.minds.learnt import Learnt
from bots.minds.levels import LEVELS
from bots.minds.master import Master
from bots.minds.registry import MINDS
from bots.minds.whim import Whim
from bots.search import evaluator as judging
from bots.search import tree
from bots.search.evaluator import Evaluator, Question
from bots.search.lookahead import Lookahead, set_back, tools
from bots.search.net import Net
from bots.values import by_scores, loyang, value_of
from protocol.codec import packed
from server.games.engine import Engine
from server.games.kernel import Ask, Choice, Game, Step, choose
from server.games.loyang.cards import GOODS
from server.games.loyang.pay import Pay
from server.games.loyang.state import ACTING, Farm
from server.games.loyang.turn import Act
from tests.games.engines import ENGINES
from tests.games.loyang.village import turn, village

from ..search.begun import started

GAMES = [pytest.param(ENGINES[name], id=name) for name in sorted(ENGINES)]


def makers(seed: int) -> list[Mind]:
    return [Whim(seed), Greedy(seed, ENGINES)]


def test_options_of_a_document() -> None:
    ask = {"number": 3, "prompt": "build", "options": [["build", 0, 4], ["pass"]]}
    public: Any = {}
    mine: Any = {"ask": ask}
    assert options({"public": public, "mine": mine}) == [("build", 0), ("build", 4), ("pass", -1)]
    assert options({"public": public, "mine": {"ask": {}}}) == []
    assert options({"public": public, "mine": {}}) == []


@pytest.mark.parametrize("engine", GAMES)
def test_the_document_offers_what_the_game_asks(engine: Engine) -> None:
    random = Random(4)
    game, asks, about = started(engine, 9)
    for _ in range(60):
        if not asks:
            return
        ask = random.choice(asks)
        document = document_of(engine, game, asks, ask.seat, about)
        assert sorted(options(document)) == sorted(ask.options)
        asks = choose(game, ask, random.choice(options(document)))


@pytest.mark.parametrize("engine", GAMES)
@pytest.mark.parametrize("kind", [0, 1])
def test_minds_play_whole_games_by_the_rules_and_alike_for_the_same_seed(engine: Engine, kind: int) -> None:
    def play() -> list[Choice]:
        game, asks, about = started(engine, 5)
        minds = [makers(seat)[kind] for seat in range(engine.seats.stop - 1)]
        made: list[Choice] = []
        while asks and len(made) < 150:
            ask = asks[0]
            document = document_of(engine, game, asks, ask.seat, about)
            before = packed(document)
            choice = minds[ask.seat].choose(document, float("inf"))
            assert packed(document) == before, "a mind must not change what it is shown"
            asks = choose(game, ask, choice)
            made.append(choice)
        return made

    assert play() == play()


def test_whim_takes_every_option_now_and_then() -> None:
    document: Any = {"public": {}, "mine": {"ask": {"options": [["a", 0, 1], ["b"]]}}}
    whim = Whim(1)
    assert {whim.choose(document, 0) for _ in range(200)} == {("a", 0), ("a", 1), ("b", -1)}


def test_greedy_with_no_time_left_still_chooses() -> None:
    engine = ENGINES["machi_koro"]
    game, asks, about = started(engine, 1)
    document = document_of(engine, game, asks, asks[0].seat, about)
    assert Greedy(1).choose(document, time.monotonic() - 1) in asks[0].options


def test_every_offered_mind_can_be_made() -> None:
    assert set(MINDS) == {"whim", "greedy", "learnt", *LEVELS}
    for make in MINDS.values():
        assert callable(make(1).choose)


def test_a_game_without_values_is_judged_by_its_scores() -> None:
    engine = ENGINES["toy"]
    game, _, _ = started(engine, 3)
    by, seats = by_scores(engine), range(engine.seats.stop - 1)
    game.bids_won[1] += 5
    assert value_of(engine)(game, 1) == by(game, 1)
    assert max(seats, key=lambda seat: by(game, seat)) == 1
    assert by(game, 1) > 4 > -4 > by(game, 0)


# -- a game of two questions in a row, to see how far greedy looks ---------------------------------


class Purse(Game):
    """Take a bag, then a coin of it: the bag with the best coin looks worst at first."""

    coins: int = 0
    bag: int = -1


BAGS = [[5, 5], [0, 9], [6, 1]]


class Pick(Step[Purse], frozen=True):
    def asks(self, game: Purse) -> tuple[Ask, ...]:
        nouns = range(len(BAGS)) if game.bag < 0 else range(2)
        verb = "bag" if game.bag < 0 else "coin"
        return (Ask(0, verb, tuple(Choice(verb, noun) for noun in nouns)),)

    def answer(self, game: Purse, seat: int, choice: Choice) -> None:
        if choice.verb == "bag":
            game.bag, game.coins = choice.noun, BAGS[choice.noun][0]
            game.then(Pick())
        else:
            game.coins = BAGS[game.bag][choice.noun]


Purse.steps = {"Pick": Pick}


class PurseEngine:
    """The part of an engine that a mind needs."""

    name, state = "purse", Purse

    def imagine(self, public: Any, private: Any, seat: int | None, seed: int) -> Purse:
        return Purse(key=bytes(32), stack=[Pick()], bag=public["bag"])

    def scores(self, game: Purse) -> list[Any]:
        from server.games.engine import Score

        return [Score(0, 1, game.coins)]


@pytest.mark.parametrize("level", LEVELS[2:])
def test_a_useless_exchange_is_not_chosen(level: str) -> None:
    """A pumpkin is not given for a pumpkin, even if a net values the exchange."""
    scene = turn({"cart": {"leek": 1, "turnip": 2, "pumpkin": 1}, "stalls": ["stall_11"]})
    scene.act("trade", "pumpkin")
    engine = ENGINES["loyang"]
    about = about_table(engine, scene.game.options, [level] * len(scene.game.farms))
    document = document_of(engine, scene.game, scene.asks, 0, about)
    pumpkin = Choice("give", GOODS.index("pumpkin"))
    assert pumpkin in options(document)
    for seed in range(3):
        assert MINDS[level](seed).choose(document, time.monotonic() + 0.2) != pumpkin


def loves(monkeypatch: pytest.MonkeyPatch, share: Callable[[Farm], float]) -> Callable[[str], Net]:
    """A net that values only this property of a farm."""
    monkeypatch.setattr(judging, "position", lambda features, game, seat: game)
    monkeypatch.setattr(tree, "position", lambda features, game, seat: game)

    def shares(judge: Evaluator, games: Any) -> list[list[float]]:
        return [[share(farm) for farm in game.farms] for game in games]

    def values(judge: Evaluator, games: Any, seats: Any) -> list[float]:
        return [shares(judge, [game])[0][seat] for game, seat in zip(games, seats, strict=True)]

    monkeypatch.setattr(Evaluator, "shares", shares)
    monkeypatch.setattr(Evaluator, "values", values)
    net = first_net(ENGINES["loyang"], 1)
    return lambda game: net


@pytest.fixture
def loves_loans(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Net]:
    """A net that values only the seat's loans."""
    return loves(monkeypatch, lambda farm: farm.loans / 10)


def test_greedy_takes_no_useless_loan(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loyang, "value", lambda game, seat: game.farms[seat].loans)
    assert Greedy(1, ENGINES).choose(in_no_need(), inf) != Choice("loan")


MINDS_OF_NETS: list[Callable[[Callable[[str], Net]], Mind]] = [
    lambda nets: Learnt(1, ENGINES, nets),
    lambda nets: Master(1, ENGINES, nets, 40),
]


@pytest.mark.parametrize("mind", MINDS_OF_NETS, ids=["expert", "master"])
def test_nets_take_no_useless_loan(
    mind: Callable[[Callable[[str], Net]], Mind], loves_loans: Callable[[str], Net]
) -> None:
    """Whatever value a net gives to a loan, it does not take one and then do what was possible without it."""
    document = in_no_need()
    assert Choice("loan") in options(document)
    assert mind(loves_loans).choose(document, inf) != Choice("loan")


@pytest.mark.parametrize("mind", MINDS_OF_NETS, ids=["expert", "master"])
@pytest.mark.parametrize(("worth", "buys"), [(0.002, False), (0.004, True)])
def test_what_a_net_takes_for_hardly_better_is_not_chosen(
    mind: Callable[[Callable[[str], Net]], Mind], worth: float, buys: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second good in the cart promises slightly more than all other choices."""
    nets = loves(monkeypatch, lambda farm: 0.5 + worth * (sum(farm.cart) > 1))
    assert (mind(nets).choose(in_no_need(), inf).verb == "buy") is buys
    assert {*loyang.DOUBTS} <= {choice.verb for choice in [*options(in_no_need()), Choice("discard")]}


def test_nor_is_it_where_only_the_search_comes_to_it(
    loves_loans: Callable[[str], Net], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Question, "beware", lambda question: None)
    master = Master(1, ENGINES, loves_loans, 40)
    assert master.choose(in_no_need(), inf) != Choice("loan")
    worths, _ = master.worths(in_no_need(), inf)
    assert set(worths) == {*options(in_no_need())}, "a tip tells of all"


def test_the_search_says_what_it_would_choose_next(loves_loans: Callable[[str], Net]) -> None:
    """A loan is followed by another one, if loans are all that counts; no search has looked at it before."""
    document = in_no_need()
    master = Master(1, ENGINES, loves_loans, 40)
    judge, seen = master.judge(document), (document["public"]["game"], document["mine"]["game"])
    looked = dict.fromkeys(options(document), 0.5) | {Choice("loan"): 0.6}
    search = tree.TreeSearch(judge, seen, 0, looked)
    assert search.following(Choice("loan")) is None
    search.run(Random(1), 200)
    assert search.following(Choice("loan")) == Choice("loan")


def test_what_the_search_itself_would_take_back_is_not_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    nets = loves(monkeypatch, lambda farm: 0.5 + 0.1 * (sum(farm.cart) > 1))
    assert Master(1, ENGINES, nets, 40).choose(in_no_need(), inf).verb == "buy"
    monkeypatch.setattr(tree.TreeSearch, "following", lambda search, choice: Choice("sell", choice.noun))
    assert Master(1, ENGINES, nets, 40).choose(in_no_need(), inf).verb != "buy"


LEEK = GOODS.index("leek")


@pytest.mark.parametrize("mind", MINDS_OF_NETS, ids=["expert", "master"])
@pytest.mark.parametrize(
    ("said", "sells"),
    [
        ([], True),
        ([["bought", 0, LEEK, 1, 3]], False),
        ([["bought", 0, LEEK, 1, 3], ["used", 0, 1], ["served", 0, 2, 9]], False),
        ([["bought", 1, LEEK, 1, 3], ["bought", 0, LEEK - 1, 1, 3]], True),
        ([["bought", 0, LEEK, 1, 3], ["finished", 1], ["stayed", 1, 4]], False),
        ([["bought", 0, LEEK, 1, 3], ["finished", 0], ["stayed", 0, 4]], True),
    ],
)
def test_what_was_done_in_this_turn_is_not_taken_back(
    mind: Callable[[Callable[[str], Net]], Mind],
    said: list[list[Any]],
    sells: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """This holds for any value of an empty cart: the log tells what the seat has bought."""
    nets = loves(monkeypatch, lambda farm: 0.5 + 0.1 * (not sum(farm.cart)))
    log = Log()
    log.take(said)
    assert (mind(nets).choose(in_no_need(log), inf) == Choice("sell", LEEK)) is sells


def test_greedy_does_not_sell_a_good_it_has_just_bought(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loyang, "value", lambda game, seat: -sum(game.farms[seat].cart))
    monkeypatch.setattr(loyang, "vain", lambda choice, following, offers: False)
    log = Log()
    assert Greedy(1, ENGINES).choose(in_no_need(log), inf) == Choice("sell", LEEK)
    log.take([["bought", 0, LEEK, 1, 3]])
    assert Greedy(1, ENGINES).choose(in_no_need(log), inf) != Choice("sell", LEEK)


def test_what_was_sold_is_not_bought_again() -> None:
    assert loyang.undoing([["sold", 0, LEEK, 1], ["sold", 1, 0, 1]], 0, "act") == {Choice("buy", LEEK)}


@pytest.mark.parametrize("mind", MINDS_OF_NETS, ids=["expert", "master"])
def test_for_a_debt_what_was_bought_may_be_sold(
    mind: Callable[[Callable[[str], Net]], Mind], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise a loan would be taken at any cost."""
    scene = village({"cash": 1, "cart": {"leek": 1}, "turn": ACTING}, {}, stack=[Pay(0, 3), Act(0)], round=3)
    log = Log()
    log.take([["bought", 0, LEEK, 1, 6]])
    about = about_table(ENGINES["loyang"], scene.game.options, ["expert"] * len(scene.game.farms))
    document = document_of(ENGINES["loyang"], scene.game, scene.asks, 0, about, log.row)
    assert {*options(document)} == {Choice("sell", LEEK), Choice("loan")}
    assert Greedy(1, ENGINES).choose(document, inf) == Choice("sell", LEEK)
    nets = loves(monkeypatch, lambda farm: 0.5 - 0.1 * farm.loans)
    assert mind(nets).choose(document, inf) == Choice("sell", LEEK)


def in_no_need(log: Log | None = None) -> Document:
    """The document of a seat that has enough cash in its action turn."""
    scene = turn({"cash": 30, "cart": {"leek": 1}}, {})
    about = about_table(ENGINES["loyang"], scene.game.options, ["expert"] * len(scene.game.farms))
    return document_of(ENGINES["loyang"], scene.game, scene.asks, 0, about, (log or Log()).row)


def test_a_loan_that_makes_something_possible_and_a_good_that_does_not_go_back_are_not_vain() -> None:
    offers = [Choice("loan"), Choice("finish")]
    assert loyang.vain(Choice("loan"), Choice("finish"), offers)
    assert not loyang.vain(Choice("loan"), Choice("buy", LEEK), offers)
    for verb, back in (("buy", "sell"), ("sell", "buy")):
        assert loyang.vain(Choice(verb, LEEK), Choice(back, LEEK), offers)
        assert not loyang.vain(Choice(verb, LEEK), Choice(back, LEEK - 1), offers)


def test_useless_options_are_ranked_below_the_best_useful_one() -> None:
    worths = [0.9, 0.5, 0.7, 0.2]
    set_back(worths, {0, 3})
    assert worths[1:] == [0.5, 0.7, 0.2] and 0.69 < worths[0] < 0.7
    nothing_else = [0.9, 0.5]
    set_back(nothing_else, {0, 1})
    assert nothing_else == [0.9, 0.5]


def test_lookahead_skips_a_useless_exchange() -> None:
    """A trade is not worth the result of giving a pumpkin for a pumpkin."""
    pumpkin = Choice("trade", GOODS.index("pumpkin"))
    for goods, same in (({"leek": 1, "turnip": 2, "pumpkin": 1}, False), ({"pumpkin": 2}, True)):
        scene = turn({"cart": goods, "stalls": ["stall_11"]})
        look, before = Lookahead(tools(ENGINES["loyang"]), 0), scene.game.farms[0].cart
        carts = [game.farms[0].cart for _, game in look.behind(scene.game, [pumpkin])]
        assert carts and (before in carts) == same


def test_where_nothing_comes_to_light_one_imagined_game_is_enough() -> None:
    """A loan is equal in all imagined games, the content of a two-pack is not. Both count as explored."""
    scene, loan, pack = turn({"cash": 9}, deck=["regular_01", "stall_11"]), Choice("loan"), Choice("two_pack")
    engine = ENGINES["loyang"]
    look, value, imagined = Lookahead(tools(engine), 0), value_of(engine), list[Any]()

    def world() -> Any:
        imagined.append(tools(engine).clone(scene.game))
        return imagined[-1]

    def looked(offers: list[Choice]) -> list[tuple[int, float]]:
        imagined.clear()
        return list(look.judged(world, offers, lambda game: value(game, 0)))

    first, counted = looked([loan, pack]), look.positions
    assert imagined and looked([loan, pack]) == first and look.positions == 2 * counted
    assert len(imagined) == 1, "for the two-pack alone"
    assert looked([loan]) == [worth for worth in first if not worth[0]] and not imagined


@pytest.mark.parametrize("name", ["bruges", "loyang"])
def test_values_that_are_evident_do_not_go_by_what_is_imagined(name: str) -> None:
    """An option whose value differs between imagined games revealed something."""
    engine, random, varied = ENGINES[name], Random(8), 0
    game, asks, _ = started(engine, 5, engine.options(**engine.options.decided(engine.seats[-1])))
    value = value_of(engine)
    for _ in range(60):
        ask, seat = asks[0], asks[0].seat
        look, found = Lookahead(tools(engine), seat), list[list[Any]]()
        for seed in range(3):
            world = engine.imagine(engine.public(game), engine.private(game, seat), seat, seed)
            found.append([(number, value(it, seat)) for number, it in look.behind(world, ask.options)])
        for number in range(len(ask.options)):
            worths = {tuple(worth for option, worth in it if option == number) for it in found}
            assert len(worths) == 1 or number in look.came_out, f"{ask.prompt}: {ask.options[number]}"
            varied += len(worths) > 1
        asks = choose(game, ask, random.choice(ask.options))
    assert varied


def test_equal_results_by_chance_are_not_clear() -> None:
    """By chance, neither one die nor two brought anything, twice."""
    even, ahead, nothing = [[3.0, 3.0], [5.0, 5.0]], [[3.0, 1.0], [5.0, 3.0]], set[int]()
    assert clear(even, nothing) and not clear(even, {0, 1}) and not clear(even, {1})
    assert clear(ahead, {0, 1}) and not clear([[3.0, 1.0], [5.0, 4.9]], nothing)


def test_greedy_looks_through_its_own_questions_in_a_row() -> None:
    document: Any = {
        "public": {"table": {"game": "purse"}, "game": {"bag": -1}, "log": [0]},
        "mine": {"seat": 0, "game": {}, "ask": {"options": [["bag", 0, 1, 2]]}},
    }
    greedy = Greedy(1, {"purse": PurseEngine()})  # type: ignore[dict-item]
    assert greedy.choose(document, float("inf")) == ("bag", 1)
