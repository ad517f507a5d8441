"""What happens between frames: changes, seeks, gaps, lateness, pools."""

import ctypes
import time

import pytest
from conftest import HEIGHT, TAGS, WIDTH, caps, command, cropped
from gi.repository import Gst, GstVideo
from pipelines import Pipeline, laid_out, tight


def frame_of(data, index):
    return data[len(data) // (index + 1) * index:]


def expected(picture, index, **options):
    return frame_of(command(picture * (index + 1), "yuv420p10le", **options), index)


def test_the_index_is_the_time(picture):
    """Frames have the bytes that they have in the whole clip, whatever came before."""
    with Pipeline(caps("I420_10LE")) as pipeline:
        for index in (0, 7, 2):
            assert pipeline.convert(picture, index)[0] == expected(picture, index)
    with Pipeline(caps("I420_10LE")) as pipeline:
        # The first picture is shown late, by half a second and by a part of a frame.
        for index in (0, 2):
            assert pipeline.convert(picture, pts=513 * Gst.MSECOND + index * Gst.SECOND // 25)[0] == expected(picture, index)
    with Pipeline(caps("I420_10LE", rate="30000/1001")) as pipeline:
        assert pipeline.convert(picture, pts=0)[0] == expected(picture, 0)
        # As containers store it: rounded to milliseconds.
        assert pipeline.convert(picture, pts=133 * Gst.MSECOND)[0] == expected(picture, 4)


@pytest.mark.parametrize("rate, index", [("0/1", 9), ("25/1", None)])
def test_without_a_rate_or_times_frames_are_counted(picture, rate, index):
    with Pipeline(caps("I420_10LE", rate=rate)) as pipeline:
        for count in range(3):
            assert pipeline.convert(picture, index)[0] == expected(picture, count)


def test_stream_time_counts_not_running_time(picture):
    """A segment whose times start at 10 seconds, and which is frame 3 of the clip."""
    with Pipeline(caps("I420_10LE")) as pipeline:
        segment = Gst.Segment.new()
        segment.init(Gst.Format.TIME)
        segment.start, segment.time = 10 * Gst.SECOND, 3 * Gst.SECOND // 25
        buffer = Gst.Buffer.new_wrapped(picture)
        buffer.pts = segment.start
        sample = Gst.Sample.new(buffer, Gst.Caps.from_string(caps("I420_10LE")), segment, None)
        pipeline.source.set_property("handle-segment-change", True)
        pipeline.source.emit("push-sample", sample)
        assert pipeline.pull()[0] == expected(picture, 3)


def test_size_and_color_change(picture):
    small = cropped(picture, 130, 66)
    with Pipeline(caps("I420_10LE")) as pipeline:
        assert pipeline.convert(picture, 0)[0] == expected(picture, 0)

        pipeline.source.set_property("caps", Gst.Caps.from_string(caps("I420_10LE", 130, 66)))
        found, structure = pipeline.convert(laid_out(small, caps("I420_10LE", 130, 66)), 1)
        assert (structure.get_value("width"), structure.get_value("height")) == (130, 66)
        assert found == frame_of(command(small * 2, "yuv420p10le", width=130, height=66), 1)

        hlg = "colorimetry=(string)bt2100-hlg, chroma-site=(string)mpeg2"
        pipeline.source.set_property("caps", Gst.Caps.from_string(caps("I420_10LE", color=hlg)))
        tags = {**TAGS, "transfer": "hlg", "master-display": None, "max-cll": None}
        assert pipeline.convert(picture, 2)[0] == expected(picture, 2, tags=tags)

        sdr = "colorimetry=(string)bt709, chroma-site=(string)mpeg2"
        eight = command(picture, "yuv420p10le")
        pipeline.source.set_property("caps", Gst.Caps.from_string(caps("I420", color=sdr)))
        assert pipeline.convert(eight, 3)[0] == eight


def test_properties_change(picture):
    """A property holds from the next frame on; `to` changes the caps too."""
    with Pipeline(caps("I420_10LE")) as pipeline:
        assert pipeline.convert(picture, 0)[0] == expected(picture, 0)
        pipeline.tonemap.set_property("exposure", 1.0)
        assert pipeline.convert(picture, 1)[0] == expected(picture, 1, exposure=1)
        pipeline.tonemap.set_property("to", "hlg")
        found, structure = pipeline.convert(picture, 2)
        assert structure.get_string("colorimetry") == "bt2100-hlg"
        assert found == expected(picture, 2, exposure=1, to="hlg")
        pipeline.tonemap.set_property("to", "auto")
        pipeline.tonemap.set_property("exposure", 0.0)
        assert pipeline.convert(picture, 3)[0] == expected(picture, 3)


def test_properties_change_at_any_time():
    """Also between the choice of the caps and their arrival."""
    pipeline = Gst.parse_launch(f"videotestsrc ! {caps('P010_10LE', 64, 36)} ! tonemap name=tonemap ! fakesink name=sink sync=false")
    tonemap, sink = pipeline.get_by_name("tonemap"), pipeline.get_by_name("sink")
    pipeline.set_state(Gst.State.PLAYING)
    for index in range(60):
        tonemap.set_property("exposure", index % 5 - 2)
        tonemap.set_property("to", ("auto", "pq", "hlg", "srgb")[index % 4])
        time.sleep(0.01)
    error = pipeline.get_bus().pop_filtered(Gst.MessageType.ERROR)
    frames = sink.get_property("stats").get_value("rendered")
    pipeline.set_state(Gst.State.NULL)
    assert not error, error.parse_error()
    assert frames > 3


def test_downstream_changes_its_mind(picture):
    with Pipeline(caps("I420_10LE"), downstream="video/x-raw, format=I420") as pipeline:
        pipeline.convert(picture, 0)
        pipeline.pipeline.get_by_name("filter").set_property("caps", Gst.Caps.from_string("video/x-raw, format=NV12"))
        found, structure = pipeline.convert(picture, 1)
        assert structure.get_string("format") == "NV12"
        assert found == expected(picture, 1, out_pixel_format="nv12")


def test_frames_that_need_nothing_pass(picture):
    """SDR in BT.709 stays the same memory; a look ends that, and its absence begins it again."""
    sdr = caps("I420", color="colorimetry=(string)bt709, chroma-site=(string)mpeg2")
    eight = command(picture, "yuv420p10le")
    tags = {"transfer": "bt709", "primaries": "bt709", "matrix": "bt709", "range": "narrow", "chroma-location": "left"}

    def passes(pipeline, index):
        buffer = Gst.Buffer.new_wrapped(eight)
        pipeline.push(buffer, index)
        sample = pipeline.pull_sample()
        inside = sample.get_buffer().peek_memory(0)
        return hash(inside) == hash(buffer.peek_memory(0)), sample.get_buffer().extract_dup(0, len(eight))

    with Pipeline(sdr) as pipeline:
        assert passes(pipeline, 0) == (True, eight)
        pipeline.tonemap.set_property("exposure", 1.0)
        brighter = command(eight * 2, "yuv420p", tags=tags, exposure=1)
        assert passes(pipeline, 1) == (False, frame_of(brighter, 1))
        pipeline.tonemap.set_property("exposure", 0.0)
        assert passes(pipeline, 2) == (True, eight)
    # Nor is it of any account then that frames have two fields.
    with Pipeline(f"{sdr}, interlace-mode=(string)interleaved, field-order=(string)top-field-first") as pipeline:
        assert passes(pipeline, 0) == (True, eight)
    # The command writes those frames as they are, too.
    assert command(eight, "yuv420p", tags=tags) == eight
    with Pipeline(sdr, downstream="video/x-raw, format=NV12") as pipeline:
        assert pipeline.convert(eight)[0] == command(eight, "yuv420p", tags=tags, out_pixel_format="nv12")


def test_late_frames_are_dropped(picture):
    with Pipeline(caps("I420_10LE")) as pipeline:
        pipeline.convert(picture, 0)
        late = Gst.Event.new_qos(Gst.QOSType.UNDERFLOW, 2.0, 2 * Gst.SECOND // 25, Gst.SECOND // 25)
        assert pipeline.tonemap.get_static_pad("src").send_event(late)
        for index in range(1, 6):
            pipeline.push(picture, index)
        first = pipeline.pull_sample()
        # Lateness of two frames at frame 1, and as much again while behind: frames up to 5 are late.
        dropped = [message.parse_qos() for message in pipeline.messages(Gst.MessageType.QOS)]
        assert dropped and first.get_buffer().pts == Gst.SECOND // 25 * (1 + len(dropped))
        assert first.get_buffer().has_flags(Gst.BufferFlags.DISCONT)
        index = 1 + len(dropped)
        assert tight(first.get_buffer(), first.get_caps()) == expected(picture, index)


def test_upstream_is_offered_a_pool_and_strides():
    with Pipeline(caps("I420_10LE")) as pipeline:
        pipeline.convert(bytes(WIDTH * HEIGHT * 3), 0)
        text = Gst.Caps.from_string(caps("I420_10LE"))
        query = Gst.Query.new_allocation(text, True)
        assert pipeline.tonemap.get_static_pad("sink").query(query)
        assert query.find_allocation_meta(GstVideo.video_meta_api_get_type())[0]
        pool, size, _, _ = query.parse_nth_allocation_pool(0)
        assert pool and size == WIDTH * HEIGHT * 3


def test_the_pool_of_downstream_is_used(picture):
    """A pool with padded rows, as a display or an encoder would offer."""
    pool = GstVideo.VideoBufferPool.new()
    with Pipeline(caps("I420_10LE")) as pipeline:
        library = ctypes.CDLL("libgstreamer-1.0.so.0")

        def offer(pad, info):
            query = info.get_query()
            if query.type != Gst.QueryType.ALLOCATION:
                return Gst.PadProbeReturn.OK
            text = query.parse_allocation()[0]
            video = GstVideo.VideoInfo.new_from_caps(text)
            config = pool.get_config()
            Gst.BufferPool.config_set_params(config, text, video.size, 2, 0)
            Gst.BufferPool.config_add_option(config, "GstBufferPoolOptionVideoMeta")
            Gst.BufferPool.config_add_option(config, "GstBufferPoolOptionVideoAlignment")
            alignment = GstVideo.VideoAlignment()
            alignment.reset()
            alignment.padding_right, alignment.padding_bottom = 96, 16
            GstVideo.buffer_pool_config_set_video_alignment(config, alignment)
            assert pool.set_config(config)
            # A query can be written to by its only owner, which its wrapper is not.
            address = ctypes.c_void_p(hash(query))
            del query
            library.gst_query_add_allocation_pool(address, ctypes.c_void_p(hash(pool)), ctypes.c_uint(video.size), 2, 0)
            library.gst_query_add_allocation_meta(address, ctypes.c_size_t(hash(GstVideo.video_meta_api_get_type())), None)
            return Gst.PadProbeReturn.HANDLED

        pipeline.sink.get_static_pad("sink").add_probe(Gst.PadProbeType.QUERY_DOWNSTREAM | Gst.PadProbeType.PUSH, offer)
        for index in range(3):
            pipeline.push(picture, index)
            sample = pipeline.pull_sample()
            meta = GstVideo.buffer_get_video_meta(sample.get_buffer())
            assert sample.get_buffer().pool == pool and meta.stride[0] == WIDTH + 96
            assert tight(sample.get_buffer(), sample.get_caps()) == expected(picture, index)


def test_what_is_attached_to_frames(picture):
    """Times and flags stay; so do metas that are not about memory or color."""
    with Pipeline(caps("I420_10LE")) as pipeline:
        buffer = Gst.Buffer.new_wrapped(picture)
        GstVideo.buffer_add_video_region_of_interest_meta(buffer, "face", 1, 2, 3, 4)
        pipeline.push(buffer, 5)
        result = pipeline.pull_sample().get_buffer()
        assert (result.pts, result.duration) == (Gst.SECOND // 5, Gst.SECOND // 25)
        assert GstVideo.buffer_get_video_region_of_interest_meta_id(result, 0).x == 1
