"""Light mapped by messages of SMPTE ST 2094-50:2026: a second writing, in numpy and SciPy.

    python3 notebooks/derivations/headroom_gains.py > Tests/Support/Vectors/st2094_50_gains.csv

Each row has a message as bytes, a display, a color in BT.2020 light of cd/m², and that color on the display. Clauses are those of the
public draft of 2026-02-23: annex C, and A.2 to A.4 around
6.2.5. What no message of a test could state is not here: all numbers are integers of the message first.
"""

import math

import numpy
from scipy.interpolate import PchipInterpolator

BRADFORD = numpy.array([[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]])
SPACES = {
    0: [0.64, 0.33, 0.3, 0.6, 0.15, 0.06, 0.3127, 0.329],
    1: [0.68, 0.32, 0.265, 0.69, 0.15, 0.06, 0.3127, 0.329],
    2: [0.708, 0.292, 0.17, 0.797, 0.131, 0.046, 0.3127, 0.329],
}


def xyz(x, y):
    return numpy.array([x / y, 1, (1 - x - y) / y])


def to_xyz(space):
    columns = numpy.array([xyz(*space[i : i + 2]) for i in (0, 2, 4)]).T
    return columns * numpy.linalg.solve(columns, xyz(*space[6:]))


def conversion(source, target):
    whites = [BRADFORD @ xyz(*space[6:]) for space in (source, target)]
    adaptation = numpy.linalg.inv(BRADFORD) @ numpy.diag(whites[1] / whites[0]) @ BRADFORD
    return numpy.linalg.inv(to_xyz(target)) @ adaptation @ to_xyz(source)


class Bits(list):
    def put(self, number, count):
        self.extend(number >> i & 1 for i in reversed(range(count)))

    def hex(self):
        assert len(self) % 8 == 0
        return bytes(int("".join(map(str, self[i : i + 8])), 2) for i in range(0, len(self), 8)).hex()


def payload(message):
    bits = Bits()
    for byte in (0xB5, 0x00, 0x90, 0x00, 0x01):
        bits.put(byte, 8)
    bits.put(0, 8)
    white = message.get("white")
    bits.put(white is not None, 1)
    bits.put(1, 1)
    bits.put(0, 6)
    if white is not None:
        bits.put(white, 16)
    bits.put(message["baseline"], 16)
    images = message.get("images")
    bits.put(images is None, 1)
    if images is None:
        bits.put(0, 7)
        return bits.hex()
    bits.put(len(images), 3)
    space = message.get("space", 2)
    bits.put(3 if isinstance(space, list) else space, 2)
    bits.put(0, 2)
    if isinstance(space, list):
        for number in space:
            bits.put(number, 16)
    for image in images:
        bits.put(image["headroom"], 16)
        mixing = image.get("mixing", 0)
        bits.put(3 if isinstance(mixing, list) else mixing, 2)
        weights = mixing if isinstance(mixing, list) else [None] * 6
        for weight in weights:
            bits.put(weight is not None, 1)
        for weight in weights:
            if weight is not None:
                bits.put(weight, 16)
        bits.put(len(image["x"]) - 1, 5)
        bits.put("angles" not in image, 1)
        bits.put(0, 2)
        for name in ("x", "y", "angles"):
            for number in image.get(name, []):
                bits.put(number, 16)
    return bits.hex()


def pchip(x, y):
    """Slopes of Fritsch and Butland, doi:10.1137/0905021: each run of points of different light by SciPy, whose ends are limited."""
    slopes, start = [], 0
    for i in range(1, len(x) + 1):
        if i == len(x) or x[i] == x[i - 1]:
            piece = PchipInterpolator(x[start:i], y[start:i]).derivative()(x[start:i]) if i - start > 1 else [0.0]
            slopes += [float(slope) for slope in piece]
            start = i
    return slopes


def gain_curve(curve, value):
    x, y, m = curve
    if value < x[0]:
        return y[0]
    if value >= x[-1]:
        return y[-1] + math.log2(x[-1] / value)
    i = max(k for k in range(len(x) - 1) if x[k] <= value)
    width = x[i + 1] - x[i]
    t = (value - x[i]) / width
    # The basis of Hermite in place of a sum of powers.
    return (
        (1 + 2 * t) * (1 - t) ** 2 * y[i]
        + t * (1 - t) ** 2 * width * m[i]
        + t * t * (3 - 2 * t) * y[i + 1]
        + t * t * (t - 1) * width * m[i + 1]
    )


def images_of(message):
    """Headroom, six weights and points of each image, in rising order of headroom."""
    baseline = min(message["baseline"], 60000) / 10000
    if "images" not in message:
        if baseline == 0:
            return []
        r = min(baseline / math.log2(1000 / 203), 1)
        images = []
        for headroom, white in ((0.0, 1 - r / 2), (math.log2(8 / 3) * r, 1.0)):
            x_max, y_max = 2**baseline, 2**headroom
            middle = numpy.array([0.35 + 0.65 * y_max / white, 0.35 * white + 0.65 * y_max])
            knee, end = numpy.array([1, white]), numpy.array([x_max, y_max])
            points = []
            for t in numpy.arange(8) / 7:
                x, y = (1 - t) ** 2 * knee + 2 * t * (1 - t) * middle + t * t * end
                dx, dy = 2 * (1 - t) * (middle - knee) + 2 * t * (end - middle)
                points.append((x, math.log2(y / x), (dy / dx / y - 1 / x) / math.log(2)))
            images.append((headroom, [0, 0, 0, 1, 0, 0], tuple(map(list, zip(*points)))))
        return images
    images = []
    for image in message["images"]:
        headroom = min(image["headroom"], 60000) / 10000
        mixing = image.get("mixing", 0)
        if isinstance(mixing, list):
            parts = numpy.array([min(weight or 0, 50000) for weight in mixing], float)
            weights = list(parts / parts.sum())
        else:
            weights = [[0, 0, 0, 1, 0, 0], [0, 0, 0, 0, 0, 1], [1 / 6, 1 / 6, 1 / 6, 1 / 2, 0, 0]][mixing]
        sign = 1 if message["baseline"] < image["headroom"] else -1
        x = [min(number, 64000) / 1000 for number in image["x"]]
        y = [sign * min(number, 60000) / 10000 for number in image["y"]]
        if "angles" in image:
            m = [math.tan((min(max(a, 1), 35999) - 18000) * math.pi / 36000) for a in image["angles"]]
        else:
            m = pchip(x, y)
        images.append((headroom, weights, (x, y, m)))
    return images


def gain_of(image, color):
    _, weights, curve = image
    if weights is None:
        return numpy.zeros(3)
    common = color @ weights[:3] + weights[3] * color.max() + weights[4] * color.min()
    return numpy.array([gain_curve(curve, weights[5] * c + common) for c in color])


def mapped(message, peak, white, light):
    source_white = min(max(message.get("white", 1015), 1), 50000) / 5
    space = message.get("space", 2) if "images" in message else 2
    primaries = [min(n, 50000) / 50000 for n in space] if isinstance(space, list) else SPACES[space]
    color = conversion(SPACES[2], primaries) @ light / source_white
    baseline = (min(message["baseline"], 60000) / 10000, None, None)
    images = sorted(images_of(message) + [baseline], key=lambda image: image[0])
    target = min(max(math.log2(peak / white), images[0][0]), images[-1][0])
    for below, above in zip(images, images[1:]):
        if below[0] <= target <= above[0]:
            part = (target - above[0]) / (below[0] - above[0])
            gain = part * gain_of(below, color) + (1 - part) * gain_of(above, color)
            break
    else:
        gain = gain_of(images[0], color)
    return conversion(primaries, SPACES[2]) @ (color * 2.0**gain) * white


def angle(slope):
    return round(math.atan(slope) * 36000 / math.pi) + 18000


MESSAGES = {
    "a display of less headroom": {
        "baseline": 20000,
        "images": [{"headroom": 0, "x": [500, 1000, 2000, 4000], "y": [0, 2000, 9000, 20000]}],
    },
    "two images": {
        "baseline": 23000, "space": 1,
        "images": [
            {"headroom": 0, "x": [1000, 2500, 4925], "y": [5000, 14000, 23000], "angles": [18000, 16000, angle(-0.3)]},
            {"headroom": 10000, "x": [1000, 1500, 3000, 4925], "y": [0, 1000, 7000, 13000]},
        ],
    },
    "each component": {
        "baseline": 20000, "space": 0,
        "images": [{"headroom": 0, "mixing": 1, "x": [0, 1000, 4000], "y": [1000, 4000, 20000]}],
    },
    "the blend": {
        "baseline": 33219, "white": 500,
        "images": [{"headroom": 5000, "mixing": 2, "x": [200, 1000, 10000], "y": [0, 3000, 28219]}],
    },
    "the standard's own": {"baseline": 32000},
    "the standard's own, of a dim white": {"baseline": 23004, "white": 400},
    "other primaries": {
        "baseline": 20000, "space": [34000, 16000, 13250, 34500, 7500, 3000, 15700, 17550],
        "images": [{"headroom": 0, "mixing": [0, 0, 0, 30000, 20000, None], "x": [600, 4000], "y": [2000, 20000]}],
    },
    "components and their sum": {
        "baseline": 20000,
        "images": [
            {"headroom": 0, "mixing": [5000, 10000, 2000, 20000, 3000, 10000], "x": [300, 900, 4000], "y": [0, 4000, 20000]}
        ],
    },
    "two mixings": {
        "baseline": 23000, "space": 1,
        "images": [
            {"headroom": 0, "mixing": 1, "x": [500, 4925], "y": [3000, 23000]},
            {"headroom": 12000, "mixing": [13135, 33900, 2965, None, None, None], "x": [1000, 2000, 4925], "y": [0, 2000, 11000]},
        ],
    },
    "two full mixings": {
        "baseline": 23000,
        "images": [
            {"headroom": 0, "mixing": [5000, 10000, 2000, 20000, 3000, 10000], "x": [300, 4925], "y": [1000, 23000]},
            {"headroom": 12000, "mixing": [2000, 9000, 1000, 8000, 20000, 10000], "x": [800, 4925], "y": [0, 11000]},
        ],
    },
    "more headroom": {
        "baseline": 0,
        "images": [{"headroom": 20000, "x": [0, 400, 1000], "y": [0, 3000, 20000]}],
    },
    "one point": {"baseline": 10000, "images": [{"headroom": 0, "x": [2000], "y": [10000]}]},
    "no images": {"baseline": 20000, "images": []},
}
# Peak and white.
DISPLAYS = [(203, 203), (300, 203), (600, 203), (1000, 203), (100, 100), (400, 100)]
COLORS = [
    (0, 0, 0), (1, 1, 1), (203, 203, 203), (60, 120, 180), (406, 300, 20), (5, 10, 900), (1000, 1000, 1000), (800, 2, 1),
    (30, 640, 90), (3000, 1200, 300),
]  # fmt: skip

print("# notebooks/derivations/headroom_gains.py, SMPTE ST 2094-50:2026: BT.2020 light in cd/m².")
print("case,payload,peak,white,r,g,b,r_out,g_out,b_out")
for name, message in MESSAGES.items():
    for peak, white in DISPLAYS:
        for color in COLORS:
            result = mapped(message, peak, white, numpy.array(color, float))
            print(",".join([name.replace(",", ""), payload(message)] + [repr(float(v)) for v in (peak, white, *color, *result)]))
