public import Colorimetry

/// The accuracy of a lattice that approximates a plan's stages, or a gamut map among them, measured when the lattice was created.
public struct LatticeApproximation: Hashable, Sendable {
  /// The gamut map that the lattice approximates; `nil` if it approximates all stages between the signals.
  public let map: String?
  /// The number of samples along each component.
  public let size: Int
  /// The maximum and the mean error against the plan in `Double`, before rounding, in 8-bit codes of the output's range, regardless of its depth.
  ///
  /// The error of a color is that of its worst component.
  public let maximumError, meanError: ColorDifference<EightBitCodes>
  /// The number of measured colors: midpoints of cells and random colors, over all signals of the source.
  public let points: Int

  package init(of map: String? = nil, size: Int, _ error: LatticeError) {
    (self.map, self.size, points) = (map, size, error.points)
    (maximumError, meanError) = (ColorDifference(error.maximum), ColorDifference(error.mean))
  }
}

extension LatticeApproximation: CustomStringConvertible {
  public var description: String {
    return
      (map.map { "the gamut map \($0) " } ?? "")
      + "approximated by a lattice of \(size)×\(size)×\(size) samples, off by at most \(maximumError.value.rounded(to: 3)) and on average "
      + "\(meanError.value.rounded(to: 3)) of an 8-bit code, measured at \(points) of the source's colors"
  }
}
