"""Reads QR codes as the page and the terminal draw them: versions 1 to 5 with byte segments, no error
correction."""

from __future__ import annotations

import re
from collections.abc import Iterator

RUN = re.compile(r"M(\d+) (\d+)h(\d+)v1H\d+z")
QUIET = 4

DATA = {1: (1, 16), 2: (1, 28), 3: (1, 44), 4: (2, 32), 5: (2, 43)}
"""By version, for correction level M: the number of blocks, and the bytes of data in each."""
LEVEL_M = 0b00
FORMAT_MASK = 0b10101
"""The first five bits of the mask for the fifteen bits of the format."""

MASKS = (
    lambda x, y: (x + y) % 2,
    lambda _, y: y % 2,
    lambda x, _: x % 3,
    lambda x, y: (x + y) % 3,
    lambda x, y: (x // 3 + y // 2) % 2,
    lambda x, y: x * y % 2 + x * y % 3,
    lambda x, y: (x * y % 2 + x * y % 3) % 2,
    lambda x, y: ((x + y) % 2 + x * y % 3) % 2,
)
"""Light and dark are exchanged where the function is 0."""


def read(path: str, width: int) -> str:
    """The text of a code that is drawn as this path, in a picture of this width with its blank edge."""
    dark = {(int(x) + n - QUIET, int(y) - QUIET) for x, y, run in RUN.findall(path) for n in range(int(run))}
    return text_in(dark, width - 2 * QUIET)


def text_in(dark: set[tuple[int, int]], size: int) -> str:
    """The text of a code of this size with these dark modules."""
    version = (size - 17) // 4
    assert size == 17 + 4 * version and all(0 <= x < size and 0 <= y < size for x, y in dark)
    level, mask = divmod(sum(((n, 8) in dark) << (4 - n) for n in range(5)) ^ FORMAT_MASK, 8)
    assert level == LEVEL_M
    bits = "".join(str(int(((x, y) in dark) ^ (MASKS[mask](x, y) == 0))) for x, y in way(size))
    return text_of(data(bits, *DATA[version]))


def way(size: int) -> Iterator[tuple[int, int]]:
    """The modules with data, in order: up and down in columns of two, from the right."""
    fixed = {(6, n) for n in range(size)} | {(n, 6) for n in range(size)}
    corners = [(range(9), range(9)), (range(size - 8, size), range(9)), (range(9), range(size - 8, size))]
    if size > 21:
        corners.append((range(size - 9, size - 4), range(size - 9, size - 4)))
    fixed |= {(x, y) for columns, rows in corners for x in columns for y in rows}
    rights = [right if right > 6 else right - 1 for right in range(size - 1, 0, -2)]
    for n, right in enumerate(rights):
        for y in range(size) if n % 2 else reversed(range(size)):
            yield from ((x, y) for x in (right, right - 1) if (x, y) not in fixed)


def data(bits: str, blocks: int, length: int) -> str:
    """The bits of all blocks, whose bytes are interleaved."""
    octets = [bits[n : n + 8] for n in range(0, 8 * blocks * length, 8)]
    return "".join("".join(octets[block::blocks]) for block in range(blocks))


def text_of(bits: str) -> str:
    """The text of the first byte segment, after an optional mark of its encoding."""
    if bits.startswith("0111"):
        bits = bits[12:]
    assert bits.startswith("0100"), "no byte segment"
    count = int(bits[4:12], 2)
    octets = (int(bits[12 + 8 * n : 20 + 8 * n], 2) for n in range(count))
    return bytes(octets).decode()
