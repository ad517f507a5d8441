"""What the tests need: the library (TONEMAP_LIBRARY, else what scripts/c-library put into out/c-library) and the command (TONEMAP, else the release build).

With TONEMAP_INSTALLED, the package is the one that is installed, with its own library.
"""
import json
import os
import pathlib
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

import numpy
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
if not os.environ.get("TONEMAP_INSTALLED"):
    sys.path.insert(0, str(ROOT / "python"))
    os.environ.setdefault("TONEMAP_LIBRARY", str(ROOT / "out/c-library/lib/libtonemap.so"))
    # for processes that the tests start
    os.environ["PYTHONPATH"] = os.pathsep.join([str(ROOT / "python"), *filter(None, [os.environ.get("PYTHONPATH")])])
COMMAND = pathlib.Path(os.environ.get("TONEMAP") or ROOT / ".build/release/tonemap")

# Of the movie that is converted in chunks.
HEIGHT, WIDTH, COUNT = 48, 64, 30
CHUNKS = 8  # frames of a chunk, at least
OPTIONS = {"chunks": CHUNKS, "crf": 20}

PQ = {"transfer": "pq", "primaries": "bt2020", "max_cll": (1000, 400)}


def pytest_configure(config):
    if not COMMAND.exists():
        raise pytest.UsageError(f"{COMMAND} does not exist, which the package is compared with: run scripts/build, or name it in TONEMAP")


def words(options):
    """Options of the package as arguments of the command."""
    found = []
    for name, value in options.items():
        option = "--" + name.replace("_", "-")
        if value is True:
            found.append(option)
        elif isinstance(value, (tuple, list)):
            found += [option, ",".join(map(str, value))]
        else:
            found += [option, str(value)]
    return found


class Command:
    """The command ``tonemap``, which the package has to agree with."""

    def __init__(self, folder):
        self.folder = folder

    def run(self, *arguments, **options):
        done = subprocess.run([COMMAND, *map(str, arguments), *words(options)], capture_output=True)
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout.decode()

    def json(self, *arguments, **options):
        return json.loads(self.run(*arguments, "--json", **options))

    def convert(self, data, width, height, **options):
        """The bytes of raw frames, converted."""
        source, target = self.folder / "in.raw", self.folder / "out.raw"
        source.write_bytes(data)
        self.run("convert", source, target, size=f"{width}x{height}", format="raw", progress="none", **options)
        return target.read_bytes()

    def measure(self, data, width, height, **options):
        source = self.folder / "in.raw"
        source.write_bytes(data)
        return self.json("measure", source, size=f"{width}x{height}", progress="none", **options)


@pytest.fixture
def command(tmp_path):
    return Command(tmp_path)


@pytest.fixture(scope="session")
def bucket():
    """A bucket of a local S3 server."""
    pytest.importorskip("s3fs")
    pytest.importorskip("moto.server")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen([sys.executable, "-m", "moto.server", "-p", str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    url = f"http://127.0.0.1:{port}"
    names = {"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test", "AWS_DEFAULT_REGION": "us-east-1", "FSSPEC_S3_ENDPOINT_URL": url}
    before = {name: os.environ.get(name) for name in names}
    os.environ.update(names)
    import fsspec.config

    fsspec.config.set_conf_env(fsspec.config.conf)
    try:
        for _ in range(100):
            try:
                urllib.request.urlopen(url)
                break
            except urllib.error.URLError:
                time.sleep(0.1)
        fsspec.filesystem("s3").mkdir("movies")
        yield "s3://movies"
    finally:
        server.terminate()
        server.wait()
        fsspec.config.conf.pop("s3", None)
        for name, value in before.items():
            os.environ.pop(name) if value is None else os.environ.update({name: value})


def picture(height, width, channels=3, dtype="uint16", seed=1, alpha_last=True):
    """Smooth colors with noise over the whole range, the same for a seed."""
    random = numpy.random.default_rng(seed)
    rows, columns = numpy.linspace(0, 1, height)[:, None, None], numpy.linspace(0, 1, width)[None, :, None]
    phase = random.uniform(0, 6, channels)
    signal = 0.45 + 0.35 * numpy.sin(5 * rows + phase) * numpy.cos(4 * columns + phase) + random.uniform(-0.1, 0.1, (height, width, channels))
    if numpy.dtype(dtype).kind == "f":
        return signal.astype(dtype)
    return (signal * numpy.iinfo(dtype).max).astype(dtype)


def planes(height, width, chroma="420", bits=10, seed=1, alpha=False):
    """Y', C'B, C'R of a chroma subsampling, codes of a number of bits."""
    columns = width if chroma == "444" else (width + 1) // 2
    rows = (height + 1) // 2 if chroma == "420" else height
    sizes = [(height, width), (rows, columns), (rows, columns)] + [(height, width)] * alpha
    dtype = "uint8" if bits == 8 else "uint16"
    return tuple(
        (picture(size[0], size[1], 1, "float32", seed + index)[..., 0] * (2**bits - 1)).astype(dtype) for index, size in enumerate(sizes)
    )


def frombytes(data, dtype, shape):
    return numpy.frombuffer(data, dtype).reshape(shape)


@pytest.fixture(scope="session")
def movie(tmp_path_factory):
    """A small HLG movie, made by the command, whose key frames are 5 frames apart."""
    folder = tmp_path_factory.mktemp("movie")
    frames = numpy.stack([picture(HEIGHT, WIDTH, seed=seed // 5) for seed in range(COUNT)])
    (folder / "frames.rgb").write_bytes(frames.tobytes())
    Command(folder).run(
        "convert", folder / "frames.rgb", folder / "in.mov", to="hlg", size=f"{WIDTH}x{HEIGHT}", pixel_format="rgb48le", transfer="pq", fps=25,
        crf=10, encoder_options="keyint=5", progress="none",
    )
    return folder / "in.mov"


@pytest.fixture(scope="session")
def findings(movie):
    """The findings of its conversion by one process."""
    import tonemap

    return tonemap.convert(movie, movie.with_name("expected.mp4"), **OPTIONS)


@pytest.fixture(scope="session")
def expected(movie, findings):
    """The bytes of that conversion."""
    return movie.with_name("expected.mp4").read_bytes()
