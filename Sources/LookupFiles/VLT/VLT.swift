/// `.vlt` files of Panasonic's cameras: a cube of 17³ rows of 12-bit integers, with red varying fastest.
///
/// Lines end with LF only, and the two comments of the header are the only ones: the cameras' firmware is stricter than its documentation.
///
/// The inputs of the samples are the codes 0, 256, 512 … 3840 and 4095: the last step is one code shorter than the others. A table that is read
/// has matching curves before its cube.
///
/// - Source: Panasonic, *VariCam 3DLUT Reference Manual*, revision 1.0, 2014; files written by LUTCalc.
enum VLT {
  static let size = 17
  static let maximum: UInt16 = 4095

  /// The curves from a component to its position in the cube, `0...1`.
  static let nodes: LookupCurves = {
    do {
      let inputs = (0..<size).map { Float(min(256 * $0, Int(maximum))) / Float(maximum) }
      return LookupCurves(
        try LookupCurve(at: inputs, values: (0..<size).map { Float($0) / Float(size - 1) }))
    } catch {
      preconditionFailure("\(error)")
    }
  }()

  /// Returns the text of a table: a cube after the curves of this format, or a cube alone, which is sampled at the format's inputs.
  static func bytes(_ table: LookupTable, _ options: LookupFileOptions) throws(LookupFileError) -> [UInt8] {
    let (curves, held) = try table.curvesAndCube(for: .vlt)
    let isAtNodes = curves == nodes && held != nil
    let cube = isAtNodes ? held! : try table.onlyCube(for: .vlt)
    guard cube.size == size else {
      throw .cannotHold(.vlt, found: "a cube of size \(cube.size)", fix: "use the size \(size), or .cube")
    }
    let codes = try (isAtNodes ? cube : atNodes(cube)).codes(maximum, for: .vlt)
    var text = TextSink(decimals: 1)
    text.line("# panasonic vlt file version 1.0")
    text.line("# source vlt file \"\"")
    text.line("LUT_3D_SIZE \(size)")
    text.line("")
    text.lines(codes)
    return text.bytes
  }

  private static func atNodes(_ cube: Cube) -> Cube {
    do {
      return try Cube(size: size) { place in
        cube(LookupColor((place.components * Double(size - 1)).rounded(.toNearestOrEven) * 256 / Double(maximum)))
      }
    } catch {
      preconditionFailure("a mean of finite values is finite: \(error)")
    }
  }

  static func table(_ bytes: [UInt8]) throws(LookupFileError) -> LookupTable {
    var text = LineScanner(bytes)
    let magic = "# panasonic vlt file version 1.0"
    guard text.nextLine(), text.rest().lowercased() == magic else { throw text.unexpected("\"\(magic)\"") }
    if try text.nextContent() {
      guard text.word() == "LUT_3D_SIZE", text.onlyInteger() == size else {
        throw text.unexpected("LUT_3D_SIZE \(size)")
      }
    }
    let values = try text.rows(size * size * size, of: "LUT_3D_SIZE \(size)") { text throws(LookupFileError) in
      guard let row = text.integers(upTo: Int(maximum)), row.count == 3 else {
        throw text.unexpected("a row of three integers of 0 to \(maximum)")
      }
      return SIMD3(row.map { Float($0) }) / Float(maximum)
    }
    let cube = try at(text.line, try Cube(size: size, values: values))
    let comments = text.comments.filter { !$0.hasPrefix("source vlt file") }
    return LookupTable(comments: comments, steps: [.curves(nodes), .cube(cube)])
  }
}
