#if os(Linux)
  import Testing

  /// Frames that are larger than the available memory.
  @Suite struct NoMemoryTests {
    @Test func theyAreOneSentenceAndNoTrap() throws {
      let folder = try Folder()
      // A frame takes 8 bytes per pixel, 3.9 GiB; 2 GiB are available.
      let outcome = try Tool.shell(
        """
        ulimit -v 2097152; $TONEMAP convert /dev/zero \(folder["out.yuv"]) --size 65535x8000 --pixel-format rgba64le \
        --primaries bt2020 --transfer pq --range full --out-pixel-format yuv420p
        """)
      #expect(outcome.code == 71 && outcome.errors.contains("no memory"), "\(outcome.code): \(outcome.errors)")
      #expect(try folder.names == [])
    }
  }
#endif
