"""Written positions: the examples, every moment, and impossible ones."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from server.authoring.data import of_positions
from server.games import GAMES
from server.games.catalogue import LANGUAGES, texts
from server.games.loyang.cards import set_of
from server.games.packing import pack
from server.games.positions import (
    MAX_POSITION_CHARS,
    BadPosition,
    Box,
    Names,
    Position,
    Written,
    example,
    laid_out,
    read,
    words_of,
)
from server.scene import main, show
from server.table.beginnings import ends

from .engines import ENGINES


def written(text: str) -> Position:
    return laid_out(read(text))


@pytest.mark.parametrize("game", GAMES)
def test_the_examples_say_the_same_in_every_language_and_have_every_word(game: str) -> None:
    assert [*of_positions(GAMES[game])] == []
    assert all(ends(GAMES[game], written(example(game, language)).game) for language in LANGUAGES)


MOMENTS = [(game, moment) for game in GAMES for moment in words_of(GAMES[game]).MOMENTS]


@pytest.mark.parametrize(("game", "moment"), MOMENTS)
def test_every_moment_can_be_played_to_its_end_by_any_number_with_all_options(game: str, moment: str) -> None:
    engine = GAMES[game]
    for seats, preset in product(engine.seats, [{}, *engine.options.presets().values()]):
        it = Written(game=game, seats=seats, turn=seats - 1, moment=moment, options=dict(preset), seed=seats)
        assert ends(engine, laid_out(it).game)


def test_written_things_are_in_their_places() -> None:
    game: Any = written(example("machi_koro", "en")).game
    assert (game.coins, game.active) == ([12, 9], 0)
    santiago = written(example("santiago", "de"))
    town: Any = santiago.game
    assert town.held[1] == [1, 1, 3, 0, 0, 0, 7, 23], "what isn't named is there as in the beginning"
    assert santiago.asked == [(0, "drive")]
    bruges = written(example("bruges", "en"))
    assert bruges.asked == [(0, "turn")]
    assert [score.points for score in bruges.engine.scores(bruges.game)][1] > 12, "the broker counts"


def test_a_ship_that_is_not_said_is_rolled_at_once_also_where_nothing_else_is_left_to_chance() -> None:
    """No player made a ship leave, so that no player is told so and could still take it back."""
    names = texts("santiago", "en")["names"]
    table = {"street": names["cubans"], "buildings": names["buildings"]}
    town = laid_out(Written(game="santiago", seats=2, turn=0, moment="turn", table=table))
    assert town.asked == [(1, "demand")]


@pytest.mark.rule("LOY-5.2", "LOY-5.10", "LOY-2.9")
@pytest.mark.parametrize(
    ("moment", "round", "left"),
    [("turn", 9, 0), ("turn", 6, 2), ("cards", 3, 5), ("round", 3, 6), ("round", 9, 0), ("round", 1, 8)],
)
def test_as_many_goods_and_private_fields_of_loyang_are_to_come_as_rounds(
    moment: str, round: int, left: int
) -> None:
    game: Any = written(f'game = "loyang"\nseats = 2\nmoment = "{moment}"\n[table]\nround = {round}').game
    for farm in game.farms:
        assert len(farm.pile) == left
        home = 9 - (round if moment != "round" else round - 1)
        assert [row[2] for row in farm.fields] == [home] * (home > 0)
        assert left > 4 or all(set_of(card) == 1 for card in farm.pile), "the first set has been turned up"


def test_unwritten_things_are_random_or_follow_the_seed() -> None:
    free, said = 'game = "bruges"\nseats = 2\n', 'game = "bruges"\nseats = 2\nseed = 5\n'
    decks = {pack(laid_out(read(free), chance).game) for chance in range(5)}
    assert len(decks) == 5
    assert len({pack(laid_out(read(said), chance).game) for chance in range(5)}) == 1


@pytest.mark.rule("BRU-10.12", "BRU-10.2")
def test_a_statue_stays_without_its_last_token_and_a_watchdog_holds_out() -> None:
    """Positions that occur in games: a fire in a complete section, and three markers that have not struck."""
    burnt: Any = written('game = "bruges"\nseats = 2\n[[players]]\nstatues = [7]\ncanals = [1, 4]').game
    assert (burnt.players[0].finished, burnt.statues) == ([0, 1], [2, 3, 4, 5, 6])
    guarded = 'game = "bruges"\nseats = 2\n[[players]]\nthreats = {yellow = 3}\npeople = ["Watchdog"]'
    held: Any = written(guarded).game
    assert held.players[0].threats == [0, 0, 3, 0, 0]


WRONG = {
    "seats = 2": "game is missing.",
    "game = 3\nseats = 2": "game",
    'game = "chess"\nseats = 2': "There is no game “chess”, only machi_koro",
    'game = "santiago"\nseats = 9': "for 2 to 4 players",
    'game = "santiago"\nseats = 2\nturn = 2': "It can’t be the turn of seat 2",
    'game = "santiago"\nseats = 2\nturns = 1': "turns",
    'game = "santiago"\nseats = 2\nmoment = "tea"': "There is no moment “tea”, only turn",
    'game = "santiago"\nseats = 2\n[options]\nscreens = true': "screens",
    'game = "santiago"\nseats = 2\n[table]\nvalue = 9': "table.value: here only 2, 3, 4 can stand, not 9",
    'game = "santiago"\nseats = 2\n[table]\nstreet = ["Fidel"]': "There is no Cuban “Fidel”",
    'game = "santiago"\nseats = 2\n[table]\nstreet = ["Pedro", "pedro"]': "no Cuban “pedro” left",
    'game = "santiago"\nseats = 2\n[table]\nship = {wood = 2}': "goods with a die",
    'game = "santiago"\nseats = 2\n[[players]]\nholds = {rum = 9}': "not so many pieces of these: rum",
    'game = "santiago"\nseats = 2\n[[players]]\n[[players]]\n[[players]]': "There are 3 players, and 2 seats",
    'game = "santiago"\nseats = 2\n[[players]]\nrum = 1': "players[0].rum: there is no such word here",
    'game = "santiago"\nseats = 2\n[[players]]\nowns = ["Bank"]\n[[players]]\nowns = ["Bank"]': "owned twice",
    'game = "santiago"\nseats = 2\n[table]\ndeparted = 7': "departed",
    'game = "machi_koro"\nseats = 2\n[[players]]\ncoins = -1': "coins",
    'game = "machi_koro"\nseats = 2\n[[players]]\ncoins = 1000000000000000000000000': "",
    'game = "machi_koro"\nseats = 2\n[[players]]\nestablishments = {Mine = 7}': "not so many of these: Mine",
    'game = "machi_koro"\nseats = 2\n[[players]]\nestablishments = {Mina = 1}': "Did you mean “Mine”?",
    'game = "machi_koro"\nseats = 2\n[[players]]\nestablishments = {Stadium = 2}': "at most 1 of Stadium",
    'game = "machi_koro"\nseats = 2\n[[players]]\nlandmarks = ["Train Station", "Shopping Mall", '
    '"Amusement Park", "Radio Tower"]': "landmarks: whoever has all",
    'game = "schweinebande"\nseats = 2\n[table.market]\nA1 = "Pig"': "A round begins with an empty market",
    'game = "schweinebande"\nseats = 2\n[[players]]\nfarm = {Pig = 17}': "not so many tiles of these: Pig",
    'game = "schweinebande"\nseats = 2\n[[players]]\nfarm = {Pig = 3}': "Only 0 tiles have been in play",
    'game = "schweinebande"\nseats = 2\n[[players]]\nfarm = {"Feed sack" = 1}': "only animals",
    'game = "schweinebande"\nseats = 2\nmoment = "collecting"\n[table.market]\nA1 = "Pig"\n[[players]]\n'
    'farmers = ["A2"]': "No farmer can stand on A2",
    'game = "schweinebande"\nseats = 5\nmoment = "collecting"\n[[players]]\n'
    'farmers = ["A1", "A2", "A3", "A4"]': "players[0] has only",
    'game = "loyang"\nseats = 2\n[[players]]\nfields = [{card = "home", good = "leek"}]': "doesn’t grow",
    'game = "loyang"\nseats = 2\n[[players]]\nfields = [{card = "trader"}]': "is no field",
    'game = "loyang"\nseats = 2\n[[players]]\nhelpers = ["stall_01"]': "does not belong there",
    'game = "loyang"\nseats = 2\n[[players]]\nhelpers = ["maid", "maid"]': "no card “maid” left",
    'game = "loyang"\nseats = 2\n[[players]]\nhelpers = ["foreman"]': "or not with these options",
    'game = "loyang"\nseats = 2\n[[players]]\nshop = {wheat = 9}': "no place for so many of these",
    'game = "loyang"\nseats = 2\n[[players]]\nstalls = [{card = "stall_01", left = ["leek"]}]': "offers",
    'game = "bruges"\nseats = 2\n[[players]]\npeople = ["Cat"]': "or not with these options",
    'game = "bruges"\nseats = 2\n[options]\npets = true\n[[players]]\npeople = ["Cat"]': "Pets live in",
    'game = "bruges"\nseats = 2\n[[players]]\nstatues = [99]': "no statue of 99 points",
    'game = "bruges"\nseats = 2\n[[players]]\nstatues = [7, 6]\ncanals = [5, 0]': "none of these can be",
    'game = "bruges"\nseats = 2\n[[players]]\nthreats = {yellow = 3}': "yellow strikes with marker 3",
    'game = "bruges"\nseats = 2\n[[players]]\nthreats = {red = 3}\npeople = ["Watchdog"]': "red strikes",
    'game = "bruges"\nseats = 2\n[table]\nstart = 3': "Seat 3 can’t be the start player",
    'game = "bruges"\nseats = 2\n[table]\nplayed = 4': "played",
    'game = "bruges"\nseats = 2\nx = ' + "[" * 900: "Too many brackets",
    'game = "bruges"\nseats = 2\noptions.' + "a." * 4_000 + "a = 1": "",
    "#" * (MAX_POSITION_CHARS + 1): "longer than",
    "game =": "Line 1: the text ends",
    "game = 'santiago'\n\nseats = two": "Line 3, column 9",
}


@pytest.mark.parametrize("text", WRONG, ids=lambda text: text[:60].replace("\n", " "))
def test_impossible_positions_are_refused_with_place_and_reason(text: str) -> None:
    with pytest.raises(BadPosition) as refused:
        written(text)
    assert WRONG[text] in str(refused.value)


@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_written_is_played_to_its_end_or_refused(game: str) -> None:
    """The examples with lines left out or doubled, and with numbers of other sizes."""
    random, played = Random(7), 0
    for _ in range(60):
        lines = example(game, random.choice(LANGUAGES)).splitlines()
        for _ in range(random.randint(1, 4)):
            at = random.randrange(len(lines))
            match random.randrange(4):
                case 0:
                    del lines[at]
                case 1:
                    lines.insert(at, random.choice(lines))
                case 2:
                    lines[at] = lines[at].removeprefix("# ")
                case 3:
                    number = str(random.choice([0, 1, 2, 3, 5, 9, 40, 999]))
                    lines[at] = "".join(number if c.isdigit() else c for c in lines[at])
        try:
            position = written("\n".join(lines))
            ends(position.engine, position.game)
            played += 1
        except BadPosition:
            pass
    assert played > 5


def test_a_game_whose_author_says_nothing_of_positions_has_none() -> None:
    with pytest.raises(BadPosition, match="can’t be written"):
        words_of(ENGINES["toy"])


def test_things_of_one_name_are_given_out_one_after_the_other() -> None:
    names = Names("tile", ["pig", "pig", "hen"], [["Schwein", "Schwein", "Huhn"]])
    box = Box(names, range(3))
    assert [box.take("Schwein"), box.take("PIG"), box.take(" huhn ")] == [0, 1, 2]
    with pytest.raises(BadPosition, match="There is no tile “pig” left"):
        box.take("pig")


def test_the_command_checks_a_position_and_shows_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert show("santiago", "de") == 0
    file = tmp_path / "mine.toml"
    file.write_text(capsys.readouterr().out, encoding="utf-8")
    assert main(file) == 0
    told = capsys.readouterr().out
    assert "seat 0 is asked: drive" in told and "played to its end" in told
    file.write_text('game = "santiago"\nseats = 2\nturn = 5\n')
    assert main(file) == 1 and "turn of seat 5" in capsys.readouterr().err
    assert main(file, "de") == 1 and "Platz 5 kann nicht am Zug sein" in capsys.readouterr().err
    assert main(tmp_path / "none.toml") == 1
    assert show("chess", "en") == 1 and "there are some of machi_koro" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "why"), [(None, "No such file or directory"), (b"\xdc\x00", "This is no text in UTF-8.")]
)
def test_an_unreadable_position_is_refused_in_one_line(
    content: bytes | None, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.toml"
    if content is not None:
        file.write_bytes(content)
    assert main(file) == 1
    assert capsys.readouterr().err == f"scene: {file}: {why}\n"
