"""Options of the library: keyword arguments as JSON."""
from __future__ import annotations

import fractions
import json
import operator
import os
from typing import Any, Optional

from ._errors import UsageError


# Options that can name a file.
_FILES = frozenset(("alpha_file", "color_json", "dynamics", "frame_metadata", "lut", "out_hdr10plus", "preview", "stats"))


def _plain(value: Any, name: str) -> Any:
    """What JSON has no form for: paths and fractions as text, numbers of NumPy as numbers, arrays and ranges as lists."""
    if isinstance(value, os.PathLike) or (isinstance(value, bytes) and name in _FILES):
        return os.fsdecode(value)
    if isinstance(value, fractions.Fraction):
        return f"{value.numerator}/{value.denominator}"
    if isinstance(value, range):
        return list(value)
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"the option {name} has a value of the type {type(value).__name__}, but text, a number, True, False or a sequence of numbers was expected")


def encoded(options: dict[str, Any]) -> bytes:
    """Options as the library takes them. None is as if the name were not there."""
    members = (f"{json.dumps(name)}: {_json(name, value)}" for name, value in options.items() if value is not None)
    return f"{{{', '.join(members)}}}".encode()


def _json(name: str, value: Any) -> str:
    """The value of an option, or an error that names the option."""

    def written(allow_nan: bool) -> str:
        return json.dumps(value, default=lambda part: _plain(part, name), ensure_ascii=False, allow_nan=allow_nan)

    try:
        text = written(allow_nan=True)
    except (RecursionError, ValueError):
        raise UsageError(f"the option {name} contains itself, or is nested too deeply: pass a value that JSON can express") from None
    try:
        written(allow_nan=False)
    except ValueError:
        raise UsageError(f"the option {name} is {value!r}, but NaN and infinity cannot be used: pass finite numbers") from None
    try:
        text.encode()
    except UnicodeEncodeError:
        raise UsageError(f"the option {name} is {value!r}, which is not valid Unicode: give files that options name a name in UTF-8") from None
    return text


def whole(value: Any, name: str, bits: int = 32) -> int:
    """A whole number that fits into the library's type."""
    number = operator.index(value)
    if number.bit_length() >= bits:
        raise ValueError(f"{name} is {number}, which does not fit into {bits} bits: choose another")
    return number


def sample_bits(value: Any) -> Optional[int]:
    """The argument ``bits``."""
    if value is None:
        return None
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"bits is {value!r}, but a whole number was expected, for example bits=10")
    bits = operator.index(value)
    if bits not in (8, 9, 10, 12, 14, 16):
        raise ValueError(f"bits is {bits}, but 8, 9, 10, 12, 14 or 16 was expected: the bits of a sample, for example bits=10")
    return bits


def payload_bytes(value: Any, name: str) -> bytes:
    """The bytes of a message of metadata."""
    try:
        view = memoryview(value)
    except TypeError:
        raise TypeError(f"{name} is of the type {type(value).__name__}, but bytes were expected: pass bytes, a bytearray or a memoryview") from None
    if view.itemsize != 1:
        raise TypeError(f"{name} has items of {view.itemsize} bytes, but bytes were expected: convert it, for example with value.tobytes()")
    return bytes(view)


def path_bytes(path: Any) -> bytes:
    """The name of a file as the system has it."""
    name = os.fsencode(path)
    if b"\0" in name:
        raise ValueError(f"the name {path!r} has a byte 0, which no file's name has")
    return name
