import Foundation
import TestSupport
import Testing
import VideoFrames

/// Pictures that FFmpeg converts from one format to another: each component must be where both say, with the value that both say.
@Suite(.enabled(if: FFmpeg.formats != nil, "ffmpeg is not installed")) struct FFmpegFormatTests {
  /// Those of which this FFmpeg knows both.
  static let pairs: [(PixelFormat, PixelFormat)] = [
    (.y210, .yuv422p10), (.gbrp10, .x2rgb10), (.x2rgb10, .gbrp10), (.x2rgb10, .x2bgr10), (.rgbaf16, .rgba64),
    (.rgbf16, .rgb48), (.gbrpf16, .gbrp16), (.gbrapf16, .gbrap16), (.gbrpf32, .gbrpf16),
    (.gbrpf32, .rgbf32), (.rgbaf32, .gbrapf32),
  ].filter { FFmpeg.formats?[$0.name]?.contains("I") == true && FFmpeg.formats?[$1.name]?.contains("O") == true }

  @Test(arguments: pairs) func componentsAreWhereFFmpegHasThem(from: PixelFormat, to: PixelFormat) throws {
    let (width, height) = (18, 4)
    // Smooth, because FFmpeg converts R′G′B′ by way of Y′CbCr of fewer bits.
    func value(_ component: Int, _ x: Int, _ y: Int) -> Double {
      [0.3, 0.55, 0.4, 0.9][component] + 0.01 * Double(x) - 0.02 * Double(y)
    }
    var frame = try Frame(from, width: width, height: height)
    for component in 0..<from.componentCount {
      let grid = from.grid(ofComponent: component, width: width, height: height)
      for y in 0..<grid.height {
        for x in 0..<grid.width {
          let value = value(component, x, y)
          if from.isFloat {
            try frame.setNumber(Float(value), component: component, x: x, y: y)
          } else {
            try frame.setCode(Int(value * Double(from.maximumCode)), component: component, x: x, y: y)
          }
        }
      }
    }
    var found = try Frame(to, width: width, height: height)
    try found.copyBytes(from: FFmpeg.converted(frame, to: to))
    for component in 0..<min(from.componentCount, to.componentCount) {
      let grid = to.grid(ofComponent: component, width: width, height: height)
      for y in 0..<grid.height {
        for x in 0..<grid.width {
          let number =
            to.isFloat
            ? try Double(found.number(component: component, x: x, y: y))
            : try Double(found.code(component: component, x: x, y: y)) / Double(to.maximumCode)
          #expect(abs(number - value(component, x, y)) < 0.01, "component \(component) at \(x), \(y)")
        }
      }
    }
    if to.layout == .word {
      #expect(try (0..<width).allSatisfy { try found.sample(plane: 0, x: $0, y: 0) >> 30 == 3 }, "the bits at the top")
    }
  }
}

/// The `ffmpeg` that is installed.
enum FFmpeg {
  /// The flags of each of its formats, with `I` and `O` for what it can convert from and to; `nil` if it is not installed.
  static let formats: [String: String]? = {
    guard let text = OtherPrograms.output(of: "ffmpeg", ["-hide_banner", "-pix_fmts"]) else { return nil }
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n").map { $0.split(separator: " ") }
    let formats = Dictionary(
      lines.filter { $0.count > 2 }.map { (String($0[1]), String($0[0])) }, uniquingKeysWith: { first, _ in first })
    return formats["yuv420p"] == nil ? nil : formats
  }()

  /// The bytes of a picture in another format.
  static func converted(_ frame: Frame, to format: PixelFormat) throws -> [UInt8] {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).raw")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(frame.packedBytes).write(to: file)
    let size = "\(frame.width)x\(frame.height)"
    let arguments = [
      "-v", "error", "-f", "rawvideo", "-pix_fmt", frame.format.name, "-s", size, "-i", file.path, "-pix_fmt",
      format.name, "-f", "rawvideo", "-",
    ]
    return Array(try #require(OtherPrograms.output(of: "ffmpeg", arguments)))
  }
}
