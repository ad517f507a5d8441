"""PQ, HLG and BT.2020 of Rec. ITU-R BT.2100, tables 4 and 5, in NumPy, for what a ruler has to put around numbers of others."""
import numpy as np

M1, M2, C1, C2, C3 = 2610 / 16384, 2523 / 32, 3424 / 4096, 2413 / 128, 2392 / 128
A, B, C = 0.17883277, 0.28466892, 0.55991073
LUMINANCE = np.array([0.2627, 0.6780, 0.0593])


def pq(nits):
    y = (np.maximum(nits, 0) / 1e4) ** M1
    return ((C1 + C2 * y) / (1 + C3 * y)) ** M2


def nits(signal):
    y = np.maximum(signal, 0) ** (1 / M2)
    return 1e4 * (np.maximum(y - C1, 0) / (C2 - C3 * y)) ** (1 / M1)


def scene(signal):
    signal = np.asarray(signal, float)
    return np.where(signal <= 0.5, signal**2 / 3, (np.exp((signal - C) / A) + B) / 12)


def shown(scene_light):
    """Scene light of BT.2020, 0 to 1, as a display of 1000 cd/m² shows HLG."""
    luminance = np.maximum(scene_light @ LUMINANCE, 0)[..., None]
    return 1000 * np.where(luminance > 0, luminance, 1) ** 0.2 * scene_light


def matrix(red, green, blue, white):
    """From linear R, G, B of these chromaticities to X, Y, Z."""
    columns = np.array([[x / y, 1, (1 - x - y) / y] for x, y in (red, green, blue)]).T
    x, y = white
    return columns * np.linalg.solve(columns, [x / y, 1, (1 - x - y) / y])


CONES = {
    "Bradford": np.array([[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]]),
    "CAT02": np.array([[0.7328, 0.4296, -0.1624], [-0.7036, 1.6975, 0.0061], [0.0030, 0.0136, 0.9834]]),
}


def adapted(name, white, other, to_xyz):
    """A matrix to X, Y, Z, for another white than its own."""
    cones = CONES[name]
    of_white, of_other = (cones @ [x / y, 1, (1 - x - y) / y] for x, y in (white, other))
    return np.linalg.inv(cones) @ np.diag(of_other / of_white) @ cones @ to_xyz


D65 = (0.3127, 0.3290)
WIDE = matrix((0.708, 0.292), (0.170, 0.797), (0.131, 0.046), D65)
NARROW = matrix((0.640, 0.330), (0.300, 0.600), (0.150, 0.060), D65)
