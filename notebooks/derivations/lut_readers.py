#!/usr/bin/env python3
"""The same pictures through other programs that read our LUTs, compared with `tonemap convert`: the tables of `luts.md`.

    python3 notebooks/derivations/lut_readers.py [TONEMAP [FOLDER_OF_CLIPS]]   # .build/release/tonemap and Examples/clips by default

Three things are compared, for each program, format and interpolation, and one for each clip:

1. An asymmetric LUT, in which no two components are alike, against its values interpolated here: channel order, range and precision.
2. A LUT of a plan, through the program and through `tonemap convert --lut`: whether both read the same.
3. The same result against `tonemap convert` without a LUT: whether it stays within the certificate that was written with the file.
4. Sampled and fitted cubes through `tonemap convert --lut`, trilinear, against `tonemap convert`: which is better on pictures.

Needs NumPy and OpenColorIO (`pip install numpy opencolorio`), ffmpeg, zstd, Little-CMS and, for libplacebo, which mpv draws with, its
headers, a C compiler and a Vulkan driver (Debian: libplacebo-dev, libvulkan-dev, mesa-vulkan-drivers). What is missing is left out, and
the table says so. Profiles (.icc) need a command built with `--traits LittleCMS`.
"""
import ctypes
import ctypes.util
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

HOME = pathlib.Path(__file__).resolve().parents[2]
TOOL = sys.argv[1] if len(sys.argv) > 1 else str(HOME / ".build/release/tonemap")
CLIPS = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else HOME / "Examples/clips"
PLAN = ["--transfer", "pq", "--primaries", "bt2020", "--max-cll", "993,119", "--to", "sdr709"]
PLANS = {"smpte2084": PLAN, "arib-std-b67": ["--transfer", "hlg", "--primaries", "bt2020", "--to", "sdr709"]}  # by a clip's transfer


# Pictures: rows of R′G′B′ pixels of 16 bits, as one picture of this width.

WIDTH = 1024


def decoded(about, transfer="smpte2084"):
    """Pixels of the first frame of a clip, half as wide and high: 4:2:0 of 10 bits, narrow range, to R′G′B′ of 16 bits. Empty if it has
    another transfer or format."""
    facts = json.loads(about.read_text())
    if facts["pix_fmt"] != "yuv420p10le" or facts["color"]["matrix"] != "bt2020nc" or facts["color"]["transfer"] != transfer:
        return np.zeros((0, 3), "<u2")
    width, height = facts["width"], facts["height"]
    data = subprocess.run(["zstd", "-qdc", about.with_suffix(".yuv.zst")], check=True, stdout=subprocess.PIPE).stdout
    codes = np.frombuffer(data, "<u2").astype(float)
    size, quarter = width * height, (width // 2) * (height // 2)
    luma = (codes[:size].reshape(height, width)[::2, ::2].ravel() - 64) / 876
    blue, red = ((codes[size + i * quarter : size + (i + 1) * quarter] - 512) / 896 for i in (0, 1))
    # BT.2020, table 4: non-constant luminance.
    r, b = luma + 1.4746 * red, luma + 1.8814 * blue
    g = (luma - 0.2627 * r - 0.0593 * b) / 0.6780
    return np.rint(np.clip(np.stack([r, g, b], -1), 0, 1) * 65535).astype("<u2")


def picture(pixels):
    """Pixels, and the last again until rows are full."""
    return np.concatenate([pixels, np.repeat(pixels[-1:], -len(pixels) % WIDTH, axis=0)])


def planes(pixels):
    return pixels.astype("<u2")[:, [1, 2, 0]].T.tobytes()  # gbrp16le


def pixels_of(data):
    return np.frombuffer(data, "<u2").reshape(3, -1).T[:, [2, 0, 1]]


def run(words, data=b""):
    done = subprocess.run([str(word) for word in words], input=data, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode:
        raise OSError(f"{words[0]}: {done.stderr.decode(errors='replace').strip().splitlines()[-1:]}")
    return done.stdout


# Readers: pixels of 16 bits in, components 0…1 out.


def tonemap(pixels, *options, plan=PLAN):
    with tempfile.TemporaryDirectory() as folder:
        source, target = (pathlib.Path(folder) / name for name in ["in.yuv", "out.yuv"])
        source.write_bytes(planes(pixels))
        run([
            TOOL, "convert", source, target, "--size", f"{WIDTH}x{len(pixels) // WIDTH}", "--pixel-format", "gbrp16le", *plan, "--matrix",
            "rgb", "--range", "full", "--out-pixel-format", "gbrp16le", "--dither", "none", "--progress", "none", *options,
        ])
        return pixels_of(target.read_bytes()) / 65535


def ffmpeg(pixels, lut, interpolation):
    raw = ["-f", "rawvideo", "-pix_fmt", "gbrp16le", "-s", f"{WIDTH}x{len(pixels) // WIDTH}"]
    begin, end = ["ffmpeg", "-v", "error", *raw, "-i", "-"], [*raw, "-"]
    if lut.suffix == ".png":
        # Packed, because FFmpeg 5.1.9 takes the planes of a Hald CLUT in the wrong order.
        packed = f"[0]format=rgb48[v];[1]format=rgb48[lut];[v][lut]haldclut=interp={interpolation},format=gbrp16le"
        graph = ["-i", lut, "-filter_complex", packed]
    else:
        graph = ["-vf", f"lut3d=file={lut}:interp={interpolation}"]
    return pixels_of(run([*begin, *graph, "-frames:v", "1", *end], planes(pixels))) / 65535


def opencolorio(pixels, lut, interpolation):
    import PyOpenColorIO as ocio

    method = {"trilinear": ocio.INTERP_LINEAR, "tetrahedral": ocio.INTERP_TETRAHEDRAL}[interpolation]
    transform = ocio.FileTransform(str(lut), interpolation=method)
    colors = (pixels / 65535).astype(np.float32)
    ocio.Config.CreateRaw().getProcessor(transform).getDefaultCPUProcessor().applyRGB(colors)
    return np.clip(colors, 0, 1)


def little_cms(pixels, lut, interpolation):
    """Through a device link; or through a display profile, to a display of BT.709 with BT.1886 and black at 0, as a viewer does."""
    lcms = ctypes.CDLL(ctypes.util.find_library("lcms2"))
    for name in ["cmsOpenProfileFromFile", "cmsCreateRGBProfile", "cmsBuildGamma", "cmsCreateMultiprofileTransform"]:
        getattr(lcms, name).restype = ctypes.c_void_p
    profiles = [lcms.cmsOpenProfileFromFile(str(lut).encode(), b"r")]
    if "display" in lut.name:
        curve = lcms.cmsBuildGamma(None, ctypes.c_double(2.4))
        white = (ctypes.c_double * 3)(0.3127, 0.3290, 1)
        primaries = (ctypes.c_double * 9)(0.64, 0.33, 1, 0.3, 0.6, 1, 0.15, 0.06, 1)
        profiles.append(lcms.cmsCreateRGBProfile(white, primaries, (ctypes.c_void_p * 3)(curve, curve, curve)))
    rgb16, exact = 4 << 16 | 3 << 3 | 2, 0x0100 | 0x0040  # TYPE_RGB_16; cmsFLAGS_NOOPTIMIZE | cmsFLAGS_NOCACHE
    handles = (ctypes.c_void_p * len(profiles))(*profiles)
    transform = lcms.cmsCreateMultiprofileTransform(handles, len(profiles), rgb16, rgb16, 1, exact)
    if not transform:
        raise OSError("Little-CMS does not take the profile")
    source, target = np.ascontiguousarray(pixels, "<u2"), np.empty_like(pixels, "<u2")
    lcms.cmsDoTransform(ctypes.c_void_p(transform), source.ctypes, target.ctypes, len(pixels))
    return target / 65535


def libplacebo(pixels, lut, interpolation):
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder) / "reader"
        flags = run(["pkg-config", "--cflags", "--libs", "libplacebo"]).decode().split()
        run(["cc", HOME / "notebooks/derivations/lut_readers_libplacebo.c", "-o", program, *flags])
        four = np.concatenate([pixels, pixels[:, :1]], 1).astype("<u2")
        out = run([program, lut, WIDTH, len(pixels) // WIDTH], four.tobytes())
    return np.frombuffer(out, "<u2").reshape(-1, 4)[:, :3] / 65535


BOTH = ["trilinear", "tetrahedral"]
# Of each program: its function, its formats and how it interpolates.
READERS = {
    "FFmpeg `lut3d`": (ffmpeg, ["cube", "csp", "3dl"], BOTH),
    "FFmpeg `haldclut`": (ffmpeg, ["png"], BOTH),
    "OpenColorIO": (opencolorio, ["cube", "csp", "3dl", "spi3d", "clf", "ctf"], BOTH),
    "libplacebo": (libplacebo, ["cube"], ["trilinear"]),
    "Little-CMS": (little_cms, ["icc", "display.icc"], ["tetrahedral"]),
}


def cube_size(reader, extension):
    """FFmpeg reads only 17³ from .3dl, and Hald CLUTs have square numbers."""
    return 17 if reader.startswith("FFmpeg") and extension == "3dl" else 64 if extension == "png" else 33


# The asymmetric LUT.


def asymmetric(c):
    r, g, b = c[..., 0], c[..., 1], c[..., 2]
    return np.stack([0.1 + 0.5 * b + 0.3 * g * g, 0.9 - 0.6 * r * b, 0.2 + 0.7 * r * r], -1)


def nodes(size):
    at = np.arange(size) / (size - 1)
    return asymmetric(np.stack(np.meshgrid(at, at, at, indexing="ij"), -1))  # [red][green][blue]


def interpolated(values, colors, interpolation):
    """A sum over the corners of a cell, weighted by the product of the three distances, or along the edges from the lowest corner to the
    highest, the component with the largest fraction first."""
    size = len(values)
    place = colors * (size - 1)
    cell = np.minimum(place.astype(int), size - 2)
    part = place - cell
    if interpolation == "trilinear":
        corners = [np.array([i & 1, i >> 1 & 1, i >> 2]) for i in range(8)]
        weights = [np.where(corner, part, 1 - part).prod(-1) for corner in corners]
    else:
        order = np.argsort(-part, axis=-1, kind="stable")
        falling = np.concatenate([np.ones((len(part), 1)), np.take_along_axis(part, order, -1), np.zeros((len(part), 1))], 1)
        weights = list(-np.diff(falling, axis=1).T)
        rank = np.argsort(order, axis=-1)
        corners = [(rank < i).astype(int) for i in range(4)]
    return sum(weight[:, None] * values[tuple((cell + corner).T)] for corner, weight in zip(corners, weights))


SHAPER = np.stack([np.linspace(0, 1, 4096) ** power for power in (0.5, 1, 2)], -1)  # as many values as `tonemap lut` writes


def shaped(colors):
    return np.stack([np.interp(colors[:, i], np.linspace(0, 1, len(SHAPER)), SHAPER[:, i]) for i in range(3)], -1)


def asymmetric_file(folder, size, extension, has_shaper):
    """The LUT as a .cube file that is written here, and converted by `tonemap lut convert` for other formats."""
    cube = folder / f"asymmetric-{size}{'-shaper' if has_shaper else ''}.cube"
    rows = nodes(size).transpose(2, 1, 0, 3).reshape(-1, 3)  # red varies fastest
    head = f"LUT_1D_SIZE {len(SHAPER)}\n" if has_shaper else ""
    text = "".join("%.9f %.9f %.9f\n" % tuple(row) for row in ([*SHAPER, *rows] if has_shaper else rows))
    cube.write_text(f"{head}LUT_3D_SIZE {size}\n{text}")
    other = cube.with_suffix(f".{extension}")
    if not other.exists():
        run([TOOL, "lut", "convert", cube, other])
    return other


# Differences.


def lights(signal):
    """BT.709 R′G′B′ on a display of BT.1886 with 203 cd/m² and black at 0, as ICtCp of BT.2100 with T halved: BT.2124."""
    linear = np.clip(signal, 0, 1) ** 2.4 * 203
    to_2020 = np.array([[0.6274039, 0.3292830, 0.0433131], [0.0690973, 0.9195404, 0.0113623], [0.0163914, 0.0880133, 0.8955953]])
    to_lms = np.array([[1688, 2146, 262], [683, 2951, 462], [99, 309, 3688]]) / 4096
    power = (linear @ to_2020.T @ to_lms.T / 10000) ** (2610 / 16384)
    pq = ((3424 / 4096 + 2413 / 128 * power) / (1 + 2392 / 128 * power)) ** (2523 / 32)
    to_itp = np.array([[2048, 2048, 0], [6610 / 2, -13613 / 2, 7003 / 2], [17933, -17390, -543]]) / 4096
    return pq @ to_itp.T


def difference(a, b):
    """Of the worst component, and ΔE ITP, of each pixel."""
    return np.abs(a - b).max(-1), 720 * np.sqrt(((lights(a) - lights(b)) ** 2).sum(-1))


def three(values, digits=2):
    return " / ".join(f"{value:.{digits}f}" for value in (values.max(), np.percentile(values, 99.9), values.mean()))


def line(*cells):
    print("| " + " | ".join(str(cell) for cell in cells) + " |")


def each_reader():
    for reader, (function, extensions, interpolations) in READERS.items():
        for extension in extensions:
            for interpolation in interpolations:
                yield reader, function, extension, interpolation


def channel_order(folder):
    print("The asymmetric LUT, 10-bit codes: maximum / 99.9th percentile / mean.\n")
    line("program", "format", "size", "interpolation", "difference", "with a shaper")
    line(*["---"] * 6)
    colors = picture(np.random.default_rng(15).integers(0, 65536, (WIDTH * 20, 3)))
    for reader, function, extension, interpolation in each_reader():
        if extension == "display.icc":
            continue
        size = 16 if extension == "png" else 17
        cells = []
        for has_shaper in [False, True]:
            if has_shaper and not (extension in ["csp", "clf", "ctf", "icc"] or (reader, extension) == ("OpenColorIO", "cube")):
                cells.append("")
                continue
            arguments = shaped(colors / 65535) if has_shaper else colors / 65535
            try:
                found = function(colors, asymmetric_file(folder, size, extension, has_shaper), interpolation)
                cells.append(three(difference(found, interpolated(nodes(size), arguments, interpolation))[0] * 1023, 3))
            except (OSError, ImportError) as error:
                cells.append(f"not tried: {error}")
        line(reader, f".{extension}", f"{size}³", interpolation, *cells)


def plan(folder):
    clips = picture(np.concatenate([decoded(about) for about in sorted(CLIPS.glob("*.json"))]))
    reference = tonemap(clips)
    print(f"\n`{' '.join(PLAN)}`, {len(clips)} pixels: maximum / 99.9th percentile / mean.\n")
    line(
        "program", "format", "size", "interpolation", "from `convert --lut`, 10-bit codes", "from `convert`, 8-bit codes",
        "from `convert`, ΔE ITP", "certificate: 8-bit codes, ΔE ITP")
    line(*["---"] * 8)
    for reader, function, extension, interpolation in each_reader():
        size = cube_size(reader, extension)
        lut = folder / f"plan-{size}-{interpolation}.{extension}"
        try:
            if not lut.exists():
                kind = ["--icc", "display"] if extension == "display.icc" else ["--lut-interpolation", interpolation]
                run([TOOL, "lut", lut, *PLAN, "--cube-size", size, *kind])
            found = function(clips, lut, interpolation)
            own = cells_of_own(found, clips, lut, interpolation)
            codes, seen = difference(found, reference)
            cells = [own, three(codes * 255), three(seen), verdict(lut, interpolation, codes.max() * 255, seen.max())]
        except (OSError, ImportError) as error:
            cells = [f"not tried: {error}", "", "", ""]
        line(reader, f".{extension}", f"{size}³", interpolation, *cells)


def cells_of_own(found, clips, lut, interpolation):
    if lut.suffix == ".icc":
        return "no reader of our own"
    return three(difference(found, tonemap(clips, "--lut", lut, "--lut-interpolation", interpolation))[0] * 1023, 3)


def verdict(lut, interpolation, codes, seen):
    """Whether differences are at most what the certificate says; both pictures are rounded to 16 bits, which is 1/257 of an 8-bit code, and
    0.05 is what one such step is worth in the darkest colors."""
    certificate = lut.with_name(lut.name + ".certificate.json")
    if not certificate.exists():
        return "none"
    claimed = next(m for m in json.loads(certificate.read_text())["measurements"] if m["interpolation"] == interpolation)
    claims = claimed["codes_of_8_bits"]["maximum"], claimed["delta_e_itp"]["maximum"]
    held = codes <= claims[0] + 1 / 257 and seen <= claims[1] + 0.05
    return f"{claims[0]:.2f}, {claims[1]:.2f}: {'held' if held else '**exceeded**'}"


def vertices(folder):
    print("\n33³ through `convert --lut`, trilinear, from `convert`, 8-bit codes: maximum / 99.9th percentile / mean.\n")
    names = ["sampled", "fitted"]
    line("clip", *names)
    line(*["---"] * 3)
    for transfer, options in PLANS.items():
        cubes = {name: folder / f"{transfer}-{name}.cube" for name in names}
        for name, cube in cubes.items():
            run([TOOL, "lut", cube, *options, "--vertices", name, "--lut-interpolation", "trilinear", "--no-certificate"])
        for about in sorted(CLIPS.glob("*.json")):
            if not len(pixels := decoded(about, transfer)):
                continue
            pixels = picture(pixels)
            reference = tonemap(pixels, plan=options)
            found = [tonemap(pixels, "--lut", cube, "--lut-interpolation", "trilinear", plan=options) for cube in cubes.values()]
            line(about.stem, *(three(difference(each, reference)[0] * 255) for each in found))


def main():
    with tempfile.TemporaryDirectory() as folder:
        channel_order(pathlib.Path(folder))
        plan(pathlib.Path(folder))
        vertices(pathlib.Path(folder))


if __name__ == "__main__":
    main()
