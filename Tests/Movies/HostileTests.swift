import Colorimetry
import Foundation
import HDRMetadata
import Movies
import SystemCalls
import TestSupport
import Testing
import VideoFrames

/// Movies that are damaged, or that are none.
struct HostileTests {
  /// Reads all pictures, and writes them again; any error of this module is fine.
  private func use(_ folder: Folder, _ name: String) -> Bool {
    do {
      let file = OpenedFile(reading: folder[name])
      for place in [MovieReader.Opening.share(0.5), .fullest(nearShares: [0.2, 0.7])] {
        guard
          let reader = try MovieReader(
            Descriptor(file.descriptor, isOurs: false), name: name, threads: 2, at: place)
        else { continue }
        var frame = try reader.makeFrame()
        while try reader.read(into: &frame) {}
      }
      let reader = try MovieReader(descriptor: file.descriptor, name: name, threads: 2)
      let output = OpenedFile(writing: folder["out"])
      var encoding = VideoEncoding(encoder: "ffv1", format: reader.video.format, as: reader.video)
      encoding.color = reader.video.color
      let writer = try MovieWriter(
        descriptor: output.descriptor, name: "out", container: "matroska", video: encoding, copying: reader)
      var frame = try reader.makeFrame()
      var sum = 0
      while try reader.read(into: &frame) {
        frame.withView { view in for byte in samples(view) { sum &+= Int(byte) } }
        try writer.write(frame)
      }
      try writer.finish()
      return true
    } catch {
      return false
    }
  }

  /// A small movie of each kind of container.
  private func specimens(_ folder: Folder) throws -> [String] {
    var names: [String] = []
    for (encoder, container) in [
      ("ffv1", "matroska"), ("mpeg4", "mov"), ("mjpeg", "avi"), ("libx264", "mp4"), ("libx264", "h264"),
      ("libx265", "hevc"), ("libx265", "mp4"), ("prores_ks", "mov"), ("libvpx-vp9", "webm"), ("libx264", "mpegts"),
    ] where hasEncoder(encoder) {
      let format: PixelFormat = encoder == "prores_ks" ? .yuv422p10 : .yuv420p
      var encoding = VideoEncoding(encoder: encoder, format: format, width: 64, height: 48, timeBase: Ratio(1, 25)!)
      if encoder == "mjpeg" { encoding.color.range = .full }
      encoding.frameRate = Ratio(25, 1)
      let name = "\(encoder).\(container)"
      do {
        _ = try writeClip(folder[name], container: container, encoding, times: Array(0..<6), last: 1)
        names.append(name)
      } catch MovieError.formatNotTaken {
        print("\(encoder) takes no \(format)")
      }
    }
    return names
  }

  /// Movies that end early, and movies with wrong bytes, for `MOVIE_FUZZ_SECONDS`.
  @Test func damagedMoviesNeverCrash() throws {
    let folder = try Folder()
    let names = try specimens(folder)
    #expect(!names.isEmpty)
    for name in names {
      let whole = try folder.bytes(name)
      #expect(use(folder, name), "\(name) is whole")
      var run = FuzzRun("MOVIE_FUZZ", seconds: 0.2)
      guard run.wants(name) else { continue }
      var numbers = SeededNumbers(seed: run.seed)
      while run.shouldContinue {
        var bytes = whole
        if Bool.random(using: &numbers) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &numbers)) }
        for _ in 0..<Int.random(in: 0...8, using: &numbers) where !bytes.isEmpty {
          // Damage near the beginning reaches the container.
          let reach = Bool.random(using: &numbers) ? bytes.count : min(bytes.count, 800)
          bytes[Int.random(in: 0..<reach, using: &numbers)] ^= 1 << UInt8.random(in: 0..<8, using: &numbers)
        }
        try folder.write("damaged", bytes)
        let start = InputCost.threadSeconds
        let wasTaken = use(folder, "damaged")
        run.add(InputCost(), since: start, wasTaken: wasTaken)
      }
      print(run.report(name))
    }
  }

  @Test func whatIsNoMovieIsRefused() throws {
    let folder = try Folder()
    for bytes in [[], Array("no movie".utf8), [UInt8](repeating: 0, count: 10_000)] {
      try folder.write("file", bytes)
      let file = OpenedFile(reading: folder["file"])
      do throws(MovieError) {
        _ = try MovieReader(descriptor: file.descriptor, name: "file", threads: 1)
        Issue.record("it was taken")
      } catch {
        guard case .notAMovie("file", _) = error else {
          Issue.record("\(error)")
          return
        }
      }
    }
  }

  /// A playlist is text that names files: they stay closed.
  @Test(.enabled(if: hasEncoder("mpeg4"))) func playlistsOpenNothing() throws {
    let folder = try Folder()
    let encoding = VideoEncoding(
      encoder: "mpeg4", format: .yuv420p, width: 64, height: 48, timeBase: Ratio(1, 25)!)
    _ = try writeClip(folder["clip.ts"], container: "mpegts", encoding, times: Array(0..<6))
    _ = try writeClip(folder["clip.mp4"], container: "mp4", encoding, times: Array(0..<6))
    let path = folder["clip.ts"]
    for text in [
      "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n\(path)\n#EXT-X-ENDLIST\n",
      "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile://\(path)\n#EXT-X-ENDLIST\n",
      // FFmpeg's own program follows this one, where it was built with libxml2.
      """
      <?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT1S"
      profiles="urn:mpeg:dash:profile:isoff-on-demand:2011"><Period><AdaptationSet contentType="video"
      ><Representation id="0" bandwidth="1000"><BaseURL>file://\(folder["clip.mp4"])</BaseURL></Representation
      ></AdaptationSet></Period></MPD>
      """,
      "ffconcat version 1.0\nfile '\(path)'\n", "ffconcat version 1.0\nfile 'file:\(path)'\n",
    ] {
      try folder.write("list", Array(text.utf8))
      let file = OpenedFile(reading: folder["list"])
      #expect(throws: MovieError.self, "\(text)") {
        try MovieReader(descriptor: file.descriptor, name: "list", threads: 1)
      }
    }
  }

  @Test(.enabled(if: hasEncoder("libx264"))) func anotherSizeInTheMiddleIsToldWithItsTime() throws {
    let folder = try Folder()
    for (name, width) in [("a", 64), ("b", 96)] {
      var encoding = VideoEncoding(
        encoder: "libx264", format: .yuv420p, width: width, height: 48, timeBase: Ratio(1, 25)!)
      encoding.frameRate = Ratio(25, 1)
      _ = try writeClip(folder[name], container: "h264", encoding, times: Array(0..<6))
    }
    try folder.write("both", try folder.bytes("a") + folder.bytes("b"))
    let file = OpenedFile(reading: folder["both"])
    let reader = try MovieReader(descriptor: file.descriptor, name: "both", threads: 1)
    var frame = try reader.makeFrame()
    var count = 0
    do throws(MovieError) {
      while try reader.read(into: &frame) { count += 1 }
      Issue.record("nothing was reported")
    } catch {
      guard case .otherPicture("both", _, let found, let expected) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(found == "96×48 yuv420p" && expected == "64×48 yuv420p")
    }
    #expect(count == 6)
  }

  /// Another color is an error like another size, unless the caller says that it gives each part its own plan.
  @Test(.enabled(if: hasEncoder("libx264"))) func anotherColorInTheMiddleIsRefusedOrStated() throws {
    let folder = try Folder()
    let (hlg, sdr) = (
      ColorDescription(primaries: .bt2020, transfer: .hlg, matrix: .bt2020NCL, range: .narrow, chromaLocation: .left),
      ColorDescription(primaries: .bt709, transfer: .bt709, matrix: .bt709, range: .narrow, chromaLocation: .left)
    )
    for (name, color) in [("a", hlg), ("b", sdr)] {
      var encoding = VideoEncoding(
        encoder: "libx264", format: .yuv420p, width: 64, height: 48, timeBase: Ratio(1, 25)!)
      (encoding.frameRate, encoding.color) = (Ratio(25, 1), color)
      _ = try writeClip(folder[name], container: "h264", encoding, times: Array(0..<6))
    }
    try folder.write("both", try folder.bytes("a") + folder.bytes("b"))
    func read(_ readsOtherColors: Bool) throws(MovieError) -> [ColorDescription?] {
      let file = OpenedFile(reading: folder["both"])
      let reader = try MovieReader(
        descriptor: file.descriptor, name: "both", threads: 1, readsOtherColors: readsOtherColors)
      var frame = try reader.makeFrame()
      var colors: [ColorDescription?] = []
      while try reader.read(into: &frame) { colors.append(frame.statement?.color) }
      return colors
    }
    #expect(
      try read(true) == [ColorDescription?](repeating: hlg, count: 6) + [ColorDescription?](repeating: sdr, count: 6))
    do throws(MovieError) {
      _ = try read(false)
      Issue.record("nothing was reported")
    } catch {
      guard case .otherColor("both", _, let found, let expected) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(found == "primaries bt709, transfer bt709, matrix bt709")
      #expect(expected == "primaries bt2020, transfer arib-std-b67, matrix bt2020nc")
    }
  }

  @Test(.enabled(if: hasFFmpeg)) func formatsThatAreMissingAreNamed() throws {
    let folder = try Folder()
    let made = output(
      of: "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc=s=64x48:d=0.2", "-c:v", "ffv1", "-pix_fmt", "yuv411p",
        folder["clip.mkv"],
      ])
    _ = try #require(made)
    let file = OpenedFile(reading: folder["clip.mkv"])
    #expect(throws: MovieError.unknownFormat("clip", found: "yuv411p")) {
      try MovieReader(descriptor: file.descriptor, name: "clip", threads: 1)
    }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"))) func aFullDiskIsTold() throws {
    let encoding = VideoEncoding(
      encoder: "ffv1", format: .yuv420p, width: 640, height: 480, timeBase: Ratio(1, 25)!)
    do {
      _ = try writeClip("/dev/full", container: "matroska", encoding, times: Array(0..<20))
      Issue.record("nothing was reported")
    } catch {
      #expect(error as? MovieError == .cannotWrite("/dev/full", SystemError(code: ENOSPC)))
    }
  }

  @Test func aClosedPipeIsTold() throws {
    _ = signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [0, 0]
    #expect(unsafe pipe(&ends) == 0)
    close(ends[0])
    defer { close(ends[1]) }
    let encoding = VideoEncoding(
      encoder: "ffv1", format: .yuv420p, width: 640, height: 480, timeBase: Ratio(1, 25)!)
    #expect(throws: MovieError.closedPipe("pipe")) {
      let writer = try MovieWriter(
        descriptor: ends[1], name: "pipe", container: "matroska", video: encoding, copying: nil)
      let frame = try writer.makeFrame()
      for _ in 0..<20 { try writer.write(frame) }
      try writer.finish()
    }
  }

  /// SVT-AV1 alone shares memory between encoders; opened and released without turns, it crashed here in six of six runs.
  @Test(arguments: ["libsvtav1", "libaom-av1", "libx264", "libx265", "libvpx-vp9"])
  func encodersAreOpenedAndReleasedAtOnce(encoder: String) throws {
    let folder = try Folder()
    let group = DispatchGroup()
    for worker in 0..<8 {
      group.enter()
      Thread.detachNewThread {
        for _ in 0..<(encoder == "libsvtav1" ? 40 : 5) {
          let file = OpenedFile(writing: folder["\(worker)"])
          let encoding = VideoEncoding(
            encoder: encoder, format: .yuv420p, width: 64, height: 64, timeBase: Ratio(1, 25)!)
          do throws(MovieError) {
            _ = try MovieWriter(
              descriptor: file.descriptor, name: encoder, container: "matroska", video: encoding, copying: nil)
          } catch {
            #expect(error == .unknownEncoder(encoder))
          }
        }
        group.leave()
      }
    }
    group.wait()
  }

  @Test func encodersAndOptionsThatAreMissingAreNamed() throws {
    let folder = try Folder()
    func open(_ container: String, _ change: (inout VideoEncoding) -> Void) throws(MovieError) {
      var encoding = VideoEncoding(
        encoder: "ffv1", format: .yuv420p, width: 64, height: 48, timeBase: Ratio(1, 25)!)
      change(&encoding)
      let file = OpenedFile(writing: folder["out"])
      _ = try MovieWriter(
        descriptor: file.descriptor, name: "out", container: container, video: encoding, copying: nil)
    }
    #expect(throws: MovieError.unknownEncoder("none")) { try open("matroska") { $0.encoder = "none" } }
    #expect(throws: MovieError.unknownEncoder("aac")) { try open("matroska") { $0.encoder = "aac" } }
    #expect(throws: MovieError.unknownContainer("out", container: "none")) { try open("none") { _ in } }
    #expect(throws: MovieError.unknownOption("none", encoder: "ffv1")) {
      try open("matroska") { $0.options = [("none", "1")] }
    }
    do throws(MovieError) {
      try open("matroska") { $0.options = [("level", "many")] }
      Issue.record("it was taken")
    } catch {
      guard case .badOption("level", "many", "ffv1", _) = error else {
        Issue.record("\(error)")
        return
      }
    }
    do throws(MovieError) {
      try open("matroska") { $0.format = .p010 }
      Issue.record("it was taken")
    } catch {
      guard case .formatNotTaken(.p010, "ffv1", let takes) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(takes.contains("yuv420p10le"))
    }
    do throws(MovieError) {
      try open("mp4") { _ in }
      Issue.record("it was taken")
    } catch {
      guard case .container("out", "mp4", _) = error else {
        Issue.record("\(error)")
        return
      }
    }
  }
}
