"""Every frame survives encoding and decoding; bytes that are no frame are refused, and no others."""

from __future__ import annotations

from typing import Any

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Raw

from protocol.codec import BadFrame, check_value, encode, from_client, from_server, packed, unpacked
from protocol.frames import Act, Diff, Frame, Hello, Join, Make, Ping, Sit

from .strategies import CLIENT, SERVER, frames, plain_data

TOKEN = "a" * 22


def meaning(frame: Frame) -> list[Any]:
    """A frame as plain data: its kind and its fields."""
    fields = [getattr(frame, field) for field in frame.__struct_fields__]
    return [frame.__struct_config__.tag, *(as_plain(value) for value in fields)]


def as_plain(value: Any) -> Any:
    if isinstance(value, Raw):
        return msgpack.unpackb(bytes(value))
    if isinstance(value, tuple | list):
        return [as_plain(part) for part in value]
    return value


@given(frames(CLIENT))
def test_frames_of_clients_decode_as_sent(frame: Frame) -> None:
    assert from_client(encode(frame)) == frame


@given(frames(SERVER))
def test_frames_of_servers_decode_as_sent(frame: Frame) -> None:
    assert from_server(encode(frame)) == frame


@given(frames((*CLIENT, *SERVER)))
def test_any_msgpack_library_reads_a_frame_as_a_kind_and_its_fields(frame: Frame) -> None:
    assert msgpack.unpackb(encode(frame)) == meaning(frame)


@given(frames(CLIENT))
def test_any_msgpack_library_writes_frames(frame: Frame) -> None:
    assert from_client(msgpack.packb(meaning(frame))) == frame


@given(frames(SERVER))
def test_any_msgpack_library_writes_the_frames_of_servers(frame: Frame) -> None:
    read = from_server(msgpack.packb(meaning(frame)))
    assert meaning(read) == meaning(frame)


def test_kinds_are_unique_and_short() -> None:
    for kinds in (CLIENT, SERVER):
        tags = [kind.__struct_config__.tag for kind in kinds]
        assert len(set(tags)) == len(tags) and all(type(tag) is str and len(tag) < 16 for tag in tags)
    assert Diff.__struct_config__.tag == "d"


# -- invalid frames --------------------------------------------------------------------------------


@given(st.binary(max_size=200))
def test_garbage_is_a_bad_frame_or_a_frame(data: bytes) -> None:
    for read in (from_client, from_server):
        try:
            frame = read(data)
        except BadFrame:
            continue
        assert isinstance(frame, Frame)


@given(frames(CLIENT), st.data())
def test_a_spoilt_frame_is_a_bad_frame_or_a_frame(frame: Frame, data: st.DataObject) -> None:
    raw = bytearray(encode(frame))
    for _ in range(data.draw(st.integers(1, 4))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    del raw[data.draw(st.integers(1, len(raw))) :]
    try:
        read = from_client(bytes(raw))
    except BadFrame:
        return
    assert from_client(encode(read)) == read


@given(plain_data())
def test_plain_data_is_a_bad_frame(value: Any) -> None:
    with pytest.raises(BadFrame):
        from_client(packed(value))


@given(frames(CLIENT), st.data())
def test_a_field_of_another_kind_is_refused(frame: Frame, data: st.DataObject) -> None:
    plain = meaning(frame)
    if len(plain) == 1:
        return
    place = data.draw(st.integers(1, len(plain) - 1))
    plain[place] = {"a": 1.5} if not isinstance(plain[place], dict) else 7
    with pytest.raises(BadFrame):
        from_client(msgpack.packb(plain))


@pytest.mark.parametrize(
    "plain",
    [
        [],
        ["nonsense"],
        ["Hello", TOKEN, "Ann"],
        ["hello", "short", "Ann"],
        ["hello", TOKEN, ""],
        ["hello", TOKEN, "x" * 33],
        ["hello", TOKEN + " ", "Ann"],
        ["hello", TOKEN + "\n", "Ann"],
        ["sit", 1, "t", 0, "luck\n"],
        ["want", 1, "t", 0, "whim\n"],
        ["make", 1, "g", 2, {}, True, ["whim\n"]],
        ["act", 0, "t", 0, 1, "done"],
        ["act", 2**53, "t", 0, 1, "done"],
        ["act", True, "t", 0, 1, "done"],
        ["act", 1, "t", 16, 1, "done"],
        ["act", 1, "t", -3, 1, "done"],
        ["act", 1, "", 0, 1, "done"],
        ["act", 1, "t" * 25, 0, 1, "done"],
        ["act", 1, "t", 0, 1],
        ["act", 1, "t", 0, 1, "done", 2**70],
        ["say", 1, "t", "x" * 401],
        ["make", 1, "g", 17],
        ["make", 1, "g", 2, {}, True, [], [1, 2, 3]],
        ["make", 1, "g", 2, {}, True, [], [-1, 0]],
        {"hello": TOKEN},
        "hello",
        None,
    ],
    ids=repr,
)
def test_values_out_of_range_are_refused(plain: Any) -> None:
    try:
        data = msgpack.packb(plain)
    except OverflowError:
        data = msgpack.packb(plain[:-1]) + b"\xc1"
    with pytest.raises(BadFrame):
        from_client(data)


def test_deep_nesting_is_a_bad_frame() -> None:
    for data in (b"\x91" * 10_000, b"\x92\xa4make" + b"\x91" * 10_000, b"\xdd\xff\xff\xff\xff", b""):
        with pytest.raises(BadFrame):
            from_client(data)


def test_text_that_is_no_utf_8_is_a_bad_frame() -> None:
    with pytest.raises(BadFrame):
        from_client(encode(Hello(TOKEN, "Ann")).replace(b"Ann", b"A\xff\xfe"))


def test_a_frame_and_something_after_it_is_a_bad_frame() -> None:
    with pytest.raises(BadFrame):
        from_client(encode(Ping(1)) + b"\x00")


# -- growing older ---------------------------------------------------------------------------------


def test_fields_with_defaults_may_be_left_out_and_further_fields_are_ignored() -> None:
    assert from_client(packed(["join", "t"])) == Join("t")
    assert from_client(packed(["sit", 4, "t"])) == Sit(4, "t")
    assert from_client(packed(["make", 4, "g", 2])) == Make(4, "g", 2)
    assert from_client(packed(["act", 4, "t", 1, 2, "done", -1, False, "later", {"x": 1}])) == Act(
        4, "t", 1, 2, "done"
    )


# -- check values ----------------------------------------------------------------------------------


@given(st.dictionaries(st.text("abc", max_size=3), plain_data(leaves=5), max_size=5))
def test_check_values_do_not_depend_on_the_order_of_keys(value: dict[str, Any]) -> None:
    turned = dict(reversed(value.items()))
    assert check_value(turned) == check_value(value)
    assert check_value(unpacked(packed(value))) == check_value(value)


def test_check_values_tell_true_from_one() -> None:
    assert check_value([True]) != check_value([1])
