/// `.csp` files of Rising Sun's cineSpace: a cube or curves, preceded by curves with positions, the "preluts".
///
/// Preluts of two points that map to 0 and 1 are the domain of the table that follows, which itself covers 0 to 1. Others are curves, interpolated
/// linearly. OpenColorIO interpolates smoothly between their points; FFmpeg 5.1.9 uses the lower of two points, and assumes that a domain starts at 0.
///
/// - Source: OpenColorIO, `FileFormatCSP.cpp`; FFmpeg, `vf_lut3d.c`.
enum CSP {
  fileprivate static let metadataBegin = "BEGIN METADATA", metadataEnd = "END METADATA"

  static func table(_ bytes: [UInt8]) throws(LookupFileError) -> LookupTable {
    var text = LineScanner(bytes, hasComments: false)
    try text.nextContent("CSPLUTV100")
    guard text.word()?.uppercased() == "CSPLUTV100", text.peek == nil else { throw text.unexpected("CSPLUTV100") }
    try text.nextContent("1D or 3D")
    let kind = text.rest().uppercased()
    guard kind == "1D" || kind == "3D" else { throw text.unexpected("1D or 3D") }
    try text.nextContent("a prelut")
    try text.metadata()

    let preluts = [try text.prelut(), try text.prelut(), try text.prelut()]
    let domain = domain(preluts)
    var steps: [LookupTable.Step] =
      domain == nil ? [.curves(LookupCurves(preluts[0], preluts[1], preluts[2]))] : []
    if kind == "3D" {
      let size = try text.cubeSize()
      let values = try text.rows(size * size * size, of: "the size \(size)")
      steps.append(.cube(try at(text.line, try Cube(size: size, domain: domain ?? .unit, values: values))))
    } else {
      let size = try text.size(LookupCurve.sizes)
      let values = try text.rows(size, of: "the size \(size)")
      // A line from 0 to 1 has no effect after curves whose values are all in that range.
      let isIdle = values == [.zero, .one] && preluts.allSatisfy { $0.values.allSatisfy { 0 <= $0 && $0 <= 1 } }
      if domain != nil || !isIdle {
        steps.append(.curves(try at(text.line, try LookupCurves(values, over: domain ?? .unit))))
      }
    }
    return LookupTable(comments: text.comments, steps: steps)
  }

  /// The domain of preluts whose two points map to 0 and 1; `nil` if any prelut is different.
  private static func domain(_ preluts: [LookupCurve]) -> CubeDomain? {
    guard preluts.allSatisfy({ $0.values == [0, 1] }) else { return nil }
    let ends = preluts.map(\.domain)
    return try? CubeDomain(
      low: SIMD3(ends[0].lowerBound, ends[1].lowerBound, ends[2].lowerBound),
      high: SIMD3(ends[0].upperBound, ends[1].upperBound, ends[2].upperBound))
  }

  static func bytes(_ table: LookupTable, _ options: LookupFileOptions) throws(LookupFileError) -> [UInt8] {
    let (curves, cube) = try table.curvesAndCube(for: .csp)
    var text = TextSink(decimals: options.decimals)
    text.line("CSPLUTV100")
    text.line(cube == nil ? "1D" : "3D")
    text.line("")
    try text.metadata(table.remarks)
    if let cube {
      if let curves {
        guard cube.domain == .unit else {
          throw .cannotHold(
            .csp, found: "curves before a cube whose domain is not 0…1",
            fix: "use .cube for Resolve, or sample it into one cube")
        }
        for curve in curves.all { text.prelut(curve) }
      } else {
        text.prelut(cube.domain)
      }
      text.line("")
      text.line("\(cube.size) \(cube.size) \(cube.size)")
      text.lines(cube.values)
    } else if let rows = try? curves?.rows(for: .csp) {
      text.prelut(rows.domain)
      text.line("")
      text.line("\(rows.values.count)")
      text.lines(rows.values)
    } else if let curves {
      guard curves.all.allSatisfy({ $0.values.allSatisfy { 0 <= $0 && $0 <= 1 } }) else {
        throw .cannotHold(
          .csp, found: "curves with uneven positions and values outside 0…1", fix: "sample them at equal steps")
      }
      for curve in curves.all { text.prelut(curve) }
      text.line("")
      text.line("2")
      text.lines([SIMD3<Float>.zero, .one])
    }
    return text.bytes
  }
}

extension LineScanner {
  /// Reads the lines of the metadata block, if the current line starts one, and advances past it.
  fileprivate mutating func metadata() throws(LookupFileError) {
    guard lineText.uppercased().hasPrefix(CSP.metadataBegin) else { return }
    while true {
      guard nextLine() else { throw incomplete("no \(CSP.metadataEnd)", CSP.metadataEnd) }
      let line = lineText
      if line.uppercased().hasPrefix(CSP.metadataEnd) { break }
      try keep(comment: line)
    }
    try nextContent("a prelut")
  }

  /// Reads a prelut that starts at the current line, and advances past it.
  fileprivate mutating func prelut() throws(LookupFileError) -> LookupCurve {
    let count = try size(LookupCurve.sizes, "the number of points of a prelut,")
    let places = try numbers(ofPrelut: count, "positions")
    let line = line
    let values = try numbers(ofPrelut: count, "values").map { Float($0) }
    let curve: LookupCurve
    if count == 2 {
      // Two points are kept in `Double`, since they may be the ends of a domain.
      guard places[0] < places[1] else { throw .table(line: line, .positionsDoNotRise(index: 1)) }
      curve = try at(line, try LookupCurve(over: places[0]...places[1], values: values))
    } else {
      curve = try at(line, try LookupCurve(at: places.map { Float($0) }, values: values))
    }
    try nextContent("the rest of the preluts and a size")
    return curve
  }

  private mutating func numbers(ofPrelut count: Int, _ name: String) throws(LookupFileError) -> [Double] {
    try nextContent("the \(count) \(name) of a prelut")
    return try numbers(count, "the \(count) \(name) of a prelut, finite numbers in one line")
  }
}

extension TextSink {
  fileprivate mutating func metadata(_ remarks: [String]) throws(LookupFileError) {
    guard !remarks.isEmpty else { return }
    let lines = remarks.flatMap(\.lines)
    guard !lines.contains(where: { $0.hasPrefix(CSP.metadataEnd) }) else {
      throw .cannotHold(.csp, found: "a comment that begins with \(CSP.metadataEnd)", fix: "change the comment")
    }
    line(CSP.metadataBegin)
    for line in lines { self.line(line) }
    line(CSP.metadataEnd)
    line("")
  }

  /// Writes straight lines from the ends of a domain to 0 and 1.
  fileprivate mutating func prelut(_ domain: CubeDomain) {
    for axis in 0..<3 {
      line("2")
      line("\(domain.low[axis]) \(domain.high[axis])")
      line("0.0 1.0")
    }
  }

  /// Writes a curve; the positions are in their shortest form, which is exact, so they still increase.
  fileprivate mutating func prelut(_ curve: LookupCurve) {
    line("\(curve.values.count)")
    line(curve.values.indices.map { "\(Float(curve.argument($0)))" }.joined(separator: " "))
    for (index, value) in curve.values.enumerated() {
      if index > 0 { write(" ") }
      number(value)
    }
    line("")
  }
}
