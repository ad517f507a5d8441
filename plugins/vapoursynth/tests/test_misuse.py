"""What is wrong is an error that says so, before the first frame where that is possible; nothing ends the process."""
import pytest
import vapoursynth as vs

from clips import clip, sha
from test_bytes import HDR10


@pytest.mark.parametrize("arguments, sentence", [
    (dict(to="sdr708"), "sdr708"),
    (dict(tone_mapping="bt2391"), "bt2391"),
    (dict(exposure=60.0), "exposure"),
    (dict(saturation=float("nan")), "saturation is not a finite number"),
    (dict(target_peak=-1.0), "peak"),
    (dict(max_cll=[1000]), "max_cll"),
    (dict(master_display="G(1)"), "G\\(1\\)"),
    (dict(dynamics="scene"), "static or metadata was expected"),
    (dict(threads=-1), "threads"),
    (dict(threads=100000), "threads"),
    (dict(format=3), "not supported as output"),
    (dict(format=-1), "not supported as output"),
    (dict(format=vs.YUV444PS), "YUV444PS is not supported as output"),
    (dict(format=vs.YUV410P8), "YUV410P8 is not supported as output"),
    (dict(lut="/nowhere/a.cube"), "/nowhere/a.cube"),
    (dict(source="hdr11"), "hdr11"),
    (dict(to='sdr709", "strict": true, "x": "'), "strict"),
    (dict(to=b"\xff"), "UTF-8"),
])
def test_wrong_arguments_are_errors_when_the_filter_is_made(core, arguments, sentence):
    with pytest.raises(vs.Error, match=sentence):
        clip(core, vs.YUV420P10, **HDR10).tonemap.Convert(**arguments)


@pytest.mark.parametrize("preset", [vs.YUV444PS, vs.YUV411P8, vs.YUV410P8, vs.YUV440P8, vs.YUV420PH, vs.GRAY32])
def test_formats_that_cannot_be_read_are_errors(core, preset):
    with pytest.raises(vs.Error, match=f"(?i){vs.PresetVideoFormat(preset).name} is not supported as input"):
        core.std.BlankClip(format=preset, width=64, height=64).tonemap.Convert(source="hdr10")


def test_a_clip_without_transfer_says_what_to_state(core):
    with pytest.raises(vs.Error, match=r'transfer="pq".*SetFrameProps\(_Transfer=16\)'):
        clip(core, vs.YUV420P10).tonemap.Convert()


@pytest.mark.parametrize("properties, sentence", [
    (dict(_Transfer=300), r"cicp\[1\] is 300"),
    (dict(ContentLightLevelMax=-1), "MaxCLL of -1"),
    (dict(MasteringDisplayMaxLuminance=1e9), "max_cd_m2 of 1000000000"),
])
def test_properties_of_impossible_values_are_errors(core, properties, sentence):
    with pytest.raises(vs.Error, match="Convert: the properties of frame 0 cannot be understood: [^{]*" + sentence) as found:
        clip(core, vs.YUV420P10, **HDR10 | properties).tonemap.Convert()
    assert "_Transfer of" not in str(found.value)


def test_strict_refuses_what_is_assumed(core):
    with pytest.raises(vs.Error, match="primaries"):
        clip(core, vs.YUV420P10, _Transfer=16).tonemap.Convert(strict=True)


def test_clips_of_changing_format_or_size_are_refused(core):
    a, b = core.std.BlankClip(format=vs.YUV420P10, width=64), core.std.BlankClip(format=vs.YUV420P10, width=128)
    for other in (b, core.std.BlankClip(format=vs.YUV420P8, width=64)):
        with pytest.raises(vs.Error, match="format or size varies"):
            core.std.Splice([a, other], mismatch=True).tonemap.Convert(source="hdr10")


def test_interlaced_frames_are_refused(core):
    source = clip(core, vs.YUV420P10, **HDR10)
    with pytest.raises(vs.Error, match="frame 0 is interlaced"):
        source.std.SetFieldBased(2).tonemap.Convert()
    assert sha(source.std.SetFieldBased(0).tonemap.Convert().get_frame(0)) == sha(source.tonemap.Convert().get_frame(0))


def test_the_error_of_a_later_frame_names_it_and_others_go_on(core):
    good = clip(core, vs.YUV420P10, 3, **HDR10)
    node = core.std.Splice([good[:2], good[2:].std.SetFrameProps(_Matrix=0)]).tonemap.Convert()
    with pytest.raises(vs.Error, match="Convert: frame 2: .*matrix"):
        node.get_frame(2)
    node.get_frame(1)


def test_a_clip_that_cannot_be_read_says_why(core):
    def fail(n, f):
        raise ValueError("no frame")
    blank = core.std.BlankClip(format=vs.YUV420P10)
    with pytest.raises(vs.Error, match="(?s)frame 0 cannot be read.*no frame"):
        blank.std.ModifyFrame(blank, fail).tonemap.Convert(source="hdr10")


def test_properties_of_wrong_types_are_as_if_they_were_not_there(core):
    source = clip(core, vs.YUV420P10, **HDR10)
    odd = source.std.SetFrameProps(MasteringDisplayPrimariesX=1.0, MasteringDisplayMaxLuminance="bright", ContentLightLevelMax="1000")
    assert sha(odd.tonemap.Convert().get_frame(0)) == sha(source.tonemap.Convert().get_frame(0))


def test_a_filter_can_be_made_within_frame_eval(core):
    source = clip(core, vs.YUV420P10, 4, **HDR10)
    blank = source.tonemap.Convert()
    made = blank.std.FrameEval(lambda n: source.tonemap.Convert())
    assert [sha(frame) for frame in made.frames()] == [sha(frame) for frame in source.tonemap.Convert().frames()]


def test_nodes_and_cores_come_and_go(core):
    source = clip(core, vs.YUV420P10, 2, **HDR10)
    for _ in range(20):
        futures = [source.tonemap.Convert().get_frame_async(n) for n in (0, 1)]
        for future in futures:
            future.result()
