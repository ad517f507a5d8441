#!/usr/bin/env python3
"""The numbers that `pictures.py` puts beside pictures: each metric is a function that names its source.

    python3 notebooks/derivations/picture_metrics.py                    # every case whose value is known by hand; exit code 1 if one fails
    python3 notebooks/derivations/picture_metrics.py --tmqi HDR LDR     # TMQI of two PNG files, to compare with another implementation

Pictures are arrays of height × width × 3: light of BT.2020 in cd/m², as a display emits it. Needs NumPy, and Pillow for `--tmqi`.
"""
import argparse
import math
import sys

import numpy as np

WHITE = 203.0  # cd/m²: what SDR's 100 % stands for (ITU-R BT.2408)
CHROMA_FLOOR = 0.02  # ICtCp: colors of less chroma in the source have no hue worth naming
OCTAVES = 5


# Light and color.


def pq_eotf(signal):
    """From signal, 0 to 1, to light in cd/m². Source: ITU-R BT.2100-2, Table 4."""
    m1, m2 = 2610 / 16384, 2523 / 4096 * 128
    c1, c2, c3 = 3424 / 4096, 2413 / 4096 * 32, 2392 / 4096 * 32
    power = np.clip(signal, 0, 1) ** (1 / m2)
    return 10_000 * (np.maximum(power - c1, 0) / (c2 - c3 * power)) ** (1 / m1)


def pq_inverse_eotf(light):
    """From light in cd/m², of which what is negative counts as none, to signal. Source: ITU-R BT.2100-2, Table 4."""
    m1, m2 = 2610 / 16384, 2523 / 4096 * 128
    c1, c2, c3 = 3424 / 4096, 2413 / 4096 * 32, 2392 / 4096 * 32
    power = (np.maximum(light, 0) / 10_000) ** m1
    return ((c1 + c2 * power) / (1 + c3 * power)) ** m2


def to_xyz(primaries):
    """The matrix from R, G, B to X, Y, Z of these primaries and D65. Source: SMPTE RP 177."""
    columns = np.array([[x / y, 1, (1 - x - y) / y] for x, y in primaries]).T
    white = np.array([0.3127 / 0.3290, 1, (1 - 0.3127 - 0.3290) / 0.3290])
    return columns * np.linalg.solve(columns, white)


BT709 = to_xyz([(0.640, 0.330), (0.300, 0.600), (0.150, 0.060)])
BT2020 = to_xyz([(0.708, 0.292), (0.170, 0.797), (0.131, 0.046)])
BT2020_FROM_BT709 = np.linalg.inv(BT2020) @ BT709


def luminance(light):
    """Y of the CIE, in cd/m²."""
    return light @ BT2020[1]


def ictcp(light):
    """Intensity, Ct and Cp of display light. Source: ITU-R BT.2100-2, Table 7, for PQ."""
    lms = light @ np.array([[1688, 2146, 262], [683, 2951, 462], [99, 309, 3688]]).T / 4096
    return pq_inverse_eotf(lms) @ np.array([[2048, 2048, 0], [6610, -13613, 7003], [17933, -17390, -543]]).T / 4096


# The metrics.


def oklab(light):
    """L, a and b of display light of BT.2020, relative to the white of SDR. Source: Ottosson, *A perceptual color space for image processing*, 2020."""
    lms = light / WHITE @ BT2020.T @ np.array([
        [0.8189330101, 0.3618667424, -0.1288597137], [0.0329845436, 0.9293118715, 0.0361456387], [0.0482003018, 0.2643662691, 0.6338517070]]).T
    return np.cbrt(lms) @ np.array([
        [0.2104542553, 0.7936177850, -0.0040720468], [1.9779984951, -2.4285922050, 0.4505937099], [0.0259040371, 0.7827717662, -0.8086757660]]).T


OKLAB_FLOOR = 0.04  # Oklab: as CHROMA_FLOOR is in ICtCp
SECTORS = {"red": 10, "orange": 48, "yellow": 90, "green": 125, "cyan": 178, "blue": 235, "violet": 290}  # where they begin, Oklab's hue in degrees
VIVID = 0.1  # ICtCp: the chroma from which a color is vivid


def vivid_chroma(source, result):
    """For each sector of hue, the sums of the chroma of vivid colors in ICtCp before and after."""
    before, left = np.hypot(*np.moveaxis(ictcp(source)[..., 1:], -1, 0)), np.hypot(*np.moveaxis(ictcp(result)[..., 1:], -1, 0))
    named = oklab(source)
    hue = (np.degrees(np.arctan2(named[..., 2], named[..., 1])) - 10) % 360
    starts = [start - 10 for start in SECTORS.values()] + [360]
    sums = {}
    for name, low, high in zip(SECTORS, starts, starts[1:]):
        here = (before >= VIVID) & (hue >= low) & (hue < high)
        sums[name] = float(before[here].sum()), float(left[here].sum())
    return sums


def hue_and_chroma(source, result, space=ictcp, floor=CHROMA_FLOOR):
    """The mean and the 95th percentile of the hue error in degrees, and the share of the chroma that is kept.

    Hue is the angle and chroma the radius in the plane of the last two numbers of the space. Pixels whose source has less chroma than the floor are left out. Each other
    weighs √(C₁C₂), the geometric mean of its chroma before and after, as in the hue difference ΔH = 2√(C₁C₂) sin(Δh/2) of CIE 15: what became
    neutral has no hue to be wrong. The share is the sum of chroma after through the sum before.
    """
    before, after = space(source), space(result)
    chroma, left = np.hypot(before[..., 1], before[..., 2]), np.hypot(after[..., 1], after[..., 2])
    colored = chroma >= floor
    if not colored.any():
        return float("nan"), float("nan"), float("nan")
    before, after, chroma, left = before[colored], after[colored], chroma[colored], left[colored]
    cross = before[:, 1] * after[:, 2] - before[:, 2] * after[:, 1]
    turn = np.degrees(np.abs(np.arctan2(cross, (before[:, 1:] * after[:, 1:]).sum(-1))))
    weight = np.sqrt(chroma * left)
    if weight.sum() == 0:
        return 0.0, 0.0, 0.0
    order = np.argsort(turn)
    reached = np.cumsum(weight[order]) / weight.sum()
    return float((turn * weight).sum() / weight.sum()), float(turn[order][np.searchsorted(reached, 0.95)]), float(left.sum() / chroma.sum())


def clipped(signal):
    """The share of pixels of which a component of the result's R′G′B′ is at the top: 0.995 or more."""
    return float((signal.max(-1) >= 0.995).mean())


def halved(plane):
    """Means of 2 × 2 pixels; an odd last row or column is left out."""
    h, w = plane.shape[0] // 2 * 2, plane.shape[1] // 2 * 2
    return plane[:h, :w].reshape(h // 2, 2, w // 2, 2).mean((1, 3))


def filtered(plane, kernel):
    """The plane through a separable kernel of odd length, where the kernel lies inside the plane."""
    rows = sum(k * plane[i : plane.shape[0] - len(kernel) + 1 + i] for i, k in enumerate(kernel))
    return sum(k * rows[:, i : plane.shape[1] - len(kernel) + 1 + i] for i, k in enumerate(kernel))


def laplacian_energy(light):
    """For each octave, the finest first, the sum of the squares of the Laplacian pyramid of PQ luminance.

    Source: Burt and Adelson, *The Laplacian Pyramid as a Compact Image Code*, 1983: a level is a picture less its blur by 1 4 6 4 1.
    """
    plane, energies = pq_inverse_eotf(luminance(light)), []
    for _ in range(OCTAVES):
        blurred = filtered(np.pad(plane, 2, mode="reflect"), np.array([1, 4, 6, 4, 1]) / 16)
        energies.append(float(((plane - blurred) ** 2).sum()))
        plane = blurred[::2, ::2]
    return energies


def contrast_kept(source, result):
    """For each octave log2 of the amplitude of local contrast that is left: 0 is all, -1 half. Half of log2 of the ratio of energies."""
    tiny = 1e-12
    return [0.5 * math.log2((b + tiny) / (a + tiny)) for a, b in zip(laplacian_energy(source), laplacian_energy(result))]


def banding(luma, peak=WHITE):
    """A banding index in CAMBI's manner: 0 is none. Not CAMBI, and its numbers are not CAMBI's.

    luma is the code 0 to 255 as a float, full range. As in CAMBI (Tandon et al., PCS 2021; Netflix's VMAF), luma is brought to 10 bits through a mean
    of 2 × 2 pixels, which removes dither; five scales weigh 16 8 4 2 1; only pixels count in whose 7 × 7 neighbors most are equal to the next to the
    right and below; each has the maximum of d · p(0) p(±d) / (p(0) + p(±d)) for the steps d = 1…4, where p is the share of codes k away in a
    window; a step must differ by more than 1.9 % in luminance, with a black of 0.01 cd/m²; and the largest 60 % of a scale are averaged.
    Ours: the window is 9 × 9 at every size, a scale is halved by taking every other pixel, the weights sum to 1, and the result is times 100.
    """
    codes = np.rint(4 * (luma[:-1, :-1] + luma[1:, :-1] + luma[:-1, 1:] + luma[1:, 1:]) / 4).astype(np.int16)
    light = 0.01 + (peak - 0.01) * (np.arange(-8, 1032).clip(0, 1020) / 1020) ** 2.4
    score = 0.0
    for weight in np.array([16, 8, 4, 2, 1]) / 31:
        same = np.zeros(codes.shape)
        same[:-1, :-1] = (codes[:-1, :-1] == codes[1:, :-1]) & (codes[:-1, :-1] == codes[:-1, 1:])
        flat = filtered(np.pad(same, 3), np.ones(7)) > 24
        edge = np.pad(codes, 4, constant_values=-9999)
        counts = {k: np.zeros(codes.shape) for k in range(-4, 5)}
        within = np.zeros(codes.shape)
        for y in range(9):
            for x in range(9):
                away = edge[y : y + codes.shape[0], x : x + codes.shape[1]] - codes
                within += away > -5000
                for k in counts:
                    counts[k] += away == k
        contrast = np.zeros(codes.shape)
        for d in range(1, 5):
            low, high = light[codes + 8], light[np.minimum(codes + d, 1023) + 8]
            seen = (high - low) > 0.019 * (high + low) / 2
            other = np.maximum(counts[d], counts[-d])
            contrast = np.maximum(contrast, seen * d * counts[0] * other / ((counts[0] + other) * within))
        contrast = np.sort((contrast * flat).ravel())[::-1]
        score += weight * contrast[: max(1, int(0.6 * contrast.size))].mean()
        codes = codes[::2, ::2]
    return 100 * float(score)


def normal_cdf(values, mean, deviation):
    """The cumulative normal distribution."""
    flat = ((values - mean) / (deviation * math.sqrt(2))).ravel().tolist()
    return np.array([0.5 + 0.5 * math.erf(v) for v in flat]).reshape(values.shape)


def sensitivity(frequency):
    """The eye's contrast sensitivity, 0 to 98, for cycles per degree. Source: Mannos and Sakrison, 1974, as TMQI has it: times 100."""
    return 260 * (0.0192 + 0.114 * frequency) * math.exp(-((0.114 * frequency) ** 1.1))


def tmqi(light, luma):
    """Quality, structural fidelity and naturalness of a tone-mapped picture, each 0 to 1.

    light is the luminance of the HDR picture in any linear unit, luma that of the result as a code 0 to 255. Source: Yeganeh and Wang, *Objective
    Quality Assessment of Tone-Mapped Images*, IEEE Transactions on Image Processing 22(2), 2013, and what its authors' program adds: HDR stretched to
    32 bits, constants C₁ = 0.01 and C₂ = 10, a Gaussian window of 11 × 11 and 1.5, scales by means of 2 × 2 pixels, blocks of 11 × 11 padded with
    zeros, and a standard deviation of n - 1.
    """
    span = light.max() - light.min()
    hdr = (light - light.min()) * ((2**32 - 1) / (span if span > 0 else 1))
    sdr, window = luma.astype(float), np.exp(-0.5 * ((np.arange(11) - 5) / 1.5) ** 2)
    window /= window.sum()
    fidelity, frequency = 1.0, 32.0
    for weight in [0.0448, 0.2856, 0.3001, 0.2363, 0.1333]:
        frequency /= 2
        # Centered, so that the squares of what has 32 bits do not cancel.
        a, b = hdr - hdr.mean(), sdr - sdr.mean()
        mean_a, mean_b = filtered(a, window), filtered(b, window)
        deviation_a = np.sqrt(np.maximum(filtered(a * a, window) - mean_a**2, 0))
        deviation_b = np.sqrt(np.maximum(filtered(b * b, window) - mean_b**2, 0))
        covariance = filtered(a * b, window) - mean_a * mean_b
        threshold = 128 / (1.4 * sensitivity(frequency))
        seen_a, seen_b = (normal_cdf(d, threshold, threshold / 3) for d in (deviation_a, deviation_b))
        strength = (2 * seen_a * seen_b + 0.01) / (seen_a**2 + seen_b**2 + 0.01)
        structure = (covariance + 10) / (deviation_a * deviation_b + 10)
        # A scale that is anticorrelated as a whole has no such power; it counts as no fidelity at all.
        fidelity *= max(0.0, float((strength * structure).mean())) ** weight
        padded = [np.pad(plane, ((0, plane.shape[0] % 2), (0, plane.shape[1] % 2)), mode="edge") for plane in (hdr, sdr)]
        hdr, sdr = (halved(plane) for plane in padded)
    natural = naturalness(luma.astype(float))
    return 0.8012 * fidelity**0.3046 + (1 - 0.8012) * natural**0.7088, fidelity, natural


def naturalness(luma):
    """TMQI's naturalness, 0 to 1: how likely a photograph has this mean and this mean deviation of blocks."""
    rows, columns = -(-luma.shape[0] // 11), -(-luma.shape[1] // 11)
    padded = np.pad(luma, ((0, rows * 11 - luma.shape[0]), (0, columns * 11 - luma.shape[1])))
    blocks = padded.reshape(rows, 11, columns, 11).transpose(0, 2, 1, 3).reshape(-1, 121)
    share = blocks.std(axis=1, ddof=1).mean() / 64.29
    if not 0 < share < 1:
        return 0.0
    a, b = 4.4, 10.1
    mode = (a - 1) / (a + b - 2)
    contrast = (share / mode) ** (a - 1) * ((1 - share) / (1 - mode)) ** (b - 1)
    return float(contrast * math.exp(-0.5 * ((luma.mean() - 115.94) / 27.99) ** 2))


# What is known by hand.


def turned(light, degrees, scale=1.0):
    """The light with its hue turned and its chroma scaled in ICtCp."""
    perceived = ictcp(light)
    c, s = scale * math.cos(math.radians(degrees)), scale * math.sin(math.radians(degrees))
    perceived[..., 1:] = perceived[..., 1:] @ np.array([[c, s], [-s, c]])
    to_lms = np.array([[2048, 2048, 0], [6610, -13613, 7003], [17933, -17390, -543]]) / 4096
    from_lms = np.array([[1688, 2146, 262], [683, 2951, 462], [99, 309, 3688]]) / 4096
    return pq_eotf(perceived @ np.linalg.inv(to_lms).T) @ np.linalg.inv(from_lms).T


def cases():
    """Names, what was found, what was expected, and by how much it may differ."""
    random = np.random.default_rng(17)
    muted = 20 + 100 * random.random((96, 160, 3))
    gray = np.repeat(10 ** (3 * random.random((96, 160, 1))), 3, -1)
    yield "PQ: 100 cd/m² is 0.5081 (BT.2408)", pq_inverse_eotf(100.0), 0.5081, 5e-5
    yield "PQ: 1000 cd/m² is 0.7518 (BT.2408)", pq_inverse_eotf(1000.0), 0.7518, 5e-5
    yield "PQ: back", pq_eotf(pq_inverse_eotf(203.0)), 203, 1e-9
    yield "BT.2020: weight of green", BT2020[1, 1], 0.6780, 5e-5
    yield "BT.709 to BT.2020 (BT.2087)", BT2020_FROM_BT709[0, 0], 0.6274, 5e-5
    yield "ICtCp: neutrals have no chroma", np.abs(ictcp(gray)[..., 1:]).max(), 0, 1e-12
    example = ictcp(np.array([0.45620519, 0.03081071, 0.04091952]))  # of the package colour, RGB_to_ICtCp
    for name, found, expected in zip(["I", "Ct", "Cp"], example, [0.07351364, 0.00475253, 0.09351596]):
        yield f"ICtCp: {name} of a published color", found, expected, 1e-6
    hue = hue_and_chroma(muted, muted)
    yield "hue: identity", hue[0], 0, 1e-9
    yield "chroma: identity", hue[2], 1, 1e-12
    for degrees, scale in [(7, 1.0), (-12, 0.5)]:
        hue = hue_and_chroma(muted, turned(muted, degrees, scale))
        yield f"hue: turned by {degrees}°, mean", hue[0], abs(degrees), 1e-6
        yield f"hue: turned by {degrees}°, 95th percentile", hue[1], abs(degrees), 1e-6
        yield f"chroma: scaled by {scale}", hue[2], scale, 1e-9
    half = muted.copy()
    half[:, ::10] = turned(muted, 20)[:, ::10]
    yield "hue: a tenth turned by 20°, 95th percentile", hue_and_chroma(muted, half)[1], 20, 1e-6
    one = np.full((2, 2, 3), 20.0) + [0, 60, 10]
    two = np.stack([turned(one, 20, 0.25)[0], turned(one, 10)[1]])
    yield "hue: 20° at a quarter of the chroma weighs half of 10°", hue_and_chroma(one, two)[0], (20 * 0.5 + 10) / 1.5, 1e-6
    # Ottosson's table: XYZ of 0.950, 1, 1.089 is L 1; of 1, 0, 0 it is L 0.450, a 1.236, b −0.019.
    for name, xyz, expected in [("white", [0.950, 1.0, 1.089], [1, 0, 0]), ("X", [1.0, 0, 0], [0.450, 1.236, -0.019])]:
        yield f"Oklab: {name}", np.abs(oklab(WHITE * np.linalg.inv(BT2020) @ np.array(xyz)) - expected).max(), 0, 6e-4
    vivid = vivid_chroma(np.array([[[200.0, 5, 5], [5, 5, 200.0]]]), np.array([[[20.0, 20, 20], [5, 5, 200.0]]]))
    yield "vivid: a red that became gray keeps nothing", vivid["red"][1], 0, 1e-9
    yield "vivid: a blue that stayed keeps all", vivid["blue"][1] - vivid["blue"][0], 0, 1e-9
    yield "hue: neutral results have no hue", hue_and_chroma(muted, np.repeat(muted[..., :1], 3, -1))[2], 0, 1e-12
    yield "clipped: a quarter", clipped(np.array([[[0.2, 0.1, 0.996], [0.5, 0.5, 0.5]], [[0, 0, 0], [0.99, 0.99, 0.99]]])), 0.25, 0
    signal = 0.5 + 0.1 * (random.random((96, 160)) - 0.5)
    source, soft = (np.repeat(pq_eotf(s)[..., None], 3, -1) for s in (signal, 0.4 + 0.5 * (signal - 0.5)))
    for octave, (same, kept) in enumerate(zip(contrast_kept(source, source), contrast_kept(source, soft)), 1):
        yield f"contrast: identity, octave {octave}", same, 0, 1e-12
        yield f"contrast: half the amplitude, octave {octave}", kept, -1, 1e-6
    ramp = np.tile(np.linspace(60, 80, 480), (128, 1))
    stepped, dithered = np.rint(ramp), np.floor(ramp + random.random(ramp.shape))
    yield "banding: one code everywhere", banding(np.full((128, 480), 90.0)), 0, 0
    yield "banding: noise is not flat", banding(np.rint(255 * random.random((128, 480)))), 0, 0.2
    yield "banding: dithered is less than a tenth of stepped", float(banding(dithered) < 0.1 * banding(stepped)), 1, 0
    yield "banding: stepped is seen", float(banding(stepped) > 1), 1, 0
    # A photograph's mean is 115.94, and its blocks have the mode of the beta distribution: both parts are then 1.
    flip = np.where(np.indices((110, 110)).sum(0) % 2 == 0, 1.0, -1.0)
    deviation = 64.29 * 3.4 / 12.5 * math.sqrt(120 / 121 / (1 - 1 / 121**2))
    yield "TMQI: naturalness at the modes", naturalness(115.94 + flip * deviation), 1, 1e-3
    wide = (0.4 / 0.272) ** 3.4 * (0.6 / 0.728) ** 9.1
    yield "TMQI: naturalness of more contrast", naturalness(115.94 + flip * deviation * 0.4 / 0.272), wide, 1e-3
    yield "TMQI: sensitivity at 8 cycles per degree", sensitivity(8), 98.08, 0.01
    yield "TMQI: naturalness two deviations brighter", naturalness(115.94 + 55.98 + flip * deviation), math.exp(-2), 1e-3
    yield "TMQI: no contrast is not natural", naturalness(np.full((110, 110), 115.94)), 0, 1e-12
    plane = np.rint(255 * random.random((176, 176)))
    yield "TMQI: fidelity to itself", tmqi(plane * 1.0, plane)[1], 1, 0.02
    yield "TMQI: an inverted picture has none", float(tmqi(plane, 255 - plane)[1]), 0, 1e-12


def check():
    """Prints each case; returns whether all hold."""
    good = True
    for name, found, expected, tolerance in cases():
        holds = math.isfinite(found) and abs(found - expected) <= tolerance
        good = good and holds
        print(f"{'ok  ' if holds else 'FAIL'} {name}: {found:.6g}, expected {expected:.6g} ± {tolerance:g}")
    return good


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tmqi", nargs=2, metavar=("HDR", "LDR"))
    given = parser.parse_args()
    if given.tmqi is None:
        sys.exit(0 if check() else 1)
    from PIL import Image

    planes = [np.asarray(Image.open(path).convert("RGB"), float) @ [0.2126, 0.7152, 0.0722] for path in given.tmqi]
    print("quality {:.4f}, structural fidelity {:.4f}, naturalness {:.4f}".format(*tmqi(*planes)))


if __name__ == "__main__":
    main()
