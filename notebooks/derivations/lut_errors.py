#!/usr/bin/env python3
"""How wrong LUTs are, by size, form of the table and interpolation: the tables of `luts.md`, and `docs/pictures/lut-errors.png`.

    python3 notebooks/derivations/lut_errors.py [TONEMAP [PICTURE]]   # .build/release/tonemap and docs/pictures/lut-errors.png by default

Every number is from a certificate that `tonemap lut` writes: over all colors of the source, against the exact conversion. Fitted cubes are
fitted for the interpolation that they are measured with; where no fit is better than the samples, the command keeps those. Prints the table
*By interpolation* too, by lut_interpolations.py. It takes about a quarter of an hour on two cores. Needs Matplotlib, with which Pillow comes, and what
lut_interpolations.py needs.
"""
import functools
import io
import json
import pathlib
import subprocess
import sys
import tempfile

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from matplotlib.ticker import LogLocator
from PIL import Image

HOME = pathlib.Path(__file__).resolve().parents[2]
TOOL = sys.argv[1] if len(sys.argv) > 1 else str(HOME / ".build/release/tonemap")
TARGET = sys.argv[2] if len(sys.argv) > 2 else str(HOME / "docs/pictures/lut-errors.png")
PLANS = {
    "PQ 1000 → SDR": "--transfer pq --source-peak 1000",
    "PQ 4000 → SDR": "--transfer pq --source-peak 4000",
    "HLG → SDR": "--transfer hlg",
    "PQ 1000 → HLG": "--transfer pq --source-peak 1000 --to hlg",
    "HLG → PQ": "--transfer hlg --to pq",
}
SIZES = [17, 33, 65]
FORMS = {
    "sampled": "--vertices sampled --shaper none",
    "fitted": "--vertices fitted --shaper none",
    "shaper": "--vertices sampled --shaper auto",
    "shaper, fitted": "--vertices fitted --shaper auto",
}
INTERPOLATIONS = {"tetrahedral": "-", "trilinear": "--"}  # the lines of the picture


@functools.cache
def certificate(plan, size, form, interpolation, folder):
    words = f"{PLANS[plan]} --cube-size {size} {FORMS[form]} --force --json".split()
    if interpolation:
        words += ["--lut-interpolation", interpolation]
    done = subprocess.run([TOOL, "lut", f"{folder}/lut.clf", *words], check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return json.loads(done.stdout)


def measured(plan, size, form, interpolation, folder):
    """A certificate has both interpolations, but a fitted cube is made for one."""
    made = certificate(plan, size, form, interpolation if "fitted" in form else None, folder)
    return next(m for m in made["measurements"] if m["interpolation"] == interpolation)


def words(value):
    """Three digits."""
    return f"{value:.{1 if value >= 10 else 2 if value >= 1 else 3}f}"


def cell(found):
    codes, seen = found["codes_of_8_bits"], found["delta_e_itp"]
    return ", ".join(words(codes[k]) for k in ["maximum", "percentile_99_9", "mean"]) + "; " + ", ".join(
        words(seen[k]) for k in ["maximum", "mean"])


def tables(found):
    for interpolation in INTERPOLATIONS:
        print(f"\n| {interpolation} | {' | '.join(FORMS)} |\n|---|{'---|' * len(FORMS)}")
        for plan in PLANS:
            for size in SIZES:
                print(f"| {plan}, {size}³ |", " | ".join(cell(found[plan, size, p, interpolation]) for p in FORMS), "|")


def picture(found):
    plt.rcParams.update({"font.size": 10, "axes.spines.top": False, "axes.spines.right": False})
    figure, grid = plt.subplots(2, len(PLANS), figsize=(12, 6), sharex=True)
    for (key, plan), axes in zip([(key, plan) for key in ["maximum", "mean"] for plan in PLANS], grid.flat):
        for color, form in zip(["#555555", "#d55e00", "#0072b2", "#009e73"], FORMS):
            for interpolation, style in INTERPOLATIONS.items():
                errors = [found[plan, size, form, interpolation]["codes_of_8_bits"][key] for size in SIZES]
                axes.plot(SIZES, errors, style, color=color, marker="o", markersize=3.5, label=f"{form}, {interpolation}")
        axes.set(xscale="log", yscale="log", title=plan if key == "maximum" else None)
        axes.set_xticks(SIZES, [f"{size}³" for size in SIZES])
        axes.yaxis.set_major_locator(LogLocator(subs=[1, 2, 3, 5, 7]))
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
        axes.minorticks_off()
        axes.grid(axis="y", color="#e5e5e5")
    for axes, key in zip(grid[:, 0], ["maximum", "mean"]):
        axes.set_ylabel(f"{key} error, 8-bit codes")
    figure.legend(*grid[0][0].get_legend_handles_labels(), loc="lower center", ncols=4, frameon=False)
    figure.tight_layout(rect=(0, 0.08, 1, 1))
    figure.savefig(drawn := io.BytesIO(), dpi=100)
    Image.open(drawn).convert("RGB").quantize(64).save(TARGET, optimize=True)


def main():
    with tempfile.TemporaryDirectory() as folder:
        found = {
            (plan, size, form, interpolation): measured(plan, size, form, interpolation, folder)
            for plan in PLANS for size in SIZES for form in FORMS for interpolation in INTERPOLATIONS
        }
    tables(found)
    picture(found)
    print(flush=True)
    subprocess.run([sys.executable, HOME / "notebooks/derivations/lut_interpolations.py", TOOL], check=True)


if __name__ == "__main__":
    main()
