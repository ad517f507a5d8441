import Foundation
import TestSupport
import Testing

/// Rows of a PNG take memory as they are decoded, not as the header claims.
@Suite struct PNGRowsTests {
  private static func crc(_ bytes: [UInt8]) -> UInt64 {
    var c: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      c ^= UInt32(byte)
      for _ in 0..<8 { c = c & 1 == 1 ? 0xEDB8_8320 ^ (c >> 1) : c >> 1 }
    }
    return UInt64(c ^ 0xFFFF_FFFF)
  }

  /// A chunk with its checksum.
  static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    let named = Array(type.utf8) + content
    return big(UInt64(content.count), 4) + named + big(crc(named), 4)
  }

  /// A picture of 16384 × 16384 pixels with 16 bits and alpha, 2 GiB, whose image data are no such thing.
  private static func bomb(_ data: Int, text: Int = 0, isInterlaced: Bool = false) -> Data {
    let header = big(16384, 4) + big(16384, 4) + [16, 6, 0, 0, isInterlaced ? 1 : 0]
    // A stream of zlib with a stored block of zeros, and then a block of no type.
    let row: [UInt8] = [0x78, 0x01, 0, 0, 0x80, 0xFF, 0x7F] + zeros(0x8000)
    let rows = Array((row + Array(repeating: 0xFF, count: data)).prefix(max(data, 4)))
    let texts =
      text > 0 ? chunk("tEXt", [UInt8(ascii: "x"), 0] + Array(repeating: UInt8(ascii: "y"), count: text)) : []
    let all: [UInt8] =
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header) + chunk("IDAT", rows) + texts
      + chunk("IEND", [])
    return Data(all)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/status"), "the peak is read from /proc"))
  func aHeaderTakesNoMemory() throws {
    let folder = try Folder()
    for (name, bytes, fact) in [
      ("text.png", Self.bomb(4, text: 66_000), "4 bytes of image data are too few"),
      ("junk.png", Self.bomb(2_200_000), "truncated or corrupt PNG"),
      ("adam7.png", Self.bomb(2_200_000, isInterlaced: true), "truncated or corrupt PNG"),
    ] {
      let file = try folder.file(name, bytes)
      var peaks: [Int] = []
      // The process may end before its status is read.
      for _ in 0..<20 where peaks.isEmpty {
        let outcome = try Tool.shell(
          """
          tonemap convert \(file) /dev/null --format raw --progress none 2> \(folder["errors"]) & us=$!
          while grep VmHWM /proc/$us/status 2> /dev/null; do sleep 0.01; done; wait $us; echo code $?
          """)
        #expect(outcome.text.hasSuffix("code 65\n"), "\(outcome.text)")
        #expect(String(decoding: try folder.bytes("errors"), as: UTF8.self).contains(fact), "\(name)")
        peaks = outcome.text.split(separator: "\n").compactMap { line in
          line.hasPrefix("VmHWM") ? Int(line.filter(\.isNumber)) : nil
        }
      }
      // The program itself takes some fifty.
      #expect(try #require(peaks.max()) / 1024 < 64 + 60, "\(name)")
    }
  }

  /// FFmpeg writes the same picture in one pass and in seven.
  @Test(
    .enabled(if: OtherPrograms.has("ffmpeg"), "needs ffmpeg"),
    arguments: ["rgb24", "rgba", "rgb48be", "rgba64be", "gray", "gray16be"])
  func passesArePutTogether(format: String) throws {
    let folder = try Folder()
    for (name, flags) in [("plain", []), ("passes", ["-flags", "+ildct"])] {
      let source = ["-v", "error", "-nostdin", "-f", "lavfi", "-i", "testsrc2=s=37x23:d=0.04:r=25"]
      let made = try Tool.run(
        program: "ffmpeg", source + ["-frames:v", "1", "-pix_fmt", format] + flags + [folder["\(name).png"]])
      try #require(made.code == 0, "\(made.errors)")
    }
    #expect(try folder.bytes("plain.png")[28] == 0 && folder.bytes("passes.png")[28] == 1)
    let options = [
      "--format", "raw", "--progress", "none", "--transfer", "srgb", "--primaries", "bt709", "--dither", "none",
    ]
    let plain = try Tool.run(["convert", folder["plain.png"], "-"] + options)
    let passes = try Tool.run(["convert", folder["passes.png"], "-"] + options)
    #expect(plain.code == 0 && !plain.output.isEmpty && passes.output == plain.output, "\(passes.errors)")
  }
}
