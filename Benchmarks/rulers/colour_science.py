"""colour-science, in float64: transfer functions, primaries, matrices and the logs of cameras, on cubes of colors and on grays.

Needs colour-science. Light is compared as PQ signal, so that one unit holds for all: the 10-bit code.
"""
import importlib.metadata
import warnings

import numpy as np

from measuring import FRAMES, ROUNDED, Row, cube_colors, grays, merged, worst

WHITE = 203
TO_PQ = ["--to", "pq", "--reference-white", WHITE]

# H.273's names of primaries and the gamuts of cameras, and colour-science's.
SPACES = {
    "bt709": "ITU-R BT.709", "bt470m": "ITU-R BT.470 - 525", "bt470bg": "ITU-R BT.470 - 625", "smpte170m": "SMPTE C", "smpte240m": "SMPTE 240M",
    "film": "ITU-T H.273 - Generic Film", "bt2020": "ITU-R BT.2020", "smpte431": "DCI-P3", "smpte432": "P3-D65",
    "ebu3213": "ITU-T H.273 - 22 Unspecified",
}
GAMUTS = {
    "s-gamut3": "S-Gamut3", "s-gamut3-cine": "S-Gamut3.Cine", "cinema-gamut": "Cinema Gamut", "arri-wide-gamut-4": "ARRI Wide Gamut 4",
    "v-gamut": "V-Gamut",
}


def rows(tools):
    warnings.simplefilter("ignore")  # about optional packages that are not installed
    import colour
    from colour import models

    stated = f"colour-science {importlib.metadata.version('colour-science')}, BSD-3-Clause"
    spaces = {}
    for name, theirs in {**SPACES, **GAMUTS}.items():
        spaces[name] = colour.RGB_COLOURSPACES[theirs].copy()
        spaces[name].use_derived_transformation_matrices(True)
    spaces["bt470m"].whitepoint = np.array([0.310, 0.316])  # as H.273 prints it; colour-science has more digits

    def to_wide(name):
        return colour.matrix_RGB_to_RGB(spaces[name], spaces["bt2020"], "Bradford")

    def pq(light):
        return models.eotf_inverse_ST2084(np.maximum(light, 0))

    def row(what, colors, expected, *arguments, allowed=0.05, why=FRAMES):
        frames, exact = tools.differences(colors, expected, *arguments)
        return Row(what, stated, len(colors), frames, allowed, why, exact)

    cube = cube_colors(17)
    hlg_light = models.eotf_BT2100_HLG(cube, L_B=0, L_W=1000)
    yield row("HLG to PQ, 1000 cd/m²", cube, pq(hlg_light), "--transfer", "hlg", "--primaries", "bt2020", "--to", "pq")
    yield row(
        "PQ to HLG, 1000 cd/m²", pq(hlg_light), cube, "--transfer", "pq", "--primaries", "bt2020", "--to", "hlg", "--source-peak", 1000,
        "--tone-mapping", "none")

    def shown(name, function, *more, **options):
        colors = np.concatenate([cube, grays(4096)])
        if name.startswith("log"):
            # H.273 gives all light below 0.01 or 0.0032 the signal 0. It is shown as black here, by colour-science as that limit.
            colors = colors[np.all(colors > 0, axis=1)]
        return row(name, colors, pq(function(colors) * WHITE), "--transfer", name, "--primaries", "bt2020", *TO_PQ, *more, **options)

    yield merged("SDR to PQ, displays of H.273", [
        shown("bt709", models.eotf_BT1886), shown("iec61966-2-1", models.eotf_sRGB),
        shown("bt470m", lambda signal: models.gamma_function(signal, 2.2)), shown("bt470bg", lambda signal: models.gamma_function(signal, 2.8)),
        shown("smpte428", models.eotf_H273_ST428_1), shown("log100", models.oetf_inverse_H273_Log),
        shown("log316", models.oetf_inverse_H273_LogSqrt),
        shown("bt2020-12", lambda signal: models.oetf_inverse_BT2020(signal, is_12_bits_system=True), "--sdr-transfer", "bt709-camera"),
    ])
    yield merged("SDR to PQ, camera", [shown(
        "bt709", models.oetf_inverse_BT709, "--sdr-transfer", "bt709-camera", allowed=0.25,
        why="colour-science has 1.099 and 0.018, as BT.709 prints them; H.273 prints 1.0993 and 0.01805 for the same function, which has no step")])

    def primaries(name):
        light = cube @ to_wide(name).T * WHITE
        inside = np.all((light >= 0) & (light <= WHITE), axis=1)
        return row(name, cube[inside], pq(light[inside]), "--transfer", "linear", "--source-peak", WHITE, "--primaries", name, *TO_PQ)

    yield merged("primaries of H.273 to BT.2020, Bradford, in PQ", [primaries(name) for name in SPACES if name != "bt2020"])
    yield from encoded(tools, stated, colour, models)
    yield logs(row, models, spaces, to_wide, pq)


def encoded(tools, stated, colour, models):
    """R'G'B' to Y'CbCr and ICtCp of 16 bits, without a change of transfer or primaries."""
    cube = cube_colors(17)
    sdr = ["--transfer", "bt2020-12", "--primaries", "bt2020", "--to", "sdr709", "--out-primaries", "bt2020"]
    hdr = ["--transfer", "pq", "--primaries", "bt2020", "--to", "pq", "--source-peak", 10000, "--target-peak", 10000, "--tone-mapping", "none"]
    hlg = ["--transfer", "hlg", "--primaries", "bt2020", "--to", "hlg"]

    def row(what, expected, *arguments, allowed=0.05, why=ROUNDED):
        found = tools.tonemap.frames(cube, "rgbf32le", "yuv444p16le", "--matrix", "gbr", "--range", "full", *arguments)
        return Row(what, stated, len(cube), worst(found, expected, 1 / 64), allowed, why)

    def matrix(name, weights, range_name):
        expected = 65535 * models.RGB_to_YCbCr(
            cube, K=np.array(weights), out_bits=16, out_legal=range_name == "narrow", out_int=False)
        if range_name == "full":
            expected[:, 1:] += 32768  # colour-science centers chroma on 0
        return row(name, expected, *sdr, "--out-matrix", name, "--out-range", range_name)

    weights = {name: colour.WEIGHTS_YCBCR[theirs] for name, theirs in (
        ("bt709", "ITU-R BT.709"), ("smpte170m", "ITU-R BT.601"), ("bt470bg", "ITU-R BT.601"), ("bt2020nc", "ITU-R BT.2020"))}
    weights["smpte240m"] = (0.212, 0.087)  # as H.273 prints them; colour-science has 0.2122 and 0.0865
    yield merged("R′G′B′ to Y′CbCr, both ranges", [
        matrix(name, pair, range_name) for name, pair in weights.items() for range_name in ("narrow", "full")])
    scale, offset = np.array([219, 224, 224]) * 256, np.array([16, 128, 128]) * 256
    expected = models.RGB_to_ICtCp(models.eotf_ST2084(cube), method="ITU-R BT.2100-2 PQ") * scale + offset
    yield row("PQ to ICtCp", expected, *hdr, "--out-matrix", "ictcp", "--out-range", "narrow")
    expected = models.RGB_to_ICtCp(models.oetf_inverse_BT2100_HLG(cube), method="ITU-R BT.2100-2 HLG") * scale + offset
    yield row("HLG to ICtCp", expected, *hlg, "--out-matrix", "ictcp", "--out-range", "narrow")
    linear = models.oetf_inverse_BT2020(cube, is_12_bits_system=True)
    expected = 65535 * models.RGB_to_YcCbcCrc(linear, out_bits=16, out_legal=True, out_int=False, is_12_bits_system=True)
    yield row("constant luminance of BT.2020", expected, *sdr, "--out-matrix", "bt2020c", "--out-range", "narrow")


def logs(row, models, spaces, to_wide, pq):
    """Logs of cameras, shown as HLG shows a scene whose reflectance of 100 % has the signal 75 % (BT.2408, table 1)."""
    weights = spaces["bt2020"].matrix_RGB_to_XYZ[1]
    of_white = models.oetf_inverse_BT2100_HLG(0.75)
    functions = [
        ("slog3", "s-gamut3-cine", models.log_decoding_SLog3), ("slog3", "s-gamut3", models.log_decoding_SLog3),
        ("clog3", "cinema-gamut", models.log_decoding_CanonLog3), ("applelog", "bt2020", models.log_decoding_AppleLogProfile),
        ("log-c4", "arri-wide-gamut-4", models.log_decoding_ARRILogC4), ("vlog", "v-gamut", models.log_decoding_VLog),
    ]

    def one(name, gamut, function):
        colors = np.concatenate([cube_colors(17), grays(1024)])
        reflectance = function(colors)
        scene = reflectance @ to_wide(gamut).T * of_white
        luminance = (scene @ weights)[:, None]
        light = 1000 * np.where(luminance > 0, luminance, 1) ** 0.2 * scene
        # Below a reflectance of -1 %, and outside BT.2020 and 10 000 cd/m², colors are limited.
        inside = np.all((reflectance >= -0.01) & (scene >= 0) & (light <= 10000), axis=1) & (luminance[:, 0] > 0)
        return row(
            f"{name} {gamut}", colors[inside], pq(light[inside]), "--transfer", name, "--primaries", gamut, "--to", "pq",
            "--source-peak", 10000)

    return merged("logs of cameras to PQ", [one(*function) for function in functions])
