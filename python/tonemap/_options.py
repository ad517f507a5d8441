"""Options of the library: keyword arguments as JSON."""
from __future__ import annotations

import fractions
import json
import operator
import os
from typing import Any

from ._errors import UsageError


def _plain(value: Any) -> Any:
    """What JSON has no form for: paths and fractions as text, numbers of NumPy as numbers, arrays and ranges as lists."""
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, fractions.Fraction):
        return f"{value.numerator}/{value.denominator}"
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"an option is of the type {type(value).__name__}, but text, a number, True, False or a sequence of numbers was expected")


def encoded(options: dict[str, Any]) -> bytes:
    """Options as the library takes them. None is as if the name were not there."""
    try:
        return json.dumps(options, default=_plain, allow_nan=False).encode()
    except ValueError:
        raise UsageError(f"an option of {options} is NaN or infinite, but a finite number was expected") from None


def whole(value: Any, name: str, bits: int = 32) -> int:
    """A whole number that fits into the library's type."""
    number = operator.index(value)
    if number.bit_length() >= bits:
        raise ValueError(f"{name} is {number}, which does not fit into {bits} bits: choose another")
    return number


def path_bytes(path: Any) -> bytes:
    """The name of a file as the system has it."""
    name = os.fsencode(path)
    if b"\0" in name:
        raise ValueError(f"the name {path!r} has a byte 0, which no file's name has")
    return name
