"""ST 2094-50: the values of Skia's tests, and SciPy's interpolation, through messages of frames.

Needs the C library and, for slopes that are not transmitted, SciPy. Skia's slopes, gains and weights cannot all be put in a message, whose numbers are coarser;
Tests/ToneCurves/HeadroomVectorTests.swift holds them to 1e-6.
"""
import numpy as np

import bt2100
from measuring import FRAMES, Row, vectors, worst

HEADER = bytes.fromhex("b500900001")
SKIA = "Skia @1f755795, BSD-3-Clause"


def message(white, baseline, rest):
    """A message of a custom reference white in cd/m², with the headroom of the baseline in stops."""
    return HEADER + bytes.fromhex("00c0") + (white * 5).to_bytes(2, "big") + round(baseline * 10000).to_bytes(2, "big") + rest


def mapped(tonemap, light, white, headroom, payload):
    """Light relative to reference white, as PQ signals: of frames, on a display of this headroom."""
    plan = tonemap.Plan(
        transfer="pq", primaries="bt2020", matrix="gbr", range="full", pixel_format="rgbf32le", to="pq", tone_mapping="st2094-50",
        reference_white=white, target_peak=white * 2.0**headroom, gamut_mapping="clip")
    colors = bt2100.pq(np.asarray(light) * white).astype("<f4")[None]
    return plan.convert(colors, dtype="float32", light=tonemap.Light(t35=payload))[0].astype(float)


def rows(tools):
    tonemap = tools.package()
    found, stated = [], []
    for row in vectors("st2094_50_outside_apply.csv"):
        if row["greatest_out_stated_by_outside_test"]:
            light = [[float(row[name]) for name in "rgb"]]
            payload = message(203, float(row["baseline_headroom"]), b"\x80")
            found.append(mapped(tonemap, light, 203, float(row["target_headroom"]), payload).max())
            stated.append(bt2100.pq(203 * float(row["greatest_out_stated_by_outside_test"])))
    yield Row("ST 2094-50, reference-white operator", SKIA, len(found), worst(found, stated), 0.05, FRAMES)

    wrong, listed = [], [row for row in vectors("st2094_50_outside_bytes.csv") if row["source"] == "skia"]
    for row in listed:
        try:
            tonemap.metadata("t35", HEADER + bytes.fromhex(row["bytes_after_T35_header_B500900001"]))
            verdict = "valid"
        except tonemap.Error:
            verdict = "invalid"
        if verdict != row["expected"]:
            wrong.append(row["meaning"])
    yield Row("ST 2094-50, messages read", SKIA, len(listed), len(wrong), 0, "; ".join(wrong) or "all are read", unit="messages")

    try:
        import scipy
    except ModuleNotFoundError:
        return
    from scipy.interpolate import PchipInterpolator

    random = np.random.default_rng(2094)
    difference, values = 0.0, 0
    for _ in range(200):
        count = int(random.integers(3, 33))
        x = np.sort(random.choice(np.arange(1, 16001), count, replace=False))
        y = random.integers(0, 20001, count) if random.random() < 0.5 else np.sort(random.integers(0, 20001, count))
        # One alternate at 6 stops in BT.2020 for a baseline of 0, whose gain is taken from the maximum of R, G and B.
        payload = message(100, 0, bytes([0b0_001_10_0_0]) + (60000).to_bytes(2, "big") + bytes([0, count - 1 << 3 | 0b100]) + b"".join(
            int(number).to_bytes(2, "big") for number in (*x, *y)))
        light = np.linspace(x[0], x[-1], 256) / 1000
        gain = PchipInterpolator(x / 1000, y / 10000)(light)
        inside = light * 2**gain <= 64
        out = mapped(tonemap, np.repeat(light[inside, None], 3, axis=1), 100, 6, payload)[:, 0]
        difference, values = max(difference, worst(out, bt2100.pq(100 * light * 2**gain)[inside])), values + int(inside.sum())
    yield Row("ST 2094-50, slopes that are not transmitted", f"SciPy {scipy.__version__}, BSD-3-Clause", values, difference, 0.1, FRAMES)
