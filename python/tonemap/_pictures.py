"""Pictures that arrays lend to the library: a format, a size, and where the rows of each plane are."""
from __future__ import annotations

import ctypes
import math
from typing import Any, NamedTuple, Optional

from ._buffers import Buffer, buffer, contiguous
from ._errors import UsageError
from ._formats import TYPES, Format, format_of, packing_fix, rgb_format, type_name, yuv_depth, yuv_format
from ._library import Plane, View
from ._options import sample_bits


class Picture(NamedTuple):
    """Planes in memory that somebody else owns."""

    format: str
    width: int
    height: int
    planes: tuple[Buffer, ...]

    def view(self) -> View:
        """The structure that the library takes. It holds no memory: the picture has to live as long."""
        view = View(struct_size=ctypes.sizeof(View), format=self.format.encode(), width=self.width, height=self.height)
        for index, plane in enumerate(self.planes):
            view.planes[index] = Plane(plane.address, plane.strides[0])
        return view


class Pictures(NamedTuple):
    """What one argument holds: a picture, or a batch of pictures of one format and size."""

    all: list[Picture]
    is_batch: bool

    @property
    def format(self) -> str:
        return self.all[0].format

    @property
    def size(self) -> tuple[int, int]:
        return self.all[0].width, self.all[0].height


# -- One array -------------------------------------------------------------------------------------------------------------------------------


def rgb_pictures(array: Any, stated: Optional[str], name: str, known: Optional[tuple[int, int]] = None) -> Pictures:
    """The pictures of an array or of a frame of PyAV. Their format is stated, or follows from the array; so does their size where none is known."""
    if _is_frame(array):
        return Pictures([_frame(array, stated, name)], False)
    lent = buffer(array, name)
    format = format_of(stated or rgb_format(lent, name))
    channels = sum(format.channels)
    axes = 2 if channels == 1 else 3
    if not format.is_one_array or len(lent.shape) not in (axes, axes + 1) or (axes == 3 and lent.shape[-1] != channels):
        raise ValueError(
            f"{name} has the shape {lent.shape}, but the pixel format {format.name} was stated: leave it out, and the format follows from the array"
        )
    is_batch = len(lent.shape) > axes
    parts = [lent.part(index) for index in range(lent.shape[0])] if is_batch else [lent]
    if not parts:
        raise ValueError(f"{name} has the shape {lent.shape}: a batch needs at least one picture")
    height, width = parts[0].shape[:2]
    if format.is_in_groups and known is not None:
        width, height = known
    elif format.name == "v210":
        raise ValueError(
            f"{name} is v210, whose rows do not state the width of the picture: pass planes of 10 bits, y, u, v, or read raw frames, such as"
            ' tonemap.read("in.v210", size="1920x1080", pixel_format="v210")'
        )
    planes = (_planes_of_channels(part) if format.is_planar_rgb else (part,) for part in parts)
    return Pictures([_checked(Picture(format.name, width, height, of), format, name) for of in planes], is_batch)


def _planes_of_channels(part: Buffer) -> tuple[Buffer, ...]:
    """Planes in the order G', B', R', alpha."""
    rows, pixel, channel = part.strides
    order = (1, 2, 0, 3)[: part.shape[2]]
    return tuple(part._replace(address=part.address + index * channel, shape=part.shape[:2], strides=(rows, pixel)) for index in order)


def new_array(format: Format, width: int, height: int, count: Optional[int] = None) -> Any:
    """An array of NumPy for a picture, or for a batch of a count of them; planes of R'G'B' are channels of one."""
    import numpy

    batch = () if count is None else (count,)
    if format.is_planar_rgb:
        channels_first = numpy.empty((*batch, len(format.channels), height, width), TYPES[format.sample])
        return numpy.moveaxis(channels_first, -3, -1)
    return numpy.empty((*batch, *format.planes(width, height)[0]), TYPES[format.sample])


# -- Planes ----------------------------------------------------------------------------------------------------------------------------------


def yuv_picture(planes: tuple[Any, ...], stated: Optional[str], bits: Optional[int], name: str) -> Picture:
    """The picture of planes of Y'CbCr: two, three or four of them, one array that holds them one after another, or a frame of PyAV."""
    bits = sample_bits(bits)
    if len(planes) == 1:
        return _frame(planes[0], stated, name) if _is_frame(planes[0]) else _stacked(planes[0], stated, bits, name)
    if not 2 <= len(planes) <= 4:
        raise ValueError(f"{name} has {len(planes)} planes, but y, u, v, or y, u, v, alpha, or y, uv were expected")
    sample = format_of(stated).sample if stated else (None if bits is None else "u1" if bits == 8 else "u2")
    lent = [
        _plane(plane, sample, 2 if len(planes) == 2 and index == 1 else 1, f"plane {index} of {name}") for index, plane in enumerate(planes)
    ]
    if len(lent) == 2:
        lent[1] = _in_pairs(lent[1])
    for index, plane in enumerate(lent):
        if plane.sample != lent[0].sample:
            raise TypeError(
                f"plane {index} of {name} has samples of {type_name(plane.sample)}, but plane 0 has {type_name(lent[0].sample)}: convert one of them"
            )
        if len(plane.shape) < 2:
            raise ValueError(f"plane {index} of {name} has the shape {plane.shape}, but (height, width) was expected")
    format = format_of(stated or yuv_format(lent, bits, name))
    height, width = lent[0].shape[:2]
    return _checked(Picture(format.name, width, height, tuple(lent)), format, name)


def new_planes(format: Format, width: int, height: int) -> tuple[Any, ...]:
    """Arrays of NumPy for the planes of a picture."""
    import numpy

    return tuple(numpy.empty(shape, TYPES[format.sample]) for shape in format.planes(width, height))


def _in_pairs(chroma: Buffer) -> Buffer:
    """Chroma of two planes in one as (height, width, 2), if it comes as rows of pairs."""
    if len(chroma.shape) != 2 or chroma.shape[1] % 2:
        return chroma
    rows, columns = chroma.shape
    stride, sample = chroma.strides
    return chroma._replace(shape=(rows, columns // 2, 2), strides=(stride, 2 * sample, sample))


def _plane(plane: Any, sample: Optional[str], channels: int, name: str) -> Buffer:
    """A plane. Older versions of PyAV lend one as bytes alone, with line_size, width and height beside them."""
    lent = buffer(plane, name)
    stride, width, height = (getattr(plane, key, None) for key in ("line_size", "width", "height"))
    if len(lent.shape) != 1 or not (isinstance(stride, int) and isinstance(width, int) and isinstance(height, int)):
        return lent
    if sample is None:
        raise ValueError(f"{name} is bytes alone: state the bits of a sample, for example bits=8")
    return _in_rows(lent, stride, (height, width) if channels == 1 else (height, width, channels), sample, name)


def _in_rows(lent: Buffer, stride: int, shape: tuple[int, ...], sample: str, name: str) -> Buffer:
    """Bytes as the samples of a plane. Rows that go upward are refused, because older versions of PyAV lend the memory after them."""
    item = int(sample[1:])
    rows, row = shape[0], math.prod(shape[1:]) * item
    if stride < row or lent.shape[0] < stride * (rows - 1) + row:
        raise ValueError(
            f"{name} has {lent.shape[0]} bytes in rows of {stride}, but {rows} rows of {row} were expected: pass frame.reformat(format=…) with another"
            " format, which lays the frame out anew"
        )
    return lent._replace(shape=shape, strides=(stride, *contiguous(shape[1:], item)), sample=sample)


def _stacked(array: Any, stated: Optional[str], bits: Optional[int], name: str) -> Picture:
    """The picture of rows that hold all of luma and then all of chroma, as VideoFrame.to_ndarray and OpenCV give 4:2:0."""
    if stated is not None and format_of(stated).is_in_groups:
        packed = rgb_pictures(array, stated, name)
        if packed.is_batch:
            raise ValueError(f"{name} is a batch of pictures, but one was expected: call convert")
        return packed.all[0]
    lent = buffer(array, name)
    if len(lent.shape) != 2:
        raise ValueError(f"{name} is one array of the shape {lent.shape}, but rows of all planes, (height * 3 / 2, width) for 4:2:0, were expected")
    if stated is None:
        depth = yuv_depth(lent.sample, bits, name)
        stated = "yuv420p" if depth == 8 else f"yuv420p{depth}le"
    format = format_of(stated)
    rows, width = lent.shape
    luma_rows = {"0": rows * 2 // 3, "2": rows // 2, "4": rows // 3}.get(format.chroma, rows)
    shapes = format.planes(width, luma_rows)
    samples = [math.prod(shape) for shape in shapes]
    if lent.strides != (width * lent.item, lent.item) or sum(samples) != rows * width:
        raise ValueError(
            f"{name} has the shape {lent.shape} and rows {lent.strides[0]} bytes apart, but all planes of {format.name} one after another were"
            " expected: pass the planes as y, u, v"
        )
    planes = []
    address = lent.address
    for shape, count in zip(shapes, samples):
        strides = (math.prod(shape[1:]) * lent.item, *([2 * lent.item] if len(shape) == 3 else []), lent.item)
        planes.append(lent._replace(address=address, shape=shape, strides=strides))
        address += count * lent.item
    return _checked(Picture(format.name, width, luma_rows, tuple(planes)), format, name)


# -- Frames of PyAV --------------------------------------------------------------------------------------------------------------------------


def _is_frame(value: Any) -> bool:
    return hasattr(value, "planes") and hasattr(getattr(value, "format", None), "name")


def _frame(frame: Any, stated: Optional[str], name: str) -> Picture:
    found = frame.format.name
    if stated not in (None, found):
        raise ValueError(f"{name} has the pixel format {found}, but {stated} was stated: leave it out, and the frame's is taken")
    format = format_of(found)
    try:
        format.planes(1, 1)
    except UsageError:
        raise UsageError(
            f"{name} has the pixel format {found}, which is not among those that are converted: pass frame.reformat(format=\"yuv444p16le\") for Y'CbCr,"
            ' or format="rgba64le" for R\'G\'B\' and gray'
        ) from None
    shapes = format.planes(frame.width, frame.height)
    planes = (_plane_of_frame(plane, shape, format, f"plane {index} of {name}") for index, (plane, shape) in enumerate(zip(frame.planes, shapes)))
    return _checked(Picture(found, frame.width, frame.height, tuple(planes)), format, name)


def _plane_of_frame(plane: Any, shape: tuple[int, ...], format: Format, name: str) -> Buffer:
    """A plane by its bytes, whose form the format tells; PyAV lends arrays only of some formats, and of some planes without their last column."""
    try:
        lent = buffer(memoryview(plane), name)
    except TypeError:
        lent = buffer(plane, name)
    return _in_rows(lent, plane.line_size, shape, format.sample, name) if len(lent.shape) == 1 else lent


# -- Checks ----------------------------------------------------------------------------------------------------------------------------------


def _checked(picture: Picture, format: Format, name: str) -> Picture:
    """A picture whose planes have the shapes and the samples of its format, side by side in each row."""
    shapes = format.planes(picture.width, picture.height)
    if len(picture.planes) != len(shapes):
        raise ValueError(f"{name} has {len(picture.planes)} planes, but {format.name} has {len(shapes)}")
    for index, (plane, shape) in enumerate(zip(picture.planes, shapes)):
        which = f"plane {index} of {name}" if len(shapes) > 1 else name
        if plane.shape != shape:
            raise ValueError(f"{which} has the shape {plane.shape}, but {format.name} of {picture.width}×{picture.height} has {shape} there")
        if plane.sample != format.sample:
            raise TypeError(f"{which} has samples of {type_name(plane.sample)}, but {format.name} has {type_name(format.sample)}")
        packed = (plane.item,) if len(shape) == 2 else (plane.item * shape[2], plane.item)
        if any(size > 1 and found != expected for size, found, expected in zip(shape[1:], plane.strides[1:], packed)):
            raise ValueError(
                f"{which} has samples {plane.strides[1:]} bytes apart in a row, but {packed} was expected; only the distance of rows is free:"
                f" {packing_fix(name, format.is_planar_rgb)}"
            )
    return picture


def expect_writable(pictures: Pictures, name: str) -> None:
    """Refuses read-only memory."""
    if not all(plane.writable for picture in pictures.all for plane in picture.planes):
        raise ValueError(f"{name} is read-only: pass a writable array")


def expect_apart(input: Pictures, output: Pictures) -> None:
    """Refuses outputs that are written twice, and an output in the memory of the input."""
    outputs = [plane for picture in output.all for plane in picture.planes]
    read = [plane.extent for picture in input.all for plane in picture.planes]
    written = [plane.extent for plane in outputs]
    # The extents of pictures side by side in one canvas overlap, but their rows do not.
    if _overlap(written) and _overlap([row for plane in outputs for row in plane.rows]):
        raise ValueError("parts of out share memory, but each is written on its own: pass an array whose pictures and planes are apart, or omit it")
    if max(end for _, end in read) <= min(start for start, _ in written) or max(end for _, end in written) <= min(start for start, _ in read):
        return
    if any(first < other_end and other < end for first, end in read for other, other_end in written):
        raise ValueError("the memory of out and that of the input overlap: pass another array, or omit it")


def _overlap(extents: list[tuple[int, int]]) -> bool:
    ordered = sorted(extents)
    return any(start < end for (_, end), (start, _) in zip(ordered, ordered[1:]))
