#if os(Linux)
  import Foundation
  import TestSupport
  import Testing
  import VideoFrames

  /// Pictures for which the system has no memory. The limit applies to the whole process, so each test runs in its own.
  @Suite(.enabled(if: unsafe dlsym(nil, "__asan_init") == nil, "a sanitizer's allocator ends the process instead"))
  struct NoMemoryTests {
    /// Limits this process to 64 MiB more than it has.
    private static func limitMemory() throws {
      let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")[0]
      let bytes = try #require(UInt(pages)) * UInt(getpagesize()) + 1 << 26
      var limit = rlimit(rlim_cur: bytes, rlim_max: bytes)
      try #require(unsafe setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0)
    }

    @Test func aPictureWithoutMemoryIsAnError() async {
      await #expect(processExitsWith: .success) {
        try Self.limitMemory()
        // 65 535 × 8 bytes, padded to 524 288, times 8000 rows: 3.9 GiB.
        let error = #expect(throws: FrameError.self) { try Frame(.rgba64, width: 65_535, height: 8000) }
        #expect(
          error?.kind == .memory
            && error?.description == """
              a picture of 65535×8000 pixels in rgba64le takes 4194304000 bytes, but the system has no memory for it; check the \
              size, close other programs, or raise this program's memory limit
              """
        )
        #expect(throws: Never.self) { try Frame(.rgba64, width: 65_535, height: 8) }
      }
    }

    @Test func aCopyWithoutMemoryIsAnError() async {
      await #expect(processExitsWith: .success) {
        // 125 MiB.
        var frame = try Frame(.gray, width: 65_535, height: 2000)
        let copy = frame
        try Self.limitMemory()
        let errors = [
          #expect(throws: FrameError.self) { try frame.setSample(1, plane: 0, x: 0, y: 0) },
          #expect(throws: FrameError.self) { try frame.withMutableView { _ in } },
          #expect(throws: FrameError.self) { unsafe try frame.withUnsafeMutablePlane(0) { _ in } },
        ]
        #expect(errors.allSatisfy { $0?.kind == .memory && $0?.found.hasSuffix("gray takes 131072000 bytes") == true })
        #expect(try frame == copy && frame.sample(plane: 0, x: 0, y: 0) == 0)
      }
    }
  }
#endif
