/// A row of codes of Y′, C′B and C′R in 4:2:2, each in 16 bits: the reader and the writer of `v210`.
///
/// - Shape: As many codes as the row has pixels, rounded up to groups of 6, and half as many of each chroma component.
@safe package struct CodeRows {
  private let luma, cb, cr: UnsafeMutablePointer<UInt16>

  @unsafe package init(
    luma: UnsafeMutablePointer<UInt16>, cb: UnsafeMutablePointer<UInt16>, cr: UnsafeMutablePointer<UInt16>
  ) {
    unsafe (self.luma, self.cb, self.cr) = (luma, cb, cr)
  }

  /// These rows as row `y` of a planar picture.
  package func planes(row y: Int, width: Int) -> PlaneRows {
    var planes = PlaneRows()
    unsafe planes.set(0, start: luma, stride: 0, length: 2 * width, rows: y..<y + 1)
    unsafe planes.set(1, start: cb, stride: 0, length: (width + 1) & ~1, rows: y..<y + 1)
    unsafe planes.set(2, start: cr, stride: 0, length: (width + 1) & ~1, rows: y..<y + 1)
    return planes
  }

  /// Reads the codes of some columns, and of the other columns of their groups up to `width`, from the first word of the row on.
  @unsafe package func read(_ row: UnsafeRawPointer, columns: Range<Int>, width: Int) {
    func word(_ index: Int) -> UInt32 {
      unsafe UInt32(littleEndian: row.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self))
    }
    func code(_ bits: UInt32) -> UInt16 { UInt16(truncatingIfNeeded: bits & 1023) }
    let groups = columns.lowerBound / 6..<min((columns.upperBound + 5) / 6, width / 6)
    for group in groups {
      let (first, second, third, fourth) = (
        word(4 * group), word(4 * group + 1), word(4 * group + 2), word(4 * group + 3)
      )
      let (y, u, v) = unsafe (luma + 6 * group, cb + 3 * group, cr + 3 * group)
      unsafe (u[0], y[0], v[0]) = (code(first), code(first >> 10), code(first >> 20))
      unsafe (y[1], u[1], y[2]) = (code(second), code(second >> 10), code(second >> 20))
      unsafe (v[1], y[3], u[2]) = (code(third), code(third >> 10), code(third >> 20))
      unsafe (y[4], v[2], y[5]) = (code(fourth), code(fourth >> 10), code(fourth >> 20))
    }
    func code(at index: Int) -> UInt16 { code(word(index / 3) >> UInt32(index % 3 * 10)) }
    for x in groups.upperBound * 6..<max(min(columns.upperBound, width), groups.upperBound * 6) {
      unsafe luma[x] = code(at: 2 * x + 1)
      if x & 1 == 0 { unsafe (cb[x / 2], cr[x / 2]) = (code(at: 2 * x), code(at: 2 * x + 2)) }
    }
  }

  /// For each number of pairs of pixels in a group, the bits of its words.
  private static let masks: [SIMD4<UInt32>] = [[~0, 0x3ff, 0, 0], [~0, ~0, 0xf_ffff, 0], [~0, ~0, ~0, ~0]]

  /// Writes the codes of a row of `length` bytes, limited to 4…1019, from its first column on. A row of odd width ends with a copy of the last luma;
  /// the rest of the bytes are 0.
  @unsafe package func write(_ row: UnsafeMutableRawPointer, length: Int, width: Int) {
    if width & 1 == 1 { unsafe luma[width] = luma[width - 1] }
    func word(_ a: UInt16, _ b: UInt16, _ c: UInt16) -> UInt32 {
      func limited(_ code: UInt16) -> UInt32 { UInt32(min(max(code, 4), 1019)) }
      return limited(a) | limited(b) << 10 | limited(c) << 20
    }
    for group in 0..<(width + 5) / 6 {
      let (y, u, v) = unsafe (luma + 6 * group, cb + 3 * group, cr + 3 * group)
      let words = unsafe SIMD4(
        word(u[0], y[0], v[0]), word(y[1], u[1], y[2]), word(v[1], y[3], u[2]), word(y[4], v[2], y[5]))
      let own = words & Self.masks[min((width - 6 * group + 1) / 2, 3) - 1]
      for index in 0..<4 {
        unsafe row.storeBytes(of: own[index].littleEndian, toByteOffset: 16 * group + 4 * index, as: UInt32.self)
      }
    }
    let end = (width + 5) / 6 * 16
    unsafe (row + end).initializeMemory(as: UInt8.self, repeating: 0, count: length - end)
  }
}

extension FrameView {
  /// Lends this view, or a copy in planes if words have codes of several pixels, to code that needs a sample for each code.
  ///
  /// - Throws: `FrameError` if there is no memory for the copy; or the error of `body`.
  package func withUnpacked(_ body: (borrowing FrameView) throws -> Void) throws {
    if format.isUnpacked { try body(self) } else { try unpacked().withView(body) }
  }

  /// A copy of these rows in planes.
  ///
  /// - Precondition: Words have codes of several pixels.
  /// - Throws: `FrameError` if the rows are not whole, or if there is no memory.
  package func unpacked() throws(FrameError) -> Frame {
    precondition(!format.isUnpacked)
    guard columns == 0..<pictureWidth else {
      throw FrameError(
        .tile, "the view has columns \(columns) of \(format.name)", but: "its words have codes of several pixels",
        fix: "lend whole rows")
    }
    var frame = try Frame(format.unpacked, width: width, height: height)
    let (source, width, rows) = (picture, width, rows)
    frame.withOwnView { view in
      let target = view.own
      func start(_ y: Int, _ plane: Int) -> UnsafeMutablePointer<UInt16> {
        unsafe UnsafeMutableRawPointer(mutating: target.row(y, of: plane)).assumingMemoryBound(to: UInt16.self)
      }
      for y in rows {
        let codes = unsafe CodeRows(
          luma: start(y - rows.lowerBound, 0), cb: start(y - rows.lowerBound, 1), cr: start(y - rows.lowerBound, 2))
        unsafe codes.read(source.row(y, of: 0), columns: 0..<width, width: width)
      }
    }
    return frame
  }
}
