"""Every layout in and out has the command's bytes."""

import pytest
from conftest import HEIGHT, WIDTH, caps, command
from pipelines import Pipeline, convert, laid_out

# The names of both, written down apart from the element's own table.
READ = {
    "I420": "yuv420p", "NV12": "nv12", "I420_10LE": "yuv420p10le", "P010_10LE": "p010le", "I420_12LE": "yuv420p12le",
    "P012_LE": "p012le", "P016_LE": "p016le", "A420": "yuva420p", "A420_10LE": "yuva420p10le", "Y42B": "yuv422p",
    "NV16": "nv16", "I422_10LE": "yuv422p10le", "Y210": "y210le", "I422_12LE": "yuv422p12le", "Y212_LE": "y212le",
    "A422_10LE": "yuva422p10le", "Y444": "yuv444p", "NV24": "nv24", "Y444_10LE": "yuv444p10le",
    "Y444_12LE": "yuv444p12le", "Y444_16LE": "yuv444p16le",
    "A444_10LE": "yuva444p10le", "RGB": "rgb24", "BGR": "bgr24", "RGBA": "rgba", "BGRA": "bgra",
    "RGB10A2_LE": "x2bgr10le", "BGR10A2_LE": "x2rgb10le", "RGBA64_LE": "rgba64le", "GBR": "gbrp",
    "GBR_10LE": "gbrp10le", "GBR_12LE": "gbrp12le",
    "GBRA": "gbrap", "GBRA_10LE": "gbrap10le", "GBRA_12LE": "gbrap12le", "GRAY8": "gray", "GRAY16_LE": "gray16le",
}
WRITTEN = {**READ, "RGBx": "rgba", "BGRx": "bgra"}


def is_rgb(name):
    return name.startswith(("rgb", "bgr", "gbr", "x2"))


def tags_of(name):
    """Caps and the command's options that say the same of a source in this layout."""
    if is_rgb(name):
        color = "colorimetry=(string)1:1:14:7"
        options = {"transfer": "pq", "primaries": "bt2020", "range": "full"}
    else:
        site = "" if "444" in name or name in ("nv24", "gray", "gray16le") else ", chroma-site=(string)mpeg2"
        color = "colorimetry=(string)bt2100-pq" + site
        options = {"transfer": "pq", "primaries": "bt2020", "matrix": "bt2020nc", "range": "narrow"}
        if site:
            options["chroma-location"] = "left"
    return color, options


@pytest.mark.parametrize("format", READ)
def test_read(pictures, format):
    name = READ[format]
    frame = pictures(name)
    color, tags = tags_of(name)
    found, _ = convert(frame, caps(format, color=color), downstream="video/x-raw, format=NV12")
    assert found == command(frame, name, tags=tags, out_pixel_format="nv12")


@pytest.mark.parametrize("format", WRITTEN)
def test_written(picture, format):
    found, structure = convert(picture, caps("I420_10LE"), downstream=f"video/x-raw, format={format}")
    assert structure.get_string("format") == format
    assert found == command(picture, "yuv420p10le", out_pixel_format=WRITTEN[format])


def test_exchanged_planes(picture):
    """YV12 is I420 with C'R first; RGBP and BGRP are planes in another order than G', B', R'."""
    y, c = WIDTH * HEIGHT, WIDTH * HEIGHT // 4
    i420 = command(picture, "yuv420p10le", out_pixel_format="yuv420p")
    found, _ = convert(picture, caps("I420_10LE"), downstream="video/x-raw, format=YV12")
    assert found == i420[:y] + i420[y + c:] + i420[y:y + c]
    g, b, r = (command(picture, "yuv420p10le", out_pixel_format="gbrp")[i * y:][:y] for i in range(3))
    found, _ = convert(picture, caps("I420_10LE"), downstream="video/x-raw, format=RGBP")
    assert found == r + g + b
    found, _ = convert(picture, caps("I420_10LE"), downstream="video/x-raw, format=BGRP")
    assert found == b + g + r


@pytest.mark.parametrize("size", [(511, 287), (1, 1), (2, 3), (17, 16)])
@pytest.mark.parametrize("format", ["I420_10LE", "P010_10LE", "RGB"])
def test_odd_sizes(pictures, size, format):
    """GStreamer pads rows to 4 bytes; frames without padding state it."""
    name = READ[format]
    frame = pictures(name, *size)
    color, tags = tags_of(name)
    text = caps(format, *size, color=color)
    for target, target_name in [("I420", "yuv420p"), ("BGR", "bgr24")]:
        found, _ = convert(laid_out(frame, text), text, downstream=f"video/x-raw, format={target}")
        assert found == command(frame, name, width=size[0], height=size[1], tags=tags, out_pixel_format=target_name)


@pytest.mark.parametrize("pad, is_flipped", [(2, False), (64, False), (6, True)])
@pytest.mark.parametrize("format", ["I420_10LE", "P010_10LE", "RGBA64_LE", "GBR_10LE"])
def test_strides(pictures, format, pad, is_flipped):
    name = READ[format]
    frame = pictures(name)
    color, tags = tags_of(name)
    text = caps(format, color=color)
    found, _ = convert(laid_out(frame, text, pad, is_flipped), text, downstream="video/x-raw, format=I420")
    assert found == command(frame, name, tags=tags, out_pixel_format="yuv420p")


def test_frames_differ_by_their_index(picture):
    """The dither moves from frame to frame as the command's does."""
    expected = command(picture * 3, "yuv420p10le")
    size = len(expected) // 3
    assert expected[:size] != expected[size:2 * size]
    with Pipeline(caps("I420_10LE")) as pipeline:
        for index in (0, 1, 2, 1):
            assert pipeline.convert(picture, index)[0] == expected[index * size:][:size]
