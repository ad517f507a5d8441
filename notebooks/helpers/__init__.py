"""What the notebooks share: the clips of Examples, the command, a light meter, and how figures look.

The command is $TONEMAP, by default `tonemap`. The package `tonemap` is the one that is installed, or that of this checkout with the library that
$TONEMAP_LIBRARY names.
"""
import functools
import json
import os
import pathlib
import subprocess
import sys

import matplotlib.pyplot as plt
import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
if os.environ.get("TONEMAP_LIBRARY"):
    sys.path.insert(0, str(ROOT / "python"))
import tonemap  # noqa: E402

COMMAND = os.environ.get("TONEMAP") or "tonemap"
BLUE, RED, GREEN, ORANGE, PURPLE, BLACK = COLORS = ["#1b6ca8", "#c8553d", "#2a9d8f", "#e9a03b", "#7b5ea7", "#33363b"]
GRAY = "#8a8f98"
plt.rcParams.update({
    "figure.figsize": (10, 4), "figure.constrained_layout.use": True, "figure.dpi": 90, "font.size": 10, "axes.titlesize": 11,
    "axes.titlelocation": "left", "axes.spines.top": False, "axes.spines.right": False, "axes.grid": True, "axes.axisbelow": True, "grid.color": "#e6e8eb",
    "axes.prop_cycle": plt.cycler(color=COLORS), "lines.linewidth": 1.8, "legend.frameon": False,
})


def command(*words):
    """Runs the command and returns what it prints; if it fails, raises what it says."""
    done = subprocess.run([COMMAND, *map(str, words)], capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"tonemap {' '.join(map(str, words))} exited with {done.returncode}: {done.stderr}")
    return done.stdout


class Clip:
    """The frame of a clip in Examples: planes of 4:2:0 with 10 bits in PQ, and what is stated of them."""

    def __init__(self, name):
        self.path = next((ROOT / "Examples/clips").glob(f"*_{name}_*.json"))
        self.about = json.loads(self.path.read_text())
        self.width, self.height = self.about["width"], self.about["height"]
        self.raw = subprocess.run(["zstd", "-dcq", self.path.with_suffix(".yuv.zst")], stdout=subprocess.PIPE, check=True).stdout
        samples, size = np.frombuffer(self.raw, "<u2"), self.width * self.height
        self.planes = (samples[:size].reshape(self.height, self.width), *samples[size:].reshape(2, self.height // 2, self.width // 2))

    def convert(self, **options):
        """R'G'B' for a screen, sRGB unless another display is named. `dtype` is that of the array."""
        dtype = options.pop("dtype", None)
        plan = tonemap.Plan(color_json=self.about, **{"to": "srgb", **options})
        return plan.convert_yuv(*self.planes, bits=10, to_rgb=True, dtype=dtype)

    @functools.cached_property
    def pq(self):
        """R'G'B' of the source, 0 to 1 in PQ and BT.2020."""
        return self.convert(to="pq", dtype="float32")


def metered(signal, **source):
    """The light of gray signals in cd/m², by the light meter of `tonemap.measure`, which counts in steps of 1/256 cd/m²."""
    pictures = np.repeat(np.asarray(signal, "float32").reshape(-1, 1, 1, 1), 3, -1)
    return np.array([frame.maximum for frame in tonemap.measure(pictures, threads=1, **source).frames])


def exact_light(signal, transfer):
    """The light of a gray signal in cd/m², in double precision, by `tonemap explain`: a process for each signal."""
    words = ["explain", "--transfer", transfer, "--to", "sdr709", "--color", ",".join([f"{signal:.17g}"] * 3), "--json"]
    words += ["--source-peak", 10_000] if transfer == "pq" else []
    steps = json.loads(command(*words))["color"]["steps"]
    return next(step["components"][0] for step in steps if step["name"] == "linearize")


@functools.cache
def _table():
    signal = np.linspace(0, 1, 4096)
    return signal, metered(signal, source="hdr10")


def pq_of(light):
    """The PQ signal of light in cd/m², looked up in what the light meter shows."""
    signal, shown = _table()
    return np.interp(light, shown, signal)


def in_numbers(*axes):
    """Logarithmic axes with 0.1, 1 and 10 in place of powers of ten."""
    for axis in axes:
        axis.set_major_formatter(lambda value, _: f"{value:,.10g}".replace(",", "\u2009"))


def pictures(shown, columns=2, width=10, name=None):
    """Pictures with their titles, in rows."""
    rows = -(-len(shown) // columns)
    first = next(iter(shown.values()))
    height = width / columns * first.shape[0] / first.shape[1]
    figure, axes = plt.subplots(rows, columns, figsize=(width, rows * (height + 0.3)), squeeze=False)
    for axis in axes.flat:
        axis.set_axis_off()
    for axis, (title, picture) in zip(axes.flat, shown.items()):
        axis.imshow(picture, interpolation="antialiased", aspect="auto", **({"cmap": "gray", "vmin": 0, "vmax": 255} if picture.ndim == 2 else {}))
        axis.set_title(title)
    show(figure, name)


def show(figure, name=None):
    """Shows a figure; with a name, and $FIGURES set, it is also written into that folder."""
    if name and os.environ.get("FIGURES"):
        figure.savefig(pathlib.Path(os.environ["FIGURES"]) / f"{name}.png", dpi=85, metadata={"Software": None}, pil_kwargs={"optimize": True})
    plt.show()
