/// Writes `.csp` files of Rising Sun's cineSpace: a cube or curves, preceded by curves with positions, the "preluts".
///
/// The preluts also state the domain, since a cube and its curves always cover 0 to 1.
///
/// - Source: OpenColorIO, `FileFormatCSP.cpp`.
struct CSPWriter {
  private var text: TextSink

  init(_ options: LookupFileOptions) { text = TextSink(decimals: options.decimals) }

  consuming func bytes(_ table: LookupTable) throws(LookupFileError) -> [UInt8] {
    let (curves, cube) = try table.curvesAndCube(for: .csp)
    text.line("CSPLUTV100")
    text.line(cube == nil ? "1D" : "3D")
    text.line("")
    try metadata(table.remarks)
    if let cube {
      if let curves {
        guard cube.domain == .unit else {
          throw .cannotHold(
            .csp, found: "curves before a cube whose domain is not 0…1",
            fix: "use .cube for Resolve, or sample it into one cube")
        }
        for curve in curves.all { prelut(curve) }
      } else {
        prelut(cube.domain)
      }
      text.line("")
      text.line("\(cube.size) \(cube.size) \(cube.size)")
      text.lines(cube.values)
    } else if let rows = try? curves?.rows(for: .csp) {
      prelut(rows.domain)
      text.line("")
      text.line("\(rows.values.count)")
      text.lines(rows.values)
    } else if let curves {
      guard curves.all.allSatisfy({ $0.values.allSatisfy { 0 <= $0 && $0 <= 1 } }) else {
        throw .cannotHold(
          .csp, found: "curves with uneven positions and values outside 0…1", fix: "sample them at equal steps")
      }
      for curve in curves.all { prelut(curve) }
      text.line("")
      text.line("2")
      text.lines([SIMD3<Float>.zero, .one])
    }
    return text.bytes
  }

  private mutating func metadata(_ remarks: [String]) throws(LookupFileError) {
    guard !remarks.isEmpty else { return }
    let lines = remarks.flatMap(\.lines)
    guard !lines.contains(where: { $0.hasPrefix(CSPReader.metadataEnd) }) else {
      throw .cannotHold(.csp, found: "a comment that begins with \(CSPReader.metadataEnd)", fix: "change the comment")
    }
    text.line(CSPReader.metadataBegin)
    for line in lines { text.line(line) }
    text.line(CSPReader.metadataEnd)
    text.line("")
  }

  /// Writes straight lines from the ends of a domain to 0 and 1.
  private mutating func prelut(_ domain: CubeDomain) {
    for axis in 0..<3 {
      text.line("2")
      text.line("\(domain.low[axis]) \(domain.high[axis])")
      text.line("0.0 1.0")
    }
  }

  /// Writes a curve; the positions are in their shortest form, which is exact, so they still increase.
  private mutating func prelut(_ curve: LookupCurve) {
    text.line("\(curve.values.count)")
    text.line(curve.values.indices.map { "\(Float(curve.argument($0)))" }.joined(separator: " "))
    for (index, value) in curve.values.enumerated() {
      if index > 0 { text.write(" ") }
      text.number(value)
    }
    text.line("")
  }
}
