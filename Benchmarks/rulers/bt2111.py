"""The BT.709 bars of the HDR color bars of Rec. ITU-R BT.2111: full SDR colors in the two systems, HLG from scene light and PQ from display light.

The numbers are in Tests/Support/Vectors/bt2111_bars.csv.
"""
import numpy as np

import bt2100
from measuring import Row, vectors

COLORS = {"yellow": (1, 1, 0), "cyan": (0, 1, 1), "green": (0, 1, 0), "magenta": (1, 0, 1), "red": (1, 0, 0), "blue": (0, 0, 1)}
SDR = ["--transfer", "bt709", "--primaries", "bt709"]
SYSTEMS = {
    "HLG": [*SDR, "--sdr-transfer", "bt709-scene", "--to", "hlg"], "PQ": [*SDR, "--to", "pq", "--reference-white", f"{bt2100.nits(0.58):.10f}"],
}


def rows(tools):
    bars = [row for row in vectors("bt2111_bars.csv") if row["patch"].endswith(" BT.709")]
    for system, arguments in SYSTEMS.items():
        of_system = [row for row in bars if row["system"].startswith(system)]
        colors = np.array([COLORS[row["patch"].split()[0]] for row in of_system], float)
        differences = []
        for evaluate in (tools.tonemap.convert, tools.exact):
            found = evaluate(colors, *arguments)
            if found is None:
                differences.append(None)
                continue
            worst = 0
            for bits in (10, 12):
                expected = np.array([[int(row[f"{name}{bits}"]) for name in "rgb"] for row in of_system])
                full = np.array([[row["system"].endswith("full")] for row in of_system])
                step = 1 << bits - 10
                codes = np.where(full, found * ((1 << bits) - 1), (64 + 876 * found) * step)
                worst = max(worst, float(np.max(np.abs(codes - expected))) / step)
            differences.append(worst)
        yield Row(
            f"BT.2111 bars of BT.709 in {system}, 10 and 12 bits", "BT.2111-2, by vapoursynth-colorbars @97a263b9, numbers only", 2 * colors.size,
            differences[0], 1, "the report prints whole codes; " + (
                "it prints 706 for the green of HLG, whose formula gives 706.51" if system == "HLG" else "half a code is its rounding"),
            differences[1])
