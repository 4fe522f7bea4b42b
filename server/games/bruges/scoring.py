"""The current and the final score (section 11, BRU-19.20)."""

from __future__ import annotations

from ..engine import Score
from .cards import ACTIVATION, BOX, POINTS, THREE, TRACK
from .effect import EFFECTS
from .state import NONE, Bruges

PARTS = ("track", "persons", "houses", "laurel", "marks", "canals", "statues", "reputation")
"""The sources of points."""

FIGURES = BOX.figures


def parts(game: Bruges, seat: int) -> tuple[int, ...]:
    """The points of a seat by PARTS, computed only from public facts."""
    me = game.players[seat]
    persons = laurel = 0
    for card in me.persons:
        if card != NONE:
            persons += POINTS[card]
            if ACTIVATION[card] == "endgame":
                laurel += EFFECTS[card].final_points(game, seat, card)
    persons += sum([POINTS[card] for card in me.pets if card != NONE])
    return (
        me.points,
        persons,
        FIGURES.house_points * len(me.houses),
        laurel,
        FIGURES.mark_points * sum(me.marks),
        FIGURES.space_points[THREE] * threes(game, seat),
        sum(me.statues),
        TRACK[me.step],
    )


def threes(game: Bruges, seat: int) -> int:
    """The number of built spaces that score."""
    return sum([tokens > THREE for tokens in game.players[seat].canals])


def worth(game: Bruges, seat: int) -> int:
    """The final score if the game ended now."""
    return sum(parts(game, seat))


def scores(game: Bruges) -> list[Score]:
    """Ranked by points, then guilders; seats that are still equal share the place (BRU-11.13, BRU-11.15)."""
    rows = [parts(game, seat) for seat in range(len(game.players))]
    standings = [(sum(row), me.guilders) for row, me in zip(rows, game.players, strict=True)]
    return [
        Score(
            seat,
            1 + sum(other > standing for other in standings),
            standing[0],
            {**dict(zip(PARTS, row, strict=True)), "guilders": standing[1]},
        )
        for seat, (row, standing) in enumerate(zip(rows, standings, strict=True))
    ]
