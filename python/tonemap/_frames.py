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

    def __array_wrap__(self, array: Any, *about: Any) -> Any:
        """A single number, such as a mean, is a number."""
        return array[()] if array.ndim == 0 else super().__array_wrap__(array, *about)

    def __reduce__(self) -> Any:
        of_array: Any = super().__reduce__()
        make, arguments, state = of_array
        return make, arguments, (state, self.index, self.seconds)

    def __setstate__(self, state: Any) -> None:
        array, self.index, self.seconds = state
        super().__setstate__(array)


class Planes(tuple):  # type: ignore[type-arg]
    """The planes of a picture of a movie: a tuple of arrays of NumPy, with the picture's place in the movie."""

    index: int  # type: ignore[assignment]
    """Its number, from 0."""
    seconds: Optional[float]
    """Its time from the start; None if the movie states no times."""
