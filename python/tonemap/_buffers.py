"""Memory that arrays of any package lend: their address, shape and strides, without a copy.

NumPy's arrays and all that speak their protocol are read by ``__array_interface__``, PyTorch's tensors and others by DLPack, memoryviews, bytearrays and
planes of PyAV by the buffer protocol. None of it needs NumPy.
"""
from __future__ import annotations

import ctypes
import sys
from ctypes import POINTER, c_char_p, c_int, c_int32, c_int64, c_ssize_t, c_uint8, c_uint16, c_uint32, c_uint64, c_void_p, py_object
from typing import Any, NamedTuple

_ORDER = "<" if sys.byteorder == "little" else ">"


class Buffer(NamedTuple):
    """Samples in memory."""

    address: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    """In bytes."""
    sample: str
    """The kind and the bytes of a sample, such as u2 and f4; b2 is bfloat16."""
    writable: bool
    owner: object
    """What keeps the memory alive."""

    @property
    def item(self) -> int:
        """The bytes of a sample."""
        return int(self.sample[1:])

    @property
    def extent(self) -> tuple[int, int]:
        """The first address and the one after the last."""
        if 0 in self.shape:
            return self.address, self.address
        reach = [(size - 1) * stride for size, stride in zip(self.shape, self.strides)]
        return self.address + sum(min(0, step) for step in reach), self.address + sum(max(0, step) for step in reach) + self.item

    @property
    def rows(self) -> list[tuple[int, int]]:
        """The extent of each row."""
        start, end = self.part(0).extent
        return [(start + row * self.strides[0], end + row * self.strides[0]) for row in range(self.shape[0])]

    @property
    def __array_interface__(self) -> dict[str, Any]:
        """For NumPy, which reads it in place."""
        return {"version": 3, "data": (self.address, True), "shape": self.shape, "strides": self.strides, "typestr": _ORDER + self.sample}

    def part(self, index: int) -> Buffer:
        """What an index of the first axis leaves."""
        return self._replace(address=self.address + index * self.strides[0], shape=self.shape[1:], strides=self.strides[1:])


def buffer(lent: Any, name: str) -> Buffer:
    """The memory of an array. ``name`` is what errors call it."""
    interface = getattr(lent, "__array_interface__", None)
    if interface is not None and isinstance(interface.get("data"), tuple):
        return _of_interface(lent, interface, name)
    if interface is not None and interface.get("data") is not None:
        lent = interface["data"]
        return _of_protocol(lent, name)._replace(**_layout(interface, name))
    if hasattr(lent, "__dlpack__"):
        return _of_dlpack(lent, name)
    return _of_protocol(lent, name)


def contiguous(shape: tuple[int, ...], item: int) -> tuple[int, ...]:
    """The strides of an array without gaps."""
    strides = []
    for size in reversed(shape):
        strides.append(item)
        item *= size
    return tuple(reversed(strides))


# -- NumPy's protocol ------------------------------------------------------------------------------------------------------------------------


def _layout(interface: dict[str, Any], name: str) -> dict[str, Any]:
    order, sample = interface["typestr"][0], interface["typestr"][1:]
    if not sample[1:].isdigit():
        raise TypeError(f"{name} has samples of the type {sample}, but numbers were expected")
    if order not in (_ORDER, "|"):
        raise TypeError(
            f"{name} has samples of the other byte order ({interface['typestr']}): convert it"
            " with array.astype(array.dtype.newbyteorder('='))"
        )
    shape = tuple(interface["shape"])
    return {"shape": shape, "sample": sample, "strides": tuple(interface.get("strides") or contiguous(shape, int(sample[1:])))}


def _of_interface(lent: Any, interface: dict[str, Any], name: str) -> Buffer:
    address, read_only = interface["data"]
    return Buffer(address=address, writable=not read_only, owner=(lent, interface), **_layout(interface, name))


# -- The buffer protocol ---------------------------------------------------------------------------------------------------------------------


class _PyBuffer(ctypes.Structure):
    """Py_buffer of CPython."""

    _fields_ = [
        ("buf", c_void_p), ("obj", c_void_p), ("len", c_ssize_t), ("itemsize", c_ssize_t), ("readonly", c_int), ("ndim", c_int),
        ("format", c_char_p), ("shape", POINTER(c_ssize_t)), ("strides", POINTER(c_ssize_t)), ("suboffsets", POINTER(c_ssize_t)),
        ("internal", c_void_p),
    ]
    released = True

    def __del__(self) -> None:
        if not self.released:
            ctypes.pythonapi.PyBuffer_Release(ctypes.byref(self))


_STRIDES_AND_FORMAT = 0x18 | 0x04
_KINDS = {"B": "u", "H": "u", "I": "u", "L": "u", "Q": "u", "b": "i", "h": "i", "i": "i", "l": "i", "q": "i", "e": "f", "f": "f", "d": "f"}


def _of_protocol(lent: Any, name: str) -> Buffer:
    if not ctypes.pythonapi.PyObject_CheckBuffer(py_object(lent)):
        raise TypeError(
            f"{name} is of the type {type(lent).__name__}, which is no array: pass a NumPy array, a PyTorch CPU tensor,"
            " a memoryview or a PyAV plane"
        )
    view = _PyBuffer()
    ctypes.pythonapi.PyObject_GetBuffer(py_object(lent), ctypes.byref(view), _STRIDES_AND_FORMAT)
    view.released = False
    code = (view.format or b"B").decode()
    if code[0] in "<>=!" and code[0] not in ("=", _ORDER):
        raise TypeError(f"{name} has samples of the other byte order (format {code}): convert it to the system's")
    kind = _KINDS.get(code.lstrip("<>=!@"), "?")
    shape = tuple(view.shape[: view.ndim])
    strides = tuple(view.strides[: view.ndim]) if view.strides else contiguous(shape, view.itemsize)  # arrays of ctypes state none
    return Buffer(view.buf or 0, shape, strides, f"{kind}{view.itemsize}", not view.readonly, view)


# -- DLPack ----------------------------------------------------------------------------------------------------------------------------------


class _DLTensor(ctypes.Structure):
    _fields_ = [
        ("data", c_void_p), ("device_type", c_int32), ("device_id", c_int32), ("ndim", c_int32), ("code", c_uint8), ("bits", c_uint8),
        ("lanes", c_uint16), ("shape", POINTER(c_int64)), ("strides", POINTER(c_int64)), ("byte_offset", c_uint64),
    ]


class _DLManagedTensorVersioned(ctypes.Structure):
    _fields_ = [
        ("major", c_uint32), ("minor", c_uint32), ("manager_ctx", c_void_p), ("deleter", c_void_p), ("flags", c_uint64),
        ("dl_tensor", _DLTensor),
    ]


_CPU = 1
_READ_ONLY = 1
_DL_KINDS = {0: "i", 1: "u", 2: "f", 4: "b"}


def _of_dlpack(lent: Any, name: str) -> Buffer:
    try:
        device = lent.__dlpack_device__()[0]
        if device != _CPU:
            where = getattr(lent, "device", f"device type {int(device)} of DLPack")
            raise TypeError(f"{name} is in the memory of {where}, but memory of the CPU was expected: pass tensor.cpu()")
        capsule = _capsule(lent)
    except (BufferError, RuntimeError, ValueError) as refusal:
        raise TypeError(f"{name} cannot be lent: {refusal}") from refusal
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = c_void_p, [py_object, c_char_p]
    writable = True
    if '"dltensor_versioned"' in repr(capsule):
        managed = _DLManagedTensorVersioned.from_address(pointer(capsule, b"dltensor_versioned"))
        tensor: Any = managed.dl_tensor
        writable = not managed.flags & _READ_ONLY
    else:
        tensor = _DLTensor.from_address(pointer(capsule, b"dltensor"))
    item = tensor.bits * tensor.lanes // 8
    shape = tuple(tensor.shape[: tensor.ndim])
    strides = tuple(step * item for step in tensor.strides[: tensor.ndim]) if tensor.strides else contiguous(shape, item)
    sample = f"{_DL_KINDS.get(tensor.code, '?')}{item}"
    return Buffer((tensor.data or 0) + tensor.byte_offset, shape, strides, sample, writable, (lent, capsule))


def _capsule(lent: Any) -> Any:
    try:
        return lent.__dlpack__(max_version=(1, 0))
    except TypeError:  # as it was before DLPack 1.0
        return lent.__dlpack__()
