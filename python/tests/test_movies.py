"""Movies: frames one by one, and files."""
import concurrent.futures
import copy
import json
import multiprocessing
import os
import pathlib
import pickle
import shutil
import signal
import subprocess
import sys
import time

import numpy
import pytest
import tonemap
from conftest import ROOT, Command, frombytes, picture

HEIGHT, WIDTH, COUNT = 48, 64, 6
PHONE = ROOT.parent / "shared/corpus/files/dolbyVision-hdr.MOV"


@pytest.fixture(scope="module")
def movie(tmp_path_factory):
    """A small HLG movie, made by the command."""
    folder = tmp_path_factory.mktemp("movie")
    command = Command(folder)
    frames = numpy.stack([picture(HEIGHT, WIDTH, seed=seed) for seed in range(COUNT)])
    (folder / "frames.rgb").write_bytes(frames.tobytes())
    command.run(
        "convert", folder / "frames.rgb", folder / "in.mov", to="hlg", size=f"{WIDTH}x{HEIGHT}", pixel_format="rgb48le", transfer="pq", fps=25,
        crf=10, progress="none",
    )
    return folder / "in.mov"


@pytest.fixture(scope="module")
def turned(movie):
    """The same movie with a matrix that turns it by a quarter clockwise."""
    data = bytearray(movie.read_bytes())
    header = data.index(b"tkhd") + 4
    matrix = header + (52 if data[header] else 40)
    fixed = [0, 1 << 16, 0, 0xFFFF0000, 0, 0, HEIGHT << 16, 0, 1 << 30]
    data[matrix : matrix + 36] = b"".join(value.to_bytes(4, "big") for value in fixed)
    path = movie.with_name("turned.mov")
    path.write_bytes(data)
    return path


def frames_of(command, movie, shape, **options):
    out = command.folder / "out.raw"
    command.run("convert", movie, out, format="raw", out_pixel_format="rgb24", progress="none", **options)
    return frombytes(out.read_bytes(), "uint8", (-1, *shape))


def test_frames_are_those_of_the_command(command, movie):
    with tonemap.read(movie) as frames:
        assert (frames.width, frames.height, frames.pixel_format) == (WIDTH, HEIGHT, "rgb24")
        found = list(frames)
    numpy.testing.assert_array_equal(numpy.stack(found), frames_of(command, movie, (HEIGHT, WIDTH, 3)))
    assert [frame.index for frame in found] == list(range(COUNT))
    assert [round(frame.seconds, 6) for frame in found] == [place / 25 for place in range(COUNT)]
    assert all(isinstance(frame, tonemap.Frame) and isinstance(frame, numpy.ndarray) for frame in found)


def test_options_of_the_command(command, movie):
    options = {"to": "srgb", "tone_mapping": "bt2390", "start": 2, "frames": 3, "width": 32}
    found = list(tonemap.read(movie, **options))
    numpy.testing.assert_array_equal(numpy.stack(found), frames_of(command, movie, (24, 32, 3), **options))


def test_a_movie_is_turned_as_it_is_shown(movie, turned):
    upright = [numpy.rot90(frame, -1).astype(int) for frame in tonemap.read(movie, dither="none")]
    found = list(tonemap.read(turned, dither="none"))
    assert found[0].shape == (WIDTH, HEIGHT, 3)
    # Chroma between two samples is the sum of other products once it is turned, so a few samples round to the next code.
    assert numpy.abs(numpy.stack(found) - numpy.stack(upright)).max() <= 1


def test_planes(command, movie):
    found = list(tonemap.read(movie, out_pixel_format="yuv420p"))
    out = command.folder / "out.yuv"
    command.run("convert", movie, out, format="raw", progress="none")
    assert b"".join(plane.tobytes() for frame in found for plane in frame) == out.read_bytes()
    assert all(isinstance(frame, tonemap.Planes) and len(frame) == 3 for frame in found) and found[4].index == 4


def test_planes_of_rgb_are_channels(movie):
    """Without dither, which differs from plane to plane, they are those of packed pixels."""
    planes, packed = (next(tonemap.read(movie, out_pixel_format=name, dither="none")) for name in ("gbrp", "rgb24"))
    numpy.testing.assert_array_equal(planes, packed)


def test_an_end_is_an_end(movie):
    frames = tonemap.read(movie)
    assert len(list(frames)) == COUNT and list(frames) == []
    with tonemap.read(movie) as frames:
        next(frames)
    assert list(frames) == []


def test_two_threads_read_one_movie(movie):
    """Each frame goes to one of them."""
    frames = tonemap.read(movie)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        found = [frame for part in pool.map(list, [frames, frames]) for frame in part]
    assert sorted(frame.index for frame in found) == list(range(COUNT))
    expected = list(tonemap.read(movie))
    for frame in found:
        numpy.testing.assert_array_equal(frame, expected[frame.index])


def test_a_signal_handler_closes_a_movie(tmp_path):
    """While a frame is being made, too: that frame is the last."""
    (tmp_path / "in.rgb").touch()
    program = f"""
import signal, tonemap
open({str(tmp_path / "in.rgb")!r}, "wb").truncate(400 * 1280 * 720 * 6)
movie = tonemap.read({str(tmp_path / "in.rgb")!r}, size="1280x720", pixel_format="rgb48le", transfer="pq")
next(movie)
signal.signal(signal.SIGALRM, lambda *_: movie.close())
signal.setitimer(signal.ITIMER_REAL, 0.1)
print(sum(1 for _ in movie))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) < 399


def test_frames_outlive_their_movie(movie):
    frames = tonemap.read(movie)
    first = next(frames)
    before = numpy.array(first)
    list(frames)
    del frames
    numpy.testing.assert_array_equal(first, before)


def test_what_is_derived_from_a_frame_has_its_place(movie):
    frame = list(tonemap.read(movie))[3]
    assert (frame[::2, ::2].index, frame.astype("float32").seconds) == (3, frame.seconds)


def test_a_number_of_a_frame_is_a_number(movie):
    frame = next(tonemap.read(movie))
    array = numpy.array(frame)
    for name in ("mean", "max", "sum", "std", "argmax"):
        number = getattr(frame, name)()
        assert not isinstance(number, numpy.ndarray) and number == getattr(array, name)()
    assert json.loads(json.dumps(float(frame.mean()))) == array.mean() and json.dumps(frame.mean()) == json.dumps(array.mean())
    assert not isinstance(numpy.median(frame), numpy.ndarray) and numpy.median(frame) == numpy.median(array)
    assert isinstance(frame.mean(axis=2), tonemap.Frame) and isinstance(frame / 255, tonemap.Frame)


@pytest.mark.parametrize("out_pixel_format", ["rgb24", "yuv420p"])
@pytest.mark.parametrize("again", [lambda frame: pickle.loads(pickle.dumps(frame, 2)), lambda frame: pickle.loads(pickle.dumps(frame)), copy.deepcopy])
def test_a_copy_has_the_place_of_its_frame(movie, again, out_pixel_format):
    frame = list(tonemap.read(movie, out_pixel_format=out_pixel_format))[3]
    other = again(frame)
    assert (type(other), other.index, other.seconds) == (type(frame), 3, frame.seconds)
    for one, expected in zip(other, frame):
        numpy.testing.assert_array_equal(one, expected)


def test_a_file(command, movie, tmp_path):
    seen = []
    findings = tonemap.convert(movie, tmp_path / "out.mov", progress=lambda done, all: seen.append((done, all)), crf=20)
    command.run("convert", movie, tmp_path / "command.mov", crf=20, progress="none")
    assert (tmp_path / "out.mov").read_bytes() == (tmp_path / "command.mov").read_bytes()
    assert [done for done, _ in seen][-1] == COUNT and all(isinstance(finding, str) for finding in findings)


def test_an_exception_ends_the_work(movie, tmp_path):
    class Enough(Exception):
        pass

    def progress(done, _):
        if done == 2:
            raise Enough

    with pytest.raises(Enough):
        tonemap.convert(movie, tmp_path / "out.mov", progress=progress)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("options, done", [("", "1"), ("dynamics='scene', ", "0")])
def test_interrupt(movie, tmp_path, options, done):
    """Ctrl-C is a KeyboardInterrupt, soon, and leaves no file."""
    program = f"""
import signal, tonemap, sys
# What runs in the background of a shell inherits that the signal is ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
raw = {str(tmp_path / "long.rgb")!r}
open(raw, "wb").truncate(400 * 1280 * 720 * 6)
try:
    tonemap.convert(raw, {str(tmp_path / "out.rgb")!r}, size="1280x720", pixel_format="rgb48le", transfer="pq",
                    {options}progress=lambda done, all: print(done, flush=True))
except KeyboardInterrupt:
    sys.exit(42)
"""
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == f"{done}\n"
    process.send_signal(signal.SIGINT)
    begun = time.monotonic()
    process.communicate(timeout=30)
    assert process.returncode == 42 and time.monotonic() - begun < 5
    assert [path.name for path in tmp_path.iterdir()] == ["long.rgb"]


def test_files_that_are_not_there(tmp_path):
    for call in (lambda: tonemap.read("no.mov"), lambda: tonemap.convert("no.mov", tmp_path / "out.mp4")):
        with pytest.raises(FileNotFoundError, match="no.mov") as raised:
            call()
        assert isinstance(raised.value, tonemap.NotFound) and raised.value.code == 66


def test_names_of_files_of_any_type(movie, tmp_path):
    name = os.fsencode(tmp_path) + b"/\xff.mov"
    shutil.copy(movie, name)
    expected = next(tonemap.read(movie))
    for path in (name, os.fsdecode(name), pathlib.Path(os.fsdecode(name))):
        numpy.testing.assert_array_equal(next(tonemap.read(path)), expected)
    tonemap.convert(name, os.fsencode(tmp_path / "out.mov"), frames=1)
    assert (tmp_path / "out.mov").exists()
    with pytest.raises(tonemap.NotFound, match="xff.mov"):
        tonemap.read(os.fsencode(tmp_path) + b"/no\xff.mov")
    for path in (1, None, ["in.mov"]):
        with pytest.raises(TypeError, match="path|PathLike"):
            tonemap.read(path)


def test_files_that_are_broken(movie, tmp_path):
    broken = tmp_path / "broken.mov"
    broken.write_bytes(b"no movie" * 100)
    with pytest.raises(tonemap.DataError):
        tonemap.read(broken)
    with pytest.raises(OSError, match="nowhere"):
        tonemap.convert(movie, tmp_path / "nowhere" / "out.mov")
    with pytest.raises(tonemap.UsageError, match="widht"):
        tonemap.read(movie, widht=32)


def test_a_movie_that_ends_early(movie, tmp_path):
    """All that there is comes before the error."""
    data = movie.read_bytes()
    cut, out = tmp_path / "cut.mov", tmp_path / "out.mov"
    cut.write_bytes(data[: len(data) * 7 // 10])
    found = []
    with pytest.raises(EOFError, match="cut.mov"):
        for frame in tonemap.read(cut, dither="none"):
            found.append(frame)
    assert 0 < len(found) < COUNT
    whole = {frame.seconds: frame for frame in tonemap.read(movie, dither="none")}
    for frame in found:
        numpy.testing.assert_array_equal(frame, whole[frame.seconds])
    with pytest.raises(tonemap.Truncated, match="cut.mov"):
        tonemap.convert(cut, out)
    assert len(list(tonemap.read(out))) == len(found)


def in_a_fork(frames, path):
    """What a child says of a movie that its parent opened, and of another."""
    said = []
    for work in (lambda: next(frames), lambda: tonemap.read(path)):
        try:
            work()
        except tonemap.SystemLimit as refusal:
            said.append(str(refusal))
    return said


def test_a_fork_reads_no_movie(movie):
    with tonemap.read(movie) as frames:
        first = next(frames)
        context = multiprocessing.get_context("fork")
        ours, theirs = context.Pipe(False)
        child = context.Process(target=lambda: theirs.send(in_a_fork(frames, movie)))
        child.start()
        assert ours.poll(60)
        said = ours.recv()
        child.join()
        assert len(said) == 2 and all("fork" in sentence for sentence in said)
        assert [first.index, *(frame.index for frame in frames)] == list(range(COUNT))


def test_raw_frames_need_no_ffmpeg(command, tmp_path):
    frames = numpy.stack([picture(HEIGHT, WIDTH, seed=seed) for seed in range(2)])
    (tmp_path / "in.rgb").write_bytes(frames.tobytes())
    about = {"size": f"{WIDTH}x{HEIGHT}", "pixel_format": "rgb48le", "transfer": "pq", "primaries": "bt2020", "max_cll": (1000, 400)}
    found = numpy.stack(list(tonemap.read(tmp_path / "in.rgb", **about)))
    # The command's code for an input that ends within a frame, since there is no output.
    (tmp_path / "cut.rgb").write_bytes(frames.tobytes()[:-100])
    with pytest.raises(tonemap.DataError, match="extra bytes") as refused:
        tonemap.convert(tmp_path / "cut.rgb", tmp_path / "out.rgb", **about)
    assert refused.value.code == 65 and not (tmp_path / "out.rgb").exists()
    about.pop("size")
    about.pop("pixel_format")
    numpy.testing.assert_array_equal(found, tonemap.Plan(**about).convert(frames))


@pytest.mark.skipif(not PHONE.exists(), reason=f"{PHONE.name} of the corpus is not beside this checkout")
def test_a_phones_movie_is_upright(command):
    found = list(tonemap.read(PHONE))
    assert found[0].shape == (1280, 720, 3)
    numpy.testing.assert_array_equal(numpy.stack(found), frames_of(command, PHONE, (1280, 720, 3)))
