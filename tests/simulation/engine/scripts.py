"""Runs the product's Lua scripts on a keyspace, with a real Lua interpreter."""

from __future__ import annotations

from hashlib import sha1
from typing import Any

import lupa.lua51 as lupa

from .keyspace import Keyspace, Status, Words, Wrong


class Scripts:
    """The scripts of one engine. They can access only KEYS, ARGV and `redis`."""

    def __init__(self) -> None:
        self._lua = lupa.LuaRuntime(encoding=None, register_eval=False, unpack_returned_tuples=False)
        self._known: dict[bytes, Any] = {}
        self._keys: Keyspace
        self._table = self._lua.table_from
        made = self._lua.eval(b"""function(call, sha1hex)
            local function answer(protected, ...)
                local found = call(...)
                if type(found) == 'table' and found.err and not protected then error(found, 0) end
                return found
            end
            redis = {
                sha1hex = sha1hex,
                call = function(...) return answer(false, ...) end,
                pcall = function(...) return answer(true, ...) end,
            }
        end""")
        made(self._call, _sha1hex)

    def forget(self) -> None:
        """Forget all scripts, as after a restart."""
        self._known.clear()

    def run(self, keys: Keyspace, command: bytes, words: Words) -> Any:
        """EVAL or EVALSHA: the script's result. Raises Wrong."""
        text, count, *rest = words
        if command == b"EVAL":
            sha = _sha1hex(text)
            if sha not in self._known:
                self._known[sha] = self._lua.execute(b"return function(KEYS, ARGV)\n" + text + b"\nend")
        else:
            sha = text.lower()
        script = self._known.get(sha)
        if script is None:
            raise Wrong("NOSCRIPT No matching script. Please use EVAL.")
        self._keys = keys
        try:
            found = script(self._table(rest[: int(count)]), self._table(rest[int(count) :]))
        except lupa.LuaError as wrong:
            raise Wrong(_words_of(wrong)) from wrong
        return _answer(found)

    def _call(self, *given: Any) -> Any:
        """A command called by a script."""
        try:
            found = self._keys.run([_word(one) for one in given])
        except Wrong as wrong:
            return self._table({b"err": str(wrong).encode()})
        return self._to_lua(found)

    def _to_lua(self, found: Any) -> Any:
        if found is None:
            return False
        if isinstance(found, Status):
            return self._table({b"ok": found.encode()})
        if isinstance(found, list):
            return self._table([self._to_lua(one) for one in found])
        return found


def _sha1hex(text: bytes) -> bytes:
    return sha1(text, usedforsecurity=False).hexdigest().encode()


def _word(one: Any) -> bytes:
    """Convert an argument of a script's command."""
    if isinstance(one, bytes):
        return one
    if isinstance(one, int | float):
        return b"%d" % one if one == int(one) else b"%.17g" % one
    raise Wrong("ERR Lua redis lib command arguments must be strings or integers")


def _answer(found: Any) -> Any:
    """Convert a script's result to a reply."""
    if found is None or found is False:
        return None
    if found is True:
        return 1
    if isinstance(found, int | float):
        return int(found)
    if isinstance(found, bytes):
        return found
    if found[b"err"] is not None:
        raise Wrong(found[b"err"].decode())
    rows: list[Any] = []
    while (one := found[len(rows) + 1]) is not None:
        rows.append(_answer(one))
    return rows


def _words_of(wrong: Exception) -> str:
    """The text of an error raised by a script, which is a table or a string."""
    thrown: Any = wrong.args[0] if wrong.args else wrong
    try:
        return str(thrown[b"err"].decode())
    except (TypeError, KeyError, AttributeError):
        return f"ERR {thrown}"
