extension MasteringDisplayColorVolume {
  /// Parses the text that encoders take, in integers or in decimals.
  ///
  ///     try MasteringDisplayColorVolume(
  ///       text: "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,1)")
  ///     try MasteringDisplayColorVolume(
  ///       text: "G(0.265,0.690)B(0.150,0.060)R(0.680,0.320)WP(0.3127,0.3290)L(1000,0.0001)")
  ///
  /// The text is in decimals (coordinates and cd/m²) if any of the ten numbers has a decimal point or an exponent, else in the integers of x265
  /// (units of 0.00002 and 0.0001 cd/m²). No number means the same in both, so a text that mixes them is rejected: a coordinate above 1 or a maximum
  /// of 50 000 or more among decimals, or a maximum of 10 000 or less among integers. Groups may be in any order and case, with spaces between.
  ///
  /// - Domain: x `0.0001...0.74`, y `0.0001...0.84`, or the pair `0,0` for unknown; maximum `5...10_000` cd/m²; minimum
  ///   `0.0001...5` cd/m², or 0 for unknown. Decimals are rounded to the nearest unit.
  /// - Source: x265, `--master-display`; SVT-AV1, `--mastering-display`, takes the decimals. Domain: Rec. ITU-T H.264, D.2.29.
  /// - Throws: `MetadataError.malformedText`, `.ambiguousUnits`, `.outOfRange`, or `.emptyLuminanceRange` if the maximum is not above the minimum.
  public init(text: String) throws(MetadataError) {
    let groups = try Self.groups(in: text)
    let isDecimal = groups.values.contains { $0.0.isDecimal || $0.1.isDecimal }
    try Self.refuseMixedUnits(groups, isDecimal: isDecimal, text: text)

    func point(_ label: String, _ field: String) throws(MetadataError) -> CodedChromaticity {
      let scale = isDecimal ? 1 : 1 / CoordinatesIn50000ths.perOne
      guard let (x, y) = groups[label] else { throw .malformedText(found: text, expected: Self.form) }
      let point = try CodedChromaticity(nearest: Chromaticity(x.value * scale, y.value * scale), field: field)
      if point == CodedChromaticity(x: 0, y: 0) { return point }
      try Self.check(point.x, in: Self.knownX, field: "\(field): x")
      try Self.check(point.y, in: Self.knownY, field: "\(field): y")
      return point
    }
    func coded(
      _ number: WrittenNumber, _ field: String
    ) throws(MetadataError) -> CodedLuminance<NitsInTenThousandths> {
      guard !isDecimal else { return try CodedLuminance(nearest: .nits(number.value), field: field) }
      return try CodedLuminance(nearest: number.value, perOne: 1, field: field, unit: " units")
    }

    guard let (maximum, minimum) = groups["L"] else { throw .malformedText(found: text, expected: Self.form) }
    self.init(
      red: try point("R", "the red primary"), green: try point("G", "the green primary"),
      blue: try point("B", "the blue primary"), white: try point("WP", "the white point"),
      maximumUnits: try coded(maximum, "the mastering maximum"),
      minimumUnits: try coded(minimum, "the mastering minimum"))
    guard !isEmpty else { throw .emptyLuminanceRange(maximum: luminance.peak, minimum: luminance.black) }
    try Self.check(maximumUnits, in: Self.knownMaximum, field: "the mastering maximum", unit: " cd/m²")
    guard minimumUnits > 0 else { return }
    try Self.check(minimumUnits, in: Self.knownMinimum, field: "the mastering minimum", unit: " cd/m²")
  }

  /// The text of x265's `--master-display`, in the integers of the message.
  public var integerText: String {
    func pair(_ point: CodedChromaticity) -> String { "(\(point.x),\(point.y))" }
    return "G\(pair(green))B\(pair(blue))R\(pair(red))WP\(pair(white))L(\(maximumUnits.units),\(minimumUnits.units))"
  }

  /// The exact text in decimals: coordinates and cd/m².
  public var decimalText: String {
    func decimals(_ light: CodedLuminance<NitsInTenThousandths>) -> String {
      HDRMetadata.decimalText(light.units, places: 4)
    }
    return "G(\(green.decimalForm))B(\(blue.decimalForm))R(\(red.decimalForm))WP(\(white.decimalForm))"
      + "L(\(decimals(maximumUnits)),\(decimals(minimumUnits)))"
  }

  private static let form = "G(x,y)B(x,y)R(x,y)WP(x,y)L(max,min)"
  private typealias Pair = (WrittenNumber, WrittenNumber)

  /// The pairs of numbers by label; each of the five labels occurs once.
  private static func groups(in text: String) throws(MetadataError) -> [String: Pair] {
    let malformed = MetadataError.malformedText(found: text, expected: form)
    var groups: [String: Pair] = [:]
    var rest = text.trimmed[...]
    while let open = rest.firstIndex(of: "("), let close = rest[open...].firstIndex(of: ")") {
      let label = rest[..<open].trimmed.uppercased()
      guard ["G", "B", "R", "WP", "L"].contains(label), groups[label] == nil,
        let pair = numberList(String(rest[rest.index(after: open)..<close]), count: 2)
      else { throw malformed }
      groups[label] = (pair[0], pair[1])
      rest = rest[rest.index(after: close)...]
    }
    guard groups.count == 5, rest.isEmpty else { throw malformed }
    return groups
  }

  private static func refuseMixedUnits(
    _ groups: [String: Pair], isDecimal: Bool, text: String
  ) throws(MetadataError) {
    let maximum = groups["L"]?.0.value ?? 0
    let isMixed =
      isDecimal
      ? maximum >= Double(knownMaximum.lowerBound.units)
        || groups.contains { $0.key != "L" && ($0.value.0.value > 1 || $0.value.1.value > 1) }
      : (5...10_000).contains(maximum)
    guard !isMixed else { throw .ambiguousUnits(found: text, expected: form) }
  }

  private static func check<Unit, Integer>(
    _ code: CodedQuantity<Unit, Integer>, in known: ClosedRange<CodedQuantity<Unit, Integer>>, field: String,
    unit: String = ""
  ) throws(MetadataError) {
    guard known.contains(code) else {
      throw .outOfRange(
        field: field, found: code.number, expected: known.lowerBound.number...known.upperBound.number, unit: unit)
    }
  }
}

extension MasteringDisplayColorVolume: CustomStringConvertible {
  public var description: String { decimalText }
}
