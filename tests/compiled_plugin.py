"""For pytest on compiled modules: a test that replaces a part of one is skipped. Compiled code does not use
what was put in."""

from __future__ import annotations

import importlib.machinery
import sys
from typing import Any, Final

import pytest

SUFFIXES: Final = tuple(importlib.machinery.EXTENSION_SUFFIXES)

_setattr: Final = pytest.MonkeyPatch.setattr


def _put_in(self: pytest.MonkeyPatch, target: Any, *rest: Any, **more: Any) -> None:
    if isinstance(target, str):
        name = target.rpartition(".")[0]
    else:
        name = str(getattr(target, "__module__", "") or getattr(target, "__name__", ""))
    if str(getattr(sys.modules.get(name), "__file__", "")).endswith(SUFFIXES):
        pytest.skip(f"replaces a part of {name}, which is compiled")
    _setattr(self, target, *rest, **more)


pytest.MonkeyPatch.setattr = _put_in  # type: ignore[method-assign]
