internal import LookupTables

/// `.spi3d` files of Sony Pictures Imageworks: a cube whose rows say their places.
///
/// Comments follow the rows: readers that know none have stopped by then.
///
/// - Source: OpenColorIO, `FileFormatSpi3D.cpp`.
enum SPI3D {
  static func bytes(_ table: LookupTable, _ options: LookupFileOptions) throws(LookupFileError) -> [UInt8] {
    let cube = try table.onlyCube(for: .spi3d)
    guard cube.domain == .unit else {
      throw .cannotHold(
        .spi3d, found: "a domain other than 0…1", fix: "use .csp, .clf, or .cube with the dialect adobe")
    }
    var text = TextSink(decimals: options.decimals)
    text.line("SPILUT 1.0")
    text.line("3 3")
    text.line("\(cube.size) \(cube.size) \(cube.size)")
    for (index, value) in cube.blueFastest.enumerated() {
      let (red, green, blue) = (index / cube.size / cube.size, index / cube.size % cube.size, index % cube.size)
      text.write("\(red) \(green) \(blue) ")
      text.line(value)
    }
    text.comments(table.remarks)
    return text.bytes
  }

  static func table(_ bytes: [UInt8]) throws(LookupFileError) -> LookupTable {
    var text = LineScanner(bytes)
    guard text.nextLine(), text.word()?.uppercased() == "SPILUT", text.onlyNumber() == 1 else {
      throw text.unexpected("SPILUT 1.0")
    }
    guard text.nextLine(), text.integers(upTo: 99) == [3, 3] else {
      throw text.unexpected("3 3, the number of components in and out")
    }
    guard text.nextLine(), let sizes = text.integers(upTo: Cube.sizes.upperBound), sizes.count == 3,
      Cube.sizes.contains(sizes[0]), sizes[1] == sizes[0], sizes[2] == sizes[0]
    else { throw text.unexpected("three equal sizes of \(Cube.sizes.lowerBound) to \(Cube.sizes.upperBound)") }
    let (size, count) = (sizes[0], sizes[0] * sizes[0] * sizes[0])
    // The rows come in any order, so there must be memory for all of them; none is taken for rows that cannot be there.
    guard text.remaining / "0 0 0 0 0 0".utf8.count >= count else {
      throw text.unexpected("a size whose \(count) rows fit into the \(text.remaining) bytes that follow")
    }
    return try table(&text, size: size, count: count)
  }

  private static func table(
    _ text: inout LineScanner, size: Int, count: Int
  ) throws(LookupFileError) -> LookupTable {
    var comments: [String] = []
    var values = [SIMD3<Float>](repeating: SIMD3(repeating: .nan), count: count)
    var found = 0
    while text.nextLine() {
      guard let first = text.peek else { continue }
      if first == UInt8(ascii: "#") {
        try text.keepComment(in: &comments)
        continue
      }
      guard let red = text.integer(), let green = text.integer(), let blue = text.integer(), red < size, green < size,
        blue < size, let value = text.triple()
      else { throw text.unexpected("three indices of 0 to \(size - 1) and three finite numbers") }
      let index = red + size * (green + size * blue)
      guard values[index].x.isNaN else { throw text.unexpected("each place once") }
      values[index] = value
      found += 1
    }
    guard found == count else { throw text.incomplete("\(found) of \(count) rows", "all rows of the size \(size)") }
    return LookupTable(comments: comments, steps: [.cube(try at(text.line, try Cube(size: size, values: values)))])
  }
}
