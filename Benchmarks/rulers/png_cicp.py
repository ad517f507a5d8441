"""NBCUniversal's PNG files of cICP, mDCV and cLLI: what `info` reads, and the samples that a conversion without a change keeps.

Needs PyAV, whose FFmpeg decodes the samples a second time. The expected chunks are in Tests/Support/Vectors/png_cicp.csv.
"""
import json

import numpy as np

from measuring import Row, vectors
from nbcu import REPOSITORY

FOLDER = "PNG 3rd Edition CICP-MaxCLL-MaxFALL Conformance Files/"


def rows(tools):
    import av

    stated = tools.sources.stated(REPOSITORY)
    fields, wrong, samples, most = 0, [], 0, 0
    for row in vectors("png_cicp.csv"):
        file = tools.sources.file(REPOSITORY, FOLDER + row["file"])
        track = json.loads(tools.tonemap.run("info", file, "--json").stdout)["tracks"][0]
        mastering, light = track["metadata"]["mastering_display"] or {}, track["metadata"]["content_light"] or {}
        pairs = [("cICP", " ".join(map(str, track["color"]["cicp"])), row["cICP"])]
        pairs += [(name, mastering.get(ours), float(row[name])) for name, ours in (("max_cd_m2", "max_cd_m2"), ("min_cd_m2", "min_cd_m2"))]
        pairs += [(name, light.get(ours), float(row[name]) if row[name] else None) for name, ours in (("MaxCLL", "MaxCLL"), ("MaxFALL", "MaxFALL"))]
        fields += len(pairs)
        wrong += [f"{row['file']}: {name} is {found}, not {expected}" for name, found, expected in pairs if found != expected]
        primaries, transfer, _, full = map(int, row["cICP"].split())
        target = {16: ["--to", "pq", "--source-peak", 10000, "--target-peak", 10000], 18: ["--to", "hlg"]}.get(transfer, ["--to", "sdr709"])
        done = tools.tonemap.run(
            "convert", file, "-", "--format", "raw", "--out-pixel-format", "rgb48le", "--out-matrix", "gbr", "--out-primaries", primaries,
            "--out-range", "full" if full else "narrow", "--dither", "none", *target)
        if done.returncode != 0:
            raise RuntimeError(done.stderr.decode().strip())
        with av.open(str(file)) as picture:
            expected = next(picture.decode(video=0)).to_ndarray(format="rgb48le").astype(int)
        found = np.frombuffer(done.stdout, "<u2").astype(int)
        samples, most = samples + found.size, max(most, int(np.max(np.abs(found - expected.ravel()))))
    yield Row("PNG, cICP and light of 8 files", stated, fields, len(wrong), 0, "; ".join(wrong) or "all are read", unit="values")
    yield Row(
        "PNG, samples of 8 files", f"{stated}, by FFmpeg in PyAV {av.__version__}", samples, most * 1023 / 65535, 0,
        "nothing is converted, so 16-bit samples stay as they are" if most == 0 else "16-bit samples")
