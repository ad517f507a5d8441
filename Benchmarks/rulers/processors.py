"""OpenColorIO's built-in displays and cameras, as processors in 32-bit floats, on the same colors.

Needs opencolorio. Its light is in hundreds of cd/m², and its logs come in ACES2065-1. Its processors go through CIE XYZ in 32-bit floats, which leaves little
of a component that is much smaller than the others; so colors count whose smallest component has at least 0.001 cd/m² and 1 % of the light of the largest.
"""
import numpy as np

import bt2100
from measuring import FRAMES, Row, cube_colors, grays, merged

WHITE = 203
PQ, HLG = "DISPLAY - CIE-XYZ-D65_to_REC.2100-PQ", "DISPLAY - CIE-XYZ-D65_to_REC.2100-HLG-1000nit"
DISPLAYS = [
    ("bt709", "bt709", "DISPLAY - CIE-XYZ-D65_to_REC.1886-REC.709"), ("bt2020-10", "bt2020", "DISPLAY - CIE-XYZ-D65_to_REC.1886-REC.2020"),
    ("bt470m", "bt709", "DISPLAY - CIE-XYZ-D65_to_G2.2-REC.709"), ("iec61966-2-1", "bt709", "DISPLAY - CIE-XYZ-D65_to_sRGB"),
    ("iec61966-2-1", "smpte432", "DISPLAY - CIE-XYZ-D65_to_DisplayP3"),
]
CAMERAS = [
    ("slog3", "s-gamut3", "SONY_SLOG3-SGAMUT3_to_ACES2065-1", "CAT02"), ("slog3", "s-gamut3-cine", "SONY_SLOG3-SGAMUT3.CINE_to_ACES2065-1", "CAT02"),
    ("clog3", "cinema-gamut", "CANON_CLOG3-CGAMUT_to_ACES2065-1", "CAT02"), ("applelog", "bt2020", "APPLE_LOG_to_ACES2065-1", "Bradford"),
    ("applelog2", "apple-wide-gamut", "APPLE_LOG-APPLEWG_to_ACES2065-1", "Bradford"), ("log-c4", "arri-wide-gamut-4", "ARRI_LOGC4_to_ACES2065-1", "CAT02"),
    ("vlog", "v-gamut", "PANASONIC_VLOG-VGAMUT_to_ACES2065-1", "Bradford"),
]


def rows(tools):
    import PyOpenColorIO as ocio

    stated = f"OpenColorIO {ocio.__version__}, BSD-3-Clause"

    def through(colors, *steps):
        """Colors through built-in transforms; one with a minus before its name is inverted, and a number is a factor."""
        group = ocio.GroupTransform()
        for step in steps:
            if isinstance(step, float):
                group.appendTransform(ocio.MatrixTransform(matrix=np.diag([step, step, step, 1]).ravel().tolist()))
            else:
                direction = ocio.TRANSFORM_DIR_INVERSE if step[0] == "-" else ocio.TRANSFORM_DIR_FORWARD
                group.appendTransform(ocio.BuiltinTransform(style=step.lstrip("-"), direction=direction))
        result = np.ascontiguousarray(colors, "<f4")
        ocio.Config.CreateRaw().getProcessor(group).getOptimizedCPUProcessor(ocio.OPTIMIZATION_NONE).applyRGB(result)
        return result.astype(float)

    def row(what, colors, expected, *arguments):
        light = bt2100.nits(expected) if arguments[arguments.index("--to") + 1] == "pq" else 1000 * bt2100.scene(expected)
        counted = np.min(light, axis=1) >= np.maximum(np.max(light, axis=1) / 100, 0.001)
        colors, expected = colors[counted], expected[counted]
        frames, exact = tools.differences(colors, expected, *arguments)
        return Row(what, stated, len(colors), frames, 0.05, FRAMES, exact)

    cube = cube_colors(17)
    as_pq = through(cube, "-" + HLG, PQ)
    yield row("HLG to PQ, 1000 cd/m²", cube, as_pq, "--transfer", "hlg", "--primaries", "bt2020", "--to", "pq")
    yield row(
        "PQ to HLG, 1000 cd/m²", as_pq, through(as_pq, "-" + PQ, HLG), "--transfer", "pq", "--primaries", "bt2020", "--to", "hlg", "--source-peak",
        1000, "--tone-mapping", "none")
    colors = np.concatenate([cube, grays(4096)])
    yield merged("SDR to PQ, displays", [
        row(
            f"{transfer} {primaries}", colors, through(colors, "-" + style, WHITE / 100, PQ), "--transfer", transfer, "--primaries", primaries,
            "--to", "pq", "--reference-white", WHITE) for transfer, primaries, style in DISPLAYS])

    def aces(peak, name):
        """ACES 2's output transform on grays, whose light is that of the tone scale; its scene light of 1 is the display's peak, up to reference white."""
        signal = np.linspace(0.05, bt2100.pq(10000), 1024)
        white = min(peak, WHITE)
        scene = np.repeat(bt2100.nits(signal)[:, None] / white, 3, axis=1)
        shown = through(scene, f"ACES-OUTPUT - ACES2065-1_to_CIE-XYZ-D65 - {name}_2.0")[:, 1:2] * 100
        return row(
            name, np.repeat(signal[:, None], 3, axis=1), bt2100.pq(np.repeat(shown, 3, axis=1)), "--transfer", "pq", "--primaries", "bt2020", "--to",
            "pq", "--tone-mapping", "aces2-tonescale", "--source-peak", 10000, "--target-peak", peak, "--reference-white", white)

    yield merged("aces2-tonescale on grays, ACES 2 outputs", [aces(*given) for given in (
        (100, "SDR-100nit-REC709"), (500, "HDR-500nit-P3-D65"), (1000, "HDR-1000nit-REC2020"), (2000, "HDR-2000nit-P3-D65"))])

    def camera(log, gamut, style, adaptation):
        xyz = through(colors, style) @ bt2100.adapted(adaptation, ACES_WHITE, bt2100.D65, ACES).T
        scene = xyz @ np.linalg.inv(bt2100.WIDE).T * bt2100.scene(0.75)
        light = bt2100.shown(scene)
        # Outside BT.2020 and 10 000 cd/m² colors are limited, and below a reflectance of -1 %, which these signals do not reach.
        inside = np.all((scene >= 0) & (light <= 10000) & (colors >= 0.13), axis=1)
        return row(
            f"{log} {gamut}", colors[inside], bt2100.pq(light[inside]), "--transfer", log, "--primaries", gamut, "--to", "pq", "--source-peak", 10000)

    yield merged("logs of cameras to PQ", [camera(*facts) for facts in CAMERAS])


# ACES2065-1 (SMPTE ST 2065-1).
ACES_WHITE = (0.32168, 0.33767)
ACES = bt2100.matrix((0.7347, 0.2653), (0.0, 1.0), (0.0001, -0.077), ACES_WHITE)
