"""Tone curves that follow what frames state: HDR10+ and Dolby Vision."""
import json

import numpy as np
import pytest
import vapoursynth as vs

from clips import ROOT, clip, converted, sha
from test_bytes import HDR10, OPTIONS

RPUS = {entry["name"]: entry for entry in json.loads((ROOT / "Tests/Support/Vectors/dolby_vision_rpus.json").read_text())}
PHONE = RPUS["iPhone 14 Pro, picture 0"]


def pq(code):
    """The light of a code of 12 bits, in cd/m2: SMPTE ST 2084."""
    e = (code / 4095) ** (32 / 2523)
    return 10000 * (max(e - 3424 / 4096, 0) / (2413 / 128 - 2392 / 128 * e)) ** (16384 / 2610)


def hdr10plus(scene):
    """The bits of a scene of HDR10+ JSON, from the version of the application on: SMPTE ST 2094-40 as in CTA-861."""
    bits = ""

    def put(value, count):
        nonlocal bits
        bits += format(value, f"0{count}b")

    levels, curve = scene["LuminanceParameters"], scene["BezierCurveData"]
    put(1, 8)
    put(1, 2)
    put(scene["TargetedSystemDisplayMaximumLuminance"], 27)
    put(0, 1)
    for value in [*levels["MaxScl"], levels["AverageRGB"]]:
        put(value, 17)
    put(len(levels["LuminanceDistributions"]["DistributionIndex"]), 4)
    for index, value in zip(*levels["LuminanceDistributions"].values()):
        put(index, 7)
        put(value, 17)
    put(0, 10)
    put(0, 1)
    put(1, 1)
    put(curve["KneePointX"], 12)
    put(curve["KneePointY"], 12)
    put(len(curve["Anchors"]), 4)
    for anchor in curve["Anchors"]:
        put(anchor, 10)
    put(0, 1)
    bits += "0" * (-len(bits) % 8)
    return int(bits, 2).to_bytes(len(bits) // 8, "big")


def scene(index):
    """A scene that differs from frame to frame."""
    return {
        "BezierCurveData": {"Anchors": [143, 298, 447, 592, 731, 864, 891, 917, 938], "KneePointX": 164, "KneePointY": 240 + 8 * index},
        "LuminanceParameters": {
            "AverageRGB": 263 + 100 * index,
            "LuminanceDistributions": {"DistributionIndex": [1, 5, 10, 25, 50, 75, 90, 95, 99],
                                       "DistributionValues": [0, 6080, 92, 1, 4, 107, 726, 1784, 5843]},
            "MaxScl": [7768 + 1000 * index, 6589, 6912]},
        "NumberOfWindows": 1, "TargetedSystemDisplayMaximumLuminance": 400, "SceneFrameIndex": 0, "SceneId": index,
        "SequenceFrameIndex": index}


def with_message(source, key, message):
    """The clip with a message of bytes on each frame."""
    def put(n, f):
        frame = f.copy()
        frame.props[key] = message(n)
        return frame
    return source.std.ModifyFrame(source, put)


def lines(folder, light):
    """A file of lines that state the light of frames."""
    file = folder / "light.jsonl"
    file.write_text("".join(
        json.dumps({"frame": n, "max_cd_m2": peak, "average_cd_m2": average}) + "\n" for n, (peak, average) in enumerate(light)))
    return file


@pytest.fixture
def source(core):
    return clip(core, vs.YUV420P10, 4, **HDR10)


@pytest.mark.parametrize("header", [b"", bytes([0xB5, 0, 0x3C, 0, 1, 4])])
def test_the_light_of_hdr10plus_makes_the_curve(core, tmp_path, source, header):
    node = with_message(source, "HDR10Plus", lambda n: header + hdr10plus(scene(n))).tonemap.Convert(dynamics="metadata")
    light = [((7768 + 1000 * n) / 10, (263 + 100 * n) / 10) for n in range(4)]
    expected = converted(tmp_path, source, *OPTIONS, "--frame-metadata", lines(tmp_path, light))
    assert [sha(node.get_frame(n)) for n in (3, 0, 2, 1)] == [expected[n] for n in (3, 0, 2, 1)]
    assert len(set(expected)) == 4


def test_the_curve_of_hdr10plus_is_used_as_it_is(core, tmp_path, source):
    node = with_message(source, "HDR10Plus", lambda n: hdr10plus(scene(n))).tonemap.Convert(tone_mapping="st2094-40")
    file = tmp_path / "hdr10plus.json"
    file.write_text(json.dumps({
        "JSONInfo": {"HDR10plusProfile": "B", "Version": "1.0"}, "SceneInfo": [scene(n) for n in range(4)],
        "SceneInfoSummary": {"SceneFirstFrameIndex": [0, 1, 2, 3], "SceneFrameNumbers": [1, 1, 1, 1]}}))
    expected = converted(tmp_path, source, *OPTIONS, "--tone-mapping", "st2094-40", "--frame-metadata", file)
    assert [sha(node.get_frame(n)) for n in (3, 0, 2, 1)] == [expected[n] for n in (3, 0, 2, 1)]
    assert len(set(expected)) == 4


def test_st2094_50_that_asks_for_the_standard_operator_is_reference_white(core, source):
    """A baseline of 2.4 stops over reference white. Two ways of the same function round differently: 1 code of 16 bits."""
    exact = dict(format=vs.RGB48, dither="none")
    stated = with_message(source, "ST209450", lambda n: bytes.fromhex("b50090000100405dc080")).tonemap.Convert(tone_mapping="st2094-50", **exact)
    own, other = (source.tonemap.Convert(tone_mapping="reference-white", source_peak=peak, **exact) for peak in (203 * 2 ** 2.4, 1000))

    def distance(a, b):
        return max(np.abs(np.asarray(x).astype(int) - np.asarray(y)).max() for x, y in zip(a.get_frame(1), b.get_frame(1)))

    assert distance(stated, own) <= 1 and distance(other, own) > 100
    with pytest.raises(vs.Error, match="frame 0 has no property ST209450"):
        source.tonemap.Convert(tone_mapping="st2094-50")


@pytest.mark.parametrize("has_header", [True, False])
def test_the_light_of_dolby_vision_wins_over_that_of_hdr10plus(core, tmp_path, source, has_header):
    rpu = bytes.fromhex(PHONE["hex"])[0 if has_header else 2:]
    both = with_message(with_message(source, "HDR10Plus", lambda n: hdr10plus(scene(n))), "DolbyVisionRPU", lambda n: rpu)
    _, peak, average = PHONE["level1"]
    expected = converted(tmp_path, source, *OPTIONS, "--frame-metadata", lines(tmp_path, [(pq(peak), pq(average))] * 4))
    assert [sha(frame) for frame in both.tonemap.Convert(dynamics="metadata").frames()] == expected


def test_what_frames_state_counts_only_where_it_is_asked_for(core, source):
    stated = with_message(source, "HDR10Plus", lambda n: hdr10plus(scene(n)))
    assert sha(stated.tonemap.Convert().get_frame(1)) == sha(source.tonemap.Convert().get_frame(1))
    assert sha(stated.tonemap.Convert(dynamics="static").get_frame(1)) == sha(source.tonemap.Convert().get_frame(1))


def test_a_frame_without_light_is_an_error(core, source):
    first_only = core.std.Splice([with_message(source, "HDR10Plus", lambda n: hdr10plus(scene(n)))[:2], source[2:]])
    node = first_only.tonemap.Convert(dynamics="metadata")
    node.get_frame(1)
    with pytest.raises(vs.Error, match="frame 2 states no light: it has neither DolbyVisionRPU nor HDR10Plus"):
        node.get_frame(2)
    with pytest.raises(vs.Error, match="frame 0 states no light"):
        source.tonemap.Convert(dynamics="metadata")
    with pytest.raises(vs.Error, match="frame 0 has no property HDR10Plus"):
        source.tonemap.Convert(tone_mapping="st2094-40")


def test_broken_messages_are_errors(core, source):
    for key in ("HDR10Plus", "DolbyVisionRPU"):
        with pytest.raises(vs.Error):
            with_message(source, key, lambda n: b"\x19\x00").tonemap.Convert(dynamics="metadata")


def test_profile_5_is_refused_whatever_is_stated(core, source):
    [rpu] = [entry for entry in RPUS.values() if entry["profile"] == 5][:1]
    stated = with_message(source, "DolbyVisionRPU", lambda n: bytes.fromhex(rpu["hex"]))
    with pytest.raises(vs.Error, match="profile 5"):
        stated.tonemap.Convert(source="hdr10")
