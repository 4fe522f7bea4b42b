"""The mind that has learnt: every option is carried out in imagined games, and a net tells how they end.

A game that has no weights, or none that are better with so many seats, and one whose first place is taken
though it goes on, are played by the hand-made values. What a position is worth to it, `Judge.worth` in
`bots/learning/judge.py` tells others, too.
"""

from __future__ import annotations

from server.games.kernel import Choice

from ..document import Document, options
from ..learning.judge import Question
from ..learning.judging import Judging


class Learnt(Judging):
    """One step ahead by the game's net."""

    def choose(self, document: Document, deadline: float) -> Choice:
        offers = options(document)
        if len(offers) == 1:
            return offers[0]
        question = self._by_net(document, deadline)
        return question.best(self.random) if question else self.by_hand.choose(document, deadline)

    def worths(self, document: Document, deadline: float) -> tuple[dict[Choice, float], bool]:
        """What each option is worth: the share of the win, where the second is true, else in the unit of the
        hand-made values."""
        question = self._by_net(document, deadline)
        if question is None:
            return self.by_hand.worths(document, deadline), False
        return dict(zip(question.offers, question.worth, strict=True)), True

    def _by_net(self, document: Document, deadline: float) -> Question | None:
        """The question with what its options are worth to the net; None where that can't tell."""
        return self.judged(document, deadline) if self.judge(document).net else None


MIND = Learnt
