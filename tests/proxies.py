"""A machine that reaches the internet by a proxy."""

from __future__ import annotations

from typing import Final

BEHIND_A_PROXY: Final = {
    **dict.fromkeys(("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"), "http://127.0.0.1:9"),
    **dict.fromkeys(("no_proxy", "NO_PROXY"), ""),
}
"""Its environment, which Docker passes on to containers. This proxy leads nowhere."""
