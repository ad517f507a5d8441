"""The light of frames, computed a second time with numpy, and compared with a statistics file of `tonemap measure`.

    python notebooks/derivations/frame_light.py tonemap clip.json clip.yuv [clip.json clip.yuv ...]

The JSON is a corpus clip's description: size, pixel format, CICP code points, chroma location. Frames are planar 4:2:0 or 4:4:4, or P010.
Everything is float64: BT.2020's and BT.709's Y'CbCr, PQ, HLG with its OOTF on a display of 1000 cd/m2 (BT.2100-3, Table 5), chroma
interpolated along straight lines between its samples. Nothing is taken from the library.
"""

import json
import subprocess
import sys

import numpy as np

M1, M2 = 2610 / 16384, 2523 / 4096 * 128
C1, C2, C3 = 3424 / 4096, 2413 / 4096 * 32, 2392 / 4096 * 32


def pq_light(signal):
    p = np.maximum(signal, 0) ** (1 / M2)
    return 10000 * (np.maximum(p - C1, 0) / (C2 - C3 * p)) ** (1 / M1)


def pq_signal(light):
    p = (np.maximum(light, 0) / 10000) ** M1
    return ((C1 + C2 * p) / (1 + C3 * p)) ** M2


def hlg_light(rgb, weights):
    a = 0.17883277
    b, c = 1 - 4 * a, 0.5 - a * np.log(4 * a)
    scene = np.where(rgb <= 0.5, rgb**2 / 3, (np.exp((rgb - c) / a) + b) / 12)
    luminance = scene @ weights
    return 1000 * scene * luminance[..., None] ** 0.2


def stretched(plane, axis, size, is_centered):
    """Twice as many samples, interpolated; the last sample repeats."""
    plane = np.moveaxis(plane, axis, 0)
    before = np.concatenate([plane[:1], plane[:-1]])
    after = np.concatenate([plane[1:], plane[-1:]])
    even = 0.75 * plane + 0.25 * before if is_centered else plane
    odd = 0.75 * plane + 0.25 * after if is_centered else 0.5 * (plane + after)
    out = np.stack([even, odd], 1).reshape((2 * len(plane),) + plane.shape[1:])[:size]
    return np.moveaxis(out, 0, axis)


def frames(about, path):
    width, height, name = about["width"], about["height"], about["pix_fmt"]
    shift = 6 if name == "p010le" else 0
    halved = "444" not in name
    w, h = ((width + 1) // 2, (height + 1) // 2) if halved else (width, height)
    data = np.fromfile(path, "<u2") >> shift
    size = width * height + 2 * w * h
    location = about["color"]["chroma_location"]
    for frame in data.reshape(-1, size).astype(float):
        luma, chroma = frame[: width * height].reshape(height, width), frame[width * height :]
        if name == "p010le":
            cb, cr = chroma.reshape(h, w, 2)[..., 0], chroma.reshape(h, w, 2)[..., 1]
        else:
            cb, cr = chroma.reshape(2, h, w)
        if halved:
            cb, cr = (
                stretched(stretched(c, 0, height, location == "left"), 1, width, location == "center") for c in (cb, cr)
            )
        yield luma, cb, cr


def light(about, luma, cb, cr):
    primaries, transfer, matrix, full = about["color"]["cicp"]
    kr, kb = {9: (0.2627, 0.0593), 1: (0.2126, 0.0722)}[matrix]
    kg = 1 - kr - kb
    bits = 12 if "12" in about["pix_fmt"] else 10
    unit = 2 ** (bits - 8)
    if full:
        y, b, r = luma / (2**bits - 1), (cb - 128 * unit) / (2**bits - 1), (cr - 128 * unit) / (2**bits - 1)
    else:
        y, b, r = (luma - 16 * unit) / (219 * unit), (cb - 128 * unit) / (224 * unit), (cr - 128 * unit) / (224 * unit)
    red, blue = y + 2 * (1 - kr) * r, y + 2 * (1 - kb) * b
    rgb = np.stack([red, (y - kr * red - kb * blue) / kg, blue], -1)
    # PQ ends at 1; HLG goes on above its nominal white, to what luma can carry. Colors beyond that are none that a camera makes.
    most = 1 if full or transfer == 16 else (2**bits - 1 - 16 * unit) / (219 * unit)
    rgb = rgb.clip(0, most)
    return pq_light(rgb) if transfer == 16 else hlg_light(rgb, np.array([0.2627, 0.6780, 0.0593]))


def main():
    tool, worst, wrong = sys.argv[1], {}, 0
    for description, path in zip(sys.argv[2::2], sys.argv[3::2]):
        about = json.load(open(description))
        # As the library assumes, where nothing is stated.
        about["color"]["chroma_location"] = about["color"].get("chroma_location") or "topleft"
        primaries, transfer, matrix, full = about["color"]["cicp"]
        options = ["--size", f"{about['width']}x{about['height']}", "--pixel-format", about["pix_fmt"]]
        options += ["--primaries", str(primaries), "--transfer", str(transfer), "--matrix", str(matrix)]
        options += ["--range", "full" if full else "limited", "--fps", "24", "--progress", "none"]
        options += ["--chroma-location", about["color"]["chroma_location"]]
        lines = subprocess.run([tool, "measure", path, "--stats", "-", *options], check=True, capture_output=True).stdout
        measured = [json.loads(line) for line in lines.splitlines()][1:]
        area = np.zeros((2, 2), int)
        most, sums, boxes = 0.0, [], []
        for line, planes in zip(measured, frames(about, path), strict=True):
            found = light(about, *planes)
            maximum = found.max(-1)
            rows, columns = np.nonzero((maximum > 2 / 256 + 1 / 512).any(1))[0], np.nonzero((maximum > 2 / 256 + 1 / 512).any(0))[0]
            box = [int(columns[0]), int(rows[0]), int(columns[-1] - columns[0] + 1), int(rows[-1] - rows[0] + 1)]
            inside = maximum[box[1] : box[1] + box[3], box[0] : box[0] + box[2]]
            signal = np.sort(np.round(pq_signal(inside) * 4095).ravel())
            percentages = [1, 5, 10, 25, 50, 75, 90, 95, 98, 99, 99.9, 99.98, 99.99]
            codes = [int(signal[max(1, -(-len(signal) * int(round(100 * p)) // 10000)) - 1]) for p in percentages]
            luminance = np.round(pq_signal(found @ np.array([0.2627, 0.6780, 0.0593])) * 4095)
            told = {
                "area": box != line["area"],
                "components (cd/m2)": np.abs(found.max((0, 1)) - line["max_rgb"]["components"]).max(),
                "average (relative)": abs(line["max_rgb"]["sum"] / 256 / maximum[maximum > 2.5 / 256].sum() - 1),
                "percentiles (codes)": np.abs(np.array(codes) - line["max_rgb"]["percentiles"]).max(),
                "average signal of max(R, G, B)": abs(signal.mean() / 4095 - line["max_rgb"]["pq_average"]),
                "average signal of luminance": abs(luminance.mean() / 4095 - line["luminance"]["pq_average"])
                if box[2:] == [about["width"], about["height"]]
                else 0,
                "histogram (pixels)": np.abs(
                    np.bincount((signal // 16).astype(int), minlength=256) - line["max_rgb"]["histogram"]
                ).max(),
            }
            for key, error in told.items():
                worst[key] = max(worst.get(key, 0), float(error))
            most = max(most, maximum.max())
            sums.append(maximum[maximum > 2.5 / 256].sum())
            boxes.append(box)
        left, top = min(b[0] for b in boxes), min(b[1] for b in boxes)
        width, height = max(b[0] + b[2] for b in boxes) - left, max(b[1] + b[3] for b in boxes) - top
        def bound(light):
            # What exceeds a whole number by no more than the error of the measurement does not count.
            return int(np.ceil(light - max(1 / 128, light * 1.5e-5)))

        ours = bound(max(max(line["max_rgb"]["components"]) for line in measured))
        sizes = [line["area"] for line in measured]
        left2, top2 = min(b[0] for b in sizes), min(b[1] for b in sizes)
        pixels = (max(b[0] + b[2] for b in sizes) - left2) * (max(b[1] + b[3] for b in sizes) - top2)
        average = bound(max(line["max_rgb"]["sum"] for line in measured) / 256 / pixels)
        expected = int(np.ceil(most)), int(np.ceil(max(sums) / (width * height)))
        verdict = "equal" if (ours, average) == expected else "DIFFERENT"
        wrong += verdict != "equal"
        print(f"{path.rsplit('/', 1)[-1]:58} MaxCLL {ours:5} MaxFALL {average:4}   numpy {expected[0]:5} {expected[1]:4}   {verdict}")
    for key, error in worst.items():
        print(f"maximum difference, {key}: {error:.3g}")
    sys.exit(wrong > 0)


main()
