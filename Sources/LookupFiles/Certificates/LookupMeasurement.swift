public import Colorimetry
internal import SystemCalls

/// The errors of a lookup table against its reference, over many colors of its input.
public struct LookupMeasurement: Hashable, Sendable {
  /// Errors of many colors, in one unit.
  public struct Errors<Unit>: Hashable, Sendable {
    public var maximum: ColorDifference<Unit>
    /// The error that 99.9 % of the colors do not exceed.
    public var percentile999: ColorDifference<Unit>
    public var mean: ColorDifference<Unit>
  }

  /// The results for neutral colors.
  public struct Neutrals: Hashable, Sendable {
    /// The maximum error of a neutral color's components.
    public var maximumError: ColorDifference<EightBitCodes>
    /// The maximum difference of two components of a neutral color's output: the color cast of gray.
    public var maximumCast: ColorDifference<EightBitCodes>
    /// Whether a brighter neutral is never darker in the output than the reference allows.
    public var neverFalls: Bool
  }

  /// The interpolation of cubes.
  public var interpolation: String
  public var colors: Int
  /// ΔE ITP of the light on the display.
  ///
  /// - Source: ITU-R BT.2124-0, Annex 1.
  public var deltaEITP: Errors<DeltaEITP>
  /// Differences of the worst component of R′G′B′, in codes of 8 bits.
  public var codesOf8Bits: Errors<EightBitCodes>
  /// Differences of the worst component of R′G′B′, in codes of 10 bits.
  public var codesOf10Bits: Errors<TenBitCodes>
  /// The color of the input with the maximum difference of codes: R′G′B′, `0...1`.
  public var worstColor: LookupColor
  public var neutrals: Neutrals
  /// The errors of neutral colors up to the source's peak; `nil` if the peak is unknown.
  public var neutralsBelowPeak: Neutrals?
  /// Differences of R′G′B′ for colors that the display shows unchanged, and for all others, at the measured colors; `nil` without such colors or if the
  /// distinction is unknown.
  public var shownAsTheyAre: Errors<EightBitCodes>?, others: Errors<EightBitCodes>?
}

extension LookupMeasurement {
  /// Measures a table with each interpolation, on all processors.
  ///
  /// - Parameters:
  ///   - table: The table in the file.
  ///   - interpolations: The interpolations to measure.
  ///   - light: The light of the display for the table's output, BT.2020 light in cd/m².
  ///   - reference: The function that the table represents.
  ///   - isInside: Whether the display shows a color unchanged: in its gamut, and not above the source's peak.
  /// - Returns: A measurement for each interpolation, in their order.
  public static func measure(
    _ table: LookupTable, interpolations: [CubeInterpolation] = CubeInterpolation.allCases,
    shown light: @escaping @Sendable (LookupColor) -> Light,
    against reference: @escaping @Sendable (LookupColor) -> LookupColor,
    inside isInside: (@Sendable (LookupColor) -> Bool)? = nil
  ) -> [LookupMeasurement] {
    let colors = MeasuredColors(cubeSize: table.cube?.size ?? 33)
    let workers = Workers(atMost: availableProcessors)
    typealias Shown = (numbers: SIMD3<Double>, light: ICtCp)
    @Sendable func shown(_ numbers: LookupColor) -> Shown { (numbers.components, ICtCp(bt2020: light(numbers))) }
    func error(of value: Shown, _ exact: Shown) -> ColorError {
      let difference = value.numbers - exact.numbers
      return ColorError(
        signal: max(abs(difference.x), abs(difference.y), abs(difference.z)),
        deltaEITP: DeltaEITP()(value.light, exact.light).value)
    }
    let exact = workers.map(colors.all.count) { shown(reference(colors.all[$0])) }
    let insides = isInside.map { isInside in workers.map(colors.all.count) { isInside(colors.all[$0]) } }
    return interpolations.map { interpolation in
      func value(_ color: LookupColor) -> LookupColor { table(color, interpolation: interpolation) }
      let errors = workers.map(colors.all.count) { error(of: shown(value(colors.all[$0])), exact[$0]) }
      // The maximum errors lie between the measured colors.
      let peaks = workers.map(2) { number in
        let kind = number == 0 ? \ColorError.signal : \ColorError.deltaEITP
        return WorstColor(in: colors, errors: errors.map { $0[keyPath: kind] }) {
          error(of: shown(value($0)), shown(reference($0)))[keyPath: kind]
        }
      }
      let grays = colors.neutrals.map { (value(colors.all[$0]).components, exact[$0].numbers) }
      var measurement = LookupMeasurement(interpolation, of: errors, worst: peaks[0], peaks[1], Neutrals(grays))
      if let insides {
        let below = zip(colors.neutrals, grays).filter { insides[$0.0] }.map(\.1)
        measurement.neutralsBelowPeak = below.isEmpty ? nil : Neutrals(below)
        func kind(_ side: Bool) -> Errors<EightBitCodes>? {
          let some = zip(errors, insides).filter { $0.1 == side }.map { $0.0.signal * 255 }
          return some.isEmpty ? nil : Errors(some, maximum: some.max()!)
        }
        (measurement.shownAsTheyAre, measurement.others) = (kind(true), kind(false))
      }
      return measurement
    }
  }

  private init(
    _ interpolation: CubeInterpolation, of errors: [ColorError], worst signal: WorstColor, _ shown: WorstColor,
    _ neutrals: Neutrals
  ) {
    func codes<Unit>(_ scale: Double) -> Errors<Unit> {
      Errors(errors.map { $0.signal }, maximum: signal.error, scale: scale)
    }
    (self.interpolation, colors, self.neutrals) = (interpolation.rawValue, errors.count, neutrals)
    deltaEITP = Errors(errors.map(\.deltaEITP), maximum: shown.error)
    (codesOf8Bits, codesOf10Bits, worstColor) = (codes(255), codes(1023), signal.color)
  }

  /// Whether each error is at most that of another measurement, apart from rounding.
  public func holds(_ claimed: LookupMeasurement) -> Bool {
    deltaEITP.isAtMost(claimed.deltaEITP) && codesOf8Bits.isAtMost(claimed.codesOf8Bits)
  }
}

private struct ColorError {
  /// The error of the worst component, in the table's numbers.
  let signal: Double
  let deltaEITP: Double
}

extension LookupMeasurement.Errors {
  /// - Parameter maximum: The maximum found by a search.
  fileprivate init(_ errors: [Double], maximum: Double, scale: Double = 1) {
    let sorted = errors.sorted()
    self.maximum = ColorDifference(maximum * scale)
    percentile999 = ColorDifference(sorted[(sorted.count - 1) * 999 / 1000] * scale)
    mean = ColorDifference(errors.reduce(0, +) / Double(errors.count) * scale)
  }

  fileprivate func isAtMost(_ other: Self) -> Bool {
    [\Self.maximum, \.percentile999, \.mean].allSatisfy {
      self[keyPath: $0].value <= other[keyPath: $0].value + 1e-6
    }
  }
}

extension LookupMeasurement.Neutrals {
  /// - Parameter colors: The output for neutral colors, darkest first, and the expected output.
  fileprivate init(_ colors: [(value: SIMD3<Double>, reference: SIMD3<Double>)]) {
    let errors = colors.map { $0.value - $0.reference }
    maximumError = ColorDifference((errors.map { max(abs($0.max()), abs($0.min())) }.max() ?? 0) * 255)
    maximumCast = ColorDifference((colors.map { $0.value.max() - $0.value.min() }.max() ?? 0) * 255)
    neverFalls = zip(colors, colors.dropFirst()).allSatisfy { darker, brighter in
      (0..<3).allSatisfy { i in
        // Text formats round to a millionth.
        brighter.value[i] >= darker.value[i] - 2e-6 || brighter.reference[i] < darker.reference[i]
      }
    }
  }
}
