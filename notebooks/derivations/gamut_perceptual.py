#!/usr/bin/env python3
"""The origin of the constants of the `perceptual` gamut map, and a second implementation of it.

`Perceptual` below was written from the numbered steps in Sources/GamutMaps/Perceptual, not from their code; it computes radii by
bisection instead of Newton's method, and looks colors up for many at once. The Swift tests compare the two through the golden tables that `golden`, `p3`
and `held` write.

    python3 notebooks/derivations/gamut_perceptual.py golden Tests/Support/Vectors/gamut_perceptual.csv
    python3 notebooks/derivations/gamut_perceptual.py p3 Tests/Support/Vectors/gamut_perceptual_p3.csv
    python3 notebooks/derivations/gamut_perceptual.py held Tests/Support/Vectors/gamut_perceptual_held.csv
    python3 notebooks/derivations/gamut_perceptual.py numbers

Needs numpy.
"""

import argparse

import numpy as np

# --- from the standards --------------------------------------------------------------------------------------------

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
    """The difference of two ICtCp colors, in just noticeable differences (BT.2124)."""
    return np.sqrt((((a - b) * [720, 360, 720]) ** 2).sum(-1))


# --- the map, from its numbered steps ------------------------------------------------------------------------------


class Perceptual:
    turn, levels, climbs, cusp_step = 256, 24, 24, 4
    protected_part, paleness, shoulder = 0.95, 0.8, 0.43
    floor_margin, floor_corner, ceiling_margin, ceiling_corner = 1e-3, 0.01, 4e-3, 0.05
    overhang, overhang_reach, held_peak, unit = 0.15, 0.04, 1.07, 1 / 1.15
    leveling, steepness, ease = 1.8, 32.0, 1 / 256
    blue_floor, blue_from, blue_to, excess_from, excess_bend = 0.006, 0.3, 0.9, 0.7, 0.75
    core_floor, core_weight, core_ceiling, dimmest, white_slack = 0.15, 3, 5 / 6, 1e-8, 1e-6
    core_ceiling_of_chroma, balanced = 0.75, 0.75

    def __init__(self, source="bt2020", target="bt709", peak=203.0, preservation=None, **constants):
        self.__dict__.update(constants)
        self.peak, self.to_target, self.weights = peak, matrix(source, target), to_xyz(target)[1]
        self.cones = LMS @ matrix(target, "bt2020") / self.unit
        self.from_cones = np.linalg.inv(self.cones)
        self.holds = self.to_target.min() >= -0.002
        preservation = (0.5 if self.holds else 0.75) if preservation is None else preservation
        self.s, self.c = preservation, self.leveling * (1 - preservation)
        self.a = 1 / (self.c + self.steepness * preservation)
        self.reached = self.held_peak * peak if self.holds else peak
        self.axes = self.make_axes()
        self.from_axes = np.linalg.inv(self.axes)
        self.white = self.curve(np.array([[self.reached] * 3]))[0, 0]
        ring = self.make_ring(self.reached if self.holds else 0.99 * peak)
        self.cusps = (0 * ring + 0.97 * ring.min() if self.holds else ring)[:: self.cusp_step]
        self.radii = self.make_radii()
        self.nodes = self.make_nodes()

    # The space.

    def curve(self, c):
        return np.log2(1 + np.sqrt(np.maximum(c @ self.cones.T, 0)))

    def light(self, coded):
        root = np.exp2(np.minimum(coded, 40)) - 1
        return (root * np.abs(root)) @ self.from_cones.T

    def make_axes(self):
        yellow = ICTCP @ self.curve(np.array([[self.reached, self.reached, 0]]))[0]
        angle = np.arctan2(yellow[2], yellow[1]) - np.pi - np.arctan2(0.5, 1)
        turned = np.array([[1, 0, 0], [0, np.cos(angle), np.sin(angle)], [0, -np.sin(angle), np.cos(angle)]])
        return np.diag([1, 0.3, 0.6]) @ turned @ ICTCP

    def direction(self, position):
        part = 4 * position / self.turn
        x = np.where(part < 2, 1 - part, part - 3)
        return x, np.where(part < 2, 1, -1) * (1 - np.abs(x))

    def position(self, x, y):
        ratio = x / np.maximum(np.abs(x) + np.abs(y), 1e-300)
        return np.minimum(np.where(y >= 0, 1 - ratio, 3 + ratio) * self.turn / 4, np.nextafter(self.turn, 0))

    # The table.

    def make_ring(self, full, steps=64):
        rising = (np.arange(steps) / steps) ** 4
        falling = (1 - np.arange(steps) / steps) ** 4
        edges = []
        for whole, changing, part in [(0, 1, rising), (1, 0, falling), (1, 2, rising), (2, 1, falling),
                                      (2, 0, rising), (0, 2, falling)]:
            edge = np.zeros((steps, 3))
            edge[:, whole], edge[:, changing] = full, full * part
            edges.append(edge)
        a = self.curve(np.concatenate(edges)) @ self.axes.T
        b = np.roll(a, -1, 0)
        found = np.empty(self.turn)
        for j in range(self.turn):
            x, y = self.direction(np.array(float(j)))
            off_a, off_b = x * a[:, 2] - y * a[:, 1], x * b[:, 2] - y * b[:, 1]
            hit = (off_a <= 0) != (off_b <= 0)
            part = (off_a[hit] / (off_a[hit] - off_b[hit]))[:, None]
            point = a[hit] + part * (b[hit] - a[hit])
            found[j] = point[np.argmax(x * point[:, 1] + y * point[:, 2]), 0]
        return found

    def cusp(self, position):
        place = position / self.cusp_step
        node = np.minimum(place.astype(int), len(self.cusps) - 1)
        low, high = self.cusps[node], np.roll(self.cusps, -1)[node]
        return low + (place - node) * (high - low)

    def path(self, column, chroma, cusp):
        """The intensity of a path at some chroma."""
        rest = (1 - np.maximum(column - self.levels, 0) / self.climbs) * (np.hypot(1, self.ease) - self.ease)
        t = (rest + self.ease)**2 - self.ease**2
        label = (self.white - cusp) * (1 - t) / (t + self.a**2 * (1 - t))
        u = chroma**2
        rise = (self.s * self.a + u) / (self.s + self.c * u)
        return cusp * np.minimum(column, self.levels) / self.levels + label * rise**2

    def excess(self, c):
        low, middle, high = np.moveaxis(np.sort(c, -1), -1, 0)
        if self.holds:
            return high / self.reached - 1
        blueness = np.maximum(0, c[..., 2] - np.maximum(c[..., 0], c[..., 1]))
        fold = self.overhang * np.minimum(np.maximum(middle, 0), self.overhang_reach * blueness)
        f = 1 - (low + fold - self.floor_margin * high) / np.maximum(self.floor_corner * high, 1e-30 * self.peak)
        depth = self.peak - low
        g = 1 - (self.peak - high - self.ceiling_margin * depth) / np.maximum(self.ceiling_corner * depth, 1e-15 * self.peak)
        return np.where(np.minimum(f, g) > 0, np.hypot(f, g), np.maximum(f, g)) - 1

    def make_radii(self, halvings=60):
        position = np.arange(self.turn)[:, None] * 1.0
        column = np.arange(self.levels + self.climbs)[None, :] * 1.0
        x, y = self.direction(position)
        cusp = self.cusp(position)
        inside = np.zeros((self.turn, self.levels + self.climbs))
        outside = np.full_like(inside, 4.0)
        for _ in range(halvings):
            chroma = (inside + outside) / 2
            place = np.stack([self.path(column, chroma, cusp), chroma * x, chroma * y], -1)
            is_out = self.excess(self.light(place @ self.from_axes.T)) > 0
            inside, outside = np.where(is_out, inside, chroma), np.where(is_out, chroma, outside)
        inside[:, 0] = 0
        if self.holds:
            inside[:, : self.levels] = inside[:, self.levels, None]
        return np.concatenate([inside, np.zeros((self.turn, 1))], 1)

    def radius(self, position, column):
        radii = self.radii
        j = np.minimum(position.astype(int), self.turn - 1)
        i = np.minimum(column.astype(int), self.levels + self.climbs - 1)
        across, along = position - j, column - i

        def mixed(j):
            return radii[j, i] + along * (radii[j, i + 1] - radii[j, i])

        near, far = mixed(j), mixed((j + 1) % self.turn)
        return near + across * (far - near)

    # The map.

    def column(self, intensity, chroma, cusp):
        u = chroma**2
        near, far = self.s * self.a + u, self.s + self.c * u
        q = np.maximum(intensity - cusp, 0) * far**2
        n = np.maximum((self.white - cusp) * near**2 - self.a**2 * q, 0)
        root = np.sqrt(n / np.maximum(q + n, 1e-300) + self.ease**2) - self.ease
        z = np.where(q > 0, 1 - root / (np.hypot(1, self.ease) - self.ease), 0)
        return np.where(intensity > cusp, self.levels + self.climbs * z, self.levels * np.maximum(intensity, 0) / cusp), z

    def with_blue_floor(self, c):
        blue = np.maximum(c[:, 2:], 1e-12)
        t = np.clip((1 - np.maximum(c[:, :2].max(-1, keepdims=True), 0) / blue - self.blue_from) / (self.blue_to - self.blue_from), 0, 1)
        weight, r, f = np.where(c[:, 2:] > 0, t * t * (3 - 2 * t), 0), c[:, :2] / blue, self.blue_floor
        lifted = np.where(r < f, f * f / np.maximum(2 * f - r, 1e-9), r)
        return np.concatenate([c[:, :2] + weight * (lifted - r) * blue, c[:, 2:]], -1)

    def dimmed(self, c):
        excess = (c.max(-1) - np.maximum(c @ self.weights, 0)) / self.peak
        x = np.maximum(excess - self.excess_from, 0)
        bent = self.excess_from + x / (1 + self.excess_bend * x)
        return c * np.where(x > 0, bent / np.maximum(excess, 1e-9), 1)[:, None]

    def rule(self, c):
        """Display light to display light."""
        if not self.holds:
            c = self.dimmed(self.with_blue_floor(c))
        coded = self.curve(c)
        intensity, x, y = (coded @ self.axes.T).T
        chroma, position = np.abs(x) + np.abs(y), self.position(x, y)
        cusp = self.cusp(position)
        column, z = self.column(intensity, chroma, cusp)
        radius = self.radius(position, column)
        room = 0 if self.holds else (1 - self.protected_part) * (1 - self.paleness * z)
        over, width = np.maximum(chroma - (1 - room) * radius, 0), room * radius
        removed = over - np.minimum(width, over * width / np.maximum(width + (1 - self.shoulder * room) * over, 1e-300))
        left = chroma - removed
        drop = (self.steepness * self.s**2 * self.a * (chroma**2 - left**2)
                / np.maximum((self.s * self.a + chroma**2) * (self.s + self.c * left**2), 1e-300))
        fall = -np.maximum(intensity - cusp, 0) * drop * (2 - drop)
        move = fall[:, None] - (removed / np.maximum(chroma, 1e-300))[:, None] * (coded - intensity[:, None])
        root = np.sqrt(np.maximum(c @ self.cones.T, 0))
        growth = (1 + root) * np.expm1(move * np.log(2))
        out = np.where((removed <= 0)[:, None], c, c + (growth * (2 * root + growth)) @ self.from_cones.T)
        high = out.max(-1, keepdims=True)
        minimum = 0 if self.holds else self.floor_margin * np.minimum(high, self.peak)
        return np.clip(np.maximum(out * self.peak / np.maximum(high, self.peak), minimum), 0, self.peak)

    # The lattice. Its light is relative to the peak, in the source's components, or in the display's if its gamut contains the source's.

    parts = 1 / np.concatenate([2.0 ** (e - 5) * (1 + np.arange(n) / n) for e, n in enumerate([1, 1, 1, 1, 5, 9] + 7 * [1])] + [[256.0]])
    ratios = (np.concatenate([2.0 ** (e - 4) * (1 + np.arange(4) / 4) for e in range(4)] + [[1.0]]) - 1 / 16) * 16 / 15

    def is_core(self, c):
        ceiling = self.core_ceiling_of_chroma if self.s > self.balanced else self.core_ceiling
        floor, weight, ceiling = (0, 1, 1) if self.holds else (self.core_floor, self.core_weight, ceiling)
        high, low = c.max(-1), np.minimum(c[..., 0], weight * np.minimum(c[..., 1], c[..., 2]))
        return (low >= floor * (high - self.dimmest)) & (high <= np.maximum(ceiling, (1 + c.min(-1)) / 2) + self.white_slack)

    def inner(self, x):
        return x if self.holds else x @ self.to_target.T

    def make_nodes(self):
        p, q, most = np.meshgrid(self.ratios, self.ratios, self.parts, indexing="ij")
        one = np.ones_like(p)
        x = np.stack([np.stack(ray, -1) for ray in ([one, p, q], [p, one, q], [p, q, one])]) * most[..., None]
        c = self.inner(x).reshape(-1, 3)
        move = np.where(self.is_core(c)[:, None], 0, self.rule(np.where(self.is_core(c)[:, None], 1, c * self.peak)) / self.peak - c).reshape(x.shape)
        move = np.where((x.min(-1) == x.max(-1))[..., None], np.minimum(1 - x, 0), move)
        return np.clip(np.rint(move / most[..., None] * 2**14), -32767, 32767)

    def look_up(self, x):
        most = x.max(-1)
        red, blue = x[:, 0] == most, (x[:, 0] < most) & (x[:, 1] < most)
        face = np.where(red, 0, np.where(blue, 2, 1))
        p, q = np.where(red, x[:, 1], x[:, 0]) / most, np.where(blue, x[:, 1], x[:, 2]) / most
        count = len(self.ratios)
        f, g = (np.interp(r, self.ratios, np.arange(count)) for r in (p, q))
        t = np.interp(np.clip(1 / most, 1 / 32, 256), 1 / self.parts, np.arange(len(self.parts)))
        i, j, k = np.minimum(f.astype(int), count - 2), np.minimum(g.astype(int), count - 2), np.minimum(t.astype(int), len(self.parts) - 2)
        f, g, t = f - i, g - j, (t - k)[:, None]

        def corner(i, j):
            return self.nodes[face, i, j, k] * (1 - t) + self.nodes[face, i, j, k + 1] * t

        first, last = np.maximum(f, g), np.minimum(f, g)
        total = (corner(i, j) * (1 - first)[:, None] + corner(i + (f >= g), j + (f < g)) * (first - last)[:, None]
                 + corner(i + 1, j + 1) * last[:, None])
        return total * most[:, None] / 2**14

    def __call__(self, light):
        shape, light = light.shape, light.reshape(-1, 3)
        x = np.maximum(light @ self.to_target.T if self.holds else light, 0) / self.peak
        c = self.inner(x)
        out = np.where(self.is_core(c)[:, None], c, c + self.look_up(np.maximum(x, 1e-300)))
        neutral = (light[:, 0] == light[:, 1]) & (light[:, 1] == light[:, 2])
        out = np.where(neutral[:, None], np.clip(light / self.peak, 0, 1), np.clip(out, 0, 1))
        return (out * self.peak).reshape(shape)


# --- maps for comparison -------------------------------------------------------------------------------------------


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
    "preservation 0": Perceptual(preservation=0),
    "preservation 0.25": Perceptual(preservation=0.25),
    "preservation 0.5": Perceptual(preservation=0.5),
    "preservation 0.75": Perceptual(),
    "preservation 1": Perceptual(preservation=1),
}

BT709_IN_2020 = matrix("bt709", "bt2020")
HOT = {
    "red": (1, 0, 0), "orange": (1, 0.35, 0), "green": (0, 1, 0), "cyan": (0, 1, 1), "blue": (0, 0, 1),
    "violet": (0.4, 0, 1), "magenta": (1, 0, 1), "709 red": BT709_IN_2020[:, 0], "709 blue": BT709_IN_2020[:, 2],
}


def brightness(light):
    """How bright BT.2020 light looks, as luminance: Norm.brightness."""
    y, minimum = light @ to_xyz("bt2020")[1], light.min(-1, keepdims=True)
    excess = np.maximum(((light - minimum) * [1, 0.6, 1]).max(-1) - y / 2, 0)
    return np.where(excess > 0, np.minimum(np.hypot(y, excess), light.max(-1)), y)


def ramp(color, steps, peak=203.0):
    """Light of one chromaticity, from the point where clipping would end it up to where it looks as bright as the peak."""
    color = np.array(color, float)
    full = color * peak / brightness(color)
    start = 0.9 * peak / (matrix("bt2020", "bt709") @ full).max()
    return full * np.geomspace(start, 1, steps)[:, None]


def numbers():
    print("Length of a hot ramp in just noticeable differences, smallest step kept, chroma at the top, shift of hue")
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
            minimum = (kept / difference(before[1:], before[:-1])).min()
            print(f"  {choice:13} {kept.sum():4.0f} {minimum:5.2f} {chroma[-1]:.3f} {turn.max(initial=0):5.1f}°")
    print("The rounding of the corner: largest bend of a ramp of 400 steps, and the highest chroma it reaches")
    for floor, ceiling in [(1e-9, 1e-9), (0.01, 0.05), (0.02, 0.1), (0.05, 0.2)]:
        mapping = Perceptual(floor_corner=floor, ceiling_corner=ceiling)
        for name in ("red", "magenta"):
            top = ramp(HOT[name], 2)[1]
            after = perceived(mapping(top * np.geomspace(0.02, 1, 400)[:, None]), "bt709")
            bend = np.abs(np.diff(after * [720, 360, 720], 2, axis=0)).max()
            print(f"  {floor:.2f} {ceiling:.2f} {name:8} {bend:.2f} {np.hypot(after[:, 1], after[:, 2]).max():.3f}")
    print("The protected part: what BT.709's hull gives up, and what remains from there to P3's and on to BT.2020's")
    for name, color in [("red", (60, 0, 0)), ("green", (0, 60, 0)), ("cyan", (0, 40, 40)), ("magenta", (40, 0, 40))]:
        hulls = np.concatenate([hull_color(color, primaries) for primaries in ("bt709", "p3", "bt2020")])
        before = perceived(hulls, "bt2020")
        apart = difference(before[1:], before[:-1])
        for k in (0.8, 0.9, 0.93, 0.95):
            after = perceived(Perceptual(protected_part=k)(hulls), "bt709")
            kept = difference(after[1:], after[:-1])
            print(f"  {name:8} {k:4} gives up {difference(before[0], after[0]):4.1f}, "
                  f"keeps {kept[0]:.1f} of {apart[0]:.0f} and {kept[1]:.2f} of {apart[1]:.0f}")

    print("BT.2020 on 1000 cd/m2: the largest step between yellows around the peak that are one 10-bit code apart, in just noticeable")
    print("differences; and the fraction of chroma that remains at the peak's luminance")
    codes = pq(np.array(1000.0)) + np.arange(-8, 40) / 876
    red, green = np.meshgrid(light_of(codes), light_of(codes), indexing="ij")
    mapping = Perceptual(target="bt2020", peak=1000.0)
    worst = 0
    for blue in (0, 0.1, 1, 10, 100):
        after = perceived(mapping(np.stack([red, green, blue + 0 * red], -1)), "bt2020")
        worst = max(worst, *(difference(*np.split(after.take([i, i + 1], axis), 2, axis)).max()
                             for axis in (0, 1) for i in range(len(codes) - 1)))
    kept = []
    for name, color in [("yellow", (1, 1, 0)), ("green", (0, 1, 0)), ("cyan", (0, 1, 1)), ("red", (1, 0, 0))]:
        top = ramp(color, 2, 1000.0)[1:]
        after, before = perceived(mapping(top), "bt2020")[0], perceived(top, "bt2020")[0]
        kept.append(f"{name} {np.hypot(*after[1:]) / np.hypot(*before[1:]):.2f}")
    print(f"  {worst:.1f}  {', '.join(kept)}")


def hull_color(color, primaries):
    """The BT.2020 light at which BT.709's `color` meets the hull of other primaries at its own hue and intensity."""
    start = perceived(np.array([color], float), "bt709")
    to_light = np.linalg.inv(LMS).T
    low, high = 0.0, 3.0
    for _ in range(50):
        middle = (low + high) / 2
        light = light_of(start * [1, middle, middle] @ np.linalg.inv(ICTCP).T) @ to_light
        inside = (light @ matrix("bt2020", primaries).T).min() >= -1e-9
        low, high = (middle, high) if inside else (low, middle)
    return light_of(start * [1, 0.999 * low, 0.999 * low] @ np.linalg.inv(ICTCP).T) @ to_light


# --- golden ------------------------------------------------------------------------------------------------------


def colors(count, seed=20_250_101, peak=203.0):
    """Colors with luminance up to the peak: a third anywhere, a third vivid, a third at the peak."""
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


def p3(path):
    light = colors(200, seed=5)
    write(path, "p3", "P3 with peak 203", light, Perceptual(target="p3")(light))


def held(path):
    """If the display's gamut contains the source's: a third of the colors up to its luminance, the others above, half of them yellow."""
    light = np.concatenate([colors(80, peak=1000.0), 4 * colors(80, seed=2, peak=1000.0), yellows(80)])
    light = np.minimum(light, 1e4)
    write(path, "held", "BT.2020 with peak 1000", light, Perceptual(target="bt2020", peak=1000.0)(light))


def yellows(count, peak=1000.0, seed=3):
    """Colors around the yellow corner of the peak; every other one without blue."""
    random = np.random.default_rng(seed)
    light = np.stack([random.uniform(0.9, 1.3, count), random.uniform(0.9, 1.3, count), random.random(count) ** 6], -1)
    light[::2, 2] = 0
    return light * peak


def write(path, command, target, light, out):
    with open(path, "w") as file:
        file.write(f"# BT.2020 light, cd/m2, through the perceptual map to {target}, in float64\n")
        file.write("# source: notebooks/derivations/gamut_perceptual.py, written from the doc comment of PerceptualGamutMap\n")
        file.write(f"# command: python3 notebooks/derivations/gamut_perceptual.py {command} {path}\n")
        file.write("R,G,B,R_out,G_out,B_out\n")
        for row in np.concatenate([light, out], -1):
            file.write(",".join(f"{value:.17g}" for value in row) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    table = commands.add_parser("golden", help="write the table that the Swift tests compare with")
    table.add_argument("path")
    table.set_defaults(run=lambda arguments: golden(arguments.path))
    table = commands.add_parser("held", help="the same for a display whose gamut contains the source's")
    table.add_argument("path")
    table.set_defaults(run=lambda arguments: held(arguments.path))
    table = commands.add_parser("p3", help="the same for a display of P3")
    table.add_argument("path")
    table.set_defaults(run=lambda arguments: p3(arguments.path))
    commands.add_parser("numbers", help="print the effect of each constant").set_defaults(run=lambda _: numbers())
    arguments = parser.parse_args()
    arguments.run(arguments)


if __name__ == "__main__":
    main()
