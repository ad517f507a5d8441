"""Frames of movies as arrays. This module needs NumPy."""
from __future__ import annotations

from typing import Any, Optional

import numpy


class Frame(numpy.ndarray):
    """A picture of a movie: an array of NumPy, with the picture's place in the movie."""

    index: Optional[int]
    """Its number, from 0."""
    seconds: Optional[float]
    """Its time from the start; None if the movie states no times."""

    def __array_finalize__(self, origin: Any) -> None:
        self.index = getattr(origin, "index", None)
        self.seconds = getattr(origin, "seconds", None)


class Planes(tuple):  # type: ignore[type-arg]
    """The planes of a picture of a movie: a tuple of arrays of NumPy, with the picture's place in the movie."""

    index: int  # type: ignore[assignment]
    """Its number, from 0."""
    seconds: Optional[float]
    """Its time from the start; None if the movie states no times."""
