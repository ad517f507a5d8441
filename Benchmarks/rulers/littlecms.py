"""Little-CMS: SDR signals of every set of primaries as linear BT.2020, through its whole engine.

Needs Little-CMS's library (Debian: liblcms2-2). Tests/CrossCheck compares every transfer with every set of primaries.
"""
import ctypes
import ctypes.util

import numpy as np

from measuring import FRAMES, Missing, Row, cube_colors, merged

PRIMARIES = {
    "bt709": (0.640, 0.330, 0.300, 0.600, 0.150, 0.060, 0.3127, 0.3290), "bt470m": (0.67, 0.33, 0.21, 0.71, 0.14, 0.08, 0.310, 0.316),
    "bt470bg": (0.64, 0.33, 0.29, 0.60, 0.15, 0.06, 0.3127, 0.3290), "smpte170m": (0.630, 0.340, 0.310, 0.595, 0.155, 0.070, 0.3127, 0.3290),
    "film": (0.681, 0.319, 0.243, 0.692, 0.145, 0.049, 0.310, 0.316), "smpte431": (0.680, 0.320, 0.265, 0.690, 0.150, 0.060, 0.314, 0.351),
    "smpte432": (0.680, 0.320, 0.265, 0.690, 0.150, 0.060, 0.3127, 0.3290), "ebu3213": (0.630, 0.340, 0.295, 0.605, 0.155, 0.077, 0.3127, 0.3290),
}
WIDE = (0.708, 0.292, 0.170, 0.797, 0.131, 0.046, 0.3127, 0.3290)
DOUBLES = 1 << 22 | 4 << 16 | 3 << 3  # TYPE_RGB_DBL
RELATIVE, NO_CACHE, NO_OPTIMIZATION = 1, 0x0040, 0x0100


def rows(tools):
    name = ctypes.util.find_library("lcms2")
    if not name:
        raise Missing("Little-CMS is missing (Debian: liblcms2-2)")
    library = ctypes.CDLL(name)
    for function in ("cmsBuildGamma", "cmsCreateRGBProfile", "cmsCreateTransform"):
        getattr(library, function).restype = ctypes.c_void_p
    version = library.cmsGetEncodedCMMversion()
    stated = f"Little-CMS {version // 1000}.{version % 1000 // 10}, MIT"

    def profile(chromaticities, gamma):
        library.cmsBuildGamma.argtypes = [ctypes.c_void_p, ctypes.c_double]
        curve = library.cmsBuildGamma(None, gamma)
        *rest, x, y = chromaticities
        triple = (ctypes.c_double * 9)(*(number for pair in zip(rest[::2], rest[1::2]) for number in (*pair, 1.0)))
        return ctypes.c_void_p(library.cmsCreateRGBProfile((ctypes.c_double * 3)(x, y, 1.0), triple, (ctypes.c_void_p * 3)(curve, curve, curve)))

    def converted(colors, chromaticities, gamma):
        transform = ctypes.c_void_p(library.cmsCreateTransform(
            profile(chromaticities, gamma), DOUBLES, profile(WIDE, 1.0), DOUBLES, RELATIVE, NO_CACHE | NO_OPTIMIZATION))
        colors = np.ascontiguousarray(colors, float)
        result = np.empty_like(colors)
        library.cmsDoTransform(transform, colors.ctypes.data_as(ctypes.c_void_p), result.ctypes.data_as(ctypes.c_void_p), len(colors))
        return result

    def row(primaries):
        colors = cube_colors(17)
        expected = converted(colors, PRIMARIES[primaries], 2.4)
        inside = np.all((expected >= 0) & (expected <= 1), axis=1)
        frames, exact = tools.differences(
            colors[inside], expected[inside], "--transfer", "bt709", "--primaries", primaries, "--to", "sdr709", "--out-primaries", "bt2020",
            "--out-transfer", "linear")
        return Row(primaries, stated, int(inside.sum()), frames, 0.05, FRAMES, exact)

    yield merged("SDR to linear BT.2020", [row(primaries) for primaries in PRIMARIES])
