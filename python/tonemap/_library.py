"""The C library by ctypes: its structures, its functions, its objects. ctypes releases the GIL during each call."""
from __future__ import annotations

import ctypes
import os
import pathlib
from ctypes import POINTER, byref, c_char_p, c_double, c_float, c_int, c_int32, c_int64, c_size_t, c_ssize_t, c_void_p
from typing import Any

from ._errors import error

ABI = 1
END = 2


class Plane(ctypes.Structure):
    _fields_ = [("data", c_void_p), ("stride", c_ssize_t)]


class View(ctypes.Structure):
    _fields_ = [
        ("struct_size", c_size_t), ("format", c_char_p), ("width", c_int32), ("height", c_int32), ("x", c_int32), ("y", c_int32),
        ("rectangle_width", c_int32), ("rectangle_height", c_int32), ("planes", Plane * 4),
    ]


class PlaneShape(ctypes.Structure):
    _fields_ = [("bytes_per_row", c_size_t), ("rows", c_size_t)]


class LightStructure(ctypes.Structure):
    _fields_ = [
        ("struct_size", c_size_t), ("peak", c_double), ("average", c_double), ("payload_kind", c_int32), ("payload", c_char_p),
        ("payload_size", c_size_t),
    ]


# Called with a context, the number of frames done, and that of all or -1; another result than 0 ends the work.
Progress = ctypes.CFUNCTYPE(c_int, c_void_p, c_int64, c_int64)

# Called with a context, and with the offset and the length of bytes of a file that are read next; another result than 0 is a value of errno.
Fill = ctypes.CFUNCTYPE(c_int, c_void_p, c_int64, c_int64)

# The arguments of each function that returns a status, without the message, which is last in all of them.
_CALLS: dict[str, list[Any]] = {
    "tonemap_plan_new": [c_char_p, POINTER(c_void_p)],
    "tonemap_plan_describe": [c_void_p, c_int32, POINTER(c_void_p)],
    "tonemap_plan_color": [c_void_p, c_int32, c_void_p, c_void_p, c_size_t],
    "tonemap_plan_lut": [c_void_p, c_int32, POINTER(c_float)],
    "tonemap_lut_write": [c_char_p, c_char_p],
    "tonemap_format_planes": [c_char_p, c_int32, c_int32, PlaneShape * 4, POINTER(c_int32)],
    "tonemap_converter_new": [c_void_p, c_int32, c_int32, c_int32, POINTER(c_void_p)],
    "tonemap_convert": [c_void_p, POINTER(View), POINTER(View), c_int64, c_void_p],
    "tonemap_program_new": [c_void_p, POINTER(LightStructure), POINTER(c_void_p)],
    "tonemap_meter_new": [c_char_p, c_int32, c_int32, c_int32, POINTER(c_void_p)],
    "tonemap_meter_measure": [c_void_p, POINTER(View), c_int64, c_void_p],
    "tonemap_meter_describe": [c_void_p, POINTER(c_void_p)],
    "tonemap_metadata_describe": [c_int32, c_char_p, c_size_t, POINTER(c_void_p)],
    "tonemap_convert_file": [c_char_p, c_char_p, c_char_p, Progress, c_void_p, POINTER(c_void_p)],
    "tonemap_chunk_plan": [c_char_p, c_char_p, c_char_p, c_char_p, POINTER(c_void_p)],
    "tonemap_chunk_measure": [c_char_p, c_int64, c_char_p, c_int32, Progress, c_void_p],
    "tonemap_chunk_convert": [c_char_p, c_int64, c_char_p, c_int32, Progress, c_void_p, POINTER(c_void_p)],
    "tonemap_chunk_join": [c_char_p, c_char_p, c_char_p, Progress, c_void_p, POINTER(c_void_p)],
    "tonemap_fill_file": [c_char_p, Fill, c_void_p],
    "tonemap_file_kind": [c_char_p, c_char_p, POINTER(c_void_p)],
    "tonemap_folder_rules": [c_char_p, c_char_p, c_char_p, POINTER(c_void_p)],
    "tonemap_movie_open": [c_char_p, c_char_p, POINTER(c_void_p)],
    "tonemap_movie_describe": [c_void_p, POINTER(c_void_p)],
    "tonemap_movie_next": [c_void_p, POINTER(View), POINTER(c_int64), POINTER(c_double)],
}


def _load() -> ctypes.CDLL:
    beside = pathlib.Path(__file__).with_name("libtonemap.so.0")
    path = os.environ.get("TONEMAP_LIBRARY") or (str(beside) if beside.exists() else "libtonemap.so.0")
    try:
        library = ctypes.CDLL(path)
    except OSError as failure:
        raise ImportError(
            f"the library of tonemap cannot be loaded: {failure}. Install a wheel of swift-tonemap for this system,"
            " or name a libtonemap.so in the environment variable TONEMAP_LIBRARY"
        ) from failure
    library.tonemap_abi.restype = c_int32
    if library.tonemap_abi() != ABI:
        raise ImportError(
            f"{path} has the interface {library.tonemap_abi()}, but this package calls interface {ABI}:"
            " install the swift-tonemap of the library's version"
        )
    library.tonemap_version.restype = c_char_p
    library.tonemap_free.argtypes = [c_void_p]
    library.tonemap_free.restype = None
    for name, arguments in _CALLS.items():
        function = getattr(library, name, None)
        if function is None:
            raise ImportError(f"{path} has no function {name}: install the library of this package's version")
        function.argtypes = [*arguments, POINTER(c_void_p)]
        function.restype = c_int
    for name in ("plan", "converter", "program", "meter", "movie"):
        free = getattr(library, f"tonemap_{name}_free")
        free.argtypes = [c_void_p]
        free.restype = None
    return library


library = _load()
version: str = library.tonemap_version().decode()


def text(pointer: c_void_p) -> str:
    """A text that the library returned, which is freed."""
    if not pointer:
        return ""
    try:
        return ctypes.string_at(pointer.value or 0).decode(errors="replace")
    finally:
        library.tonemap_free(pointer)


def call(name: str, *arguments: Any) -> int:
    """Calls a function of the library. Its error is raised."""
    message = c_void_p()
    status: int = getattr(library, name)(*arguments, byref(message))
    sentence = text(message)
    if status not in (0, END):
        raise error(status, sentence or f"{name} ended with {status}")
    return status


def described(name: str, *arguments: Any) -> str:
    """The text that a function of the library makes."""
    result = c_void_p()
    call(name, *arguments, byref(result))
    return text(result)


class Handle(c_void_p):
    """An object of the library, which is freed with this one."""

    _free: Any

    @classmethod
    def make(cls, name: str, *arguments: Any) -> Any:
        handle = cls()
        call(name, *arguments, byref(handle))
        return handle

    def __del__(self) -> None:
        if self:
            self._free(self)


class PlanHandle(Handle):
    _free = library.tonemap_plan_free


class ConverterHandle(Handle):
    _free = library.tonemap_converter_free


class ProgramHandle(Handle):
    _free = library.tonemap_program_free


class MeterHandle(Handle):
    _free = library.tonemap_meter_free


class MovieHandle(Handle):
    _free = library.tonemap_movie_free
