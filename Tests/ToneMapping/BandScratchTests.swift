import Foundation
import Testing
@testable import ToneMapping

@Suite struct BandScratchTests {
  /// The pages of the strip that are resident in memory.
  private func resident(_ scratch: BandScratch) throws -> [Bool] {
    let pages = 65_536 / Int(getpagesize())
    #if os(Linux)
      var marks = [UInt8](repeating: 0xFF, count: pages)
    #else
      var marks = [CChar](repeating: -1, count: pages)
    #endif
    try #require(unsafe mincore(scratch.strip, 65_536, &marks) == 0)
    return marks.map { $0 & 1 == 1 }
  }

  @Test func whoWorksWithItTouchesItFirst() throws {
    let scratch = BandScratch(width: 3840)
    defer { scratch.free() }
    #expect(try !resident(scratch).contains(true))
    unsafe scratch.row(0)[0] = 1
    #expect(try resident(scratch)[0])
    #expect(unsafe scratch.row(0)[1] == 0 && scratch.chroma(1, row: 3)[3839] == 0)
  }
}
