"""libplacebo's tone curves, on grays of PQ: its own functions, called without a GPU.

Needs libplacebo's library (Debian 12: libplacebo208); the spline of its later versions is in Tests/Support/Vectors.
"""
import ctypes
import ctypes.util

import numpy as np

import bt2100
from measuring import FRAMES, Missing, Row, merged

PEAKS = [(1000, 203), (4000, 203), (10000, 203), (1000, 100), (600, 203)]


class Parameters(ctypes.Structure):
    """`pl_tone_map_params` of libplacebo 4.208."""

    _fields_ = [
        ("function", ctypes.c_void_p), ("param", ctypes.c_float), ("input_scaling", ctypes.c_int), ("output_scaling", ctypes.c_int),
        ("lut_size", ctypes.c_size_t), ("input_min", ctypes.c_float), ("input_max", ctypes.c_float), ("output_min", ctypes.c_float),
        ("output_max", ctypes.c_float),
    ]


SCALED_PQ = 3  # PL_HDR_PQ


def rows(tools):
    try:
        library = ctypes.CDLL("libplacebo.so.208")
    except OSError:
        raise Missing("libplacebo.so.208 is missing (Debian 12: libplacebo208)") from None
    stated = "libplacebo 4.208.0, LGPL-2.1-or-later"

    def curve(name, parameter, source, target):
        function = ctypes.addressof(ctypes.c_char.in_dll(library, f"pl_tone_map_{name}"))
        values = (ctypes.c_float * 2048)()
        given = Parameters(function, parameter, SCALED_PQ, SCALED_PQ, len(values), 0, bt2100.pq(source), 0, bt2100.pq(target))
        library.pl_tone_map_generate(values, ctypes.byref(given))
        return np.linspace(0, np.float32(bt2100.pq(source)), len(values)), np.array(values)

    def row(theirs, parameter, source, target, allowed=0.05, why=FRAMES):
        signal, expected = curve(theirs, parameter, source, target)
        frames, exact = tools.differences(
            np.repeat(signal[:, None], 3, axis=1), np.repeat(expected[:, None], 3, axis=1), "--transfer", "pq", "--primaries", "bt2020", "--to", "pq",
            "--tone-mapping", theirs, "--source-peak", source, "--target-peak", target, "--reference-white", target)
        return Row(theirs, stated, len(signal), frames, allowed, why, exact)

    yield merged("tone curves", [row(*given, *peaks) for given in (("bt2390", 0.5), ("reinhard", 0.5), ("mobius", 0.3), ("clip", 0)) for peaks in PEAKS])
    yield merged("tone curve, to 100 cd/m²", [row("bt2446a", 0, 1000, 100)])
    yield merged("tone curve", [
        row("hable", 0, *peaks, 0.25, "libplacebo's 32-bit floats at black, where hable is a difference; the formula in 64 bits is ours to 1e-10")
        for peaks in PEAKS])
    yield merged("tone curve, to 203 cd/m²", [
        row("bt2446a", 0, *peaks, None, "the report is for a display of 100 cd/m²; we scale its curve to another white, libplacebo puts the "
            "other peak in its formula") for peaks in PEAKS if peaks[1] == 203])
    yield merged("tone curve, libplacebo's own knee", [
        row("bt2390", 1, *peaks, None, "libplacebo's default is an offset of 1, the report's 0.5") for peaks in PEAKS])
    yield merged("tone curve of version 4", [
        row("spline", 0.3, *peaks, None, "a spline that later versions do not have; theirs is our `spline` with 0.4, see `samples`") for peaks in PEAKS])
