"""Arrays of R'G'B' have the bytes of the command."""
import ctypes
import math
import re
import threading
import warnings

import numpy
import pytest
import tonemap
from conftest import PQ, frombytes, picture
from tonemap._formats import format_of
from tonemap._library import PlaneShape, call

HEIGHT, WIDTH = 61, 93
NAMES = {"uint8": "rgb24", "uint16": "rgb48le", "float16": "rgbf16le", "float32": "rgbf32le"}
ALPHA_NAMES = {"uint8": "rgba", "uint16": "rgba64le", "float16": "rgbaf16le", "float32": "rgbaf32le"}


def raw(array):
    """An array as the command reads it, and its pixel format: packed, but planes of float32."""
    alpha = array.shape[-1] == 4
    if array.dtype == numpy.float32:
        order = [1, 2, 0, 3][: array.shape[-1]]
        return numpy.moveaxis(array[..., order], -1, -3).tobytes(), "gbrapf32le" if alpha else "gbrpf32le"
    return array.tobytes(), (ALPHA_NAMES if alpha else NAMES)[array.dtype.name]


def unraw(data, dtype, shape):
    """What the command wrote, as an array."""
    if dtype != "float32":
        return frombytes(data, dtype, shape)
    order = [2, 0, 1, 3][: shape[-1]]
    return numpy.moveaxis(frombytes(data, dtype, (*shape[:-3], shape[-1], *shape[-3:-1])), -3, -1)[..., order]


@pytest.mark.parametrize("channels", [3, 4])
@pytest.mark.parametrize("to", ["uint8", "uint16", "float16", "float32"])
@pytest.mark.parametrize("of", ["uint8", "uint16", "float16", "float32"])
def test_each_type_has_the_bytes_of_the_command(command, of, to, channels):
    array = picture(HEIGHT, WIDTH, channels, of)
    converted = tonemap.Plan(**PQ).convert(array, dtype=to)
    data, name = raw(array)
    out = raw(numpy.empty((1, 1, channels), to))[1]
    expected = command.convert(data, WIDTH, HEIGHT, **PQ, pixel_format=name, out_pixel_format=out)
    numpy.testing.assert_array_equal(converted, unraw(expected, to, (HEIGHT, WIDTH, channels)))


@pytest.mark.parametrize("to, dtype", [("sdr709", "uint8"), ("srgb", "uint8"), ("p3-sdr", "uint8"), ("hlg", "uint16"), ("pq", "uint16")])
def test_the_type_that_is_made_follows_from_the_display(to, dtype):
    assert tonemap.Plan(**PQ, to=to).convert(picture(4, 4)).dtype == dtype


def test_source_states_all_tags(command):
    array = picture(HEIGHT, WIDTH)
    plan = tonemap.Plan(source="hdr10", max_cll=(1000, 400), to="sdr")
    assert plan.assumptions == []
    expected = command.convert(
        array.tobytes(), WIDTH, HEIGHT, **PQ, matrix="gbr", range="full", pixel_format="rgb48le", out_pixel_format="rgb24"
    )
    assert plan.convert(array).tobytes() == expected


def test_the_pictures_of_a_batch_side_by_side():
    """In one canvas: their extents overlap, their samples do not."""
    batch = numpy.stack([picture(HEIGHT, WIDTH, seed=seed) for seed in range(3)])
    plan = tonemap.Plan(**PQ)
    canvas = numpy.zeros((HEIGHT, 3 * WIDTH, 3), numpy.uint8)
    plan.convert(batch, canvas.reshape(HEIGHT, 3, WIDTH, 3).transpose(1, 0, 2, 3))
    numpy.testing.assert_array_equal(canvas, numpy.concatenate(list(plan.convert(batch)), 1))


def test_a_batch_has_an_index_for_each_picture(command):
    batch = numpy.stack([picture(HEIGHT, WIDTH, seed=seed) for seed in range(3)])
    plan = tonemap.Plan(**PQ)
    converted = plan.convert(batch)
    expected = command.convert(batch.tobytes(), WIDTH, HEIGHT, **PQ, pixel_format="rgb48le", out_pixel_format="rgb24")
    assert converted.shape == batch.shape and converted.tobytes() == expected
    numpy.testing.assert_array_equal(plan.convert(batch[1], index=1), converted[1])
    assert not numpy.array_equal(plan.convert(batch[1], index=0), converted[1])


LAYOUTS = {
    "rows upside down": lambda array: array[::-1],
    "every other row": lambda array: numpy.repeat(array, 2, axis=0)[::2],
    "a part of wider rows": lambda array: numpy.pad(array, ((3, 1), (5, 7), (0, 0)))[3:-1, 5:-7],
    "at an odd address": lambda array: _at_odd_address(array),
    "planes": lambda array: numpy.ascontiguousarray(array.transpose(2, 0, 1)).transpose(1, 2, 0),
    "planes upside down": lambda array: numpy.ascontiguousarray(array.transpose(2, 0, 1))[:, ::-1].transpose(1, 2, 0)[::-1][::-1],
}


def _at_odd_address(array):
    memory = numpy.empty(array.nbytes + 1, numpy.uint8)
    view = memory[1:].view(array.dtype) if memory.ctypes.data % 2 == 0 else memory[:-1].view(array.dtype)
    view = view.reshape(array.shape)
    view[...] = array
    return view


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("channels", [3, 4])
@pytest.mark.parametrize("dtype", ["uint8", "uint16", "float32"])
def test_any_layout_in_and_out(layout, channels, dtype):
    array = picture(HEIGHT, WIDTH, channels, dtype)
    plan = tonemap.Plan(**PQ, dither="none")  # dither differs between planes and packed pixels
    strided = LAYOUTS[layout](array)
    expected = plan.convert(numpy.ascontiguousarray(strided), dtype=dtype)
    numpy.testing.assert_array_equal(plan.convert(strided, dtype=dtype), expected)
    out = LAYOUTS[layout](numpy.zeros_like(array))
    assert plan.convert(strided, out) is out
    numpy.testing.assert_array_equal(out, expected)


@pytest.mark.parametrize("dtype, name", [("uint8", "gbrp"), ("uint16", "gbrp16le"), ("float16", "gbrpf16le")])
def test_planes_have_the_bytes_of_the_command(command, dtype, name):
    first = numpy.ascontiguousarray(picture(HEIGHT, WIDTH, 3, dtype).transpose(2, 0, 1))
    converted = numpy.zeros_like(first)
    tonemap.Plan(**PQ).convert(first.transpose(1, 2, 0), converted.transpose(1, 2, 0))
    expected = command.convert(first[[1, 2, 0]].tobytes(), WIDTH, HEIGHT, **PQ, pixel_format=name, out_pixel_format=name)
    assert converted[[1, 2, 0]].tobytes() == expected


def test_buffers_that_state_no_strides():
    """Arrays of ctypes lend their shape alone."""
    array = picture(4, 6)
    plan = tonemap.Plan(**PQ)
    lent = (ctypes.c_uint16 * 3 * 6 * 4).from_buffer_copy(array)
    out = (ctypes.c_uint8 * 3 * 6 * 4)()
    assert plan.convert(lent, out) is out
    numpy.testing.assert_array_equal(out, plan.convert(array))
    assert tonemap.measure([lent], **PQ).frames == tonemap.measure([array], **PQ).frames


def test_what_surrounds_an_output_is_not_written():
    canvas = numpy.full((HEIGHT + 4, WIDTH + 6, 3), 77, numpy.uint8)
    tonemap.Plan(**PQ).convert(picture(HEIGHT, WIDTH), canvas[2:-2, 3:-3])
    canvas[2:-2, 3:-3] = 77
    assert (canvas == 77).all()


def test_the_input_is_only_read():
    array = picture(HEIGHT, WIDTH)
    before = array.copy()
    array.flags.writeable = False
    tonemap.Plan(**PQ).convert(array)
    numpy.testing.assert_array_equal(array, before)


@pytest.mark.parametrize("size", [(1, 1), (1, 17), (17, 1), (2, 3)])
def test_small_pictures(command, size):
    array = picture(*size)
    expected = command.convert(array.tobytes(), size[1], size[0], **PQ, pixel_format="rgb48le", out_pixel_format="rgb24")
    assert tonemap.Plan(**PQ).convert(array).tobytes() == expected


@pytest.mark.parametrize("name, order", [("bgr24", [2, 1, 0]), ("bgra", [2, 1, 0, 3])])
def test_a_layout_that_the_array_does_not_say(name, order):
    array = picture(HEIGHT, WIDTH, len(order), "uint8")
    swapped = numpy.ascontiguousarray(array[..., order])
    converted = tonemap.Plan(**PQ, pixel_format=name, out_pixel_format=name).convert(swapped)
    numpy.testing.assert_array_equal(converted[..., order], tonemap.Plan(**PQ).convert(array))


def test_words_of_ten_bits(command):
    words = numpy.random.default_rng(3).integers(0, 2**32, (HEIGHT, WIDTH), numpy.uint32)
    converted = tonemap.Plan(**PQ, pixel_format="x2rgb10le", out_pixel_format="rgb48le").convert(words)
    expected = command.convert(words.tobytes(), WIDTH, HEIGHT, **PQ, pixel_format="x2rgb10le", out_pixel_format="rgb48le")
    assert converted.tobytes() == expected


@pytest.mark.parametrize("name, shape", [("v210", (HEIGHT, 64)), ("y210le", (HEIGHT, 94, 2))])
def test_rows_of_whole_groups_of_pixels(command, name, shape):
    """v210 has 48 pixels in 128 bytes, y210le 2 in 8: rows are wider than a picture of an odd width."""
    options = {**PQ, "to": "pq", "out_pixel_format": name}
    array = picture(HEIGHT, WIDTH)
    expected = command.convert(array.tobytes(), WIDTH, HEIGHT, **options, pixel_format="rgb48le")
    plan = tonemap.Plan(**options)
    converted = plan.convert(array)
    assert converted.shape == shape and converted.tobytes() == expected
    out = numpy.zeros_like(converted)
    assert plan.convert(array, out) is out and out.tobytes() == expected
    with tonemap.read(command.folder / "in.raw", size=f"{WIDTH}x{HEIGHT}", pixel_format="rgb48le", **options) as movie:
        assert next(movie).tobytes() == expected
    with pytest.raises(ValueError, match=f"out has the shape .* but {name} of {WIDTH}×{HEIGHT} has "):
        plan.convert(array, out[:, 4:])
    u, v = numpy.split(numpy.full((HEIGHT, WIDTH + 1), 512, "uint16"), 2, axis=1)
    source = numpy.full((HEIGHT, WIDTH), 500, "uint16"), u, v
    expected = command.convert(b"".join(plane.tobytes() for plane in source), WIDTH, HEIGHT, **options, pixel_format="yuv422p10le")
    assert plan.convert_yuv(*source, bits=10).tobytes() == expected


def test_packed_planes_are_one_array(command):
    words = picture(HEIGHT, WIDTH + 1, 2)
    data = words.tobytes()
    plan = tonemap.Plan(**PQ, pixel_format="y210le", out_pixel_format="yuv422p")
    converted = plan.convert_yuv(words)
    expected = command.convert(data, WIDTH + 1, HEIGHT, **PQ, pixel_format="y210le", out_pixel_format="yuv422p")
    assert b"".join(plane.tobytes() for plane in converted) == expected


def test_every_pixel_format_has_the_planes_of_the_library():
    with pytest.raises(tonemap.UsageError) as raised:
        tonemap.Plan(**PQ, pixel_format="?")
    names = re.search("FFmpeg's names (.*), or one of", str(raised.value))[1].split(", ")
    assert len(names) > 60
    for name in names:
        shapes, count = (PlaneShape * 4)(), ctypes.c_int32()
        call("tonemap_format_planes", name.encode(), WIDTH, HEIGHT, shapes, ctypes.byref(count))
        format = format_of(name)
        found = [(math.prod(shape[1:]) * format.item, shape[0]) for shape in format.planes(WIDTH, HEIGHT)]
        assert found == [(shape.bytes_per_row, shape.rows) for shape in shapes[: count.value]], name


def test_alpha_may_be_left_out(command):
    array = picture(HEIGHT, WIDTH, 4)
    converted = tonemap.Plan(**PQ, alpha="ignore").convert(array)
    assert converted.shape == (HEIGHT, WIDTH, 3)
    expected = command.convert(array.tobytes(), WIDTH, HEIGHT, **PQ, alpha="ignore", pixel_format="rgba64le", out_pixel_format="rgb24")
    assert converted.tobytes() == expected


@pytest.mark.parametrize("count", [0, 1, 2, 7])
def test_any_number_of_threads(count):
    array = picture(500, 300)
    plan = tonemap.Plan(**PQ)
    numpy.testing.assert_array_equal(plan.convert(array, threads=count), plan.convert(array))


def test_one_plan_in_many_threads():
    plan = tonemap.Plan(**PQ)
    arrays = [picture(200, 160 + seed % 3, seed=seed) for seed in range(24)]
    expected = [plan.convert(array) for array in arrays]
    found = [None] * len(arrays)

    def work(first):
        for place in range(first, len(arrays), 6):
            found[place] = plan.convert(arrays[place])

    workers = [threading.Thread(target=work, args=(first,)) for first in range(6)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    for one, other in zip(found, expected):
        numpy.testing.assert_array_equal(one, other)


def test_other_python_threads_run_meanwhile():
    """The GIL is released: a thread counts while another converts."""
    array = picture(2160, 3840)
    plan = tonemap.Plan(**PQ)
    plan.convert(array)
    done = threading.Event()
    ticks = []

    def count():
        while not done.is_set():
            ticks.append(done.wait(0.001))

    counter = threading.Thread(target=count)
    counter.start()
    before = len(ticks)
    plan.convert(array, threads=1)
    during = len(ticks) - before
    done.set()
    counter.join()
    assert during >= 3  # a picture of this size takes at least 10 ms


class OnlyDLPack:
    """An array that NumPy takes for an object."""

    def __init__(self, array):
        self.__dlpack__, self.__dlpack_device__ = array.__dlpack__, array.__dlpack_device__


@pytest.mark.parametrize("dtype", ["float16", "float32"])
def test_floats_far_above_1_are_told(dtype):
    plan = tonemap.Plan(**PQ)
    with pytest.warns(UserWarning, match="up to 255, but a signal of 0 to 1"):
        plan.convert(numpy.full((16, 24, 3), 255, dtype))
    with pytest.warns(UserWarning, match="up to 255"):
        plan.convert(OnlyDLPack(numpy.full((2, 16, 24, 3), 255, dtype)))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        plan.convert(numpy.full((16, 24, 3), 1.09, dtype))
        # Light goes far beyond its reference white, if the plan has its peak.
        tonemap.Plan(transfer="linear", primaries="bt2020", source_peak=6090).convert(numpy.full((16, 24, 3), 30, dtype))


@pytest.mark.parametrize("dtype", ["float16", "float32"])
def test_light_above_the_peak_is_told(dtype):
    """As the warning says, the peak maps it."""
    light = numpy.full((16, 24, 3), 5, dtype)
    plan = tonemap.Plan(transfer="linear", primaries="bt2020")
    assert any("limiting brighter light" in assumption for assumption in plan.assumptions)
    with pytest.warns(UserWarning, match=r"light up to 1015 cd/m², but the source's peak is 203 cd/m².*source_peak=1015 "):
        assert (plan.convert(light) == 255).all()
    mapped = tonemap.Plan(transfer="linear", primaries="bt2020", source_peak=1015)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert mapped.convert(light).min() >= 254 and (mapped.convert(light / 2) < 250).all()
