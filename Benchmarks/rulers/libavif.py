"""libavif's test pictures, as Pillow decodes them with libavif: the same coding out as in, R'G'B' of 8 bits.

Needs Pillow and a command with FFmpeg.
"""
import json
import math

import numpy as np

from measuring import Row

REPOSITORY = "AOMediaCodec/libavif"
FOLDER = "tests/data/"
UNSPECIFIED = (None, 2)
KINDS = [
    ("8 bits", 2, "chroma of 4:2:0 is interpolated, and both round once: 2 codes of 8 bits"),
    ("10 and 12 bits", 3, "Pillow drops the low bits of Y′CbCr before the matrix in 13 of them; where that is done to ours, 1 code of 8 bits is left"),
    ("chroma sited at the left", 60, "libavif interpolates chroma as if it were centered; the one file is noise of 4×4 pixels"),
    ("matrix 2, not stated", 2,
     "an unspecified matrix is taken for BT.601's, as libavif does"),
    ("animations with an auxiliary track", 2, "the track of alpha or depth is left out, as the file says"),
]


def kind(track, moving, auxiliary):
    primaries, transfer, matrix, _ = track["color"]["cicp"]
    if moving and auxiliary:
        return KINDS[4]
    if matrix in UNSPECIFIED and transfer not in UNSPECIFIED:
        return KINDS[3]
    if track["color"]["chroma_location"] == "left":
        return KINDS[2]
    return KINDS[1] if track["bit_depth"] > 8 else KINDS[0]


def rows(tools):
    import PIL
    from PIL import Image, ImageOps, UnidentifiedImageError, features

    stated = f"{tools.sources.stated(REPOSITORY)}, by Pillow {PIL.__version__} with libavif {features.version('avif')}"
    worst, count, samples, unread = {}, {}, {}, {}
    paths = tools.sources.paths(REPOSITORY, FOLDER)
    for path in paths:
        file = tools.sources.file(REPOSITORY, path)
        try:
            with Image.open(file) as picture:
                moving = getattr(picture, "n_frames", 1) > 1
                expected = np.asarray(ImageOps.exif_transpose(picture).convert("RGBA"))[..., :3].astype(int)
        except (UnidentifiedImageError, OSError, RuntimeError, ValueError):
            continue  # damaged on purpose, or beyond libavif's strictness
        tracks = json.loads(tools.tonemap.run("info", file, "--json").stdout)["tracks"]
        color = tracks[0]["color"]["cicp"]
        primaries, transfer = (default if value in UNSPECIFIED else value for value, default in zip(color, (1, 13)))
        target = ["--to", "pq", "--source-peak", 10000, "--target-peak", 10000] if transfer == 16 else ["--to", "srgb", "--out-transfer", transfer]
        done = tools.tonemap.run(
            "convert", file, "-", "--format", "raw", "--frames", 1, "--out-primaries", primaries, "--out-pixel-format", "rgb24",
            *([] if color[0] not in UNSPECIFIED or color[1] in UNSPECIFIED else ["--primaries", primaries]), "--out-matrix", "gbr", "--out-range", "full", "--dither", "none", "--alpha", "ignore", *target)
        if done.returncode != 0:
            message = done.stderr.decode()
            reason = (
                "no transfer stated above 8 bits" if "states no transfer" in message else "grids, items in idat and others that FFmpeg does not read")
            unread.setdefault(reason, []).append(path[len(FOLDER):])
            continue
        found = np.frombuffer(done.stdout, "u1").astype(int)
        if found.size != expected.size:
            raise RuntimeError(f"{path}: {found.size} samples were found, {expected.size} expected")
        name = kind(tracks[0], moving, any(track["auxiliary"] for track in tracks))[0]
        worst[name] = max(worst.get(name, 0), int(np.max(np.abs(found - expected.ravel()))))
        count[name], samples[name] = count.get(name, 0) + 1, samples.get(name, 0) + expected.size
    for name, allowed, why in KINDS:
        if name in worst:
            yield Row(
                f"AVIF, {name}: {count[name]} file{'s' * (count[name] > 1)}", stated, samples[name], worst[name] * 1023 / 255, math.ceil(allowed * 1023 / 255), why)
    yield Row(
        "AVIF that libavif decodes and we do not", stated, len(paths), sum(map(len, unread.values())), 13,
        ", ".join(f"{len(files)} × {reason}" for reason, files in unread.items()) + "; all are refused in a sentence", unit="files")
