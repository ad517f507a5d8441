#!/usr/bin/env python3
"""Where the constants of the `perceptual` gamut map come from, and a second writing of it.

`Perceptual` below was written from the numbered steps in Sources/GamutMaps/PerceptualGamutMap.swift and HueCusps.swift,
not from their code. The Swift tests compare the two through the golden table that `golden` writes.

    python3 notebooks/gamut_perceptual.py golden Tests/Support/Vectors/gamut_perceptual.csv
    python3 notebooks/gamut_perceptual.py held Tests/Support/Vectors/gamut_perceptual_held.csv
    python3 notebooks/gamut_perceptual.py numbers
    python3 notebooks/gamut_perceptual.py steps

Needs numpy. The pictures that the constants were chosen on are drawn by gamut_pictures.py.
"""

import argparse

import numpy as np

# --- the standards' part -------------------------------------------------------------------------------------------

M1, M2 = 2610 / 16384, 2523 / 4096 * 128
C1, C2, C3 = 3424 / 4096, 2413 / 4096 * 32, 2392 / 4096 * 32
D65 = (0.3127, 0.3290)
PRIMARIES = {
    "bt709": [(0.640, 0.330), (0.300, 0.600), (0.150, 0.060)],
    "bt2020": [(0.708, 0.292), (0.170, 0.797), (0.131, 0.046)],
    "p3": [(0.680, 0.320), (0.265, 0.690), (0.150, 0.060)],
}
LMS = np.array([[1688, 2146, 262], [683, 2951, 462], [99, 309, 3688]]) / 4096
ICTCP = np.array([[2048, 2048, 0], [6610, -13613, 7003], [17933, -17390, -543]]) / 4096


def pq(light):
    y = np.clip(light / 1e4, 0, 1) ** M1
    return ((C1 + C2 * y) / (1 + C3 * y)) ** M2


def light_of(signal):
    root = np.clip(signal, 0, 1) ** (1 / M2)
    return 1e4 * (np.maximum(root - C1, 0) / (C2 - C3 * root)) ** (1 / M1)


def to_xyz(name):
    columns = np.array([[x / y, 1, (1 - x - y) / y] for x, y in PRIMARIES[name]]).T
    white = np.array([D65[0] / D65[1], 1, (1 - sum(D65)) / D65[1]])
    return columns * np.linalg.solve(columns, white)


def matrix(source, target):
    return np.linalg.solve(to_xyz(target), to_xyz(source))


def perceived(light, primaries):
    return pq(light @ (LMS @ matrix(primaries, "bt2020")).T) @ ICTCP.T


def difference(a, b):
    """Of two ICtCp colors, in just noticeable differences (BT.2124)."""
    return np.sqrt((((a - b) * [720, 360, 720]) ** 2).sum(-1))


# --- the map, from its numbered steps ------------------------------------------------------------------------------


class Perceptual:
    protected_part, focus, saturation_bend = 0.9, 0.15, 4.0
    floor_corner, floor_margin, ceiling_corner = 0.05, 1.5e-4, 0.2
    overhang, overhang_reach = 0.15, 0.04
    clearance = 0.05

    def __init__(self, source="bt2020", target="bt709", peak=203.0, **constants):
        self.__dict__.update(constants)
        self.peak, self.to_target = peak, matrix(source, target)
        self.weights = to_xyz(target)[1]
        self.cones = LMS @ matrix(target, "bt2020")
        self.from_cones = np.linalg.inv(self.cones)
        self.cusps = self.make_cusps()
        self.holds = self.to_target.min() >= -0.002
        if self.holds:
            self.protected_part = self.floor_corner = self.ceiling_corner = 1.0
            self.floor_margin = 0.0
            self.cusps = np.minimum(self.cusps, max(pq(np.array(self.peak)) - self.clearance, 0))

    def make_cusps(self, count=256, steps=64):
        rising = (np.arange(steps) / steps) ** 4
        falling = (1 - np.arange(steps) / steps) ** 4
        edges = []
        for full, changing, part in [(0, 1, rising), (1, 0, falling), (1, 2, rising), (2, 1, falling),
                                     (2, 0, rising), (0, 2, falling)]:
            edge = np.zeros((steps, 3))
            edge[:, full], edge[:, changing] = self.peak, self.peak * part
            edges.append(edge)
        a = pq(np.concatenate(edges) @ self.cones.T) @ ICTCP.T
        b = np.roll(a, -1, 0)
        nodes = np.empty(count)
        for j in range(count):
            turn = 4 * j / count
            ct = 1 - turn if turn < 2 else turn - 3
            cp = (1 if turn < 2 else -1) * (1 - abs(ct))
            off_a, off_b = ct * a[:, 2] - cp * a[:, 1], ct * b[:, 2] - cp * b[:, 1]
            hit = (off_a <= 0) != (off_b <= 0)
            part = (off_a[hit] / (off_a[hit] - off_b[hit]))[:, None]
            point = a[hit] + part * (b[hit] - a[hit])
            nodes[j] = point[np.argmax(ct * point[:, 1] + cp * point[:, 2]), 0]
        return nodes

    def cusp(self, ct, cp):
        r = ct / np.maximum(np.abs(ct) + np.abs(cp), 1e-300)
        place = np.where(cp >= 0, 1 - r, 3 + r) * len(self.cusps) / 4
        node = np.minimum(place.astype(int), len(self.cusps) - 1)
        low, high = self.cusps[node], np.roll(self.cusps, -1)[node]
        return low + (place - node) * (high - low)

    def excess(self, c):
        low, middle, high = np.moveaxis(np.sort(c, -1), -1, 0)
        blueness = np.maximum(0, c[..., 2] - np.maximum(c[..., 0], c[..., 1]))
        fold = self.overhang * np.minimum(np.maximum(middle, 0), self.overhang_reach * blueness)
        f = 1 - (low + fold - self.floor_margin * high) / np.maximum(self.floor_corner * high, 1e-30 * self.peak)
        g = 1 - (self.peak - high) / np.maximum(self.ceiling_corner * (self.peak - low), 1e-15 * self.peak)
        return np.where((np.minimum(f, g) > 0) & (not self.holds), np.hypot(f, g), np.maximum(f, g)) - 1

    def at(self, line, s):
        neutral, e = line
        return light_of(neutral + s[:, None] * (e - neutral)) @ self.from_cones.T

    def line(self, c):
        e = pq(c @ self.cones.T)
        i, ct, cp = (e @ ICTCP.T).T
        chroma = np.hypot(ct, cp)
        anchor = i - np.maximum(0, i - self.cusp(ct, cp)) * chroma / (chroma + self.focus)
        return (anchor[:, None], e), chroma

    def crossing(self, line, iterations=60):
        low = np.zeros(len(line[1]))
        high = low + 1 / self.protected_part
        for _ in range(iterations):
            middle = (low + high) / 2
            inside = self.excess(self.at(line, middle)) <= 0
            low, high = np.where(inside, middle, low), np.where(inside, high, middle)
        return high

    def part(self, ratio, c, light):
        k = self.protected_part
        if self.holds:
            return np.minimum(ratio, 1)
        low, least, largest = c.min(-1), np.maximum(light.min(-1), 0), light.max(-1)
        saturation = (largest - least) / np.maximum(largest + self.saturation_bend * least, 1e-300)
        brightness = (c @ self.weights - low) / np.maximum(self.peak - low, 1e-300)
        use = np.clip(np.maximum(saturation, np.where(low < self.peak, brightness, 1)), 1e-300, 1)
        x, limit = (ratio - k) / (1 - k), (ratio / use - k) / (1 - k)
        bend = np.maximum(0, 1 - 1 / limit)
        return k + (1 - k) * np.minimum(1, x / (1 + bend * x))

    def __call__(self, light):
        shape, light = light.shape, light.reshape(-1, 3)
        c = light @ self.to_target.T
        line, chroma = self.line(c)
        crossing = self.crossing(line)
        end = np.full(len(c), 1 / self.protected_part)
        core = (self.excess(self.at(line, end)) <= 0) | (chroma < 1e-12)
        white = (line[0][:, 0] >= pq(np.array(self.peak))) & ~core
        if self.holds:
            core |= (c.min(-1) >= 0) & (c.max(-1) <= self.peak)
        out = self.at(line, crossing * self.part(1 / np.maximum(crossing, 1e-300), c, light))
        out = np.where(white[:, None], self.peak, np.where(core[:, None], c, out))
        floor = self.floor_margin * np.clip(out.max(-1, keepdims=True), 0, self.peak)
        return np.clip(out, floor, self.peak).reshape(shape)


# --- what it is compared with --------------------------------------------------------------------------------------


def clip(light, peak=203.0):
    return np.clip(light @ matrix("bt2020", "bt709").T, 0, peak)


def desaturate(light, peak=203.0):
    c = light @ matrix("bt2020", "bt709").T
    y = c @ to_xyz("bt709")[1]
    over = (peak - y) / np.maximum(c.max(-1) - y, np.maximum(peak - y, 1e-12))
    under = y / np.maximum(y - c.min(-1), np.maximum(y, 1e-12))
    part = np.where(y >= peak, 0, np.clip(np.minimum(over, under), 0, 1))
    neutral = np.minimum(y, peak)[..., None]
    return np.clip(neutral + part[..., None] * (c - neutral), 0, peak)


CHOICES = {
    "clip": clip,
    "desaturate": desaturate,
    "constant I": Perceptual(focus=1e9),
    "focus 0.5": Perceptual(focus=0.5),
    "focus 0.15": Perceptual(),
    "cusp pull": Perceptual(focus=1e-6),
}

BT709_IN_2020 = matrix("bt709", "bt2020")
HOT = {
    "red": (1, 0, 0), "orange": (1, 0.35, 0), "green": (0, 1, 0), "cyan": (0, 1, 1), "blue": (0, 0, 1),
    "violet": (0.4, 0, 1), "magenta": (1, 0, 1), "709 red": BT709_IN_2020[:, 0], "709 blue": BT709_IN_2020[:, 2],
}


def ramp(color, steps, peak=203.0):
    """A light of one chromaticity, from where clipping would end it to the peak's luminance."""
    color = np.array(color, float)
    full = color * peak / (color @ to_xyz("bt2020")[1])
    start = 0.9 * peak / (matrix("bt2020", "bt709") @ full).max()
    return full * np.geomspace(start, 1, steps)[:, None]


def numbers():
    print("Length of a hot ramp in just noticeable differences, least step kept, chroma at the top, turn of hue")
    for name, color in HOT.items():
        light = ramp(color, 33)
        before = perceived(light, "bt2020")
        print(f"{name}: source {difference(before[1:], before[:-1]).sum():.0f}")
        for choice, mapping in CHOICES.items():
            after = perceived(mapping(light), "bt709")
            kept = difference(after[1:], after[:-1])
            chroma = np.hypot(after[:, 1], after[:, 2])
            turn = np.degrees(np.arctan2(after[:, 2], after[:, 1]) - np.arctan2(before[:, 2], before[:, 1]))
            turn = np.abs((turn + 180) % 360 - 180)[chroma > 0.01]
            least = (kept / difference(before[1:], before[:-1])).min()
            print(f"  {choice:11} {kept.sum():4.0f} {least:5.2f} {chroma[-1]:.3f} {turn.max(initial=0):5.1f}°")
    print("The corner's rounding: largest bend of a ramp of 400 steps, and the highest chroma it reaches")
    for floor, ceiling in [(1e-9, 1e-9), (0.02, 0.2), (0.05, 0.2), (0.05, 0.4)]:
        mapping = Perceptual(floor_corner=floor, ceiling_corner=ceiling)
        for name in ("red", "magenta"):
            top = ramp(HOT[name], 2)[1]
            after = perceived(mapping(top * np.geomspace(0.02, 1, 400)[:, None]), "bt709")
            bend = np.abs(np.diff(after * [720, 360, 720], 2, axis=0)).max()
            print(f"  {floor:.2f} {ceiling:.1f} {name:8} {bend:.2f} {np.hypot(after[:, 1], after[:, 2]).max():.3f}")
    print("The protected part: what BT.709's hull gives up, and what is left from there to P3's and on to BT.2020's")
    for name, color in [("red", (60, 0, 0)), ("green", (0, 60, 0)), ("cyan", (0, 40, 40)), ("magenta", (40, 0, 40))]:
        hulls = np.concatenate([hull_color(color, primaries) for primaries in ("bt709", "p3", "bt2020")])
        before = perceived(hulls, "bt2020")
        apart = difference(before[1:], before[:-1])
        for k in (0.8, 0.85, 0.9, 0.95):
            after = perceived(Perceptual(protected_part=k)(hulls), "bt709")
            kept = difference(after[1:], after[:-1])
            print(f"  {name:8} {k:4} gives up {difference(before[0], after[0]):4.1f}, "
                  f"keeps {kept[0]:.1f} of {apart[0]:.0f} and {kept[1]:.2f} of {apart[1]:.0f}")


    print("Clearance: yellows around the peak a code of ten bits apart, BT.2020 on 1000 cd/m2: the greatest step in just noticeable")
    print("differences; of a ramp from the peak to its luminance the chroma at the top, and what it had before")
    codes = pq(np.array(1000.0)) + np.arange(-8, 40) / 876
    red, green = np.meshgrid(light_of(codes), light_of(codes), indexing="ij")
    for clearance in (0, 0.02, 0.03, 0.04, 0.05, 0.06, 0.08):
        mapping = Perceptual(target="bt2020", peak=1000.0, clearance=clearance)
        worst = 0
        for blue in (0, 0.1, 1, 10, 100):
            after = perceived(mapping(np.stack([red, green, blue + 0 * red], -1)), "bt2020")
            worst = max(worst, *(difference(*np.split(after.take([i, i + 1], axis), 2, axis)).max()
                                 for axis in (0, 1) for i in range(len(codes) - 1)))
        kept = []
        for name, color in [("yellow", (1, 1, 0)), ("green", (0, 1, 0)), ("cyan", (0, 1, 1)), ("red", (1, 0, 0))]:
            top = ramp(color, 2, 1000.0)[1:]
            after, before = perceived(mapping(top), "bt2020")[0], perceived(top, "bt2020")[0]
            kept.append(f"{name} {np.hypot(*after[1:]):.3f} of {np.hypot(*before[1:]):.3f}")
        print(f"  {clearance:4} {worst:5.1f}  {', '.join(kept)}")


def hull_color(color, primaries):
    """The BT.2020 light where BT.709's `color` meets the hull of other primaries at its own hue and intensity."""
    start = perceived(np.array([color], float), "bt709")
    to_light = np.linalg.inv(LMS).T
    low, high = 0.0, 3.0
    for _ in range(50):
        middle = (low + high) / 2
        light = light_of(start * [1, middle, middle] @ np.linalg.inv(ICTCP).T) @ to_light
        inside = (light @ matrix("bt2020", primaries).T).min() >= -1e-9
        low, high = (middle, high) if inside else (low, middle)
    return light_of(start * [1, 0.999 * low, 0.999 * low] @ np.linalg.inv(ICTCP).T) @ to_light


# --- golden and steps ----------------------------------------------------------------------------------------------


def colors(count, seed=20_250_101, peak=203.0):
    """Colors of luminance up to the peak: a third anywhere, a third vivid, a third at the peak."""
    random = np.random.default_rng(seed)
    mix = random.random((count, 3)) ** np.repeat([1, 4, 8], [count - 2 * (count // 3), count // 3, count // 3])[:, None]
    mix /= mix.max(-1, keepdims=True)
    mix[random.random((count, 3)) < 0.1] = 0
    mix[mix.max(-1) == 0] = 1
    y = light_of(random.random(count) * pq(np.array(peak)))
    y[-(count // 3) :] = peak * random.uniform(0.7, 1, count // 3)
    return mix * (y / (mix @ to_xyz("bt2020")[1]))[:, None]


def golden(path):
    light = colors(200)
    write(path, "golden", "BT.709 with peak 203", light, Perceptual()(light))


def held(path):
    """Where the display's gamut holds the source's: a third of the colors up to its luminance, the others beyond, half of them yellow."""
    light = np.concatenate([colors(80, peak=1000.0), 4 * colors(80, seed=2, peak=1000.0), yellows(80)])
    light = np.minimum(light, 1e4)
    write(path, "held", "BT.2020 with peak 1000", light, Perceptual(target="bt2020", peak=1000.0)(light))


def yellows(count, peak=1000.0, seed=3):
    """Around the yellow corner of the peak: every other without blue."""
    random = np.random.default_rng(seed)
    light = np.stack([random.uniform(0.9, 1.3, count), random.uniform(0.9, 1.3, count), random.random(count) ** 6], -1)
    light[::2, 2] = 0
    return light * peak


def write(path, command, target, light, out):
    with open(path, "w") as file:
        file.write(f"# BT.2020 light, cd/m2, through the perceptual map to {target}, in float64\n")
        file.write("# source: notebooks/gamut_perceptual.py, written from the doc comment of PerceptualGamutMap\n")
        file.write(f"# command: python3 notebooks/gamut_perceptual.py {command} {path}\n")
        file.write("R,G,B,R_out,G_out,B_out\n")
        for row in np.concatenate([light, out], -1):
            file.write(",".join(f"{value:.17g}" for value in row) + "\n")


def fixed_crossing(mapping, line, c, count, kind):
    """`count` false-position steps (Anderson and Bjoerck) on v/(6 + |v|): the same operations for every color.

    Two ends cost nothing: the neutral's excess is a constant, the color's own needs no PQ.
    """
    def value(colors):
        v = mapping.excess(colors)
        return v / (6 + np.abs(v))

    zero, one, end = np.zeros(len(c), kind), np.ones(len(c), kind), np.full(len(c), 1 / mapping.protected_part, kind)
    at_color = value(c)
    outside = at_color > 0
    a, b = np.where(outside, zero, one), np.where(outside, one, end)
    at_a = np.where(outside, value(mapping.at(line, zero)), at_color)
    at_b = np.where(outside, at_color, value(mapping.at(line, end)))
    side = np.zeros(len(c), int)
    for _ in range(count):
        s = (a * at_b - b * at_a) / (at_b - at_a)
        v = value(mapping.at(line, s))
        outside = v > 0
        replaced, kept = np.where(outside, at_b, at_a), np.where(outside, at_a, at_b)
        factor = np.where(v / replaced < 1, 1 - v / replaced, 0.5)
        kept = np.where(side == np.where(outside, 1, -1), kept * factor, kept)
        a, b = np.where(outside, a, s), np.where(outside, s, b)
        at_a, at_b = np.where(outside, kept, v), np.where(outside, v, kept)
        side = np.where(outside, 1, -1)
    return s


def steps():
    """How many fixed steps a fast implementation needs, in 8-bit codes, and what float32 does to it."""
    light = colors(60_000, seed=7)
    mapping = Perceptual()
    c = light @ mapping.to_target.T
    line, chroma = mapping.line(c)
    outside = (mapping.excess(mapping.at(line, np.full(len(c), 1 / 0.9))) > 0) & (chroma > 1e-9)
    light, c = light[outside], c[outside]
    truth = mapping(light)

    def codes(x):
        return 255 * np.clip(x / mapping.peak, 0, 1) ** (1 / 2.4)

    for kind in (np.float64, np.float32):
        neutral, e = (part[outside] for part in line)
        lanes = (neutral.astype(kind), e.astype(kind))
        for count in (5, 6, 7, 8, 9, 10):
            with np.errstate(all="ignore"):
                h = fixed_crossing(mapping, lanes, c, count, kind)
                out = mapping.at(lanes, h * mapping.part(1 / h, c, light).astype(kind))
            error = np.abs(codes(out) - codes(truth)).max(-1)
            print(f"{kind.__name__} {count:2} steps: median {np.median(error):.1e}, "
                  f"99.9 % {np.quantile(error, 0.999):.1e}, worst {error.max():.1e} codes, "
                  f"above 0.05: {100 * np.mean(error > 0.05):.2f} %")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    table = commands.add_parser("golden", help="write the table that the Swift tests compare with")
    table.add_argument("path")
    table.set_defaults(run=lambda arguments: golden(arguments.path))
    table = commands.add_parser("held", help="the same where the display's gamut holds the source's")
    table.add_argument("path")
    table.set_defaults(run=lambda arguments: held(arguments.path))
    commands.add_parser("numbers", help="what each constant does").set_defaults(run=lambda _: numbers())
    commands.add_parser("steps", help="how many steps a lane needs").set_defaults(run=lambda _: steps())
    arguments = parser.parse_args()
    arguments.run(arguments)


if __name__ == "__main__":
    main()
