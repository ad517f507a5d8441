"""PyTorch's tensors and PyAV's frames, as they are."""
import numpy
import pytest
import tonemap
from conftest import PQ, picture, planes


class TestTorch:
    @pytest.fixture(autouse=True)
    def torch(self):
        self.torch = pytest.importorskip("torch")

    @pytest.mark.parametrize("dtype", ["uint8", "uint16", "float16", "float32"])
    def test_a_tensor_in_and_out(self, dtype):
        array = picture(48, 80, dtype=dtype)
        plan = tonemap.Plan(**PQ)
        expected = plan.convert(array, dtype=dtype)
        tensor = self.torch.from_numpy(array)
        numpy.testing.assert_array_equal(plan.convert(tensor, dtype=dtype), expected)
        out = self.torch.zeros((48, 80, 3), dtype=getattr(self.torch, dtype))
        assert plan.convert(tensor, out) is out
        numpy.testing.assert_array_equal(out.numpy(), expected)

    def test_channels_first(self):
        array = picture(48, 80)
        plan = tonemap.Plan(**PQ)
        first = self.torch.from_numpy(array.transpose(2, 0, 1).copy())
        out = self.torch.zeros((3, 48, 80))
        plan.convert(first.permute(1, 2, 0), out.permute(1, 2, 0))
        numpy.testing.assert_array_equal(out.numpy().transpose(1, 2, 0), plan.convert(array, dtype="float32"))
        with pytest.raises(ValueError, match="permute"):
            plan.convert(first)

    def test_a_batch(self):
        batch = numpy.stack([picture(48, 80, seed=seed) for seed in range(3)])
        out = self.torch.zeros((3, 3, 48, 80))
        plan = tonemap.Plan(**PQ)
        plan.convert(self.torch.from_numpy(batch), out.permute(0, 2, 3, 1))
        numpy.testing.assert_array_equal(out.numpy().transpose(0, 2, 3, 1), plan.convert(batch, dtype="float32"))

    def test_colors(self):
        colors = self.torch.rand((5, 3), dtype=self.torch.float64)
        plan = tonemap.Plan(**PQ)
        numpy.testing.assert_array_equal(plan(colors), plan(colors.numpy()))

    def test_tensors_that_lend_nothing(self):
        plan = tonemap.Plan(**PQ)
        with pytest.raises(TypeError, match="bfloat16.*float32"):
            plan.convert(self.torch.zeros((4, 4, 3), dtype=self.torch.bfloat16))
        with pytest.raises(TypeError, match="detach"):
            plan.convert(self.torch.zeros((4, 4, 3), requires_grad=True))
        with pytest.raises(TypeError, match="meta"):
            plan.convert(self.torch.zeros((4, 4, 3), device="meta"))


class Elsewhere:
    """A tensor in the memory of a GPU."""

    device = "cuda:0"

    def __dlpack_device__(self):
        return 2, 0

    def __dlpack__(self, **_):
        raise AssertionError("nothing is asked for")


def test_memory_of_a_gpu_is_refused():
    with pytest.raises(TypeError, match=r"cuda:0.*tensor\.cpu\(\)"):
        tonemap.Plan(**PQ).convert(Elsewhere())


class Plane(bytearray):
    """A plane of versions of PyAV whose planes are bytes alone: a buffer, with the form of its rows beside it."""

    def __init__(self, array, width):
        super().__init__(array.tobytes())
        self.line_size, self.width, self.height = array.strides[0], width, array.shape[0]


def test_planes_of_bytes():
    source = planes(48, 80)
    plan = tonemap.Plan(**PQ)
    expected = plan.convert_yuv(*source, bits=10)
    lent = [Plane(numpy.pad(plane, ((0, 0), (0, 16))), plane.shape[1]) for plane in source]
    for one, other in zip(plan.convert_yuv(*lent, bits=10), expected):
        numpy.testing.assert_array_equal(one, other)
    y, u, v = (plane << 6 for plane in source)
    uv = numpy.stack([u, v], -1)
    pairs = Plane(numpy.pad(uv.reshape(24, 80), ((0, 0), (0, 16))), 40)
    for one, other in zip(plan.convert_yuv(Plane(y, 80), pairs, bits=10), plan.convert_yuv(y, uv, bits=10)):
        numpy.testing.assert_array_equal(one, other)
    with pytest.raises(ValueError, match="bits=8"):
        plan.convert_yuv(*lent)
    lent[0].line_size *= -1
    with pytest.raises(ValueError, match=r"rows of -192.*reformat"):
        plan.convert_yuv(*lent, bits=10)


# The type of the samples of a frame of PyAV, and how many a pixel has in each plane.
LAYOUTS = {
    "gbrpf32le": ("float32", [1, 1, 1]), "gbrapf32le": ("float32", [1, 1, 1, 1]), "gbrpf16le": ("float16", [1, 1, 1]), "rgbf32le": ("float32", [3]),
    "rgbf16le": ("float16", [3]), "x2rgb10le": ("uint32", [1]), "y210le": ("uint16", [2]), "nv12": ("uint8", [1, 2]), "p010le": ("uint16", [1, 2]),
    "gray10le": ("uint16", [1]),
}


class TestPyAV:
    @pytest.fixture(autouse=True)
    def av(self):
        self.av = pytest.importorskip("av")

    def frame(self, name, width=80, height=48):
        """A frame whose planes are filled with noise."""
        frame = self.av.VideoFrame(width, height, name)
        random = numpy.random.default_rng(5)
        bits = 8 if "1" not in name.replace("nv12", "") else 10
        for plane in frame.planes:
            noise = random.integers(0, 2**bits, plane.buffer_size // (1 if bits == 8 else 2))
            plane.update(noise.astype("uint8" if bits == 8 else "uint16").tobytes())
        return frame

    @pytest.mark.parametrize("name", ["yuv420p10le", "yuv422p10le", "yuv444p10le", "yuv420p", "nv12", "p010le"])
    def test_planes_and_frames(self, name):
        frame = self.frame(name)
        bits = 8 if name in ("yuv420p", "nv12") else 10
        arrays = [plane_array(plane, bits, len(frame.planes), place) for place, plane in enumerate(frame.planes)]
        plan = tonemap.Plan(**PQ)
        expected = plan.convert_yuv(*arrays, bits=bits)
        for given in (frame.planes, (frame,)):
            for one, other in zip(plan.convert_yuv(*given, bits=bits), expected):
                numpy.testing.assert_array_equal(one, other)
        rgb = plan.convert_yuv(*arrays, bits=bits, to_rgb=True)
        numpy.testing.assert_array_equal(plan.convert(frame), rgb)

    @pytest.mark.parametrize("name", LAYOUTS)
    def test_frames_of_any_format(self, command, name):
        """Of an odd size, so that a row of y210le is wider than the picture, and the chroma of 4:2:0 more than half as large."""
        if name not in self.av.video.format.names:
            pytest.skip(f"this version of PyAV has no {name}")
        dtype, channels = LAYOUTS[name]
        frame = self.av.VideoFrame(81, 49, name)
        data = b""
        for place, plane in enumerate(frame.planes):
            shape = (25, 41) if place and name in ("nv12", "p010le") else (49, 82 if name == "y210le" else 81)
            samples = picture(*shape, channels[place], dtype, seed=place)
            rows = numpy.zeros((shape[0], plane.line_size), "uint8")
            bytes_of_row = samples.nbytes // shape[0]
            rows[:, :bytes_of_row] = numpy.frombuffer(samples.tobytes(), "uint8").reshape(shape[0], bytes_of_row)
            plane.update(rows.tobytes())
            data += samples.tobytes()
        converted = tonemap.Plan(**PQ).convert(frame)
        out = "rgba" if "gbrap" in name else "rgb24"
        assert converted.tobytes() == command.convert(data, 81, 49, **PQ, pixel_format=name, out_pixel_format=out)
        assert tonemap.measure([frame], **PQ).max_cll > 0

    @pytest.mark.parametrize("name, way", [("ya8", "rgba64le"), ("pal8", "rgba64le"), ("rgb0", "rgba64le"), ("yuyv422", "yuv444p16le")])
    def test_frames_of_other_formats(self, name, way):
        frame = self.av.VideoFrame(80, 48, name)
        plan = tonemap.Plan(**PQ)
        for call in (plan.convert, plan.convert_yuv, lambda given: tonemap.measure([given], **PQ)):
            with pytest.raises(tonemap.UsageError, match=f"pixel format {name}, .*{way}"):
                call(frame)
        assert plan.convert(frame.reformat(format=way)).shape[:2] == (48, 80)

    def test_arrays_of_frames(self):
        frame = self.frame("yuv420p")
        plan = tonemap.Plan(**PQ)
        for one, other in zip(plan.convert_yuv(frame.to_ndarray()), plan.convert_yuv(frame)):
            numpy.testing.assert_array_equal(one, other)
        rgb = frame.to_ndarray(format="rgb48le")
        assert plan.convert(rgb).shape == (48, 80, 3)
        made = self.av.VideoFrame.from_ndarray(plan.convert(rgb), format="rgb24")
        numpy.testing.assert_array_equal(made.to_ndarray(), plan.convert(rgb))
        numpy.testing.assert_array_equal(plan.convert(made), plan.convert(made.to_ndarray()))

    def test_a_clip_is_measured(self):
        frames = [self.frame("yuv420p10le") for _ in range(2)]
        assert tonemap.measure(frames, **PQ).frames == tonemap.measure([frame.planes for frame in frames], bits=10, **PQ).frames


def plane_array(plane, bits, count, place):
    """The samples of a plane, read by its bytes."""
    item = 1 if bits == 8 else 2
    channels = 2 if count == 2 and place == 1 else 1
    rows = numpy.frombuffer(plane, numpy.uint8).reshape(plane.height, -1)[:, : plane.width * channels * item]
    samples = numpy.ascontiguousarray(rows).view("uint8" if bits == 8 else "uint16")
    return samples if channels == 1 else samples.reshape(plane.height, plane.width, 2)
