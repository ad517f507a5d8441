"""Numbers of others that are in this repository, Tests/Support/Vectors: nothing but NumPy is needed."""
import numpy as np

from measuring import FRAMES, Row, vectors
from nbcu import TO_HLG, TO_PQ

LUTS = {"1b": (TO_HLG, 1023), "4b": (TO_PQ, 1023), "7 ": (["--transfer", "hlg", "--primaries", "bt2020", "--to", "pq"], 876)}


def rows(tools):
    groups = {}
    for row in vectors("nbcu_luts.csv"):
        if row["lut"][:2] in LUTS:
            groups.setdefault(row["lut"], []).append(row)
    for lut, of_lut in groups.items():
        colors, expected = (np.array([[float(row[name + end]) for name in "rgb"] for row in of_lut]) for end in ("_in", "_lut"))
        arguments, scale = LUTS[lut[:2]]
        frames, exact = tools.differences(colors, expected, *arguments, scale=scale)
        yield Row(
            f"NBCU {lut}, samples", 'NBCUniversal LUTs @cec21c23, given "publicly and freely without warranty"', len(of_lut), frames, 0.05, FRAMES,
            exact)

    groups = {}
    for row in vectors("libplacebo_spline.csv"):
        if float(row["src_black"]) == float(row["dst_black"]) == float(row["src_avg_nits(0=none)"]) == 0:
            groups.setdefault((float(row["src_white"]), float(row["dst_white"])), []).append((float(row["PQ_in"]), float(row["PQ_out"])))
    results = []
    for (source, target), pairs in groups.items():
        signal, expected = (np.repeat(np.array(column)[:, None], 3, axis=1) for column in zip(*pairs))
        results.append(tools.differences(
            signal, expected, "--transfer", "pq", "--primaries", "bt2020", "--to", "pq", "--tone-mapping", "spline", "--knee-adaptation", 0.4,
            "--source-peak", source, "--target-peak", target, "--reference-white", target))
    frames, exact = zip(*results)
    yield Row(
        "spline, knee adaptation 0.4", "libplacebo of 2026-06, by a second writing in 60 digits that agrees with it to 4e-6",
        sum(map(len, groups.values())), max(frames), 0.05, FRAMES, None if None in exact else max(exact))
