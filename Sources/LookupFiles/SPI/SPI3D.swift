/// `.spi3d` files of Sony Pictures Imageworks: a cube whose rows state their indices.
///
/// Comments follow the rows: readers without comment support have stopped by then.
///
/// - Source: OpenColorIO, `FileFormatSpi3D.cpp`.
enum SPI3D {
  static func bytes(_ table: LookupTable, _ options: LookupFileOptions) throws(LookupFileError) -> [UInt8] {
    let cube = try table.onlyCube(for: .spi3d)
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
    _ = text.nextLine()
    let size = try text.cubeSize()
    let count = size * size * size
    // The rows may be in any order, so memory is allocated for all of them, after checking that the file is long enough to have them.
    guard text.remaining / "0 0 0 0 0 0".utf8.count >= count else {
      throw text.unexpected("a size whose \(count) rows fit into the \(text.remaining) bytes that follow")
    }
    var values = [SIMD3<Float>](repeating: SIMD3(repeating: .nan), count: count)
    var found = 0
    while try text.nextContent() {
      guard let red = text.integer(), let green = text.integer(), let blue = text.integer(), red < size, green < size,
        blue < size, let value = text.triple()
      else { throw text.unexpected("three indices of 0 to \(size - 1) and three finite numbers") }
      let index = red + size * (green + size * blue)
      guard values[index].x.isNaN else { throw text.unexpected("each place once") }
      values[index] = value
      found += 1
    }
    guard found == count else { throw text.incomplete("\(found) of \(count) rows", "all rows of the size \(size)") }
    return LookupTable(
      comments: text.comments, steps: [.cube(try at(text.line, try Cube(size: size, values: values)))])
  }
}
