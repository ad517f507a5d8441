"""OpenColorIO's own test files of LUTs: every file of a format that the command reads, and what is written of each, as CLF and CTF.

Needs opencolorio. opencolorio_verdicts.csv names each file that only one of the two reads, and why. Differences are relative to numbers greater than 1.
"""
import csv
import pathlib
import tempfile

import numpy as np

from measuring import HERE, Row

REPOSITORY = "AcademySoftwareFoundation/OpenColorIO"
FOLDER = "tests/data/files/"
PLAN = ["--transfer", "pq", "--primaries", "bt2020", "--to", "pq", "--source-peak", 1000]


def processor(ocio, path):
    ocio.ClearAllCaches()  # it remembers files by their paths
    transform = ocio.FileTransform(src=str(path), interpolation=ocio.INTERP_BEST)
    return ocio.Config.CreateRaw().getProcessor(transform).getOptimizedCPUProcessor(ocio.OPTIMIZATION_NONE)


def applied(processor, colors):
    result = colors.copy()
    processor.applyRGB(result)
    return result.astype(float)


def difference(found, expected):
    return float(np.nanmax(np.abs(found - expected) / np.maximum(1, np.abs(expected)))) * 1023


def rows(tools):
    import PyOpenColorIO as ocio

    ocio.SetLoggingLevel(ocio.LOGGING_LEVEL_NONE)
    random = np.random.default_rng(1)
    colors = np.concatenate([random.uniform(0, 1, (500, 3)), random.uniform(-0.3, 1.5, (500, 3))]).astype("<f4")
    with open(HERE / "opencolorio_verdicts.csv", encoding="utf-8") as file:
        verdicts = {row["file"]: row for row in csv.DictReader(line for line in file if not line.startswith("#"))}
    stated = f"{tools.sources.stated(REPOSITORY)}, by PyOpenColorIO {ocio.__version__}"
    read, written, unlisted, paths = {}, {}, [], tools.sources.paths(REPOSITORY, FOLDER)
    with tempfile.TemporaryDirectory() as folder:
        for path in paths:
            name, file = path[len(FOLDER):], tools.sources.file(REPOSITORY, path)
            try:
                expected = applied(processor(ocio, file), colors)
            except ocio.Exception:
                expected = None
            try:
                found = tools.tonemap.convert(colors, "--lut", file, *PLAN, strict=False)
            except RuntimeError:
                found = None
            readers = {(True, True): "both", (True, False): "OpenColorIO", (False, True): "tonemap", (False, False): "neither"}[
                expected is not None, found is not None]
            if readers in ("OpenColorIO", "tonemap") and verdicts.get(name, {}).get("read by") != readers:
                unlisted.append(name)
            if readers != "both":
                continue
            read[name] = difference(found, expected)
            for form in ("clf", "ctf"):
                other = pathlib.Path(folder) / f"written.{form}"
                if tools.tonemap.run("lut", "convert", file, other, "--force").returncode == 0:
                    written[f"{name} as {form}"] = difference(applied(processor(ocio, other), colors), expected)
    worst = max(read, key=read.get)
    yield Row(
        f"LUT files: {len(read)} read", stated, len(read) * len(colors) * 3, read[worst], 0.1,
        f"worst is {worst}: OpenColorIO's 32-bit floats between two matrices, before a root; the next is {sorted(read.values())[-2]:.2g}")
    worst = max(written, key=written.get)
    yield Row(
        f"LUT files: {len(written)} written, read by OpenColorIO", stated, len(written) * len(colors) * 3, written[worst], 0.1,
        f"worst is {worst}, for the same reason as in files that are read")
    reasons = {}
    for row in verdicts.values():
        reasons[row["reason"]] = reasons.get(row["reason"], 0) + 1
    yield Row(
        "LUT files: read by one of the two only, and not listed", stated, len(paths), len(unlisted), 0,
        "listed are " + ", ".join(f"{count} × {reason}" for reason, count in sorted(reasons.items(), key=lambda pair: -pair[1]))
        + (f"; not listed: {', '.join(unlisted)}" if unlisted else ""), unit="files")
