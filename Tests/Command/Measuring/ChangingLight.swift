import Foundation

/// A raw clip of 64×36 PQ frames whose light changes: a ramp that fades, then, from frame 20 on, another picture that grows brighter.
enum ChangingLight {
  static let frames = 36, cut = 20
  static let frameSize = 64 * 36 * 3
  static let options = [
    "--size", "64x36", "--pixel-format", "yuv420p10le", "--fps", "24", "--primaries", "bt2020", "--transfer",
    "smpte2084",
    "--matrix", "bt2020nc", "--range", "tv", "--chroma-location", "topleft", "--progress", "none",
  ]

  static let raw: Data = {
    var bytes: [UInt8] = []
    func put(_ code: Int) { bytes += [UInt8(code & 255), UInt8(code >> 8)] }
    for frame in 0..<frames {
      for y in 0..<36 {
        for x in 0..<64 {
          let picture = frame < cut ? x * 10 : (63 - x) * 6 + y * 7
          let share = frame < cut ? 1000 - 25 * frame : 600 + 20 * (frame - cut)
          put(64 + picture * share / 1000 + (x * 7 + y * 3 + frame) % 5)
        }
      }
      for _ in 0..<64 * 18 { put(512) }
    }
    return Data(bytes)
  }()

  /// What `convert` makes of the clip, or of a part of it.
  static func converted(_ arguments: [String], from input: String) throws -> Data {
    let outcome = try Tool.run(["convert", input, "-", "--format", "raw"] + options + arguments)
    guard outcome.code == 0 else { throw Failure(description: outcome.errors) }
    return outcome.output
  }

  struct Failure: Error, CustomStringConvertible { let description: String }
}
