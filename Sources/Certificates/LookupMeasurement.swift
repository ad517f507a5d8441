public import Colorimetry
public import LookupTables
internal import Threading

/// The errors of a lookup table against its truth, over many colors of its input.
public struct LookupMeasurement: Hashable, Codable, Sendable {
  /// Errors of many colors.
  public struct Errors: Hashable, Codable, Sendable {
    /// The greatest error.
    public var greatest: Double
    /// The error that 999 of 1000 colors do not exceed.
    public var percentile999: Double
    /// The mean error.
    public var mean: Double
  }

  /// What becomes of neutral colors.
  public struct Neutrals: Hashable, Codable, Sendable {
    /// The greatest error of a neutral color's components, in 8-bit codes.
    public var greatestError: Double
    /// The greatest difference of two components of a neutral color's output, in 8-bit codes: how colored gray becomes.
    public var greatestTint: Double
    /// Whether a brighter neutral never comes out darker than the truth allows.
    public var neverFalls: Bool
  }

  /// How cubes were interpolated.
  public var interpolation: String
  /// The number of colors.
  public var colors: Int
  /// ΔE ITP of the light that the display shows.
  ///
  /// - Source: ITU-R BT.2124-0, Annex 1.
  public var deltaEITP: Errors
  /// Differences of the worst component of R′G′B′ before rounding, in codes of 8 bits, full range: 1.0 is 255.
  public var codesOf8Bits: Errors
  /// The same in codes of 10 bits: 1.0 is 1023.
  public var codesOf10Bits: Errors
  /// The color with the greatest difference of codes, R′G′B′ of the input, `0...1`.
  public var worstColor: [Double]
  /// The errors of neutral colors.
  public var neutrals: Neutrals
}

extension LookupMeasurement {
  /// Measures a table with each interpolation, on all processors.
  ///
  /// - Parameters:
  ///   - table: The table as its file holds it.
  ///   - interpolations: The interpolations to measure.
  ///   - light: What the display shows for the table's output, BT.2020 light in cd/m².
  ///   - truth: The function that the table stands for.
  /// - Returns: A measurement for each interpolation, in their order.
  public static func measure(
    _ table: LookupTable, interpolations: [CubeInterpolation] = CubeInterpolation.allCases,
    shown light: @escaping @Sendable (Signal) -> Light, against truth: @escaping @Sendable (Signal) -> Signal
  ) -> [LookupMeasurement] {
    let colors = MeasuredColors(cubeSize: table.cube?.size ?? 33)
    let pieces = 256
    @Sendable func error(_ color: Signal, _ index: Int) -> [ColorError] {
      let exact = truth(color)
      let shown = ICtCp(bt2020: light(exact))
      return interpolations.map { interpolation in
        let value = table(color, interpolation: interpolation)
        return ColorError(
          index: index, difference: value.components - exact.components,
          deltaEITP: DeltaEITP()(ICtCp(bt2020: light(value)), shown), value: value.components, truth: exact.components)
      }
    }
    let found = pieceResults(pieces) { piece in colors.piece(piece, of: pieces).map { error(colors[$0], $0) } }
    let measured = interpolations.indices.map { number in
      LookupMeasurement(interpolations[number], of: found.flatMap { $0.map { $0[number] } }, colors)
    }
    // The greatest errors lie between the measured colors.
    let peaks = pieceResults(2 * interpolations.count) { piece in
      let (number, isShown) = (piece / 2, piece % 2 == 1)
      func size(_ errors: [ColorError]) -> Double { isShown ? errors[number].deltaEITP : errors[number].greatest }
      var starts: [(color: Signal, error: Double)] = []
      for errors in found.joined() {
        let error = size(errors)
        guard starts.count < WorstColor.starts || error > starts[starts.count - 1].error else { continue }
        if starts.count == WorstColor.starts { starts.removeLast() }
        starts.insert((colors[errors[0].index], error), at: starts.firstIndex { $0.error < error } ?? starts.count)
      }
      return [WorstColor(near: starts, reach: colors.distance) { size(error($0, 0)) }]
    }
    return measured.indices.map { measured[$0].raised(to: peaks[2 * $0][0], peaks[2 * $0 + 1][0]) }
  }

  /// This measurement with the greatest errors that a search found.
  private func raised(to codes: WorstColor, _ shown: WorstColor) -> LookupMeasurement {
    var raised = self
    raised.codesOf8Bits.greatest = codes.error * 255
    raised.codesOf10Bits.greatest = codes.error * 1023
    raised.deltaEITP.greatest = shown.error
    let color = codes.color.components
    raised.worstColor = [color.x, color.y, color.z]
    return raised
  }

  private init(_ interpolation: CubeInterpolation, of errors: [ColorError], _ colors: MeasuredColors) {
    let codes = Errors(errors.map { $0.greatest * 255 })
    let worst = errors.max { $0.greatest < $1.greatest }!
    self.interpolation = interpolation.rawValue
    self.colors = errors.count
    deltaEITP = Errors(errors.map(\.deltaEITP))
    codesOf8Bits = codes
    codesOf10Bits = codes.scaled(by: 1023.0 / 255)
    let color = colors[worst.index].components
    worstColor = [color.x, color.y, color.z]
    neutrals = Neutrals(errors.filter { colors.neutrals.contains($0.index) }.sorted { $0.index < $1.index })
  }

  /// Whether each error is at most what another measurement says, with this much more allowed for differences of rounding.
  package func holds(_ claimed: LookupMeasurement, within slack: Double = 1e-6) -> Bool {
    deltaEITP.isAtMost(claimed.deltaEITP, slack) && codesOf8Bits.isAtMost(claimed.codesOf8Bits, slack)
  }
}

/// The error of one color.
private struct ColorError {
  let index: Int
  let difference: SIMD3<Double>
  let deltaEITP: Double
  let value, truth: SIMD3<Double>

  /// The error of the worst component.
  var greatest: Double { Swift.max(abs(difference.x), abs(difference.y), abs(difference.z)) }
}

extension LookupMeasurement.Errors {
  fileprivate init(_ errors: [Double]) {
    let sorted = errors.sorted()
    greatest = sorted[sorted.count - 1]
    percentile999 = sorted[(sorted.count - 1) * 999 / 1000]
    mean = errors.reduce(0, +) / Double(errors.count)
  }

  fileprivate func scaled(by factor: Double) -> Self {
    var scaled = self
    scaled.greatest *= factor
    scaled.percentile999 *= factor
    scaled.mean *= factor
    return scaled
  }

  fileprivate func isAtMost(_ other: Self, _ slack: Double) -> Bool {
    greatest <= other.greatest + slack && percentile999 <= other.percentile999 + slack && mean <= other.mean + slack
  }
}

extension LookupMeasurement.Neutrals {
  /// - Parameter errors: Those of neutral colors, darkest first.
  fileprivate init(_ errors: [ColorError]) {
    greatestError = (errors.map(\.greatest).max() ?? 0) * 255
    greatestTint = (errors.map { $0.value.max() - $0.value.min() }.max() ?? 0) * 255
    neverFalls = zip(errors, errors.dropFirst()).allSatisfy { darker, brighter in
      (0..<3).allSatisfy { i in
        // A millionth is what text formats round to.
        brighter.value[i] >= darker.value[i] - 2e-6 || brighter.truth[i] < darker.truth[i]
      }
    }
  }
}

/// The results of all pieces, in order, found on all processors.
private func pieceResults<Result: Sendable>(
  _ pieces: Int, _ result: @escaping @Sendable (_ piece: Int) -> [Result]
) -> [[Result]] {
  var results = [[Result]](repeating: [], count: pieces)
  unsafe results.withUnsafeMutableBufferPointer { results in
    Crew(threads: availableProcessors).perform(iterations: pieces) { piece in unsafe results[piece] = result(piece) }
  }
  return results
}
