#!/usr/bin/env python3
"""Generates the numbers that the tests of ElementaryMath compare with.

    python3 notebooks/derivations/elementary_vectors.py    # writes Tests/Support/Vectors/elementary.csv

Everything is computed with 400 bits, about 120 digits, and rounded once. Needs mpmath.
"""

import random

import mpmath
from mpmath import mpf

from elementary import FIRST, HOME, LN2, PI, from_bits, to_bits

VECTORS = HOME / "Tests/Support/Vectors/elementary.csv"


def ulp(number):
    """The distance between representable numbers near a number."""
    exponent = max(int((to_bits(abs(number)) >> 52) & 0x7FF), 1)
    return mpf(2) ** (exponent - 1075)


FUNCTIONS = {
    "exp2": lambda x: mpf(2) ** x,
    "exp": mpmath.exp,
    "expMinusOne": mpmath.expm1,
    "log": mpmath.log,
    "log2": lambda x: mpmath.log(x, 2),
    "log10": mpmath.log10,
    "logOnePlus": mpmath.log1p,
    "cubeRoot": lambda x: mpmath.sign(x) * mpmath.cbrt(abs(x)),
    "sinPi": mpmath.sinpi,
    "cosPi": mpmath.cospi,
    "pow": lambda x, y: mpmath.power(x, y),
    "hypot": mpmath.hypot,
    "atan2Pi": lambda y, x: mpmath.atan2(y, x) / PI,
}


# The arguments with the largest errors among millions, and others at which the result is not the nearest, as bits.
HARD = {
    "exp2": "bf943b9b16d5aed2 40789fd00e4dc648 400ef7792875b030 4085dfc76d08583c",
    "exp": "40834135d0bbd93b 408512b32eac3ab8 401dcbd76fc0379c 4077e449b5c98055",
    "expMinusOne": "3fbc6752ddc450d2 3fb5589b73473f7e 3fb6f67f1255128a bfb46316a5dd468a",
    "log": "3ff0000000001fc0 3fefffffffffc680 3feffffffffffffe",
    "log2": "3ff0000000017131",
    "log10": "3feffe7ce83ccf2d",
    "cubeRoot": "bfbdca34a7772178 bfed4c5f14986211 40a0568928a8341b bfd453be8dc291e6",
    "sinPi": "3fcffb3579c74da5 3fcffffe64088e7e 3fd00f3936de8dd2 3fcfffffaf0b1823",
    "cosPi": "3fd0000008230b32 3fd00955230884b0 3fd002792934715c 3fd0000019c55583",
    "hypot": (
        "000933d97de502dd,000ab5c45fba1974 0003b4458f70222d,000cbb272a7e34c8 00070d308c91539b,00052fd7ce4ddb4b "
        "00057c9f5bc3b689,000874da243e3745"
    ),
    "atan2Pi": (
        "4011b0388d3d73b4,40255a0bd170646f 4047be8c32e7ca50,405cf7a09251e126 4053cfbd80b3cdde,4067ec05956f0b0a "
        "3fc8594e47f6eb0c,3fdd672dad7f91bd"
    ),
    "pow": (
        "40c13298cdc2bd2a,3fc999999999999a 3fe985bcfc6d223e,3fdaaaaaaaaaaaab 40a5e710aa57f374,40191c0d56e7162b "
        "3fe62e9f9fd3adcc,3fc999999999999a 40c30f289352b588,4001c71c71c71c72 3fc33ba68918ee04,3f89f9b5860989b1 "
        "40c295417fae7211,401c000000000000 3fe5ac51a052c5fb,3fc4640000000000 3fdb936b636fbb28,4053b60000000000 "
        "40b56bc3dbdec4a4,4003333333333333 3fef932804960068,40191c0d56e7162b 40b2aeb9e7ff10cd,401c000000000000 "
        "3feffd3da85563dd,c13af7f43c31cfa4 3fefffffff54ad17,c2607ce94733e345 3ff000ad9cef1539,414b36add805bd6b "
        "3ff0000004cb8fb8,c2226e10e340517a 3ff000001a611cec,41f0a745b48aae92 3feffffffffab762,42a6aad303471332 "
        "3ff000f5d2abf024,c0e60bde94a8d48b 3fd37bb721d4e32c,c080424f737d9e21 3feffffff30d809a,4218e7bf9f555f63 "
        "3ff0000034e3fbb3,41e086b080faf95d 3f8e7f36608d9ac0,3f7cf42acc8665b8 3fefff09ebbefa1e,4098ed6f04661e3e"
    ),
}


def line(name, *arguments):
    """A row with the arguments, the number nearest to the reference, and how far the reference lies beyond it in ulp; or `None`."""
    reference = FUNCTIONS[name](*map(mpf, arguments))
    if not reference or abs(reference) >= mpf(2) ** 1024 or abs(reference) < mpf(2) ** -1074:
        return None
    # mpmath's own conversion does not support subnormal numbers.
    unit = ulp(float(reference)) if abs(reference) >= mpf(2) ** -1022 else mpf(2) ** -1074
    nearest = float(mpmath.nint(reference / unit) * unit)
    if nearest in (0.0, float("inf"), float("-inf")):
        return None
    beyond = (reference - mpf(nearest)) / ulp(nearest)
    fields = [f"{to_bits(a):016x}" for a in arguments] + [""] * (2 - len(arguments)) + [f"{to_bits(nearest):016x}"]
    return f"{name},{','.join(fields)},{mpmath.nstr(beyond, 9, min_fixed=-20, max_fixed=5)}"


def arguments(rng):
    """Ordinary arguments, those near singular points or exact results, and those at the ends of the range."""

    def part():
        return rng.random()

    def anywhere(low, high):
        return rng.choice((1, -1)) * (1 + part()) * 2.0 ** rng.randint(low, high)

    def near(x, places):
        return x * (1 + rng.choice((1, -1)) * part() * 2.0 ** -rng.randint(*places))

    def positive():
        return rng.choice(
            (
                lambda: part(),
                lambda: 10_000 * part(),
                lambda: abs(anywhere(-1021, 1022)),
                lambda: near(1.0, (1, 52)),
                lambda: abs(anywhere(-8, 8)),
                lambda: from_bits(rng.randint(1, 1 << 52)),
                lambda: float(rng.randint(1, 4096)),
                lambda: from_bits(FIRST + (rng.randint(0, 256) << 44) + rng.randint(-3, 3)),
                lambda: 2.0 ** rng.randint(-1022, 1023),
            )
        )()

    for name, given in HARD.items():
        for one in given.split():
            yield name, *(from_bits(int(bits, 16)) for bits in one.split(","))
    for _ in range(450):
        yield "exp2", rng.choice(
            (
                lambda: 20 * part() - 10,
                lambda: anywhere(-60, 9),
                lambda: -1080 + 70 * part(),
                lambda: rng.randint(-4000, 4000) / 512,
            )
        )()
        yield "exp", rng.choice(
            (
                lambda: 20 * part() - 10,
                lambda: anywhere(-60, 9),
                lambda: -746 + 40 * part(),
                lambda: rng.randint(-700, 700) * LN2,
            )
        )()
        yield "expMinusOne", rng.choice(
            (lambda: 8 * part() - 4, lambda: anywhere(-60, 9), lambda: near(0.0625, (1, 52)), lambda: -anywhere(-8, 5))
        )()
        for name in ("log", "log2", "log10"):
            yield name, positive()
        yield "logOnePlus", rng.choice(
            (
                lambda: part(),
                lambda: abs(anywhere(-60, 1020)),
                lambda: -part(),
                lambda: anywhere(-60, -1),
                lambda: near(2.0**-9, (1, 52)),
                lambda: 1000 * part(),
            )
        )()
        yield "cubeRoot", rng.choice((lambda: positive(), lambda: -part(), lambda: float(rng.randint(1, 5000)) ** 3))()
        for name in ("sinPi", "cosPi"):
            yield name, rng.choice(
                (
                    lambda: anywhere(-40, 3),
                    lambda: 4 * part() - 2,
                    lambda: near(0.25, (1, 52)),
                    lambda: near(0.5, (1, 52)),
                    lambda: near(1.0, (1, 50)),
                    lambda: rng.randint(-720, 720) / 360,
                    lambda: anywhere(3, 44),
                )
            )()
        yield "hypot", *rng.choice(
            (
                lambda: (part(), part()),
                lambda: (anywhere(-4, 4), anywhere(-4, 4)),
                lambda: (x := anywhere(-1000, 1000), x * anywhere(-40, 3)),
                lambda: (from_bits(rng.randint(1, 1 << 53)), from_bits(rng.randint(1, 1 << 53))),
                lambda: (float(rng.randint(1, 999)), float(rng.randint(1, 999))),
                lambda: (1.2e308 * part(), 1.2e308 * part()),
            )
        )()
        yield "atan2Pi", *rng.choice(
            (
                lambda: (2 * part() - 1, 2 * part() - 1),
                lambda: (anywhere(-30, 0), anywhere(-4, 4)),
                lambda: (anywhere(-4, 4), anywhere(-30, 0)),
                lambda: (x := anywhere(-9, 9), near(x, (1, 52))),
                lambda: (x := anywhere(-9, 9), x * near(2.0**0.5 - 1, (1, 52))),
            )
        )()
    # The powers in transfer functions, over their arguments.
    inverses = [1 / 2.4, 1 / 2.2, 1 / 2.6, 1 / 0.45, 16384 / 2610, 32 / 2523]
    curves = [2.4, 2.2, 2.6, 0.45, 2610 / 16384, 2523 / 32, 0.2, -0.2, 7.0] + inverses
    for _ in range(1500):
        yield "pow", *rng.choice(
            (
                lambda: (part(), rng.choice(curves)),
                lambda: (10_000 * part(), rng.choice(curves)),
                lambda: (near(1.0, (1, 12)), rng.choice(curves)),
            )
        )()
    # Everything else: random pairs; numbers near 1 to a large power; results at the ends of the range; exact results, and
    # results halfway between two numbers.
    for _ in range(1500):
        x = positive()
        scale = abs(float(mpmath.log(x, 2)) or 1.0)
        yield "pow", *rng.choice(
            (
                lambda: (x, anywhere(-8, 3)),
                lambda: (near(1.0, (9, 52)), anywhere(0, 40)),
                lambda: (x, anywhere(-2, -1) * 2000 / scale),
                lambda: (x, (1015 + 9 * part()) / scale),
                lambda: (x, -(1015 + 59 * part()) / scale),
                lambda: (-x, float(rng.randint(-9, 9))),
                lambda: (float(rng.randint(2, 99)), float(rng.randint(-5, 8))),
                lambda: (rng.randint(1, 1 << 26) / 1024, 2.0),
                lambda: (float(rng.randint(1, 1 << 26)) ** 2, 0.5),
                lambda: (x, anywhere(-1000, -60)),
            )
        )()


def vectors():
    rng = random.Random(1)
    lines = [line(name, *map(float, given)) for name, *given in arguments(rng)]
    found = sorted({row for row in lines if row}, key=lambda row: (list(FUNCTIONS).index(row.split(",")[0]), row))
    with open(VECTORS, "w", encoding="utf-8") as file:
        file.write(
            "# From Python's mpmath with 400 bits, about 120 digits. Numbers are the bits of binary64. `nearest` is the number\n"
        )
        file.write(
            "# nearest to the reference, and `beyond` how far the reference lies beyond it, in units of its last place. atan2Pi has y\n"
        )
        file.write("# before x.\n")
        file.write("# command: python3 notebooks/derivations/elementary_vectors.py\n")
        file.write("function,first,second,nearest,beyond\n")
        file.write("\n".join(found) + "\n")
    print(f"{len(found)} rows")


if __name__ == "__main__":
    vectors()
