import Foundation
import ToneMapping

/// The forest of `Examples/clips`, 1024×512 in 10-bit 4:2:0 PQ, as a picture of any format and size: tiled and mirrored at each seam.
public struct Forest: Sendable {
  static let width = 1024
  static let height = 512
  private let samples: [UInt16]

  /// Reads the clip; needs `zstd`.
  public init() throws {
    let clip = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Examples/clips/s02_forest_1024x512_1f_pq_yuv420p10le.yuv.zst").standardizedFileURL
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["zstd", "-dcq", clip.path]
    process.standardOutput = pipe
    try process.run()
    let data = pipe.readAll()
    process.waitUntilExit()
    guard data.count == Self.width * Self.height * 3 else { throw ForestError.notRead(clip.path) }
    samples = data.withUnsafeBytes { bytes in bytes.bindMemory(to: UInt16.self).map { UInt16(littleEndian: $0) } }
  }

  /// The forest in a format, its codes scaled to the format's depth; R′G′B′ is computed by BT.2020's matrix.
  public func frame(_ format: PixelFormat, width: Int, height: Int) throws -> Frame {
    var frame = try Frame(format, width: width, height: height)
    let unit = format.isFloat ? 1.0 / 1023 : Double(format.maximumCode) / 1023
    for component in 0..<format.componentCount {
      let isChroma = format.model == .yCbCr && (component == 1 || component == 2)
      let (dx, dy) = isChroma ? (format.chroma.log2Horizontal, format.chroma.log2Vertical) : (0, 0)
      let grid = format.grid(ofComponent: component, width: width, height: height)
      for y in 0..<grid.height {
        for x in 0..<grid.width {
          let value = unit * value(format.model, component, x << dx, y << dy)
          if format.isFloat {
            try frame.setNumber(Float(value), component: component, x: x, y: y)
          } else {
            try frame.setCode(Int(value), component: component, x: x, y: y)
          }
        }
      }
    }
    return frame
  }

  /// One component of a pixel, as a 10-bit code.
  private func value(_ model: PixelFormat.Model, _ component: Int, _ x: Int, _ y: Int) -> Double {
    func mirrored(_ i: Int, _ n: Int) -> Int { i / n % 2 == 0 ? i % n : n - 1 - i % n }
    let (x, y) = (mirrored(x, Self.width), mirrored(y, Self.height))
    let size = Self.width * Self.height
    func code(_ plane: Int) -> Double {
      Double(
        plane == 0
          ? samples[y * Self.width + x] : samples[size + (plane - 1) * size / 4 + y / 2 * Self.width / 2 + x / 2])
    }
    guard component < 3 else { return 1023 }
    guard model == .rgb else { return code(component) }
    let (luma, cb, cr) = ((code(0) - 64) / 876, (code(1) - 512) / 896, (code(2) - 512) / 896)
    let signal = [luma + 1.4746 * cr, luma - 0.16455 * cb - 0.57135 * cr, luma + 1.8814 * cb][component]
    return min(max(signal, 0), 1) * 1023
  }
}

/// The reason why there is no picture to measure with.
public enum ForestError: Error, CustomStringConvertible {
  case notRead(String)
  public var description: String {
    switch self {
    case .notRead(let path):
      "zstd did not give the expected 1 572 864 bytes from \(path); install zstd and check that file"
    }
  }
}
