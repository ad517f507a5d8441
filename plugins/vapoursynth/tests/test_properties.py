"""Frame properties in and out."""
import json

import pytest
import vapoursynth as vs

from clips import clip, converted, sha
from test_bytes import HDR10, OPTIONS

MASTERING = dict(
    MasteringDisplayPrimariesX=[0.68, 0.265, 0.15], MasteringDisplayPrimariesY=[0.32, 0.69, 0.06], MasteringDisplayWhitePointX=0.3127,
    MasteringDisplayWhitePointY=0.329, MasteringDisplayMaxLuminance=1200.0, MasteringDisplayMinLuminance=0.005)
MASTERING_TEXT = "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(12000000,50)"
LIGHT = dict(ContentLightLevelMax=800, ContentLightLevelAverage=180)
LIGHT_NAMES = set(MASTERING) | set(LIGHT) | {"HDR10Plus", "DolbyVisionRPU"}


@pytest.mark.parametrize("properties, options", [
    (HDR10 | LIGHT, [*OPTIONS, "--max-cll", "800,180"]),
    (HDR10 | dict(ContentLightLevelMax=800.0, ContentLightLevelAverage=180.0), [*OPTIONS, "--max-cll", "800,180"]),
    (HDR10 | MASTERING, [*OPTIONS, "--master-display", MASTERING_TEXT]),
    (HDR10 | MASTERING | LIGHT, [*OPTIONS, "--master-display", MASTERING_TEXT, "--max-cll", "800,180"]),
    (HDR10 | dict(_Transfer=18), [*OPTIONS, "--transfer", "hlg"]),
    (HDR10 | dict(_Primaries=12), [*OPTIONS, "--primaries", "smpte432"]),
    (HDR10 | dict(_Matrix=10), [*OPTIONS, "--matrix", "bt2020c"]),
    (HDR10 | dict(_Range=1), [*OPTIONS, "--range", "full"]),
    *((HDR10 | dict(_ChromaLocation=number), [*OPTIONS, "--chroma-location", location]) for number, location in enumerate(
        ["left", "center", "topleft", "top", "bottomleft", "bottom"])),
    (dict(_Primaries=2, _Transfer=16, _Matrix=2), ["--transfer", "pq"]),
])
def test_properties_state_what_the_options_of_the_command_state(core, tmp_path, properties, options):
    source = clip(core, vs.YUV420P10, **properties)
    assert sha(source.tonemap.Convert().get_frame(0)) == converted(tmp_path, source, *options)[0]


def test_each_of_these_properties_changes_the_bytes(core):
    """Otherwise the test above could not fail."""
    base = clip(core, vs.YUV420P10, **HDR10)
    others = [base.std.SetFrameProps(**change) for change in (
        LIGHT, MASTERING, dict(_Transfer=18), dict(_Primaries=12), dict(_Matrix=10), dict(_Range=1), dict(_ChromaLocation=0))]
    hashes = [sha(source.tonemap.Convert().get_frame(0)) for source in [base, *others]]
    assert len(set(hashes)) == len(hashes)


def test_arguments_win_over_properties(core, tmp_path):
    wrong = clip(core, vs.YUV420P10, _Primaries=1, _Transfer=18, _Matrix=1, _Range=1, _ChromaLocation=1, **LIGHT, **MASTERING)
    right = clip(core, vs.YUV420P10, **HDR10)
    stated = dict(primaries="bt2020", transfer="pq", matrix="bt2020nc", range="narrow", chroma_location="topleft", max_cll=[1000, 400],
                  master_display="G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,1)")
    assert sha(wrong.tonemap.Convert(**stated).get_frame(0)) == sha(right.tonemap.Convert(**stated).get_frame(0))
    assert sha(wrong.tonemap.Convert().get_frame(0)) != sha(right.tonemap.Convert(**stated).get_frame(0))


def test_source_stands_for_all_tags(core, tmp_path):
    untagged = clip(core, vs.YUV420P10)
    wrong = untagged.std.SetFrameProps(_Primaries=1, _Transfer=1, _Matrix=1, _Range=1)
    [expected] = converted(tmp_path, untagged, *OPTIONS)
    assert sha(untagged.tonemap.Convert(source="hdr10", strict=True, source_peak=1000.0).get_frame(0)) == expected
    assert sha(wrong.tonemap.Convert(source="hdr10").get_frame(0)) == expected


def test_metadata_that_lies_is_treated_as_in_a_stream(core, tmp_path):
    """A mastering display of 0.1 cd/m2 is believed by nobody, but is no reason to stop either."""
    source = clip(core, vs.YUV420P10, **HDR10)
    lying = source.std.SetFrameProps(**MASTERING | dict(MasteringDisplayMaxLuminance=0.1, MasteringDisplayMinLuminance=0.0))
    sidecar = tmp_path / "in.json"
    sidecar.write_text(json.dumps({
        "color": {"cicp": [9, 16, 9, 0], "chroma_location": "topleft"},
        "metadata": {"mastering_display": {"red": [0.68, 0.32], "green": [0.265, 0.69], "blue": [0.15, 0.06], "white": [0.3127, 0.329],
                                           "max_cd_m2": 0.1, "min_cd_m2": 0}}}))
    assert sha(lying.tonemap.Convert().get_frame(0)) == converted(tmp_path, source, "--color-json", sidecar)[0]


@pytest.mark.parametrize("arguments, options, tags", [
    (dict(), [], dict(_Primaries=1, _Transfer=1, _Matrix=1, _Range=0, _ChromaLocation=0)),
    (dict(to="srgb"), ["--to", "srgb"], dict(_Primaries=1, _Transfer=13)),
    (dict(to="hlg"), ["--to", "hlg"], dict(_Primaries=9, _Transfer=18, _Matrix=9, _Range=0, _ChromaLocation=2)),
    (dict(to="pq"), ["--to", "pq"], dict(_Primaries=9, _Transfer=16, _Matrix=9, _Range=0, _ChromaLocation=2)),
    (dict(to="pq", target_peak=600.0), ["--to", "pq", "--target-peak", "600"], dict(_Primaries=9, _Transfer=16, _Matrix=9)),
    (dict(out_range="full"), ["--out-range", "full"], dict(_Range=1)),
])
def test_the_output_has_the_tags_that_the_command_states(core, tmp_path, arguments, options, tags):
    source = clip(core, vs.YUV420P10, **HDR10 | MASTERING | LIGHT | dict(HDR10Plus=b"\x01", DolbyVisionRPU=b"\x19", Other=5))
    properties = dict(source.tonemap.Convert(**arguments).get_frame(0).props)
    converted(tmp_path, source, *OPTIONS, "--master-display", MASTERING_TEXT, "--max-cll", "800,180", *options)
    sidecar = json.loads((tmp_path / "out.yuv.color.json").read_text())
    assert {key: properties[key] for key in tags} == tags
    assert [properties[key] for key in ("_Primaries", "_Transfer", "_Matrix", "_Range")] == sidecar["color"]["cicp"]
    assert properties["Other"] == 5 and properties["_DurationDen"] == 24
    display, light = sidecar["metadata"]["mastering_display"], sidecar["metadata"]["content_light"]
    expected = {}
    if display:
        points = [display[key] for key in ("red", "green", "blue")]
        expected = dict(
            MasteringDisplayPrimariesX=[x for x, _ in points], MasteringDisplayPrimariesY=[y for _, y in points],
            MasteringDisplayWhitePointX=display["white"][0], MasteringDisplayWhitePointY=display["white"][1],
            MasteringDisplayMaxLuminance=display["max_cd_m2"], MasteringDisplayMinLuminance=display["min_cd_m2"])
    # The command measures the light of pictures that it mapped, which it has all of.
    if light and arguments == dict(to="pq"):
        expected |= dict(ContentLightLevelMax=light["MaxCLL"], ContentLightLevelAverage=light["MaxFALL"])
    assert {key: value for key, value in properties.items() if key in LIGHT_NAMES} == expected


def test_rgb_has_no_chroma_location_and_the_matrix_of_rgb(core):
    properties = clip(core, vs.YUV420P10, **HDR10).tonemap.Convert(format=vs.RGB24).get_frame(0).props
    assert (properties["_Matrix"], properties["_Range"]) == (0, 1) and "_ChromaLocation" not in properties


def test_resize_shows_the_output_as_it_is_tagged(core):
    """zimg believes the properties: BT.709 in narrow range to RGB has the gray that H.273 says."""
    gray = core.std.BlankClip(format=vs.YUV420P10, width=64, height=64, length=1, color=[400, 512, 512]).std.SetFrameProps(**HDR10)
    sdr = gray.tonemap.Convert(dither="none")
    code = sdr.get_frame(0)[0][0, 0]
    rgb = sdr.resize.Bicubic(format=vs.RGBS).get_frame(0)
    assert [rgb[plane][32, 32] for plane in range(3)] == pytest.approx([(code - 16) / 219] * 3, abs=2e-3)
