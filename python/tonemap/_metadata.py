"""Messages of HDR metadata."""
from __future__ import annotations

import json
from typing import Any

from ._library import described

_KINDS = {"t35": 1, "dolby_vision_rpu": 2, "mastering_display": 3, "content_light": 4, "ambient": 5}


def metadata(kind: str, payload: Any) -> dict[str, Any]:
    """Reads the payload of a metadata message.

    >>> tonemap.metadata("content_light", bytes.fromhex("03e80190"))
    {'max_cll': '1000,400'}

    Args:
        kind: "t35" (HDR10+ and ST 2094-50, from the country code on), "dolby_vision_rpu" (a NAL unit), "mastering_display",
            "content_light" or "ambient" (what boxes and SEI messages hold).
        payload: The bytes.

    Returns:
        What it states. Where options state the same, the names are theirs, so ``Plan(**metadata(…))`` takes them.
    """
    if kind not in _KINDS:
        raise ValueError(f"the kind of metadata is {kind!r}, but {', '.join(map(repr, _KINDS))} were expected")
    message = bytes(payload)
    found: dict[str, Any] = json.loads(described("tonemap_metadata_describe", _KINDS[kind], message, len(message)))
    return found
