"""The direction of a conversion, by the formulas of BT.2100, BT.2087 and BT.1886, written here from the documents."""
import numpy
import tonemap

# Rec. ITU-R BT.2100-2, Table 4
M1, M2, C1, C2, C3 = 2610 / 16384, 2523 / 4096 * 128, 3424 / 4096, 2413 / 4096 * 32, 2392 / 4096 * 32
# Rec. ITU-R BT.2020-2 to BT.709-6, from the chromaticities of their primaries and D65
WHITE = (0.3127, 0.3290)
BT2020 = ((0.708, 0.292), (0.170, 0.797), (0.131, 0.046))
BT709 = ((0.64, 0.33), (0.30, 0.60), (0.15, 0.06))


def xyz_of(primaries):
    def column(x, y):
        return numpy.array([x / y, 1, (1 - x - y) / y])

    columns = numpy.stack([column(*primary) for primary in primaries], 1)
    return columns * numpy.linalg.solve(columns, column(*WHITE))


def pq_light(signal):
    power = signal ** (1 / M2)
    return 10000 * (numpy.maximum(power - C1, 0) / (C2 - C3 * power)) ** (1 / M1)


def pq_signal(light):
    power = (light / 10000) ** M1
    return ((C1 + C2 * power) / (1 + C3 * power)) ** M2


def test_pq_to_bt1886():
    """Colors that BT.709 has, below reference white, only change their encoding."""
    light = numpy.random.default_rng(7).uniform(1, 200, (1000, 3))
    wide = light @ numpy.linalg.solve(xyz_of(BT2020), xyz_of(BT709)).T
    plan = tonemap.Plan(source="hdr10", max_cll=(1000, 400), to="sdr", tone_mapping="clip", gamut_mapping="clip")
    numpy.testing.assert_allclose(plan(pq_signal(wide)), (light / 203) ** (1 / 2.4), atol=1e-9)


def test_published_points_of_pq():
    assert abs(pq_signal(numpy.float64(100)) - 0.5081) < 1e-4 and abs(pq_signal(numpy.float64(1000)) - 0.7518) < 1e-4
    numpy.testing.assert_allclose(pq_light(pq_signal(numpy.array([0.01, 1, 203, 10000]))), [0.01, 1, 203, 10000], rtol=1e-9)


def test_brighter_stays_brighter():
    gray = numpy.repeat(numpy.linspace(0, pq_signal(numpy.float64(1000)), 400)[:, None], 3, 1)
    converted = tonemap.Plan(source="hdr10", max_cll=(1000, 400))(gray)
    assert abs(converted[0]).max() < 1e-9 and abs(converted[-1] - 1).max() < 1e-6
    assert (numpy.diff(converted, axis=0) > 0).all()
