#!/usr/bin/env python3
"""Draws the pictures on which the constants of the `perceptual` gamut map were chosen.

They show neon tubes and fire, generated here, and with `--corpus` four real clips. Each is tone mapped by libplacebo's spline on luminance
from 1000 to 203 cd/m2, passed through the gamut maps of `CHOICES` side by side, and written as 8-bit BT.1886 PNG.

    python3 notebooks/gamut_pictures.py OUT [--corpus ../shared/corpus/clips]

Needs numpy; `--corpus` also needs the zstd command.
"""

import argparse
import glob
import json
import os
import struct
import subprocess
import zlib

import numpy as np

from gamut_perceptual import CHOICES, HOT, light_of, perceived, pq, to_xyz


def spline(y, source=1000.0, target=203.0):
    """libplacebo's spline with its constants; the knee does not use a scene average; black maps to black."""
    low, high, top = pq(np.array(0.0)), pq(np.array(source)), pq(np.array(target))

    def mix(a, b, t):
        return a + (b - a) * t

    def smooth(a, b, x):
        t = np.clip((x - a) / (b - a), 0, 1)
        return t * t * (3 - 2 * t)

    knee = mix(low, high, 0.4)
    place = (knee - low) / (high - low)
    tuning = 1 - smooth(0.8, 0.4, place) * smooth(0.1, 0.4, place)
    out = np.clip(mix(knee, mix(low, top, place), mix(0.4, 1, tuning)), mix(low, top, 0.1), mix(low, top, 0.8))
    slope = ((out - low) / (knee - low)) ** (0.5 * np.clip(1.5 * (high / top - 1), 0.2, 1.2))
    a, b, c, e = low - knee, high - knee, low - out, top - out
    t = 2 * b * b
    u = np.clip(pq(y), low, high) - knee
    below = out + (c - slope * a) / a**2 * u * u + slope * u
    above = out + (slope * b - e) / (b * t) * u**3 - 3 * (slope * b - e) / t * u * u + slope * u
    return light_of(np.where(u <= 0, below, above))


def tone(light):
    y = light @ to_xyz("bt2020")[1]
    return light * (spline(y) / np.maximum(y, 1e-9))[..., None]


def clip_frame(folder, name):
    """The first frame of a 10-bit PQ 4:2:0 narrow-range clip of the corpus, as BT.2020 light, with nearest-neighbor chroma."""
    path = sorted(glob.glob(os.path.join(folder, name + "*yuv420p10le*.yuv.zst")))[0]
    with open(path.replace(".yuv.zst", ".json")) as file:
        about = json.load(file)
    raw = subprocess.run(["zstd", "-dcq", path], stdout=subprocess.PIPE, check=True).stdout
    w, h = about["width"], about["height"]
    codes = np.frombuffer(raw, "<u2")[: w * h * 3 // 2].astype(float)
    y = (codes[: w * h].reshape(h, w) - 64) / 876
    cb, cr = ((codes[w * h :].reshape(2, h // 2, w // 2) - 512) / 896).repeat(2, 1).repeat(2, 2)
    r, b = y + 1.4746 * cr, y + 1.8814 * cb
    return light_of(np.stack([r, (y - 0.2627 * r - 0.0593 * b) / 0.6780, b], -1))


def glow(color, width=260, height=90, peak=1000.0):
    """A neon tube that is brighter to the right and falls off from the center line."""
    y, x = np.mgrid[0:height, 0:width]
    light = np.exp(-np.abs(y / height - 0.5) / 0.12) * 10 ** (0.3 + 3.2 * x / width)
    out = light[..., None] * np.array(color, float)
    return out * np.minimum(1, peak / np.maximum(out @ to_xyz("bt2020")[1], 1e-9))[..., None]


def fire(width=260, height=200):
    """Noise converted to temperature, and temperature to black-body light: 900 K at the tips, 2400 K at the root."""
    random = np.random.default_rng(1)
    y, x = np.mgrid[0:height, 0:width] / height
    noise = np.zeros((height, width))
    for octave in range(1, 6):
        scale = 2**octave
        grid = random.random((2 * scale + 2, 2 * scale + 2))
        i, j = (y * scale).astype(int), (x * scale).astype(int)
        v, u = y * scale - i, x * scale - j
        noise += ((grid[i, j] * (1 - v) + grid[i + 1, j] * v) * (1 - u)
                  + (grid[i, j + 1] * (1 - v) + grid[i + 1, j + 1] * v) * u) / scale
    kelvin = 900 + 1500 * np.clip(noise * y * 1.1, 0, 1.4)
    # The color-matching functions as sums of Gaussians (Wyman, Sloan and Shirley, 2013).
    nm = np.arange(380, 781, 5.0)

    def bell(mean, left, right):
        return np.exp(-0.5 * ((nm - mean) / np.where(nm < mean, left, right)) ** 2)

    cmf = np.stack([1.056 * bell(599.8, 37.9, 31.0) + 0.362 * bell(442.0, 16.0, 26.7) - 0.065 * bell(501.1, 20.4, 26.2),
                    0.821 * bell(568.8, 46.9, 40.5) + 0.286 * bell(530.9, 16.3, 31.1),
                    1.217 * bell(437.0, 11.8, 36.0) + 0.681 * bell(459.0, 26.0, 13.8)], -1)
    kelvins = np.linspace(800, 3200, 100)
    spectra = nm**-5.0 / (np.exp(0.0143877 / (nm * 1e-9 * kelvins[:, None])) - 1)
    rgb = np.maximum(spectra @ cmf @ np.linalg.inv(to_xyz("bt2020")).T, 0)
    rgb = np.log(rgb + 1e-12 * rgb.max())
    light = np.stack([np.exp(np.interp(kelvin, kelvins, rgb[:, i])) for i in range(3)], -1)
    light *= 1000 / np.percentile(light @ to_xyz("bt2020")[1], 99.5)
    return light * np.minimum(1, 1000 / (light @ to_xyz("bt2020")[1]))[..., None]


def png(path, picture, peak=203.0):
    signal = np.clip(picture / peak, 0, 1) ** (1 / 2.4)  # BT.1886, black 0
    rows = np.rint(signal * 255).astype(np.uint8)

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", rows.shape[1], rows.shape[0], 8, 2, 0, 0, 0)
    body = zlib.compress(b"".join(b"\0" + row.tobytes() for row in rows), 6)
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", body) + chunk(b"IEND", b""))


def kept(before, after):
    """For strongly red colors above 5 cd/m2: the fraction of chroma that remains, the shift of hue in degrees, and their number."""
    a, b = perceived(before, "bt2020"), perceived(after, "bt709")
    chroma = np.hypot(a[..., 1], a[..., 2])
    red = (chroma >= 0.15) & (a[..., 2] > 0.1) & (before @ to_xyz("bt2020")[1] > 5)
    a, b, chroma = a[red], b[red], chroma[red]
    turn = np.degrees(np.arctan2(b[:, 2], b[:, 1]) - np.arctan2(a[:, 2], a[:, 1]))
    return np.hypot(b[:, 1], b[:, 2]) / chroma, np.abs((turn + 180) % 360 - 180), red.sum()


def pictures(folder, corpus):
    os.makedirs(folder, exist_ok=True)
    print("left to right:", ", ".join(CHOICES))

    def side_by_side(light):
        toned = tone(light)
        return np.concatenate([np.pad(m(toned), ((0, 4), (0, 6), (0, 0))) for m in CHOICES.values()], 1)

    png(os.path.join(folder, "glow.png"), np.concatenate([side_by_side(glow(c)) for c in HOT.values()]))
    png(os.path.join(folder, "fire.png"), side_by_side(fire()))
    if corpus is None or not os.path.isdir(corpus):
        print("no corpus: skipping its clips")
        return
    for name, step in [("p07", 1), ("p04", 5), ("p03_", 4), ("s03", 3)]:
        light = clip_frame(corpus, name)
        png(os.path.join(folder, name.strip("_") + ".png"), side_by_side(light[::step, ::step]))
    print("Strong reds of p04: chroma kept, lowest tenth and median; shift of hue, median and highest twentieth")
    toned = tone(clip_frame(corpus, "p04")[::2, ::2])
    for choice, mapping in CHOICES.items():
        part, turn, count = kept(toned, mapping(toned))
        print(f"  {choice:13} {np.quantile(part, 0.1):.3f} {np.median(part):.3f} "
              f"{np.median(turn):.2f} {np.quantile(turn, 0.95):.2f}° of {count}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--corpus")
    arguments = parser.parse_args()
    pictures(arguments.folder, arguments.corpus)
