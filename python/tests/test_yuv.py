"""Planes of Y'CbCr have the bytes of the command."""
import numpy
import pytest
import tonemap
from conftest import PQ, frombytes, planes

HEIGHT, WIDTH = 61, 93
TAGS = {**PQ, "matrix": "bt2020nc", "range": "narrow", "chroma_location": "topleft"}


def joined(arrays):
    return b"".join(array.tobytes() for array in arrays)


def suffix(bits):
    return "" if bits == 8 else f"{bits}le"


@pytest.mark.parametrize("bits", [8, 9, 10, 12, 14, 16])
@pytest.mark.parametrize("chroma", ["420", "422", "444"])
def test_three_planes(command, chroma, bits):
    source = planes(HEIGHT, WIDTH, chroma, bits)
    converted = tonemap.Plan(**TAGS).convert_yuv(*source, bits=bits)
    expected = command.convert(joined(source), WIDTH, HEIGHT, **TAGS, pixel_format=f"yuv{chroma}p{suffix(bits)}")
    assert [plane.shape for plane in converted] == [plane.shape for plane in source]
    assert all(plane.dtype == numpy.uint8 for plane in converted)
    assert joined(converted) == expected


@pytest.mark.parametrize("bits", [8, 10, 12, 16])
@pytest.mark.parametrize("chroma", ["420", "422", "444"])
@pytest.mark.parametrize("paired", ["pairs", "rows"])
def test_two_planes(command, chroma, bits, paired):
    y, u, v = planes(HEIGHT, WIDTH, chroma, bits)
    shift = 0 if bits == 8 else 16 - bits
    y, uv = y << shift, numpy.stack([u, v], -1) << shift
    name = {"420": "nv12", "422": "nv16", "444": "nv24"}[chroma] if bits == 8 else f"p{chroma[2]}{bits if bits != 8 else ''}le"
    given = uv if paired == "pairs" else uv.reshape(uv.shape[0], -1)
    converted = tonemap.Plan(**TAGS).convert_yuv(y, given, bits=bits)
    assert [plane.shape for plane in converted] == [y.shape, uv.shape]
    assert joined(converted) == command.convert(joined((y, uv)), WIDTH, HEIGHT, **TAGS, pixel_format=name)


@pytest.mark.parametrize("name, bits", [("p010le", 10), ("nv12", 8), ("yuv444p16le", 16), ("yuv422p12le", 12)])
def test_other_planes_out(command, name, bits):
    source = planes(HEIGHT, WIDTH)
    converted = tonemap.Plan(**TAGS, to="hlg", out_pixel_format=name).convert_yuv(*source, bits=10)
    expected = command.convert(joined(source), WIDTH, HEIGHT, **TAGS, to="hlg", pixel_format="yuv420p10le", out_pixel_format=name)
    assert joined(converted) == expected


def test_four_planes(command):
    source = planes(HEIGHT, WIDTH, "444", 12, alpha=True)
    converted = tonemap.Plan(**TAGS).convert_yuv(*source, bits=12)
    assert len(converted) == 4
    assert joined(converted) == command.convert(joined(source), WIDTH, HEIGHT, **TAGS, pixel_format="yuva444p12le")


@pytest.mark.parametrize("dtype, name", [(None, "rgb24"), ("uint16", "rgb48le")])
def test_to_rgb(command, dtype, name):
    source = planes(HEIGHT, WIDTH)
    expected = command.convert(joined(source), WIDTH, HEIGHT, **TAGS, pixel_format="yuv420p10le", out_pixel_format=name)
    expected = frombytes(expected, dtype or "uint8", (HEIGHT, WIDTH, 3))
    plan = tonemap.Plan(**TAGS)
    numpy.testing.assert_array_equal(plan.convert_yuv(*source, bits=10, to_rgb=True, dtype=dtype), expected)
    out = numpy.empty((HEIGHT, WIDTH, 3), dtype or "uint8")
    assert plan.convert_yuv(*source, bits=10, out=out) is out
    numpy.testing.assert_array_equal(out, expected)
    numpy.testing.assert_array_equal(tonemap.Plan(**TAGS, out_pixel_format=name).convert_yuv(*source, bits=10), expected)


def test_planes_given_to_write_to():
    source = planes(HEIGHT, WIDTH)
    plan = tonemap.Plan(**TAGS)
    expected = plan.convert_yuv(*source, bits=10)
    canvas = [numpy.full((plane.shape[0] + 2, plane.shape[1] + 6), 7, numpy.uint8) for plane in expected]
    out = tuple(wide[1:-1, 2:-4] for wide in canvas)
    assert plan.convert_yuv(*source, bits=10, out=out) is out
    for wide, plane in zip(canvas, expected):
        numpy.testing.assert_array_equal(wide[1:-1, 2:-4], plane)
        wide[1:-1, 2:-4] = 7
        assert (wide == 7).all()


def test_planes_upside_down():
    source = planes(HEIGHT, WIDTH, "444")
    turned = tuple(numpy.ascontiguousarray(plane[::-1])[::-1] for plane in source)
    plan = tonemap.Plan(**TAGS)
    assert joined(plan.convert_yuv(*turned, bits=10)) == joined(plan.convert_yuv(*source, bits=10))


def test_the_planes_one_after_another():
    y, u, v = planes(60, 92)
    stacked = numpy.concatenate([y.ravel(), u.ravel(), v.ravel()]).reshape(90, 92)
    plan = tonemap.Plan(**TAGS)
    expected = joined(plan.convert_yuv(y, u, v, bits=10))
    assert joined(plan.convert_yuv(stacked, bits=10)) == expected
    assert joined(tonemap.Plan(**TAGS, pixel_format="yuv420p10").convert_yuv(stacked)) == expected
    eight = (stacked >> 2).astype(numpy.uint8)
    interleaved = numpy.concatenate([(y >> 2).ravel(), numpy.stack([u >> 2, v >> 2], -1).ravel()]).astype(numpy.uint8).reshape(90, 92)
    expected = joined(plan.convert_yuv(eight))
    assert joined(tonemap.Plan(**TAGS, pixel_format="nv12", out_pixel_format="yuv420p").convert_yuv(interleaved)) == expected


def test_memoryviews_need_no_numpy_array():
    source = planes(HEIGHT, WIDTH, bits=8)
    lent = [memoryview(bytearray(plane.tobytes())).cast("B", plane.shape) for plane in source]
    plan = tonemap.Plan(**TAGS)
    assert joined(plan.convert_yuv(*lent)) == joined(plan.convert_yuv(*source))
