"""What every ruler needs: arrays through the command `tonemap`, files that others published, and the rows of the page."""
import csv
import dataclasses
import hashlib
import json
import math
import os
import pathlib
import subprocess
import sys
import urllib.parse
import urllib.request

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
VECTORS = ROOT / "Tests/Support/Vectors"


class Missing(Exception):
    """What a ruler needs and this machine lacks, in a sentence."""


@dataclasses.dataclass
class Row:
    """One line of the page. Colors are compared by their differences, files and tags by how many are wrong."""

    what: str
    source: str
    """Who made what it is compared with: version or commit, and license."""
    values: int
    difference: float
    """The maximum, in `unit`."""
    allowed: float | None
    """None for a distance between two looks, which has no right value."""
    why: str
    """Why the difference is not less, in a sentence."""
    exact: float | None = None
    """The same of the plan in `Double`, where the C library is at hand; `difference` is that of frames."""
    unit: str = "codes"

    @property
    def fails(self):
        return self.allowed is not None and not self.difference <= self.allowed


FRAMES = "the error of frames, in 32 bits"
ROUNDED = "rounding to 16-bit codes"


def merged(what, rows):
    """Rows of one kind as one, with the worst of them."""
    rows = list(rows)
    most = max(rows, key=lambda row: row.difference)
    exact = None if any(row.exact is None for row in rows) else max(row.exact for row in rows)
    return dataclasses.replace(
        most, what=f"{what}: {', '.join(dict.fromkeys(row.what for row in rows))}", values=sum(row.values for row in rows), exact=exact)


def rounded_up(number):
    """Two significant digits, not less than the number, so that a page never states less than was measured."""
    if number == 0 or not math.isfinite(number):
        return str(number) if number else "0"
    place = math.floor(math.log10(abs(number))) - 1
    scaled = math.ceil(number / 10.0**place - 1e-9)
    if place >= 0:
        return str(scaled * 10**place)
    if place < -7:
        return f"{scaled / 10 * 10.0 ** (place + 1):.1e}"
    return f"{scaled * 10.0**place:.{-place}f}"


class Command:
    """The command `tonemap`."""

    def __init__(self, path):
        self.path = str(path)

    def run(self, *arguments, data=None):
        return subprocess.run([self.path, *map(str, arguments)], input=data, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def convert(self, colors, *arguments, strict=True):
        """Rows of R'G'B', 0 to 1, as one picture of 32-bit floats: the vectors' result, without rounding to codes.

        The arguments state everything, which `--strict` checks.
        """
        return self.frames(
            colors, "rgbf32le", "rgbf32le", "--matrix", "gbr", "--range", "full", "--out-matrix", "gbr", *arguments, strict=strict)

    def frames(self, colors, pixel_format, out_pixel_format, *arguments, strict=True):
        """Rows of three samples, packed or planar, as the formats say: floats, or integers of 16 bits."""
        colors = np.asarray(colors)
        count = len(colors)
        width = min(count, 512)
        padded = np.concatenate([colors, np.repeat(colors[-1:], -count % width, axis=0)])

        def is_planar(name):
            return name.startswith(("yuv", "gbrp"))

        def sample(name):
            return "<f4" if "f32" in name else "<u2"

        data = padded.astype(sample(pixel_format))
        data = data.T.tobytes() if is_planar(pixel_format) else data.tobytes()
        done = self.run(
            "convert", "-", "-", "--size", f"{width}x{len(padded) // width}", "--pixel-format", pixel_format, "--format", "raw",
            "--out-pixel-format", out_pixel_format, "--dither", "none", "--progress", "none",
            *(["--strict"] if strict else []), *arguments, data=data)
        if done.returncode != 0:
            raise RuntimeError(f"tonemap {' '.join(map(str, arguments))}: {done.stderr.decode().strip()}")
        found = np.frombuffer(done.stdout, sample(out_pixel_format)).astype(float)
        found = found.reshape(3, -1).T if is_planar(out_pixel_format) else found.reshape(-1, 3)
        return found[:count]


class Sources:
    """Files of others, named in sources.json by repository, commit and SHA-256. They are never part of this repository."""

    def __init__(self, folder=None):
        self.folder = folder and pathlib.Path(folder)
        self.cache = ROOT / ".build/rulers"
        self.known = {entry["repository"]: entry for entry in json.loads((HERE / "sources.json").read_text())}

    def paths(self, repository, under=""):
        return sorted(path for path in self.known[repository]["files"] if path.startswith(under))

    def stated(self, repository):
        """The repository's name, commit and license, for a row."""
        entry = self.known[repository]
        return f"{entry['name']} @{entry['commit'][:8]}, {entry['license']}"

    def file(self, repository, path):
        """The path of a local copy whose SHA-256 is right."""
        entry = self.known[repository]
        copy = self.cache / entry["commit"] / path
        if not copy.exists() or not self._is_right(entry, path, copy.read_bytes()):
            data = self._read(entry, path)
            if not self._is_right(entry, path, data):
                raise RuntimeError(f"{repository}/{path} has another SHA-256 than sources.json states")
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(data)
        return copy

    @staticmethod
    def _is_right(entry, path, data):
        return hashlib.sha256(data).hexdigest() == entry["files"][path]

    def _read(self, entry, path):
        if self.folder:
            beside = self.folder / entry["repository"]
            if (beside / path).is_file():
                return (beside / path).read_bytes()
            done = subprocess.run(
                ["git", "-C", beside, "show", f"{entry['commit']}:{path}"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            if done.returncode == 0:
                return done.stdout
            raise Missing(f"{beside} has no {path} of commit {entry['commit']}")
        address = f"https://raw.githubusercontent.com/{entry['repository']}/{entry['commit']}/{urllib.parse.quote(path)}"
        try:
            with urllib.request.urlopen(address, timeout=60) as answer:
                return answer.read()
        except OSError as error:
            raise Missing(f"{address} cannot be read ({error}); --sources names a folder with a copy of the repository") from None


@dataclasses.dataclass
class Tools:
    """What a ruler is given."""

    tonemap: Command
    sources: Sources
    library: str | None
    """The path of the C library, for plans in `Double` and for what the command does not take."""

    def package(self):
        """The Python package of this repository, over that library."""
        if not self.library:
            raise Missing("the C library is missing; scripts/c-library builds it, and --library names it")
        os.environ["TONEMAP_LIBRARY"] = str(self.library)
        sys.path.insert(0, str(ROOT / "python"))
        import tonemap

        return tonemap

    def exact(self, colors, *arguments):
        """The plan in `Double` for the same arguments; None without the C library."""
        if not self.library:
            return None
        options = {"pixel_format": "rgbf32le", "matrix": "gbr", "range": "full", "strict": True}
        for name, value in zip(arguments[::2], arguments[1::2]):
            options[name.lstrip("-").replace("-", "_")] = number(value)
        return np.asarray(self.package().Plan(**options)(np.asarray(colors, dtype=float)))

    def differences(self, colors, expected, *arguments, scale=1023):
        """The maximum difference of frames, and of the plan in `Double`, in codes."""
        colors, expected = np.asarray(colors, dtype="<f4").astype(float), np.asarray(expected)
        exact = self.exact(colors, *arguments)
        return worst(self.tonemap.convert(colors, *arguments), expected, scale), None if exact is None else worst(exact, expected, scale)


def number(text):
    try:
        return float(text)
    except ValueError:
        return text


def vectors(name):
    """The rows of a CSV file in Tests/Support/Vectors; lines with # are its source and license."""
    with open(VECTORS / name, encoding="utf-8") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def compiled(source, *flags):
    """A C program of this folder, compiled once for each of its versions."""
    text = (HERE / source).read_bytes()
    program = ROOT / ".build/rulers" / f"{pathlib.Path(source).stem}-{hashlib.sha256(text).hexdigest()[:12]}"
    if not program.exists():
        program.parent.mkdir(parents=True, exist_ok=True)
        made = program.with_suffix(f".{os.getpid()}")
        try:
            done = subprocess.run(
                ["cc", "-O1", "-std=c11", "-o", made, HERE / source, *flags], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        except FileNotFoundError:
            raise Missing("there is no C compiler") from None
        if done.returncode != 0:
            raise Missing(f"{source} cannot be compiled; it needs the headers that its first lines name")
        made.rename(program)
    return program


def cube_colors(steps):
    """All R'G'B' of so many even steps from 0 to 1."""
    level = np.linspace(0, 1, steps)
    return np.stack(np.meshgrid(level, level, level, indexing="ij"), -1).reshape(-1, 3)


def grays(count, least=0.0, most=1.0):
    return np.repeat(np.linspace(least, most, count)[:, None], 3, axis=1)


def worst(found, expected, scale=1023):
    """The maximum difference of signals, in codes."""
    return float(np.max(np.abs(np.asarray(found) - np.asarray(expected)))) * scale
