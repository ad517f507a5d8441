"""What caps say reaches the plan, and what the plan says reaches the caps."""

import json
import subprocess

import pytest
from conftest import COMMAND, TAGS, caps, command
from gi.repository import Gst, GstVideo
from pipelines import Pipeline, convert
from test_formats import READ, tags_of


def out_caps(picture, source, element="tonemap", downstream=None):
    return convert(picture, source, element, downstream)[1]


@pytest.mark.parametrize(
    "source, expected",
    [
        ("P010_10LE", "NV12"), ("I420_10LE", "I420"), ("I422_10LE", "Y42B"), ("Y444_12LE", "Y444"), ("RGBA64_LE", "RGBA"),
        ("GBR_10LE", "RGB"), ("A420_10LE", "A420"), ("GRAY16_LE", "GRAY8"),
        # GStreamer does not have them with 8 bits.
        ("A422_10LE", "A422_10LE"), ("A444_10LE", "A444_10LE"),
    ],
)
def test_the_default_is_8_bits_of_the_same_layout(pictures, source, expected):
    name = READ[source]
    assert out_caps(pictures(name), caps(source, color=tags_of(name)[0])).get_string("format") == expected


@pytest.mark.parametrize(
    "accepted, expected",
    [
        ("NV12", "NV12"), ("RGB", "RGB"), ("{ RGB, NV12 }", "NV12"), ("{ NV12, I420 }", "NV12"), ("{ Y444, Y42B, I420 }", "I420"),
        ("{ P010_10LE, I420_10LE }", "P010_10LE"), ("{ GRAY8, RGB }", "RGB"), ("{ BGRx, BGRA }", "BGRx"), ("{ AYUV, NV12 }", "NV12"),
    ],
)
def test_the_format_that_loses_least_is_taken(pictures, accepted, expected):
    structure = out_caps(pictures("p010le"), caps("P010_10LE"), downstream=f"video/x-raw, format=(string){accepted}")
    assert structure.get_string("format") == expected


@pytest.mark.parametrize(
    "element, downstream, expected, options",
    [
        ("tonemap", None, ("I420", "bt709", "mpeg2"), {}),
        ("tonemap to=srgb", None, ("I420", "2:3:7:1", None), {"to": "srgb"}),
        ("tonemap", "video/x-raw, format=RGB", ("RGB", "1:1:5:1", None), {"out_pixel_format": "rgb24"}),
        ("tonemap to=srgb", "video/x-raw, format=RGB", ("RGB", "sRGB", None), {"to": "srgb", "out_pixel_format": "rgb24"}),
        ("tonemap to=hlg", None, ("I420_10LE", "bt2100-hlg", "cosited"), {"to": "hlg"}),
        ("tonemap to=p3-sdr", None, ("I420", None, None), {"to": "p3-sdr"}),
    ],
)
def test_output_is_tagged_as_the_command_tags_it(picture, element, downstream, expected, options, tmp_path):
    """The command writes the tags beside its output."""
    (tmp_path / "in.yuv").write_bytes(picture)
    arguments = [COMMAND, "convert", "in.yuv", "out.yuv", "--size", "512x288", "--pixel-format", "yuv420p10le"]
    for name, value in {**TAGS, **{name.replace("_", "-"): value for name, value in options.items()}}.items():
        arguments += [f"--{name}", value]
    subprocess.run(arguments, cwd=tmp_path, check=True, capture_output=True)
    tags = json.loads((tmp_path / "out.yuv.color.json").read_text())["color"]

    found, structure = convert(picture, caps("I420_10LE"), element, downstream)
    color = GstVideo.VideoColorimetry()
    assert color.from_string(structure.get_string("colorimetry"))
    assert [
        GstVideo.VideoColorPrimaries.to_iso(color.primaries), GstVideo.VideoTransferFunction.to_iso(color.transfer),
        GstVideo.VideoColorMatrix.to_iso(color.matrix), int(int(color.range) == 1),
    ] == tags["cicp"]
    sites = {"mpeg2": "left", "jpeg": "center", "cosited": "topleft", None: None}
    assert sites[structure.get_string("chroma-site")] == tags.get("chroma_location")
    for name, value in zip(("format", "colorimetry", "chroma-site"), expected):
        assert value is None or structure.get_string(name) == value
    assert found == (tmp_path / "out.yuv").read_bytes()


@pytest.mark.parametrize(
    "source, expected",
    [
        ("P010_10LE", "P010_10LE"), ("NV12", "P010_10LE"), ("Y444", "Y444_10LE"), ("I422_12LE", "I422_10LE"), ("GRAY8", "GRAY16_LE"),
        ("RGB", "GBR_10LE"),
    ],
)
def test_the_default_for_hdr_has_10_bits(pictures, source, expected):
    name = READ[source]
    found = out_caps(pictures(name), caps(source, color=tags_of(name)[0]), "tonemap to=pq")
    assert found.get_string("format") == expected


def test_hdr_fields_go_with_hdr(picture):
    assert not out_caps(picture, caps("I420_10LE")).has_field("mastering-display-info")
    assert not out_caps(picture, caps("I420_10LE"), "tonemap to=hlg").has_field("content-light-level")
    pq = out_caps(picture, caps("I420_10LE"), "tonemap to=pq")
    assert pq.get_string("mastering-display-info") == "34000:16000:13250:34500:7500:3000:15635:16450:10000000:0"
    fine = "34001:15999:13249:34501:7499:3001:15634:16451:40000001:51"
    source = f"colorimetry=(string)bt2100-pq, chroma-site=(string)mpeg2, mastering-display-info=(string){fine}"
    assert out_caps(picture, caps("I420_10LE", color=source), "tonemap to=pq").get_string("mastering-display-info") == fine
    dimmed = out_caps(picture, caps("I420_10LE"), "tonemap to=pq target-peak=600")
    assert dimmed.get_string("mastering-display-info").split(":")[8] == "6000000"


def test_size_rate_and_shape_stay(picture):
    shape = "pixel-aspect-ratio=(fraction)4/3, multiview-mode=(string)mono"
    found = out_caps(picture, f"{caps('I420_10LE')}, {shape}", downstream="video/x-raw, format=NV12").to_string()
    for field in shape.split(", ") + ["width=(int)512", "height=(int)288", "framerate=(fraction)25/1"]:
        assert field in found


def display(maximum, minimum, white=(15635, 16450)):
    """A mastering display as caps and as the color JSON have it."""
    points = {"red": (34000, 16000), "green": (13250, 34500), "blue": (7500, 3000), "white": white}
    numbers = [number for point in points.values() for number in point]
    json = {name: [x / 50000, y / 50000] for name, (x, y) in points.items()}
    text = ":".join(map(str, [*numbers, round(maximum * 10000), round(minimum * 10000)]))
    return f", mastering-display-info=(string){text}", {**json, "max_cd_m2": maximum, "min_cd_m2": minimum}


def test_the_light_of_caps_counts(picture, tmp_path):
    """It is believed as far as the command believes a file that states the same."""
    levels = {"MaxCLL": 600, "MaxFALL": 100}
    cases = [
        ("", None, None),
        (*display(4000, 0.005), None),
        (", content-light-level=(string)600:100", None, levels),
        (display(1000, 0.01)[0] + ", content-light-level=(string)600:100", display(1000, 0.01)[1], levels),
        # Zeros are unknown; 0.1 cd/m2 is a wrong unit; black cannot be brighter than white; there is no such white.
        (*display(0, 0, (0, 0)), None),
        (*display(0.1, 0.0001), None),
        (*display(1000, 2000), None),
        (*display(4000, 0.005, (65535, 1)), None),
        (", content-light-level=(string)0:0", None, {"MaxCLL": 0, "MaxFALL": 0}),
    ]
    tags = {name: value for name, value in TAGS.items() if name not in ("master-display", "max-cll")}
    results = []
    for light, mastering, levels in cases:
        stated = tmp_path / "in.json"
        stated.write_text(json.dumps({"metadata": {"mastering_display": mastering, "content_light": levels}}))
        found, _ = convert(picture, caps("I420_10LE", color=f"colorimetry=(string)bt2100-pq, chroma-site=(string)mpeg2{light}"))
        assert found == command(picture, "yuv420p10le", tags=tags, color_json=stated), light
        results.append(found)
    assert len(set(results[:3])) == 3


def test_light_that_cannot_be_is_reported(picture):
    with Pipeline(caps("I420_10LE", color=f"colorimetry=(string)bt2100-pq, chroma-site=(string)mpeg2{display(1000, 2000)[0]}")) as pipeline:
        pipeline.convert(picture)
        said = [message.parse_info()[0].message for message in pipeline.messages(Gst.MessageType.INFO)]
    assert any("2000" in sentence for sentence in said), said


@pytest.mark.parametrize(
    "colorimetry, tags",
    [
        ("bt2100-pq", {"transfer": "pq", "primaries": "bt2020", "matrix": "bt2020nc", "range": "narrow"}),
        ("bt2100-hlg", {"transfer": "hlg", "primaries": "bt2020", "matrix": "bt2020nc", "range": "narrow"}),
        ("bt709", {"transfer": "bt709", "primaries": "bt709", "matrix": "bt709", "range": "narrow"}),
        ("bt2020-10", {"transfer": "bt2020-10", "primaries": "bt2020", "matrix": "bt2020nc", "range": "narrow"}),
        # Full range, BT.709's matrix, HLG, P3-D65: the numbers are GStreamer's.
        ("1:3:15:11", {"transfer": "hlg", "primaries": "smpte432", "matrix": "bt709", "range": "full"}),
    ],
)
@pytest.mark.parametrize("site, location", [("mpeg2", "left"), ("cosited", "topleft"), ("jpeg", "center")])
def test_color_of_caps_counts(picture, colorimetry, tags, site, location):
    color = f"colorimetry=(string){colorimetry}, chroma-site=(string){site}"
    found, _ = convert(picture, caps("I420_10LE", color=color))
    assert found == command(picture, "yuv420p10le", tags={**tags, "chroma-location": location})


@pytest.mark.parametrize(
    "demand, options",
    [
        ("bt709", {}),
        ("bt2100-pq", {"to": "pq"}),
        ("bt2100-hlg", {"to": "hlg"}),
        ("{ (string)bt2100-hlg, (string)bt709 }", {}),
        ("bt601", {"to": "sdr709", "out_matrix": "smpte170m", "out_transfer": "smpte170m", "out_primaries": "smpte170m"}),
        ("1:3:5:1", {"out_range": "full"}),
    ],
)
def test_downstream_chooses_the_display(picture, demand, options):
    """By default, SDR; if downstream does not accept that, what it names."""
    demand = demand if demand.startswith("{") else f"(string){demand}"
    with Pipeline(caps("I420_10LE"), downstream=f"video/x-raw, colorimetry={demand}") as pipeline:
        found, structure = pipeline.convert(picture)
    names = {"pq": "bt2100-pq", "hlg": "bt2100-hlg"}
    if options.get("to") in names:
        assert structure.get_string("colorimetry") == names[options["to"]]
    assert found == command(picture, "yuv420p10le", **options)


def test_downstream_chooses_the_chroma_site(picture):
    found, structure = convert(picture, caps("I420_10LE"), downstream="video/x-raw, chroma-site=(string)jpeg")
    assert structure.get_string("chroma-site") == "jpeg"
    assert found == command(picture, "yuv420p10le", out_chroma_location="center")


def test_caps_queries():
    """Both pads offer what the other one can become; color and formats do not pass through."""
    element = Gst.ElementFactory.make("tonemap")
    sink, source = element.get_static_pad("sink"), element.get_static_pad("src")
    wide = Gst.Caps.from_string("video/x-raw, format=NV12, width=640, height=[ 1, 480 ], colorimetry=(string)bt709")
    for pad in (sink, source):
        answer = pad.query_caps(wide)
        structure = answer.get_structure(0)
        assert structure.get_value("width") == 640
    assert sink.query_accept_caps(Gst.Caps.from_string(caps("P010_10LE")))
    assert not sink.query_accept_caps(Gst.Caps.from_string(caps("v210")))
    assert not sink.query_accept_caps(Gst.Caps.from_string(caps("BGRx")))
    assert source.query_accept_caps(Gst.Caps.from_string(caps("BGRx", color=None)))
