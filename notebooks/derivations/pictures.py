#!/usr/bin/env python3
"""Every operator × variant × gamut map beside FFmpeg's chain and libplacebo, on scenes made of formulas and on clips: `docs/pictures.md`.

    python3 notebooks/derivations/pictures.py                  # writes the tables, the sheets and docs/pictures/numbers.csv; 20 to 30 minutes on one core
    python3 notebooks/derivations/pictures.py --corpus FOLDER  # and a table of other clips: JSON files beside *.yuv.zst, 4:2:0 with 10 bits
    python3 notebooks/derivations/pictures.py --small          # some conversions of the clips in Examples; exit code 1 if a law is broken
    python3 notebooks/derivations/pictures.py --check          # the metrics against what is known by hand; exit code 1 if one is wrong

All conversions get the same 10-bit codes, Y′CbCr 4:4:4 in PQ and BT.2020, with MaxCLL, and give BT.709 in 4:4:4: 16 bits for hue, chroma, light,
clipping and contrast, so that rounding does not hide what the maps do, and 8 bits for banding, TMQI, JOD and the sheets. What comes out is
light of a display with BT.1886 whose white is 203 cd/m². Below each picture lie 18 rows of gray: 26 cd/m², which is 18 % gray, and 203.
They are measured by themselves and belong to no other number.

Needs NumPy, zstd and the command (--tool; .build/release/tonemap by default). Without --small and --check it also needs Pillow, Matplotlib for
its font, an ffmpeg with zscale and libplacebo, any Vulkan driver, a software one included, and the package cvvdp of PyPI for its column. If
one of the last three is missing, with a warning, and its rows or cells are left out.
"""
import argparse
import csv
import json
import math
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

import picture_metrics as metrics
import picture_scenes as scenes
import picture_sheets as page
from picture_metrics import BT2020_FROM_BT709, WHITE, luminance, pq_eotf, pq_inverse_eotf
from picture_sheets import BEFORE, COLUMNS, DEFAULT, is_row

HOME = pathlib.Path(__file__).resolve().parents[2]
STRIP = 18  # rows of gray below a picture
LAYOUTS = {8: "yuv444p", 16: "yuv444p16le"}
CURVES = ["spline", "bt2390", "reinhard", "mobius", "hable", "aces2-tonescale", "clip"]  # applied by a variant
FIXED = ["bt2446a", "bt2446c", "reference-white", "pbr-neutral", "none"]  # apply themselves
VARIANTS = ["brightness", "luminance", "maxrgb", "rgb", "ictcp"]
GAMUTS = ["perceptual", "compress", "desaturate", "clip"]

# What goes in and comes out.


class Scene:
    """A picture as 10-bit codes, with its gray strip, and the light that these codes stand for."""

    def __init__(self, name, group, light, folder):
        self.name, self.group = name, group
        strip = np.full((STRIP, light.shape[1], 3), 26.0)
        strip[:, light.shape[1] // 2 :] = WHITE
        signal = pq_inverse_eotf(np.concatenate([light, strip]))
        luma = signal @ [0.2627, 0.6780, 0.0593]
        cb, cr = (signal[..., 2] - luma) / 1.8814, (signal[..., 0] - luma) / 1.4746
        codes = np.stack([64 + 876 * luma, 512 + 896 * cb, 512 + 896 * cr]).round().clip(4, 1019).astype("<u2")
        self.path = folder / f"{name}.yuv"
        self.path.write_bytes(codes.tobytes())
        self.height, self.width = codes.shape[1:]
        luma, cb, cr = (codes[0] - 64.0) / 876, (codes[1] - 512.0) / 896, (codes[2] - 512.0) / 896
        red, blue = luma + 1.4746 * cr, luma + 1.8814 * cb
        decoded = pq_eotf(np.stack([red, (luma - 0.2627 * red - 0.0593 * blue) / 0.6780, blue], -1))
        self.light = decoded[:-STRIP]
        maximum = self.light.max(-1)
        self.peak, self.average = math.ceil(maximum.max()), math.ceil(maximum.mean())


def signal_of(raw, scene, bits):
    """R′G′B′, 0 to 1, of BT.709 with 8 or 16 bits in 4:4:4 and narrow range, the strip included; other frames before it are left out."""
    count = 3 * scene.height * scene.width
    codes = np.frombuffer(raw, "u1" if bits == 8 else "<u2")[-count:].reshape(3, scene.height, scene.width) / 2.0 ** (bits - 8)
    luma, cb, cr = (codes[0] - 16) / 219, (codes[1] - 128) / 224, (codes[2] - 128) / 224
    red, blue = luma + 1.5748 * cr, luma + 1.8556 * cb
    return np.clip(np.stack([red, (luma - 0.2126 * red - 0.0722 * blue) / 0.7152, blue], -1), 0, 1)


def shown(signal):
    """The light of BT.2020 that a display emits: BT.1886 with black 0 and white 203 cd/m²."""
    return WHITE * signal**2.4 @ BT2020_FROM_BT709.T


def resampled(light, count, axis):
    """The mean of the light over `count` equal parts of an axis."""
    light = np.moveaxis(light, axis, 0)
    sums = np.concatenate([np.zeros((1,) + light.shape[1:]), np.cumsum(light, 0)])
    places = np.linspace(0, len(light), count + 1)
    low = np.minimum(places.astype(int), len(light) - 1)
    at = sums[low] + (places - low).reshape(-1, 1, 1) * light[low]
    return np.moveaxis(np.diff(at, axis=0) * count / len(light), 0, axis)


def shrunk(light):
    """The middle of a picture, of the shape of a scene: means of areas in light. A smaller picture stays as it is."""
    h, w = light.shape[:2]
    if h < scenes.HEIGHT or w < scenes.WIDTH:
        return light
    rows, columns = min(h, w * scenes.HEIGHT // scenes.WIDTH), min(w, h * scenes.WIDTH // scenes.HEIGHT)
    top, left = (h - rows) // 2, (w - columns) // 2
    part = light[top : top + rows, left : left + columns]
    return resampled(resampled(part, scenes.HEIGHT, 0), scenes.WIDTH, 1)


def hlg_eotf(signal, peak=1000.0):
    """From HLG's R′G′B′ to display light. Source: ITU-R BT.2100-2, Table 5: gamma is 1.2 at 1000 cd/m²."""
    a, b, c = 0.17883277, 0.28466892, 0.55991073
    scene = np.where(signal <= 0.5, signal**2 / 3, (np.exp((np.maximum(signal, 0.5) - c) / a) + b) / 12)
    return peak * np.maximum(luminance(scene), 1e-9)[..., None] ** 0.2 * scene


def clip_frame(about):
    """The first frame of a clip of planar 4:2:0 with 10 bits, as light: the JSON's path; chroma by nearest neighbor, for it is shrunk after."""
    description = json.loads(about.read_text())
    raw = subprocess.run(["zstd", "-dcq", about.with_suffix(".yuv.zst")], stdout=subprocess.PIPE, check=True).stdout
    w, h = description["width"], description["height"]
    codes = np.frombuffer(raw, "<u2", w * h * 3 // 2).astype(float)
    luma = (codes[: w * h].reshape(h, w) - 64) / 876
    cb, cr = ((codes[w * h :].reshape(2, h // 2, w // 2) - 512) / 896).repeat(2, 1).repeat(2, 2)
    red, blue = luma + 1.4746 * cr, luma + 1.8814 * cb
    signal = np.clip(np.stack([red, (luma - 0.2627 * red - 0.0593 * blue) / 0.6780, blue], -1), 0, 1)
    light = hlg_eotf(signal) if description["color"]["transfer"] == "arib-std-b67" else pq_eotf(signal)
    return shrunk(light)


# The conversions: names, and functions from a scene to R′G′B′.


def by_command(tool, options):
    def convert(scene, bits):
        target = scene.path.with_suffix(".out.yuv")
        words = [
            tool, "convert", scene.path, target, "--size", f"{scene.width}x{scene.height}", "--pixel-format", "yuv444p10le", "--primaries", "bt2020",
            "--transfer", "pq", "--matrix", "bt2020nc", "--range", "narrow", "--max-cll", f"{scene.peak},{scene.average}", "--trust-metadata", "always",
            "--to", "sdr709", "--out-pixel-format", LAYOUTS[bits], "--threads", "1", "--progress", "none", *options,
        ]
        run = subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if run.returncode:
            sys.exit(f"pictures: {' '.join(map(str, words))}: {run.stderr}")
        return signal_of(target.read_bytes(), scene, bits)

    return convert


def by_ffmpeg(ffmpeg, chain, device=()):
    def convert(scene, bits):
        words = [
            ffmpeg, "-v", "error", *device, "-f", "rawvideo", "-pixel_format", "yuv444p10le", "-video_size", f"{scene.width}x{scene.height}",
            "-i", scene.path, "-vf", "setparams=color_primaries=bt2020:color_trc=smpte2084:colorspace=bt2020nc:range=tv,"
            + chain.replace("PEAK", str(scene.peak / 100)).replace("LAYOUT", LAYOUTS[bits]), "-threads", "1", "-f", "rawvideo", "-",
        ]
        run = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if run.returncode or not run.stdout:
            raise RuntimeError(run.stderr.decode()[-400:].strip())
        return signal_of(run.stdout, scene, bits)

    return convert


def conversions(tool, small=False):
    """The names of the command's conversions and their functions, the default first."""
    table = {DEFAULT: by_command(tool, []), DEFAULT + ", measured": by_command(tool, ["--dynamics", "scene"])}
    for operator in CURVES + FIXED:
        for variant in VARIANTS if operator in CURVES else [None]:
            for gamut in GAMUTS:
                name = ", ".join(filter(None, [operator, variant, gamut]))
                options = ["--tone-mapping", operator, "--gamut-mapping", gamut] + (["--tone-mapping-variant", variant] if variant else [])
                if name != DEFAULT:
                    table[name] = by_command(tool, options)
    return {name: convert for name, convert in table.items() if not small or is_row(name)}


def peers(ffmpeg):
    """FFmpeg's chain as it is copied, and told the peak; libplacebo's renderer, which finds the peak by itself, with its tone mappings."""
    chain = "zscale=t=linear:npl=100,format=gbrpf32le,zscale=p=bt709,tonemap={},zscale=t=bt709:m=bt709:r=tv,format=LAYOUT"
    table = {"FFmpeg, hable, as copied": by_ffmpeg(ffmpeg, chain.format("hable:desat=0"))}
    for operator in ["hable", "mobius", "reinhard"]:
        table[f"FFmpeg, {operator}, peak told"] = by_ffmpeg(ffmpeg, chain.format(operator + ":desat=0:peak=PEAK"))
    # The same frame six times, so that the peak, which is smoothed over frames, has settled.
    renderer = ("loop=5:1,format=yuv444p10,hwupload,libplacebo=colorspace=bt709:color_primaries=bt709:color_trc=bt709:range=tv:format=LAYOUT{},"
                "hwdownload,format=LAYOUT")
    device = ["-init_hw_device", "vulkan=v", "-filter_hw_device", "v"]
    for name, options in {"its defaults": "", "its defaults, desaturate": ":gamut_mode=desaturate",
                          "bt.2390": ":tonemapping=bt.2390", "hable": ":tonemapping=hable"}.items():
        table[f"libplacebo, {name}"] = by_ffmpeg(ffmpeg, renderer.format(options), device)
    return table


# The numbers.


def visible_difference():
    """ColorVideoVDP's quality in JOD, 10 if nothing differs, as a function of two pictures in light; None where its package is missing.

    Source: Mantiuk and others, *ColorVideoVDP*, SIGGRAPH 2024. The picture fills a display that is seen from three times its height.
    """
    try:
        import pycvvdp
        import torch
        from pycvvdp.display_model import vvdp_display_geometry, vvdp_display_photo_eotf
    except ImportError as error:
        print(f"pictures: no ColorVideoVDP: {error}", file=sys.stderr)
        return None
    torch.set_num_threads(1)
    display = vvdp_display_photo_eotf(10_000, contrast=1_000_000, source_colorspace="BT.2020-linear")
    geometry = vvdp_display_geometry((scenes.WIDTH, scenes.HEIGHT), distance_display_heights=3, diagonal_size_inches=30)
    metric = pycvvdp.cvvdp(display_photometry=display, display_geometry=geometry, quiet=True, device=torch.device("cpu"))
    return lambda source, result: float(metric.predict(result.astype("f4"), source.astype("f4"), dim_order="HWC")[0])


def measured(scene, signal, rounded, jod=None):
    """All numbers of a conversion of a scene to 16 and to 8 bits, by the keys of COLUMNS, and those of octaves and neutrals."""
    light, strip = shown(signal[:-STRIP]), shown(signal[-STRIP:])
    hue, hue95, chroma = metrics.hue_and_chroma(scene.light, light)
    oklab = metrics.hue_and_chroma(scene.light, light, metrics.oklab, metrics.OKLAB_FLOOR)[0]
    octaves = metrics.contrast_kept(scene.light, light)
    luma = 255 * rounded[:-STRIP] @ [0.2126, 0.7152, 0.0722]
    half, edge = scene.width // 2, 4
    patches = [strip[edge:-edge, edge : half - edge].mean((0, 1)), strip[edge:-edge, half + edge : -edge].mean((0, 1))]
    row = {
        "hue": hue, "hue95": hue95, "oklab": oklab, "chroma": chroma, "gray": luminance(patches[0]), "white": luminance(patches[1]),
        "clipped": 100 * metrics.clipped(signal[:-STRIP]), "contrast": float(np.mean(octaves)), "banding": metrics.banding(luma),
        "tmqi": metrics.tmqi(luminance(scene.light), np.rint(luma))[0],
        "neutral": max(float(np.hypot(*metrics.ictcp(patch)[1:])) for patch in patches),
    }
    row.update({f"octave {i}": value for i, value in enumerate(octaves, 1)})
    row.update({f"{part} {sector}": value for sector, pair in metrics.vivid_chroma(scene.light, light).items() for part, value in zip(("before", "after"), pair)})
    if jod is not None:
        row["jod"] = jod(scene.light, shown(rounded[:-STRIP]))
    return row


def clips(folder, group, temporary):
    for about in sorted(folder.glob("*_pq_yuv420p10le*.json")) + sorted(folder.glob("*_hlg_yuv420p10le*.json")):
        name = about.name.split("_")
        if group == "corpus" and (name[0] in ("p03b", "p08") or name[0].startswith("s0")):
            continue  # the same picture again, premultiplied alpha, and what stands in Examples
        yield Scene(f"{name[1]} ({name[0]})", group, clip_frame(about), temporary)


def laws_broken(name, scene, row):
    """Sentences about numbers that are not finite and laws that do not hold."""
    for key, value in row.items():
        # Without strong colors there is no hue to be wrong.
        if not math.isfinite(value) and key not in ("hue", "hue95", "oklab", "chroma"):
            yield f"{name}, {scene.name}: {key} is {value}, expected a finite number"
    # Gray has the middle code of both chromas, exactly.
    if row["neutral"] > 0.0005:
        yield f"{name}, {scene.name}: gray has a chroma of {row['neutral']:.4f} in ICtCp, expected at most 0.0005"
    if not 1 < row["gray"] < row["white"] <= WHITE + 0.01:
        yield f"{name}, {scene.name}: gray became {row['gray']:.1f} and white {row['white']:.1f} cd/m², expected 1 < gray < white ≤ 203"


def small(tool, temporary):
    """Some conversions of the bundled clips: whether all laws hold."""
    faults, count = [], 0
    table = conversions(tool, small=True)
    for scene in clips(HOME / "Examples/clips", "clip", temporary):
        for name, convert in table.items():
            row = measured(scene, convert(scene, 16), convert(scene, 8))
            faults += laws_broken(name, scene, row)
            count += 1
            if name == DEFAULT:
                print(f"{scene.name}: " + ", ".join(f"{key} {row[key]:.3g}" for key in COLUMNS if key in row))
    print(*faults, f"{count} conversions, {len(faults)} broken laws", sep="\n")
    return not faults


def everything(given, temporary):
    """Runs all conversions of all scenes; returns the scenes, the rows by conversion and scene, and the pictures that sheets show."""
    table, rows, pictures = conversions(given.tool), {}, {}
    if given.before:
        table[BEFORE] = by_command(given.before, [])
    all_of = [Scene(name, "made", light(), temporary) for name, light in scenes.SCENES.items()]
    all_of += list(clips(HOME / "Examples/clips", "clip", temporary))
    all_of += list(clips(given.corpus, "corpus", temporary)) if given.corpus else []
    for name, convert in peers(given.ffmpeg).items():
        try:
            convert(all_of[0], 8)
            table[name] = convert
        except (RuntimeError, OSError) as error:
            print(f"pictures: {name} does not run here: {error}", file=sys.stderr)
    jod = visible_difference()
    for scene in all_of:
        chosen = [name for name in table if is_row(name) or given.all and scene.group != "corpus"]
        for name in chosen:
            convert = table[name]
            rounded = convert(scene, 8)
            rows[name, scene.name] = measured(scene, convert(scene, 16), rounded, jod if is_row(name) else None)
            if scene.group != "corpus" and page.shows(name, scene.name):
                pictures[name, scene.name] = rounded[:-STRIP]
        print(f"{scene.name}: {len(chosen)} conversions", flush=True)
    return all_of, rows, pictures


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", type=pathlib.Path, default=HOME / ".build/release/tonemap")
    parser.add_argument("--before", type=pathlib.Path, help="the command of an earlier version, whose default gets a row")
    parser.add_argument("--ffmpeg", default="ffmpeg")
    parser.add_argument("--corpus", type=pathlib.Path)
    parser.add_argument("--all", action="store_true", help="every operator with every variant and gamut map, not only the rows of the tables")
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args()
    if given.check:
        sys.exit(0 if metrics.check() else 1)
    if not given.tool.is_file():
        sys.exit(f"pictures: {given.tool} is no file, and the command was expected there; build it with scripts/build, or name it with --tool")
    with tempfile.TemporaryDirectory() as folder:
        if given.small:
            sys.exit(0 if small(given.tool, pathlib.Path(folder)) else 1)
        all_of, rows, pictures = everything(given, pathlib.Path(folder))
    with open(HOME / "docs/pictures/numbers.csv", "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        keys = list(COLUMNS) + [f"octave {i}" for i in range(1, metrics.OCTAVES + 1)]
        writer.writerow(["conversion", "scene", "group", *keys])
        for (name, scene), row in rows.items():
            group = next(s.group for s in all_of if s.name == scene)
            writer.writerow([name, scene, group, *(f"{row[key]:.4g}" if math.isfinite(row.get(key, math.nan)) else "" for key in keys)])
    page.write_tables(HOME / "notebooks/derivations/pictures.md", all_of, rows)
    page.draw(HOME / "docs/pictures", all_of, pictures)


if __name__ == "__main__":
    main()
