"""The content of a book: figures, records, comparisons with other players, and the rating."""

from __future__ import annotations

from collections.abc import Sequence

from server.book.figures import Met, Record, Tally, by_game, met, own
from server.book.game import Played, Player, decode, encode, people, seat_of, without
from server.book.rating import by_players, levels, points_of, ratings, scale
from server.table.forgetting import NOBODY

ADA, BEN = "ada-person", "ben-person"


def game(*players: tuple[str, int, int], number: int = 0, kind: str = "santiago", **given: int) -> Played:
    """A game whose players are (person or mind, place, points), by seat."""
    rows = [
        Player(who, who.title(), "", place, points) if "-" in who else Player("", "", who, place, points)
        for who, place, points in players
    ]
    lasted = given.get("lasted", 60_000)
    return Played(f"table-{number}", kind, 1000 + number, lasted, {"quick": bool(number % 2)}, rows)


def series(*players: tuple[str, int, int], games: int) -> list[Played]:
    return [game(*players, number=number) for number in range(games)]


def test_figures_of_a_game() -> None:
    games = [
        game((ADA, 1, 30), (BEN, 2, 20), number=0, lasted=50_000),
        game((BEN, 2, 25), (ADA, 1, 28), ("casual", 3, 9), number=1, lasted=40_000),
        game((ADA, 2, 35), (BEN, 1, 36), number=2, lasted=10_000),
        game((ADA, 1, 1), number=3, kind="loyang"),
    ]
    first, second = by_game(own(games, ADA))
    assert (first.game, first.all, first.place, first.points) == ("santiago", Tally(3, 2), 1.33, 31.0)
    assert first.seats == {0: Tally(2, 1), 1: Tally(1, 1)}
    assert first.players == {2: Tally(2, 1), 3: Tally(1, 1)}
    assert first.options == {"quick": {"false": Tally(2, 1), "true": Tally(1, 1)}}
    assert first.records == {
        "points": Record("table-2", 35),
        "fastest": Record("table-1", 40_000),
        "streak": Record("table-1", 2),
    }
    assert second.game == "loyang" and "streak" not in second.records
    assert met(own(games, ADA), ADA) == {BEN: Met("Ben-Person", 3, ahead=2, behind=1)}, (
        "bots are not listed among the players"
    )


def test_nobody_plays_against_oneself() -> None:
    both = game((ADA, 1, 3), (ADA, 2, 2), (BEN, 3, 1))
    assert seat_of(both, ADA) is None
    assert people(both) == [BEN]
    assert own([both], ADA) == [] and ratings([both], ADA) == {}
    assert met(own([both], BEN), BEN) == {} and ratings([both], BEN) == {}


def test_a_forgotten_person_stands_in_others_games_without_a_name() -> None:
    after = decode(encode(without(game((ADA, 1, 3), (BEN, 2, 2)), BEN, "other-person")))
    assert [(it.person, it.name) for it in after.players] == [(ADA, "Ada-Person"), ("other-person", NOBODY)]


def points(*players: tuple[str, int, int], games: int) -> int:
    return ratings(series(*players, games=games), ADA)["santiago"].points


def test_whoever_plays_bots_has_a_place_among_them_soon() -> None:
    stars = scale("santiago")
    assert sorted(stars, key=lambda level: stars[level]) == list(stars), "each level is above the one before"
    won = series((ADA, 1, 9), ("skilled", 2, 8), ("skilled", 3, 7), games=12)
    lost = series((ADA, 3, 1), ("beginner", 1, 8), ("beginner", 2, 7), games=12)
    strong, weak = (ratings(it, ADA)["santiago"] for it in (won, lost))
    assert weak.points < stars["beginner"] < stars["skilled"] < strong.points
    mixed = [
        game((ADA, place, 1), ("casual", 3 - place, 1), number=number)
        for number, place in enumerate([1, 2] * 8)
    ]
    even = ratings(mixed, ADA)["santiago"]
    assert abs(even.points - stars["casual"]) < 150
    assert even.spread < 0.6 * ratings(mixed[:1], ADA)["santiago"].spread, "the more games, the surer"


def test_bots_stay_what_they_are_and_greedy_is_skilled() -> None:
    before = scale("santiago")
    ratings(series((ADA, 1, 9), ("casual", 2, 8), games=9), ADA)
    assert scale("santiago") == before
    assert points((ADA, 1, 9), ("greedy", 2, 8), games=3) == points((ADA, 1, 9), ("skilled", 2, 8), games=3)


def test_games_without_the_book_s_person_say_nothing() -> None:
    together = series((ADA, 1, 9), (BEN, 2, 8), games=4)
    elsewhere = [game((BEN, 1, 9), ("expert", 2, 8), number=90 + n) for n in range(20)]
    assert ratings([*elsewhere, *together], ADA) == ratings(together, ADA)


def test_a_rating_of_its_own_for_every_number_of_players() -> None:
    two = series((ADA, 1, 9), ("skilled", 2, 8), games=6)
    three = series((ADA, 3, 1), ("beginner", 1, 8), ("beginner", 2, 7), games=6)
    rated = by_players([*two, *three], ADA)["santiago"]
    assert rated == {2: ratings(two, ADA)["santiago"], 3: ratings(three, ADA)["santiago"]}
    assert rated[2].points > rated[3].points


def test_a_draw_moves_equals_little() -> None:
    draws: Sequence[Played] = series((ADA, 1, 9), (BEN, 1, 9), games=5)
    assert abs(ratings(draws, ADA)["santiago"].points - points_of(levels("x")["casual"]).points) < 120
