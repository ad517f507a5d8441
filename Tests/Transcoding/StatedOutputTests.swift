import Foundation
import Testing
import Transcoding

/// What an output states of its color and light is one thing, wherever it states it, and passes the check of its kind.
@Suite struct StatedOutputTests {
  /// Containers, with the codecs that they take.
  private static let files = [
    ("mp4", ["h264", "hevc", "av1", "vp9"]), ("mov", ["h264", "hevc", "prores"]),
    ("mkv", ["h264", "hevc", "av1", "vp9", "prores", "ffv1"]), ("webm", ["av1", "vp9"]), ("hevc", ["hevc"]),
    ("ivf", ["av1"]),
  ]

  /// Inputs: of random codes, whose light exceeds every display; the last one states too little of it.
  private static let inputs: [(TransferCharacteristics, ColorPrimaries, light: String?)] = [
    (.bt709, .bt709, nil), (.hlg, .bt2020, nil), (.pq, .bt2020, nil), (.pq, .bt2020, "150,40"),
  ]
  private static let display = "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,1)"

  /// The rules of a kind of output that a file can break although it is told the truth: an encoder's layout, and light that it cannot state.
  private static func isExcused(_ rule: String, codec: String, lacksLight: Bool) -> Bool {
    ["codec", "chroma"].contains(rule) && ["prores", "ffv1", "vp9"].contains(codec)
      || rule == "content-light" && lacksLight
  }

  @Test(arguments: files) func oneFileSaysOneThing(container: String, codecs: [String]) throws {
    let folder = try ClipFolder()
    // SVT-AV1 takes no smaller ones.
    try folder.writeClip(height: 64)
    var count = 0
    for codec in codecs {
      for (transfer, primaries, light) in Self.inputs {
        for (display, kind) in [(Display.Preset.sdr709, DeliveryFormat.sdr709), (.hlg, .hlg), (.hdr10, .hdr10)] {
          var settings = ConversionSettings()
          (settings.input.transfer, settings.input.primaries) = (.init(transfer), .init(primaries))
          (settings.input.matrix, settings.input.range) = (primaries == .bt709 ? .bt709 : .bt2020NCL, .narrow)
          settings.input.metadata.contentLight = try light.map { try ContentLightLevel(text: $0) }
          settings.input.metadata.mastering = try light.map { _ in try MasteringDisplayColorVolume(text: Self.display)
          }
          settings.input.metadata.ambient = try AmbientViewingEnvironment(text: "314,0.3127,0.3290")
          (settings.output.display, settings.encoding.codec) = (display, codec)
          // One and two pictures are fewer than some encoders reorder.
          settings.frames.frames = 1 + count % 3
          let name = "\(codec)\(count).\(container)"
          let result = try MovieConversion(of: folder["in.y4m"], to: folder[name], settings).write()
          count += 1
          let media = try MediaDescription(path: folder.url.appending(path: name).path)
          let track = try #require(media.tracks.first)
          let conflicts = track.conflicts.map(\.sentence)
          #expect(conflicts.isEmpty, "\(name), \(transfer) to \(display): \(conflicts)")
          let lacksLight = result.findings.contains { $0.code == "light-unstated" }
          // PQ of which nobody knows the display is not HDR10.
          let isOfNoDisplay = kind == .hdr10 && transfer == .pq && light == nil
          let kind = isOfNoDisplay ? .pq10 : kind
          let failed = media.ruleResults(for: kind).filter {
            $0.outcome == .failed && !Self.isExcused($0.rule, codec: codec, lacksLight: lacksLight)
          }
          #expect(failed.isEmpty, "\(name), \(transfer) to \(display): \(failed)")
          // The room is that of the source, in all outputs that have a place for it.
          let ambient = track.sidecar.metadata.ambient
          let hasPlace = display != .sdr709 && (["mp4", "mov"].contains(container) || codec == "hevc")
          #expect((ambient == settings.input.metadata.ambient) == hasPlace, "\(name): \(String(describing: ambient))")
          let isReported = result.findings.contains { "\($0)".contains("ambient viewing environment") }
          #expect(isReported == (display != .sdr709 && !hasPlace), "\(name): \(result.findings)")
          try Self.checkBytes(folder.bytes(name), hasBox: hasPlace && ["mp4", "mov"].contains(container))
        }
      }
    }
    #expect(count == codecs.count * 12)
  }

  /// - Source: ISO/IEC 14496-12, clause 12.1.9: 314 lux and x 0.3127, y 0.329 in units of 0.0001 lux and of 0.00002.
  private static func checkBytes(_ bytes: Data, hasBox: Bool) {
    let box = Data([0, 0, 0, 16]) + Data("amve".utf8) + [0, 0x2F, 0xE9, 0xA0, 0x3D, 0x13, 0x40, 0x42]
    #expect((bytes.range(of: box) != nil) == hasBox)
  }
}
