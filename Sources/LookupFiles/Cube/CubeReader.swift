internal import Colorimetry
internal import LookupTables

/// Reads `.cube` files of both dialects.
///
/// - Source: Adobe, *Cube LUT Specification 1.0*; Blackmagic Design, *DaVinci Resolve manual*, on LUTs.
struct CubeReader {
  private var title: String?
  private var comments: [String] = []
  private var header = CubeHeader()

  static func table(_ bytes: [UInt8]) throws(LookupFileError) -> LookupTable {
    var reader = CubeReader()
    return try reader.table(bytes)
  }

  private mutating func table(_ bytes: [UInt8]) throws(LookupFileError) -> LookupTable {
    var text = LineScanner(bytes)
    var rows: [SIMD3<Float>] = []
    while text.nextLine() {
      switch text.peek {
      case nil: continue
      case UInt8(ascii: "#"): try text.keepComment(in: &comments)
      default:
        if rows.isEmpty, !text.isAtNumber {
          try keyword(&text)
        } else {
          if rows.isEmpty {
            try header.check(text)
            // A row has at least six bytes, so memory is taken for what is there, whatever the header claims.
            rows.reserveCapacity(min(header.rows, text.remaining / 6 + 1))
          }
          guard rows.count < header.rows else {
            throw text.unexpected("the end of the file after the \(header.rows) rows of \(header.sizes)")
          }
          guard let row = text.triple() else { throw text.unexpected("a row of three finite numbers") }
          rows.append(row)
        }
      }
    }
    guard !header.sizes.isEmpty else { throw text.incomplete("no size", "LUT_1D_SIZE or LUT_3D_SIZE") }
    guard rows.count == header.rows else {
      throw text.incomplete("\(rows.count) of \(header.rows) rows", "all rows of \(header.sizes)")
    }
    var table = LookupTable(title: title, comments: comments, steps: try header.steps(of: rows))
    (table.inputRange, table.outputRange) = header.videoRanges
    table.findings = header.findings
    return table
  }

  private mutating func keyword(_ text: inout LineScanner) throws(LookupFileError) {
    switch text.word() {
    case "TITLE":
      guard title == nil else { throw text.unexpected("one TITLE") }
      var rest = text.rest()
      if rest.hasPrefix("\""), rest.count >= 2, rest.hasSuffix("\"") { rest = String(rest.dropFirst().dropLast()) }
      title = rest
    case let word? where CubeHeader.Line(rawValue: word) != nil:
      try header.read(CubeHeader.Line(rawValue: word)!, &text)
    default:
      throw text.unexpected("TITLE, \(CubeHeader.Line.allCases.map(\.rawValue).joined(separator: ", ")) or a row")
    }
  }
}

/// The sizes and ranges of a `.cube` file.
private struct CubeHeader {
  enum Line: String, CaseIterable {
    case curveSize = "LUT_1D_SIZE"
    case cubeSize = "LUT_3D_SIZE"
    case domainLow = "DOMAIN_MIN"
    case domainHigh = "DOMAIN_MAX"
    case curveRange = "LUT_1D_INPUT_RANGE"
    case cubeRange = "LUT_3D_INPUT_RANGE"
    case takesNarrow = "LUT_IN_VIDEO_RANGE"
    case givesNarrow = "LUT_OUT_VIDEO_RANGE"
  }

  private var curveSize = 0, cubeSize = 0
  private var low = SIMD3<Double>(), high = SIMD3<Double>(1, 1, 1)
  private var curveRange = SIMD2<Double>(0, 1), cubeRange = SIMD2<Double>(0, 1)
  private var lines: [Line: Int] = [:]

  mutating func read(_ key: Line, _ text: inout LineScanner) throws(LookupFileError) {
    guard lines.updateValue(text.line, forKey: key) == nil else { throw text.unexpected("one \(key.rawValue)") }
    switch key {
    case .curveSize: curveSize = try size(&text, LookupCurve.sizes)
    case .cubeSize: cubeSize = try size(&text, Cube.sizes)
    case .domainLow: low = try triple(&text)
    case .domainHigh: high = try triple(&text)
    case .curveRange: curveRange = try pair(&text)
    case .cubeRange: cubeRange = try pair(&text)
    case .takesNarrow, .givesNarrow:
      guard text.peek == nil else { throw text.unexpected("\(key.rawValue) alone") }
    }
  }

  private func size(_ text: inout LineScanner, _ allowed: ClosedRange<Int>) throws(LookupFileError) -> Int {
    guard let size = text.onlyInteger(), allowed.contains(size) else {
      throw text.unexpected("a size of \(allowed.lowerBound) to \(allowed.upperBound)")
    }
    return size
  }

  private func triple(_ text: inout LineScanner) throws(LookupFileError) -> SIMD3<Double> {
    guard let numbers = text.numbers(), numbers.count == 3 else { throw text.unexpected("three finite numbers") }
    return SIMD3(numbers[0], numbers[1], numbers[2])
  }

  private func pair(_ text: inout LineScanner) throws(LookupFileError) -> SIMD2<Double> {
    guard let numbers = text.numbers(), numbers.count == 2 else { throw text.unexpected("two finite numbers") }
    return SIMD2(numbers[0], numbers[1])
  }

  /// The sizes as the file says them.
  var sizes: String {
    [(Line.curveSize, curveSize), (.cubeSize, cubeSize)].filter { $0.1 > 0 }.map { "\($0.0.rawValue) \($0.1)" }
      .joined(separator: " and ")
  }

  /// The number of rows that must follow: first those of the curves, then those of the cube.
  var rows: Int { curveSize + cubeSize * cubeSize * cubeSize }

  /// Before the first row: whether the lines so far go together.
  func check(_ text: LineScanner) throws(LookupFileError) {
    guard rows > 0 else { throw text.unexpected("LUT_1D_SIZE or LUT_3D_SIZE before the first row") }
    func refuse(_ key: Line, _ expected: String) throws(LookupFileError) {
      guard let line = lines[key] else { return }
      throw .unexpected(line: line, found: key.rawValue, expected: expected)
    }
    let ranges = (curveSize > 0 ? [curveRange] : []) + (cubeSize > 0 ? [cubeRange] : [])
    let hasRanges = curveSize > 0 && lines[.curveRange] != nil || cubeSize > 0 && lines[.cubeRange] != nil
    let agrees = ranges.allSatisfy { low == SIMD3(repeating: $0.x) && high == SIMD3(repeating: $0.y) }
    if curveSize > 0 && cubeSize > 0 || hasRanges, !agrees {
      // Adobe's dialect has one table and says its domain; Resolve's may have two and says a range for each.
      let expected = "LUT_1D_INPUT_RANGE and LUT_3D_INPUT_RANGE alone to say where the tables begin and end"
      try refuse(.domainLow, expected)
      try refuse(.domainHigh, expected)
    }
  }

  /// The ranges of the numbers that the table takes and gives, if they are narrow.
  ///
  /// - Source: Blackmagic Design, *DaVinci Resolve*, developer documentation, on LUTs.
  var videoRanges: (QuantizationRange?, QuantizationRange?) {
    (lines[.takesNarrow].map { _ in .narrow }, lines[.givesNarrow].map { _ in .narrow })
  }

  /// Ranges of tables that are not there, as LUTCalc writes them; Resolve ignores them.
  var findings: [LookupFinding] {
    [(Line.curveRange, Line.curveSize, curveSize), (.cubeRange, .cubeSize, cubeSize)].compactMap { range, size, count in
      guard count == 0, let line = lines[range] else { return nil }
      return LookupFinding(
        code: "lut-unused-range", found: "line \(line) has \(range.rawValue), but there is no \(size.rawValue)",
        consequence: "ignoring it")
    }
  }

  func steps(of rows: [SIMD3<Float>]) throws(LookupFileError) -> [LookupTable.Step] {
    var steps: [LookupTable.Step] = []
    if curveSize > 0 {
      let domain = try domain(curveRange, .curveRange, .curveSize)
      steps.append(.curves(try at(line(of: .curveSize), try LookupCurves(rows[..<curveSize], over: domain))))
    }
    if cubeSize > 0 {
      let domain = try domain(cubeRange, .cubeRange, .cubeSize)
      let values = curveSize > 0 ? Array(rows[curveSize...]) : rows
      steps.append(.cube(try at(line(of: .cubeSize), try Cube(size: cubeSize, domain: domain, values: values))))
    }
    return steps
  }

  private func domain(_ range: SIMD2<Double>, _ key: Line, _ size: Line) throws(LookupFileError) -> CubeDomain {
    guard lines[key] == nil else {
      return try at(line(of: key), try CubeDomain(low: SIMD3(repeating: range.x), high: SIMD3(repeating: range.y)))
    }
    return try at(lines[.domainHigh] ?? lines[.domainLow] ?? line(of: size), try CubeDomain(low: low, high: high))
  }

  private func line(of key: Line) -> Int { lines[key] ?? 1 }
}
