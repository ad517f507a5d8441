"""Measured light, and curves that follow it."""
import numpy
import pytest
import tonemap
from conftest import ROOT, picture, planes

HEIGHT, WIDTH = 64, 96
RPU = ROOT.parent / "shared/corpus/metadata/iphone14pro_rpu_nal0.bin"
SOURCE = {"transfer": "pq", "primaries": "bt2020"}


def clip():
    """Two dark frames and three bright ones."""
    dark, bright = picture(HEIGHT, WIDTH, seed=1), picture(HEIGHT, WIDTH, seed=9)
    return [(frame * share).astype(numpy.uint16) for frame, share in [(dark, 0.5)] * 2 + [(bright, 0.9), (bright, 0.91), (bright, 0.92)]]


def expect(measured, found):
    assert (round(measured.max_cll), round(measured.max_fall)) == (found["MaxCLL"], found["MaxFALL"])
    assert len(measured.frames) == found["frames"]
    assert [(scene.start, scene.frames) for scene in measured.scenes] == [(scene["first"], scene["count"]) for scene in found["scenes"]]
    for scene, other in zip(measured.scenes, found["scenes"]):
        # The peak that a curve takes: the upper edge of its code of 12 bits, and at least reference white.
        assert scene.peak == pytest.approx(max(203, other["maximum"]), rel=2e-3)


def test_the_light_is_that_of_the_command(command):
    frames = clip()
    measured = tonemap.measure(iter(frames), **SOURCE)
    expect(measured, command.measure(numpy.stack(frames).tobytes(), WIDTH, HEIGHT, **SOURCE, pixel_format="rgb48le"))
    assert [frame.index for frame in measured.frames] == [0, 1, 2, 3, 4]
    assert max(frame.maximum for frame in measured.frames) == pytest.approx(measured.max_cll, abs=1)
    assert len(measured.scenes) == 2


def test_planes_are_measured(command):
    frames = [planes(HEIGHT, WIDTH, seed=seed) for seed in range(3)]
    data = b"".join(plane.tobytes() for frame in frames for plane in frame)
    measured = tonemap.measure(frames, bits=10, **SOURCE)
    expect(measured, command.measure(data, WIDTH, HEIGHT, **SOURCE, pixel_format="yuv420p10le"))


def test_a_batch_and_threads_measure_the_same():
    frames = clip()
    expected = tonemap.measure(frames, **SOURCE)
    assert tonemap.measure(numpy.stack(frames), **SOURCE) == expected
    assert tonemap.measure(iter([numpy.stack(frames[:2]), frames[2], numpy.stack(frames[3:])]), **SOURCE) == expected
    assert tonemap.measure(frames, threads=3, **SOURCE) == expected


def test_curves_follow_scenes(command):
    """The bytes of ``--dynamics scene``."""
    frames = clip()
    measured = tonemap.measure(frames, **SOURCE)
    plan = tonemap.Plan(**SOURCE)
    found = [
        plan.convert(frames[index], index=index, light=scene)
        for scene in measured.scenes
        for index in range(scene.start, scene.start + scene.frames)
    ]
    data = numpy.stack(frames).tobytes()
    expected = command.convert(data, WIDTH, HEIGHT, **SOURCE, pixel_format="rgb48le", out_pixel_format="rgb24", dynamics="scene")
    assert numpy.stack(found).tobytes() == expected
    assert not numpy.array_equal(found[0], plan.convert(frames[0]))


def test_stated_light():
    frame = clip()[0]
    plan = tonemap.Plan(**SOURCE)
    bright = plan.convert(frame, light=tonemap.Light(peak=4000, average=40))
    assert not numpy.array_equal(bright, plan.convert(frame, light=tonemap.Light(peak=400, average=40)))
    darker = plan.convert(frame, light=tonemap.Light(peak=4000, average=400))
    assert darker.mean() < bright.mean()
    with pytest.raises(TypeError, match="float"):
        plan.convert(frame, light=4000.0)
    for message in (4, "b5003c", numpy.zeros(3)[0]):
        with pytest.raises(TypeError, match="bytes were expected"):
            plan.convert(frame, light=tonemap.Light(t35=message))
    with pytest.raises(tonemap.DataError):
        plan.convert(frame, light=tonemap.Light(t35=bytearray(b"\xb5")))


@pytest.mark.skipif(not RPU.exists(), reason=f"{RPU.name} of the corpus is not beside this checkout")
def test_light_of_dolby_vision():
    """An RPU gives the curve of the light that it states."""
    rpu, frame, plan = RPU.read_bytes(), clip()[3], tonemap.Plan(**SOURCE)
    stated = tonemap.metadata("dolby_vision_rpu", rpu)
    expected = plan.convert(frame, light=tonemap.Light(stated["peak"], stated["average"]))
    numpy.testing.assert_array_equal(plan.convert(frame, light=tonemap.Light(rpu=rpu)), expected)
    assert not numpy.array_equal(expected, plan.convert(frame))
    message = bytearray(rpu)
    for _ in range(2):
        numpy.testing.assert_array_equal(plan.convert(frame, light=tonemap.Light(rpu=message)), expected)
    message[:] = bytes(len(message))
    with pytest.raises(tonemap.DataError):
        plan.convert(frame, light=tonemap.Light(rpu=message))


def test_black_has_no_light():
    measured = tonemap.measure([numpy.zeros((HEIGHT, WIDTH, 3), numpy.uint16)], **SOURCE)
    assert (measured.max_cll, measured.max_fall, measured.frames[0].maximum) == (0, 0, 0)
    assert [scene.average for scene in measured.scenes] == [None]
    tonemap.Plan(**SOURCE, max_cll=(measured.max_cll, measured.max_fall)).convert(picture(4, 4), light=measured.scenes[0])


def test_nothing_is_nothing_to_measure():
    with pytest.raises(ValueError, match="no frame"):
        tonemap.measure([], **SOURCE)
    with pytest.raises(ValueError, match="64x64|64×64"):
        tonemap.measure([picture(64, 96), picture(64, 64)], **SOURCE)


def test_metadata():
    for unknown in (bytes(24), b"\xff" * 24):
        tonemap.Plan(source="hdr10", **tonemap.metadata("mastering_display", unknown))
    found = tonemap.metadata("content_light", bytes.fromhex("03e80190"))
    assert tonemap.Plan(source="hdr10", **found).json == tonemap.Plan(source="hdr10", max_cll=(1000, 400)).json
    ambient = tonemap.metadata("ambient", bytearray.fromhex("002fe9a03d134042"))
    assert tonemap.Plan(source="hlg", **ambient).json == tonemap.Plan(source="hlg", ambient=(314, 0.3127, 0.3290)).json
    with pytest.raises(tonemap.DataError):
        tonemap.metadata("content_light", b"\x03")
    assert found == tonemap.metadata("content_light", numpy.array([3, 232, 1, 144], "uint8")) == {"max_cll": [1000, 400]}
    for payload in (4, "03e80190", [3, 232, 1, 144], numpy.array([1000, 400], "uint16")):
        with pytest.raises(TypeError, match="bytes were expected"):
            tonemap.metadata("content_light", payload)
    with pytest.raises(ValueError, match="'clli'.*'content_light'"):
        tonemap.metadata("clli", b"")
