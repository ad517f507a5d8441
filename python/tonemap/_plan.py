"""Plans, and the frames that they convert."""
from __future__ import annotations

import collections
import copy
import ctypes
import json
import math
import threading
import warnings
from typing import TYPE_CHECKING, Any, Callable, Optional

from ._compiled import Compiled
from ._findings import Finding
from ._formats import RGB, Format, format_of, type_name
from ._library import ConverterHandle, ProgramHandle, call, described
from ._light import Light, light_of
from ._lut import write_lut
from ._options import encoded, whole
from ._pictures import Pictures, expect_apart, expect_writable, new_array, new_planes, rgb_pictures, yuv_picture
from ._workers import default_threads

if TYPE_CHECKING:
    import numpy
    import numpy.typing

_TEXT = 0
_SIGNAL, _CODES = 0, 1
# Options that say how frames hold a signal, and nothing about its color.
_OF_FRAMES = frozenset((
    "pixel_format", "matrix", "range", "chroma_location", "out_pixel_format", "out_matrix", "out_range", "out_chroma_location", "dither",
    "alpha", "alpha_range", "out_alpha", "background", "background_in", "simd",
))


class _Recent:
    """A cache of the few things that were used last."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.things: collections.OrderedDict[Any, Any] = collections.OrderedDict()

    def get(self, key: Any, make: Callable[[], Any]) -> Any:
        if key not in self.things:
            self.things[key] = make()
            if len(self.things) > self.limit:
                self.things.popitem(last=False)
        self.things.move_to_end(key)
        return self.things[key]


class _OfThread(threading.local):
    """What one thread keeps for a plan. A converter serves one call at a time, so each thread has its own."""

    def __init__(self) -> None:
        self.converters = _Recent(4)
        self.programs = _Recent(4)


class Plan:
    """Every decision of a conversion, made once.

    >>> plan = tonemap.Plan(source="hdr10", max_cll=(1000, 400), to="sdr")
    >>> sdr = plan.convert(pq)  # uint16 (height, width, 3) to uint8

    A plan does not change, as long as the files that its options name do not. Threads can share it, and their conversions run in
    parallel. It can be pickled.

    Args:
        source: "hdr10" (PQ), "hlg" or "sdr", which states all color tags at once. Without it, state ``transfer``, ``primaries``
            and so on. Tags that are not stated are assumed; see ``assumptions``.
        options: The options of the command ``tonemap convert`` that concern color, with underscores: ``to="srgb"``,
            ``tone_mapping="bt2390"``, ``exposure=0.5``, ``strict=True``. ``pixel_format`` is only needed for layouts that the
            type and the shape of an array do not show, such as "bgr24". ``out_pixel_format`` is the layout of the output.

    Raises:
        UsageError: An option is unknown, impossible or contradicts another.
        DataError: Tags or metadata contradict each other.
    """

    def __init__(self, source: Optional[str] = None, **options: Any) -> None:
        # Values of its own, as the library takes them: what is done to a caller's list or array later does not change the plan.
        self._options: dict[str, Any] = json.loads(encoded({"source": source, **options}))
        self._plans: dict[tuple[Optional[str], Optional[str]], Compiled] = {}
        self._of_thread = _OfThread()
        # Light has no end in floats, and ends at its reference white in integers.
        self._is_light = self._options.get("transfer") == "linear" and self._options.get("pixel_format") is None
        self._plan = self._compiled(
            "rgbf32le" if self._is_light else self._options.get("pixel_format"), self._options.get("out_pixel_format")
        )
        # As the library calls them: "p010le" for "x420".
        self._input = self._plan.input.name if "pixel_format" in self._options else None
        self._output = self._plan.output if "out_pixel_format" in self._options else None

    @property
    def options(self) -> dict[str, Any]:
        """The options of the plan, as JSON has them: sequences are lists, paths and fractions are text."""
        return copy.deepcopy(self._options)

    @property
    def json(self) -> dict[str, Any]:
        """The plan as data, for ``pixel_format``, by default "yuv420p10le", and "rgbf32le" for linear light.

        Its keys include "source", "target", "stages", "assumptions", "findings", and "output": how the output must be tagged.
        """
        found: dict[str, Any] = json.loads(json.dumps(self._plan.json))
        return found

    @property
    def assumptions(self) -> list[Finding]:
        """What was assumed about the source, as sentences. With ``strict=True``, an assumption is an error.

        They are those for ``pixel_format``, as ``json`` is: for R'G'B', state it, such as "rgb48le".
        """
        return [Finding.of(entry) for entry in self._plan.json["assumptions"]]

    @property
    def findings(self) -> list[Finding]:
        """What else was found, as sentences, such as metadata that contradicts itself and options without effect."""
        return [Finding.of(entry) for entry in self._plan.json["findings"] + self._plan.json["notes"]]

    def __str__(self) -> str:
        return described("tonemap_plan_describe", self._plan.handle, _TEXT)

    def __repr__(self) -> str:
        return f"tonemap.Plan({', '.join(f'{name}={value!r}' for name, value in self._options.items())})"

    def __reduce__(self) -> Any:
        return _unpickled, (self._options,)

    def __eq__(self, other: object) -> bool:
        """Plans of the same options are equal."""
        return self._key() == other._key() if isinstance(other, Plan) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> bytes:
        return encoded(dict(sorted(self._options.items())))

    # -- Colors ------------------------------------------------------------------------------------------------------------------------------

    def __call__(self, color: numpy.typing.ArrayLike, *, codes: bool = False) -> numpy.typing.NDArray[numpy.float64]:
        """Converts colors exactly, in double precision: the reference that frames are tested against.

        >>> plan([0.58, 0.58, 0.58])

        Args:
            color: Colors of any shape (…, 3): R', G', B' of the source's signal, 0 to 1.
            codes: Convert codes of the plan's pixel formats instead: Y', C'B, C'R or R', G', B'. The results are not rounded.
        """
        import numpy

        colors = numpy.ascontiguousarray(color, numpy.float64)
        if colors.shape[-1:] != (3,):
            raise ValueError(f"the colors have the shape {colors.shape}, but (…, 3) was expected")
        result = numpy.empty_like(colors)
        unit = _CODES if codes else _SIGNAL
        call("tonemap_plan_color", self._plan.handle, unit, colors.ctypes.data, result.ctypes.data, colors.size // 3)
        return result

    def lut(self, size: int = 33) -> numpy.typing.NDArray[numpy.float32]:
        """Samples the plan as a cube of R'G'B': float32 (size, size, size, 3), indexed as ``lut[red, green, blue]``.

        In memory red varies fastest, as in a .cube file: ``lut.transpose(2, 1, 0, 3)`` is contiguous.
        """
        import numpy

        size = whole(size, "size")
        cube = numpy.empty((size, size, size, 3) if 2 <= size <= 256 else 0, numpy.float32)
        call("tonemap_plan_lut", self._plan.handle, size, cube.ctypes.data_as(ctypes.POINTER(ctypes.c_float)))
        indexed: numpy.typing.NDArray[numpy.float32] = cube.transpose(2, 1, 0, 3)
        return indexed

    def write_lut(self, path: Any, **options: Any) -> None:
        """Writes the plan as a LUT file, with the options of ``tonemap lut``; see ``tonemap.write_lut``.

        Options of the plan that only frames have, such as ``pixel_format`` and ``dither``, do not concern the file.
        """
        of_colors = {name: value for name, value in self._options.items() if name not in _OF_FRAMES}
        write_lut(path, **{**of_colors, **{name: value for name, value in options.items() if value is not None}})

    # -- Frames ------------------------------------------------------------------------------------------------------------------------------

    def convert(
        self,
        rgb: Any,
        out: Any = None,
        index: int = 0,
        light: Any = None,
        threads: Optional[int] = None,
        *,
        dtype: Any = None,
    ) -> Any:
        """Converts a picture, or a batch of pictures, to R'G'B'.

        Args:
            rgb: R'G'B' as an array (height, width, 3), (height, width, 4) with alpha, or a batch (n, height, width, 3 or 4), of
                uint8, uint16, float16 or float32. Integers use their whole range, floats 0 to 1. It is read in place: rows can be
                any distance apart, also a negative one, and channels can be planes, such as ``tensor.permute(1, 2, 0)`` of a
                (3, height, width) tensor. A PyAV frame of any pixel format that the library has works too. Floats far above 1, and
                light above the source's peak, are warned of.
            out: The array to write to, in place, of any of those types. It is returned.
            index: The number of the frame in its clip, or that of the first frame of a batch. It moves the dither.
            light: The light of the frame or its scene, as a ``Scene`` or a ``Light``: the tone curve is made for it.
            threads: How many threads work on a picture. By default, one for each processor, and one in a worker of a PyTorch
                DataLoader.
            dtype: The type of the new array. By default that of ``out_pixel_format``, else uint8 for SDR and uint16 for HDR.

        Returns:
            ``out``, or a new NumPy array.
        """
        input = rgb_pictures(rgb, self._input, "the input")
        if format_of(input.format).sample[0] == "f":
            if self._plan.json["source"]["transfer"] == "linear":
                _warn_of_light(input, self._plan.json["source"]["peak"], self._options.get("reference_white", 203))
            else:
                _warn_of_numbers(input)
        return self._converted_to_rgb(input, out, index, light, threads, dtype)

    def convert_yuv(
        self,
        *planes: Any,
        bits: Optional[int] = None,
        to_rgb: bool = False,
        out: Any = None,
        index: int = 0,
        light: Any = None,
        threads: Optional[int] = None,
        dtype: Any = None,
    ) -> Any:
        """Converts a picture of Y'CbCr, to planes or to R'G'B'.

        >>> y, u, v = plan.convert_yuv(y, u, v, bits=10)
        >>> rgb = plan.convert_yuv(y, uv, bits=10, to_rgb=True)  # P010

        Args:
            planes: y, u, v; or y, u, v, alpha; or y, uv where uv is (height, width, 2); or one array (height * 3 / 2, width) with
                all planes of 4:2:0; or a PyAV frame. The shapes of planes show whether they are 4:2:0, 4:2:2 or 4:4:4.
            bits: The bits of a sample, required for uint16. As in FFmpeg, y and uv have them in the high bits of 16, as P010 does,
                and separate planes in the low bits.
            to_rgb: Return R'G'B' as ``convert`` does.
            out: The planes to write to, as a tuple, or an array for R'G'B'.
            index: As in ``convert``; also ``light``, ``threads`` and, for R'G'B', ``dtype``.

        Returns:
            ``out``, or new NumPy arrays: a tuple of planes in ``out_pixel_format``, which by default has the planes and the chroma
            subsampling of the input and the bits of the display; or one array, with ``to_rgb`` or where ``out_pixel_format`` is R'G'B'.
        """
        input = Pictures([yuv_picture(planes, self._input, bits, "the input")], False)
        if to_rgb or (out is not None and not isinstance(out, (tuple, list))) or (self._output is not None and self._output.is_one_array):
            return self._converted_to_rgb(input, out, index, light, threads, dtype)
        if dtype is not None:
            raise ValueError("dtype was given, but planes are returned, whose type is that of out_pixel_format: state it in the plan, or give to_rgb=True")
        compiled = self._compiled(input.format, self._output and self._output.name)
        format = compiled.output
        if out is None:
            out = new_planes(format, *input.size)
        output = Pictures([yuv_picture(tuple(out), format.name, None, "out")], False)
        self._run(compiled, input, output, index, light, threads)
        return out

    def _converted_to_rgb(self, input: Pictures, out: Any, index: int, light: Any, threads: Optional[int], dtype: Any) -> Any:
        stated = self._output
        if stated is not None and not stated.is_one_array:
            raise ValueError(f"the plan's out_pixel_format is {stated.name}, which is not R'G'B': omit it, or call convert_yuv")
        if out is not None:
            if dtype is not None:
                raise ValueError("both out and dtype were given: omit dtype, which follows from out")
            output = rgb_pictures(out, stated and stated.name, "out", input.size)
        else:
            if dtype is not None:
                format = self._rgb_format(_sample(dtype), input)
            else:
                format = stated or self._rgb_format("u1" if self._plan.output.sample == "u1" else "u2", input)
            out = new_array(format, *input.size, len(input.all) if input.is_batch else None)
            output = rgb_pictures(out, format.name, "out", input.size)
        self._run(self._compiled(input.format, output.format), input, output, index, light, threads)
        return out

    def _rgb_format(self, sample: str, input: Pictures) -> Format:
        keeps_alpha = format_of(input.format).has_alpha and self._options.get("alpha") != "ignore" and "background" not in self._options
        try:
            return format_of(RGB[sample, 4 if keeps_alpha else 3])
        except KeyError:
            raise TypeError(f"dtype is {type_name(sample)}, but uint8, uint16, float16 or float32 was expected") from None

    def _compiled(self, pixel_format: Optional[str], out_pixel_format: Optional[str]) -> Compiled:
        key = (pixel_format, out_pixel_format)
        if key not in self._plans:
            self._plans[key] = Compiled.of({**self._options, "pixel_format": pixel_format, "out_pixel_format": out_pixel_format})
        return self._plans[key]

    def _run(self, plan: Compiled, input: Pictures, output: Pictures, index: int, light: Any, threads: Optional[int]) -> None:
        if output.size != input.size or len(output.all) != len(input.all):
            found, expected = ("{}×{} and {} pictures".format(*of.size, len(of.all)) for of in (output, input))
            raise ValueError(f"out is of {found}, but {expected} were expected, as the input has them")
        expect_writable(output, "out")
        expect_apart(input, output)
        first = whole(index, "index", 64)
        workers = default_threads() if threads is None else whole(threads, "threads")
        mine = self._of_thread
        formats = (input.format, output.format)
        converter = mine.converters.get(
            (formats, input.size, workers), lambda: ConverterHandle.make("tonemap_converter_new", plan.handle, *input.size, workers)
        )
        program = None
        if light is not None:
            of: Light = light_of(light)
            program = mine.programs.get(
                (formats, of), lambda: ProgramHandle.make("tonemap_program_new", plan.handle, ctypes.byref(of.structure()))
            )
        for place, (read, written) in enumerate(zip(input.all, output.all)):
            call("tonemap_convert", converter, ctypes.byref(read.view()), ctypes.byref(written.view()), first + place, program)


def _greatest(input: Pictures) -> float:
    """The greatest number of one pixel of 64, which finds codes and light, but no single pixel."""
    import numpy

    return float(max(numpy.nanmax(numpy.asarray(plane)[::8, ::8], initial=0) for picture in input.all for plane in picture.planes))


def _warn_of_numbers(input: Pictures) -> None:
    """Warns of floats that are no signal."""
    greatest = _greatest(input)
    if greatest > 2:
        warnings.warn(
            f"the input has floats up to {greatest:.4g}, but a signal of 0 to 1 was expected, and what is above is limited: divide codes by the greatest"
            ' code, such as 255, or state transfer="linear" for light',
            stacklevel=3,
        )


def _warn_of_light(input: Pictures, peak: float, white: float) -> None:
    """Warns of light that is far above the peak that the plan maps."""
    greatest = _greatest(input) * white
    if greatest > 1.01 * peak:
        warnings.warn(
            f"the input has light up to {greatest:.4g} cd/m², but the source's peak is {peak:g} cd/m², and what is above is limited: state"
            f" source_peak={math.ceil(min(greatest, 10_000))} in the plan",
            stacklevel=3,
        )


def _sample(dtype: Any) -> str:
    import numpy

    return str(numpy.dtype(dtype).str[1:])


def _unpickled(options: dict[str, Any]) -> Plan:
    return Plan(**options)
