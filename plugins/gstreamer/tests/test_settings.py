"""Properties are the command's options."""

import json
import re
import subprocess

import pytest
from conftest import COMMAND, TAGS, caps, command
from gi.repository import Gst
from pipelines import Pipeline, convert, error_of


@pytest.mark.parametrize(
    "properties, options",
    [
        ("tone-mapping=bt2390", {"tone_mapping": "bt2390"}),
        ("tone-mapping=hable tone-mapping-variant=rgb", {"tone_mapping": "hable", "tone_mapping_variant": "rgb"}),
        ("gamut-mapping=clip", {"gamut_mapping": "clip"}),
        ("target-peak=300", {"target_peak": 300}),
        ("source-peak=500", {"source_peak": 500}),
        ("reference-white=100", {"reference_white": 100}),
        ("exposure=0.5 contrast=1.1 saturation=1.2", {"exposure": 0.5, "contrast": 1.1, "saturation": 1.2}),
        ("viewing=office", {"viewing": "office"}),
        ("dither=none", {"dither": "none"}),
        ("transfer=hlg", {"transfer": "hlg"}),
        ("primaries=smpte432", {"primaries": "smpte432"}),
        ("range=full", {"range": "full"}),
        ("chroma-location=top", {"chroma_location": "top"}),
        ("threads=1", {}),
    ],
)
def test_properties(picture, properties, options):
    plain = command(picture, "yuv420p10le")
    expected = command(picture, "yuv420p10le", **options)
    assert (expected == plain) == (not options)
    assert convert(picture, caps("I420_10LE"), f"tonemap {properties}")[0] == expected


def test_options(picture):
    text = json.dumps(json.dumps({"knee_adaptation": 0.1, "exposure": 1}))
    found, _ = convert(picture, caps("I420_10LE"), f"tonemap options={text} exposure=0.5")
    assert found == command(picture, "yuv420p10le", knee_adaptation=0.1, exposure=0.5)


@pytest.mark.parametrize(
    "properties, options",
    [
        ("exposure=0", {"exposure": 1}),
        ("dither=blue-noise", {"dither": "none"}),
        ("tone-mapping=spline", {"tone_mapping": "hable"}),
        ("target-peak=0", {"target_peak": 300}),
        ("range=caps", {"range": "full"}),
        ("source=caps", {"source": "hlg"}),
        ("strict=true strict=false", {"strict": True, "exposure": None}),
        ("", {"source": None, "chroma_location": None, "color_json": None, "max_cll": None, "pixel_format": None}),
    ],
)
def test_a_default_overrides_options_and_null_is_no_value(picture, properties, options):
    text = json.dumps(json.dumps(options))
    for element in (f"tonemap {properties} options={text}", f"tonemap options={text} {properties}"):
        assert convert(picture, caps("I420_10LE"), element)[0] == command(picture, "yuv420p10le")


def test_metadata_need_not_be_trusted(picture):
    dim = caps("I420_10LE", color="colorimetry=(string)bt2100-pq, chroma-site=(string)mpeg2, content-light-level=(string)600:100")
    tags = {**TAGS, "master-display": None, "max-cll": "600,100"}
    for element, trust in [("tonemap", "auto"), ("tonemap trust-metadata=never", "never")]:
        assert convert(picture, dim, element)[0] == command(picture, "yuv420p10le", tags=tags, trust_metadata=trust)


def test_the_source_in_a_word(picture):
    """`source` is for caps that say nothing, or the wrong thing."""
    found, _ = convert(picture, caps("I420_10LE", color="colorimetry=(string)bt709, chroma-site=(string)mpeg2"), "tonemap source=hdr10")
    tags = {**TAGS, "chroma-location": "topleft", "master-display": None, "max-cll": None}
    assert found == command(picture, "yuv420p10le", tags=tags)


def test_strict_fails_instead_of_assuming(picture):
    bare = caps("I420_10LE", color="colorimetry=(string)0:0:14:0")
    assert "does not state its primaries" in error_of(picture, bare, "tonemap strict=true")
    with Pipeline(bare) as pipeline:
        pipeline.convert(picture)
        said = [message.parse_info()[0].message for message in pipeline.messages(Gst.MessageType.INFO)]
    assert any("does not state its primaries; assuming" in sentence for sentence in said), said


def test_what_is_of_no_effect_is_said(picture):
    with Pipeline(caps("I420_10LE"), "tonemap to=pq tone-mapping=hable") as pipeline:
        pipeline.convert(picture)
        said = [message.parse_info()[0].message for message in pipeline.messages(Gst.MessageType.INFO)]
    assert said == ["tone_mapping was given, but nothing in this conversion depends on it"]


def test_properties_can_be_read():
    element = Gst.ElementFactory.make("tonemap")
    options = json.dumps({"knee_adaptation": 0.1})
    values = {"transfer": "pq", "target-peak": 600.0, "strict": True, "threads": 2, "options": options, "exposure": -1.5}
    initial = {name: element.get_property(name) for name in values}
    assert initial == {"transfer": None, "target-peak": 0.0, "strict": False, "threads": 0, "options": None, "exposure": 0.0}
    for name, value in values.items():
        element.set_property(name, value)
        assert element.get_property(name) == value
        element.set_property(name, initial[name])
        assert element.get_property(name) == initial[name]


def test_words_and_ranges_are_those_of_the_command():
    """What gst-inspect lists: the words that the command takes, with the default first, and the numbers."""
    element = Gst.ElementFactory.make("tonemap")
    for name, own in {
        "to": {"auto", "sdr"}, "tone-mapping": set(), "tone-mapping-variant": set(), "gamut-mapping": set(), "dither": set(), "trust-metadata": set(),
    }.items():
        words = {value.value_nick for value in element.find_property(name).enum_class.__enum_values__.values()}
        said = subprocess.run([COMMAND, "convert", "a.y4m", "b.y4m", f"--{name}", "?"], capture_output=True, text=True).stderr
        expected = set(re.sub(r"'| and\b| or\b|,", " ", said.split("one of")[1].split("(see")[0]).split())
        # Downstream's caps say what an element makes: there is no file whose format it could keep or share. It reads no metadata of ST 2094.
        assert words == (expected | own) - {"source", "shared", "st2094-40", "st2094-50"}
        assert element.get_property(name).value_nick in words
        for word in sorted(words):
            element.set_property(name, word)
            assert element.get_property(name).value_nick == word
    assert (element.find_property("exposure").minimum, element.find_property("exposure").maximum) == (-6, 6)


def test_a_default_that_is_set_is_not_set(picture):
    """target-peak=0 is the display's own peak, not a peak of 0."""
    found, _ = convert(picture, caps("I420_10LE"), "tonemap target-peak=0 contrast=1 reference-white=203 strict=false")
    assert found == command(picture, "yuv420p10le")
