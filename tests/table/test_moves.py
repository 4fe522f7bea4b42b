"""Acts and their results, repetitions, undo, faults, clocks, and the log that reproduces everything."""

from __future__ import annotations

import random
import zlib
from typing import Any

import pytest
from msgspec.structs import replace

from protocol.codec import packed, unpacked
from protocol.frames import Act, Leave, Remove, Sit, Start
from server.games import GAMES
from server.games.kernel import Ask, Choice, in_lanes
from server.table import table as table_module
from server.table import tokens
from server.table.document import face as face_of
from server.table.document import private, public
from server.table.entries import GONE, REMEMBERED_IDS, SHOWN_LOG_LINES, Paused, TimedOut, decode_entry
from server.table.rights import Who, decide
from server.table.table import REMEMBERED_PEOPLE, Fault, Table

from .tables import BOT, HOST, ID, Sitting, guest
from .turn_ends import total

FINAL_ENDS = ("bruges", "loyang")
"""Games whose rules make the end of a turn final at once, so that a table leaves it to the person."""


def can_undo(t: Sitting) -> bool:
    """Can any seat take a choice back?"""
    return bool(t.table.match and t.table.match.state.undo)


def document(table: Table, seat: int) -> tuple[Any, Any]:
    return public(table, face_of(table)), private(table, seat)


@pytest.mark.rule("SAN-7.20", "SAN-14.3")
@pytest.mark.parametrize(("hold", "alone"), [(True, set()), (False, {"drive", "pass", "decline"})])
def test_behind_screens_a_table_answers_nothing_that_tells_of_holdings(hold: bool, alone: set[str]) -> None:
    """An automatic answer would show that a seat has neither money nor goods."""
    single: set[str] = set()
    pick = random.Random(7)
    for _ in range(4):
        t = Sitting("santiago", seats=3, auto=True, options={"open_holdings": hold}).start()

        def answer(offers: tuple[Choice, ...], t: Sitting = t) -> Choice:
            if len(offers) == 1 and not can_undo(t):
                single.add(offers[0].verb)
            return pick.choice(offers)

        t.play(answer, until=lambda: False)
        assert t.table.state.phase == "over"
    assert single & {"drive", "pass", "decline", "give_vp", "give_nothing"} >= alone
    assert alone or not single, "in the open a question with a single option is answered by the table"


def test_an_act_answers_the_question_it_names() -> None:
    t = Sitting(seats=2).start()
    seat = t.asked()
    open_question = t.number(seat)
    choice = t.offers(seat)[0]
    assert t.refused(guest(seat), Act(t.id(), ID, seat, open_question + 1, *choice)) == "stale"
    assert t.refused(guest(seat), Act(t.id(), ID, seat, open_question, "fly", 3)) == "illegal"
    assert t.refused(guest(seat), Act(t.id(), ID, seat, open_question, choice.verb, 999)) == "illegal"
    other = 1 - seat
    assert t.refused(guest(other), Act(t.id(), ID, other, t.table.version, "pass")) == "not-your-turn"
    t.act(seat, *choice)
    assert t.refused(guest(seat), Act(t.id(), ID, seat, open_question, *choice)) == "stale"


def test_a_repeated_frame_is_recognised_and_happens_once() -> None:
    t = Sitting(seats=2).start()
    seat = t.asked()
    frame = t.act_frame(seat, *t.offers(seat)[0])
    t.do(guest(seat), frame)
    assert t.repeated(guest(seat), frame)
    again = Table.unpack(t.engine, t.table.pack())
    t.table = again
    assert t.repeated(guest(seat), frame)
    assert t.refused(guest(1 - seat), frame) != "fault"


def test_memory_of_repeats_is_bounded() -> None:
    t = Sitting(seats=2, sit=False)
    for i in range(300):
        who = Who(f"passer-by-{i}", "X")
        t.do(who, Sit(t.id(), ID, 0))
        t.do(HOST, Remove(t.id(), ID, 0))
    assert len(t.table.state.seen) <= 64
    assert max(map(len, t.table.state.seen.values())) <= 24
    assert len(t.table.state.ring) <= SHOWN_LOG_LINES
    assert len(t.table.pack()) < 16_000


def test_visitors_make_repeats_of_nobody_else_forgotten() -> None:
    """The host and players are recognised by their last ids, however many people come and go."""
    t = Sitting(seats=2, sit=False)
    first = Sit(t.id(), ID, 1)
    t.do(guest(1), first)
    visitors = [Who(f"passer-by-{i}", "X") for i in range(2 * REMEMBERED_PEOPLE)]
    sat = [Sit(t.id(), ID, 0) for _ in visitors]
    for who, frame in zip(visitors, sat, strict=True):
        t.do(who, frame)
        last = Remove(t.id(), ID, 0)
        t.do(HOST, last)
    assert t.repeated(HOST, last) and t.repeated(guest(1), first)
    assert [t.repeated(who, frame) for who, frame in zip(visitors, sat, strict=True)] == [
        n >= len(visitors) - (REMEMBERED_PEOPLE - 2) for n in range(len(visitors))
    ], "of visitors the last are recognised"


def test_many_changes_of_one_person_evict_only_their_own_ids() -> None:
    t = Sitting(seats=3, sit=False)
    rare = Sit(t.id(), ID, 1)
    t.do(guest(1), rare)
    often: list[Sit | Leave] = [Sit(t.id(), ID, 2)]
    t.do(guest(2), often[0])
    for _ in range(2 * REMEMBERED_IDS):
        often.append(Leave(t.id(), ID, 2))
        t.do(guest(2), often[-1])
        often.append(Sit(t.id(), ID, 2))
        t.do(guest(2), often[-1])
    assert t.repeated(guest(1), rare)
    assert [t.repeated(guest(2), frame) for frame in often[-REMEMBERED_IDS:]] == [True] * REMEMBERED_IDS
    assert often[-REMEMBERED_IDS - 1].id not in t.table.state.seen[guest(2).person]


def test_two_seats_asked_at_once_do_not_make_each_other_stale() -> None:
    t = Sitting("toy", seats=3).start()
    assert t.table.match is not None
    together = [ask.seat for ask in t.table.match.asks]
    assert len(together) == 3
    frames = {seat: t.act_frame(seat, *t.offers(seat)[0]) for seat in together}
    for seat in together[:2]:
        t.do(guest(seat), frames[seat])
        again = replace(frames[seat], id=t.id())
        assert t.refused(guest(seat), again) in ("stale", "not-your-turn")
    t.do(guest(together[2]), frames[together[2]])


AT_ONCE = {"by_hand": False}
"""The die is rolled when a turn begins, so that the first choice can be taken back."""


def test_an_undo_restores_the_bytes_and_gives_a_new_number() -> None:
    t = Sitting(seats=2, options=AT_ONCE).start()
    seat = t.asked()
    assert t.refused(guest(seat), t.undo_frame(seat)) == "sealed"
    assert t.table.match is not None
    before, number = t.table.match.state.game, t.number(seat)
    t.act(seat, *t.offers(seat)[0])
    undo = t.undo_frame(seat)
    assert t.refused(guest(1 - seat), undo) == "not-your-seat"
    t.do(guest(seat), undo)
    assert t.table.match.state.game == before
    assert t.number(seat) > number
    assert t.repeated(guest(seat), undo)
    assert t.refused(guest(seat), t.undo_frame(seat)) == "sealed"


def test_at_a_table_at_which_very_much_was_done_all_of_it_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise a seat that chooses and takes back all day would make its log grow without limit."""
    t = Sitting("bruges", seats=2).start()
    t.play(lambda offers: offers[-1], until=lambda: can_undo(t))
    seat = next(iter(t.table.match.state.undo)) if t.table.match else -1
    monkeypatch.setattr(table_module, "MAX_UNDO_CHANGES", t.table.version + 2)
    assert document(t.table, seat)[1]["undo"]
    t.do(guest(seat), t.undo_frame(seat))
    t.play(lambda offers: offers[-1], until=lambda: can_undo(t))
    assert document(t.table, seat)[1]["undo"] == 0, "a choice that will be refused is not shown"
    assert t.refused(guest(seat), t.undo_frame(seat)) == "sealed"
    before = t.table.version
    t.play(lambda offers: offers[-1], until=lambda: t.table.version > before)
    assert t.table.version > before, "the game goes on"
    assert t.replayed().pack() == t.table.pack()


def test_the_lines_of_a_choice_taken_back_go_and_no_others() -> None:
    t = Sitting(seats=2).start()
    state = t.table.state
    while "build" not in {verb for verb, _ in t.offers(t.asked())}:
        t.act(t.asked(), *t.offers(t.asked())[0])
    seat, before, ring = t.asked(), state.lines, [*state.ring]
    purchase = next(choice for choice in t.offers(seat) if choice.verb == "build")
    t.act(seat, *purchase)
    assert [line[0] for line in state.ring[before:]] == ["built"]
    t.do(guest(seat), t.undo_frame(seat))
    assert state.ring == [*ring, [GONE], ["undo", seat]] and state.lines == before + 2, (
        "numbers of lines hold"
    )
    t.act(seat, *purchase)
    assert state.ring[-1][0] == "built"
    assert t.replayed().state.ring == state.ring, "as a reader of the log sees it"


def test_every_game_can_be_undone_restarted_and_replayed_at_any_question() -> None:
    for game in ("toy", "machi_koro"):
        for seed in range(4):
            walk(game, seed)


def walk(game: str, seed: int) -> None:
    """Random acts, undos and restarts: the former bytes, the same documents, and the same table in the
    end."""
    chance = random.Random(f"{game} {seed}")
    t = Sitting(game, seats=chance.choice([2, 3, 4]), secret=f"{seed:064x}").start()
    former: dict[int, list[bytes]] = {}
    for _ in range(400):
        if t.table.state.phase != "playing":
            break
        assert t.table.match is not None
        ask = chance.choice(t.table.match.asks)
        able = [seat for seat in t.table.match.state.undo if len(t.table.match.state.since) == 1]
        if able and chance.random() < 0.4:
            t.do(guest(able[0]), t.undo_frame(able[0]))
            assert t.table.match.state.game == former[able[0]][-1]
            continue
        former.setdefault(ask.seat, []).append(t.table.match.state.game)
        t.act(ask.seat, *chance.choice(ask.options))
        if chance.random() < 0.2:
            seen = [document(t.table, seat) for seat in range(len(t.table.state.seats))]
            t.table = Table.unpack(t.engine, t.table.pack())
            assert [document(t.table, seat) for seat in range(len(t.table.state.seats))] == seen
    assert t.replayed().pack() == t.table.pack()


def test_undo_in_lanes_takes_back_only_one_s_own_choice() -> None:
    t = Sitting("toy", seats=2, secret="01" * 32).start()
    for _ in range(200):
        assert t.table.match is not None
        if len(t.table.match.asks) == 2 and t.table.match.game.stack and side_by_side(t):
            break
        t.act(t.asked(), *t.offers(t.asked())[0])
    else:
        pytest.fail("the toy never comes to its lanes")
    for seat in (0, 1):
        t.act(seat, *t.offers(seat)[0])
    assert t.table.match.can_undo(0)
    since = [made for made in t.table.match.state.since if made.seat == 1]
    t.do(guest(0), t.undo_frame(0))
    assert since and [made for made in t.table.match.state.since if made.seat == 1] == since


def side_by_side(t: Sitting) -> bool:
    assert t.table.match is not None
    return in_lanes(t.table.match.game)


def test_a_fault_of_the_game_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    t = Sitting(seats=2).start()
    seat = t.asked()
    entry = decide(t.table, guest(seat), t.act_frame(seat, *t.offers(seat)[0]), t.now)
    before, offers = t.table.pack(), t.offers(seat)

    def broken(game: Any, ask: Ask, choice: Choice) -> Any:
        game.coins[0] = -99
        raise ZeroDivisionError("a mistake in a rule")

    with monkeypatch.context() as broken_rules:
        broken_rules.setattr("server.table.match.choose", broken)
        with pytest.raises(Fault):
            t.table.apply(entry)
    assert t.table.pack() == before
    assert t.offers(seat) == offers
    t.apply(entry)


def test_the_seed_is_made_of_the_secret_and_everybody_s_contribution() -> None:
    t = Sitting(seats=2, secret="ab" * 32)
    shown, _ = document(t.table, 0)
    assert shown["table"]["commitment"] == tokens.commitment("ab" * 32)
    assert shown["table"]["secret"] == "" and shown["table"]["luck"] == []
    t.start()
    other = Sitting(seats=2, secret="ab" * 32, sit=False)
    other.do(HOST, Sit(other.id(), ID, 0, "luck-0"))
    other.do(guest(1), Sit(other.id(), ID, 1, "another luck".replace(" ", "-")))
    other.start()
    assert t.table.match is not None and other.table.match is not None
    assert t.table.match.game.key != other.table.match.game.key
    shown, _ = document(t.table, 0)
    assert shown["table"]["luck"] == ["luck-0", "luck-1"] and shown["table"]["secret"] == ""
    t.play(lambda offers: offers[0], until=lambda: False)
    shown, _ = document(t.table, 0)
    assert shown["table"]["secret"] == "ab" * 32


def test_no_document_holds_the_secret_or_the_key_before_the_end() -> None:
    t = Sitting("toy", seats=2, secret="cd" * 32).start()
    while t.table.state.phase == "playing":
        assert t.table.match is not None
        for seat in (-1, 0, 1):
            text = repr(document(t.table, seat))
            assert "cd" * 32 not in text and repr(t.table.match.game.key) not in text
        t.act(t.asked(), *t.offers(t.asked())[0])


def test_bots_are_spared_questions_without_a_choice_and_people_where_the_table_says_so() -> None:
    for auto, people in ((True, True), (False, False)):
        t = Sitting(seats=2, auto=auto, sit=people, options=AT_ONCE)
        if not people:
            t = Sitting(seats=2, wants=["greedy"] * 2, sit=False)
            t.take(0)
            t.take(1)
        t.start()
        prompts = set()
        while t.table.state.phase == "playing":
            assert t.table.match is not None
            spared = not (people and can_undo(t))
            prompts |= {ask.prompt for ask in t.table.match.asks if spared}
            assert not spared or all(len(ask.options) > 1 for ask in t.table.match.asks)
            t.act(t.asked(), *t.offers(t.asked())[0], who=t.player(t.asked()))
        assert prompts and "end_turn" not in prompts


def test_a_person_throws_the_die_and_for_a_bot_the_table_does() -> None:
    t = Sitting(seats=2, auto=True, wants=["", "greedy"], options={"start_player": "second"}, sit=False)
    t.do(guest(0), Sit(t.id(), ID, 0, "luck"))
    t.take(1)
    t.start()
    assert t.table.match is not None
    assert [(ask.seat, ask.prompt) for ask in t.table.match.asks] == [(1, "build")]
    t.act(1, "pass", who=t.player(1))
    assert [(ask.seat, ask.prompt) for ask in t.table.match.asks] == [(0, "throw")]
    t.act(0, "roll", 1)
    assert t.asked() == 0 and t.table.match.state.undo == {}


def test_people_confirm_what_can_be_taken_back_till_then_and_need_not_where_there_is_nothing() -> None:
    t = Sitting("machi_koro", seats=2, auto=True, secret="02" * 32, options=AT_ONCE).start()
    confirmed = passed = 0
    for _ in range(60):
        seat, before = t.asked(), t.table.version
        t.act(seat, *t.offers(seat)[0])
        assert t.table.match is not None
        if t.table.match.ask(seat) and t.offers(seat) == (Choice("done"),):
            assert seat in t.table.match.state.undo, "asked for a word about nothing"
            t.do(guest(seat), t.undo_frame(seat))
            assert t.table.version == before + 2 and t.asked() == seat, "it could be taken back to the last"
            t.act(seat, *t.offers(seat)[0])
            confirmed += 1
            t.act(seat, "done")
        passed += t.asked() != seat
    assert confirmed and passed


def test_a_turn_ends_with_its_last_choice_for_whoever_wants_that_and_one_undo_takes_back_both() -> None:
    t = Sitting("machi_koro", seats=2, secret="02" * 32).start()
    assert t.table.match is not None
    t.act(t.asked(), "roll", 1, auto=True)
    seat, before = t.asked(), t.table.match.state.game
    t.act(seat, "build", 0, auto=True)
    assert [(ask.seat, ask.prompt) for ask in t.table.match.asks] == [(1 - seat, "throw")]
    t.do(guest(seat), t.undo_frame(seat))
    assert t.table.match.state.game == before and t.asked() == seat
    t.act(seat, "build", 0)
    assert t.offers(seat) == (Choice("done"),), "whoever says nothing is asked"
    t.do(guest(seat), t.undo_frame(seat))
    t.act(seat, "build", 0, auto=True)
    t.act(1 - seat, "roll", 1)
    assert seat not in t.table.match.state.undo, "the next one has acted"


@pytest.mark.parametrize("game", sorted({*GAMES} - {*FINAL_ENDS}))
def test_whoever_leaves_it_to_the_table_is_seldom_asked_for_the_end_of_a_turn(game: str) -> None:
    asked, left = total(game, 2, auto=False), total(game, 2, auto=True)
    assert asked.confirmed / asked.questions > left.confirmed / left.questions
    assert left.confirmed < 0.05 * left.questions


def test_clocks_run_while_a_seat_is_asked_and_undo_gives_no_time_back() -> None:
    t = Sitting(seats=2, clock=[60_000, 5_000], options=AT_ONCE).start()
    seat = t.asked()
    assert t.table.state.left == [60_000, 60_000]
    t.now += 10_000
    t.act(seat, *t.offers(seat)[0])
    assert t.table.state.left[seat] == 50_000
    t.now += 4_000
    t.do(guest(seat), t.undo_frame(seat))
    assert t.table.state.left[seat] == 46_000
    shown, _ = document(t.table, seat)
    assert shown["clock"] == {"left": t.table.state.left, "since": t.now}
    t.play(lambda offers: offers[-1], until=lambda: t.asked() != seat)
    assert t.table.state.left[seat] == 51_000
    assert t.table.state.left[1 - seat] == 60_000


def test_time_never_falls() -> None:
    t = Sitting(seats=2, clock=[60_000, 0]).start()
    seat, at = t.asked(), t.table.state.at
    t.now -= 50_000
    t.act(seat, *t.offers(seat)[0])
    assert t.table.state.at == at and t.table.state.left == [60_000, 60_000]


@pytest.mark.parametrize(
    ("wall", "house", "counts"),
    (
        (10_000, 10_000, 10_000),
        (10_000, 10_400, 10_000),  # hubs of versions without cluster time give the same result
        (22_000, 10_000, 10_000),  # the cluster was away
        (3_610_000, 10_000, 10_000),  # the wall clock was set forward
        (-3_590_000, 10_000, 10_000),  # and back
        (-3_590_000, 0, 0),
        (12_000, 0, 0),
        (10_000, 3_610_000, 10_000),  # the table comes from another cluster
    ),
)
def test_only_time_in_which_the_house_was_there_counts(wall: int, house: int, counts: int) -> None:
    t = Sitting(seats=2, clock=[60_000, 0]).start()
    seat, began = t.asked(), t.table.state.house
    act = t.act_frame(seat, *t.offers(seat)[0])
    assert t.table.counted(t.now + wall, began + house) == counts
    t.apply(decide(t.table, guest(seat), act, t.now + wall, house=began + house))
    assert t.table.state.left[seat] == 60_000 - counts
    assert t.table.state.house == began + house


@pytest.mark.parametrize(
    ("wait", "ms", "late", "counts"),
    (
        (5_000, 30_000, 0, 5_000),
        (5_000, 30_000, 8_000, 13_000),  # the pause is written later
        (0, 30_000, 0, 0),
        (40_000, 0, 0, 40_000),
    ),
)
def test_time_without_the_table_s_part_of_the_store_does_not_count(
    wait: int, ms: int, late: int, counts: int
) -> None:
    """The pause counts up to its begin; an answer given before it ended counts nothing more."""
    t = Sitting(seats=2, clock=[60_000, 0]).start()
    began, at, seat = t.table.state.house, t.now, t.asked()
    past = wait + ms + late
    t.apply(t.table.decide_itself(Paused(table=ID, ms=ms), at + past, house=began + past))
    assert t.table.state.left[seat] == 60_000 - counts and t.table.state.house == began + past
    act = t.act_frame(seat, *t.offers(seat)[0])
    t.apply(decide(t.table, guest(seat), act, at + wait, house=began + wait))
    assert t.table.state.left[seat] == 60_000 - counts
    assert t.replayed().pack() == t.table.pack()


def test_an_answer_that_came_before_another_was_stored_takes_no_time_back() -> None:
    t = Sitting(seats=2, clock=[60_000, 0]).start()
    began, at = t.table.state.house, t.now
    t.apply(t.table.decide_itself(TimedOut(table=ID, seats=[], why="away"), at + 9_000, house=began + 9_000))
    seat = t.asked()
    act = t.act_frame(seat, *t.offers(seat)[0])
    t.apply(decide(t.table, guest(seat), act, at + 5_000, house=began + 5_000))
    assert t.table.state.left[seat] == 51_000
    assert t.table.state.house == began + 9_000


def test_a_table_from_before_there_was_cluster_time_goes_on() -> None:
    t = Sitting(seats=2, clock=[60_000, 0]).start()
    seat = t.asked()
    *old, _ = unpacked(t.table.pack())  # the last field of a state is its cluster time
    table = Table.unpack(t.engine, packed(old))
    assert table.state.house == table.state.at
    act = t.act_frame(seat, *t.offers(seat)[0])
    table.apply(decide(table, guest(seat), act, t.now + 22_000, house=table.state.house + 10_000))
    assert table.state.left[seat] == 50_000


def test_coming_back_after_a_timeout_leaves_time_for_a_few_choices() -> None:
    t = Sitting(seats=2, clock=[60_000, 0]).start()
    seat = t.asked()
    t.now += 70_000
    t.itself(TimedOut(table=ID, seats=[seat], why="timeout"))
    assert t.table.state.left[seat] == 0
    t.take(seat)
    t.act(seat, *t.offers(seat)[0], who=BOT)
    t.play(lambda offers: offers[0], until=lambda: t.asked() == seat)
    t.act(seat, *t.offers(seat)[0], who=guest(seat))
    assert t.table.state.left[seat] >= 6_000


def test_every_entry_replays_to_the_same_check_value() -> None:
    t = Sitting("toy", seats=3).start()
    checks = []
    while t.table.state.phase == "playing":
        t.act(t.asked(), *t.offers(t.asked())[-1])
        checks.append(t.table.check())
    first, *rest = map(decode_entry, t.log)
    table = Table.make(t.engine, first)
    found = []
    for entry in rest:
        table.apply(entry)
        found.append(table.check())
    assert found[-len(checks) :] == checks
    assert len(set(checks)) > len(checks) // 2


def test_options_come_as_rows_of_a_verb_and_its_nouns() -> None:
    ask = Ask(0, "p", (Choice("a", 1), Choice("b"), Choice("a", 2), Choice("c", 0), Choice("a")))
    rows = ask.rows()
    assert rows == [["a", 1, 2], ["b"], ["c", 0], ["a"]]
    spread = {Choice(verb, noun) for verb, *nouns in rows for noun in (nouns or [-1])}
    assert spread == set(ask.options)


def test_a_started_table_can_be_told_from_another_by_its_log_alone() -> None:
    t = Sitting(seats=2).start()
    assert isinstance(decode_entry(t.log[-1]).what, Start)
    assert zlib.crc32(t.table.pack()) == zlib.crc32(t.replayed().pack())
