package import Colorimetry

/// The matrix times the color, plus a constant in the unit of the result.
package struct Affine: ColorOperation {
  let matrix: Matrix3x3
  let offset: SIMD3<Double>
  package let takes, gives: ColorUnit?

  package init(
    _ matrix: Matrix3x3, adding offset: SIMD3<Double> = .zero, taking taken: ColorUnit? = nil,
    giving given: ColorUnit? = nil
  ) {
    (self.matrix, self.offset, takes, gives) = (matrix, offset, taken, given)
  }

  package init(
    scale: SIMD3<Double>, adding offset: SIMD3<Double>, taking taken: ColorUnit? = nil, giving given: ColorUnit? = nil
  ) {
    self.init(Matrix3x3(diagonal: scale), adding: offset, taking: taken, giving: given)
  }

  package var line: String {
    let sum = offset == .zero ? "" : ", plus \(text(offset))"
    return matrix == .identity ? "sum with \(text(offset))" : "matrix \(text(matrix))\(sum)"
  }

  package var isRead: Bool { matrix != .broadcast }

  package func callAsFunction(_ color: SIMD3<Double>, at _: Pixel) -> SIMD3<Double> {
    matrix.keepingNeutrals(color) + offset
  }

  package func emit(into compiler: inout ProgramCompiler) throws(UnsupportedOperation) {
    guard matrix == .broadcast, offset == .zero else { return try compiler.multiply(matrix, adding: offset) }
    let color = compiler.color
    try compiler.flush()
    compiler.append(.copy(color, into: color + 1))
    compiler.append(.copy(color, into: color + 2), bounds: compiler.bounds[0])
  }
}
