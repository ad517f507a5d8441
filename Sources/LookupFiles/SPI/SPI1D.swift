/// `.spi1d` files of Sony Pictures Imageworks: evenly spaced curves over one range.
///
/// Comments follow the values: readers without comment support have stopped by then.
///
/// - Source: OpenColorIO, `FileFormatSpi1D.cpp`.
struct SPI1D {
  private var range = SIMD2<Double>(0, 1), rangeLine: Int?
  private var count: Int?, components: Int?
  private var isVersioned = false

  static func bytes(_ table: LookupTable, _ options: LookupFileOptions) throws(LookupFileError) -> [UInt8] {
    let (curves, cube) = try table.curvesAndCube(for: .spi1d)
    guard let curves, cube == nil else {
      throw .cannotHold(.spi1d, found: "a cube", fix: "use .spi3d, or .csp for curves before a cube")
    }
    let (domain, values) = try curves.rows(for: .spi1d)
    guard let ends = domain.shared else {
      throw .cannotHold(.spi1d, found: "a range for each component", fix: "use .csp")
    }
    var text = TextSink(decimals: options.decimals)
    text.line("Version 1")
    text.line("From \(ends.low) \(ends.high)")
    text.line("Length \(values.count)")
    text.line("Components 3")
    text.line("{")
    text.lines(values)
    text.line("}")
    text.comments(table.remarks)
    return text.bytes
  }

  static func table(_ bytes: [UInt8]) throws(LookupFileError) -> LookupTable {
    var (reader, text) = (SPI1D(), LineScanner(bytes))
    try text.nextContent("Version, From, Length, Components and {")
    while text.peek != UInt8(ascii: "{") {
      try reader.header(&text)
      try text.nextContent("Version, From, Length, Components and {")
    }
    guard text.rest() == "{" else { throw text.unexpected("{ alone") }
    guard reader.isVersioned, let count = reader.count, let components = reader.components else {
      throw text.unexpected("Version, Length and Components before {")
    }
    var rows: [SIMD3<Float>] = []
    rows.reserveCapacity(min(count, text.remaining / 2 + 1))
    while true {
      try text.nextContent("\(count) rows and }")
      guard text.peek != UInt8(ascii: "}") else { break }
      guard rows.count < count else { throw text.unexpected("} after the \(count) rows of Length") }
      let numbers = try text.numbers(components, "a row of finite numbers, as many as Components says")
      rows.append(SIMD3(Float(numbers[0]), Float(numbers[components / 2]), Float(numbers[components - 1])))
    }
    guard rows.count == count else { throw text.unexpected("\(count) rows before }, not \(rows.count)") }
    guard text.rest() == "}" else { throw text.unexpected("} alone") }
    let last = text.line
    guard try !text.nextContent() else { throw text.unexpected("the end of the file after }") }
    let domain = try at(
      reader.rangeLine ?? last,
      try CubeDomain(low: SIMD3(repeating: reader.range.x), high: SIMD3(repeating: reader.range.y)))
    return LookupTable(comments: text.comments, steps: [.curves(try at(last, try LookupCurves(rows, over: domain)))])
  }

  private mutating func header(_ text: inout LineScanner) throws(LookupFileError) {
    switch text.word() {
    case "Version":
      guard text.onlyInteger() == 1 else { throw text.unexpected("Version 1") }
      isVersioned = true
    case "From":
      guard let ends = text.numbers(), ends.count == 2, rangeLine == nil else {
        throw text.unexpected("one From with two finite numbers")
      }
      (range, rangeLine) = (SIMD2(ends), text.line)
    case "Length":
      guard count == nil else { throw text.unexpected("one Length") }
      count = try text.size(LookupCurve.sizes, "one Length of")
    case "Components":
      guard let number = text.onlyInteger(), number == 1 || number == 3, components == nil else {
        throw text.unexpected("one Components of 1 or 3")
      }
      components = number
    default: throw text.unexpected("Version, From, Length, Components or {")
    }
  }
}
