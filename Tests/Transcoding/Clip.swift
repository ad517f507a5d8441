import Foundation
import TestSupport
import Transcoding

/// A folder of its own, and a clip in it.
final class ClipFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "transcoding-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  subscript(name: String) -> MediaLocation { MediaLocation(url.appending(path: name).path) }

  func bytes(_ name: String) throws -> Data { try Data(contentsOf: url.appending(path: name)) }

  var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() } }

  /// Writes Y4M of 4:2:0 with 10 bits and random codes.
  func writeClip(_ name: String = "in.y4m", width: Int = 64, height: Int = 36, frames: Int = 3) throws {
    var numbers = SeededNumbers(seed: 7)
    var bytes = Data("YUV4MPEG2 W\(width) H\(height) F25:1 C420p10 XYSCSS=420P10\n".utf8)
    let samples = width * height + 2 * ((width + 1) / 2) * ((height + 1) / 2)
    for _ in 0..<frames {
      bytes += Data("FRAME\n".utf8)
      for _ in 0..<samples {
        let code = UInt16.random(in: 64...940, using: &numbers)
        bytes += [UInt8(code & 255), UInt8(code >> 8)]
      }
    }
    try bytes.write(to: url.appending(path: name))
  }
}

extension ConversionSettings {
  /// PQ of BT.2020 to SDR.
  static var pq: ConversionSettings {
    var settings = ConversionSettings()
    settings.input.transfer = .init(.pq)
    settings.input.primaries = .init(.bt2020)
    settings.input.matrix = .bt2020NCL
    settings.input.range = .narrow
    return settings
  }
}
