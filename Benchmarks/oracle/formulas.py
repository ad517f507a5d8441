"""The transfer functions of video as their standards print them, in mpmath.

Each constant is the decimal or the fraction that is printed, taken exactly; none is a number of binary floating point. Beyond the formulas,
only what Sources/Colorimetry documents as its own choice is repeated here: what is clamped, the order of pieces that do not meet, and the
floor of HLG's factor near black.
"""
import functools
from fractions import Fraction

from mpmath import exp, findroot, log, mp, mpf, power, sqrt

mp.dps = 50
LN2, LN10 = log(mpf(2)), log(mpf(10))


@functools.cache
def exact(text):
    """The number of a decimal or of a fraction."""
    number = Fraction(text)
    return mpf(number.numerator) / number.denominator


def log10(x):
    return log(x) / LN10


def log2(x):
    return log(x) / LN2


def positive(x):
    return x if x > 0 else mpf(0)


# PQ: BT.2100-3, Table 4; SMPTE ST 2084.

M1, M2 = exact("2610/16384"), exact("2523/4096") * 128
C1, C2, C3 = exact("3424/4096"), exact("2413/4096") * 32, exact("2392/4096") * 32


def pq_light(e):
    root = power(min(positive(e), mpf(1)), 1 / M2)
    return 10000 * power(positive(root - C1) / (C2 - C3 * root), 1 / M1)


def pq_signal(nits):
    y = power(min(positive(nits / 10000), mpf(1)), M1)
    return power((C1 + C2 * y) / (1 + C3 * y), M2)


def pq_ootf(e):
    camera = (exact("267.84") * e if e <= exact("0.0003024")
              else exact("1.099") * power(exact("59.5208") * e, exact("0.45")) - exact("0.099"))
    return 100 * power(positive(camera), exact("2.4"))


def pq_inverse_ootf(nits):
    camera = power(positive(nits) / 100, 1 / exact("2.4"))
    if camera <= exact("267.84") * exact("0.0003024"):
        return camera / exact("267.84")
    return power((camera + exact("0.099")) / exact("1.099"), 1 / exact("0.45")) / exact("59.5208")


# HLG: BT.2100-3, Table 5. For a gray, luminance is each of its components, because the weights sum to 1.

A = exact("0.17883277")
B, C = 1 - 4 * A, exact("1/2") - A * log(4 * A)
GAMMA = exact("1.2")


def hlg_light(e):
    return positive(e) ** 2 / 3 if e <= exact("1/2") else (exp((e - C) / A) + B) / 12


def hlg_signal(light):
    return sqrt(3 * positive(light)) if light <= exact("1/12") else A * log(12 * light - B) + C


def hlg_ootf(scene):
    return 1000 * power(max(scene, exact("1/1000000000")), GAMMA - 1) * scene


def hlg_inverse_ootf(nits):
    return power(max(nits / 1000, exact("1/10000000000")), (1 - GAMMA) / GAMMA) * nits / 1000


BLACK_LIFT = sqrt(3 * power(exact("0.005") / 1000, 1 / GAMMA))


def hlg_display_light(e):
    return hlg_ootf(hlg_light(positive((1 - BLACK_LIFT) * e + BLACK_LIFT)))


def hlg_display_signal(nits):
    return (hlg_signal(hlg_inverse_ootf(nits)) - BLACK_LIFT) / (1 - BLACK_LIFT)


# Displays: BT.1886, Annex 1, for any exponent; ST 428-1.


def display(exponent, black, white):
    g, lb, lw = exact(exponent), exact(black), exact(white)
    dark, bright = power(lb, 1 / g), power(lw, 1 / g)
    a, b = power(bright - dark, g), dark / (bright - dark)
    return lambda v: a * power(positive(v + b), g), lambda nits: power(positive(nits) / a, 1 / g) - b


def mirrored(light, signal, black, factor):
    """The display continued below black, where signals and light are `factor` times as large."""
    black = exact(black)
    return (lambda v: light(v) if v >= 0 else black - (light(-v * factor) - black) / factor,
            lambda nits: signal(nits) if nits >= black else -signal(black + (black - nits) * factor) / factor)


def cinema_light(v):
    return exact("52.37") * power(positive(v), exact("2.6"))


def cinema_signal(nits):
    return power(positive(nits) / exact("52.37"), 1 / exact("2.6"))


# Lines and powers: H.273, Table 3; IEC 61966-2-1; BT.709-6; BT.2020-2; SMPTE 240M.


def line_and_power(slope, exponent, alpha, beta, signal_beta=None):
    split = slope * beta if signal_beta is None else signal_beta
    return (lambda v: v / slope if v < split else power((v + alpha - 1) / alpha, 1 / exponent),
            lambda light: slope * light if light < beta else alpha * power(light, exponent) - (alpha - 1))


def printed(slope, exponent, alpha, beta, signal_beta=None):
    return line_and_power(exact(slope), exact(exponent), exact(alpha), exact(beta), signal_beta and exact(signal_beta))


def continuous(slope, exponent, near):
    """Alpha and beta at which both the values and the slopes of the pieces are equal: H.273, clause 8.2."""
    s, e = exact(slope), exact(exponent)

    def alpha(beta):  # that makes the slopes equal
        return s / e * power(beta, 1 - e)

    beta = findroot(lambda beta: alpha(beta) * power(beta, e) - (alpha(beta) - 1) - s * beta, exact(near))
    return line_and_power(s, e, alpha(beta), beta)


def odd(light, signal, factor=1):
    """A camera curve continued below 0, where signals and light are `factor` times as large."""
    return (lambda v: light(v) if v >= 0 else -light(-v * factor) / factor,
            lambda scene: signal(scene) if scene >= 0 else -signal(-scene * factor) / factor)


def shown(light, signal, black, white):
    """A curve as a display shows it between a black and a white."""
    lb, span = exact(black), exact(white) - exact(black)
    return lambda v: lb + span * light(positive(v)), lambda nits: signal(positive((nits - lb) / span))


def decades(number):
    d = exact(number)
    return (lambda v: mpf(0) if v <= 0 else power(10, (v - 1) * d),
            lambda light: mpf(0) if light < power(10, -d) else 1 + log10(light) / d)


def pure(exponent):
    g = exact(exponent)
    return lambda v: power(positive(v), g), lambda light: power(positive(light), 1 / g)


# Logs of cameras, as their makers print them.


def slog3_light(v):
    code = v * 1023
    if code >= exact("171.2102946929"):
        return power(10, (code - 420) / exact("261.5")) * exact("0.19") - exact("0.01")
    return (code - 95) * exact("0.01125") / (exact("171.2102946929") - 95)


def slog3_signal(light):
    if light >= exact("0.01125"):
        return (420 + log10((light + exact("0.01")) / exact("0.19")) * exact("261.5")) / 1023
    return (light * (exact("171.2102946929") - 95) / exact("0.01125") + 95) / 1023


def clog3_light(v):
    if v < exact("0.097465473"):
        light = (1 - power(10, (exact("0.12783901") - v) / exact("0.36726845"))) / exact("14.98325")
    elif v <= exact("0.15277891"):
        light = (v - exact("0.12512219")) / exact("1.9754798")
    else:
        light = (power(10, (v - exact("0.12240537")) / exact("0.36726845")) - 1) / exact("14.98325")
    return light * exact("0.9")


def clog3_signal(light):
    x = light / exact("0.9")
    if x < -exact("0.014"):
        return -exact("0.36726845") * log10(1 - exact("14.98325") * x) + exact("0.12783901")
    if x <= exact("0.014"):
        return exact("1.9754798") * x + exact("0.12512219")
    return exact("0.36726845") * log10(exact("14.98325") * x + 1) + exact("0.12240537")


R0, RT, SCALE = exact("-0.05641088"), exact("0.01"), exact("47.28711236")
BETA, LOG_GAMMA, DELTA = exact("0.00964052"), exact("0.08550479"), exact("0.69336945")


def apple_light(v):
    if v >= SCALE * (RT - R0) ** 2:
        return power(2, (v - DELTA) / LOG_GAMMA) - BETA
    return R0 if v < 0 else sqrt(v / SCALE) + R0


def apple_signal(light):
    if light >= RT:
        return LOG_GAMMA * log2(light + BETA) + DELTA
    return mpf(0) if light < R0 else SCALE * (light - R0) ** 2


LA, LB, LC = (mpf(2) ** 18 - 16) / exact("117.45"), exact("928/1023"), exact("95/1023")
LS = 7 * log(mpf(2)) * power(2, 7 - 14 * LC / LB) / (LA * LB)
LT = (power(2, 14 * (-LC / LB) + 6) - 64) / LA


def logc4_light(v):
    return (power(2, 14 * (v - LC) / LB + 6) - 64) / LA if v >= 0 else v * LS + LT


def logc4_signal(light):
    return (log2(LA * light + 64) - 6) / 14 * LB + LC if light >= LT else (light - LT) / LS


def vlog_light(v):
    if v >= exact("0.181"):
        return power(10, (v - exact("0.598206")) / exact("0.241514")) - exact("0.00873")
    return (v - exact("0.125")) / exact("5.6")


def vlog_signal(light):
    if light >= exact("0.01"):
        return exact("0.241514") * log10(light + exact("0.00873")) + exact("0.598206")
    return exact("5.6") * light + exact("0.125")


TELEVISION = continuous("4.5", "0.45", "0.018")
SRGB = printed("12.92", "5/12", "1.055", "0.0031308", "0.04045")
STUDIO = display("2.4", "0.1", "100")

# From signal to light, and from light to signal.
FORMULAS = {
    "PQ": (pq_light, pq_signal),
    "PQ OOTF": (pq_ootf, pq_inverse_ootf),
    "HLG": (hlg_light, hlg_signal),
    "HLG OOTF of gray, 0 to 1000": (hlg_ootf, hlg_inverse_ootf),
    "HLG EOTF of gray, 0.005 to 1000": (hlg_display_light, hlg_display_signal),
    "BT.1886, 0 to 100": display("2.4", "0", "100"),
    "BT.1886, 0.1 to 100": STUDIO,
    "a power of 2.2, 0 to 80": display("2.2", "0", "80"),
    "a power of 2.2, 0.1 to 80": display("2.2", "0.1", "80"),
    "sRGB display, 0 to 80": shown(*SRGB, "0", "80"),
    "sRGB display, 0.1 to 80": shown(*SRGB, "0.1", "80"),
    "xvYCC display, 0.1 to 100": mirrored(*STUDIO, "0.1", 1),
    "BT.1361 display, 0.1 to 100": mirrored(*STUDIO, "0.1", 4),
    "ST 428-1": (cinema_light, cinema_signal),
    "BT.709": TELEVISION,
    "ST 240": continuous("4", "0.45", "0.0228"),
    "sRGB": SRGB,
    "xvYCC": odd(*TELEVISION),
    "BT.1361": odd(*TELEVISION, 4),
    "log, 100 : 1": decades("2"),
    "log, 316 : 1": decades("2.5"),
    "a power of 2.2": pure("2.2"),
    "a power of 2.8": pure("2.8"),
    "Sony S-Log3": (slog3_light, slog3_signal),
    "Canon Log 3": (clog3_light, clog3_signal),
    "Apple Log": (apple_light, apple_signal),
    "ARRI LogC4": (logc4_light, logc4_signal),
    "Panasonic V-Log": (vlog_light, vlog_signal),
}

# Those that begin with the light of a scene instead of a signal.
FROM_SCENE = {"PQ OOTF", "HLG OOTF of gray, 0 to 1000"}

# Results nearer to 0 than these count as these when errors are measured in units in the last place: a signal of about one code of 16 bits,
# the black of a display in cd/m², and a reflectance that is far below what a code of a log is worth.
LEAST_SIGNAL = 2**-16
LEAST_LIGHT = {
    "HLG EOTF of gray, 0.005 to 1000": 0.005,
    "BT.1886, 0.1 to 100": 0.1,
    "a power of 2.2, 0.1 to 80": 0.1,
    "sRGB display, 0.1 to 80": 0.1,
    "xvYCC display, 0.1 to 100": 0.1,
    "BT.1361 display, 0.1 to 100": 0.1,
    "Sony S-Log3": 2**-16,
    "Canon Log 3": 2**-16,
    "Apple Log": 2**-16,
    "ARRI LogC4": 2**-16,
    "Panasonic V-Log": 2**-16,
}
