"""Runs the built plugin in pipelines, and the command `tonemap` on the same frames: what both give must be the same bytes.

TONEMAP is the command, by default `tonemap`; the plugin is what plugins/gstreamer/build left.
"""

import functools
import os
import pathlib
import subprocess

import pytest

REPOSITORY = pathlib.Path(__file__).parents[3]
PLUGINS = REPOSITORY / "out/gstreamer-1.0"
os.environ["GST_PLUGIN_PATH"] = str(PLUGINS)
os.environ.setdefault("GST_REGISTRY", str(PLUGINS / "registry.bin"))

import gi  # noqa: E402

gi.require_version("Gst", "1.0")
gi.require_version("GstVideo", "1.0")
from gi.repository import Gst  # noqa: E402

Gst.init(None)
if not Gst.ElementFactory.find("tonemap"):
    pytest.exit(f"{PLUGINS} has no plugin that loads: run plugins/gstreamer/build", 2)

COMMAND = os.environ.get("TONEMAP", "tonemap")
PICTURE = "s04_morning_512x288_1f_pq_yuv420p10le"
WIDTH, HEIGHT = 512, 288
# What the picture's JSON states, as options of the command and as caps.
TAGS = {
    "transfer": "pq", "primaries": "bt2020", "matrix": "bt2020nc", "range": "narrow", "chroma-location": "left",
    "master-display": "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,0)", "max-cll": "1000,218",
}
LIGHT = (
    "mastering-display-info=(string)34000:16000:13250:34500:7500:3000:15635:16450:10000000:0, "
    "content-light-level=(string)1000:218"
)
COLOR = f"colorimetry=(string)bt2100-pq, chroma-site=(string)mpeg2, {LIGHT}"


def caps(format, width=WIDTH, height=HEIGHT, color=COLOR, rate="25/1"):
    text = f"video/x-raw, format={format}, width={width}, height={height}, framerate=(fraction){rate}"
    return f"{text}, {color}" if color else text


def command(frames, pixel_format, *, width=WIDTH, height=HEIGHT, tags=TAGS, **options):
    """Converts raw frames, one after another, by the command; None leaves an option out."""
    arguments = [COMMAND, "convert", "-", "-", "--size", f"{width}x{height}", "--pixel-format", pixel_format]
    for name, value in {**tags, **{name.replace("_", "-"): value for name, value in options.items()}}.items():
        if value is not None:
            arguments += [f"--{name}", str(value)]
    done = subprocess.run(arguments, input=frames, capture_output=True)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


@pytest.fixture(scope="session")
def picture():
    """A PQ frame of 4:2:0, 10 bits."""
    return subprocess.run(
        ["zstd", "-dc", REPOSITORY / f"Examples/clips/{PICTURE}.yuv.zst"], stdout=subprocess.PIPE, check=True
    ).stdout


def cropped(picture, width, height):
    """The upper left of the frame."""
    planes, start = [], 0
    for columns, rows, kept, kept_rows in [(WIDTH, HEIGHT, width, height)] + [
        (WIDTH // 2, HEIGHT // 2, (width + 1) // 2, (height + 1) // 2)
    ] * 2:
        planes += (picture[start + y * columns * 2:][:kept * 2] for y in range(kept_rows))
        start += columns * rows * 2
    return b"".join(planes)


@pytest.fixture(scope="session")
def pictures(picture):
    """The frame in another layout, by the command's name, and at another size."""

    @functools.cache
    def make(pixel_format, width=WIDTH, height=HEIGHT):
        frame = cropped(picture, width, height)
        return command(frame, "yuv420p10le", width=width, height=height, to="pq", out_pixel_format=pixel_format)

    return make
