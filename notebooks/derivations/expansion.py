#!/usr/bin/env python3
"""SDR to HDR in pictures: what direct mapping, `--expand-highlights`, `bt2446a` and `bt2446c` make of the same SDR pictures.

    python3 notebooks/derivations/expansion.py            # docs/pictures/sheet-expansion.jpg and the table of notebooks/derivations/pictures.md; a minute

The SDR pictures are made scenes in BT.709 with 16 bits, as the default prints them, and a white page with a title. They go to PQ with a display of
1000 cd/m². A screen cannot show that in a file, so each result is drawn twice: with 203 cd/m² as white, as if the screen were turned up until
reference white is its white; and with 1000 cd/m² as white, where only highlights differ.

Needs NumPy, Pillow, Matplotlib for its font, and the command (--tool; .build/release/tonemap by default).
"""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

import numpy as np

import picture_metrics as metrics
import picture_scenes as scenes
import picture_sheets as page
from picture_metrics import BT2020_FROM_BT709, WHITE, luminance, pq_eotf
from pictures import HOME, Scene, by_command

WAYS = {
    "direct": [], "--expand-highlights": ["--expand-highlights"], "bt2446a": ["--tone-mapping", "bt2446a"],
    "bt2446c": ["--tone-mapping", "bt2446c"],
}
PEAK = 1000.0
SHOWN = ["skin tones", "sunset", "specular metal", "fire"]


def title():
    """A white page: gray letters of a title, and a black line."""
    signal = np.ones((scenes.HEIGHT, scenes.WIDTH, 3))
    for i, (left, right) in enumerate([(60, 100), (120, 130), (150, 200), (220, 260), (280, 300), (330, 420)]):
        signal[90:150, left:right] = 0.2 + 0.05 * i
    signal[200:204, 60:420] = 0
    return signal


def to_pq(tool, signal, options, folder):
    """The light in BT.2020 that BT.709 R′G′B′ becomes."""
    height, width, _ = signal.shape
    source, target = folder / "sdr.raw", folder / "hdr.raw"
    codes = np.round(signal * 65535).astype("<u2")
    source.write_bytes(np.stack([codes[..., 1], codes[..., 2], codes[..., 0]]).tobytes())
    words = [
        tool, "convert", source, target, "--size", f"{width}x{height}", "--pixel-format", "gbrp16le", "--primaries", "bt709", "--transfer", "bt709",
        "--to", "pq", "--target-peak", f"{PEAK:.0f}", "--out-pixel-format", "gbrp16le", "--dither", "none", "--progress", "none", *options,
    ]
    run = subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if run.returncode:
        sys.exit(f"expansion: {' '.join(map(str, words))}: {run.stderr}")
    g, b, r = np.frombuffer(target.read_bytes(), "<u2").reshape(3, height, width) / 65535
    return pq_eotf(np.stack([r, g, b], -1))


def drawn(light, white):
    """The signal of BT.1886 in BT.709 that shows light on a display whose white is this."""
    relative = light @ np.linalg.inv(BT2020_FROM_BT709).T / white
    return np.clip(relative, 0, 1) ** (1 / 2.4)


def row(name, found, gray, white):
    """The numbers of one way, over all pictures: pairs of the light of direct mapping and of this way."""
    before = np.concatenate([a.reshape(-1, 3) for a, _ in found])
    after = np.concatenate([b.reshape(-1, 3) for _, b in found])
    y = luminance(before), luminance(after)
    middle = (y[0] > 1) & (y[0] <= WHITE * 0.5**2.4)
    stops = np.log2(np.maximum(y[1], 1e-3) / np.maximum(y[0], 1e-3))
    hue, _, chroma = metrics.hue_and_chroma(before, after)
    return (f"| {name} | {gray:.1f} | {white:.0f} | {y[1].max():.0f} | {100 * np.mean(y[1] > WHITE * 1.01):.1f} | "
            f"{np.abs(stops[middle]).max():.2f} | {hue:.2f} | {chroma:.2f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", default=HOME / ".build/release/tonemap", help="the command")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        made = {}
        for scene, formula in scenes.SCENES.items():
            light = formula()
            source = Scene(scene, "made", light, folder)
            made[scene] = by_command(given.tool, ["--dither", "none"])(source, 16)[: light.shape[0]]
        made["white page"] = title()
        patches = np.zeros((8, 16, 3))
        patches[:, :8] = (26 / WHITE) ** (1 / 2.4)
        patches[:, 8:] = 1
        pictures, rows, direct = {}, [], {}
        for way, options in WAYS.items():
            found = []
            for scene, signal in made.items():
                light = to_pq(given.tool, signal, options, folder)
                direct.setdefault(scene, light)
                found.append((direct[scene], light))
                for white in (WHITE, PEAK):
                    pictures[way, f"{scene}, {white:.0f}"] = drawn(light, white)
            flat = luminance(to_pq(given.tool, patches, options, folder))
            rows.append(row(way, found, flat[4, 4], flat[4, 12]))
    order = [f"{scene}, {white:.0f}" for scene in [*SHOWN, "white page"] for white in (WHITE, PEAK)]
    page.sheet(HOME / "docs/pictures/sheet-expansion.jpg", pictures, order, {way: way for way in WAYS}, 300)
    lines = ["| way | 26 cd/m² → | white → | maximum | above white, % | mid-tones, stops | hue, ° | chroma kept |", "|---|---|---|---|---|---|---|---|", *rows]
    path = HOME / "notebooks/derivations/pictures.md"
    text, count = re.subn(
        r"(<!-- expansion -->\n).*?(<!-- end -->)", lambda m: m.group(1) + "\n".join(lines) + "\n" + m.group(2), path.read_text(), flags=re.S)
    if count != 1:
        sys.exit("expansion: notebooks/derivations/pictures.md has no <!-- expansion --> … <!-- end -->, where the table belongs")
    path.write_text(text)
    print("\n".join(lines))


if __name__ == "__main__":
    main()
