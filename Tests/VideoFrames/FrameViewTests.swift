import TestSupport
import Testing
import VideoFrames

/// Pictures that are lent: what a view accepts, and where it says that the samples are.
@Suite struct FrameViewTests {
  @Test(arguments: PixelFormat.allCases, [false, true]) func aViewIsWhereTheMemoryIs(format: PixelFormat, upward: Bool)
    throws
  {
    let memory = LentMemory(format, width: 7, height: 5, upward: upward)
    let view = try memory.view()
    #expect(view.format == format && view.width == 7 && view.height == 5)
    #expect(view.columns == 0..<7 && view.rows == 0..<5)
    for (found, plane) in zip(view.planes, memory.planes) {
      #expect(unsafe found.start == UnsafeRawPointer(plane.start))
      #expect(found.stride == plane.stride && found.width == plane.width && found.height == plane.height)
    }
    for (index, plane) in memory.planes.enumerated() {
      for y in 0..<plane.height {
        #expect(unsafe view.picture.row(y, of: index) == UnsafeRawPointer(memory.row(y, of: index).baseAddress!))
      }
    }
  }

  @Test func aFrameLendsItsOwnMemory() throws {
    var frame = try Frame(.p010, width: 6, height: 4)
    let copy = frame
    func address(_ frame: Frame) -> UnsafeRawPointer? { unsafe frame.withUnsafePlane(1) { $0.baseAddress } }
    let before = unsafe address(frame)
    #expect(unsafe frame.withView { unsafe $0.planes[1].start } == before)
    // A frame that shares its memory lends a copy for writing, and itself for reading.
    let start = try unsafe frame.withMutableView { unsafe $0.planes[1].start }
    #expect(unsafe UnsafeRawPointer(start) == address(frame) && UnsafeRawPointer(start) != before)
    #expect(unsafe address(copy) == before)
  }

  // MARK: Rectangles

  @Test func aTileBeginsAtItsFirstSample() throws {
    let memory = LentMemory(.yuv420p10, width: 9, height: 7, upward: true)
    let view = try memory.view()
    try view.withTile(columns: 3..<8, rows: 1..<4) { tile in
      #expect(tile.width == 5 && tile.height == 3 && tile.pictureWidth == 9 && tile.pictureHeight == 7)
      let planes = tile.planes
      // Luma from 3, 1; chroma samples 2 and 3 of row 1, which stand at columns 4 and 6 of row 2.
      #expect(unsafe planes[0].start == UnsafeRawPointer(memory.row(1, of: 0).baseAddress! + 6))
      #expect(planes[0].width == 5 && planes[0].height == 3)
      for index in 1...2 {
        #expect(unsafe planes[index].start == UnsafeRawPointer(memory.row(1, of: index).baseAddress! + 4))
        #expect(planes[index].width == 2 && planes[index].height == 1)
      }
      // A tile's columns and rows are the picture's, as a slice's indices are.
      try tile.withTile(columns: 5..<6, rows: 3..<4) { inner in
        #expect(inner.columns == 5..<6 && inner.rows == 3..<4)
        // It has no chroma sample: the pixel shares that of column 4, row 2.
        #expect(inner.planes.map(\.width) == [1, 0, 0] && inner.planes.map(\.height) == [1, 0, 0])
      }
    }
  }

  @Test(arguments: [PixelFormat.yuv420p, .nv16, .yuv444p, .rgb48, .yuva420p])
  func tilesHaveEachSampleOnce(format: PixelFormat) {
    let (columns, rows) = ([0, 1, 4, 9, 10, 13], [0, 3, 4, 5, 11])
    for (index, plane) in format.planes(width: 13, height: 11).enumerated() {
      var counts = [Int](repeating: 0, count: plane.width * plane.height)
      for (left, right) in zip(columns, columns.dropFirst()) {
        for (top, bottom) in zip(rows, rows.dropFirst()) {
          let samples = format.samples(ofPlane: index, columns: left..<right, rows: top..<bottom)
          for y in samples.rows { for x in samples.columns { counts[y * plane.width + x] += 1 } }
        }
      }
      #expect(counts.allSatisfy { $0 == 1 }, "plane \(index)")
    }
  }

  @Test(arguments: [
    (0..<0, 0..<2), (0..<4, 3..<3), (0..<5, 0..<2), (-1..<2, 0..<2), (0..<2, 2..<4), (Int.min..<Int.max, 0..<1),
  ])
  func aTileOutsideIsAnError(columns: Range<Int>, rows: Range<Int>) throws {
    let memory = LentMemory(.gray, width: 4, height: 3, upward: false)
    let error = FrameError.tile(columns: columns, rows: rows, insideColumns: 0..<4, insideRows: 0..<3)
    #expect(throws: error) { try memory.view().withTile(columns: columns, rows: rows) { _ in } }
    var view = try memory.mutableView()
    #expect(throws: error) { try view.withTile(columns: columns, rows: rows) { _ in } }
    // A part of a part is a part of that part.
    #expect(throws: FrameError.tile(columns: 0..<1, rows: 0..<1, insideColumns: 1..<2, insideRows: 0..<1)) {
      try memory.view().withTile(columns: 1..<2, rows: 0..<1) { try $0.withTile(columns: 0..<1, rows: 0..<1) { _ in } }
    }
  }

  // MARK: Errors

  /// The error for planes of a 6 × 4 picture in 4:2:0, after a change.
  private func error(_ change: (inout [MutableFrameView.Plane]) -> Void, width: Int = 6) throws -> FrameError? {
    let memory = LentMemory(.yuv420p10, width: 6, height: 4, upward: false)
    var planes = memory.planes
    change(&planes)
    do throws(FrameError) {
      _ = try unsafe MutableFrameView(.yuv420p10, width: width, height: 4, planes: planes)
    } catch {
      return error
    }
    return nil
  }

  @Test func whatCannotBeAPictureIsAnError() throws {
    #expect(try error { _ in } == nil)
    #expect(try error({ _ in }, width: 0) == .side(width: 0, height: 4))
    #expect(try error({ _ in }, width: 65_536) == .side(width: 65_536, height: 4))
    #expect(try error { $0.removeLast() } == .planeCount(2, expected: 3, format: .yuv420p10))
    #expect(try error { $0.append($0[0]) } == .planeCount(4, expected: 3, format: .yuv420p10))
    #expect(
      try error { $0[1].width = 4 } == .planeSize(plane: 1, width: 4, height: 2, expectedWidth: 3, expectedHeight: 2))
    #expect(
      try error { $0[2].height = 1 } == .planeSize(plane: 2, width: 3, height: 1, expectedWidth: 3, expectedHeight: 2))
    #expect(try error { unsafe $0[2].start = nil } == .noAddress(plane: 2))
    #expect(try error { $0[0].stride = 11 } == .stride(11, plane: 0, atLeast: 12))
    #expect(try error { $0[0].stride = -11 } == .stride(-11, plane: 0, atLeast: 12))
    #expect(try error { $0[0].stride = 0 } == .stride(0, plane: 0, atLeast: 12))
    for stride in [Int.max, Int.min, Int.max / 3, Int.min / 3, -(1 << 62)] {
      #expect(try error { $0[0].stride = stride } == .addresses(plane: 0, stride: stride))
    }
    #expect(try error { unsafe $0[1].start = $0[0].start } == .planesOverlap(0, 1))
    #expect(try error { unsafe $0[2].start = $0[1].start! + 3 } == .planesOverlap(1, 2))
  }

  @Test func rowsThatAlternateAreApart() throws {
    // Both chroma planes in each row of one block, as some decoders have them.
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 200, alignment: 1)
    defer { unsafe block.deallocate() }
    let start = block.baseAddress!
    func view(cb: Int, cr: Int, stride: Int, otherStride: Int) throws {
      _ = try unsafe MutableFrameView(
        .yuv420p, width: 6, height: 4,
        planes: [
          .init(start: start + 100, stride: 6, width: 6, height: 4),
          .init(start: start + cb, stride: stride, width: 3, height: 2),
          .init(start: start + cr, stride: otherStride, width: 3, height: 2),
        ])
    }
    for (cb, cr) in [(0, 3), (3, 0), (0, 5), (0, 13), (10, 5)] {
      #expect(throws: Never.self) { try view(cb: cb, cr: cr, stride: 8, otherStride: 8) }
    }
    #expect(throws: Never.self) { try view(cb: 0, cr: 11, stride: 8, otherStride: -8) }
    for (cb, cr, other) in [(0, 2, 8), (0, 6, 8), (0, 8, 8), (10, 0, 8), (0, 8, -8), (0, 3, 9)] {
      #expect(throws: FrameError.planesOverlap(1, 2)) { try view(cb: cb, cr: cr, stride: 8, otherStride: other) }
    }
  }

  @Test func errorsAreSentences() {
    #expect(
      "\(FrameError.stride(64, plane: 1, atLeast: 128))"
        == """
        the rows of plane 1 are 64 bytes apart, but each has 128 bytes; give the distance in bytes, not in samples; negative if the \
        rows follow each other upward
        """)
    #expect(
      "\(FrameError.tile(columns: 3..<9, rows: 0..<2, insideColumns: 0..<8, insideRows: 0..<4))"
        == """
        the tile has columns 3..<9 and rows 0..<2, but must have some of columns 0..<8 and rows 0..<4; check its place; columns and \
        rows count from the picture's first
        """)
  }
}
