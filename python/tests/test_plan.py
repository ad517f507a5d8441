"""Plans: options, descriptions, colors, cubes, errors."""
import copy
import fractions
import json
import os
import pathlib
import pickle

import numpy
import pytest
import tonemap
from conftest import PQ, picture, words

MASTERING = "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,1)"

OPTIONS = [
    {"to": "srgb"},
    {"to": "p3-sdr"},
    {"to": "hlg"},
    {"to": "pq", "target_peak": 600},
    {"tone_mapping": "bt2390"},
    {"tone_mapping": "bt2446a"},
    {"tone_mapping": "hable", "tone_mapping_variant": "luminance"},
    {"knee_adaptation": 0.2},
    {"gamut_mapping": "compress"},
    {"preserve_chroma": 0.5},
    {"exposure": 0.5, "contrast": 1.1, "saturation": 1.2},
    {"source_peak": 4000},
    {"max_cll": (1100, 180), "master_display": MASTERING},
    {"max_cll": (1100, 180), "master_display": MASTERING, "trust_metadata": "never"},
    {"reference_white": 100},
    {"sdr_transfer": "gamma22"},
    {"viewing": "dark"},
    {"viewing": 50},
    {"transfer": "hlg", "ambient": (314, 0.3127, 0.3290)},
    {"transfer": "bt709", "to": "pq", "expand_highlights": True},
    {"transfer": "slog3", "primaries": "s-gamut3"},
    {"primaries": "smpte432", "matrix": "bt709", "range": "full", "chroma_location": "left"},
    {"pixel_format": "p010", "out_pixel_format": "nv12"},
    {"pixel_format": "rgb48le", "out_range": "narrow"},
    {"out_primaries": "bt2020", "out_transfer": "bt709", "out_matrix": "bt2020nc", "out_chroma_location": "topleft"},
    {"dither": "none"},
    {"pixel_format": "yuva444p12le", "alpha": "premultiplied", "out_alpha": "straight"},
    {"pixel_format": "yuva444p12le", "background": "0.5,0.5,0.5", "background_in": "light"},
]


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: " ".join(words(options)))
def test_an_option_means_what_it_means_to_the_command(command, options):
    options = {"transfer": "pq", **options}
    plan = tonemap.Plan(**options)
    expected = command.json("explain", **options)
    assert {key: plan.json[key] for key in ("source", "target", "stages", "reference_white")} == {
        key: expected[key] for key in ("source", "target", "stages", "reference_white")
    }
    assert [finding.code for finding in plan.assumptions] == [entry["code"] for entry in expected["assumptions"]]
    found = [entry["code"] for entry in expected["findings"]]
    assert [finding.code for finding in plan.findings[: len(found)]] == found


def test_the_text_has_each_stage():
    plan = tonemap.Plan(**PQ)
    for stage in plan.json["stages"]:
        assert stage["detail"] in str(plan)


def test_values_of_many_types():
    expected = tonemap.Plan(transfer="pq", max_cll=[1000, 400], exposure=0.5)
    for levels in (numpy.array([1000, 400]), range(1000, 0, -600)):
        plan = tonemap.Plan(transfer="pq", max_cll=levels, exposure=numpy.float32(0.5), source_peak=None)
        assert plan.json == expected.json and plan == expected
    with pytest.raises(TypeError, match="of the type bytes"):
        tonemap.Plan(transfer=b"pq")


class NameInBytes:
    """A path of bytes, such as an entry of os.scandir(b".")."""

    def __init__(self, path):
        self.path = os.fsencode(path)

    def __fspath__(self):
        return self.path


@pytest.mark.parametrize("kind", [str, os.fsencode, pathlib.Path, NameInBytes])
def test_options_name_files_by_any_path(tmp_path, kind):
    stated = {"color": {"cicp": [9, 16, 9, 0]}}
    path = tmp_path / "stated.json"
    path.write_text(json.dumps(stated))
    assert tonemap.Plan(color_json=kind(path)).json["source"] == tonemap.Plan(color_json=stated).json["source"]
    with pytest.raises(tonemap.UsageError, match="color_json.*UTF-8"):
        tonemap.Plan(color_json=kind(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.json")))


def test_values_that_json_cannot_hold():
    circular, nested = {}, []
    circular["color"] = circular
    for _ in range(100_000):
        nested = [nested]
    for value, sentence in [(circular, "contains itself"), (nested, "nested too deeply"), ([float("inf")], "NaN and infinity"), ("\ud800", "Unicode")]:
        with pytest.raises(tonemap.UsageError, match=f"^the option color_json .*{sentence}"):
            tonemap.Plan(color_json=value)


def test_assumptions_are_sentences():
    plan = tonemap.Plan(transfer="pq")
    assert "missing-primaries" in [finding.code for finding in plan.assumptions]
    assert all(" " in finding for finding in plan.assumptions)
    with pytest.raises(tonemap.Error, match="primaries"):
        tonemap.Plan(transfer="pq", strict=True)


@pytest.mark.parametrize("sequence", [list, numpy.array])
def test_a_plan_does_not_change(sequence):
    """Not by what is done to its options later; each type of samples has a plan of the library, made when it is first needed."""
    levels = sequence([1000, 400])
    plan = tonemap.Plan(source="hdr10", max_cll=levels)
    before = hash(plan)
    levels[0] = 4000
    plan.options["max_cll"][0] = 4000
    plan.json["source"].clear()
    expected = tonemap.Plan(source="hdr10", max_cll=(1000, 400))
    assert plan == expected and hash(plan) == before and plan.options == expected.options and plan.json == expected.json
    for dtype in ("float32", "float16"):
        numpy.testing.assert_array_equal(plan.convert(picture(4, 4), dtype=dtype), expected.convert(picture(4, 4), dtype=dtype))


def test_none_is_as_if_the_name_were_not_there(tmp_path):
    names = ("to", "background", "alpha", "source", "pixel_format", "out_pixel_format", "exposure")
    plan, expected = tonemap.Plan(**PQ, **dict.fromkeys(names)), tonemap.Plan(**PQ)
    assert plan == expected and plan.options == expected.options
    array = picture(4, 4, 4)
    numpy.testing.assert_array_equal(plan.convert(array), expected.convert(array))
    assert plan.convert(array).shape == array.shape
    dark = tonemap.Plan(transfer="pq", exposure=-1)
    assert lut_of(dark, tmp_path / "none.cube", exposure=None) == lut_of(dark, tmp_path / "dark.cube")


def test_a_representation_makes_the_same_plan():
    plan = tonemap.Plan(source="hdr10", max_cll=(1000, 400), tone_mapping="bt2390")
    assert eval(repr(plan)).json == plan.json


@pytest.mark.parametrize("again", [lambda plan: pickle.loads(pickle.dumps(plan)), copy.copy, copy.deepcopy])
def test_a_copy_is_the_same_plan(again):
    plan = tonemap.Plan(source="hlg", exposure=0.3)
    assert again(plan).json == plan.json and again(plan).options == plan.options
    assert again(plan) == plan and hash(again(plan)) == hash(plan)
    assert plan == tonemap.Plan(exposure=0.3, source="hlg") and plan != tonemap.Plan(source="hlg") and plan != 1


# -- Errors ------------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options, names",
    [
        ({"tone_maping": "bt2390"}, "tone_maping"),
        ({"tone_mapping": "best"}, "best"),
        ({"exposure": "much"}, "much"),
        ({"exposure": 100}, "exposure"),
        ({"source": "hdr11"}, "hdr11"),
        ({"video_codec": "h264"}, "video_codec"),
        ({"pixel_format": "yuv333p"}, "yuv333p"),
        ({"max_cll": "bright"}, "bright"),
        ({"target_peak": float("nan")}, "NaN"),
    ],
)
def test_wrong_options_are_usage_errors(options, names):
    with pytest.raises(tonemap.UsageError, match=names) as raised:
        tonemap.Plan(**{"transfer": "pq", **options})
    assert raised.value.code == 64 and isinstance(raised.value, ValueError)


def test_errors_survive_processes():
    error = pickle.loads(pickle.dumps(tonemap.NotFound("no file")))
    assert (str(error), error.code, isinstance(error, FileNotFoundError)) == ("no file", 66, True)


# -- Colors ------------------------------------------------------------------------------------------------------------------------------------


def test_colors_of_any_shape():
    plan = tonemap.Plan(**PQ)
    colors = numpy.random.default_rng(1).random((4, 5, 3))
    converted = plan(colors)
    assert converted.shape == colors.shape and converted.dtype == numpy.float64
    numpy.testing.assert_array_equal(plan(colors[2, 3]), converted[2, 3])
    numpy.testing.assert_array_equal(plan(colors.tolist()), converted)
    numpy.testing.assert_array_equal(plan(colors[::-1, ::2]), converted[::-1, ::2])
    assert plan(numpy.empty((0, 3))).shape == (0, 3)


def test_a_color_is_that_of_the_command(command):
    steps = command.json("explain", **PQ, color="0.6,0.5,0.4")["color"]["steps"]
    signal = next(step["components"] for step in steps if step["name"] == "delinearize")
    numpy.testing.assert_allclose(tonemap.Plan(**PQ)([0.6, 0.5, 0.4]), signal, atol=1e-12)


def test_frames_are_within_half_a_code_of_the_reference():
    codes = numpy.random.default_rng(2).integers(0, 65536, (64, 64, 3), numpy.uint16)
    plan = tonemap.Plan(**PQ, dither="none")
    error = plan.convert(codes) - plan(codes / 65535) * 255
    assert numpy.abs(error).max() < 0.5 + 0.05


def test_codes(command):
    plan = tonemap.Plan(source="hdr10", max_cll=(1000, 400), pixel_format="yuv444p10le", dither="none")
    codes = numpy.array([[573, 512, 512], [300, 480, 600]])
    y, u, v = plan.convert_yuv(*(codes[:, channel, None].astype(numpy.uint16) for channel in range(3)))
    assert numpy.abs(plan(codes, codes=True) - numpy.stack([y, u, v], -1)[:, 0]).max() < 0.55


def test_a_cube_is_indexed_by_red_green_blue():
    plan = tonemap.Plan(**PQ)
    cube = plan.lut(9)
    grid = numpy.linspace(0, 1, 9)
    red, green, blue = numpy.meshgrid(grid, grid, grid, indexing="ij")
    assert cube.shape == (9, 9, 9, 3) and cube.dtype == numpy.float32
    numpy.testing.assert_allclose(cube, plan(numpy.stack([red, green, blue], -1)), atol=1e-6)
    assert cube.transpose(2, 1, 0, 3).flags.c_contiguous
    for size in (1, 257):
        with pytest.raises(ValueError, match=str(size)):
            plan.lut(size)


def test_a_lut_file_has_the_cube(tmp_path):
    plan = tonemap.Plan(transfer="pq", max_cll=(1000, 400))
    path = tmp_path / "pq.cube"
    plan.write_lut(path, cube_size=9, vertices="sampled", shaper="none")
    rows = [line.split() for line in path.read_text().splitlines() if line[:1].isdigit() or line[:1] == "-"]
    cube = numpy.array(rows, float).reshape(9, 9, 9, 3).transpose(2, 1, 0, 3)
    numpy.testing.assert_allclose(cube, plan.lut(9), atol=1e-5)
    assert path.with_name("pq.cube.certificate.json").exists() or list(tmp_path.glob("*.certificate.json"))
    tonemap.write_lut(str(tmp_path / "again.cube"), transfer="pq", max_cll=(1000, 400), cube_size=9, vertices="sampled", shaper="none")
    assert _values(tmp_path / "again.cube") == _values(path)


def lut_of(plan, path, **options):
    plan.write_lut(path, **{"cube_size": 5, "vertices": "sampled", "shaper": "none", **options})
    return _values(path)


@pytest.mark.parametrize(
    "options",
    [
        {"pixel_format": "yuv420p10le", "matrix": "bt2020nc", "range": "narrow", "chroma_location": "topleft"},
        {"out_pixel_format": "bgr24", "dither": "none", "simd": "baseline"},
        {"out_matrix": "bt709", "out_range": "full", "out_chroma_location": "left"},
        {"pixel_format": "rgba64le", "alpha": "straight", "out_alpha": "premultiplied", "alpha_range": "full"},
        {"pixel_format": "rgba64le", "background": "0.5,0.5,0.5", "background_in": "light"},
    ],
    ids=lambda options: " ".join(options),
)
def test_a_lut_file_of_a_plan_for_frames(tmp_path, options):
    """What only frames have does not change the function of colors."""
    expected = lut_of(tonemap.Plan(transfer="pq", primaries="bt2020", max_cll=(1000, 400)), tmp_path / "expected.cube")
    plan = tonemap.Plan(transfer="pq", primaries="bt2020", max_cll=(1000, 400), **options)
    assert lut_of(plan, tmp_path / "found.cube") == expected
    with pytest.raises(tonemap.UsageError, match="dither"):
        plan.write_lut(tmp_path / "no.cube", dither="none")


@pytest.mark.parametrize("source, tags", [("hdr10", ("pq", "bt2020")), ("hlg", ("hlg", "bt2020"))])
def test_a_lut_file_of_a_source(tmp_path, source, tags):
    expected = lut_of(tonemap.Plan(transfer=tags[0], primaries=tags[1]), tmp_path / "expected.cube")
    assert lut_of(tonemap.Plan(source=source), tmp_path / "found.cube") == expected
    tonemap.write_lut(tmp_path / "again.cube", source=source, cube_size=5, vertices="sampled", shaper="none")
    assert _values(tmp_path / "again.cube") == expected


def _values(path):
    return [line for line in pathlib.Path(path).read_text().splitlines() if line[:1].isdigit()]


def test_a_frame_rate_is_a_fraction():
    with pytest.raises(tonemap.NotFound):
        tonemap.read("nowhere.y4m", fps=fractions.Fraction(24000, 1001))


def test_options_without_effect_are_found():
    plan = tonemap.Plan(source="sdr", tone_mapping="bt2390")
    assert any("tone_mapping was given, but nothing" in finding for finding in plan.findings)
