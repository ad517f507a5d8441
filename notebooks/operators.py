#!/usr/bin/env python3
"""One frame through eight tone-mapping operators side by side: `docs/pictures/operators.png`.

    python3 notebooks/operators.py [TONEMAP [CLIP]]   # CLIP is the start of a name in Examples/clips; s04 by default

Only `--tone-mapping` changes; everything else is the command's default. The label is the option's value.

Needs NumPy, Matplotlib (with it come Pillow and the font), zstd, and the command: .build/release/tonemap by default.
"""
import pathlib
import subprocess
import sys
import tempfile

import matplotlib
import numpy as np
from PIL import Image, ImageDraw, ImageFont

HOME = pathlib.Path(__file__).resolve().parent.parent
TARGET = HOME / "docs/pictures/operators.png"
OPERATORS = ["spline", "bt2390", "bt2446a", "reference-white", "reinhard", "mobius", "hable", "clip"]
COLUMNS, WIDTH, GAP, LABEL = 4, 264, 5, 23  # pictures in a row; and in pixels: a picture, the space between two, a label's height


def main():
    tool = sys.argv[1] if len(sys.argv) > 1 else str(HOME / ".build/release/tonemap")
    about = next((HOME / "Examples/clips").glob((sys.argv[2] if len(sys.argv) > 2 else "s04") + "*.json"))
    font = ImageFont.truetype(str(pathlib.Path(matplotlib.get_data_path()) / "fonts/ttf/DejaVuSans.ttf"), 16)
    sheet = None
    with tempfile.TemporaryDirectory() as folder:
        source, target, shown = (pathlib.Path(folder) / name for name in ["in.yuv", "out.y4m", "out.png"])
        subprocess.run(["zstd", "-qdfo", source, about.with_suffix(".yuv.zst")], check=True)
        for index, name in enumerate(OPERATORS):
            subprocess.run(
                [
                    tool, "convert", source, target, "--color-json", about, "--to", "sdr709", "--tone-mapping", name,
                    "--preview", shown, "--progress", "none",
                ],
                check=True,
            )
            picture = Image.open(shown).convert("RGB")
            luma = np.asarray(picture) @ [0.2126, 0.7152, 0.0722]
            print(f"{name}: mean {luma.mean():.0f}, 5 % {np.percentile(luma, 5):.0f}, 95 % {np.percentile(luma, 95):.0f}")
            height = round(picture.height * WIDTH / picture.width)
            if sheet is None:
                rows = -(-len(OPERATORS) // COLUMNS)
                size = (COLUMNS * (WIDTH + GAP) - GAP, rows * (LABEL + height + GAP) - GAP)
                sheet = Image.new("RGB", size, "white")
                pen = ImageDraw.Draw(sheet)
            left, top = index % COLUMNS * (WIDTH + GAP), index // COLUMNS * (LABEL + height + GAP)
            label = f"{name} (default)" if name == "spline" else name
            pen.text((left + WIDTH / 2, top + LABEL / 2), label, fill="black", font=font, anchor="mm")
            sheet.paste(picture.resize((WIDTH, height), Image.Resampling.LANCZOS), (left, top + LABEL))
    sheet.save(TARGET, optimize=True)


if __name__ == "__main__":
    main()
