import Colorimetry
import Testing

import ColorOperations

@Suite struct LatticeApproximationTests {
  /// For x², a chord between two samples a step h apart is at most h²/4 above the function, in the middle, and h²/6 on
  /// average.
  @Test(arguments: [2, 9, 33, 65]) func ofASquare(_ size: Int) {
    let square: @Sendable (SIMD3<Double>) -> SIMD3<Double> = { SIMD3($0.x * $0.x, 0.5, 0.25) }
    let lattice = Lattice(size: size, square)
    let error = LatticeApproximation(size: size, over: lattice.domain, code: 0.01, against: square) {
      SIMD3<Double>(lattice(SIMD3<Float>($0)))
    }
    let step = 1 / Double(size - 1)
    // The tolerance covers rounding of numbers up to 1, and of the position of a step to 6e-8 of the domain.
    #expect(abs(error.maximumError.value * 0.01 - step * step / 4) < 3e-7)
    // Midpoints of cells contribute h²/4, random arguments h²/6.
    #expect(error.meanError.value * 0.01 > step * step / 6 * 0.95 && error.meanError <= error.maximumError)
    #expect(
      error.points > LatticeApproximation.randomPoints
        && error.points <= LatticeApproximation.randomPoints + LatticeApproximation.midpoints)
  }

  /// The first argument varies fastest, and every vertex has the function's value.
  @Test func order() {
    let lattice = Lattice(size: 3, to: SIMD3(2, 2, 2)) { SIMD3($0.x, $0.y * 10, $0.z * 100) }
    for vertex in 0..<27 {
      let expected = SIMD4(Float(vertex % 3), Float(vertex / 3 % 3 * 10), Float(vertex / 9 * 100), 0)
      #expect(lattice.entries[vertex] == expected)
    }
  }
}
