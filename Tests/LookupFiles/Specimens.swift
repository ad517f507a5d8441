import LookupFiles
import Testing

/// A cube of which every axis and every component has numbers of its own, so that no two can be mistaken for each other.
func asymmetricCube(size: Int, domain: CubeDomain = .unit) throws -> Cube {
  try Cube(
    size: size, domain: domain,
    values: (0..<size * size * size).map { index in
      let (r, g, b) = (Float(index % size), Float(index / size % size), Float(index / size / size))
      let last = Float(size - 1)
      return SIMD3(0.9 * r + 0.04 * g + 0.01 * b, 0.05 * r + 0.7 * g + 0.02 * b, 0.03 * r + 0.06 * g + 0.5 * b) / last
    })
}

/// Three different curves.
func asymmetricCurves(size: Int, over range: ClosedRange<Double> = 0...1) throws -> LookupCurves {
  func curve(_ power: Int) throws -> LookupCurve {
    try LookupCurve(
      over: range,
      values: (0..<size).map { index in
        let x = Float(index) / Float(size - 1)
        return (0..<power).reduce(1) { product, _ in product * x }
      })
  }
  return LookupCurves(try curve(1), try curve(2), try curve(3))
}

/// The sentence with which a text is refused.
func refusal(_ text: String, _ format: LookupFileFormat) -> String {
  refusal(Array(text.utf8), format)
}

/// The sentence with which bytes are refused.
func refusal(_ bytes: [UInt8], _ format: LookupFileFormat) -> String {
  do throws(LookupFileError) {
    _ = try LookupTable(parsing: bytes, as: format)
    return "taken"
  } catch { return "\(error)" }
}

/// The sentence with which a table is not written.
func refusal(
  _ table: LookupTable, _ format: LookupFileFormat, _ options: LookupFileOptions = LookupFileOptions()
) -> String {
  do throws(LookupFileError) {
    _ = try table.encoded(as: format, options: options)
    return "written"
  } catch { return "\(error)" }
}
