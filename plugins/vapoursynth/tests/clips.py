"""Clips for VapourSynth and the same frames for the command, made from an example clip of the project."""
import hashlib
import os
import pathlib
import shutil
import subprocess

import numpy as np
import vapoursynth as vs

ROOT = pathlib.Path(__file__).resolve().parents[3]
CLIP = ROOT / "Examples/clips/s04_morning_512x288_1f_pq_yuv420p10le.yuv.zst"
WIDTH, HEIGHT = 512, 288


def command():
    """The command `tonemap`: TONEMAP, the release build, or the one that is installed."""
    built = ROOT / ".build/release/tonemap"
    return os.environ.get("TONEMAP") or (str(built) if built.exists() else shutil.which("tonemap"))


def plugin():
    """The plugin: TONEMAP_VAPOURSYNTH, or what plugins/vapoursynth/build made."""
    return os.environ.get("TONEMAP_VAPOURSYNTH") or str(ROOT / "out/vapoursynth/libvapoursynth-tonemap.so")


def _signal():
    """The planes of the example clip as numbers from 0 to 1."""
    codes = np.frombuffer(subprocess.run(["zstd", "-dc", CLIP], check=True, capture_output=True).stdout, "<u2")
    luma, chroma = WIDTH * HEIGHT, WIDTH * HEIGHT // 4
    return [part.reshape(shape) / 1023 for part, shape in (
        (codes[:luma], (HEIGHT, WIDTH)), (codes[luma:luma + chroma], (HEIGHT // 2, WIDTH // 2)),
        (codes[luma + chroma:], (HEIGHT // 2, WIDTH // 2)))]


SIGNAL = _signal()


def planes(format, index):
    """The planes of a frame in VapourSynth's order: the example, moved by as many columns as its index says, in any format."""
    y, u, v = SIGNAL
    if format.color_family == vs.RGB:
        parts = [y, np.roll(y, 8, 1), np.roll(y, 8, 0)]
    elif format.color_family == vs.GRAY:
        parts = [y]
    else:
        u, v = (part.repeat(2, 0).repeat(2, 1)[::1 << format.subsampling_h, ::1 << format.subsampling_w] for part in (u, v))
        parts = [y, u, v]
    parts = [np.roll(part, 4 * index // (WIDTH // part.shape[1]), 1) for part in parts]
    if format.sample_type == vs.FLOAT:
        return [part.astype(np.float16 if format.bits_per_sample == 16 else np.float32) for part in parts]
    top = (1 << format.bits_per_sample) - 1
    return [np.rint(part * top).astype(np.uint8 if top < 256 else np.uint16) for part in parts]


def clip(core, preset, length=1, **properties):
    """A clip of such frames with these properties."""
    blank = core.std.BlankClip(format=preset, width=WIDTH, height=HEIGHT, length=length, keep=True)

    def fill(n, f):
        frame = f.copy()
        for plane, values in enumerate(planes(frame.format, n)):
            np.copyto(np.asarray(frame[plane]), values)
        return frame

    filled = blank.std.ModifyFrame(blank, fill)
    return filled.std.SetFrameProps(**properties) if properties else filled


def name(format):
    """FFmpeg's name of a format."""
    model = {vs.RGB: "gbrp", vs.GRAY: "gray"}.get(format.color_family)
    model = model or "yuv" + {(1, 1): "420", (1, 0): "422", (0, 0): "444"}[format.subsampling_w, format.subsampling_h] + "p"
    bits = format.bits_per_sample
    return model + ("f%dle" % bits if format.sample_type == vs.FLOAT else "" if bits == 8 else "%dle" % bits)


def raw(frame):
    """The bytes of a frame as the command reads and writes them: G, B, R in place of R, G, B."""
    order = (1, 2, 0) if frame.format.color_family == vs.RGB else range(frame.format.num_planes)
    return b"".join(np.asarray(frame[plane]).tobytes() for plane in order)


def converted(folder, source, *options, index=None):
    """What the command makes of the frames of a clip: the SHA-256 of each, or of the one with this index."""
    given, made = folder / "in.yuv", folder / "out.yuv"
    given.write_bytes(b"".join(raw(frame) for frame in source.frames()))
    part = [] if index is None else ["--start", str(index), "--frames", "1"]
    subprocess.run(
        [command(), "convert", given, made, "--size", f"{WIDTH}x{HEIGHT}", "--pixel-format", name(source.format), "--force",
         "--progress", "none", *map(str, options), *part], check=True, capture_output=True)
    data = made.read_bytes()
    count = 1 if index is not None else source.num_frames
    size = len(data) // count
    return [hashlib.sha256(data[i * size:(i + 1) * size]).hexdigest() for i in range(count)]


def sha(frame):
    """The SHA-256 of the bytes of a frame."""
    return hashlib.sha256(raw(frame)).hexdigest()
