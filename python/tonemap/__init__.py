"""Converts HDR video to SDR, and between other displays, for NumPy arrays, PyTorch tensors, PyAV frames and movies.

    plan = tonemap.Plan(source="hdr10", max_cll=(1000, 400), to="sdr")
    sdr = plan.convert(pq)

    for frame in tonemap.read("in.mov"): ...
    tonemap.convert("in.mov", "out.mp4")

The result has the bits of the command ``tonemap``, on every processor and with any number of threads.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import chunks
from ._errors import (
    Cancelled, CannotCreate, CheckFailed, DataError, Error, InputOutputError, LibraryFault, NotFound, SystemLimit, Truncated, UsageError,
)
from ._findings import Finding
from ._library import version as __version__
from ._light import FrameLight, Light, Measurement, Scene, measure
from ._lut import write_lut
from ._metadata import metadata
from ._movies import Movie, convert, read
from ._plan import Plan

if TYPE_CHECKING:
    from ._frames import Frame, Planes

__all__ = [
    "Cancelled", "CannotCreate", "CheckFailed", "DataError", "Error", "Finding", "Frame", "FrameLight", "InputOutputError", "LibraryFault",
    "Light", "Measurement", "Movie", "NotFound", "Plan", "Planes", "Scene", "SystemLimit", "Truncated", "UsageError", "chunks", "convert", "measure",
    "metadata", "read", "write_lut",
]


def __getattr__(name: str) -> Any:
    """Imports NumPy, which frames are made of, when a program asks for them."""
    if name in ("Frame", "Planes"):
        from . import _frames

        return getattr(_frames, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
