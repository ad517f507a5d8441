#if FFmpeg
  import Foundation
  import HDRMetadata
  import Testing

  /// HDR10+ of a movie: each frame is mapped by the curve that it brings.
  @Suite(.enabled(if: (try? Tool.shell("ffmpeg -hide_banner -encoders | grep libx265"))?.code == 0, "needs x265"))
  struct FrameCurveTests {
    private static let options = ["--tone-mapping", "st2094-40", "--progress", "none", "--format", "raw"]

    /// The curve of a frame.
    private static func metadata(anchor: UInt16) -> HDR10PlusMetadata {
      var window = HDR10PlusMetadata.Window()
      window.maximumComponents = [100_000, 0, 0]
      window.average = 1000
      window.toneCurve = .init(kneeX: 410, kneeY: 819, anchors: [anchor, 800])
      return HDR10PlusMetadata(windows: [window], targetedDisplayMaximum: 203)
    }

    /// A stream with a message before each picture; `nil` before one that has none.
    ///
    /// - Source: Rec. ITU-T H.265, clauses 7.3.1.1, 7.3.2.4 and D.2.6, and Annex B.
    private func adding(_ messages: [HDR10PlusMetadata?], to stream: [UInt8]) throws -> [UInt8] {
      var result: [UInt8] = []
      var picture = 0
      // A zero more is allowed before each start code.
      var start = try #require(stream.firstIndex(of: 1)) - 2
      while start + 4 < stream.count {
        // The start code at `start`, and the next one.
        var next = start + 3
        while next + 3 < stream.count, stream[next..<next + 3] != [0, 0, 1] { next += 1 }
        if next + 3 >= stream.count { next = stream.count }
        let unit = stream[(start + 3)..<next]
        let isFirstSlice = unit.first! >> 1 & 63 < 32 && unit[unit.startIndex + 2] & 0x80 != 0
        if isFirstSlice {
          if let metadata = messages[picture] {
            let payload = try metadata.payload()
            // No start code may seem to begin within.
            var body: [UInt8] = []
            for byte in [4, UInt8(payload.count)] + payload + [0x80] {
              if byte <= 3, body.count > 1, body.suffix(2) == [0, 0] { body.append(3) }
              body.append(byte)
            }
            result += [0, 0, 1, 39 << 1, 1] + body
          }
          picture += 1
        }
        result += [0, 0, 1] + unit
        start = next
      }
      #expect(picture == messages.count)
      return result
    }

    /// A lossless stream of the clip's frames.
    private func stream(_ folder: Folder, _ messages: [HDR10PlusMetadata?]) throws -> String {
      _ = try folder.file("in.y4m", Clips.y4m(frames: messages.count))
      let parameters = "lossless=1:bframes=0:repeat-headers=1:log-level=error:min-cu-size=8:ctu=16"
      let tags =
        "-color_primaries bt2020 -color_trc smpte2084 -colorspace bt2020nc -color_range tv -chroma_sample_location left"
      let made = try Tool.shell(
        "cd '\(folder[""])' && ffmpeg -y -v error -nostdin -i in.y4m -vf scale=32:16:flags=neighbor -pix_fmt yuv420p10 \(tags) -c:v libx265 -x265-params \(parameters) plain.hevc"
          + " && ffmpeg -y -v error -nostdin -i plain.hevc -strict -1 plain.y4m")
      try #require(made.code == 0, "\(made.errors)")
      return try folder.file("in.hevc", Data(adding(messages, to: [UInt8](folder.bytes("plain.hevc")))))
    }

    @Test func eachFrameHasItsCurve() throws {
      let folder = try Folder()
      let anchors: [UInt16] = [400, 400, 700, 400, 900, 700]
      let movie = try stream(folder, anchors.map { Self.metadata(anchor: $0) })
      let outcome = try Tool.run(["convert", movie, folder["out.yuv"]] + Self.options)
      #expect(outcome.code == 0 && !outcome.errors.contains("not used"), "\(outcome.errors)")
      let whole = try folder.bytes("out.yuv")
      let size = whole.count / anchors.count
      for (index, anchor) in anchors.enumerated() {
        // The same frame with a document that has this curve for all.
        let document = HDR10PlusDocument(
          scenes: [Array(repeating: Self.metadata(anchor: anchor), count: anchors.count)],
          tool: .init(name: "test", version: "1"))
        let json = try folder.file("plus.json", Data(document.json()))
        let part = ["--start", "\(index)", "--frames", "1"]
        let one = try Tool.run(
          ["convert", folder["plain.y4m"], "-", "--hdr10plus-json", json] + Clips.tags.dropLast(2) + Self.options + part
        )
        #expect(one.code == 0, "\(one.errors)")
        #expect(one.output == whole[index * size..<(index + 1) * size], "frame \(index)")
        // A part of the movie has the curves that its frames have in the whole.
        let cut = try Tool.run(["convert", movie, "-"] + Self.options + part)
        #expect(cut.output == one.output, "frame \(index): \(cut.errors)")
      }
    }

    /// A message holds until the next one, as decoders have it; what comes before the first has none.
    @Test func messagesHoldUntilTheNext() throws {
      let folder = try Folder()
      let movie = try stream(folder, [Self.metadata(anchor: 400), nil, Self.metadata(anchor: 700)])
      let whole = try Tool.run(["convert", movie, "-"] + Self.options)
      let part = try Tool.run(["convert", movie, "-", "--start", "1"] + Self.options)
      #expect(whole.code == 0 && part.output == whole.output.suffix(whole.output.count / 3 * 2), "\(part.errors)")
      let late = try stream(folder, [nil, Self.metadata(anchor: 400)])
      let refused = try Tool.run(["convert", late, folder["out.yuv"]] + Self.options)
      #expect(refused.code != 0 && refused.errors.contains("st2094-40"), "\(refused.errors)")
      #expect(try !folder.names.contains("out.yuv"))
    }
  }
#endif
