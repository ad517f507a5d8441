"""Sampled and fitted cubes, as readers interpolate them: the table *By interpolation* of luts.md.

    python3 notebooks/derivations/lut_interpolations.py TONEMAP

TONEMAP is the command. Each file is read back by FFmpeg's lut3d and by OpenColorIO (pip install numpy opencolorio), at 20 480 random colors of
16 bits; what they give is compared with the same interpolation, computed here.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
import PyOpenColorIO as ocio

TOOL = sys.argv[1]
PLAN = ["--transfer", "pq", "--primaries", "bt2020", "--source-peak", "1000", "--to", "sdr709"]
WIDTH, HEIGHT = 160, 128


def interpolated(cube, colors, kind):
    """The cube's values at colors, by the definition of the interpolation."""
    size = cube.shape[0]
    place = np.clip(colors, 0, 1) * (size - 1)
    cell = np.minimum(place.astype(int), size - 2)
    part = place - cell
    result = np.zeros_like(colors)
    if kind == "trilinear":
        for corner in range(8):
            step = np.array([corner & 1, corner >> 1 & 1, corner >> 2])
            weight = np.prod(np.where(step == 1, part, 1 - part), axis=1)
            at = cell + step
            result += weight[:, None] * cube[at[:, 2], at[:, 1], at[:, 0]]
        return result
    order = np.argsort(-part, axis=1, kind="stable")
    sorted_parts = np.take_along_axis(part, order, axis=1)
    weights = np.column_stack([1 - sorted_parts[:, 0], -np.diff(sorted_parts, axis=1), sorted_parts[:, 2]])
    at = cell.copy()
    for number in range(4):
        result += weights[:, number, None] * cube[at[:, 2], at[:, 1], at[:, 0]]
        if number < 3:
            at[np.arange(len(at)), order[:, number]] += 1
    return result


def read_back(path, kind, rng):
    """How far FFmpeg and OpenColorIO are from the interpolation, in 10-bit codes."""
    rows = [line.split() for line in path.read_text().splitlines() if line[:1].isdigit()]
    size = round(len(rows) ** (1 / 3))
    cube = np.array(rows, float).reshape(size, size, size, 3)
    codes = rng.integers(0, 65536, (HEIGHT * WIDTH, 3), dtype=np.uint16)
    exact = interpolated(cube, codes / 65535, kind)
    planes = np.ascontiguousarray(codes.T[[1, 2, 0]]).astype("<u2").tobytes()
    shown = subprocess.run(
        ["ffmpeg", "-v", "error", "-f", "rawvideo", "-pix_fmt", "gbrp16le", "-s", f"{WIDTH}x{HEIGHT}", "-i", "-",
         "-vf", f"lut3d=file={path.name}:interp={kind}", "-f", "rawvideo", "-pix_fmt", "gbrp16le", "-"],
        input=planes, stdout=subprocess.PIPE, check=True, cwd=path.parent).stdout
    ffmpeg = np.frombuffer(shown, "<u2").reshape(3, -1)[[2, 0, 1]].T / 65535
    names = {"trilinear": ocio.INTERP_LINEAR, "tetrahedral": ocio.INTERP_TETRAHEDRAL}
    processor = ocio.Config.CreateRaw().getProcessor(ocio.FileTransform(src=str(path), interpolation=names[kind]))
    pixels = (codes / 65535).astype(np.float32)
    processor.getDefaultCPUProcessor().applyRGB(pixels)
    return [abs(other - exact).max() * 1023 for other in (ffmpeg, pixels)]


def main():
    ocio.SetLoggingLevel(ocio.LOGGING_LEVEL_NONE)
    rng = np.random.default_rng(1)
    print("| interpolation | size | vertices | neutrals | tint | never fall | in gamut | all | FFmpeg, OpenColorIO |")
    print("|---|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for kind in ("trilinear", "tetrahedral"):
            for size in (33, 65):
                for form in ("sampled", "fitted"):
                    path = pathlib.Path(folder) / f"{kind}{size}{form}.cube"
                    subprocess.run(
                        [TOOL, "lut", str(path), *PLAN, "--cube-size", str(size), "--shaper", "none", "--vertices", form,
                         "--lut-interpolation", kind], check=True, capture_output=True)
                    certificate = json.loads(pathlib.Path(f"{path}.certificate.json").read_text())
                    found = next(m for m in certificate["measurements"] if m["interpolation"] == kind)
                    neutrals, inside, whole = (
                        found[key] for key in ("neutrals_up_to_peak", "in_gamut_up_to_peak", "codes_of_8_bits"))

                    def three(errors):
                        return ", ".join(f"{errors[key]:#.3g}" for key in ("maximum", "percentile_99_9", "mean"))

                    readers = ", ".join(f"{value:.3f}" for value in read_back(path, kind, rng))
                    print(f"| {kind} | {size}³ | {form} | {neutrals['maximum_error']:.2f} | {neutrals['maximum_tint']:.2f} |"
                          f" {'yes' if neutrals['never_falls'] else 'no'} | {three(inside)} | {three(whole)} | {readers} |",
                          flush=True)


main()
