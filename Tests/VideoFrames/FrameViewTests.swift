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

  /// A rectangle takes the samples of a picture: nothing else changes, in the picture or around it.
  @Test(arguments: PixelFormat.allCases, [false, true]) func aTileTakesAPicture(format: PixelFormat, upward: Bool)
    throws
  {
    func values(_ frame: Frame, _ component: Int) throws -> [[UInt32]] {
      let grid = format.grid(ofComponent: component, width: frame.width, height: frame.height)
      return try (0..<grid.height).map { y in
        try (0..<grid.width).map { x in
          format.isFloat
            ? try frame.number(component: component, x: x, y: y).bitPattern
            : UInt32(try frame.code(component: component, x: x, y: y))
        }
      }
    }
    // Six pixels of v210 share words.
    let places = format == .v210 ? [(6..<12, 20), (6..<13, 13)] : [(2..<7, 7), (2..<7, 8), (2..<8, 13)]
    for (columns, width) in places {
      var numbers = SeededNumbers(seed: UInt64(width))
      var (picture, whole) = (
        try Frame(format, width: columns.count, height: 5), try Frame(format, width: width, height: 9)
      )
      try picture.copyBytes(from: numbers.bytes(picture.packedBytes.count).map { $0 & 0x3F })
      let canvas = LentMemory(format, width: width, height: 9, upward: upward)
      try whole.copyBytes(from: canvas.packedBytes)
      var expected = try (0..<format.componentCount).map { try values(whole, $0) }
      for component in 0..<format.componentCount {
        let isChroma = format.model == .yCbCr && (1...2).contains(component)
        let (across, down) = isChroma ? (format.chroma.log2Horizontal, format.chroma.log2Vertical) : (0, 0)
        for (y, row) in try values(picture, component).enumerated() {
          for (x, value) in row.enumerated() {
            expected[component][(2 >> down) + y][(columns.lowerBound >> across) + x] = value
          }
        }
      }
      var view = try canvas.mutableView()
      try view.withTile(columns: columns, rows: 2..<7) { tile in picture.withView { tile.copy($0) } }
      try whole.copyBytes(from: canvas.packedBytes)
      for component in 0..<format.componentCount {
        #expect(
          try values(whole, component) == expected[component], "component \(component), columns \(columns) of \(width)")
      }
      #expect(canvas.isPaddingWhole, "columns \(columns) of \(width)")
    }
  }

  @Test(arguments: [
    (0..<0, 0..<2), (0..<4, 3..<3), (0..<5, 0..<2), (-1..<2, 0..<2), (0..<2, 2..<4), (Int.min..<Int.max, 0..<1),
  ])
  func aTileOutsideIsAnError(columns: Range<Int>, rows: Range<Int>) throws {
    let memory = LentMemory(.gray, width: 4, height: 3, upward: false)
    var view = try memory.mutableView()
    let errors = [
      #expect(throws: FrameError.self) { try memory.view().withTile(columns: columns, rows: rows) { _ in } },
      #expect(throws: FrameError.self) { try view.withTile(columns: columns, rows: rows) { _ in } },
    ]
    let sentence = """
      the tile has columns \(columns) and rows \(rows), but must have some of columns 0..<4 and rows 0..<3; check its place; columns \
      and rows count from the picture's first
      """
    #expect(errors.allSatisfy { $0?.kind == .tile && $0?.description == sentence })
    // A part of a part is a part of that part.
    let error = #expect(throws: FrameError.self) {
      try memory.view().withTile(columns: 1..<2, rows: 0..<1) { try $0.withTile(columns: 0..<1, rows: 0..<1) { _ in } }
    }
    #expect(error?.expected == "must have some of columns 1..<2 and rows 0..<1")
  }

  // MARK: Errors

  /// The error for planes of a 6 × 4 picture in 4:2:0, after a change.
  private func error(_ change: (inout [FrameView.Plane]) -> Void, width: Int = 6) throws -> String? {
    let memory = LentMemory(.yuv420p10, width: 6, height: 4, upward: false)
    var planes = memory.planes
    change(&planes)
    do throws(FrameError) {
      _ = try unsafe MutableFrameView(.yuv420p10, width: width, height: 4, planes: planes)
    } catch {
      #expect([.size, .planes].contains(error.kind))
      return "\(error)".prefix { $0 != ";" }.description
    }
    return nil
  }

  @Test func whatCannotBeAPictureIsAnError() throws {
    #expect(try error { _ in } == nil)
    for width in [0, 65_536] {
      #expect(
        try error({ _ in }, width: width)
          == "the picture has \(width)×4 pixels, but each side must have 1 to 65535")
    }
    #expect(try error { $0.removeLast() } == "a picture in yuv420p10le has 3 planes, but 2 were given")
    #expect(try error { $0.append($0[0]) } == "a picture in yuv420p10le has 3 planes, but 4 were given")
    let expected = "3×2 follow from the picture's size and format"
    #expect(try error { $0[1].width = 4 } == "plane 1 has 4×2 samples, but \(expected)")
    #expect(try error { $0[2].height = 1 } == "plane 2 has 3×1 samples, but \(expected)")
    #expect(try error { unsafe $0[2].start = nil } == "plane 2 has no address, but each plane needs one")
    for stride in [11, -11, 0] {
      #expect(
        try error { $0[0].stride = stride } == "the rows of plane 0 are \(stride) bytes apart, but each has 12 bytes")
    }
    for stride in [Int.max, Int.min, Int.max / 3, Int.min / 3, -(1 << 62)] {
      #expect(
        try error { $0[0].stride = stride }
          == "the rows of plane 0 are \(stride) bytes apart, but the last would lie outside of all memory")
    }
    let shared = "share memory, but each is written on its own"
    #expect(try error { unsafe $0[1].start = $0[0].start } == "planes 0 and 1 \(shared)")
    #expect(try error { unsafe $0[2].start = $0[1].start! + 3 } == "planes 1 and 2 \(shared)")
  }

  /// Parts of a picture with any accepted stride have addresses, also where they have no chroma.
  @Test(arguments: [(2, Int.max), (2, Int.min), (4, 1 << 62), (4, 3 << 61)])
  func aLongStrideHasParts(height: Int, stride: Int) throws {
    let memory = LentMemory(.yuv420p, width: 2, height: height, upward: false)
    var planes = memory.planes
    planes[1].stride = stride
    let view = try unsafe FrameView(.yuv420p, width: 2, height: height, planes: planes)
    for y in 0..<height {
      try view.withTile(columns: 0..<2, rows: y..<y + 1) { tile in
        #expect(tile.planes[1].height == 1 - y % 2)
        if y == 0 { #expect(unsafe tile.planes[1].start == planes[1].start) }
      }
    }
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
      let error = #expect(throws: FrameError.self) { try view(cb: cb, cr: cr, stride: 8, otherStride: other) }
      #expect(error?.found == "planes 1 and 2 share memory")
    }
  }
}
