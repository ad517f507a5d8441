"""FFmpeg's code points of H.273: the functions behind them, and their numbers in files that FFmpeg writes.

Needs PyAV, whose wheels contain FFmpeg's libraries, and a command with FFmpeg.
"""
import ctypes
import json
import os
import pathlib
import tempfile

import numpy as np

import bt2100
from measuring import FRAMES, ROUNDED, Missing, Row, cube_colors, grays, merged, worst

WHITE = 203
PRIMARIES = {
    "bt709": 1, "bt470m": 4, "bt470bg": 5, "smpte170m": 6, "smpte240m": 7, "film": 8, "bt2020": 9, "smpte431": 11, "smpte432": 12, "ebu3213": 22,
}
DISPLAYS = {"bt709": 1, "bt470m": 4, "bt470bg": 5, "smpte170m": 6, "smpte240m": 7, "linear": 8, "iec61966-2-4": 11, "bt1361e": 12,
            "iec61966-2-1": 13, "bt2020-10": 14, "bt2020-12": 15}
CAMERAS = {"bt709": 1, "log100": 9, "log316": 10}
MATRICES = {"bt709": 1, "fcc": 4, "bt470bg": 5, "smpte170m": 6, "smpte240m": 7, "bt2020nc": 9}
OF_COLOR = ctypes.CFUNCTYPE(None, ctypes.c_double, ctypes.c_double, ctypes.POINTER(ctypes.c_double))
OF_NUMBER = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)


class Rational(ctypes.Structure):
    _fields_ = [("numerator", ctypes.c_int), ("denominator", ctypes.c_int)]


class Utilities:
    """The part of libavutil that knows code points."""

    def __init__(self, av):
        found = sorted((pathlib.Path(av.__file__).parents[1] / "av.libs").glob("libavutil-*"))
        if not found:
            raise Missing("PyAV was not installed as a wheel, which contains FFmpeg's libraries")
        self.library = ctypes.CDLL(str(found[0]))

    def _rationals(self, function, number, count):
        call = getattr(self.library, function)
        call.restype = ctypes.POINTER(Rational * count)
        return [item.numerator / item.denominator for item in call(number).contents]

    def matrix_to_xyz(self, primaries):
        white_x, white_y, *rest = self._rationals("av_csp_primaries_desc_from_id", primaries, 8)
        return bt2100.matrix(*zip(rest[::2], rest[1::2]), (white_x, white_y)), (white_x, white_y)

    def luma(self, matrix):
        return np.array(self._rationals("av_csp_luma_coeffs_from_avcsp", matrix, 3))

    def shown(self, transfer, colors, peak):
        """The light of signals on a display with this peak."""
        self.library.av_csp_itu_eotf.restype = ctypes.c_void_p
        function = OF_COLOR(self.library.av_csp_itu_eotf(transfer))
        result = np.ascontiguousarray(colors, float).copy()
        for row in result:
            function(peak, 0.0, row.ctypes.data_as(ctypes.POINTER(ctypes.c_double)))
        return result

    def scene(self, transfer, colors):
        self.library.av_csp_trc_func_inv_from_id.restype = ctypes.c_void_p
        return np.vectorize(OF_NUMBER(self.library.av_csp_trc_func_inv_from_id(transfer)))(colors)


def rows(tools):
    import av

    stated = f"FFmpeg's libavutil {'.'.join(map(str, av.library_versions['libavutil']))} in PyAV {av.__version__}, LGPL-2.1-or-later"
    utilities, cube = Utilities(av), cube_colors(17)
    colors = np.concatenate([cube, grays(2048)])

    def row(what, colors, expected, *arguments):
        frames, exact = tools.differences(colors, expected, *arguments)
        return Row(what, stated, len(colors), frames, 0.05, FRAMES, exact)

    def to_pq(name, colors, light, *more):
        return row(name, colors, bt2100.pq(light), "--transfer", name, "--primaries", "bt2020", "--to", "pq", "--reference-white", WHITE, "--source-peak", WHITE, *more)

    yield merged("SDR to PQ, displays", [to_pq(name, colors, utilities.shown(number, colors, WHITE)) for name, number in DISPLAYS.items()])
    # The white of X and Z on FFmpeg's display for ST 428-1 is DCI's, x 0.314 and y 0.351; ours is 1 for each, as H.273 prints it.
    white = np.array([0.314, 0.351, 0.335]) / 0.351
    yield merged("SDR to PQ, display, with FFmpeg's white undone", [to_pq("smpte428", colors, utilities.shown(17, colors, WHITE) / white)])
    # H.273 gives all light below 0.01 or 0.0032 the signal 0 of a logarithm, which is shown as black here and as that limit by FFmpeg.
    above = colors[np.all(colors > 0, axis=1)]
    yield merged("SDR to PQ, cameras", [
        to_pq(name, above, utilities.scene(number, above) * WHITE, *(["--sdr-transfer", "bt709-camera"] if name == "bt709" else []))
        for name, number in CAMERAS.items()])
    shown = utilities.shown(18, cube, 1000)
    yield row("HLG to PQ, 1000 cd/m²", cube, bt2100.pq(shown), "--transfer", "hlg", "--primaries", "bt2020", "--to", "pq")
    yield row(
        "PQ to HLG, 1000 cd/m²", bt2100.pq(shown), cube, "--transfer", "pq", "--primaries", "bt2020", "--to", "hlg", "--source-peak", 1000,
        "--tone-mapping", "none")

    def primaries(name, number):
        to_xyz, white = utilities.matrix_to_xyz(number)
        light = cube @ (np.linalg.inv(bt2100.WIDE) @ bt2100.adapted("Bradford", white, bt2100.D65, to_xyz)).T * WHITE
        inside = np.all((light >= 0) & (light <= WHITE), axis=1)
        return row(
            name, cube[inside], bt2100.pq(light[inside]), "--transfer", "linear", "--source-peak", WHITE, "--primaries", name, "--to", "pq", "--reference-white", WHITE)

    yield merged("primaries to BT.2020, in PQ", [primaries(*pair) for pair in PRIMARIES.items() if pair[0] != "bt2020"])

    def matrix(name, number):
        red, green, blue = utilities.luma(number)
        luma = cube @ [red, green, blue]
        expected = np.stack([luma, (cube[:, 2] - luma) / (2 - 2 * blue), (cube[:, 0] - luma) / (2 - 2 * red)], -1)
        found = tools.tonemap.frames(
            cube, "rgbf32le", "yuv444p16le", "--matrix", "gbr", "--range", "full", "--transfer", "bt2020-12", "--primaries", "bt2020", "--to", "sdr709",
            "--out-primaries", "bt2020", "--out-matrix", name, "--out-range", "narrow")
        codes = expected * np.array([219, 224, 224]) * 256 + np.array([16, 128, 128]) * 256
        return Row(name, stated, len(cube), worst(found, codes, 1 / 64), 0.05, ROUNDED)

    yield merged("R′G′B′ to Y′CbCr", [matrix(*pair) for pair in MATRICES.items()])
    yield from tags(tools, av)


def tags(tools, av):
    """Every number of H.273 that FFmpeg writes, in each kind of file that holds it, read by `info` and by FFmpeg itself."""
    stated = f"FFmpeg's libavformat {'.'.join(map(str, av.library_versions['libavformat']))} in PyAV {av.__version__}, LGPL-2.1-or-later"
    numbers = [(9, 16, 9, 0), (9, 16, 9, 1)] + [(n, 16, 9, 0) for n in (1, 2, 4, 5, 6, 7, 8, 10, 11, 12, 22)] + [
        (9, n, 9, 0) for n in (1, 2, *range(4, 19))] + [(9, 16, n, 0) for n in (1, 2, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14)]
    kinds = [("H.265 in MP4", "mp4", "libx265"), ("H.264 in MOV", "mov", "libx264"), ("H.265 in Matroska", "matroska", "libx265"),
             ("AV1 in MP4", "mp4", "libsvtav1"), ("AV1 in IVF", "ivf", "libsvtav1"), ("VP9 in WebM", "webm", "libvpx-vp9"),
             ("H.265 alone", "hevc", "libx265"), ("FFV1 in Matroska", "matroska", "ffv1")]
    av.logging.set_level(av.logging.PANIC)
    os.environ.setdefault("SVT_LOG", "0")
    wrong, values, files = [], 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for kind, container, codec in kinds:
            for given in numbers:
                file = pathlib.Path(folder) / f"x.{container}"
                try:
                    write(av, file, container, codec, given)
                except av.FFmpegError:
                    continue  # FFmpeg does not write this number in this kind of file
                with av.open(str(file)) as source:
                    next(source.decode(video=0))
                    context = source.streams.video[0].codec_context
                    theirs = [context.color_primaries, context.color_trc, context.colorspace, int(context.color_range == 2)]
                track = json.loads(tools.tonemap.run("info", file, "--json").stdout)["tracks"][0]
                files, values = files + 1, values + 4
                # Encoders do not take every number; then the container alone states what was given.
                for name, ours, accepted in zip(("primaries", "transfer", "matrix", "range"), track["color"]["cicp"], zip(theirs, given)):
                    if ours not in accepted:
                        wrong.append(f"{kind}: {name} {accepted[0]} is read as {ours}")
    yield Row(
        f"code points in {files} files: {', '.join(kind for kind, _, _ in kinds)}", stated, values, len(wrong), 0,
        "; ".join(dict.fromkeys(wrong)) or "all are read", unit="values")


def write(av, file, container, codec, numbers):
    """One gray picture of 64×64 pixels whose stream and file state these numbers."""
    options = {"libx265": {"x265-params": "log-level=none:bframes=0"}, "libsvtav1": {"preset": "12"}}.get(codec, {})
    with av.open(str(file), "w", format=container) as target:
        stream = target.add_stream(codec, rate=25, options=options)
        stream.width = stream.height = 64
        stream.pix_fmt = "yuv420p" if codec in ("libx264", "libvpx-vp9") else "yuv420p10le"
        frame = av.VideoFrame(64, 64, stream.pix_fmt)
        frame.pts = 0
        for plane in frame.planes:
            plane.update(bytes(plane.buffer_size))
        primaries, transfer, matrix, full = numbers
        for item in (stream.codec_context, frame):
            item.color_primaries, item.color_trc, item.colorspace, item.color_range = primaries, transfer, matrix, 1 + full
        target.mux(stream.encode(frame))
        target.mux(stream.encode(None))
