import ToneMapping

// The material of the examples: the bytes of a stream, and its frames.

/// A mastering display with P3-D65 and 1000 cd/m², as the payload of `mdcv`: G, B, R, white, maximum, minimum.
let mdcvBox: [UInt8] = [
  0x33, 0xC2, 0x86, 0xC4, 0x1D, 0x4C, 0x0B, 0xB8, 0x84, 0xD0, 0x3E, 0x80, 0x3D, 0x13, 0x40, 0x42,
  0x00, 0x98, 0x96, 0x80, 0x00, 0x00, 0x00, 0x01,
]

/// MaxCLL 993 and MaxFALL 119 cd/m², as the payload of `clli`.
let clliBox: [UInt8] = [0x03, 0xE1, 0x00, 0x77]

/// 314 lux of D65, as the payload of `amve`.
let amveBox: [UInt8] = [0x00, 0x2F, 0xE9, 0xA0, 0x3D, 0x13, 0x40, 0x42]

/// The 10-bit narrow-range luma code nearest to HDR reference white, 203 cd/m².
let whiteCode = 573

/// Frames with a single gray, HDR reference white.
func whiteFrames(_ count: Int, width: Int, height: Int) throws -> [Frame] {
  var frame = try Frame(.yuv420p10, width: width, height: height)
  for y in 0..<height {
    for x in 0..<width { try frame.setCode(whiteCode, component: 0, x: x, y: y) }
  }
  for component in 1...2 {
    for y in 0..<height / 2 {
      for x in 0..<width / 2 { try frame.setCode(512, component: component, x: x, y: y) }
    }
  }
  return Array(repeating: frame, count: count)
}
