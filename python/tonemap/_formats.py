"""Pixel formats by FFmpeg's names: what their planes hold, and the format of an array by its shape and type."""
from __future__ import annotations

import ctypes
import functools
import re
from ctypes import c_int32
from typing import NamedTuple, Optional

from ._buffers import Buffer
from ._library import PlaneShape, call

RGB = {
    ("u1", 3): "rgb24", ("u2", 3): "rgb48le", ("f2", 3): "rgbf16le", ("f4", 3): "rgbf32le",
    ("u1", 4): "rgba", ("u2", 4): "rgba64le", ("f2", 4): "rgbaf16le", ("f4", 4): "rgbaf32le",
}
_PLANAR_RGB = {
    ("u1", 3): "gbrp", ("u2", 3): "gbrp16le", ("f2", 3): "gbrpf16le", ("f4", 3): "gbrpf32le",
    ("u1", 4): "gbrap", ("u2", 4): "gbrap16le", ("f2", 4): "gbrapf16le", ("f4", 4): "gbrapf32le",
}
TYPES = {"u1": "uint8", "u2": "uint16", "u4": "uint32", "f2": "float16", "f4": "float32"}
_OTHER_TYPES = {"i": "int", "u": "uint", "f": "float"}


def type_name(sample: str) -> str:
    """What NumPy and PyTorch call a type of samples."""
    if sample == "b2":
        return "bfloat16"
    return f"{_OTHER_TYPES[sample[0]]}{int(sample[1:]) * 8}" if sample[0] in _OTHER_TYPES else sample


class Format(NamedTuple):
    """What the planes of a pixel format hold."""

    name: str
    sample: str
    channels: tuple[int, ...]
    """The samples of a pixel, or of a pair of chroma samples, in each plane."""

    @property
    def is_planar_rgb(self) -> bool:
        return self.name.startswith("gbr")

    @property
    def is_one_array(self) -> bool:
        """Whether a picture is one array: packed, gray, or planes of R'G'B' as its channels."""
        return len(self.channels) == 1 or self.is_planar_rgb

    @property
    def is_in_groups(self) -> bool:
        """Whether rows hold whole groups of pixels, so that a picture can be narrower than its rows."""
        return self.name.startswith(("v2", "y2"))

    @property
    def has_alpha(self) -> bool:
        return self.name[3:4] == "a"

    @property
    def item(self) -> int:
        """The bytes of a sample."""
        return int(self.sample[1:])

    @property
    def chroma(self) -> str:
        """The last digit of 4:2:0, 4:2:2 or 4:4:4 where there are planes of chroma, else nothing."""
        if self.name.startswith("nv"):
            return {"nv12": "0", "nv16": "2", "nv24": "4"}[self.name]
        match = re.match(r"yuva?4\d([024])|p([024])1", self.name)
        return "" if match is None else match[1] or match[2]

    def planes(self, width: int, height: int) -> tuple[tuple[int, ...], ...]:
        """The shapes of the planes of a picture: rows, columns and, if there are several, channels."""
        return _plane_shapes(self, width, height)


@functools.lru_cache(64)
def _plane_shapes(format: Format, width: int, height: int) -> tuple[tuple[int, ...], ...]:
    shapes = (PlaneShape * 4)()
    call("tonemap_format_planes", format.name.encode(), width, height, shapes, ctypes.byref(c_int32()))
    planes: list[tuple[int, ...]] = []
    for shape, channels in zip(shapes, format.channels):
        columns = shape.bytes_per_row // (format.item * channels)
        planes.append((shape.rows, columns) if channels == 1 else (shape.rows, columns, channels))
    return tuple(planes)


@functools.lru_cache(128)
def format_of(name: str) -> Format:
    """The format of a name that the library gave."""
    match = re.search(r"(f?)(\d+)le$", name)
    sample = "u1" if match is None else ("f" if match[1] else "u") + ("4" if match[2] == "32" else "2")
    if name.startswith(("x2", "v2")):
        return Format(name, "u4", (1,))
    if name.startswith(("rgb", "bgr")):
        return Format(name, sample, (4 if name[3:4] == "a" else 3,))
    if name.startswith("gray"):
        return Format(name, sample, (1,))
    if name.startswith("y2"):
        return Format(name, sample, (2,))
    if name.startswith(("nv", "p")):
        return Format(name, sample, (1, 2))
    return Format(name, sample, (1,) * (4 if name[3:4] == "a" else 3))


def rgb_format(array: Buffer, name: str) -> str:
    """The format of an array of R'G'B': packed, or planar, such as a PyTorch tensor (3, H, W) whose axes were permuted to (H, W, 3)."""
    if len(array.shape) not in (3, 4) or array.shape[-1] not in (3, 4):
        channels_first = array.shape[-3:-2] in ((3,), (4,))
        fix = "move the channels last with array.transpose(1, 2, 0) or tensor.permute(1, 2, 0), which copies nothing" if channels_first else "reshape it"
        raise ValueError(
            f"{name} has the shape {array.shape}, but (height, width, 3), (height, width, 4) or (n, height, width, 3 or 4) was expected: {fix}"
        )
    columns, channels = array.shape[-2:]
    found = (array.sample, channels)
    if found not in RGB:
        raise TypeError(
            f"{name} has samples of {type_name(array.sample)}, but uint8, uint16, float16 or float32 was expected: convert it, for"
            " example with array.astype(numpy.float32)"
        )
    _, pixel, channel = array.strides[-3:]
    if channel == array.item and (columns == 1 or pixel == array.item * channels):
        return RGB[found]
    if columns == 1 or pixel == array.item:
        return _PLANAR_RGB[found]
    raise ValueError(
        f"{name} has pixels {pixel} bytes apart and channels {channel} bytes apart, but packed pixels of {array.item * channels} bytes or planes"
        f" were expected; only the distance of rows is free: {packing_fix(name)}"
    )


def packing_fix(name: str, planar: bool = False) -> str:
    """How to get an array that is taken; a copy of an output would be written in its place."""
    packed = "numpy.ascontiguousarray(array.transpose(2, 0, 1)).transpose(1, 2, 0)" if planar else "numpy.ascontiguousarray(array)"
    if name.endswith("out"):
        return "pass numpy.empty((3, height, width)).transpose(1, 2, 0) of its type" if planar else "pass an array with packed pixels, such as a new one"
    return f"pass {packed}"


def yuv_depth(sample: str, bits: Optional[int], name: str) -> int:
    """The bits of a sample of Y'CbCr."""
    if sample not in ("u1", "u2"):
        raise TypeError(f"{name} has samples of {type_name(sample)}, but uint8 or uint16 was expected for Y'CbCr")
    if sample == "u1" and bits not in (None, 8):
        raise ValueError(f"{name} is uint8, but bits={bits} was given: leave bits out, or pass uint16")
    if sample == "u2" and bits is None:
        raise ValueError(f"{name} is uint16, which holds 9, 10, 12, 14 or 16 bits: state how many, for example bits=10")
    return 8 if sample == "u1" else bits or 8


def yuv_format(planes: list[Buffer], bits: Optional[int], name: str) -> str:
    """The format of planes of Y'CbCr by their shapes, their type and the bits of a sample."""
    luma, chroma = planes[0], planes[1]
    depth = yuv_depth(luma.sample, bits, name)
    height, width = luma.shape[:2]
    rows, columns = chroma.shape[:2]
    halves = ((width + 1) // 2, (height + 1) // 2)
    if (columns, rows) == (width, height):
        chroma_name = "444"
    elif (columns, rows) == (halves[0], height):
        chroma_name = "422"
    elif (columns, rows) == halves:
        chroma_name = "420"
    else:
        raise ValueError(
            f"luma of {width}×{height} has chroma of {columns}×{rows}, but {halves[0]}×{halves[1]} (4:2:0), {halves[0]}×{height} (4:2:2) or"
            f" {width}×{height} (4:4:4) was expected"
        )
    if len(planes) == 2:
        return {"420": "nv12", "422": "nv16", "444": "nv24"}[chroma_name] if depth == 8 else f"p{chroma_name[2]}{depth}le"
    alpha = "a" if len(planes) == 4 else ""
    return f"yuv{alpha}{chroma_name}p" + ("" if depth == 8 else f"{depth}le")
