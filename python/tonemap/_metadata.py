"""Messages of HDR metadata."""
from __future__ import annotations

import json
from typing import Any

from ._library import described
from ._options import payload_bytes

_KINDS = {"t35": 1, "dolby_vision_rpu": 2, "mastering_display": 3, "content_light": 4, "ambient": 5}


def metadata(kind: str, payload: Any) -> dict[str, Any]:
    """Reads the payload of a metadata message.

    >>> tonemap.metadata("content_light", bytes.fromhex("03e80190"))
    {'max_cll': [1000, 400]}

    Args:
        kind: "mastering_display", "content_light" or "ambient", whose payload is that of the box or the SEI message; "t35" for
            HDR10+ and ST 2094-50; or "dolby_vision_rpu".
        payload: Its bytes, also as a bytearray, a memoryview or an array of uint8.

    Returns:
        What the message states. Static metadata has the names of options, for ``Plan(**metadata(…))``.
    """
    if kind not in _KINDS:
        raise ValueError(f"the kind of metadata is {kind!r}, but {', '.join(map(repr, _KINDS))} were expected")
    message = payload_bytes(payload, "the payload")
    found: dict[str, Any] = json.loads(described("tonemap_metadata_describe", _KINDS[kind], message, len(message)))
    return found
