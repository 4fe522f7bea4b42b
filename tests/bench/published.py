"""Published fixed strategies as opponents of the bots: each follows its plan, whatever the others do.

A strategy builds the first affordable card of its plan, and after the plan the landmarks, cheapest first;
otherwise it saves. Greedy answers all other questions.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from bots.document import Document, options
from bots.mind import Maker
from bots.minds.greedy import Greedy
from server.games.kernel import Choice
from server.games.machi_koro.cards import ESTABLISHMENTS, LANDMARKS

Plan = Sequence[tuple[str, int]]
"""Cards by their names in `cards.json`, the most important first, with the number of copies."""

CHEESE: Final[Plan] = [("ranch", 4), ("train_station", 1), ("cheese_factory", 4)]
FURNITURE: Final[Plan] = [("forest", 3), ("train_station", 1), ("furniture_factory", 4), ("mine", 3)]
STORES: Final[Plan] = [("convenience_store", 5), ("bakery", 4), ("shopping_mall", 1)]

NUMBERS: Final = {
    **{row.id: Choice("build", number) for number, row in enumerate(ESTABLISHMENTS)},
    **{row.id: Choice("landmark", number) for number, row in enumerate(LANDMARKS)},
}

LAST: Final = [NUMBERS[row.id] for row in sorted(LANDMARKS, key=lambda row: row.price)]


class Planned:
    """Plays Machi Koro by a plan."""

    def __init__(self, seed: int, plan: Plan) -> None:
        self._greedy = Greedy(seed)
        self._plan = plan

    def choose(self, document: Document, deadline: float) -> Choice:
        if document["mine"]["ask"]["prompt"] != "build":
            return self._greedy.choose(document, deadline)
        game, offers = document["public"]["game"], options(document)
        city = game["cities"][document["mine"]["seat"]]
        missing = [NUMBERS[name] for name, copies in self._plan if _built(NUMBERS[name], city) < copies]
        if not any(it.verb == "build" and game["supply"][it.noun] for it in missing):
            missing += LAST
        return next((it for it in missing if it in offers), offers[-1])


def _built(card: Choice, city: Sequence[int]) -> int:
    """The seat's number of copies. Built landmarks need no count, since they are not offered again."""
    return city[card.noun] if card.verb == "build" else 0


STRATEGIES: Final[dict[str, dict[str, Maker]]] = {
    "machi_koro": {
        "cheese-factory": partial(Planned, plan=CHEESE),
        "furniture-factory": partial(Planned, plan=FURNITURE),
        "convenience-store": partial(Planned, plan=STORES),
        "landmarks": partial(Planned, plan=[]),
    }
}
"""By game and name."""
