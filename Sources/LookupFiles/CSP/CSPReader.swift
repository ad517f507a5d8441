/// Reads `.csp` files.
///
/// Preluts of two points that map to 0 and 1 are the domain of the table that follows. Others are curves, interpolated linearly.
/// OpenColorIO interpolates smoothly between their points; FFmpeg 5.1.9 uses the lower of two points, and assumes that a domain starts at 0.
///
/// - Source: OpenColorIO, `FileFormatCSP.cpp`; FFmpeg, `vf_lut3d.c`.
struct CSPReader {
  static let metadataBegin = "BEGIN METADATA", metadataEnd = "END METADATA"

  private var text: LineScanner

  static func table(_ bytes: [UInt8]) throws(LookupFileError) -> LookupTable {
    var reader = CSPReader(text: LineScanner(bytes, hasComments: false))
    return try reader.table()
  }

  private mutating func table() throws(LookupFileError) -> LookupTable {
    try text.nextContent("CSPLUTV100")
    guard text.word()?.uppercased() == "CSPLUTV100", text.peek == nil else { throw text.unexpected("CSPLUTV100") }
    try text.nextContent("1D or 3D")
    let kind = text.rest().uppercased()
    guard kind == "1D" || kind == "3D" else { throw text.unexpected("1D or 3D") }
    try text.nextContent("a prelut")
    try metadata()

    var preluts: [LookupCurve] = []
    for _ in 0..<3 { preluts.append(try prelut()) }
    let domain = Self.domain(preluts)
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

  /// Reads the lines of the metadata block, if the current line starts one, and advances past it.
  private mutating func metadata() throws(LookupFileError) {
    guard text.lineText.uppercased().hasPrefix(Self.metadataBegin) else { return }
    while true {
      guard text.nextLine() else { throw text.incomplete("no \(Self.metadataEnd)", Self.metadataEnd) }
      let line = text.lineText
      if line.uppercased().hasPrefix(Self.metadataEnd) { break }
      try text.keep(comment: line)
    }
    try text.nextContent("a prelut")
  }

  /// Reads a prelut that starts at the current line, and advances past it.
  private mutating func prelut() throws(LookupFileError) -> LookupCurve {
    let count = try text.size(LookupCurve.sizes, "the number of points of a prelut,")
    let places = try numbers(count, "positions")
    let line = text.line
    let values = try numbers(count, "values").map { Float($0) }
    let curve: LookupCurve
    if count == 2 {
      // Two points are kept in `Double`, since they may be the ends of a domain.
      guard places[0] < places[1] else { throw .table(line: line, .positionsDoNotRise(index: 1)) }
      curve = try at(line, try LookupCurve(at: .even(places[0]...places[1]), values: values))
    } else {
      curve = try at(line, try LookupCurve(at: .at(places.map { Float($0) }), values: values))
    }
    try text.nextContent("the rest of the preluts and a size")
    return curve
  }

  private mutating func numbers(_ count: Int, _ name: String) throws(LookupFileError) -> [Double] {
    try text.nextContent("the \(count) \(name) of a prelut")
    return try text.numbers(count, "the \(count) \(name) of a prelut, finite numbers in one line")
  }

  /// The domain of preluts whose two points map to 0 and 1; `nil` if any prelut is different.
  private static func domain(_ preluts: [LookupCurve]) -> CubeDomain? {
    guard preluts.allSatisfy({ $0.values == [0, 1] }) else { return nil }
    let ends = preluts.map(\.domain)
    return try? CubeDomain(
      low: SIMD3(ends[0].lowerBound, ends[1].lowerBound, ends[2].lowerBound),
      high: SIMD3(ends[0].upperBound, ends[1].upperBound, ends[2].upperBound))
  }
}
