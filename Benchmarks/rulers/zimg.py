"""zimg, in 32-bit floats: SDR transfer functions, PQ, HLG, primaries and matrices.

Needs zimg's header and a C compiler (Debian: libzimg-dev, gcc).
"""
import dataclasses
import subprocess

import numpy as np

from measuring import FRAMES, ROUNDED, Missing, Row, compiled, cube_colors, grays, merged, worst

WHITE = 203
# H.273's numbers.
PRIMARIES = {
    "bt709": 1, "bt470m": 4, "bt470bg": 5, "smpte170m": 6, "smpte240m": 7, "film": 8, "bt2020": 9, "smpte431": 11,
    "smpte432": 12, "ebu3213": 22,
}
TRANSFERS = {
    "bt709": 1, "bt470m": 4, "bt470bg": 5, "smpte170m": 6, "smpte240m": 7, "linear": 8, "log100": 9, "log316": 10, "iec61966-2-4": 11,
    "iec61966-2-1": 13, "bt2020-10": 14, "bt2020-12": 15, "pq": 16, "hlg": 18,
}
MATRICES = {"gbr": 0, "bt709": 1, "fcc": 4, "bt470bg": 5, "smpte170m": 6, "smpte240m": 7, "ycgco": 8, "bt2020nc": 9, "bt2020c": 10,
            "chroma-derived-nc": 12, "chroma-derived-c": 13, "ictcp": 14}


class Program:
    def __init__(self):
        self.path = compiled("zimg_planes.c", "-lzimg")

    def convert(self, colors, source, target, peak=WHITE):
        """Colors through zimg; source and target are matrix, transfer and primaries."""
        numbers = [table[name] for tags in (source, target) for table, name in zip((MATRICES, TRANSFERS, PRIMARIES), tags)]
        colors = np.asarray(colors, "<f4")
        done = subprocess.run(
            [self.path, str(len(colors)), str(peak), *map(str, numbers)], input=colors.T.tobytes(), stdout=subprocess.PIPE,
            stderr=subprocess.PIPE)
        if done.returncode != 0:
            raise RuntimeError(done.stderr.decode().strip())
        return np.frombuffer(done.stdout, "<f4").reshape(3, -1).T.astype(float)


def version():
    try:
        return subprocess.run(
            ["pkg-config", "--modversion", "zimg"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True).stdout.decode().strip()
    except (FileNotFoundError, subprocess.CalledProcessError):
        raise Missing("zimg's header or pkg-config is missing (Debian: libzimg-dev, pkg-config)") from None


def rows(tools):
    stated = f"zimg {version()}, WTFPL"
    zimg = Program()
    cube = cube_colors(17)

    def row(what, colors, expected, *arguments, allowed=0.05, why=FRAMES):
        frames, exact = tools.differences(colors, expected, *arguments)
        return Row(what, stated, len(colors), frames, allowed, why, exact)

    def sdr(name):
        colors = np.concatenate([cube, grays(4096)])
        if name.startswith("log"):
            # H.273 gives all light below 0.01 or 0.0032 the signal 0. It is shown as black here, by zimg as that limit.
            colors = colors[np.all(colors > 0, axis=1)]
        expected = zimg.convert(colors, ("gbr", name, "bt2020"), ("gbr", "pq", "bt2020"))
        return row(name, colors, expected, "--transfer", name, "--primaries", "bt2020", "--to", "pq", "--reference-white", WHITE, "--source-peak", WHITE)

    yield merged("SDR to PQ, displays", [
        sdr(name) for name in ("bt709", "bt470m", "bt470bg", "smpte240m", "log100", "log316", "iec61966-2-4", "iec61966-2-1", "linear")])
    hlg = zimg.convert(cube, ("gbr", "hlg", "bt2020"), ("gbr", "pq", "bt2020"), peak=1000)
    yield row("HLG to PQ, 1000 cd/m²", cube, hlg, "--transfer", "hlg", "--primaries", "bt2020", "--to", "pq")
    back = zimg.convert(hlg, ("gbr", "pq", "bt2020"), ("gbr", "hlg", "bt2020"), peak=1000)
    yield row(
        "PQ to HLG, 1000 cd/m²", hlg, back, "--transfer", "pq", "--primaries", "bt2020", "--to", "hlg", "--source-peak", 1000, "--tone-mapping",
        "none")

    def primaries(name):
        expected = zimg.convert(cube, ("gbr", "linear", name), ("gbr", "pq", "bt2020"))
        light = zimg.convert(cube, ("gbr", "linear", name), ("gbr", "linear", "bt2020"))
        inside = np.all((light >= 0) & (light <= 1), axis=1)
        return row(
            name, cube[inside], expected[inside], "--transfer", "linear", "--source-peak", WHITE, "--primaries", name, "--to", "pq", "--reference-white", WHITE)

    yield merged("primaries of H.273 to BT.2020, in PQ", [primaries(name) for name in PRIMARIES if name != "bt2020"])

    def matrix(name, transfer="bt2020-12", allowed=0.05, why=ROUNDED):
        expected = zimg.convert(cube, ("gbr", transfer, "bt2020"), (name, transfer, "bt2020")) * 65535 + np.array([0, 32768, 32768])
        found = tools.tonemap.frames(
            cube, "rgbf32le", "yuv444p16le", "--matrix", "gbr", "--range", "full", "--transfer", transfer, "--primaries", "bt2020",
            *TARGETS[transfer], "--out-matrix", name, "--out-range", "full")
        return Row(name, stated, len(cube), worst(found, np.clip(expected, 0, 65535), 1 / 64), allowed, why)

    different = ("bt2020c", "chroma-derived-c", "ictcp")
    yield merged("R′G′B′ to Y′CbCr, full range", [matrix(name) for name in MATRICES if name not in ("gbr", *different)])
    yield merged("constant luminance", [
        matrix(name, allowed=120, why="zimg 3.0.4 decodes R′G′B′ by BT.1886 and encodes by the camera curve, so that gray of 0.5 has luma 0.42; "
               "BT.2020 has the camera curve for both, and so have colour-science and we") for name in ("bt2020c", "chroma-derived-c")])
    yield dataclasses.replace(
        matrix("ictcp", "pq"), what="PQ to ICtCp")
    yield dataclasses.replace(
        matrix("ictcp", "hlg", 40, "zimg computes L′M′S′ of HLG from display light; BT.2100, table 7, has scene light, and so have colour-science and we"),
        what="HLG to ICtCp")


TARGETS = {
    "bt2020-12": ["--to", "sdr709", "--out-primaries", "bt2020"], "hlg": ["--to", "hlg"],
    "pq": ["--to", "pq", "--source-peak", 10000, "--target-peak", 10000, "--tone-mapping", "none"],
}
