"""From movie to movie: what a user types. The movie is HEVC with the tags and SEI messages of HDR10, made from frames of one picture."""

import json
import os
import re
import subprocess

import pytest
from conftest import COLOR, HEIGHT, WIDTH, command
from gi.repository import Gst
from pipelines import tight

COUNT = 12


def launch(pipeline, **environment):
    return subprocess.run(
        ["gst-launch-1.0", "-q", "-e", *pipeline.split()], check=True, capture_output=True, text=True,
        env={**os.environ, **environment}, timeout=120)


@pytest.fixture(scope="session")
def movie(picture, tmp_path_factory):
    """HDR10 in MP4, COUNT frames at 25 a second; the picture moves up by two rows from frame to frame."""
    folder = tmp_path_factory.mktemp("movie")
    planes = [picture[:WIDTH * HEIGHT * 2], picture[WIDTH * HEIGHT * 2:][:WIDTH * HEIGHT // 2], picture[WIDTH * HEIGHT * 5 // 2:]]
    steps = [WIDTH * 4, WIDTH, WIDTH]
    (folder / "in.yuv").write_bytes(b"".join(
        plane[index * step:] + plane[:index * step] for index in range(COUNT) for plane, step in zip(planes, steps)))
    launch(f"filesrc location={folder}/in.yuv ! rawvideoparse format=i420-10le width={WIDTH} height={HEIGHT} framerate=25/1 "
           f"! capssetter caps=video/x-raw,{COLOR.replace(' ', '')} ! x265enc speed-preset=ultrafast key-int-max=4 "
           f"! h265parse ! mp4mux ! filesink location={folder}/hdr10.mp4")
    return folder / "hdr10.mp4"


@pytest.fixture(scope="session")
def expected(movie):
    """What the command makes of the frames that FFmpeg decodes."""
    frames = subprocess.run(
        ["ffmpeg", "-v", "error", "-i", movie, "-f", "rawvideo", "-pix_fmt", "yuv420p10le", "-"], stdout=subprocess.PIPE, check=True
    ).stdout
    assert len(frames) == COUNT * WIDTH * HEIGHT * 3
    return command(frames, "yuv420p10le")


def probe(path):
    done = subprocess.run(
        ["ffprobe", "-v", "error", "-select_streams", "v", "-show_streams", "-count_frames", "-of", "json", path],
        stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)["streams"][0]


@pytest.mark.parametrize("options", ["{}", '{"simd":"baseline"}', '{"simd":"v3"}'])
def test_frames_of_a_movie(movie, expected, tmp_path, options):
    source = probe(movie)
    assert source["color_transfer"] == "smpte2084" and source["pix_fmt"] == "yuv420p10le"
    launch(f"filesrc location={movie} ! qtdemux ! h265parse ! avdec_h265 ! tonemap options={options} "
           f"! filesink location={tmp_path}/out.yuv")
    assert (tmp_path / "out.yuv").read_bytes() == expected


@pytest.mark.parametrize("name, demuxer", [("late.mkv", "matroskademux"), ("late.ts", "tsdemux"), ("late.mp4", "qtdemux")])
def test_a_picture_that_begins_late(movie, expected, tmp_path, name, demuxer):
    subprocess.run(["ffmpeg", "-v", "error", "-i", movie, "-c", "copy", "-output_ts_offset", "1.513", tmp_path / name], check=True)
    launch(f"filesrc location={tmp_path}/{name} ! {demuxer} ! h265parse ! avdec_h265 ! tonemap ! filesink location={tmp_path}/out.yuv")
    assert (tmp_path / "out.yuv").read_bytes() == expected


def test_an_sdr_movie(movie, tmp_path):
    launch(f"filesrc location={movie} ! qtdemux ! h265parse ! avdec_h265 ! tonemap ! x264enc ! mp4mux "
           f"! filesink location={tmp_path}/out.mp4")
    found = probe(tmp_path / "out.mp4")
    for name, value in {
        "codec_name": "h264", "pix_fmt": "yuv420p", "color_range": "tv", "color_space": "bt709", "color_transfer": "bt709",
        "color_primaries": "bt709", "chroma_location": "left", "nb_read_frames": str(COUNT),
    }.items():
        assert found[name] == value, name


def test_an_hlg_movie(movie, tmp_path):
    launch(f"filesrc location={movie} ! qtdemux ! h265parse ! avdec_h265 ! tonemap to=hlg ! x265enc speed-preset=ultrafast "
           f"! h265parse ! mp4mux ! filesink location={tmp_path}/out.mp4")
    found = probe(tmp_path / "out.mp4")
    assert (found["color_transfer"], found["color_primaries"], found["pix_fmt"]) == ("arib-std-b67", "bt2020", "yuv420p10le")


def test_seeks(movie, expected):
    """After a seek, each frame has the bytes that it has when all are played."""
    size = WIDTH * HEIGHT * 3 // 2
    pipeline = Gst.parse_launch(
        f"filesrc location={movie} ! qtdemux ! h265parse ! avdec_h265 ! tonemap ! appsink name=sink sync=false")
    sink = pipeline.get_by_name("sink")
    pipeline.set_state(Gst.State.PAUSED)
    assert pipeline.get_state(20 * Gst.SECOND)[0] == Gst.StateChangeReturn.SUCCESS
    try:
        for start in (7, 2, 10, 0):
            assert pipeline.seek_simple(
                Gst.Format.TIME, Gst.SeekFlags.FLUSH | Gst.SeekFlags.ACCURATE, start * Gst.SECOND // 25)
            pipeline.set_state(Gst.State.PLAYING)
            for _ in range(2):
                sample = sink.emit("try-pull-sample", 20 * Gst.SECOND)
                time = sample.get_segment().to_stream_time(Gst.Format.TIME, sample.get_buffer().pts)
                index = round(time * 25 / Gst.SECOND)
                # The decoder may begin at the next key frame.
                assert start <= index <= start + 4
                assert tight(sample.get_buffer(), sample.get_caps()) == expected[index * size:][:size]
    finally:
        pipeline.set_state(Gst.State.NULL)


def test_nothing_leaks(movie):
    """GStreamer's own tracer lists the objects that are alive at the end."""
    source = f"filesrc location={movie} ! qtdemux ! h265parse ! avdec_h265"
    for rest in ("tonemap ! fakesink", "tonemap to=pq ! video/x-raw,format=P010_10LE ! fakesink"):
        said = launch(f"{source} ! {rest}", GST_TRACERS="leaks", GST_DEBUG="GST_TRACER:7").stderr
        assert "object-alive" in said, "the tracer did not describe what it prints"
        assert not [line for line in said.splitlines() if re.search(r"object-alive.*ref-count=\(uint\)\d", line)]
