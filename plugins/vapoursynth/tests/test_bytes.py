"""Convert has the bytes of the command, whatever the format, and in whatever order and by however many threads frames are asked for."""
import locale
import random

import pytest
import vapoursynth as vs

from clips import clip, converted, name, sha

HDR10 = dict(_Primaries=9, _Transfer=16, _Matrix=9, _Range=0, _ChromaLocation=2)
OPTIONS = ["--primaries", "bt2020", "--transfer", "pq", "--matrix", "bt2020nc", "--range", "narrow", "--chroma-location", "topleft"]

YUV = [vs.YUV420P8, vs.YUV420P9, vs.YUV420P10, vs.YUV420P12, vs.YUV420P14, vs.YUV420P16, vs.YUV422P8, vs.YUV422P9, vs.YUV422P10,
       vs.YUV422P12, vs.YUV422P14, vs.YUV422P16, vs.YUV444P8, vs.YUV444P9, vs.YUV444P10, vs.YUV444P12, vs.YUV444P14, vs.YUV444P16]
GRAY = [vs.GRAY8, vs.GRAY9, vs.GRAY10, vs.GRAY12, vs.GRAY14, vs.GRAY16]
RGB = [vs.RGB24, vs.RGB27, vs.RGB30, vs.RGB36, vs.RGB42, vs.RGB48, vs.RGBH, vs.RGBS]


def tags(core, preset):
    """Properties and options of HDR10 in a format."""
    if preset in RGB:
        return dict(_Primaries=9, _Transfer=16, _Matrix=0, _Range=1), [
            "--primaries", "bt2020", "--transfer", "pq", "--matrix", "gbr", "--range", "full"]
    subsampled = core.get_video_format(preset).subsampling_w
    return {k: v for k, v in HDR10.items() if subsampled or k != "_ChromaLocation"}, OPTIONS if subsampled else OPTIONS[:-2]


@pytest.mark.parametrize("preset", YUV + GRAY + RGB)
def test_each_format_has_the_bytes_of_the_command(core, tmp_path, preset):
    properties, options = tags(core, preset)
    source = clip(core, preset, **properties)
    frame = source.tonemap.Convert(max_cll=[1000, 400]).get_frame(0)
    assert sha(frame) == converted(tmp_path, source, *options, "--max-cll", "1000,400")[0]


@pytest.mark.parametrize("preset, to", [
    (vs.YUV420P10, vs.YUV444P16), (vs.YUV420P10, vs.RGB24), (vs.YUV422P12, vs.RGBS), (vs.YUV444P16, vs.YUV420P8), (vs.RGB48, vs.YUV420P8),
    (vs.RGBS, vs.YUV444P10), (vs.RGBH, vs.RGB48)])
def test_each_format_that_is_asked_for_has_the_bytes_of_the_command(core, tmp_path, preset, to):
    properties, options = tags(core, preset)
    source = clip(core, preset, **properties)
    frame = source.tonemap.Convert(format=to).get_frame(0)
    assert frame.format.id == to
    assert sha(frame) == converted(tmp_path, source, *options, "--out-pixel-format", name(frame.format))[0]


@pytest.mark.parametrize("arguments, options", [
    (dict(tone_mapping="bt2390"), ["--tone-mapping", "bt2390"]),
    (dict(knee_adaptation=0.2, gamut_mapping="clip"), ["--knee-adaptation", "0.2", "--gamut-mapping", "clip"]),
    (dict(exposure=0.5, contrast=1.1, saturation=0.9), ["--exposure", "0.5", "--contrast", "1.1", "--saturation", "0.9"]),
    (dict(target_peak=100.0, reference_white=100.0, sdr_transfer="gamma22"),
     ["--target-peak", "100", "--reference-white", "100", "--sdr-transfer", "gamma22"]),
    (dict(to="hlg"), ["--to", "hlg"]),
    (dict(to="pq", target_peak=600.0), ["--to", "pq", "--target-peak", "600"]),
    (dict(to="p3-sdr", out_range="full", dither="none"), ["--to", "p3-sdr", "--out-range", "full", "--dither", "none"]),
    (dict(viewing="office", source_peak=2000.0), ["--viewing", "office", "--source-peak", "2000"]),
])
def test_arguments_are_the_options_of_the_command(core, tmp_path, arguments, options):
    source = clip(core, vs.YUV420P10, **HDR10)
    assert sha(source.tonemap.Convert(**arguments).get_frame(0)) == converted(tmp_path, source, *OPTIONS, *options)[0]


def test_any_order_and_any_threads_have_the_bytes_of_the_command(core, tmp_path):
    count = 24
    source = clip(core, vs.YUV420P10, count, **HDR10)
    expected = converted(tmp_path, source, *OPTIONS)
    orders = [list(range(count)), list(reversed(range(count))), random.Random(7).sample(range(count), count), [13]]
    for order in orders:
        node = source.tonemap.Convert()
        for n in order:
            assert sha(node.get_frame(n)) == expected[n], f"frame {n}, asked for in the order {order}"
    for threads in (0, 1, 3):
        node = source.tonemap.Convert(threads=threads)
        futures = {n: node.get_frame_async(n) for n in orders[2]}
        for n, future in futures.items():
            assert sha(future.result()) == expected[n], f"frame {n} with {threads} threads"


def test_frames_with_other_properties_have_plans_of_their_own(core, tmp_path):
    """More plans than are kept, so that some are made again, and more of them in use at once than are kept."""
    count = 40
    one = clip(core, vs.YUV420P10, **HDR10)
    changing = core.std.Splice([
        one.std.SetFrameProps(ContentLightLevelMax=500 + 100 * n, ContentLightLevelAverage=100) for n in range(count)])
    hashes = {n: sha(frame) for n, frame in enumerate(changing.tonemap.Convert().frames())}
    assert len(set(hashes.values())) == count
    node = changing.tonemap.Convert()
    core.num_threads = 32
    try:
        futures = {n: node.get_frame_async(n) for n in random.Random(3).sample(range(count), count)}
        assert {n: sha(future.result()) for n, future in futures.items()} == hashes
    finally:
        core.num_threads = 4
    for n in (0, 17, 39):
        expected = converted(tmp_path, one.std.Loop(count), *OPTIONS, "--max-cll", f"{500 + 100 * n},100", index=n)
        assert [hashes[n]] == expected


def test_parts_of_another_color_are_converted_as_what_they_are(core, tmp_path):
    pq = clip(core, vs.YUV420P10, 3, **HDR10)
    hlg = pq.std.SetFrameProps(_Transfer=18)
    sdr = pq.std.SetFrameProps(_Transfer=1, _Primaries=1, _Matrix=1, _ChromaLocation=0)
    node = core.std.Interleave([pq, hlg, sdr]).tonemap.Convert()
    frames = list(node.frames())
    assert {(f.props._Primaries, f.props._Transfer, f.props._Matrix) for f in frames} == {(1, 1, 1)}
    held = core.std.Interleave([pq, pq, pq])
    assert sha(frames[4]) == converted(tmp_path, held, *OPTIONS, "--transfer", "hlg", index=4)[0]
    assert sha(frames[5]) == converted(
        tmp_path, held, "--primaries", "1", "--transfer", "1", "--matrix", "1", "--range", "narrow", "--chroma-location", "left", index=5)[0]


def test_a_locale_with_a_decimal_comma_changes_nothing(core):
    source = clip(core, vs.YUV420P10, **HDR10)
    expected = sha(source.tonemap.Convert(exposure=0.5, to="pq", target_peak=600.5).get_frame(0))
    before = locale.setlocale(locale.LC_NUMERIC)
    for name in ("de_DE.UTF-8", "fr_FR.UTF-8", "de_DE"):
        try:
            locale.setlocale(locale.LC_NUMERIC, name)
        except locale.Error:
            continue
        try:
            assert locale.localeconv()["decimal_point"] == ","
            assert sha(source.tonemap.Convert(exposure=0.5, to="pq", target_peak=600.5).get_frame(0)) == expected
        finally:
            locale.setlocale(locale.LC_NUMERIC, before)
        return
    pytest.skip("no locale with a decimal comma is installed")
