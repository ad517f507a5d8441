internal import LookupTables

/// `.vlt` files of Panasonic's cameras: a cube of 17³ rows of 12-bit integers, with red varying fastest.
///
/// Lines end with LF alone, and the two comments of the head are the only ones: the cameras' firmware is stricter than its documents.
///
/// - Source: The files that LUTCalc writes.
enum VLT {
  static let size = 17
  static let greatest: UInt16 = 4095

  static func bytes(_ table: LookupTable, _ options: LookupFileOptions) throws(LookupFileError) -> [UInt8] {
    if let bits = options.bitDepth, bits != 12 { throw .bitDepth(bits, .vlt, allowed: [12]) }
    let cube = try table.onlyCube(for: .vlt)
    guard cube.size == size else {
      throw .cannotHold(.vlt, found: "a cube of size \(cube.size)", mend: "use the size \(size), or .cube")
    }
    let codes = try cube.codes(greatest, for: .vlt)
    var text = TextSink(decimals: 1)
    text.line("# panasonic vlt file version 1.0")
    text.line("# source vlt file \"\"")
    text.line("LUT_3D_SIZE \(size)")
    text.line("")
    for code in codes { text.line(code) }
    return text.bytes
  }

  static func table(_ bytes: [UInt8]) throws(LookupFileError) -> LookupTable {
    var text = LineScanner(bytes)
    let magic = "# panasonic vlt file version 1.0"
    guard text.nextLine(), text.rest().lowercased() == magic else { throw text.unexpected("\"\(magic)\"") }
    var comments: [String] = []
    var hasSize = false
    var values: [SIMD3<Float>] = []
    while text.nextLine() {
      guard let first = text.peek else { continue }
      if first == UInt8(ascii: "#") {
        try text.keepComment(in: &comments)
      } else if !hasSize {
        guard text.word() == "LUT_3D_SIZE", text.onlyInteger() == size else {
          throw text.unexpected("LUT_3D_SIZE \(size)")
        }
        hasSize = true
      } else {
        guard values.count < size * size * size else {
          throw text.unexpected("the end of the file after the \(size * size * size) rows of LUT_3D_SIZE \(size)")
        }
        guard let row = text.integers(upTo: Int(greatest)), row.count == 3 else {
          throw text.unexpected("a row of three integers of 0 to \(greatest)")
        }
        values.append(SIMD3(Float(row[0]), Float(row[1]), Float(row[2])) / Float(greatest))
      }
    }
    guard hasSize, values.count == size * size * size else {
      throw text.incomplete("\(values.count) of \(size * size * size) rows", "all rows of LUT_3D_SIZE \(size)")
    }
    comments.removeAll { $0.hasPrefix("source vlt file") }
    return LookupTable(comments: comments, steps: [.cube(try at(text.line, try Cube(size: size, values: values)))])
  }
}
