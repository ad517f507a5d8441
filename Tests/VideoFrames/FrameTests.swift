import TestSupport
import Testing
import VideoFrames

@Suite struct FrameTests {
  static let sizes = [(1, 1), (5, 3), (6, 4), (63, 2), (64, 2), (65, 7), (129, 5)]

  @Test(arguments: PixelFormat.allCases, sizes)
  func rowsAreAlignedAndInside(format: PixelFormat, size: (width: Int, height: Int)) throws {
    let frame = try Frame(format, width: size.width, height: size.height)
    #expect(frame.planes.map(\.shape) == format.planes(width: size.width, height: size.height))
    var ends: [UInt] = []
    for (index, plane) in frame.planes.enumerated() {
      #expect(plane.stride % 64 == 0)
      #expect(plane.stride >= plane.shape.bytesPerRow && plane.stride < plane.shape.bytesPerRow + 64)
      unsafe frame.withUnsafePlane(index) { bytes in
        let start = UInt(bitPattern: bytes.baseAddress)
        #expect(start % 64 == 0)
        #expect(ends.allSatisfy { $0 <= start })
        #expect(bytes.count == plane.byteCount)
        #expect(unsafe bytes.allSatisfy { $0 == 0 })
        ends.append(start + UInt(bytes.count))
      }
    }
  }

  @Test(arguments: PixelFormat.allCases) func everyCodeStaysWhereItIsPut(format: PixelFormat) throws {
    // Every sample gets a different value, then all are read back; two samples in the same place would be noticed.
    var frame = try Frame(format, width: 5, height: 3)
    func value(_ component: Int, _ x: Int, _ y: Int) -> Int { (component * 15 + y * 5 + x + 1) * 4 % 256 }
    func eachPlace(_ body: (_ component: Int, _ x: Int, _ y: Int) throws -> Void) throws {
      for component in 0..<format.componentCount {
        let grid = format.grid(ofComponent: component, width: 5, height: 3)
        for y in 0..<grid.height { for x in 0..<grid.width { try body(component, x, y) } }
      }
    }
    try eachPlace { component, x, y in
      if format.isFloat {
        try frame.setNumber(Float(value(component, x, y)), component: component, x: x, y: y)
      } else {
        try frame.setCode(value(component, x, y), component: component, x: x, y: y)
      }
    }
    try eachPlace { component, x, y in
      let found =
        format.isFloat
        ? try Int(frame.number(component: component, x: x, y: y)) : try frame.code(component: component, x: x, y: y)
      #expect(found == value(component, x, y))
    }
  }

  @Test func wordsHaveTheirCodesWhereFFmpegHasThem() throws {
    var frame = try Frame(.x2rgb10, width: 1, height: 1)
    for (component, code) in [1000, 500, 21].enumerated() { try frame.setCode(code, component: component, x: 0, y: 0) }
    #expect(try frame.sample(plane: 0, x: 0, y: 0) == 1000 << 20 | 500 << 10 | 21)
    // The bits at the top belong to no code.
    try frame.setSample(0xffff_ffff, plane: 0, x: 0, y: 0)
    try frame.setCode(0, component: 1, x: 0, y: 0)
    #expect(try (0..<3).map { try frame.code(component: $0, x: 0, y: 0) } == [1023, 0, 1023])
    #expect(try frame.sample(plane: 0, x: 0, y: 0) == 0xfff0_03ff)
  }

  /// What would be outside of the picture, or means nothing there, is an error.
  @Test func strayPlacesAndValuesAreErrors() throws {
    var frame = try Frame(.yuv420p10, width: 5, height: 3)
    func expect(_ start: String, _ body: () throws(FrameError) -> Void) {
      let error = #expect(throws: FrameError.self) { try body() }
      #expect(error?.kind == .sample && error?.description.hasPrefix(start) == true, "\(error!)")
    }
    for (component, x, y) in [(0, 5, 0), (0, -1, 0), (0, 0, 3), (1, 3, 0), (2, 0, 2)] {
      let noSample =
        "the sample at \(x), \(y) of plane \(component) was asked for, but a picture of 5×3 pixels in yuv420p10le"
      expect(noSample) { () throws(FrameError) in _ = try frame.code(component: component, x: x, y: y) }
      expect(noSample) { () throws(FrameError) in try frame.setCode(1, component: component, x: x, y: y) }
    }
    for component in [-1, 3] {
      expect("component \(component) was asked for, but yuv420p10le has components 0 to 2") { () throws(FrameError) in
        _ = try frame.code(component: component, x: 0, y: 0)
      }
    }
    for code in [-1, 1024] {
      expect("the value is \(code), but a sample of yuv420p10le can be 0 to 1023") { () throws(FrameError) in
        try frame.setCode(code, component: 0, x: 0, y: 0)
      }
    }
    let noNumbers = "a floating-point number was asked for, but yuv420p10le stores codes; ask for codes"
    expect(noNumbers) { () throws(FrameError) in _ = try frame.number(component: 0, x: 0, y: 0) }
    expect(noNumbers) { () throws(FrameError) in try frame.setNumber(0, component: 0, x: 0, y: 0) }
    var floats = try Frame(.gbrpf32, width: 5, height: 3)
    let noCodes = "a code was asked for, but gbrpf32le stores floating-point numbers"
    expect(noCodes) { () throws(FrameError) in _ = try floats.code(component: 0, x: 0, y: 0) }
    expect(noCodes) { () throws(FrameError) in try floats.setCode(0, component: 0, x: 0, y: 0) }
    #expect(try frame == Frame(.yuv420p10, width: 5, height: 3), "nothing was written")
  }

  /// Places are those of a component's own grid: neither a row's padding nor a place that no number of samples can express has a code.
  @Test(arguments: PixelFormat.allCases) func placesOutsideTheGridAreErrors(format: PixelFormat) throws {
    var frame = try Frame(format, width: 5, height: 3)
    for component in 0..<format.componentCount {
      let isHalved = (1...2).contains(component) && format.chroma.log2Horizontal == 1
      let plane = format.location(ofComponent: component).plane
      for x in [isHalved ? 3 : 5, -1, .max, .min, .max / 2, 1 << 62] {
        let (read, written) = (
          #expect(throws: FrameError.self) {
            if format.isFloat {
              _ = try frame.number(component: component, x: x, y: 0)
            } else {
              _ = try frame.code(component: component, x: x, y: 0)
            }
          },
          #expect(throws: FrameError.self) {
            if format.isFloat {
              try frame.setNumber(1, component: component, x: x, y: 0)
            } else {
              try frame.setCode(1, component: component, x: x, y: 0)
            }
          }
        )
        #expect(read == written && read?.found == "the sample at \(x), 0 of plane \(plane) was asked for")
      }
    }
    #expect(try frame == Frame(format, width: 5, height: 3), "nothing was written")
  }

  @Test func everyHalfIsANumber() throws {
    var frame = try Frame(.gbrpf16, width: 256, height: 256)
    for bits in 0..<65536 { try frame.setSample(UInt32(bits), plane: 0, x: bits & 255, y: bits >> 8) }
    let wrong = try (0..<65536).filter { bits in
      let (found, expected) = (
        try Double(frame.number(component: 1, x: bits & 255, y: bits >> 8)), HalfReference.number(UInt16(bits))
      )
      return expected.isNaN ? !found.isNaN : found != expected || found.sign != expected.sign
    }
    #expect(wrong.isEmpty)
    // Back, from numbers between, too.
    for bits in 0..<65536 {
      let number = HalfReference.number(UInt16(bits))
      for near in [Float(number), Float(number * 1.0004), Float(number + 0x1p-25)] {
        try frame.setNumber(near, component: 1, x: bits & 255, y: bits >> 8)
        let found = try frame.sample(plane: 0, x: bits & 255, y: bits >> 8)
        if found != HalfReference.nearest(to: Double(near)) { Issue.record("\(near) became \(found)") }
      }
    }
  }

  @Test func tenBitsLieAtTheTopInP010AndAtTheBottomInPlanar() throws {
    // The words in which FFmpeg and Core Video store code 940: 0xEB00 and 0x03AC.
    var high = try Frame(.p010, width: 2, height: 2)
    try high.setCode(940, component: 0, x: 0, y: 0)
    try high.setCode(512, component: 2, x: 0, y: 0)
    #expect(try high.sample(plane: 0, x: 0, y: 0) == 0xEB00)
    #expect(try high.sample(plane: 1, x: 1, y: 0) == 0x8000)
    var low = try Frame(.yuv420p10, width: 2, height: 2)
    try low.setCode(940, component: 0, x: 0, y: 0)
    #expect(try low.sample(plane: 0, x: 0, y: 0) == 0x03AC)
    unsafe low.withUnsafePlane(0) { #expect(unsafe $0[0] == 0xAC && $0[1] == 0x03) }
  }

  @Test func copiesDoNotShareWrites() throws {
    var first = try Frame(.yuv420p, width: 5, height: 3)
    try first.setSample(1, plane: 0, x: 4, y: 2)
    let second = first
    try first.setSample(2, plane: 0, x: 4, y: 2)
    #expect(try second.sample(plane: 0, x: 4, y: 2) == 1)
    #expect(try first.sample(plane: 0, x: 4, y: 2) == 2)
  }

  @Test func copiesAreAlignedToo() throws {
    // A copy gets other memory, rarely at the same distance from a multiple of 64; keep many alive to cover all four.
    var frame = try Frame(.yuv420p, width: 5, height: 3)
    for component in 0..<3 { try frame.setCode(component + 1, component: component, x: 0, y: 0) }
    var copies: [Frame] = []
    for round in 0..<64 {
      var copy = frame
      try copy.setCode(100, component: 0, x: 4, y: 2)
      for plane in 0..<3 {
        let start = unsafe copy.withUnsafePlane(plane) { UInt(bitPattern: $0.baseAddress) }
        #expect(start % 64 == 0, "copy \(round)")
        #expect(try copy.code(component: plane, x: 0, y: 0) == plane + 1)
      }
      #expect(try copy.code(component: 0, x: 4, y: 2) == 100)
      copies.append(copy)
      frame = try Frame(.yuv420p, width: 5 + round, height: 3)
      for component in 0..<3 { try frame.setCode(component + 1, component: component, x: 0, y: 0) }
    }
    #expect(copies.count == 64)
  }

  @Test(arguments: [(5, 3), (640, 360), (2048, 2048)]) func samplesAreZeroInUsedMemoryToo(size: (Int, Int)) throws {
    // Small blocks come from memory that an earlier frame has filled, large ones from the system.
    for _ in 0..<8 {
      var frame = try Frame(.gray16, width: size.0, height: size.1)
      let copy = frame
      try unsafe frame.withUnsafeMutablePlane(0) { bytes in
        #expect(unsafe bytes.allSatisfy { $0 == 0 })
        unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0xFF)
      }
      #expect(unsafe copy.withUnsafePlane(0) { unsafe $0.allSatisfy { $0 == 0 } })
      var full = frame
      try full.setSample(1, plane: 0, x: 0, y: 0)
      #expect(try full.sample(plane: 0, x: size.0 - 1, y: size.1 - 1) == 0xFFFF)
      #expect(try frame.sample(plane: 0, x: 0, y: 0) == 0xFFFF)
    }
  }

  @Test func aFrameThatNobodySharesIsWrittenInPlace() throws {
    var frame = try Frame(.yuv420p, width: 640, height: 360)
    func address(_ frame: inout Frame) throws -> UInt {
      try unsafe frame.withUnsafeMutablePlane(0) { UInt(bitPattern: $0.baseAddress) }
    }
    let before = try address(&frame)
    try frame.setSample(7, plane: 1, x: 0, y: 0)
    try frame.withSharedRows { rows in
      let start = unsafe rows.take({ _ in 2 })!.row(0, of: 0)
      #expect(UInt(bitPattern: start) == before)
    }
    #expect(try address(&frame) == before)
  }

  @Test func paddingDoesNotCountAndSamplesDo() throws {
    var first = try Frame(.gray, width: 5, height: 3)
    let second = first
    try unsafe first.withUnsafeMutablePlane(0) { unsafe $0[5] = 0x99 }
    #expect(first == second)
    try first.setSample(1, plane: 0, x: 0, y: 2)
    #expect(first != second)
    let other = try Frame(.gray, width: 3, height: 5)
    #expect(second != other)
  }

  @Test(arguments: [(0, 3), (3, 0), (-1, 3), (3, -8), (65_536, 2), (2, 65_536), (100_000, 1), (Int.max, Int.max)])
  func impossibleSides(width: Int, height: Int) {
    #expect(throws: FrameError.side(width: width, height: height)) {
      try Frame(.yuv420p, width: width, height: height)
    }
  }

  @Test func impossibleByteCounts() throws {
    // 65 535 × 8 bytes, padded to 524 288, times 65 535 rows.
    let needed = 524_288 * 65_535
    let error = #expect(throws: FrameError.self) { try Frame(.rgba64, width: 65_535, height: 65_535) }
    #expect(
      error?.kind == .size
        && error?.description == """
          a picture of 65535×65535 pixels in rgba64le would take \(needed) bytes, but at most 4294967296 are allowed; check \
          the size, or split the picture
          """
    )
    // The longest side is allowed if the other side is short.
    #expect(try Frame(.gray, width: 65_535, height: 1).planes[0].stride == 65_536)
  }

  @Test func errorsAreSentences() {
    #expect(
      "\(FrameError.side(width: 0, height: 3))"
        == "the picture has 0×3 pixels, but each side must have 1 to 65535; check the size")
  }
}
