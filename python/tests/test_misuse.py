"""What wrong arrays get: an exception that says what was found, what was expected, and how to fix it."""
import numpy
import pytest
import tonemap
from conftest import PQ, picture, planes
from numpy.lib.stride_tricks import as_strided

ARRAY = picture(16, 24)
FLOAT64 = ARRAY.astype("float64")
SHARED = numpy.zeros((16, 24, 3), numpy.uint8)
BATCH = numpy.stack([ARRAY, ARRAY])
WIDE = numpy.zeros((16, 48, 3), numpy.uint8)
TWICE = (SHARED[..., 0].copy(), *[numpy.zeros((8, 12), numpy.uint8)] * 2)
READ_ONLY = numpy.zeros((16, 24, 3), numpy.uint8)
READ_ONLY.flags.writeable = False

MISUSES = {
    "float64": (lambda plan: plan.convert(FLOAT64), TypeError, r"float64.*float32.*astype"),
    "int16": (lambda plan: plan.convert(ARRAY.astype("int16")), TypeError, r"int16.*uint16"),
    "big-endian": (lambda plan: plan.convert(ARRAY.astype(">u2")), TypeError, r"byte order \(>u2\).*newbyteorder"),
    "a list": (lambda plan: plan.convert(ARRAY.tolist()), TypeError, r"list, which is no array.*NumPy"),
    "text": (lambda plan: plan.convert("in.png"), TypeError, r"str, which is no array"),
    "objects": (lambda plan: plan.convert(ARRAY.astype(object)), TypeError, r"O8|O"),
    "channels first": (lambda plan: plan.convert(ARRAY.transpose(2, 0, 1)), ValueError, r"\(3, 16, 24\).*transpose\(1, 2, 0\)"),
    "no channels": (lambda plan: plan.convert(ARRAY[..., 0]), ValueError, r"\(16, 24\).*\(height, width, 3\)"),
    "two channels": (lambda plan: plan.convert(ARRAY[..., :2]), ValueError, r"\(16, 24, 2\)"),
    "every other column": (lambda plan: plan.convert(ARRAY[:, ::2]), ValueError, r"12 bytes apart.*ascontiguousarray"),
    "channels reversed": (lambda plan: plan.convert(ARRAY[..., ::-1]), ValueError, r"-2.*ascontiguousarray"),
    "mirrored": (lambda plan: plan.convert(ARRAY[:, ::-1]), ValueError, r"-6 bytes apart.*ascontiguousarray"),
    "broadcast rows": (lambda plan: plan.convert(numpy.broadcast_to(ARRAY[:1], ARRAY.shape)), ValueError, r"overlap|stride|0"),
    "no rows": (lambda plan: plan.convert(ARRAY[:0]), ValueError, r"24×0"),
    "no pictures": (lambda plan: plan.convert(numpy.zeros((0, 4, 4, 3), "uint8")), ValueError, r"at least one picture"),
    "wide": (lambda plan: plan.convert(numpy.zeros((1, 70000, 3), "uint8")), ValueError, r"70000"),
    "output of another size": (lambda plan: plan.convert(ARRAY, numpy.zeros((16, 20, 3), "uint8")), ValueError, r"20×16.*24×16"),
    "output in every other column": (lambda plan: plan.convert(ARRAY, WIDE[:, ::2]), ValueError, r"out has .* apart.*with packed pixels"),
    "output of another count": (lambda plan: plan.convert(ARRAY, numpy.zeros((2, 16, 24, 3), "uint8")), ValueError, r"2 pictures.*1"),
    "output of float64": (lambda plan: plan.convert(ARRAY, FLOAT64), TypeError, r"out has samples of float64"),
    "read-only output": (lambda plan: plan.convert(ARRAY, READ_ONLY), ValueError, r"out is read-only"),
    "output of bytes": (lambda plan: plan.convert(ARRAY, memoryview(bytes(1152)).cast("B", (16, 24, 3))), ValueError, r"is read-only"),
    "output in the input": (lambda plan: plan.convert(SHARED, SHARED), ValueError, r"overlap"),
    "output over the input": (lambda plan: plan.convert(SHARED[:8], SHARED[4:12]), ValueError, r"overlap"),
    "a batch in one picture": (lambda plan: plan.convert(BATCH, as_strided(SHARED, BATCH.shape, (0, 72, 3, 1))), ValueError, r"out share memory"),
    "a batch whose pictures overlap": (
        lambda plan: plan.convert(BATCH[:, :8], as_strided(SHARED, (2, 8, 24, 3), (7 * 72, 72, 3, 1))), ValueError, r"out share memory"
    ),
    "a plane written twice": (lambda plan: plan.convert_yuv(*planes(16, 24), bits=10, out=TWICE), ValueError, r"out share memory"),
    "out and dtype": (lambda plan: plan.convert(ARRAY, SHARED, dtype="uint8"), ValueError, r"omit dtype"),
    "dtype": (lambda plan: plan.convert(ARRAY, dtype="int32"), TypeError, r"int32.*float32"),
    "threads": (lambda plan: plan.convert(ARRAY, threads=-1), ValueError, r"-1"),
    "threads beyond 32 bits": (lambda plan: plan.convert(ARRAY, threads=2**32), ValueError, r"4294967296"),
    "dtype of planes": (lambda plan: plan.convert_yuv(*planes(16, 24), bits=10, dtype="uint16"), ValueError, r"out_pixel_format.*to_rgb"),
    "index": (lambda plan: plan.convert(ARRAY, index="first"), TypeError, r"str"),
    "bits of uint16": (lambda plan: plan.convert_yuv(*planes(16, 24)), ValueError, r"bits=10"),
    "bits that there are not": (lambda plan: plan.convert_yuv(*planes(16, 24), bits=11), ValueError, r"bits is 11.*9, 10, 12"),
    "bits that no sample has": (lambda plan: plan.convert_yuv(*planes(16, 24), bits=99), ValueError, r"bits is 99.*14 or 16"),
    "bits as text": (lambda plan: plan.convert_yuv(*planes(16, 24), bits="10"), TypeError, r"bits is '10'.*whole number"),
    "bits as a fraction": (lambda plan: plan.convert_yuv(*planes(16, 24), bits=10.0), TypeError, r"bits is 10\.0.*whole number"),
    "bits of measured planes": (lambda _: tonemap.measure([planes(16, 24)], bits=17, **PQ), ValueError, r"bits is 17.*14 or 16"),
    "bits of uint8": (lambda plan: plan.convert_yuv(*planes(16, 24, bits=8), bits=10), ValueError, r"uint8.*bits=10"),
    "chroma of another size": (
        lambda plan: plan.convert_yuv(*planes(16, 24)[:1], *planes(16, 20)[1:], bits=10), ValueError, r"24×16 has chroma of 10×8.*12×8"
    ),
    "chroma of two sizes": (lambda plan: plan.convert_yuv(*planes(16, 24)[:2], planes(16, 20)[2], bits=10), ValueError, r"plane 2.*\(8, 10\)"),
    "chroma of another type": (
        lambda plan: plan.convert_yuv(*planes(16, 24)[:2], planes(16, 24, bits=8)[2], bits=10), TypeError, r"plane 2.*uint8.*uint16"
    ),
    "float planes": (lambda plan: plan.convert_yuv(*(plane.astype("f4") for plane in planes(16, 24))), TypeError, r"float32.*uint16"),
    "five planes": (lambda plan: plan.convert_yuv(*[ARRAY[..., 0]] * 5, bits=10), ValueError, r"5 planes"),
    "R'G'B' as planes": (lambda plan: plan.convert_yuv(ARRAY, bits=10), ValueError, r"\(16, 24, 3\).*height \* 3 / 2"),
    "stacked planes of an odd height": (lambda plan: plan.convert_yuv(numpy.zeros((16, 24), "u1")), ValueError, r"\(16, 24\)"),
    "planes for a plan of R'G'B'": (
        lambda _: tonemap.Plan(**PQ, pixel_format="rgb24").convert_yuv(*planes(16, 24), bits=10), ValueError, r"3 planes.*rgb24"
    ),
    "R'G'B' for a plan of planes": (lambda _: tonemap.Plan(**PQ, pixel_format="p010le").convert(ARRAY), ValueError, r"p010le.*leave it out"),
    "R'G'B' from a plan to planes": (
        lambda _: tonemap.Plan(**PQ, out_pixel_format="yuv420p").convert(ARRAY), ValueError, r"yuv420p.*convert_yuv"
    ),
    "v210 in": (
        lambda _: tonemap.Plan(**PQ, pixel_format="v210").convert(numpy.zeros((16, 32), "u4")), ValueError, r"v210.*width.*10 bits.*tonemap\.read"
    ),
    "v210 in as planes": (lambda _: tonemap.Plan(**PQ, pixel_format="v210").convert_yuv(numpy.zeros((16, 32), "u4")), ValueError, r"v210.*width"),
    "a batch as planes": (
        lambda _: tonemap.Plan(**PQ, pixel_format="y210le").convert_yuv(numpy.zeros((2, 16, 24, 2), "u2")), ValueError, r"batch.*call convert"
    ),
    "colors": (lambda plan: plan([1, 2]), ValueError, r"\(2,\)"),
    "words as colors": (lambda plan: plan("white"), ValueError, "could not convert"),
}


@pytest.mark.parametrize("misuse", MISUSES)
def test_misuse(misuse):
    call, kind, sentence = MISUSES[misuse]
    plan = tonemap.Plan(**PQ)
    with pytest.raises(kind, match=sentence):
        call(plan)
    assert plan.convert(ARRAY).shape == ARRAY.shape  # and nothing is broken


def test_memory_cannot_be_freed_meanwhile():
    """A bytearray that is lent cannot be resized, and what is lent is held by the call alone."""
    import threading

    memory = bytearray(2160 * 3840 * 6)
    plan = tonemap.Plan(**PQ)
    out = numpy.empty((2160, 3840, 3), numpy.uint8)
    worker = threading.Thread(target=lambda: [plan.convert(memoryview(memory).cast("H", (2160, 3840, 3)), out, threads=1) for _ in range(3)])
    worker.start()
    refused = 0
    while worker.is_alive():
        try:
            memory.extend(b"1")
            del memory[-1:]
        except BufferError:
            refused += 1
    worker.join()
    assert refused > 0
