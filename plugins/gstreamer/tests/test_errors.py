"""What people do wrong, and the sentence that they get: an error of the element, and no frame."""

import pytest
from conftest import COLOR, HEIGHT, caps, command
from gi.repository import GLib, Gst
from pipelines import Pipeline, PipelineError, error_of

SDR = "video/x-raw, colorimetry=(string)bt709"


@pytest.mark.parametrize(
    "element, downstream, color, words",
    [
        ("tonemap", None, None, ["10 bits", "no transfer", "PQ, HLG or SDR"]),
        ("tonemap viewing=disco", None, COLOR, ["disco", "office"]),
        ("tonemap transfer=magic", None, COLOR, ["magic", "pq"]),
        (r"""tonemap options="{\"exposure\": 99}" """, None, COLOR, ["99", "-6", "6"]),
        (r"""tonemap options="{\"target_peak\": -5}" """, None, COLOR, ["-5"]),
        ("tonemap options=[1]", None, COLOR, ["options", "JSON object", "[1]"]),
        ("tonemap options=knee", None, COLOR, ["options", "JSON object", "knee"]),
        (r"""tonemap options="{\"knee\": 1}" """, None, COLOR, ["knee"]),
        (r"""tonemap options="{\"video_codec\": \"h264\"}" """, None, COLOR, ["video_codec"]),
        (r"""tonemap options="{\"out_pixel_format\": \"nv12\"}" """, None, COLOR, ["caps", "format=NV12"]),
        (r"""tonemap to=pq options="{\"out_matrix\": \"ictcp\"}" """, None, COLOR, ["matrix"]),
        ("tonemap to=pq", SDR, COLOR, ["bt2100-pq", "bt709", "`to`"]),
        ("tonemap", None, f"{COLOR}, interlace-mode=(string)interleaved", ["interlaced", "deinterlace"]),
    ],
)
def test_misuse(picture, element, downstream, color, words):
    sentence = error_of(picture, caps("I420_10LE", color=color), element, downstream)
    for word in words:
        assert word in sentence, sentence
    assert "--" not in sentence


@pytest.mark.parametrize("setting", ["tone-mapping=magic", "to=tv", "range=sideways", "dither=2.5"])
def test_words_that_a_property_does_not_have(setting):
    with pytest.raises(GLib.Error, match=setting.split("=")[0]):
        Pipeline(caps("I420_10LE"), f"tonemap {setting}")


def test_a_buffer_that_is_too_small(picture):
    sentence = error_of(picture[:-2], caps("I420_10LE"))
    assert str(len(picture) - 2) in sentence and str(len(picture)) in sentence


def test_a_picture_that_is_too_wide():
    assert "65535" in error_of(bytes(70000 * 2 * 3), caps("I420_10LE", 70000, 2))


def test_formats_that_nobody_has(picture):
    with pytest.raises(PipelineError):
        with Pipeline(caps("v210")) as pipeline:
            pipeline.convert(bytes(1368 * HEIGHT))


def test_a_format_that_downstream_wants_but_is_not_written():
    with pytest.raises(GLib.Error, match="could not link tonemap"):
        Pipeline(caps("I420_10LE"), downstream="video/x-raw, format=AYUV")


def test_a_change_to_the_worse_ends_the_stream(picture):
    """A property that becomes wrong while frames flow."""
    with Pipeline(caps("I420_10LE")) as pipeline:
        pipeline.convert(picture, 0)
        pipeline.tonemap.set_property("viewing", "disco")
        with pytest.raises(PipelineError, match="disco"):
            pipeline.convert(picture, 1)


def test_the_element_can_be_used_again(picture):
    with Pipeline(caps("I420_10LE"), "tonemap viewing=disco") as pipeline:
        with pytest.raises(PipelineError):
            pipeline.convert(picture)
        pipeline.pipeline.set_state(Gst.State.NULL)
        pipeline.posted.clear()
        pipeline.tonemap.set_property("viewing", None)
        pipeline.tonemap.set_property("tone-mapping", "hable")
        pipeline.pipeline.set_state(Gst.State.PLAYING)
        assert pipeline.convert(picture)[0] == command(picture, "yuv420p10le", tone_mapping="hable")


def test_an_error_is_posted_once():
    """Upstream tries the same caps again until the application stops it."""
    pipeline = Gst.parse_launch(f"videotestsrc ! {caps('P010_10LE', color=None)} ! tonemap ! fakesink")
    pipeline.set_state(Gst.State.PLAYING)
    bus = pipeline.get_bus()
    bus.timed_pop_filtered(10 * Gst.SECOND, Gst.MessageType.ERROR)
    more = bus.timed_pop_filtered(Gst.SECOND // 2, Gst.MessageType.ERROR)
    pipeline.set_state(Gst.State.NULL)
    assert more is None or more.src.get_factory().get_name() != "tonemap"


def test_without_a_peer():
    """Nothing downstream is no error of this element."""
    pipeline = Gst.parse_launch(f"videotestsrc num-buffers=1 ! {caps('P010_10LE')} ! tonemap to=sdr709")
    pipeline.set_state(Gst.State.PLAYING)
    message = pipeline.get_bus().timed_pop_filtered(10 * Gst.SECOND, Gst.MessageType.ERROR)
    pipeline.set_state(Gst.State.NULL)
    assert message.src.get_factory().get_name() == "videotestsrc"
    assert "not-linked" in message.parse_error()[1]
