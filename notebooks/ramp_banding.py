#!/usr/bin/env python3
"""Converts a smooth ramp to 8 bits with the bit depth reduced last, compared with the bit depth reduced first.

    python3 notebooks/ramp_banding.py [TONEMAP]   # writes docs/pictures/ramp.png and prints two numbers for each path

A gray PQ ramp of 0 to 203 cd/m2, 10 bits, 4096 pixels wide, is converted by the built command twice: unchanged, with the
default dither; and rounded to 8 bits of PQ before the conversion, as happens if an 8-bit step precedes it. For each path it
prints the longest run of one code in a row and the number of codes.

Needs numpy, matplotlib and the command, by default .build/release/tonemap.
"""
import pathlib
import subprocess
import sys
import tempfile

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

WIDTH, ROWS = 4096, 64
HOME = pathlib.Path(__file__).resolve().parent.parent
TARGET = HOME / "docs/pictures/ramp.png"


def pq_inverse_eotf(nits):
    """From light to signal. Source: ITU-R BT.2100-2, Table 4."""
    m1, m2 = 2610 / 16384, 2523 / 4096 * 128
    c1, c2, c3 = 3424 / 4096, 2413 / 4096 * 32, 2392 / 4096 * 32
    y = (np.asarray(nits) / 10_000) ** m1
    return ((c1 + c2 * y) / (1 + c3 * y)) ** m2


def ramp():
    """The 10-bit narrow-range codes of the ramp, in equal steps of PQ signal, which look equal to the eye."""
    return 64 + np.round(np.linspace(0, pq_inverse_eotf(203), WIDTH) * 876).astype(int)


def convert(tool, codes, pixel_format, dither):
    """The luma that the command produces from rows of these codes."""
    bits = 10 if "10" in pixel_format else 8
    sample = "<u2" if bits == 10 else "u1"
    luma = np.tile(codes, (ROWS, 1))
    chroma = np.full((2 * ROWS, WIDTH), 1 << (bits - 1))
    with tempfile.TemporaryDirectory() as folder:
        source, target = pathlib.Path(folder) / "in.yuv", pathlib.Path(folder) / "out.yuv"
        source.write_bytes(np.vstack([luma, chroma]).astype(sample).tobytes())
        subprocess.run(
            [
                tool, "convert", source, target, "--size", f"{WIDTH}x{ROWS}", "--pixel-format", pixel_format,
                "--transfer", "pq", "--source-peak", "1000", "--to", "sdr709", "--out-pixel-format", "yuv444p",
                "--dither", dither, "--progress", "none",
            ],
            check=True, stderr=subprocess.DEVNULL,
        )
        return np.frombuffer(target.read_bytes(), "u1")[: WIDTH * ROWS].reshape(ROWS, WIDTH).astype(int)


def longest_run(rows):
    """The largest number of consecutive pixels with the same code, over all rows."""
    longest = 0
    for row in rows:
        edges = np.flatnonzero(np.diff(row)) + 1
        longest = max(longest, int(np.diff(np.concatenate([[0], edges, [len(row)]])).max()))
    return longest


def main():
    tool = sys.argv[1] if len(sys.argv) > 1 else str(HOME / ".build/release/tonemap")
    codes = ramp()
    paths = {
        "10 bits in, dithered once at the end": convert(tool, codes, "yuv444p10le", "blue-noise"),
        "8 bits first, converted after": convert(tool, np.round(codes / 4).astype(int), "yuv444p", "none"),
    }
    for name, rows in paths.items():
        print(f"{name}: longest run {longest_run(rows)} pixels, {len(np.unique(rows))} codes")

    part = slice(1200, 1712)  # an eighth of the width, in the shadows
    figure, axes = plt.subplots(3, 1, figsize=(7.2, 3.9), height_ratios=[1, 1, 2.2], constrained_layout=True)
    low, high = (min(rows[:, part].min() for rows in paths.values()), max(rows[:, part].max() for rows in paths.values()))
    for axis, (name, rows) in zip(axes, paths.items()):
        axis.imshow(rows[:, part], cmap="gray", vmin=low, vmax=high, aspect="auto", interpolation="nearest")
        axis.set_title(f"{name}; contrast raised", fontsize=8, loc="left")
        axis.set_axis_off()
    for (name, rows), color in zip(paths.items(), ["#1b6ca8", "#c8553d"]):
        axes[2].plot(np.arange(part.start, part.stop), rows[:, part].mean(0), color=color, lw=1.2, label=name)
    axes[2].set_xlabel("pixel", fontsize=8)
    axes[2].set_ylabel("8-bit code,\nmean of a column", fontsize=8)
    axes[2].tick_params(labelsize=7)
    axes[2].legend(fontsize=7, frameon=False)
    axes[2].margins(x=0)
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(TARGET, dpi=100, metadata={"Software": None})


if __name__ == "__main__":
    main()
