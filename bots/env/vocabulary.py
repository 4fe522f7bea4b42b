"""Actions as numbers: a fixed list for each game, the same for all of its options and numbers of seats.

A game offers choices of a verb and a noun (`kernel.Choice`). Its vocabulary lists, verb by verb, the nouns
that an action may have; an action is the index of its pair in this list. At a question every option has
exactly one action and every offered action leads back to one option, so a mask is complete and invertible.

Three kinds of verbs need more than a list of nouns:

- The nouns of some verbs only tell what the choice amounts to, such as a price, and a question never has two
  options with that verb. Such a verb is one action (`ANY`).
- Amounts such as "sell n points" have no upper limit in the rules. The vocabulary has the first `size` of
  them, and one more action, "more" (`Amounts`). It answers nothing: the same seat is asked again, for the
  rest of the amount beyond `size`. Any amount is so a sequence of actions, and each sequence is another
  amount.
- Verbs without a noun are one action (`ALONE`).

The order of the list is a storage format of trained policies: `tests/bots/env/` has the digest of each.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Final, NamedTuple

from server.games.kernel import Choice


class Amounts(NamedTuple):
    """Consecutive nouns from `first`, without an end: `size` of them have an action, the others take
    several."""

    first: int
    size: int


class AnyNoun(NamedTuple):
    """One action for a verb with which a question has at most one option, whatever its noun."""


ANY: Final = AnyNoun()
ALONE: Final = (-1,)
"""The only noun of a verb without one."""

Nouns = Sequence[int] | Amounts | AnyNoun
Verbs = Mapping[str, Nouns]


class Unspeakable(ValueError):
    """A question has an option without an action of its own; the message names it."""


class Prefix(NamedTuple):
    """What a seat has said of an amount so far: the verb, and how much more than its action says."""

    verb: str
    beyond: int


Offer = dict[int, Choice | Prefix]
"""By action: the option that it chooses, or the prefix that it says."""


class Vocabulary:
    """The actions of a game. `words` has the verb and the noun of each; None is the noun of a verb with
    `ANY`, and "more" that of the action before an amount beyond the list."""

    def __init__(self, verbs: Verbs) -> None:
        self.words: list[tuple[str, int | str | None]] = []
        self._pairs: dict[tuple[str, int], int] = {}
        self._any: dict[str, int] = {}
        self._amounts: dict[str, tuple[Amounts, int]] = {}
        """By verb: its amounts, and the action "more"."""
        for verb, nouns in verbs.items():
            if isinstance(nouns, AnyNoun):
                self._any[verb] = len(self.words)
                self.words.append((verb, None))
                continue
            listed = range(nouns.first, nouns.first + nouns.size) if isinstance(nouns, Amounts) else nouns
            for noun in listed:
                self._pairs[verb, noun] = len(self.words)
                self.words.append((verb, noun))
            if isinstance(nouns, Amounts):
                self._amounts[verb] = nouns, len(self.words)
                self.words.append((verb, "more"))

    @property
    def size(self) -> int:
        """The number of actions."""
        return len(self.words)

    @property
    def digest(self) -> str:
        """16 hex digits over the words in their order."""
        return blake2b(repr(self.words).encode(), digest_size=8).hexdigest()

    def offer(self, options: Sequence[Choice], said: Prefix | None = None) -> Offer:
        """The actions for a question with these options. Raises Unspeakable if two options would share one,
        or if one has none."""
        if said is not None:
            return self._rest(options, said)
        offer: Offer = {}
        beyond = 0
        for option in options:
            action = self._pairs.get(option)
            if action is None:
                action = self._any.get(option.verb)
                if action is None:
                    action, prefix = self._more(option, 0)
                    beyond += 1 - (action not in offer)
                    offer[action] = prefix
                    continue
            offer[action] = option
        if len(offer) + beyond != len(options):
            raise Unspeakable(f"two of these options have the same action: {list(options)}")
        return offer

    def _more(self, option: Choice, beyond: int) -> tuple[int, Prefix]:
        """The action before an amount beyond the list, and what it says."""
        amounts, more = self._amounts.get(option.verb, (None, 0))
        if amounts is None or option.noun < amounts.first:
            raise Unspeakable(f"there is no action for {option.verb} {option.noun}")
        return more, Prefix(option.verb, beyond + amounts.size)

    def _rest(self, options: Sequence[Choice], said: Prefix) -> Offer:
        """The actions for the rest of an amount."""
        amounts, _ = self._amounts[said.verb]
        offer: Offer = {}
        for option in options:
            rest = option.noun - said.beyond
            if option.verb != said.verb or rest < amounts.first:
                continue
            if rest < amounts.first + amounts.size:
                offer[self._pairs[option.verb, rest]] = option
            else:
                action, prefix = self._more(option, said.beyond)
                offer[action] = prefix
        return offer
