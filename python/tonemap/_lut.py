"""LUT files."""
from __future__ import annotations

from typing import Any

from ._library import call
from ._options import encoded, path_bytes


def write_lut(path: Any, **options: Any) -> None:
    """Writes a LUT file of a conversion, and a certificate of its errors beside it.

    >>> tonemap.write_lut("hdr10-to-sdr.cube", source="hdr10", max_cll=(1000, 400), host="resolve")

    Args:
        path: The file to write. Its name gives the format.
        options: The options of the command ``tonemap lut``, with underscores.
    """
    call("tonemap_lut_write", path_bytes(path), encoded(options))
