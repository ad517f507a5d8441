public import Colorimetry

/// What a look at a lookup table shows without knowing what it is for.
public struct LookupInspection: Hashable, Sendable {
  /// The minimum and the maximum of the table's numbers that come out for inputs `0...1`; `nil` if one is infinite or NaN.
  public let outputs: ClosedRange<Double>?
  /// Whether neutral inputs become brighter, or stay, in each component as they rise.
  public let neutralsRise: Bool
  /// The table's number, `0...1`, of the first neutral that comes out darker than the one before it; `nil` if none does.
  public let firstFall: Double?
  /// How much darker a neutral comes out than one with a smaller number, at most.
  public let maximumFall: ColorDifference<EightBitCodes>
  /// The maximum difference of two components of a neutral's output: how colored gray becomes.
  public let maximumNeutralCast: ColorDifference<EightBitCodes>
  /// Whether red in moves blue out most and blue in moves red, as in a file whose order of entries was mistaken.
  public let swapsRedAndBlue: Bool
  /// Whether everything in gives the same.
  public let isConstant: Bool

  /// Looks at a table.
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
    // A millionth is what text formats round to.
    let fall = zip(neutrals, neutrals.dropFirst()).enumerated().first { _, pair in
      any(pair.1 .< pair.0 - 2e-6)
    }
    firstFall = fall.map { Double($0.offset + 1) / 4096 }
    neutralsRise = fall == nil
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
