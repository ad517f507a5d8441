"""Frames into a pipeline with the element, and out of it."""

from gi.repository import Gst, GstVideo


class PipelineError(Exception):
    """The first error that a pipeline posted."""


class Pipeline:
    """appsrc ! tonemap ! appsink. Frames are pushed one at a time, so that what happens between them is known."""

    def __init__(self, source_caps, element="tonemap", downstream=None):
        text = f"appsrc name=source format=time ! {element} name=tonemap ! "
        if downstream:
            text += f"capsfilter name=filter caps=\"{downstream}\" ! "
        self.pipeline = Gst.parse_launch(text + "appsink name=sink sync=false")
        self.source, self.tonemap, self.sink = map(self.pipeline.get_by_name, ("source", "tonemap", "sink"))
        self.source.set_property("caps", Gst.Caps.from_string(source_caps))
        self.posted = []
        self.pipeline.set_state(Gst.State.PLAYING)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.pipeline.set_state(Gst.State.NULL)

    def messages(self, kind):
        """Those that were posted so far."""
        self.posted += iter(self.pipeline.get_bus().pop, None)
        return [message for message in self.posted if message.type == kind]

    def check(self):
        for message in self.messages(Gst.MessageType.ERROR):
            raise PipelineError(message.parse_error()[0].message)

    def push(self, data, index=0, rate=25, pts=None):
        buffer = data if isinstance(data, Gst.Buffer) else Gst.Buffer.new_wrapped(data)
        if index is not None:
            buffer.pts = index * Gst.SECOND // rate if pts is None else pts
            buffer.duration = Gst.SECOND // rate
        assert self.source.emit("push-buffer", buffer) in (Gst.FlowReturn.OK, Gst.FlowReturn.ERROR, Gst.FlowReturn.NOT_NEGOTIATED)

    def pull(self, seconds=20):
        """The next frame as (bytes without padding, caps)."""
        sample = self.pull_sample(seconds)
        return tight(sample.get_buffer(), sample.get_caps()), sample.get_caps().get_structure(0)

    def pull_sample(self, seconds=20):
        for _ in range(seconds * 20):
            sample = self.sink.emit("try-pull-sample", Gst.SECOND // 20)
            if sample:
                return sample
            self.check()
        raise TimeoutError("no frame came out")

    def convert(self, data, index=0, **how):
        self.push(data, index, **how)
        return self.pull()


def convert(data, source_caps, element="tonemap", downstream=None, index=0):
    with Pipeline(source_caps, element, downstream) as pipeline:
        return pipeline.convert(data, index)


def error_of(data, source_caps, element="tonemap", downstream=None):
    """The error that a frame ends with."""
    try:
        convert(data, source_caps, element, downstream)
    except PipelineError as error:
        return str(error)
    raise AssertionError("no error was posted")


def plane_rows(info):
    """(plane, bytes of a row, rows) of each plane."""
    format = info.finfo
    for plane in range(format.n_planes):
        component = next(c for c in range(format.n_components) if format.plane[c] == plane)
        width = -(-info.width >> format.w_sub[component])
        yield plane, width * format.pixel_stride[component], -(-info.height >> format.h_sub[component])


def layout(buffer, info):
    """(offsets, strides) of a frame in memory."""
    meta = GstVideo.buffer_get_video_meta(buffer)
    return (meta.offset, meta.stride) if meta else (info.offset, info.stride)


def tight(buffer, caps):
    info = GstVideo.VideoInfo.new_from_caps(caps)
    data = buffer.extract_dup(0, buffer.get_size())
    offsets, strides = layout(buffer, info)
    return b"".join(
        data[offsets[plane] + y * strides[plane]:][:size] for plane, size, rows in plane_rows(info) for y in range(rows)
    )


def laid_out(data, caps, pad=0, is_flipped=False):
    """A buffer of the frame whose rows are further apart by `pad` bytes, and follow each other upward if flipped. Padding is 0xA5."""
    info = GstVideo.VideoInfo.new_from_caps(Gst.Caps.from_string(caps))
    result, offsets, strides = bytearray(), [], []
    position = 0
    for plane, size, rows in plane_rows(info):
        lines = [data[position + y * size:][:size] + b"\xa5" * pad for y in range(rows)]
        position += size * rows
        offsets.append(len(result) + (len(lines) - 1) * (size + pad) * is_flipped)
        strides.append((size + pad) * (-1 if is_flipped else 1))
        result += b"".join(reversed(lines) if is_flipped else lines)
    assert position == len(data)
    buffer = Gst.Buffer.new_wrapped(bytes(result))
    GstVideo.buffer_add_video_meta_full(
        buffer, GstVideo.VideoFrameFlags.NONE, info.finfo.format, info.width, info.height, len(offsets),
        offsets + [0] * (4 - len(offsets)), strides + [0] * (4 - len(strides)))
    return buffer

