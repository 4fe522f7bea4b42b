"""Packed games, stacks in views, and clones derived from annotations."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import Meta, Struct, field

from server.authoring.copies import mutable_parts
from server.authoring.wire import over_the_wire
from server.games.copying import copier
from server.games.kernel import Choice, EndTurn, Game, Lane, Lanes, Step, choose, key, lanes, settle
from server.games.packing import pack, plain_stack, unpack, unpack_stack


class Piece(Struct, frozen=True):
    colour: str
    at: tuple[int, int]


class Player(Struct):
    money: int
    hand: list[int]


class Chest(Struct, frozen=True):
    """Frozen, but with a mutable field."""

    lid: str
    content: list[int]


class Move(Step["Everything"], frozen=True):
    piece: Piece
    path: tuple[int, ...] = ()
    note: str | None = None


class Rest(Step["Everything"], frozen=True):
    pass


class Everything(Game):
    """A state with every kind of annotation that a game may use."""

    number: int
    text: str
    flag: bool
    maybe: int | None
    word: Literal["a", "b"]
    numbers: list[int]
    rows: list[list[int]]
    limited: Annotated[list[int], Meta(max_length=9)]
    by_name: dict[str, int]
    lists_by_name: dict[str, list[str]]
    fixed: tuple[int, str]
    many: tuple[int, ...]
    mixed: tuple[int, list[int]]
    tuple_of_lists: tuple[list[int], ...]
    piece: Piece
    pieces: list[Piece]
    player: Player
    players: list[Player]
    chest: Chest
    list_or_none: list[int] | None
    none_or_list: list[int] | None
    list_or_map: list[int] | dict[str, list[int]]
    map_or_list: list[int] | dict[str, list[int]]
    more: list[Player] = field(default_factory=list)


Everything.steps = {"Move": Move, "Rest": Rest}


def everything() -> Everything:
    piece = Piece("red", (1, 2))
    return Everything(
        key=key(7),
        stack=[Rest(), EndTurn(1), Move(piece, (3, 4), "go")],
        said=[("moved", 1, 2)],
        number=1,
        text="ä",
        flag=True,
        maybe=None,
        word="b",
        numbers=[1, 2],
        rows=[[1], [], [2, 3]],
        limited=[1],
        by_name={"b": 1, "a": 2},
        lists_by_name={"y": ["x"], "x": []},
        fixed=(1, "x"),
        many=(1, 2, 3),
        mixed=(1, [2]),
        tuple_of_lists=([1], [2, 3]),
        piece=piece,
        pieces=[piece, Piece("blue", (0, 0))],
        player=Player(3, [1]),
        players=[Player(1, []), Player(2, [5, 6])],
        chest=Chest("oak", [1, 2]),
        list_or_none=[1],
        none_or_list=None,
        list_or_map=[1],
        map_or_list={"a": [1]},
    )


def nested() -> Lanes:
    move = Move(Piece("green", (5, 5)), (1,))
    inner = lanes((0, [move, Rest()]), (1, [EndTurn(1)]))
    return lanes((0, [inner, Rest()]), (1, []), (2, [EndTurn(2), move]))


# -- packing ---------------------------------------------------------------------------------------


def test_everything_is_packed_and_unpacked() -> None:
    game = everything()
    again = unpack(Everything, pack(game))
    assert again == game and pack(again) == pack(game)
    assert [type(step) for step in again.stack] == [Rest, EndTurn, Move]
    assert type(again.said[0]) is tuple and type(again.mixed) is tuple and type(again.piece) is Piece


def test_lanes_and_their_steps_come_back_as_what_they_were() -> None:
    game = everything()
    game.stack = [Rest(), nested()]
    again = unpack(Everything, pack(game))
    assert again == game and pack(again) == pack(game)
    outer = again.stack[-1]
    assert type(outer) is Lanes and type(outer.lanes[0]) is Lane
    inner = outer.lanes[0].stack[-1]
    assert type(inner) is Lanes and type(inner.lanes[0].stack[-1]) is Move
    asks = settle(again)
    assert [(ask.seat, ask.prompt) for ask in asks] == [(1, "end_turn"), (2, "end_turn")]
    choose(again, asks[0], Choice("done"))
    assert unpack(Everything, pack(again)) == again


def test_maps_in_another_order_have_the_same_bytes() -> None:
    one, other = everything(), everything()
    other.by_name = dict(reversed(one.by_name.items()))
    assert pack(one) == pack(other)


def test_a_packed_game_is_plain_msgpack_with_a_name_for_every_field() -> None:
    plain: Any = msgspec.msgpack.decode(pack(everything()))
    assert list(plain) == list(Everything.__struct_fields__)
    assert plain["stack"][-1] == ["Move", {"colour": "red", "at": [1, 2]}, [3, 4], "go"]


def wrong_step(plain: dict[str, Any]) -> None:
    plain["stack"] = [["Fly"]]


def wrong_field(plain: dict[str, Any]) -> None:
    plain["number"] = "one"


def missing_field(plain: dict[str, Any]) -> None:
    del plain["rows"]


def wrong_step_in_a_lane(plain: dict[str, Any]) -> None:
    plain["stack"] = [["Lanes", [[0, [["Fly"]]]]]]


@pytest.mark.parametrize("spoil", [wrong_step, wrong_field, missing_field, wrong_step_in_a_lane])
def test_invalid_packed_games_are_refused(spoil: Any) -> None:
    plain: Any = msgspec.msgpack.decode(pack(everything()))
    spoil(plain)
    with pytest.raises(msgspec.ValidationError):
        unpack(Everything, msgspec.msgpack.encode(plain))


def test_a_stack_in_a_view_is_lists_all_the_way_down_and_comes_back() -> None:
    game = everything()
    game.stack = [nested(), Move(Piece("red", (1, 2)), (3,)), nested()]
    plain = plain_stack(game)

    def only_lists(value: Any) -> bool:
        assert not isinstance(value, tuple)
        parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        return all(map(only_lists, parts))

    assert only_lists(plain) and over_the_wire(plain) == plain
    assert unpack_stack(Everything, plain) == game.stack


# -- clones ----------------------------------------------------------------------------------------


def test_a_clone_is_equal_and_shares_nothing_that_can_change() -> None:
    clone = copier(Everything)
    assert clone
    game = everything()
    game.stack.append(nested())
    other = clone(game)
    assert other == game and type(other) is Everything and pack(other) == pack(game)
    assert [type(part) for part in mutable_parts(other)] == [type(part) for part in mutable_parts(game)]
    assert not {id(part) for part in mutable_parts(game)} & {id(part) for part in mutable_parts(other)}


def test_a_clone_shares_steps_and_everything_else_that_can_not_change() -> None:
    clone = copier(Everything)
    assert clone
    game = everything()
    other = clone(game)
    assert other.stack is not game.stack
    assert all(a is b for a, b in zip(other.stack, game.stack, strict=True))
    assert other.pieces[0] is game.pieces[0] and other.fixed is game.fixed and other.many is game.many


@pytest.mark.parametrize(
    "kind", [int, str, bytes, bool, int | None, Literal["a"], tuple[int, ...], tuple[int, str], Piece, Any]
)
def test_immutable_types_need_no_copy(kind: Any) -> None:
    assert copier(kind) is None


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (list[int], [1]),
        (list[list[int]], [[1], []]),
        (dict[str, list[int]], {"a": [1]}),
        (tuple[int, list[int]], (1, [2])),
        (tuple[list[int], ...], ([1], [2])),
        (list[int] | None, None),
        (list[int] | dict[str, list[int]], {"a": [1]}),
        (Player | Piece, Player(1, [2])),
        (Player | Piece, Piece("red", (0, 0))),
        (Annotated[list[int], Meta(max_length=3)], [1]),
        (Chest, Chest("oak", [1])),
        (list[Chest], [Chest("oak", [1])]),
    ],
)
def test_mutable_values_are_copied_deeply(kind: Any, value: Any) -> None:
    copy = copier(kind)
    assert copy
    other = copy(value)
    assert other == value and type(other) is type(value)
    assert not {id(part) for part in mutable_parts(value)} & {id(part) for part in mutable_parts(other)}
