"""Color as NumPy arrays, for plant and score: transfer functions, matrices, Y'CbCr with its siting, and Delta E ITP.

Light is in cd/m2 of BT.2020, an array of shape (frames, height, width, 3). Signals are 0 to 1. Everything is written from the documents and
shares no code with the package, so that faults are planted and found by different programs.
"""
import json, pathlib, subprocess
import numpy as np

WHITE = 203.0  # cd/m2 of SDR 100 %, BT.2408
HLG_PEAK, HLG_GAMMA = 1000.0, 1.2  # BT.2100 table 5

# ---------------------------------------------------------------- transfer functions

M1, M2 = 2610 / 16384, 2523 / 4096 * 128
C1, C2, C3 = 3424 / 4096, 2413 / 4096 * 32, 2392 / 4096 * 32


def pq_signal(light):
    y = np.power(np.clip(light, 0, 10000) / 10000, M1, dtype=np.float32)
    return np.power((C1 + C2 * y) / (1 + C3 * y), M2, dtype=np.float32)


def pq_light(signal):
    e = np.power(np.clip(signal, 0, 1), 1 / M2, dtype=np.float32)
    return 10000 * np.power(np.maximum(e - C1, 0) / (C2 - C3 * e), 1 / M1, dtype=np.float32)


A = 0.17883277
B, C = 1 - 4 * A, 0.5 - A * np.log(4 * A)
LUMA_2020 = np.array([0.2627, 0.6780, 0.0593], np.float32)


def hlg_oetf(scene):
    scene = np.maximum(scene, 0)
    return np.where(scene <= 1 / 12, np.sqrt(3 * scene), A * np.log(np.maximum(12 * scene - B, 1e-9)) + C).astype(np.float32)


def hlg_scene(signal):
    signal = np.maximum(signal, 0)
    return np.where(signal <= 0.5, signal * signal / 3, (np.exp((signal - C) / A) + B) / 12).astype(np.float32)


def hlg_light(signal, peak=HLG_PEAK, gamma=HLG_GAMMA, per_channel=False):
    scene = hlg_scene(signal)
    if per_channel:
        return peak * np.power(scene, gamma, dtype=np.float32)
    y = np.maximum(scene @ LUMA_2020, 1e-9)
    return peak * scene * np.power(y, gamma - 1, dtype=np.float32)[..., None]


def hlg_signal(light, peak=HLG_PEAK, gamma=HLG_GAMMA):
    y = np.maximum(light @ LUMA_2020 / peak, 1e-9)
    return np.clip(hlg_oetf(light / peak * np.power(y, (1 - gamma) / gamma, dtype=np.float32)[..., None]), 0, 1)


def bt1886(v):
    return np.power(np.maximum(v, 0), 2.4, dtype=np.float32)


def bt1886_inverse(x):
    return np.power(np.maximum(x, 0), 1 / 2.4, dtype=np.float32)


def srgb_inverse(x):
    x = np.maximum(x, 0)
    return np.where(x <= 0.0031308, 12.92 * x, 1.055 * np.power(x, 1 / 2.4, dtype=np.float32) - 0.055).astype(np.float32)


def srgb(v):
    v = np.maximum(v, 0)
    return np.where(v <= 0.04045, v / 12.92, np.power((v + 0.055) / 1.055, 2.4, dtype=np.float32)).astype(np.float32)


def camera709(x):
    x = np.maximum(x, 0)
    return np.where(x < 0.018054, 4.5 * x, 1.0993 * np.power(x, 0.45, dtype=np.float32) - 0.0993).astype(np.float32)


def camera709_inverse(v):
    return np.where(v < 0.08125, v / 4.5, np.power((np.maximum(v, 0) + 0.0993) / 1.0993, 1 / 0.45, dtype=np.float32)).astype(np.float32)


# ---------------------------------------------------------------- primaries and matrices

XY = {"bt709": ((0.640, 0.330), (0.300, 0.600), (0.150, 0.060)), "bt2020": ((0.708, 0.292), (0.170, 0.797), (0.131, 0.046)),
      "smpte432": ((0.680, 0.320), (0.265, 0.690), (0.150, 0.060)), "smpte170m": ((0.630, 0.340), (0.310, 0.595), (0.155, 0.070)),
      "bt470bg": ((0.640, 0.330), (0.290, 0.600), (0.150, 0.060))}
WEIGHTS = {"bt709": (0.2126, 0.0722), "smpte170m": (0.299, 0.114), "bt470bg": (0.299, 0.114), "bt2020nc": (0.2627, 0.0593)}


def to_xyz(name):
    columns = np.array([[x / y, 1, (1 - x - y) / y] for x, y in XY[name]]).T
    white = np.array([0.3127 / 0.3290, 1, (1 - 0.3127 - 0.3290) / 0.3290])
    return columns * np.linalg.solve(columns, white)


def primaries(light, source, target):
    if source == target:
        return light
    return light @ (np.linalg.solve(to_xyz(target), to_xyz(source)).T).astype(np.float32)


def luma(signal, matrix):
    kr, kb = WEIGHTS[matrix]
    return signal @ np.array([kr, 1 - kr - kb, kb], np.float32)


def down(c, axis, cosited):
    """Half as many samples along axis, on every other sample (co-sited) or between two of them."""
    c = np.moveaxis(c, axis, -1)
    even, odd = c[..., 0::2], c[..., 1::2]
    if cosited:
        before = np.concatenate([even[..., :1], odd[..., :-1]], -1)
        result = (before + 2 * even + odd) / 4
    else:
        result = (even + odd) / 2
    return np.moveaxis(result, -1, axis)


def up(c, axis, cosited):
    c = np.moveaxis(c, axis, -1)
    before = np.concatenate([c[..., :1], c[..., :-1]], -1)
    after = np.concatenate([c[..., 1:], c[..., -1:]], -1)
    result = np.empty(c.shape[:-1] + (2 * c.shape[-1],), np.float32)
    if cosited:
        result[..., 0::2], result[..., 1::2] = c, (c + after) / 2
    else:
        result[..., 0::2], result[..., 1::2] = (before + 3 * c) / 4, (3 * c + after) / 4
    return np.moveaxis(result, -1, axis)


def cosited(location):
    """Whether chroma is on luma samples, across and down."""
    return location in ("left", "topleft", "bottomleft", "unspecified", None), location in ("topleft", "top")


def to_yuv(signal, matrix):
    kr, kb = WEIGHTS[matrix]
    y = luma(signal, matrix)
    return y, (signal[..., 2] - y) / (2 * (1 - kb)), (signal[..., 0] - y) / (2 * (1 - kr))


def to_rgb(y, cb, cr, matrix):
    kr, kb = WEIGHTS[matrix]
    r, b = y + 2 * (1 - kr) * cr, y + 2 * (1 - kb) * cb
    return np.stack([r, (y - kr * r - kb * b) / (1 - kr - kb), b], -1)


def quantized(plane, chroma, bits, full, dither, rng):
    top = 2 ** bits - 1
    if full:
        codes = plane * top + (2 ** (bits - 1) if chroma else 0)
    else:
        codes = 2 ** (bits - 8) * (plane * (224 if chroma else 219) + (128 if chroma else 16))
    if dither:
        codes = codes + (rng.random(codes.shape, np.float32) - rng.random(codes.shape, np.float32)) * (0.5 if dither == "half" else 1)
    return np.clip(np.floor(codes + 0.5), 0, top).astype("<u2" if bits > 8 else "u1")


def packed(signal, tags, bits=8, sub="420", dither=None, seed=1):
    """Planar Y'CbCr of R'G'B' signals, frame after frame, as bytes."""
    rng = np.random.default_rng(seed)
    y, cb, cr = to_yuv(np.clip(signal, 0, 1), tags["m"])
    if sub == "420":
        across, vertical = cosited(tags["loc"])
        cb, cr = (down(down(c, 2, across), 1, vertical) for c in (cb, cr))
    full = tags["r"] == "pc"
    planes = [quantized(y, False, bits, full, dither, rng), quantized(cb, True, bits, full, dither, rng), quantized(cr, True, bits, full, dither, rng)]
    return b"".join(p[i].tobytes() for i in range(len(signal)) for p in planes)


# ---------------------------------------------------------------- files

PROBED, SHOWN, MADE, SAME = {}, {}, {}, {}


def probe(path):
    """What ffprobe says of the picture; kept for references, and for all files that were written in the same way."""
    path = str(path)
    if path not in PROBED:
        way, size = MADE.get(path, (path, None))
        if way not in SAME:
            SAME[way] = probed(path)
        PROBED[path] = dict(SAME[way], width=size[0], height=size[1]) if size else SAME[way]
    return PROBED[path]


def made(path, size, *way):
    """Says how a file was written, so that ffprobe need not be asked again."""
    PROBED.pop(str(path), None)
    MADE[str(path)] = (repr(way), size)


def probed(path):
    text = subprocess.run(["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries",
                           "stream=width,height,pix_fmt,color_range,color_space,color_transfer,color_primaries,chroma_location,field_order",
                           "-of", "json", str(path)], capture_output=True, text=True, check=True).stdout
    return json.loads(text)["streams"][0]


def planes(path, info=None, frames=None):
    """The planes of a movie as codes: a list of arrays (frames, height, width)."""
    info = info or probe(path)
    fmt = info["pix_fmt"].replace("yuvj", "yuv")
    command = ["ffmpeg", "-v", "error", "-threads", "1", "-i", str(path), "-map", "0:v:0", "-fps_mode", "passthrough"]
    if frames is not None:
        command += ["-vf", "select=" + "+".join(f"eq(n\\,{n})" for n in frames)]
    if fmt in ("bgr0", "bgra", "rgb24", "bgr24"):
        fmt = "gbrp"
        command += ["-pix_fmt", fmt]
    data = subprocess.run(command + ["-f", "rawvideo", "-"], capture_output=True, check=True).stdout
    bits = 12 if "12" in fmt else 10 if "10" in fmt else 8
    w, h = info["width"], info["height"]
    if fmt.startswith("gbr"):
        shapes = [(h, w)] * 3
    else:
        shapes = [(h, w)] + [{"420": ((h + 1) // 2, (w + 1) // 2), "422": (h, (w + 1) // 2), "444": (h, w)}[fmt[3:6]]] * 2
    size = sum(a * b for a, b in shapes)
    samples = np.frombuffer(data, "<u2" if bits > 8 else "u1")
    samples = samples[:len(samples) // size * size].reshape(-1, size)
    result, at = [], 0
    for a, b in shapes:
        result.append(samples[:, at:at + a * b].reshape(-1, a, b))
        at += a * b
    return result, bits, fmt


def shown(path, frames):
    """`decoded`, kept for references."""
    key = (str(path), tuple(frames))
    found = SHOWN.pop(key, None) or decoded(path, frames)
    SHOWN[key] = found
    while len(SHOWN) > 60:
        SHOWN.pop(next(iter(SHOWN)))
    return found


def decoded(path, frames=None):
    """What a movie shows by its own tags: light in BT.2020, and Y'CbCr at every pixel in 8-bit codes of narrow range."""
    info = probe(path)
    (y, u, v), bits, fmt = planes(path, info, frames)
    full = info.get("color_range") == "pc"
    top, step = 2 ** bits - 1, 2 ** (bits - 8)
    if fmt.startswith("gbr"):
        g, b, r = (p.astype(np.float32) / top for p in (y, u, v))
        signal, matrix = np.stack([r, g, b], -1), "bt709"
        yy, cb, cr = to_yuv(signal, matrix)
    else:
        matrix = info.get("color_space", "unknown")
        matrix = matrix if matrix in WEIGHTS else "bt709"
        yy = y.astype(np.float32) / top if full else (y.astype(np.float32) / step - 16) / 219
        chroma = []
        across, vertical = cosited(info.get("chroma_location"))
        for c in (u, v):
            c = (c.astype(np.float32) - 2 ** (bits - 1)) / top if full else (c.astype(np.float32) / step - 128) / 224
            if fmt[3:6] != "444":
                c = up(c, 2, across)
            if fmt[3:6] == "420":
                c = up(c, 1, vertical)
            chroma.append(c[:, :yy.shape[1], :yy.shape[2]])
        cb, cr = chroma
        signal = to_rgb(yy, cb, cr, matrix)
    transfer = info.get("color_transfer", "bt709")
    source = info.get("color_primaries", "bt709")
    source = source if source in XY else "bt709"
    if transfer == "smpte2084":
        light = pq_light(signal)
    elif transfer == "arib-std-b67":
        light = hlg_light(np.clip(signal, 0, 1.1))
    else:
        light = WHITE * (srgb(signal) if transfer == "iec61966-2-1" else bt1886(np.clip(signal, 0, 1.1)))
    light = np.maximum(primaries(light, source, "bt2020"), 0)
    return {"light": light, "y": yy * 219, "cb": cb * 224, "cr": cr * 224, "info": info}


# ---------------------------------------------------------------- differences

RGB_LMS = np.array([[1688, 2146, 262], [683, 2951, 462], [99, 309, 3688]], np.float32) / 4096
LMS_ICTCP = np.array([[2048, 2048, 0], [6610, -13613, 7003], [17933, -17390, -543]], np.float32) / 4096


def ictcp(light):
    return pq_signal(light @ RGB_LMS.T) @ LMS_ICTCP.T


def delta_e_itp(one, two, blur=0):
    """BT.2124 between two arrays of light; with blur, of the means over that many pixels."""
    d = ictcp(one) - ictcp(two)
    if blur:
        d = np.moveaxis(box(np.moveaxis(d, -1, 1), blur), 1, -1)
    return 720 * np.sqrt(d[..., 0] ** 2 + (0.5 * d[..., 1]) ** 2 + d[..., 2] ** 2)


def box(p, n):
    """The mean over n by n pixels around each."""
    for axis in (-1, -2):
        pad = [(0, 0)] * p.ndim
        pad[axis] = (n // 2 + 1, n // 2)
        total = np.cumsum(np.pad(p, pad, "edge").astype(np.float64), axis)
        hi, lo = [slice(None)] * p.ndim, [slice(None)] * p.ndim
        hi[axis], lo[axis] = slice(n, None), slice(None, -n)
        p = (total[tuple(hi)] - total[tuple(lo)]) / n
    return p.astype(np.float32)


def resized(p, h, w):
    """Bilinear, with a box before it where it shrinks; p is (frames, height, width[, 3])."""
    if p.shape[1:3] == (h, w):
        return p
    for axis, n in ((1, h), (2, w)):
        size = p.shape[axis]
        at = np.clip((np.arange(n) + 0.5) * size / n - 0.5, 0, size - 1)
        low = np.floor(at).astype(int)
        high = np.minimum(low + 1, size - 1)
        part = (at - low).astype(np.float32).reshape([-1 if k == axis else 1 for k in range(p.ndim)])
        p = np.take(p, low, axis) * (1 - part) + np.take(p, high, axis) * part
    return p
