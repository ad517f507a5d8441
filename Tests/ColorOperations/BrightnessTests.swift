import ColorOperations
import Colorimetry
import RealModule
import TestSupport
import Testing

/// `Norm.brightness`: luminance, or more for strong colors.
@Suite struct BrightnessTests {
  /// Worked out by hand from N = min(√(Y² + (W − Y / 2)²), max(R, G, B)), with the weights of BT.2100: 0.2627, 0.6780 and 0.0593.
  @Test(arguments: [
    // Neutrals and pale colors: Y. The second has W = 0.2 and Y / 2 = 0.43.
    (SIMD3(1.0, 1, 1), 1.0), (SIMD3(0.8, 0.9, 0.7), 0.86187),
    // Blue: Y = 0.0593, W = 1, so √(0.0593² + 0.97035²).
    (SIMD3(0, 0, 1.0), 0.97216), (SIMD3(0, 0, 500.0), 486.08),
    // Green, whose W counts 0.6: √(0.678² + 0.261²). Red: √(0.2627² + 0.86865²).
    (SIMD3(0, 1.0, 0), 0.72650), (SIMD3(1.0, 0, 0), 0.90750),
    // Magenta: Y = 0.322 and W = 1 give √(0.322² + 0.839²).
    (SIMD3(1.0, 0, 1), 0.89867),
  ])
  func knownColors(_ color: SIMD3<Double>, _ expected: Double) {
    #expect(abs(Norm.brightness(color) - expected) < 1.5e-5 * color.max(), "\(Norm.brightness(color))")
  }

  /// It is homogeneous, lies between luminance and the largest component, is continuous where it leaves luminance, and is never less than the
  /// part of the largest component that bounds are computed from.
  @Test func staysWithinItsBounds() {
    var numbers = SeededNumbers(seed: 31)
    var (strong, minimum) = (0, 1.0)
    for _ in 0..<100_000 {
      let color = SIMD3<Double>.random(in: 0...1, using: &numbers)
      let (found, luminance) = (Norm.brightness(color), Norm.bt2020Luminance(color))
      #expect(found >= luminance - 1e-15 && found <= color.max() + 1e-15)
      #expect(abs(Norm.brightness(color * 203) - 203 * found) < 1e-12 * 203)
      if found > luminance { strong += 1 }
      minimum = min(minimum, found / color.max())
      // Along the way to gray there is no jump.
      let near = Norm.brightness(color + (luminance - color) * 1e-6)
      #expect(abs(near - found) < 3e-6)
    }
    #expect(strong > 20_000)
    #expect(minimum > Norm.minimumBrightness && minimum < Norm.minimumBrightness + 0.03, "\(minimum)")
  }
}
