"""The trained mind: it tries every option in imagined games, and a net predicts their outcome.

The hand-made values play a game without weights, a number of seats for which the net is not stronger, and a
game whose first place is already decided. `Evaluator.worth` in `bots/search/evaluator.py` gives the net's
value of a position to other code.
"""

from __future__ import annotations

from server.games.kernel import Choice

from ..document import Document, options
from ..search.evaluator import Question
from .net_mind import NetMind


class Learnt(NetMind):
    """One step of lookahead with the game's net."""

    def choose(self, document: Document, deadline: float) -> Choice:
        offers = options(document)
        if len(offers) == 1:
            return offers[0]
        question = self._by_net(document, deadline)
        return question.best(self.random) if question else self.by_hand.choose(document, deadline)

    def worths(self, document: Document, deadline: float) -> tuple[dict[Choice, float], bool]:
        """The value of each option: a share of the win if the second result is true, else in the unit of the
        hand-made values."""
        question = self._by_net(document, deadline)
        if question is None:
            return self.by_hand.worths(document, deadline), False
        return dict(zip(question.offers, question.worth, strict=True)), True

    def _by_net(self, document: Document, deadline: float) -> Question | None:
        """The question with the net's values of its options; None without a net or when the first place is
        decided."""
        return self.judged(document, deadline) if self.judge(document).net else None


MIND = Learnt
