"""Whole games as text that a person can read and a test replays exactly.

    python -m tests.games.transcripts write machi_koro --seed 7 --mind greedy --set supply=come_what_may
    python -m tests.games.transcripts rewrite machi_koro    # after a deliberate change of a rule

The file `<game>/transcripts/<name>.txt` has a head, then each choice (seat, verb, noun) followed by its lines
of the log, and the scores. Text behind a # is for the reader, and is not compared.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from bots.document import about_table, document_of
from bots.minds.registry import MINDS
from server.authoring.engines import texts_of
from server.authoring.walks import Deal, Made, Walk, draw_choice, replay
from server.games.kernel import Ask, Choice

from .engines import ENGINES

WIDTH = 28
"""The columns before the remark."""

Pick = Callable[[Walk], tuple[Ask, Choice]]


def folder_of(name: str) -> Path:
    return Path(__file__).parent / name / "transcripts"


def written(deal: Deal, history: Sequence[Made]) -> str:
    """The transcript of a game in which these choices were made."""
    return "\n".join([*_lines(deal, history), ""])


def _lines(deal: Deal, history: Sequence[Made]) -> Iterator[str]:
    walk, speech = Walk(deal), Speech(deal.name)
    yield _line(f"game {deal.name}", speech.title)
    yield f"rules {walk.engine.rules}"
    yield f"seats {deal.seats}"
    yield f"seed {deal.seed}"
    for field, value in sorted(deal.options.items()):
        yield f"option {field} {json.dumps(value)}"
    yield from (_line("    " + _row(said), speech.line(*said)) for said in walk.game.said)
    for made in history:
        ask = next(ask for ask in walk.asks if ask.seat == made.seat)
        walk.choose(ask, Choice(made.verb, made.noun))
        yield _line(_row(made), f"[{made.seat}] {speech.choice(made.verb, made.noun)}")
        yield from (_line("    " + _row(said), speech.line(*said)) for said in walk.game.said)
    if not walk.asks:
        yield "over"
    for score in walk.engine.scores(walk.game):
        parts = " ".join(f"{part}={points}" for part, points in sorted(score.parts.items()))
        yield f"score {score.seat} place {score.place} points {score.points} {parts}"


def _row(parts: Sequence[Any]) -> str:
    return " ".join(str(part) for part in parts if part != -1)


def _line(facts: str, remark: str) -> str:
    return f"{facts:{WIDTH}}  # {remark}"


def facts(text: str) -> list[str]:
    """The lines of a transcript without the remarks for readers."""
    return [line.split("#")[0].rstrip() for line in text.splitlines()]


def read(text: str) -> tuple[Deal, list[Made], int]:
    """A transcript's deal, its choices, and its rules number."""
    head: dict[str, str] = {}
    options: dict[str, Any] = {}
    history: list[Made] = []
    for line in facts(text):
        word, _, rest = line.partition(" ")
        if word == "option":
            field, _, value = rest.partition(" ")
            options[field] = json.loads(value)
        elif word.isdigit():
            verb, _, noun = rest.partition(" ")
            history.append(Made(int(word), verb, int(noun or -1)))
        elif word:
            head.setdefault(word, rest)
    deal = Deal(head["game"], int(head["seed"]), int(head["seats"]), options)
    return deal, history, int(head["rules"])


class Speech:
    """A game's English texts, for the remarks."""

    def __init__(self, name: str) -> None:
        self.texts = texts_of(ENGINES[name], "en")
        self.title: str = self.texts["name"]

    def choice(self, verb: str, noun: int) -> str:
        group = self.texts["nouns"].get(verb, "")
        text: str = self.texts["choices"].get(verb, verb)
        return text.replace("{noun}", self._name(group, noun))

    def line(self, key: str, *nouns: int) -> str:
        def fill(found: re.Match[str]) -> str:
            place, _, group = found[1].partition(":")
            return self._name(group, nouns[int(place)]) if int(place) < len(nouns) else "?"

        return re.sub(r"{(\d+(?::\w+)?)}", fill, self.texts["log"].get(key, key))

    def _name(self, group: str, noun: int) -> str:
        if group in ("seat", "seats"):
            return f"[{noun}]"
        names = self.texts["names"].get(group)
        if isinstance(names, list) and 0 <= noun < len(names):
            return str(names[noun])
        return str(names.get(str(noun), noun)) if isinstance(names, dict) else str(noun)


def play(deal: Deal, pick: Pick) -> list[Made]:
    """A whole game by these picks."""
    walk = Walk(deal)
    while walk.asks:
        walk.choose(*pick(walk))
    return walk.history


def picks_of(mind: str, deal: Deal) -> Pick:
    """The choices of a bot's mind for all seats; "" for random choices."""
    random = Random(deal.seed)
    if not mind:
        return lambda walk: draw_choice(walk.asks, random)
    minds = [MINDS[mind](random.getrandbits(64)) for _ in range(deal.seats)]
    engine = ENGINES[deal.name]
    about = about_table(engine, msgspec.convert(deal.options, engine.options), [mind] * deal.seats)

    def pick(walk: Walk) -> tuple[Ask, Choice]:
        ask = walk.asks[0]
        document = document_of(engine, walk.game, walk.asks, ask.seat, about)
        return ask, minds[ask.seat].choose(document, float("inf"))

    return pick


def write(args: argparse.Namespace) -> None:
    """A new transcript."""
    engine = ENGINES[args.game]
    given = dict(pair.split("=", 1) for pair in args.set)
    options = msgspec.convert(given, engine.options, strict=False)
    options.check(args.seats)
    deal = Deal(args.game, args.seed, args.seats, msgspec.to_builtins(options))
    text = written(deal, play(deal, picks_of(args.mind, deal)))
    words = [f"{field}_{value}" for field, value in sorted(given.items())]
    path = folder_of(args.game) / f"{'-'.join([f'seats_{args.seats}', *words, f'seed_{args.seed}'])}.txt"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    print(f"{len(text.splitlines())} lines written to {path}")


def rewrite(args: argparse.Namespace) -> None:
    """All transcripts of a game with the current log lines and scores; the choices must still be offered."""
    for path in sorted(folder_of(args.game).glob("*.txt")):
        deal, history, _ = read(path.read_text())
        replay(deal, history)
        path.write_text(written(deal, history))
        print(path)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.games.transcripts", description="Games as text.")
    commands = parser.add_subparsers(required=True)
    new = commands.add_parser("write", help="play a game and write it down")
    new.add_argument("game", choices=sorted(ENGINES))
    new.add_argument("--seed", type=int, default=0)
    new.add_argument("--seats", type=int, default=2)
    new.add_argument("--mind", default="", help="the bot that plays all seats (default: choices at random)")
    new.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE", help="repeatable")
    new.set_defaults(do=write)
    old = commands.add_parser("rewrite", help="bring all transcripts of a game up to date")
    old.add_argument("game", choices=sorted(ENGINES))
    old.set_defaults(do=rewrite)
    args = parser.parse_args()
    args.do(args)


if __name__ == "__main__":
    main()
