/// `.3dl` files of Discreet's and Autodesk's systems: integers of a cube, with blue varying fastest.
///
/// - Source: OpenColorIO, `FileFormat3DL.cpp`, on the variants of Flame and Lustre.
enum ThreeDL {
  static let depths = [10, 12, 16]

  /// The minimum size that can be written: the mesh of a smaller cube could be mistaken for a row.
  static let smallest = 4

  /// The bit depth for a table's maximum value, as readers guess it: values may be up to twice the nominal range;
  /// `nil` for a maximum too low for a table of integers.
  static func depth(ofMaximum value: Int) -> Int? {
    value < 128 ? nil : value < 512 ? 8 : value < 2048 ? 10 : value < 8192 ? 12 : 16
  }

  /// The mesh of a cube: the positions of the vertices as 10-bit integers.
  static func mesh(size: Int) -> [Int] { (0..<size).map { min(($0 * 1024 + (size - 1) / 2) / (size - 1), 1023) } }

  static func bytes(_ table: LookupTable, _ options: LookupFileOptions) throws(LookupFileError) -> [UInt8] {
    let depth = options.bitDepth ?? 12
    let cube = try table.onlyCube(for: .threeDL)
    guard cube.size >= smallest else {
      throw .cannotHold(
        .threeDL, found: "a cube of size \(cube.size)", fix: "use the size \(smallest) or more, or .cube")
    }
    let codes = try cube.codes(UInt16((1 << depth) - 1), for: .threeDL)
    let maximum = Int(codes.reduce(0) { max($0, $1.max()) })
    guard Self.depth(ofMaximum: maximum) == depth else {
      throw .cannotHold(
        .threeDL, found: "a cube as dark as this, whose maximum code is \(maximum) of \(1 << depth)",
        fix: "use .cube; programs that read .3dl guess the bit depth from the maximum code")
    }
    var text = TextSink(decimals: options.decimals)
    text.comments(table.remarks)
    text.line(mesh(size: cube.size).map(String.init).joined(separator: " "))
    text.lines(Cube.reversed(codes, size: cube.size))
    return text.bytes
  }
}
