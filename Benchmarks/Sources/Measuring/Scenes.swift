import Foundation
import ToneMapping

/// Pictures typical of films, in addition to the forest, in 10-bit 4:2:0 PQ of any size. None should cost much more than another.
public enum Scene: String, CaseIterable, Sendable {
  /// Letterbox bars, and the pause between two shots.
  case black
  /// Titles, or a white sky.
  case white
  case gray
  /// One strong color each; the first is as far outside BT.709 as BT.2020 reaches.
  case deepBlue = "deep blue"
  case blue, red
  /// All colors of strong chroma, a different one in each pixel.
  case pattern
  /// The forest with twice its chroma, between bars, with an aspect ratio of 2.4 to 1.
  case letterbox

  /// The codes of Y′, C′B, C′R at a pixel.
  private func codes(x: Int, y: Int, width: Int, height: Int, forest: Frame) throws -> (Int, Int, Int) {
    switch self {
    case .black: return (64, 512, 512)
    case .white: return (940, 512, 512)
    case .gray: return (450, 512, 512)
    case .deepBlue: return (400, 640, 470)
    case .blue: return (400, 440, 560)
    case .red: return (350, 450, 680)
    case .pattern:
      let (a, b) = (Double(x) * 3840 / Double(width) / 600, Double(y) * 2160 / Double(height) / 400)
      return (300 + 300 * x / width, 512 + Int(180 * sin(a)), 512 + Int(180 * cos(b)))
    case .letterbox:
      let bar = max(height - width * 10 / 24, 0) / 4 * 2
      guard bar..<height - bar ~= y else { return (64, 512, 512) }
      func strong(_ component: Int) throws -> Int {
        try min(max(2 * forest.code(component: component, x: x / 2, y: y / 2) - 512, 64), 960)
      }
      return try (forest.code(component: 0, x: x, y: y), strong(1), strong(2))
    }
  }

  /// The scene as a frame.
  public func frame(width: Int, height: Int, forest: Forest) throws -> Frame {
    let trees = try forest.frame(.yuv420p10, width: width, height: height)
    var frame = try Frame(.yuv420p10, width: width, height: height)
    for y in 0..<height {
      for x in 0..<width {
        let codes = try codes(x: x, y: y, width: width, height: height, forest: trees)
        try frame.setCode(codes.0, component: 0, x: x, y: y)
        guard x % 2 == 0, y % 2 == 0 else { continue }
        try frame.setCode(codes.1, component: 1, x: x / 2, y: y / 2)
        try frame.setCode(codes.2, component: 2, x: x / 2, y: y / 2)
      }
    }
    return frame
  }
}
