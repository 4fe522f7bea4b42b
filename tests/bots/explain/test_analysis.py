"""The analysis of a log: the cost of every choice, better ones, and the standing of the seats."""

from __future__ import annotations

import re
from math import inf
from pathlib import Path

import pytest

from bots.__main__ import main
from bots.commands.analyse import changed, drawn, why
from bots.document import Document
from bots.explain.analysis import MIN_WIN_CHANCE_LOST, analysed, told_apart
from bots.explain.analysis_texts import TEXTS
from bots.explain.reasons import Ranked
from bots.explain.tips import USUAL, TipAdviser
from bots.explain.wording import SHARES, number
from protocol.codec import packed, unpacked
from server.games.catalogue import choice_text, texts
from server.games.kernel import Choice
from server.table.document import face, private, public
from server.table.entries import decode_entry, encode
from server.table.log import written
from tests.table.tables import Sitting, digest, guest
from tests.table.test_replay import checked, made

ACTS = 40


def log_of(t: Sitting) -> bytes:
    """The log of a table as a file, made with the current cards."""
    entries = made([*map(decode_entry, t.log)], digest=digest("machi_koro"))
    return written([*map(encode, checked(entries))])


@pytest.fixture(scope="module")
def played() -> Sitting:
    """A game between the best choice, on seat 0, and the worst."""
    t, teacher = Sitting(seats=2).start(), TipAdviser()
    for _ in range(ACTS):
        seat = t.asked()
        seen = {"public": public(t.table, face(t.table)), "mine": private(t.table, seat)}
        document: Document = unpacked(packed(seen))
        t.act(seat, *teacher.ranked(document, inf).offers[0 if seat == 0 else -1])
    return t


def test_who_chose_the_best_has_lost_nothing_and_who_chose_the_worst_hears_what_was_better(
    played: Sitting,
) -> None:
    found = analysed(log_of(played), TipAdviser())
    assert len(found.decisions) == ACTS
    assert found.costly[0] == []
    costs = [one.decision.cost for one in found.costly[1]]
    assert len(costs) == 3 and costs == sorted(costs, reverse=True) and costs[-1] > 0
    for one in found.costly[1]:
        assert one.decision.best != one.decision.chosen
    assert any(one.why for one in found.costly[1]), "a net may see more than the parts of the value tell"
    assert len(found.moments) == ACTS
    last = found.moments[-1].standing
    assert len(last) == 2 and last[0] > last[1]


def test_seats_of_one_name_are_told_apart() -> None:
    assert told_apart(["skilled", "Ann", "skilled"]) == ["skilled (1)", "Ann", "skilled (3)"]


class Even(TipAdviser):
    """Takes all options to be equal, except for the best, which leads by `lead`."""

    lead = 0.0

    def ranked(self, document: Document, deadline: float, level: str = USUAL, salt: int = 0) -> Ranked:
        found = super().ranked(document, deadline, level, salt)
        return found._replace(worths=[0.5 - self.lead * (place > 0) for place in range(len(found.offers))])


def test_what_cost_next_to_nothing_is_not_told(played: Sitting) -> None:
    teacher = Even()
    teacher.lead = MIN_WIN_CHANCE_LOST * 0.9
    assert analysed(log_of(played), teacher).costly == [[], []]
    teacher.lead = MIN_WIN_CHANCE_LOST * 1.1
    assert len(analysed(log_of(played), teacher).costly[1]) == 3


def test_a_change_has_an_arrow_where_its_sign_does_not_tell_whether_it_is_better() -> None:
    words = {"parts": {"goods": "Goods", "rivals": "Rivals"}}
    rows = [("goods", 1, 20), ("goods", -1, 20), ("goods", 1, -5), ("rivals", -1, 0)]
    assert [changed(row, words, "en") for row in rows] == [
        "Goods +2",
        "Goods +2 ↓",
        "Goods −0.5 ↑",
        "Rivals ↓",
    ]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "prepares Build nothing, end the turn; together Coins +2"),
        ("de", "bereitet vor: Nichts bauen, Zug beenden; zusammen Münzen +2"),
    ],
)
def test_what_a_choice_is_for_is_told_with_what_it_prepares(
    played: Sitting, language: str, said: str
) -> None:
    found = analysed(log_of(played), TipAdviser())
    one = found.costly[1][0]._replace(then=[Choice("pass", -1)], together=[("coins", 1, 20)])
    assert why(one, found, language) == said


@pytest.mark.parametrize(("language", "said"), [("en", "Use "), ("de", "Benutzen")])
def test_choices_are_said_by_names_also_where_not_all_numbers_have_one(language: str, said: str) -> None:
    words = texts("loyang", language)
    for use, name in words["names"]["uses"].items():
        text = choice_text(words, ["Ada"], "use", int(use))
        assert text.startswith(said) and text.endswith(name)


def test_what_was_taken_back_does_not_count() -> None:
    t = Sitting(seats=2).start()
    while not t.table.match.state.undo:  # type: ignore[union-attr]
        seat = t.asked()
        t.act(seat, *t.offers(seat)[0])
    before = analysed(log_of(t), TipAdviser()).decisions
    t.do(guest(seat), t.undo_frame(seat))
    assert analysed(log_of(t), TipAdviser()).decisions == before[:-1]


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_page_is_in_one_language_with_its_numbers(played: Sitting, language: str) -> None:
    found, other = analysed(log_of(played), TipAdviser()), "de" if language == "en" else "en"
    page = drawn(found, language)
    assert f'<html lang="{language}">' in page
    for own, foreign in zip(_plain(language), _plain(other), strict=True):
        assert foreign == own or f">{foreign}<" not in page, foreign
    assert all(f">{word}</th>" in page for word in TEXTS[language].head)
    assert f"{SHARES[language]}, " in page, "the picture is told in the same words"
    percent = "\u00a0%" if language == "de" else "%"
    assert f">20{percent}</text>" in page, "the axis is in the unit of the table"
    assert re.search(r">\d+[,.]\d" + percent + "</td>", page)


def _plain(language: str) -> list[str]:
    said = TEXTS[language]
    return [*said.head, said.course, said.open, said.step, said.costly, SHARES[language]]


def test_numbers_are_written_as_people_do() -> None:
    assert number(0.042, ".1%", "de") == "4,2\u00a0%" and number(0.042, ".1%", "en") == "4.2%"
    assert number(-1.5, "+g", "de") == "−1,5" and number(2.0, "+g", "de") == "+2"
    assert number(-1.5, "+g", "en") == "−1.5"


def test_a_game_that_was_not_played_has_no_course() -> None:
    nothing = analysed(log_of(Sitting(seats=2).start()), TipAdviser())._replace(moments=[])
    assert "<svg" not in drawn(nothing, "de")


def test_the_command_prints_them_and_writes_a_page(
    played: Sitting, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log, page = tmp_path / "it.log", tmp_path / "it.html"
    log.write_bytes(log_of(played))
    assert main(["analyse", str(log), "--page", str(page), "--language", "de"]) == 0
    printed, html = capsys.readouterr().out, page.read_text()
    assert "Machi Koro, 40 Entscheidungen" in printed and "Guest 1" in printed
    assert "<svg" in html and "Einkommen je Runde" in html
    for other in (b"no log", b"# Stammtisch", log_of(played)[:-9]):
        log.write_bytes(other)
        assert main(["analyse", str(log)]) == 1
        assert capsys.readouterr().err == f"analyse: {log}: it is no log of a game, or not a whole one\n"
