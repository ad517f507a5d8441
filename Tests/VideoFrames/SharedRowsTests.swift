import Dispatch
import Testing
import VideoFrames

extension Frame {
  /// Lends the rows of the whole picture.
  mutating func withSharedRows(_ body: (SharedRows) -> Void) throws {
    try withMutableView { view in unsafe view.withSharedRows(body) }
  }
}

@Suite struct SharedRowsTests {
  @Test(arguments: [PixelFormat.yuv420p10, .yuv422p, .p010, .gbrap, .rgb48], [2, 4, 64, 66])
  func bandsOfManyThreadsFillThePicture(format: PixelFormat, bandHeight: Int) throws {
    var frame = try Frame(format, width: 33, height: 131)
    let strides = frame.planes.map(\.stride)
    try frame.withSharedRows { rows in
      DispatchQueue.concurrentPerform(iterations: (131 + bandHeight - 1) / bandHeight) { i in
        let band = rows.band(i * bandHeight..<min((i + 1) * bandHeight, 131))
        for (plane, stride) in strides.enumerated() {
          for y in band.rows(of: plane) {
            let row = unsafe UnsafeMutableRawBufferPointer(start: band.row(y, of: plane), count: stride)
            for at in 0..<stride { unsafe row[at] &+= UInt8(y % 251 + 1) }
          }
        }
      }
    }
    // Values are added to zero instead of assigned, so that a row in two bands or in none would be noticed.
    for (index, plane) in frame.planes.enumerated() {
      unsafe frame.withUnsafePlane(index) { bytes in
        for y in 0..<plane.shape.height {
          let row = unsafe bytes[y * plane.stride..<(y + 1) * plane.stride]
          #expect(unsafe row.allSatisfy { $0 == UInt8(y % 251 + 1) })
        }
      }
    }
  }

  @Test func aBandOfOneRowHasTheLastRowOfChroma() throws {
    var frame = try Frame(.yuv420p, width: 8, height: 3)
    try frame.withSharedRows { rows in
      #expect(rows.band(2..<3).rows(of: 1) == 1..<2)
      #expect(rows.band(0..<2).rows(of: 1) == 0..<1)
    }
    var single = try Frame(.yuv420p, width: 8, height: 1)
    try single.withSharedRows { #expect($0.band(0..<1).rows(of: 2) == 0..<1) }
  }

  @Test func sharedCopiesAreLeftAlone() throws {
    var frame = try Frame(.gray, width: 5, height: 3)
    let copy = frame
    try frame.withSharedRows { rows in unsafe rows.band(0..<3).row(0, of: 0).storeBytes(of: 9, as: UInt8.self) }
    #expect(try copy.sample(plane: 0, x: 0, y: 0) == 0)
    #expect(try frame.sample(plane: 0, x: 0, y: 0) == 9)
  }

  @Test func aRowGivenTwiceIsATrap() async {
    await #expect(processExitsWith: .failure) {
      var frame = try Frame(.gray, width: 5, height: 300)
      try frame.withSharedRows { rows in
        _ = rows.band(0..<130)
        _ = rows.band(129..<131)
      }
    }
  }

  @Test func aRowOfChromaInTwoBandsIsATrap() async {
    await #expect(processExitsWith: .failure) {
      var frame = try Frame(.yuv420p, width: 5, height: 30)
      try frame.withSharedRows { rows in _ = rows.band(0..<3) }
    }
  }

  @Test func rowsBeyondThePictureAreATrap() async {
    await #expect(processExitsWith: .failure) {
      var frame = try Frame(.yuv420p, width: 5, height: 30)
      try frame.withSharedRows { rows in _ = rows.band(28..<32) }
    }
  }
}
