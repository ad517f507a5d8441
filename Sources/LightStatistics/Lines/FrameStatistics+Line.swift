internal import Colorimetry
internal import JSONText
internal import HDRMetadata

extension FrameStatistics {
  /// The line of a statistics file for this frame: a compact JSON object, with keys in a fixed order, and a line feed.
  ///
  /// Parsing it returns an equal value. `maximum`, `average` and the shares in `outside` follow from other keys; they are for human readers.
  ///
  /// - Precondition: ``seconds`` and ``sceneChange``, if known, are finite, and ``maxRGBSum`` is a whole number of units.
  public var line: [UInt8] {
    JSONWriter.line { line in
      line.member("frame", index)
      line.member("time", seconds?.value)
      line.member("area", activeArea.map { [$0.left, $0.top, $0.width, $0.height] })
      line.key("max_rgb")
      line.object { line in
        line.member("maximum", maximum.nits)
        line.member("average", averageMaxRGB.nits.rounded(to: 4))
        line.member("sum", Int(maxRGBSum.units))
        line.member("components", (0..<3).map { maximumComponents[$0].nits })
        line.members(of: maxRGB)
      }
      line.key("luminance")
      line.object { $0.members(of: luminance) }
      line.key("outside")
      line.object { line in
        line.member("bt709", share(outsideBT709))
        line.member("p3", share(outsideP3))
        line.member("pixels", [outsideBT709, outsideP3])
      }
      line.member("grid", grid.hexadecimal)
      line.member("scene_change", sceneChange)
    }
  }

  /// The share of the active area, rounded to six decimals.
  private func share(_ count: Int) -> Double {
    activeArea.map { (Double(count) / Double($0.pixelCount)).rounded(to: 6) } ?? 0
  }
}

extension JSONWriter {
  /// An object on its own line, with a line feed.
  static func line(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter()
    json.object(members)
    return json.text + [UInt8(ascii: "\n")]
  }

  fileprivate mutating func members(of distribution: LightDistribution) {
    member("pq_minimum", Int(distribution.minimumCode.number))
    member("pq_maximum", Int(distribution.maximumCode.number))
    member("pq_average", distribution.averagePQ.value)
    member("percentiles", distribution.percentileCodes.lazy.map { Int($0.number) })
    member("histogram", distribution.histogram)
  }
}

extension LightGrid {
  /// Two hexadecimal digits per cell.
  var hexadecimal: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: codes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// The grid of these digits; `nil` unless there are two per cell.
  init?(hexadecimal text: String) {
    let digits = text.utf8.compactMap(Self.value(ofDigit:))
    guard digits.count == text.utf8.count, digits.count == 2 * Self.columns * Self.rows else { return nil }
    self.init(codes: stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] })
  }

  private static func value(ofDigit byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
