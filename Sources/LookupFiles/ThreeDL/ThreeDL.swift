/// `.3dl` files of Discreet's and Autodesk's systems: integers of a cube, with blue varying fastest.
///
/// The mesh states the positions of the vertices along each component. An uneven mesh becomes curves from these positions to even ones.
/// OpenColorIO uses an uneven mesh as the curves themselves, which is the inverse.
///
/// - Source: OpenColorIO, `FileFormat3DL.cpp`, on the variants of Flame and Lustre.
struct ThreeDL {
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

  // MARK: Reading

  private var mesh: [Int] = [], meshLine = 0
  /// The bits of the output, if Lustre's header states them.
  private var depth: Int?
  private var rows: [SIMD3<Float>] = []

  static func table(_ bytes: [UInt8]) throws(LookupFileError) -> LookupTable {
    var (reader, text) = (ThreeDL(), LineScanner(bytes))
    while try text.nextContent() { try reader.read(&text) }
    return LookupTable(comments: text.comments, steps: try reader.steps(text))
  }

  private mutating func read(_ text: inout LineScanner) throws(LookupFileError) {
    guard text.isAtNumber, !rows.isEmpty || text.lineText.uppercased() != "3DMESH" else { return try keyword(&text) }
    guard let numbers = text.integers(upTo: 65535) else { throw text.unexpected("integers of 0 to 65535") }
    if numbers.count > 3, numbers.count <= Cube.sizes.upperBound, rows.isEmpty, mesh.isEmpty {
      (mesh, meshLine) = (numbers, text.line)
    } else if numbers.count == 3 {
      let size = mesh.isEmpty ? Cube.sizes.upperBound : mesh.count
      guard rows.count < size * size * size else {
        throw text.unexpected("the end of the file after the \(size)³ rows that a cube of size \(size) has")
      }
      rows.append(SIMD3(numbers.map { Float($0) }))
    } else {
      throw text.unexpected(
        mesh.isEmpty && rows.isEmpty ? "a mesh, or a row of three integers" : "a row of three integers")
    }
  }

  /// Reads the keywords that Lustre writes before and after the rows.
  private mutating func keyword(_ text: inout LineScanner) throws(LookupFileError) {
    switch text.word()?.lowercased() {
    case "3dmesh" where text.peek == nil, "lut8" where text.peek == nil: return
    case "gamma":
      guard text.onlyNumber() == 1 else { throw text.unexpected("gamma 1.0, the only one that is supported") }
    case "mesh":
      guard depth == nil, let bits = text.integers(upTo: 16), bits.count == 2, bits[1] >= 8 else {
        throw text.unexpected("one Mesh, with the bits of the mesh and, 8 to 16, of the rows")
      }
      depth = bits[1]
    default: throw text.unexpected("3DMESH, Mesh, LUT8, gamma 1.0, a mesh or a row")
    }
  }

  private func steps(_ text: LineScanner) throws(LookupFileError) -> [LookupTable.Step] {
    let size = mesh.isEmpty ? Cube.sizes.first { $0 * $0 * $0 >= rows.count } ?? 0 : mesh.count
    guard size * size * size == rows.count else {
      let reason = mesh.isEmpty ? "a cube of size \(size)" : "its mesh of \(size)"
      throw text.incomplete("\(rows.count) of \(size * size * size) rows", "all rows of \(reason)")
    }
    let maximum = rows.reduce(0) { max($0, Int($1.max())) }
    guard let depth = depth ?? Self.depth(ofMaximum: maximum) else {
      throw text.incomplete(
        "\(maximum) as its maximum value", "integers of at least 8 bits, since the maximum determines the bit depth")
    }
    let scale = Float((1 << depth) - 1)
    let values = Cube.reversed(rows, size: size).map { $0 / scale }
    return try spread(size) + [.cube(try at(text.line, try Cube(size: size, values: values)))]
  }

  /// Returns curves from the positions of an uneven mesh to even ones; no step for an even mesh.
  private func spread(_ size: Int) throws(LookupFileError) -> [LookupTable.Step] {
    guard !mesh.isEmpty else { return [] }
    guard let depth = Self.depth(ofMaximum: mesh.max() ?? 0) else {
      throw .unexpected(
        line: meshLine, found: "a mesh up to \(mesh.max() ?? 0)", expected: "integers of at least 8 bits")
    }
    let scale = Double((1 << depth) - 1)
    let step = scale / Double(size - 1)
    // Systems round the positions of an even mesh differently, and some end at a power of two.
    if mesh.enumerated().allSatisfy({ abs(Double($1) - Double($0) * step) < 2 }) { return [] }
    let places = mesh.map { Float(Double($0) / scale) }
    let curve = try at(
      meshLine,
      try LookupCurve(at: places, values: mesh.indices.map { Float(Double($0) / Double(size - 1)) }))
    return [.curves(LookupCurves(curve))]
  }
}
