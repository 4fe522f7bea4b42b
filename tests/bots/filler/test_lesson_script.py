"""At the table of a lesson a bot follows the script, as long as the script fits; nowhere else."""

from __future__ import annotations

from bots.document import Document, about_table, document_of
from bots.filler.choosing import chosen
from bots.filler.lesson_script import of_lesson
from server.games import GAMES
from server.games.catalogue import options_of
from server.games.kernel import Choice, choose, settle
from server.games.lessons import lessons
from server.table import tokens


class Last:
    """Always passes."""

    def choose(self, document: Document, deadline: float) -> Choice:
        return Choice("pass", -1)


def building(lesson: str) -> Document:
    """The second seat of the first lesson is asked to build."""
    engine, first = GAMES["machi_koro"], lessons("machi_koro")["first"]
    options = options_of(engine, {**engine.options.usual(), **first.options})
    game = engine.setup(first.seats, tokens.seed(first.deal, []), options)
    asks = settle(game)
    while asks[0].seat == 0 or asks[0].prompt != "build":
        asks = choose(game, asks[0], asks[0].options[-1])
    about = about_table(engine, options, [""] * first.seats)
    if lesson:
        about["table"]["lesson"] = lesson
    return document_of(engine, game, asks, asks[0].seat, about)


def test_a_bot_follows_the_script_of_its_table() -> None:
    move = lessons("machi_koro")["first"].script["1"][0]
    assert of_lesson(building("first")) == move.do
    assert chosen(Last(), building("first")) == move.do


def test_elsewhere_it_has_a_mind_of_its_own() -> None:
    for lesson in ("", "gone"):
        assert of_lesson(building(lesson)) is None
        assert chosen(Last(), building(lesson)) == ("pass", -1)
