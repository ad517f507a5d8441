import TestSupport
import Testing
import SystemCalls
import VideoFrames

extension Frame {
  /// Lends the rows of the whole picture.
  mutating func withSharedRows(_ body: (borrowing SharedRows) -> Void) throws {
    try withMutableView { view in unsafe view.withSharedRows(body) }
  }
}

@Suite struct SharedRowsTests {
  @Test(arguments: [PixelFormat.yuv420p10, .yuv422p, .p010, .gbrap, .rgb48], [2, 4, 64, 66])
  func bandsOfManyThreadsFillThePicture(format: PixelFormat, bandHeight: Int) throws {
    var frame = try Frame(format, width: 33, height: 131)
    let strides = frame.planes.map(\.stride)
    try frame.withSharedRows { rows in
      Workers(atMost: 4).perform { _ in
        while let band = rows.take({ min($0 + bandHeight, 131) }) {
          for (plane, stride) in strides.enumerated() {
            for y in band.rows(of: plane) {
              let row = unsafe UnsafeMutableRawBufferPointer(start: band.row(y, of: plane), count: stride)
              for at in 0..<stride { unsafe row[at] &+= UInt8(y % 251 + 1) }
            }
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
      let (first, second) = (rows.take { _ in 2 }, rows.take { _ in 3 })
      #expect(first?.rows == 0..<2 && first?.rows(of: 1) == 0..<1)
      #expect(second?.rows == 2..<3 && second?.rows(of: 1) == 1..<2)
      let none = rows.take { $0 + 1 }
      #expect(none == nil)
    }
    var single = try Frame(.yuv420p, width: 8, height: 1)
    try single.withSharedRows { rows in
      let band = rows.take { _ in 1 }
      #expect(band?.rows(of: 2) == 0..<1)
    }
  }

  @Test func sharedCopiesAreLeftAlone() throws {
    var frame = try Frame(.gray, width: 5, height: 3)
    let copy = frame
    try frame.withSharedRows { rows in unsafe rows.take({ _ in 3 })?.row(0, of: 0).storeBytes(of: 9, as: UInt8.self) }
    #expect(try copy.sample(plane: 0, x: 0, y: 0) == 0)
    #expect(try frame.sample(plane: 0, x: 0, y: 0) == 9)
  }

  @Test func aBandThatEndsBeforeItBeginsIsATrap() async {
    await #expect(processExitsWith: .failure) {
      var frame = try Frame(.gray, width: 5, height: 300)
      try frame.withSharedRows { rows in
        _ = rows.take { _ in 130 }
        _ = rows.take { _ in 129 }
      }
    }
  }

  @Test func aRowOfChromaInTwoBandsIsATrap() async {
    await #expect(processExitsWith: .failure) {
      var frame = try Frame(.yuv420p, width: 5, height: 30)
      try frame.withSharedRows { rows in _ = rows.take { _ in 3 } }
    }
  }

  @Test func rowsBeyondThePictureAreATrap() async {
    await #expect(processExitsWith: .failure) {
      var frame = try Frame(.yuv420p, width: 5, height: 30)
      try frame.withSharedRows { rows in _ = rows.take { _ in 32 } }
    }
  }
}
