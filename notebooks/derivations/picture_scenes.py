"""HDR scenes made of formulas, for `pictures.py`.

Each scene is light of BT.2020 in cd/m², 270 × 480 × 3. Its docstring is its formula in words; all are deterministic. Diffuse white is 203 cd/m².
"""
import numpy as np

from picture_metrics import BT2020, BT2020_FROM_BT709, WHITE, luminance

HEIGHT, WIDTH = 270, 480


def grid():
    """The places of pixels: x from -16/9 to 16/9 to the right, y from -1 to 1 downward."""
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH] + 0.5
    return (2 * x - WIDTH) / HEIGHT, (2 * y - HEIGHT) / HEIGHT


def smooth(low, high, value):
    """0 below low, 1 above high, and a cubic between."""
    t = np.clip((value - low) / (high - low), 0, 1)
    return t * t * (3 - 2 * t)


def mix(a, b, t):
    """a where t is 0, b where it is 1, for colors."""
    return np.asarray(a) + (np.asarray(b) - np.asarray(a)) * np.asarray(t)[..., None]


def over(light, layer, cover):
    """The layer over the light, where it covers it by 0 to 1."""
    return light + (layer - light) * cover[..., None]


def srgb(*codes):
    """Reflectances or colors, 0 to 1, in BT.2020 from sRGB codes such as 0xc58c85."""
    signal = np.array([[code >> 16, code >> 8 & 255, code & 255] for code in codes]) / 255
    linear = np.where(signal <= 0.04045, signal / 12.92, ((signal + 0.055) / 1.055) ** 2.4)
    out = linear @ BT2020_FROM_BT709.T
    return out if len(codes) > 1 else out[0]


def noise(x, y, seed, octaves=5, fall=0.5):
    """Value noise: random numbers on a grid, joined by a cubic, each octave half as wide and `fall` as strong; 0 to 1."""
    random, total, sum_of = np.random.default_rng(seed), 0.0, 0.0
    for octave in range(octaves):
        table = random.random((64, 64))
        u, v = x * 2**octave + 17.3 * octave, y * 2**octave + 9.1 * octave
        i, j = np.floor(u).astype(int), np.floor(v).astype(int)
        s, t = smooth(0, 1, u - i), smooth(0, 1, v - j)
        corner = [[table[(j + b) % 64, (i + a) % 64] for a in (0, 1)] for b in (0, 1)]
        top, bottom = corner[0][0] * (1 - s) + corner[0][1] * s, corner[1][0] * (1 - s) + corner[1][1] * s
        total = total + fall**octave * (top * (1 - t) + bottom * t)
        sum_of += fall**octave
    return total / sum_of


def normalized(vectors):
    return vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)


def black_body(kelvin):
    """The color of a black body, with luminance 1: Planck's law through the color-matching functions of Wyman, Sloan and Shirley, 2013."""
    nm = np.arange(380, 781, 5.0)

    def bell(mean, left, right):
        return np.exp(-0.5 * ((nm - mean) / np.where(nm < mean, left, right)) ** 2)

    matching = np.stack([1.056 * bell(599.8, 37.9, 31.0) + 0.362 * bell(442.0, 16.0, 26.7) - 0.065 * bell(501.1, 20.4, 26.2),
                         0.821 * bell(568.8, 46.9, 40.5) + 0.286 * bell(530.9, 16.3, 31.1),
                         1.217 * bell(437.0, 11.8, 36.0) + 0.681 * bell(459.0, 26.0, 13.8)], -1)
    table = np.linspace(700, 7000, 200)
    spectra = nm**-5.0 / (np.exp(0.0143877 / (nm * 1e-9 * table[:, None])) - 1)
    rgb = np.maximum(spectra @ matching @ np.linalg.inv(BT2020).T, 0)
    rgb /= luminance(rgb)[:, None]
    return np.stack([np.interp(kelvin, table, rgb[:, i]) for i in range(3)], -1)


def skin():
    """Six heads from pale to dark in the light of a window.

    Ellipsoids with the colors 1, 4, 5, 6, 8 and 9 of the Monk Skin Tone Scale as reflectance; wrapped Lambert's light from the left, 1.3 times
    diffuse white, a fill of 0.22, a warm rim from behind, and a gloss of Phong, exponent 14, up to 250 cd/m²; hair, eyes and clothes as ellipses.
    """
    x, y = grid()
    light = mix(srgb(0x4D5A52), srgb(0x8C968A), smooth(1, -1, y + 0.3 * x)) * WHITE * 0.55
    tones = srgb(0xF6EDE4, 0xEADABA, 0xD7BD96, 0xA07E56, 0x604134, 0x3A312A)
    clothes = srgb(0x335C81, 0x7A2E2E, 0xD9D4C7, 0x2F6B4F, 0xC9962B, 0x6B4A86)
    hair = srgb(0x8C6A3C, 0x2B2119, 0x5A3320, 0x17120F, 0x1A1512, 0x0F0D0C)
    key, fill, half = normalized(np.array([-0.70, -0.40, 0.6])), 0.22, normalized(np.array([-0.42, -0.34, 0.84]))
    for i in range(6):
        center = -1.48 + 0.592 * i

        def ellipsoid(cx, cy, rx, ry, color, gloss, on=light):
            u, v = (x - cx) / rx, (y - cy) / ry
            depth = np.sqrt(np.maximum(1 - u * u - v * v, 0))
            normal = normalized(np.stack([u / rx, v / ry, np.maximum(depth, 1e-3) / min(rx, ry)], -1))
            lit = 1.08 * np.maximum(normal @ key + 0.2, 0) + fill
            rim = np.maximum(u, 0) ** 2 * (1 - depth) ** 3
            shine = np.maximum(normal @ half, 0) ** 14 * gloss
            surface = WHITE * (color * lit[..., None] + 0.5 * rim[..., None] * color * np.array([1.2, 0.9, 0.6])) + shine[..., None]
            return over(on, surface, smooth(1.03, 0.97, np.hypot(u, v)))

        light = ellipsoid(center, 1.05, 0.28, 0.50, clothes[i], 20, light)
        light = ellipsoid(center, 0.42, 0.115, 0.30, tones[i] * 0.7, 10, light)
        light = ellipsoid(center, -0.17, 0.235, 0.36, hair[i], 40, light)
        light = ellipsoid(center, -0.02, 0.205, 0.33, tones[i], 90, light)
        for side in (-1, 1):
            light = ellipsoid(center + side * 0.08, -0.06, 0.034, 0.018, srgb(0xE8E6E2), 250, light)
            light = ellipsoid(center + side * 0.08, -0.06, 0.016, 0.018, srgb(0x2A1A10), 150, light)
        light = ellipsoid(center, 0.055, 0.028, 0.075, tones[i] * 1.02, 160, light)
        light = ellipsoid(center, 0.165, 0.065, 0.017, tones[i] * np.array([0.95, 0.62, 0.62]), 60, light)
    return light


def sky():
    """A clear sky without any noise, from deep blue of 90 cd/m² above to pale of 700 at the horizon, and the glow of a hidden sun up to 3500."""
    x, y = grid()
    high = np.clip((0.62 - y) / 1.62, 0, 1)
    blue, pale = srgb(0x1F5FBF), srgb(0xBFD9EE)
    color = mix(pale, blue, high**0.6)
    light = color / luminance(color)[..., None] * (700 * (90 / 700) ** (high**0.8))[..., None]
    away = np.hypot(x - 0.9, y - 0.45)
    light += (2800 * np.exp(-away / 0.16) + 250 * np.exp(-away / 0.6))[..., None] * srgb(0xFFF4DE)
    ridge = 0.60 - 0.10 * noise(1.3 * (x + 3), np.zeros_like(x), 3, 4) - 0.12 * np.exp(-((x + 0.9) / 0.5) ** 2)
    hills = mix(srgb(0x27402B), srgb(0x5E7A8C), 0.5 * smooth(0.75, 0.5, y)) * 60 * (0.6 + 0.5 * noise(9 * (x + 3), 9 * (y + 2), 5))[..., None]
    return over(light, hills, smooth(ridge - 0.006, ridge + 0.006, y))


def sunset():
    """The sun, 4000 cd/m², over the sea: a sky from violet of 12 cd/m² to orange of 700, clouds lit from below, and glitter on waves."""
    x, y = grid()
    horizon, sun = 0.28, np.array([0.25, 0.13])
    stops = np.array([-1.0, -0.45, -0.1, 0.12, 0.28])
    colors = srgb(0x2B2A5C, 0x7A4A86, 0xE0705A, 0xFF9A3C, 0xFFC860)
    levels = np.log([14, 40, 160, 420, 700])

    def sky_of(x, y):
        color = np.stack([np.interp(y, stops, colors[:, i]) for i in range(3)], -1)
        light = color / luminance(color)[..., None] * np.exp(np.interp(y, stops, levels))[..., None]
        away = np.hypot(x - sun[0], y - sun[1])
        return light * (0.55 + 0.45 * np.exp(-np.abs(x - sun[0]) / 1.2))[..., None] + (
            1100 * np.exp(-away / 0.07) + 250 * np.exp(-away / 0.3))[..., None] * srgb(0xFFA24A)

    light = sky_of(x, y)
    cloud = smooth(0.50, 0.72, noise(1.6 * x + 5, 7 * y + 5, 11, 6)) * smooth(0.25, -0.15, y)
    below = smooth(0.48, 0.64, noise(1.6 * x + 5, 7 * (y + 0.05) + 5, 11, 6))
    dark, glow = srgb(0x3A2F4A) * 45, srgb(0xFF6A3A) * 600
    near = np.exp(-np.hypot(x - sun[0], 1.4 * (y - sun[1])) / 0.7)
    light = over(light, mix(dark, glow, (1 - below) * near), 0.85 * cloud)
    disc = smooth(0.088, 0.078, np.hypot(x - sun[0], y - sun[1]))
    light = over(light, 4000 * srgb(0xFFE3A8) / luminance(srgb(0xFFE3A8)), disc)
    depth = np.maximum(y - horizon, 1e-3)
    wave = noise(6 * x / (depth + 0.12), 14 * np.log(depth + 0.03) + 40, 21, 4) - 0.5
    mirrored = sky_of(x + 0.35 * wave, horizon - depth * (1 + 1.2 * wave))
    sea = mirrored * (0.28 + 0.5 * np.maximum(wave, 0))[..., None] + srgb(0x16304A) * 6
    path = np.exp(-((x - sun[0]) / (0.05 + 0.35 * depth)) ** 2) * smooth(0.08, 0.30, wave)
    sea = sea + (2600 * path)[..., None] * srgb(0xFFB060)
    return np.where((y > horizon)[..., None], sea, light)


def neon():
    """Tubes before a brick wall at night: red, amber, green, cyan, blue and pink of 300 to 1500 cd/m² in BT.2020, with glow on the wall."""
    x, y = grid()
    rows = np.floor((y + 1) / 0.12)
    u, v = (x + 0.12 * (rows % 2)) / 0.24, (y + 1) / 0.12
    joint = np.minimum(np.abs(u - np.rint(u)) * 0.24, np.abs(v - np.rint(v)) * 0.12)
    each = np.random.default_rng(5).random((40, 40))[rows.astype(int) % 40, np.floor(u).astype(int) % 40]
    grain = 0.6 + 0.5 * each + 0.3 * noise(20 * x + 40, 20 * y + 40, 6)
    brick = mix(srgb(0x8A7F78), srgb(0x8F4A38), smooth(0.006, 0.014, joint)) * grain[..., None]
    angle = np.linspace(0, 2 * np.pi, 60)
    star = np.linspace(0, 4 * np.pi, 6) - np.pi / 2
    shapes = [
        (np.c_[-1.35 + 0.26 * np.cos(angle), -0.42 + 0.26 * np.sin(angle)], [1, 0.02, 0.02], 420),
        (np.c_[-0.62 + 0.32 * np.cos(star), -0.40 + 0.32 * np.sin(star)], [1, 0.42, 0.01], 1100),
        (np.array([[-0.15, -0.1], [-0.15, -0.7], [0.2, -0.1], [0.2, -0.7]]), [0.05, 1, 0.08], 1500),
        (np.array([[0.72, -0.7], [0.45, -0.7], [0.45, -0.1], [0.72, -0.1], [0.45, -0.4], [0.68, -0.4]]), [0.02, 0.75, 1], 1000),
        (np.c_[1.22 + 0.28 * np.cos(angle), -0.4 + 0.34 * np.sin(angle)], [0.04, 0.06, 1], 260),
        (np.c_[np.linspace(-1.5, 1.5, 90), 0.42 + 0.16 * np.sin(np.linspace(0, 6 * np.pi, 90))], [1, 0.08, 0.55], 800),
        (np.array([[-1.5, 0.8], [1.5, 0.8]]), [0.95, 0.9, 1], 900),
    ]
    light = brick * 0.6
    for points, color, level in shapes:
        distance = np.full(x.shape, 9.0)
        for a, b in zip(points[:-1], points[1:]):
            t = np.clip(((x - a[0]) * (b - a)[0] + (y - a[1]) * (b - a)[1]) / ((b - a) @ (b - a)), 0, 1)
            distance = np.minimum(distance, np.hypot(x - a[0] - t * (b - a)[0], y - a[1] - t * (b - a)[1]))
        color = np.array(color) / luminance(np.array(color))
        tube = smooth(0.026, 0.014, distance) * (0.55 + 0.45 * np.exp(-((distance / 0.012) ** 2)))
        light = light * (1 - 0.9 * smooth(0.026, 0.018, distance))[..., None]
        light = light + (level * tube)[..., None] * color + (0.16 * level * np.exp(-distance / 0.09))[..., None] * color * brick
        light = light + (0.012 * level * np.exp(-distance / 0.05))[..., None] * color
    return light


def fire():
    """A log fire at night: soot whose temperature, 1000 to 2300 K, is noise rising and narrowing; light by Planck's law, up to 1800 cd/m²."""
    x, y = grid()
    light = np.full(x.shape + (3,), 0.02)
    up = np.clip((0.66 - y) / 1.5, 0, 1)
    sway = 0.5 * (noise(1.4 * x + 3, 1.3 * y + 7, 31, 3) - 0.5) * up
    warp = 0.35 * (noise(2.5 * x + 5, 2 * y + 5, 33, 4) - 0.5)
    turbulence = noise(4.2 * (x + sway + warp) + 8, 1.5 * y + 12 + warp, 32, 5)
    tongues = 0.40 + 0.85 * noise(2.6 * (x + 1.5 * sway) + 4, 0.25 * y + 3.5, 34, 3) * np.exp(-((x / 0.6) ** 2))
    threshold = 0.12 + 0.62 * up / tongues + 0.9 * np.maximum(np.abs(x + sway) / 0.72 - 0.55, 0)
    heat = np.clip(1.35 * (turbulence - threshold) / 0.5, 0, 1.1) * smooth(0.76, 0.62, y)
    kelvin = 1050 + 1150 * heat
    flame = black_body(kelvin) * (1500 * smooth(0.0, 1.0, heat) ** 1.6)[..., None]
    ground = srgb(0x6A5548) * (90 * np.exp(-np.hypot(x, 1.8 * (y - 0.75)) / 0.55))[..., None] * np.array([1.1, 0.72, 0.36])
    light = light + ground * (smooth(0.55, 0.75, y) * (0.4 + 0.9 * noise(11 * x + 30, 18 * y + 30, 37)))[..., None]
    for cx, cy, tilt in [(-0.18, 0.66, 0.22), (0.2, 0.68, -0.28), (0.0, 0.76, 0.03)]:
        u, v = (x - cx) * np.cos(tilt) + (y - cy) * np.sin(tilt), (y - cy) * np.cos(tilt) - (x - cx) * np.sin(tilt)
        wood = smooth(0.085, 0.078, np.abs(v)) * smooth(0.62, 0.6, np.abs(u))
        bark = noise(5 * u + 20, 40 * v + 20, 41)
        ember = smooth(0.55, 0.75, noise(9 * u + 10, 14 * v + 50, 43)) * np.exp(-((u / 0.35) ** 2))
        surface = srgb(0x4A3426) * (14 * bark * (1 - v / 0.2))[..., None] * np.array([1.2, 0.8, 0.5]) + black_body(1250.0) * (160 * ember)[..., None]
        light = over(light, surface, wood)
    spark = np.random.default_rng(44)
    for _ in range(36):
        sx, sy = spark.normal(0, 0.33), spark.uniform(-0.95, 0.3)
        light = light + black_body(1500.0) * (500 * np.exp(-((np.hypot(x - sx, (y - sy) * 0.6) / 0.006) ** 2)))[..., None]
    return light + flame


def metal():
    """Balls of gold, chrome, copper and blue steel that mirror a studio: two soft boxes of 4000 and 1500 cd/m² and a strip of 2500.

    Rays from the eye are mirrored at each ball; the studio is a function of the direction; reflectances are those of the metals, with Schlick's
    approximation of Fresnel's law toward the rim. The floor is gray, with shadows.
    """
    x, y = grid()
    eye = normalized(np.stack([x * 0.5, y * 0.5 - 0.06, np.full(x.shape, 1.6)], -1))

    def studio(d):
        light = mix(np.full(3, 150.0), np.full(3, 25.0), smooth(0.0, 0.7, -d[..., 1]))
        light = mix(light, mix(np.full(3, 18.0), np.full(3, 60.0), smooth(0.1, 0.9, d[..., 1])), smooth(0.0, 0.04, d[..., 1]))

        def box(u, v, w, h, soft=0.03):
            return smooth(w + soft, w, np.abs(u)) * smooth(h + soft, h, np.abs(v))

        theta, height = np.arctan2(d[..., 0], -d[..., 2]), d[..., 1]
        light = light + 4000 * (box(theta + 0.9, height + 0.45, 0.30, 0.22))[..., None] * np.array([1, 0.97, 0.92])
        light = light + 1500 * (box(theta - 1.1, height + 0.30, 0.22, 0.30))[..., None] * np.array([0.9, 0.97, 1.08])
        return light + 2500 * (box(theta - 0.1, height + 0.86, 0.5, 0.035))[..., None]

    floor_y, position = 0.34, np.array([0.0, -0.10, 0.0])
    t = (floor_y - position[1]) / np.where(eye[..., 1] > 1e-3, eye[..., 1], np.nan)
    hit = position + t[..., None] * eye
    lit = 34 * np.exp(-(((hit[..., 0] + 0.2) / 1.6) ** 2) - ((hit[..., 2] - 2.2) / 1.6) ** 2)
    balls = [(-1.14, 2.7, srgb(0xFFD76A)), (-0.38, 2.5, np.full(3, 0.75)), (0.38, 2.5, srgb(0xF0A080)),
             (1.14, 2.7, srgb(0x5A78C8))]
    radius = 0.33
    for cx, cz, _ in balls:
        lit = lit * (1 - 0.8 * np.exp(-(((hit[..., 0] - cx - 0.08) / 0.3) ** 2) - ((hit[..., 2] - cz) / 0.3) ** 2))
    floor = np.nan_to_num(lit)[..., None] * np.array([1.02, 1.0, 0.97])
    back = mix(np.full(3, 5.0), np.full(3, 26.0), np.exp(-((x / 1.2) ** 2)) * smooth(-1, 0.2, y))
    light = np.where((eye[..., 1] > 1e-3)[..., None], mix(back, floor, smooth(6.0, 4.0, np.nan_to_num(t, nan=9.0))), back)
    for cx, cz, tint in balls:
        center = np.array([cx, floor_y - radius, cz]) - position
        along = (eye * center).sum(-1)
        inside = radius**2 - ((center**2).sum() - along**2)
        normal = normalized(eye * (along - np.sqrt(np.maximum(inside, 0)))[..., None] - center)
        out = eye - 2 * (eye * normal).sum(-1)[..., None] * normal
        fresnel = (1 - np.clip(-(eye * normal).sum(-1), 0, 1)) ** 5
        seen = studio(out) * mix(tint, np.ones(3), fresnel)
        light = over(light, seen, smooth(-0.004, 0.004, inside))
    return light


def interior():
    """A dark room with a bright window: walls, floor and furniture of 0.3 to 20 cd/m², a view of 900 to 1600, a lamp of 1200.

    Rays from the eye hit the planes of a box; each surface is lit by the window as an inverse square with Lambert's cosine, and by a lamp.
    """
    x, y = grid()
    ray = np.stack([x * 0.75, y * 0.75, np.ones(x.shape)], -1)
    low, high = np.array([-2.2, -1.2, -1.0]), np.array([2.2, 1.1, 4.0])
    with np.errstate(divide="ignore"):
        far = np.where(ray > 0, high / ray, low / ray)
    face = far.argmin(-1)
    hit = ray * far.min(-1)[..., None]
    albedo = np.where((face == 2)[..., None], srgb(0x9C9284), srgb(0xA39A8C))
    board = np.abs((hit[..., 0] * 4) % 1 - 0.5)
    planks = srgb(0x6B4A30) * (0.75 + 0.4 * noise(3 * hit[..., 0] + 20, 1.2 * hit[..., 2] + 20, 51) - 0.3 * smooth(0.46, 0.5, board))[..., None]
    albedo = np.where(((face == 1) & (hit[..., 1] > 0))[..., None], planks, albedo)
    normal = np.zeros(hit.shape)
    np.put_along_axis(normal, face[..., None], -np.sign(np.take_along_axis(hit, face[..., None], -1)), -1)
    furniture = [((-2.1, 0.35, 2.2), (-0.9, 1.1, 3.4), srgb(0x44576B)), ((-2.1, -0.05, 3.0), (-0.9, 0.36, 3.4), srgb(0x3D4F62)),
                 ((1.25, 0.45, 2.4), (2.0, 1.1, 3.1), srgb(0x5B3B22))]
    nearest = far.min(-1)
    for a, b, color in furniture:
        with np.errstate(divide="ignore", invalid="ignore"):
            t0, t1 = np.array(a) / ray, np.array(b) / ray
        enter, leave = np.minimum(t0, t1), np.maximum(t0, t1)
        first = enter.max(-1)
        struck = (first < leave.min(-1)) & (first < nearest) & (first > 0)
        nearest = np.where(struck, first, nearest)
        axis = enter.argmax(-1)
        side = np.zeros(hit.shape)
        np.put_along_axis(side, axis[..., None], -np.sign(np.take_along_axis(ray, axis[..., None], -1)), -1)
        hit = np.where(struck[..., None], ray * first[..., None], hit)
        normal = np.where(struck[..., None], side, normal)
        albedo = np.where(struck[..., None], color, albedo)
        face = np.where(struck, 9, face)
    window, lamp = np.array([0.25, -0.25, 3.9]), np.array([1.6, 0.12, 2.7])

    def lambert(place):
        toward = place - hit
        square = (toward**2).sum(-1)
        return np.maximum((toward * normal).sum(-1), 0) / (square**1.5 + 0.15), square

    day, _ = lambert(window)
    warm, close = lambert(lamp)
    cold, orange = np.array([0.92, 1.0, 1.1]), np.array([1.35, 0.95, 0.5])
    light = albedo * ((36 * day + 0.9)[..., None] * cold + (9 * warm + 1.2 / (close + 0.2))[..., None] * orange)
    across, along = np.abs(hit[..., 0] + 0.35 * (hit[..., 2] - 3.2) + 0.1), np.abs(hit[..., 2] - 2.6)
    pool = smooth(0.62, 0.5, across) * smooth(1.0, 0.9, along) * (1 - smooth(0.06, 0.03, along)) * (face == 1) * (hit[..., 1] > 0)
    light = light + albedo * (230 * pool)[..., None]
    u, v = hit[..., 0] - 0.25, hit[..., 1] + 0.25
    pane = (face == 2) & (np.abs(u) < 0.8) & (np.abs(v) < 0.55)
    bars = np.minimum.reduce([np.abs(u), np.abs(v), 0.8 - np.abs(u), 0.55 - np.abs(v)]) < 0.025
    cloud = noise(2 * u + 7, 4 * v + 7, 53)
    view = mix(srgb(0x8FC0F0), srgb(0xFFFFFF), smooth(0.4, 0.7, cloud)) * (1500 + 150 * v)[..., None]
    trees = smooth(0.12 + 0.25 * noise(3 * u + 9, 0 * v, 55, 5), 0.16 + 0.25 * noise(3 * u + 9, 0 * v, 55, 5), v)
    leaves = srgb(0x5E8A3A) * (500 + 900 * noise(16 * u + 30, 16 * v + 30, 57))[..., None]
    view = over(view, leaves, trees)
    light = np.where(pane[..., None], np.where(bars[..., None], srgb(0xCFC8BC) * 12, view), light)
    sx, sy = x - 1.6 / 2.7 / 0.75, y - 0.02 / 2.7 / 0.75
    shade = smooth(0.125, 0.118, np.abs(sx) * (1 + 0.9 * (-sy - 0.05))) * smooth(0.125, 0.118, np.abs(sy))
    glow = srgb(0xFFC27A) * (950 * np.exp(-((sy / 0.09) ** 2)) * (1.15 - 2.5 * sx * sx / 0.0156 * 0.2))[..., None]
    stand = smooth(0.012, 0.008, np.abs(sx)) * (sy > 0.1) * (sy < 0.31)
    light = light * (1 - 0.9 * stand)[..., None]
    return over(light, glow, shade)


def led():
    """Blue stage light: a wall of LEDs and two beams at BT.2020's own blue and beside it, whose blue component reaches 4000 cd/m², and a singer."""
    x, y = grid()
    blue, violet, azure = np.array([0.004, 0.02, 1.0]), np.array([0.07, 0.015, 1.0]), np.array([0.0, 0.09, 1.0])
    pitch = 0.11
    i, j = np.floor(x / pitch), np.floor(y / pitch)
    dot = np.hypot(x / pitch - i - 0.5, y / pitch - j - 0.5)
    wave = 0.5 + 0.5 * np.sin(1.1 * i + 0.8 * np.sin(0.7 * j))
    each = mix(mix(azure, blue, smooth(0, 0.5, wave)), violet, smooth(0.5, 1, wave))
    wall = smooth(0.42, 0.30, dot) * (300 + 2600 * (0.5 + 0.5 * np.sin(0.55 * j + 0.9 * np.cos(0.5 * i))) ** 3) * (y < 0.45)
    light = each * wall[..., None] + blue * 14
    for top, foot in [(-1.2, -0.35), (1.2, 0.35)]:
        center = top + (foot - top) * (y + 1.1) / 1.9
        width = 0.03 + 0.14 * (y + 1.1) / 1.9
        beam = np.exp(-(((x - center) / width) ** 2)) / (0.35 + (y + 1.1)) * smooth(0.86, 0.8, y)
        light = light + (900 * beam)[..., None] * mix(blue, np.array([0.25, 0.3, 1.0]), beam / beam.max())
    haze = noise(2 * x + 10, 3 * y + 10, 61)
    stage = srgb(0x30303A) * (10 + 120 * np.exp(-((x / 0.9) ** 2)) * (0.6 + 0.6 * haze))[..., None] * np.array([0.25, 0.3, 3.2])
    light = np.where((y > 0.62)[..., None], stage, light)
    head = np.hypot(x / 0.12, (y + 0.12) / 0.155)
    trunk = np.hypot(x / 0.30, np.maximum((0.45 - y) / 0.40, 0))
    person = np.maximum(smooth(1.04, 0.96, head), smooth(1.03, 0.97, trunk) * (y > 0.06))
    edge = smooth(0.55, 1.0, np.where(head < 1.05, head, np.abs(x) / 0.27))
    suit = np.array([0.6, 0.5, 4.0]) + (240 * edge**3)[..., None] * np.array([0.10, 0.16, 1.0])
    face_light = srgb(0xC08A6A) * (55 * np.exp(-((x / 0.09) ** 2) - ((y + 0.09) / 0.12) ** 2))[..., None]
    return over(light, suit + face_light, person)


def checker():
    """The ColorChecker of 24 patches at diffuse white 203 cd/m² beside a bulb and a strip of 4000 cd/m², with its glare on the chart's frame.

    The sRGB codes of the patches are those that X-Rite publishes for the chart before 2014.
    """
    x, y = grid()
    patches = srgb(0x735244, 0xC29682, 0x627A9D, 0x576C43, 0x8580B1, 0x67BDAA, 0xD67E2C, 0x505BA6, 0xC15A63, 0x5E3C6C, 0x9DBC40, 0xE0A32E,
                   0x383D96, 0x469449, 0xAF363C, 0xE7C71F, 0xBB5695, 0x0885A1, 0xF3F3F2, 0xC8C8C8, 0xA0A0A0, 0x7A7A79, 0x555555, 0x343434)
    light = np.ones(x.shape + (3,)) * (38 + 10 * noise(1.2 * x + 4, 1.2 * y + 4, 71, 3))[..., None] * np.array([1.03, 1.0, 0.95])
    chart = smooth(1.14, 1.13, np.abs(x + 0.45)) * smooth(0.78, 0.77, np.abs(y))
    light = over(light, np.full(3, 3.0), chart)
    u, v = (x + 0.45 + 1.08) / 0.36, (y + 0.72) / 0.36
    i, j = np.floor(u).astype(int), np.floor(v).astype(int)
    patch = (i >= 0) & (i < 6) & (j >= 0) & (j < 4) & (np.abs(u - i - 0.5) < 0.43) & (np.abs(v - j - 0.5) < 0.43)
    light = np.where(patch[..., None], patches[np.clip(6 * j + i, 0, 23)] * WHITE, light)
    away = np.hypot(x - 1.25, y + 0.45)
    bulb = smooth(0.20, 0.19, away)
    light = over(light, (3000 + 1000 * np.sqrt(np.maximum(1 - (away / 0.2) ** 2, 0)))[..., None] * np.array([1.0, 0.98, 0.93]), bulb)
    strip = smooth(0.05, 0.045, np.abs(x - 1.25)) * smooth(0.42, 0.415, np.abs(y - 0.45))
    light = over(light, np.array([3600.0, 4000.0, 4500.0]), strip)
    halo = (60 * np.exp(-np.maximum(away - 0.2, 0) / 0.12) + 30 * np.exp(-np.abs(x - 1.25) / 0.1) * smooth(0.6, 0.4, np.abs(y - 0.45))) * (1 - patch)
    light = light + halo[..., None]
    glare = np.exp(-((np.abs(x + 0.45) - 1.11) / 0.012) ** 2) * np.exp(-((y + 0.2) / 0.2) ** 2) * (x > 0)
    return light + (2500 * glare)[..., None]


SCENES = {
    "skin tones": skin, "sky gradient": sky, "sunset": sunset, "neon": neon, "fire": fire, "specular metal": metal, "dark interior": interior,
    "blue LED": led, "color checker": checker,
}
