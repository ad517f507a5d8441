#if os(Linux)
  import Testing

  /// Frames that are larger than the available memory.
  @Suite struct NoMemoryTests {
    @Test func theyAreOneSentenceAndNoTrap() throws {
      let folder = try Folder()
      // A frame takes 8 bytes per pixel, 3.9 GiB; 2 GiB are available.
      let outcome = try Tool.shell(
        """
        ulimit -v 2097152; tonemap convert /dev/zero \(folder["out.yuv"]) --size 65535x8000 --pixel-format rgba64le \
        --primaries bt2020 --transfer pq --range full --out-pixel-format yuv420p
        """)
      #expect(outcome.code == 71 && outcome.errors.contains("no memory"), "\(outcome.code): \(outcome.errors)")
      #expect(try folder.names == [])
    }

    /// Limits between those under which nothing starts and those under which all is well.
    @Test(
      "However tight the limit, a preview too ends with 71", arguments: Array(stride(from: 100, through: 600, by: 20)))
    func tightLimits(mebibytes: Int) throws {
      let folder = try Folder()
      let options =
        ["--size", "3840x2160", "--pixel-format", "yuv420p10le", "--frames", "1", "--format", "raw"] + Clips.tags
      let outcome = try Tool.shell(
        """
        ulimit -v $((\(mebibytes) * 1024)); timeout -s KILL 60 tonemap convert /dev/zero \(folder["out.yuv"]) \
        --preview \(folder["p.png"]) --progress none \(options)
        """)
      // FFmpeg's libraries take 200 MiB of addresses, and the system's loader tells before the command begins.
      let isNotLoaded = outcome.code == 127 && outcome.errors.contains("error while loading shared libraries")
      #expect(outcome.code == 0 || outcome.code == 71 || isNotLoaded, "\(outcome.code): \(outcome.errors)")
      #expect(try folder.names.isEmpty == (outcome.code != 0))
    }
  }
#endif
