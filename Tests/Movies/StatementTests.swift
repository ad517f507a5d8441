import Colorimetry
import Foundation
import HDRMetadata
import Movies
import Testing
import VideoFrames

/// What bitstream and container say about color and light is what was asked for.
@Suite(.enabled(if: hasFFmpeg, "needs ffprobe")) struct StatementTests {
  private static let display = try! MasteringDisplayColorVolume(
    text: "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50)")

  private static func hdr10() -> VideoEncoding {
    var encoding = VideoEncoding(
      encoder: "libx265", format: .yuv420p10, width: 96, height: 64, timeBase: Ratio(1, 24000)!)
    encoding.frameRate = Ratio(24000, 1001)
    encoding.color = ColorDescription(
      primaries: .bt2020, transfer: .pq, matrix: .bt2020NCL, range: .narrow, chromaLocation: .topLeft)
    encoding.metadata = StaticMetadata(
      mastering: display, contentLight: ContentLightLevel(maxCLL: 1000, maxFALL: 400))
    encoding.options = [("preset", "ultrafast"), ("x265-params", "keyint=12")]
    return encoding
  }

  private static let times = (0..<10).map { Int64($0 * 1001) }

  private func probe(_ path: String, _ entries: String, _ more: [String] = []) throws -> String {
    let arguments = ["-v", "error", "-select_streams", "v:0", "-show_entries", entries, "-of", "compact"]
    return try #require(output(of: "ffprobe", arguments + more + [path]))
  }

  @Test(.enabled(if: hasEncoder("libx265")), arguments: ["mp4", "mov", "matroska", "hevc"])
  func hdr10IsStated(container: String) throws {
    let folder = try Folder()
    _ = try writeClip(folder["clip"], container: container, Self.hdr10(), times: Self.times)
    let stream = try probe(
      folder["clip"],
      "stream=codec_tag_string,pix_fmt,color_range,color_space,color_transfer,color_primaries,chroma_location,level")
    for said in [
      "color_range=tv", "color_space=bt2020nc", "color_transfer=smpte2084", "color_primaries=bt2020",
      "pix_fmt=yuv420p10le", "chroma_location=topleft",
      // That of 24 pictures of this size in a second; the 24 000 of the time base would need a higher one.
      "level=30",
    ] {
      #expect(stream.contains(said), "\(said) in \(stream)")
    }
    if container == "mp4" || container == "mov" { #expect(stream.contains("codec_tag_string=hvc1")) }
    let frame = try probe(folder["clip"], "frame_side_data", ["-read_intervals", "%+#1"])
    for said in [
      "red_x=34000/50000", "green_y=34500/50000", "white_point_x=15635/50000", "max_luminance=10000000/10000",
      "max_content=1000", "max_average=400",
    ] {
      #expect(frame.contains(said), "\(said) in \(frame)")
    }
    let clip = try readClip(folder["clip"])
    #expect(clip.video.metadata.mastering == Self.display)
    #expect(clip.video.metadata.contentLight == ContentLightLevel(maxCLL: 1000, maxFALL: 400))
    #expect(clip.video.color == Self.hdr10().color)
  }

  /// Neither the encoder nor the decoder of the source has anything to say about the light of SDR.
  @Test(.enabled(if: hasEncoder("libx265") && hasEncoder("libx264"))) func sdrSaysNothingOfLight() throws {
    let folder = try Folder()
    _ = try writeClip(folder["hdr"], container: "mp4", Self.hdr10(), times: Self.times)
    for container in ["mp4", "matroska"] {
      try convert(folder["hdr"], folder["sdr"], container: container) { encoding in
        encoding.color = ColorDescription(primaries: .bt709, transfer: .bt709, matrix: .bt709, range: .narrow)
      }
      let said = try probe(
        folder["sdr"], "frame_side_data:stream_side_data:packet_side_data", ["-show_packets", "-show_frames"])
      #expect(!said.contains("luminance") && !said.contains("max_content") && !said.contains("Mastering"), "\(said)")
      #expect(try probe(folder["sdr"], "stream=color_transfer").contains("bt709"))
      #expect(try readClip(folder["sdr"]).video.metadata == StaticMetadata())
    }
  }

  @Test(.enabled(if: hasEncoder("mjpeg") && hasEncoder("png"))) func stillsAreWritten() throws {
    let folder = try Folder()
    var jpeg = VideoEncoding(encoder: "mjpeg", format: .yuv420p, width: 83, height: 37, timeBase: Ratio(1, 25)!)
    jpeg.color.range = .full
    _ = try writeClip(folder["clip.jpg"], container: "image2pipe", jpeg, times: [0])
    let clip = try readClip(folder["clip.jpg"])
    #expect(clip.video.format == .yuv420p && clip.video.color.range == .full && clip.pictures.count == 1)
    // PNG has R′, G′, B′ in turn, the more significant byte first.
    for (format, name, raw) in [
      (PixelFormat.gbrp, "a.png", "rgb24"), (.gbrap, "b.png", "rgba"), (.rgb48, "c.png", "rgb48le"),
      (.rgba64, "d.png", "rgba64le"), (.gray16, "e.png", "gray16le"),
    ] {
      let encoding = VideoEncoding(encoder: "png", format: format, width: 83, height: 37, timeBase: Ratio(1, 25)!)
      _ = try writeClip(folder[name], container: "image2pipe", encoding, times: [0])
      let arguments = ["-v", "error", "-y", "-f", "png_pipe", "-i", folder[name], "-f", "rawvideo", "-pix_fmt", raw]
      _ = try #require(output(of: "ffmpeg", arguments + [folder["raw"]]))
      var frame = try Frame(format, width: 83, height: 37)
      try frame.withMutableView { view in draw(0, into: &view) }
      var expected = frame.withView(samples)
      if format.layout == .planar && format.model == .rgb {
        let planes = (0..<format.planeCount).map { expected[83 * 37 * $0..<83 * 37 * ($0 + 1)] }
        expected = (0..<83 * 37).flatMap { pixel in
          [2, 0, 1, 3].prefix(planes.count).map { planes[$0][planes[$0].startIndex + pixel] }
        }
      }
      #expect(try folder.bytes("raw") == expected, "\(format)")
    }
  }

  /// The views on the decoder's memory are what FFmpeg's own program decodes.
  @Test(.enabled(if: hasEncoder("libx264"))) func picturesAreThoseOfFFmpeg() throws {
    let folder = try Folder()
    var encoding = VideoEncoding(encoder: "libx264", format: .yuv420p, width: 86, height: 38, timeBase: Ratio(1, 25)!)
    encoding.options = [("preset", "veryfast")]
    _ = try writeClip(folder["clip.mp4"], container: "mp4", encoding, times: Array(0..<12))
    let arguments = ["-v", "error", "-y", "-i", folder["clip.mp4"], "-f", "rawvideo"]
    _ = try #require(output(of: "ffmpeg", arguments + [folder["raw"]]))
    #expect(try readClip(folder["clip.mp4"]).pictures.flatMap { $0 } == folder.bytes("raw"))
  }

  /// MaxCLL has 16 bits, but an element of Matroska can hold more.
  @Test func impossibleLightIsFound() throws {
    let folder = try Folder()
    var encoding = VideoEncoding(encoder: "ffv1", format: .yuv420p10, width: 96, height: 64, timeBase: Ratio(1, 25)!)
    encoding.color = Self.hdr10().color
    encoding.metadata = StaticMetadata(
      mastering: Self.display, contentLight: ContentLightLevel(maxCLL: 993, maxFALL: 300))
    _ = try writeClip(folder["a.mkv"], container: "matroska", encoding, times: [0, 1])
    // MaxCLL 993 and MaxFALL 300 become 70 000 and 119, in as many bytes.
    let (stated, impossible) = (
      Data([0x55, 0xBC, 0x82, 0x03, 0xE1, 0x55, 0xBD, 0x82, 0x01, 0x2C]),
      Data([0x55, 0xBC, 0x83, 0x01, 0x11, 0x70, 0x55, 0xBD, 0x81, 0x77])
    )
    var bytes = try Data(contentsOf: URL(fileURLWithPath: folder["a.mkv"]))
    bytes.replaceSubrange(try #require(bytes.range(of: stated)), with: impossible)
    try bytes.write(to: URL(fileURLWithPath: folder["b.mkv"]))
    func video(_ name: String) throws -> VideoTrack {
      let file = OpenedFile(reading: folder[name])
      return try MovieReader(descriptor: file.descriptor, name: name, threads: 1).video
    }
    #expect(try video("a.mkv").findings.isEmpty)
    let found = try video("b.mkv")
    #expect(found.findings.map(\.code) == ["impossible-content-light"] && found.metadata.contentLight?.maxCLL == nil)
    #expect(found.findings.first?.found == "MaxCLL is 70000 cd/m²")
  }
}
