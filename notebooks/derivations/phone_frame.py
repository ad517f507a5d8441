#!/usr/bin/env python3
"""Makes the clip `Examples/clips/s04_morning_*`: one HDR10 frame as a phone films it, from a CC0 panorama.

    apt-get download blender-data && dpkg -x blender-data_*.deb blender
    python3 notebooks/derivations/phone_frame.py blender/usr/share/blender/datafiles/studiolights/world/sunrise.exr

The steps, in order; the constants below give the numbers:

1. Scene light: the EXR, linear BT.709, to BT.2020 (ITU-R BT.2087-0). Negative values become 0.
2. Exposure: linear up to a knee, then a logarithm of each channel, as a phone compresses the exposures that it merges. The grass gets
   8 to 200 cd/m2 (median 42), the sky 240 to 1000, paler toward the sun.
3. HLG OETF (ITU-R BT.2100-2, Table 5). The view is resampled in this signal, because resampling linear light would ring around the sun.
4. Projection: a wide phone camera aimed left of the sun. The projection is Panini's with distance 1. The panorama has only 163 pixels
   a radian; a rectilinear view of this width would stretch its edges more than three times.
5. Display light: inverse OETF and the OOTF of a 1000 cd/m2 display, gamma 1.2 on BT.2020 luminance (Table 5).
6. PQ (Table 4), Y'CbCr with non-constant luminance, 4:2:0 with chroma at the left, 10-bit narrow range. Triangular dither, from
   minus one code to one, keeps the sky free of bands; its seed is fixed.

Needs NumPy, FFmpeg (reads the EXR) and zstd. Two runs on one machine give the same bytes. Another NumPy or CPU may round a few samples
the other way; `raw_sha256` differs then.
"""

import hashlib
import json
import pathlib
import subprocess
import sys

import numpy as np

CLIPS = pathlib.Path(__file__).resolve().parents[2] / "Examples/clips"
WIDTH, HEIGHT = 512, 288
YAW, PITCH, FIELD = -38.0, -9.0, 112.0  # degrees: right of the panorama's middle, upward, and the horizontal field of view
EXPOSURE = 14.0  # scene light for 1.0 in the EXR; scene light of 1 is HLG's peak
KNEE = 0.1  # the scene light at which the logarithm begins
LIMIT = 60.0  # the scene light that saturates, before the logarithm: it becomes 1
PEAK, GAMMA = 1000.0, 1.2  # cd/m2, and the OOTF's gamma at that peak
SEED = 4
BT2020_FROM_BT709 = np.array([[0.6274, 0.3293, 0.0433], [0.0691, 0.9195, 0.0114], [0.0164, 0.0880, 0.8956]])  # BT.2087-0
LUMA = np.array([0.2627, 0.6780, 0.0593])  # BT.2020
A, B, C = 0.17883277, 0.28466892, 0.55991073  # HLG


def panorama(path):
    """The light of an EXR, [height][width][R, G, B]."""
    probe = ["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", "stream=width,height", "-of", "csv=p=0", path]
    width, height = (int(word) for word in subprocess.check_output(probe, text=True).split(","))
    read = ["ffmpeg", "-v", "error", "-i", path, "-f", "rawvideo", "-pix_fmt", "gbrpf32le", "-"]
    planes = np.frombuffer(subprocess.check_output(read), "<f4").reshape(3, height, width)
    return np.stack([planes[2], planes[0], planes[1]], -1).astype(float)


def exposed(light):
    """Scene light, 0 to 1: above the knee a logarithm of each channel, of slope 1 at the knee."""
    low, high = 0.0, 1 - KNEE  # around the scale with which LIMIT becomes 1; a larger scale compresses less
    for _ in range(60):
        scale = (low + high) / 2
        reached = KNEE + scale * np.log1p((LIMIT - KNEE) / scale)
        low, high = (low, scale) if reached > 1 else (scale, high)
    light = np.minimum(light * EXPOSURE, LIMIT)
    return np.minimum(np.where(light > KNEE, KNEE + scale * np.log1p(np.maximum(light - KNEE, 0) / scale), light), 1)


def hlg_oetf(scene):
    return np.where(scene <= 1 / 12, np.sqrt(3 * scene), A * np.log(np.maximum(12 * scene - B, 1e-9)) + C)


def hlg_inverse_oetf(signal):
    return np.where(signal <= 0.5, signal**2 / 3, (np.exp((signal - C) / A) + B) / 12)


def pq_inverse_eotf(nits):
    """From light to signal. Source: ITU-R BT.2100-2, Table 4."""
    m1, m2 = 2610 / 16384, 2523 / 4096 * 128
    c1, c2, c3 = 3424 / 4096, 2413 / 4096 * 32, 2392 / 4096 * 32
    y = (np.asarray(nits) / 10_000) ** m1
    return ((c1 + c2 * y) / (1 + c3 * y)) ** m2


def directions():
    """Longitude and latitude of each pixel, radians: Panini's projection of distance 1, x = 2 tan(longitude / 2)."""
    edge = 2 * np.tan(np.radians(FIELD) / 4)
    x = (np.arange(WIDTH) + 0.5 - WIDTH / 2) / (WIDTH / 2) * edge
    y = (HEIGHT / 2 - np.arange(HEIGHT) - 0.5) / (WIDTH / 2) * edge
    longitude = 2 * np.arctan(x / 2)
    # A shifted lens: the horizon moves in the picture and verticals stay vertical.
    rise = (y + np.tan(np.radians(PITCH)))[:, None] * ((1 + np.cos(longitude)) / 2)[None]
    return np.broadcast_to(longitude, rise.shape), np.arctan(rise)


def cubic(t):
    """The four weights of Catmull and Rom's cubic at a fraction of a sample."""
    return [((2 - t) * t - 1) * t / 2, ((3 * t - 5) * t * t + 2) / 2, ((4 - 3 * t) * t + 1) * t / 2, (t - 1) * t * t / 2]


def sampled(picture, longitude, latitude):
    """A panorama of signals in these directions; columns wrap around, rows end."""
    height, width, _ = picture.shape
    u = (longitude + np.radians(YAW)) / (2 * np.pi) * width + width / 2 - 0.5
    v = height / 2 - latitude / np.pi * height - 0.5
    left, top = np.floor(u).astype(int), np.floor(v).astype(int)
    result = 0
    for j, row in enumerate(cubic(v - top)):
        for i, column in enumerate(cubic(u - left)):
            pixels = picture[np.clip(top + j - 1, 0, height - 1), (left + i - 1) % width]
            result = result + (row * column)[..., None] * pixels
    return np.clip(result, 0, 1)


def codes(signal):
    """10-bit narrow-range planes of an R'G'B' picture, BT.2020 non-constant luminance, 4:2:0 with chroma at the left."""
    luma = signal @ LUMA
    blue, red = (signal[..., 2] - luma) / 1.8814, (signal[..., 0] - luma) / 1.4746

    def halved(plane):
        wide = np.pad(plane, ((0, 0), (1, 1)), mode="edge")
        across = (wide[:, :-2] + 2 * wide[:, 1:-1] + wide[:, 2:])[:, ::2] / 4
        return (across[::2] + across[1::2]) / 2

    noise = np.random.default_rng(SEED)

    def quantized(plane):
        dither = noise.random(plane.shape) - noise.random(plane.shape)
        return np.clip(np.round(plane + dither), 4, 1019).astype("<u2")

    return [quantized(64 + 876 * luma), quantized(512 + 896 * halved(blue)), quantized(512 + 896 * halved(red))]


def statistics(plane, percentiles):
    about = {"min": int(plane.min()), "max": int(plane.max()), "mean": round(float(plane.mean()), 3)}
    if percentiles:
        about["percentiles"] = {str(p): float(np.percentile(plane, p)) for p in percentiles}
    return about


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: phone_frame.py SUNRISE.exr")
    scene = np.maximum(np.maximum(panorama(sys.argv[1]), 0) @ BT2020_FROM_BT709.T, 0)
    signal = sampled(hlg_oetf(exposed(scene)), *directions())
    light = hlg_inverse_oetf(signal)
    luminance = light @ LUMA
    light = PEAK * light * np.maximum(luminance, 1e-9)[..., None] ** (GAMMA - 1)
    luminance = light @ LUMA
    largest = light.max(-1)
    planes = codes(pq_inverse_eotf(light))
    raw = b"".join(plane.tobytes() for plane in planes)
    name = f"s04_morning_{WIDTH}x{HEIGHT}_1f_pq_yuv420p10le"

    about = {
        "what": "A misty meadow at sunrise as a phone's wide camera films it: grass of 8 to 200 cd/m2, sky of 240 to 1000",
        "width": WIDTH, "height": HEIGHT, "frames": 1, "pix_fmt": "yuv420p10le", "bytes_per_frame": len(raw),
        "layout": "planar, 16-bit little-endian words, sample in the low bits",
        "color": {
            "primaries": "bt2020", "transfer": "smpte2084", "matrix": "bt2020nc", "range": "tv", "cicp": [9, 16, 9, 0],
            "chroma_location": "left",
        },
        "metadata": {
            "mastering_display": {
                "red": [0.68, 0.32], "green": [0.265, 0.69], "blue": [0.15, 0.06], "white": [0.3127, 0.329],
                "max_cd_m2": PEAK, "min_cd_m2": 0.0,
                "note": "suggested, a phone's P3 screen; content gamut is BT.709 by construction",
            },
            "content_light": {"MaxCLL": min(int(np.ceil(largest.max())), int(PEAK)), "MaxFALL": int(np.ceil(largest.mean()))},
            "ambient": None, "dolby_vision": None, "hdr10plus": None,
        },
        "computed": {
            "exposure": EXPOSURE, "logarithm_from": KNEE, "saturates_at": LIMIT, "display_peak_cd_m2": PEAK, "ootf_gamma": GAMMA,
            "view_degrees": {"yaw": YAW, "pitch": PITCH, "horizontal_field": FIELD}, "dither_seed": SEED,
            "MaxCLL_computed": float(largest.max()), "MaxFALL_computed": float(largest.mean()),
            "luminance_percentiles_cd_m2": {str(p): float(np.percentile(luminance, p)) for p in [0.1, 1, 10, 50, 90, 99, 99.9]},
        },
        "source": {
            "file": "debian_blender-data_3.4.1+dfsg-2/studiolights-world/sunrise.exr",
            "sha256": hashlib.sha256(pathlib.Path(sys.argv[1]).read_bytes()).hexdigest(),
            "licence": "CC0 (license.txt beside the files; by Greg Zaal, HDRI Haven)",
        },
        "how": "notebooks/derivations/phone_frame.py",
        "stats_first_frame": {
            "Y": statistics(planes[0], [1, 50, 99, 99.9]), "U": statistics(planes[1], []), "V": statistics(planes[2], []),
        },
        "raw_sha256": hashlib.sha256(raw).hexdigest(), "raw_bytes": len(raw), "file": f"{name}.yuv.zst",
    }
    (CLIPS / f"{name}.json").write_text(json.dumps(about, indent=1) + "\n")
    packed = subprocess.run(["zstd", "-19", "-q", "-c"], input=raw, stdout=subprocess.PIPE, check=True).stdout
    (CLIPS / f"{name}.yuv.zst").write_bytes(packed)
    print(f"{name}: {len(packed)} bytes packed, MaxCLL {largest.max():.0f}, MaxFALL {largest.mean():.0f} cd/m2")


if __name__ == "__main__":
    main()
