internal import Colorimetry

/// Reads `.cube` files of both dialects.
///
/// - Source: Adobe, *Cube LUT Specification 1.0*; Blackmagic Design, *DaVinci Resolve manual*, on LUTs.
struct CubeReader {
  private enum Line: String, CaseIterable {
    case title = "TITLE"
    case curveSize = "LUT_1D_SIZE"
    case cubeSize = "LUT_3D_SIZE"
    case domainLow = "DOMAIN_MIN"
    case domainHigh = "DOMAIN_MAX"
    case curveRange = "LUT_1D_INPUT_RANGE"
    case cubeRange = "LUT_3D_INPUT_RANGE"
    case takesNarrow = "LUT_IN_VIDEO_RANGE"
    case givesNarrow = "LUT_OUT_VIDEO_RANGE"
  }

  private var title: String?
  private var curveSize = 0, cubeSize = 0
  private var low = SIMD3<Double>(), high = SIMD3<Double>(1, 1, 1)
  private var curveRange = SIMD2<Double>(0, 1), cubeRange = SIMD2<Double>(0, 1)
  /// The line numbers of the keywords before the rows.
  private var lines: [Line: Int] = [:]

  static func table(_ bytes: [UInt8]) throws(LookupFileError) -> LookupTable {
    var (reader, text) = (CubeReader(), LineScanner(bytes))
    while try text.nextContent(), !text.isAtNumber { try reader.keyword(&text) }
    let sizes = reader.sizes
    guard text.peek != nil || !sizes.isEmpty else { throw text.incomplete("no size", "LUT_1D_SIZE or LUT_3D_SIZE") }
    try reader.check(text)
    let rows = try text.rows(
      reader.curveSize + reader.cubeSize * reader.cubeSize * reader.cubeSize, of: sizes)
    var table = LookupTable(title: reader.title, comments: text.comments, steps: try reader.steps(of: rows))
    // - Source: Blackmagic Design, *DaVinci Resolve*, developer documentation, on LUTs.
    table.inputRange = reader.lines[.takesNarrow].map { _ in .narrow }
    table.outputRange = reader.lines[.givesNarrow].map { _ in .narrow }
    table.findings = reader.findings
    return table
  }

  private mutating func keyword(_ text: inout LineScanner) throws(LookupFileError) {
    guard let key = text.word().flatMap(Line.init) else {
      throw text.unexpected("\(Line.allCases.map(\.rawValue).joined(separator: ", ")) or a row")
    }
    guard lines.updateValue(text.line, forKey: key) == nil else { throw text.unexpected("one \(key.rawValue)") }
    switch key {
    case .title:
      let rest = text.rest()
      let isQuoted = rest.hasPrefix("\"") && rest.count >= 2 && rest.hasSuffix("\"")
      title = isQuoted ? String(rest.dropFirst().dropLast()) : rest
    case .curveSize: curveSize = try text.size(LookupCurve.sizes)
    case .cubeSize: cubeSize = try text.size(Cube.sizes)
    case .domainLow: low = SIMD3(try text.numbers(3, "three finite numbers"))
    case .domainHigh: high = SIMD3(try text.numbers(3, "three finite numbers"))
    case .curveRange: curveRange = SIMD2(try text.numbers(2, "two finite numbers"))
    case .cubeRange: cubeRange = SIMD2(try text.numbers(2, "two finite numbers"))
    case .takesNarrow, .givesNarrow:
      guard text.peek == nil else { throw text.unexpected("\(key.rawValue) alone") }
    }
  }

  private var sizes: String {
    [(Line.curveSize, curveSize), (.cubeSize, cubeSize)].filter { $0.1 > 0 }.map { "\($0.0.rawValue) \($0.1)" }
      .joined(separator: " and ")
  }

  /// Checks, before the first row, that the keywords so far are compatible.
  private func check(_ text: LineScanner) throws(LookupFileError) {
    guard curveSize + cubeSize > 0 else {
      throw text.unexpected("LUT_1D_SIZE or LUT_3D_SIZE before the first row")
    }
    let ranges = (curveSize > 0 ? [curveRange] : []) + (cubeSize > 0 ? [cubeRange] : [])
    let hasRanges = curveSize > 0 && lines[.curveRange] != nil || cubeSize > 0 && lines[.cubeRange] != nil
    let agrees = ranges.allSatisfy { low == SIMD3(repeating: $0.x) && high == SIMD3(repeating: $0.y) }
    guard curveSize > 0 && cubeSize > 0 || hasRanges, !agrees else { return }
    // Adobe's dialect has one table with a domain; Resolve's may have two tables, each with a range.
    for key in [Line.domainLow, .domainHigh] {
      guard let line = lines[key] else { continue }
      throw .unexpected(
        line: line, found: key.rawValue,
        expected: "LUT_1D_INPUT_RANGE and LUT_3D_INPUT_RANGE alone to set the domains of the tables")
    }
  }

  /// Findings about ranges without a table, as LUTCalc writes them; Resolve ignores them.
  private var findings: [LookupFinding] {
    [(Line.curveRange, Line.curveSize), (.cubeRange, .cubeSize)].compactMap { range, size in
      guard lines[size] == nil, let line = lines[range] else { return nil }
      return LookupFinding(
        code: "lut-unused-range", found: "line \(line) has \(range.rawValue), but there is no \(size.rawValue)",
        consequence: "ignoring it")
    }
  }

  private func steps(of rows: [SIMD3<Float>]) throws(LookupFileError) -> [LookupTable.Step] {
    var steps: [LookupTable.Step] = []
    if let line = lines[.curveSize] {
      let domain = try domain(curveRange, .curveRange, sizeLine: line)
      steps.append(.curves(try at(line, try LookupCurves(rows[..<curveSize], over: domain))))
    }
    if let line = lines[.cubeSize] {
      let domain = try domain(cubeRange, .cubeRange, sizeLine: line)
      let values = curveSize > 0 ? Array(rows[curveSize...]) : rows
      steps.append(.cube(try at(line, try Cube(size: cubeSize, domain: domain, values: values))))
    }
    return steps
  }

  private func domain(_ range: SIMD2<Double>, _ key: Line, sizeLine: Int) throws(LookupFileError) -> CubeDomain {
    if let line = lines[key] {
      return try at(line, try CubeDomain(low: SIMD3(repeating: range.x), high: SIMD3(repeating: range.y)))
    }
    return try at(lines[.domainHigh] ?? lines[.domainLow] ?? sizeLine, try CubeDomain(low: low, high: high))
  }
}
