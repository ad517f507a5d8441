public import Colorimetry

/// The properties of a lookup table that can be determined without knowing its purpose.
public struct LookupInspection: Hashable, Sendable {
  /// The minimum and the maximum of the table's outputs for inputs `0...1`; `nil` if one is infinite or NaN.
  public let outputs: ClosedRange<Double>?
  /// The first neutral input, `0...1`, whose output is darker than the one before it; `nil` if absent.
  public let firstFall: Double?
  /// The maximum decrease in the output of a neutral relative to a darker neutral.
  public let maximumFall: ColorDifference<EightBitCodes>
  /// The maximum difference of two components of a neutral's output: the color cast of gray.
  public let maximumNeutralCast: ColorDifference<EightBitCodes>
  /// Whether red input affects mainly blue output and blue input mainly red, as in a file read in the wrong order of entries.
  public let swapsRedAndBlue: Bool
  /// Whether all inputs give the same output.
  public let isConstant: Bool

  /// Inspects a table.
  public init(of table: LookupTable, interpolation: CubeInterpolation? = nil) {
    let size = min(table.cube?.size ?? 33, 33)
    let steps = Double(size - 1)
    let values = (0..<size * size * size).map { index in
      let place = SIMD3(Double(index % size), Double(index / size % size), Double(index / size / size)) / steps
      return table(LookupColor(place), interpolation: interpolation).components
    }
    let isFinite = values.allSatisfy { $0.x.isFinite && $0.y.isFinite && $0.z.isFinite }
    outputs = isFinite ? values.map { $0.min() }.min()!...values.map { $0.max() }.max()! : nil
    isConstant = values.allSatisfy { $0 == values[0] }

    let neutrals = (0...4096).map {
      table(LookupColor(SIMD3(repeating: Double($0) / 4096)), interpolation: interpolation).components
    }
    // Text formats round to a millionth.
    let fall = zip(neutrals, neutrals.dropFirst()).enumerated().first { _, pair in
      any(pair.1 .< pair.0 - 2e-6)
    }
    firstFall = fall.map { Double($0.offset + 1) / 4096 }
    var (brightest, most) = (neutrals[0], 0.0)
    for neutral in neutrals {
      brightest = pointwiseMax(brightest, neutral)
      most = max(most, (brightest - neutral).max())
    }
    maximumFall = ColorDifference(most * 255)
    maximumNeutralCast = ColorDifference((neutrals.map { $0.max() - $0.min() }.max() ?? 0) * 255)

    func moved(_ axis: Int) -> SIMD3<Double> {
      var color = SIMD3<Double>(repeating: 0.25)
      let before = table(LookupColor(color), interpolation: interpolation).components
      color[axis] = 0.75
      return table(LookupColor(color), interpolation: interpolation).components - before
    }
    func strongest(_ change: SIMD3<Double>) -> Int { (0..<3).max { abs(change[$0]) < abs(change[$1]) }! }
    swapsRedAndBlue = strongest(moved(0)) == 2 && strongest(moved(2)) == 0
  }
}
