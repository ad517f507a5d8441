#!/usr/bin/env python3
"""Generates the polynomials of ElementaryMath; ElementaryTable.swift computes the table from which they start.

    python3 notebooks/derivations/elementary.py    # writes ElementarySeries.swift, and prints each approximation's error

Everything is computed with 400 bits, about 120 digits, and rounded once. Polynomials interpolate at Chebyshev points, which is
within a factor of 2 of the optimum. The numbers that the tests compare with are from elementary_vectors.py.
Needs mpmath.
"""

import pathlib
import struct

import mpmath
from mpmath import mp, mpf

mp.prec = 400
HOME = pathlib.Path(__file__).resolve().parents[2]
FILE = HOME / "Sources/Colorimetry/ElementaryMath/Tables/ElementarySeries.swift"

LOG2E = 1 / mpmath.log(2)
LN2 = mpmath.log(2)
PI = +mp.pi

# --- the tables ------------------------------------------------------------------------------------------------------

# The table of the logarithm has 2^BITS rows and begins at this mantissa, just below the root of 1/2; that of the power has 2^STEPS.
BITS, STEPS = 8, 7
FIRST = 0x3FE6_A000_0000_0000
# The short part of a logarithm's argument is a multiple of 2^-SHORT; the first two coefficients are shortened so that their
# products with it are exact.
SHORT, LINEAR, SQUARE = 24, 36, 12


def from_bits(bits):
    return struct.unpack("<d", struct.pack("<Q", bits))[0]


def to_bits(number):
    return struct.unpack("<Q", struct.pack("<d", number))[0]


def cut(x, places):
    """Rounds to a multiple of 2^-places."""
    return mpmath.nint(x * mpf(2) ** places) / mpf(2) ** places


def leading(x, bits):
    """Rounds to this number of significant bits."""
    return cut(x, bits - 1 - int(mpmath.floor(mpmath.log(abs(x), 2))))


def text(x):
    """A number as a Swift literal, with every bit."""
    mantissa, exponent = float(x).hex().split("p")
    if "." in mantissa:
        mantissa = mantissa.rstrip("0").rstrip(".")
    return f"{mantissa}p{int(exponent)}"


def interpolated(function, degree, low, high):
    """The coefficients, rounded, lowest power first, and the largest error of the rounded polynomial."""
    count = degree + 1
    points = [(low + high) / 2 + (high - low) / 2 * mpmath.cos(PI * (2 * k + 1) / (2 * count)) for k in range(count)]
    points = [mpf(0) if abs(x) < mpf(2) ** -300 else x for x in points]
    matrix = mpmath.matrix([[x**power for power in range(count)] for x in points])
    found = mpmath.lu_solve(matrix, mpmath.matrix([function(x) for x in points]))
    rounded = [mpf(float(c)) for c in found]
    grid = [low + (high - low) * k / 500 for k in range(501)]
    error = max(abs(mpmath.polyval(rounded[::-1], x) - function(x)) for x in grid)
    return rounded, error


def told(name, error):
    print(f"{name}: 2^{float(mpmath.log(error, 2)):.1f}")


def constants(pairs):
    return "".join((f"  /// {about}\n" if about else "") + f"  static let {name} = {text(value)}\n" for name, value, about in pairs)


def coefficients(function, series, first, about):
    """The coefficients as constants, the first of them with a comment."""
    return [(f"{function}{first + i}", c, None if i else about) for i, c in enumerate(series)]


def rows(numbers, width):
    lines = [numbers[i : i + width] for i in range(0, len(numbers), width)]
    return "".join("    " + ", ".join(map(text, line)) + ",\n" for line in lines)


def write(about, body):
    with FILE.open("a") as file:
        file.write(f"\n{about}\nextension Elementary {{\n{body}}}\n")


def logarithm():
    count, reach = 1 << BITS, 0
    for i in range(count):
        low, high = (mpf(from_bits(FIRST + (j << 52 - BITS))) for j in (i, i + 1))
        middle = (low + high) / 2
        reach = max(reach, abs(low / middle - 1), abs(high / middle - 1))
    edge = mpf(2) ** -(BITS + 1)
    assert reach <= edge
    linear, square = cut(LOG2E, LINEAR), cut(LOG2E / 2, SQUARE)
    # s (linear - s square) fits into 53 bits: s has SHORT - BITS - 1 bits, the difference LINEAR + 1.
    assert SHORT - BITS - 1 + LINEAR + 1 <= 53 and SHORT + SQUARE <= LINEAR

    def beyond(r):
        if r == 0:
            return LOG2E / 3
        return (mpmath.log1p(r) * LOG2E - LOG2E * r + LOG2E / 2 * r * r) / r**3

    series, error = interpolated(beyond, 4, -edge, edge)
    told("log2(1 + r), beside r", error * edge**2)
    named = [
        ("logLinear", linear, f"log2(e), to a multiple of 2^-{LINEAR}."),
        ("logSquare", square, f"log2(e) / 2, to a multiple of 2^-{SQUARE}."),
        ("logLinearRest", LOG2E - linear, "The remainder of log2(e) beyond `logLinear`."),
        ("logSquareRest", square - LOG2E / 2, "The excess of `logSquare` over log2(e) / 2."),
    ] + coefficients("logC", series, 3, "The coefficients of r^3 to r^7.")
    write("// The binary logarithm of `1 + r`.", constants(named))


def exponential():
    edge = mpf(2) ** -(STEPS + 1) * mpf("1.01")
    series, error = interpolated(lambda f: mpmath.expm1(f * LN2) / f if f else LN2, 4, -edge, edge)
    told("2^f - 1", error * edge)
    minus_one, error = interpolated(
        lambda x: (mpmath.expm1(x) - x - x * x / 2) / x**3 if x else mpf(1) / 6, 7, -mpf(1) / 16, mpf(1) / 16
    )
    told("exp(x) - 1, beside x", error * mpf(2) ** -8)
    base = leading(LOG2E, 27)
    named = coefficients("expC", series, 1, "The coefficients of f^1 to f^5 in 2^f.") + [
        ("log2e", base, "log2(e), 27 bits."),
        ("log2eRest", LOG2E - base, "The remainder of log2(e) beyond `log2e`."),
    ]
    write(
        "// 2 to the power of `f` below 1/256.",
        constants(named)
        + "  /// The coefficients of x³ and above for exp(x) - 1 - x - x²/2, up to 1/16.\n  static let expMinusOneSeries: [Double] = [\n"
        + rows(minus_one, 4)
        + "  ]\n",
    )


def circle():
    edge = (PI / 4 * (1 + mpf(2) ** -40)) ** 2
    sine, error = interpolated(
        lambda u: (mpmath.sin(mpmath.sqrt(u)) / mpmath.sqrt(u) - 1) / u if u else -mpf(1) / 6, 6, mpf(0), edge
    )
    told("sin(t), beside t", error * edge)
    cosine, error = interpolated(
        lambda u: (mpmath.cos(mpmath.sqrt(u)) - 1 + u / 2) / u**2 if u else mpf(1) / 24, 6, mpf(0), edge
    )
    told("cos(t)", error * edge**2)
    reach = (mpmath.tan(PI / 8) * (1 + mpf(2) ** -40)) ** 2
    tangent, error = interpolated(
        lambda u: (mpmath.atan(mpmath.sqrt(u)) / mpmath.sqrt(u) - 1) / u if u else -mpf(1) / 3, 14, mpf(0), reach
    )
    told("atan(t), beside t", error * reach)
    pi, inverse = leading(PI, 27), leading(1 / PI, 27)
    named = [
        ("pi", pi, "π, 27 bits."),
        ("piRest", PI - pi, "The remainder of π beyond `pi`."),
        ("inversePi", inverse, "1/π, 27 bits."),
        ("inversePiRest", 1 / PI - inverse, "The remainder of 1/π beyond `inversePi`."),
        ("eighthTangent", mpf(float(mpmath.tan(PI / 8))), "tan(π/8)."),
    ]
    write(
        "// Series in the square for the sine and cosine up to π/4 and for the arctangent up to tan(π/8).",
        constants(named)
        + "  /// The coefficients of (sin(t) / t - 1) / t².\n  static let sineSeries: [Double] = [\n"
        + rows(sine, 4)
        + "  ]\n  /// The coefficients of (cos(t) - 1 + t²/2) / t⁴.\n  static let cosineSeries: [Double] = [\n"
        + rows(cosine, 4)
        + "  ]\n  /// The coefficients of (atan(t) / t - 1) / t².\n  static let arctangentSeries: [Double] = [\n"
        + rows(tangent, 4)
        + "  ]\n",
    )


def scales():
    named = []
    for name, value, about in [
        ("ln2", LN2, "ln(2)"),
        ("log10of2", mpmath.log10(2), "log10(2)"),
        ("third", mpf(1) / 3, "1/3"),
    ]:
        high = leading(value, 26)
        named += [(name, high, f"{about}, 26 bits."), (f"{name}Rest", value - high, f"The remainder of {about} beyond `{name}`.")]
    write("// The factors of binary logarithms.", constants(named))


def tables():
    FILE.write_text("// Written by notebooks/derivations/elementary.py: edit that file instead of this one.\n")
    logarithm()
    exponential()
    circle()
    scales()


if __name__ == "__main__":
    tables()
