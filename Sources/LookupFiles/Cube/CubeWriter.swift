internal import Colorimetry

/// Writes `.cube` files.
///
/// The title and the comments come first, then the sizes, then the ranges: FFmpeg ignores a domain before `LUT_3D_SIZE`, and Resolve accepts
/// comments only before the sizes.
struct CubeWriter {
  private let dialect: CubeDialect
  private var text: TextSink

  init(_ options: LookupFileOptions) {
    dialect = options.dialect
    text = TextSink(decimals: options.decimals)
  }

  consuming func bytes(_ table: LookupTable) throws(LookupFileError) -> [UInt8] {
    let (curves, cube) = try table.curvesAndCube(for: .cube)
    guard curves == nil || cube == nil || dialect == .resolve else {
      throw refusal("curves before a cube in the dialect \(dialect)", "use .csp, or sample it into one cube")
    }
    let rows = try curves?.rows(for: .cube)
    try head(table)
    if let rows {
      text.line("LUT_1D_SIZE \(rows.values.count)")
      try range(rows.domain, of: "LUT_1D")
    }
    if let cube {
      text.line("LUT_3D_SIZE \(cube.size)")
      try range(cube.domain, of: "LUT_3D")
    }
    if table.inputRange == .narrow { text.line("LUT_IN_VIDEO_RANGE") }
    if table.outputRange == .narrow { text.line("LUT_OUT_VIDEO_RANGE") }
    text.lines(rows?.values ?? [])
    text.lines(cube?.values ?? [])
    return text.bytes
  }

  private mutating func head(_ table: LookupTable) throws(LookupFileError) {
    if let title = table.title {
      // Resolve's files have no title; OpenColorIO rejects a title with an input range.
      if dialect == .resolve {
        text.comments([title])
      } else if title.contains(where: { $0 == "\"" || $0.isNewline }) {
        throw refusal("a title with a quotation mark or a line break", "leave it out of the title")
      } else {
        text.line("TITLE \"\(title)\"")
      }
    }
    text.comments(table.comments)
  }

  private mutating func range(_ domain: CubeDomain, of table: String) throws(LookupFileError) {
    switch dialect {
    case .portable:
      guard domain == .unit else {
        throw refusal(
          "a domain other than 0…1 in the dialect portable", "use .csp or .clf")
      }
    case .adobe:
      guard domain != .unit else { return }
      text.line("DOMAIN_MIN \(domain.low.x) \(domain.low.y) \(domain.low.z)")
      text.line("DOMAIN_MAX \(domain.high.x) \(domain.high.y) \(domain.high.z)")
    case .resolve:
      guard let ends = domain.shared else {
        throw refusal("a domain for each component in the dialect resolve", "use .csp")
      }
      text.line("\(table)_INPUT_RANGE \(ends.low) \(ends.high)")
    }
  }

  private func refusal(_ found: String, _ fix: String) -> LookupFileError {
    .cannotHold(.cube, found: found, fix: fix)
  }
}
