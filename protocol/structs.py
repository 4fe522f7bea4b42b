"""What frames are made of: msgspec. In the client without it, `clients/python/stammtisch_client/structs.py`
stands in for this module."""

from __future__ import annotations

from msgspec import Meta as Meta
from msgspec import Raw as Raw
from msgspec import Struct as Struct
