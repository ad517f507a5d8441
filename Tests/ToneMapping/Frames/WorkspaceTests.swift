import Foundation
import Testing
import ToneMapping

@Suite struct WorkspaceTests {
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
    let workspace = try Workspace(width: 3840, threads: 2)
    defer { withExtendedLifetime(workspace) {} }
    let (first, second) = unsafe (workspace.scratch[0], workspace.scratch[1])
    #expect(try !resident(first).contains(true) && !resident(second).contains(true))
    unsafe first.row(0)[0] = 1
    #expect(try resident(first)[0])
    #expect(try !resident(second)[0])
    #expect(unsafe first.row(0)[1] == 0 && first.chroma(1, row: 3)[3839] == 0)
    // The last number of one thread and the first of the next are in different pages.
    unsafe first.chroma(1, row: 3)[3839] = 1
    #expect(try !resident(second)[0])
    #expect(unsafe first.chroma(1, row: 3) + 3840 <= second.strip)
  }

  @Test func noMemoryIsAnError() {
    #expect(throws: ConversionError.self) { _ = try Workspace(width: 65_535, threads: 1 << 40) }
  }
}
