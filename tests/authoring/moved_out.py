"""One of our own games as packages of others: copied out of the repository, under another name, with
everything that belongs to it. Its data lie in a second package.

    python -m tests.authoring.moved_out      in a process that finds the package: compares it with ours
"""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Final

from server.games.data_folders import KINDS

ROOT: Final = Path(__file__).parents[2]
OURS: Final = "machi_koro"
THEIRS: Final = "little_town"
DATA: Final = "little_town_data"
"""The package with the data."""

POINTS_OF_GAME: Final = f"""\
[stammtisch.games]
{THEIRS} = {THEIRS}

[stammtisch.values]
{THEIRS} = {THEIRS}.worth

[stammtisch.features]
{THEIRS} = {THEIRS}.numbers

[stammtisch.nets]
{THEIRS} = {THEIRS}.brought:NET

[stammtisch.levels]
{THEIRS} = {THEIRS}.brought:LEVELS
"""

POINTS: Final = POINTS_OF_GAME + "".join(f"\n[stammtisch.{kind}]\n{THEIRS} = {DATA}\n" for kind in KINDS)

BROUGHT: Final = """\
from importlib.resources import files

NET = files(__package__) / "net.npz"
LEVELS = {levels!r}
"""


def lay(folder: Path) -> Path:
    """Copy the game into this folder, as two packages; returns the first."""
    package = folder / THEIRS
    shutil.copytree(ROOT / "server/games" / OURS, package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "server/web/games" / OURS, package / "web")
    shutil.copy(ROOT / "bots/values" / f"{OURS}.py", package / "worth.py")
    shutil.copy(ROOT / "bots/features" / f"{OURS}.py", package / "numbers.py")
    shutil.copy(ROOT / "bots/search/weights" / f"{OURS}.npz", package / "net.npz")
    (package / "brought.py").write_text(BROUGHT.format(levels=_levels()))
    data = folder / DATA
    data.mkdir()
    (data / "__init__.py").touch()
    for moved in (*KINDS, "position.py"):
        (package / moved).rename(data / moved)
    for file in (*package.rglob("*"), *data.rglob("*")):
        if file.suffix in (".py", ".js", ".css", ".toml"):
            file.write_text(_renamed(file.read_text("utf-8")), "utf-8")
    words = data / "position.py"
    words.write_text(re.sub(r"(?m)^from \.(\w+) import", rf"from {THEIRS}.\1 import", words.read_text()))
    return package


def _levels() -> dict[str, dict[str, float]]:
    """The measurements of the levels in our game."""
    fitted = json.loads((ROOT / "bots/minds/levels.json").read_bytes())[OURS]
    above = json.loads((ROOT / "server/book/levels.json").read_bytes())["above"][OURS]
    found: dict[str, dict[str, float]] = {level: {"above": distance} for level, distance in above.items()}
    for level, row in fitted.items():
        found.setdefault(level, {})["temperature"] = row["temperature"]
    return found


IMPORTS: Final = {
    rf"from server\.games\.{OURS}\b": f"from {THEIRS}",
    r"(?m)^from \.\.values import \w+ as by_hand": f"from {THEIRS} import worth as by_hand",
    r"(?m)^from \. import ValuePart": "from bots.values import ValuePart",
    r"(?m)^from \. import Numbers": "from bots.features import Numbers",
    r"(?m)^from \.\.(\w+) import": r"from server.games.\1 import",
    OURS: THEIRS,
}
"""What changes in the files: imports of what lay beside them, and the name."""


def _renamed(text: str) -> str:
    for old, new in IMPORTS.items():
        text = re.sub(old, new, text)
    return text


def _compare_data() -> None:
    """Raise AssertionError if the data of the second package are anything else than ours."""
    from server.games import GAMES
    from server.games.catalogue import LANGUAGES, folder
    from server.games.examples import examples, moments
    from server.games.lessons import lessons, offered
    from server.games.packing import pack
    from server.games.positions import example, laid_out, read, reasons, words_of
    from server.games.puzzles import position, puzzles

    assert not any((folder(THEIRS) / kind).is_dir() for kind in KINDS)
    assert lessons(THEIRS) == lessons(OURS) and offered(THEIRS) == offered(OURS) != {}
    assert examples(THEIRS) == examples(OURS) != {}
    for name in examples(OURS):
        played = [[pack(one.game) for one in moments(game, name)] for game in (THEIRS, OURS)]
        assert played[0] == played[1]
    assert puzzles(THEIRS) == puzzles(OURS) != []
    asked = [position(GAMES[game], puzzles(game)[0]) for game in (THEIRS, OURS)]
    assert pack(asked[0].game) == pack(asked[1].game) and asked[0].ask == asked[1].ask
    assert [*words_of(GAMES[THEIRS]).MOMENTS] == [*words_of(GAMES[OURS]).MOMENTS]
    for language in LANGUAGES:
        assert reasons(THEIRS, language) == reasons(OURS, language) != {}
        laid = [pack(laid_out(read(example(game, language))).game) for game in (THEIRS, OURS)]
        assert laid[0] == laid[1]


def compare() -> None:
    """Raise AssertionError if the copy does anything else than ours."""
    from bots.features import features_of
    from bots.minds.soft import SOFT, temperature
    from bots.search.evaluator import Evaluator, trained
    from bots.values import module_of
    from server.authoring import boards, lessons, reasons, texts
    from server.authoring.laws import examine
    from server.authoring.walks import Deal, Walk, draw_deal
    from server.book.rating import scale
    from server.games import GAMES, PACKAGE
    from server.games.catalogue import row
    from server.games.lessons import cards
    from server.games.outside import FAULTS
    from server.games.packing import pack
    from server.page.catalogue import BOARD_IMPORTS, PAGE

    theirs, ours = GAMES[THEIRS], GAMES[OURS]
    assert PACKAGE[THEIRS] == "outside 1.0" and not FAULTS, [fault.line for fault in FAULTS]
    names = {"name": THEIRS, "digest": ""}
    assert {**row(THEIRS), **names} == {**row(OURS), **names}
    assert cards(THEIRS) == cards(OURS)
    _compare_data()
    assert [*texts.violations(theirs)] == [*boards.violations(theirs)] == [*lessons.violations(THEIRS)] == []
    assert reasons.plain(theirs) == reasons.plain(ours) and examine(THEIRS, 1, 20)

    files = {path.removeprefix(f"games/{THEIRS}/") for path in PAGE.files.paths if f"games/{THEIRS}/" in path}
    assert files == {path.name for path in (ROOT / "server/web/games" / OURS).iterdir()}
    imported = {Path(name).name for name in re.findall(r'"((?:\.\./){2}[^"]+)"', boards.code_of(theirs))}
    assert imported and imported <= BOARD_IMPORTS.keys()

    assert module_of(THEIRS).__name__ == f"{THEIRS}.worth"
    assert [temperature(THEIRS, level) for level in SOFT] == [temperature(OURS, level) for level in SOFT]
    assert scale(THEIRS) == scale(OURS)
    nets = trained(THEIRS), trained(OURS)
    assert nets[0] and nets[1] and nets[0].about == nets[1].about
    deal = draw_deal(OURS, 3)
    games = Walk(Deal(THEIRS, *deal[1:])), Walk(deal)
    judges = Evaluator(theirs, nets[0]), Evaluator(ours, nets[1])
    while games[0].asks:
        for game in games:
            game.choose(*game.pick())
        assert pack(games[0].game) == pack(games[1].game) and games[0].asks == games[1].asks
        assert theirs.public(games[0].game) == ours.public(games[1].game)
        seen = [judge.features.seats(game.game, 0) for judge, game in zip(judges, games, strict=True)]
        assert seen[0] == seen[1]
    assert features_of(theirs).UNIT == features_of(ours).UNIT
    assert judges[0].worth([games[0].game], 0) == judges[1].worth([games[1].game], 0)
    assert theirs.scores(games[0].game) == ours.scores(games[1].game)


if __name__ == "__main__":
    compare()
    print("the same")
