import TestSupport
import Testing
import VideoFrames

/// Words computed by hand from Apple's *Letters from the Ice Floe*, dispatch 19: in each word of 32 bits, three codes from the lowest bits up.
@Suite struct V210Tests {
  /// The codes 4…15 of six pixels, in the order C′B, Y′, C′R, Y′.
  private static let codes = (y: [5, 7, 9, 11, 13, 15], cb: [4, 8, 12], cr: [6, 10, 14])
  private static let words: [UInt32] = [
    6 << 20 | 5 << 10 | 4, 9 << 20 | 8 << 10 | 7, 12 << 20 | 11 << 10 | 10, 15 << 20 | 14 << 10 | 13,
  ]

  @Test func sixPixelsShareFourWords() throws {
    var frame = try Frame(.v210, width: 6, height: 1)
    for (component, codes) in [Self.codes.y, Self.codes.cb, Self.codes.cr].enumerated() {
      for (x, code) in codes.enumerated() { try frame.setCode(code, component: component, x: x, y: 0) }
    }
    #expect(try (0..<4).map { try frame.sample(plane: 0, x: $0, y: 0) } == Self.words)
    #expect(frame.packedBytes.count == 128 && frame.packedBytes[16...].allSatisfy { $0 == 0 })
    #expect(try (0..<6).map { try frame.code(component: 0, x: $0, y: 0) } == Self.codes.y)
    #expect(try (0..<3).map { try frame.code(component: 2, x: $0, y: 0) } == Self.codes.cr)
  }

  @Test(arguments: [1, 2, 3, 5, 6, 7, 47, 48, 50]) func rowsAreReadAndWritten(width: Int) throws {
    var frame = try Frame(.v210, width: width, height: 2)
    for component in 0..<3 {
      for x in 0..<frame.format.grid(ofComponent: component, width: width, height: 2).width {
        for y in 0..<2 {
          try frame.setCode((x * 37 + component * 401 + y * 9) % 1016 + 4, component: component, x: x, y: y)
        }
      }
    }
    let planar = try frame.withView { try $0.unpacked() }
    #expect(planar.format == .yuv422p10)
    for component in 0..<3 {
      for x in 0..<frame.format.grid(ofComponent: component, width: width, height: 2).width {
        for y in 0..<2 {
          #expect(try planar.code(component: component, x: x, y: y) == frame.code(component: component, x: x, y: y))
        }
      }
    }
    // Memory for whole groups, with codes that no pixel has.
    var luma = [UInt16](repeating: 777, count: 60)
    var (cb, cr) = (luma, luma)
    var bytes = [UInt8](repeating: 0x99, count: 256)
    unsafe luma.withUnsafeMutableBufferPointer { luma in
      unsafe cb.withUnsafeMutableBufferPointer { cb in
        unsafe cr.withUnsafeMutableBufferPointer { cr in
          let rows = unsafe CodeRows(luma: luma.baseAddress!, cb: cb.baseAddress!, cr: cr.baseAddress!)
          unsafe frame.withUnsafePlane(0) { unsafe rows.read($0.baseAddress!, columns: 0..<width, width: width) }
          unsafe bytes.withUnsafeMutableBytes {
            unsafe rows.write($0.baseAddress!, length: frame.planes[0].shape.bytesPerRow, width: width)
          }
        }
      }
    }
    // The luma after an odd row is a copy.
    if width % 2 == 1 {
      let last = try frame.code(component: 0, x: width - 1, y: 0)
      let index = 2 * width + 1
      let word = try frame.sample(plane: 0, x: index / 3, y: 0)
      try frame.setSample(word | UInt32(last) << UInt32(index % 3 * 10), plane: 0, x: index / 3, y: 0)
    }
    #expect(
      Array(bytes.prefix(frame.planes[0].shape.bytesPerRow))
        == Array(frame.packedBytes.prefix(frame.planes[0].shape.bytesPerRow)))
  }

  @Test func codesForSynchronizationAreNotWritten() throws {
    var (luma, chroma) = ([0, 3, 4, 1019, 1020, 1023] as [UInt16], [512, 512, 512] as [UInt16])
    var bytes = [UInt8](repeating: 0, count: 128)
    unsafe luma.withUnsafeMutableBufferPointer { luma in
      unsafe chroma.withUnsafeMutableBufferPointer { chroma in
        let rows = unsafe CodeRows(luma: luma.baseAddress!, cb: chroma.baseAddress!, cr: chroma.baseAddress!)
        unsafe bytes.withUnsafeMutableBytes { unsafe rows.write($0.baseAddress!, length: 128, width: 6) }
      }
    }
    var frame = try Frame(.v210, width: 6, height: 1)
    try frame.copyBytes(from: bytes)
    #expect(try (0..<6).map { try frame.code(component: 0, x: $0, y: 0) } == [4, 4, 4, 1019, 1019, 1019])
  }

  @Test func tilesAreWrittenInGroups() throws {
    var frame = try Frame(.v210, width: 20, height: 2)
    for columns in [0..<6, 6..<18, 18..<20] {
      try frame.withMutableView { try $0.withTile(columns: columns, rows: 0..<1) { _ in } }
    }
    for columns in [1..<6, 0..<7, 18..<19] {
      let error = #expect(throws: FrameError.self) {
        try frame.withMutableView { try $0.withTile(columns: columns, rows: 0..<1) { _ in } }
      }
      #expect(error?.kind == .tile && error?.expected == "v210 is written in groups of 6 columns")
    }
    try frame.withView { try $0.withTile(columns: 7..<9, rows: 1..<2) { #expect($0.planes[0].width == 2) } }
  }
}
