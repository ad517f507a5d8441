internal import CLanes

// Binary logarithms and powers for the gamut map: constants only, no table. The coefficients and their errors come from
// notebooks/lane_logarithms.py; `GamutTests.noise` checks the errors that result.

/// The binary logarithm of numbers of 1 or more: the exponent, plus a polynomial of the mantissa's distance from 1.5.
/// Error: 9.2e-8, plus half a unit in the last place of the result.
@inline(__always) func binaryLogarithm(_ x: Lanes) -> Lanes {
  let t = lanes_mantissa(x) - splat(1.5)
  var value = fma(splat(-0.009088905528187752), t, splat(0.01477880496531725))
  value = fma(value, t, splat(-0.02057875320315361))
  value = fma(value, t, splat(0.03746290132403374))
  value = fma(value, t, splat(-0.07129974663257599))
  value = fma(value, t, splat(0.14252637326717377))
  value = fma(value, t, splat(-0.320596843957901))
  value = fma(value, t, splat(0.9617959856987))
  return lanes_exponent(x) + fma(value, t, splat(0.5849624872207642))
}

/// 2^x − 1, as exact near 0 as elsewhere: a polynomial for an eighth of x, squared three times by
/// (1 + h)² − 1 = h (2 + h). Error: 5.4e-7 of the result for x from −3 to 3; it grows beyond, to a tenth at −12 and 9.
@inline(__always) func binaryPowerLessOne(_ x: Lanes) -> Lanes {
  var value = fma(splat(4.0690771641037636e-08), x, splat(2.3547850105387624e-06))
  value = fma(value, x, splat(0.00010840701725101098))
  value = fma(value, x, splat(0.003753524273633957))
  value = fma(value, x, splat(0.08664339780807495)) * x
  value = fma(value, value, value + value)
  value = fma(value, value, value + value)
  return fma(value, value, value + value)
}
