internal import Colorimetry

extension MasteringDisplayColorVolume {
  /// In which order the message states its primaries: `GBR` as it should, or another, as in `RGB`.
  ///
  ///     MasteringDisplayColorVolume(red: p3Green, green: p3Red, …).statedOrder  // "RGB" where red stands first
  ///
  /// The greenest of three primaries has the largest y, the reddest the largest x. `nil` where that does not tell: one primary is
  /// both, or two share the largest.
  ///
  /// - Source: Rec. ITU-T H.264, clause D.2.29, *suggests* green, blue, red; writers of `mdcv` that copy PNG's or AV1's order
  ///   exist.
  public var statedOrder: String? {
    guard let order = roles else { return nil }
    return ["G", "B", "R"].indices.map { order.green == $0 ? "G" : order.red == $0 ? "R" : "B" }.joined()
  }

  /// The same display with its primaries where they belong, or itself where that is not told or needs no mending.
  public var inStandardOrder: MasteringDisplayColorVolume {
    guard let order = roles, order != (green: 0, red: 2) else { return self }
    var mended = self
    let stated = [green, blue, red]
    mended.green = stated[order.green]
    mended.red = stated[order.red]
    mended.blue = stated[3 - order.green - order.red]
    return mended
  }

  /// The places in the message, 0 to 2, of what can be green and red only.
  private var roles: (green: Int, red: Int)? {
    func onlyLargest(_ values: [UInt16]) -> Int? {
      let largest = values.indices.filter { values[$0] == values.max() }
      return largest.count == 1 ? largest[0] : nil
    }
    let stated = [green, blue, red]
    guard let green = onlyLargest(stated.map(\.y)), let red = onlyLargest(stated.map(\.x)), green != red else {
      return nil
    }
    return (green, red)
  }

  /// Whether the chromaticities can be those of a display: real colors, a triangle, and white inside of it.
  ///
  /// - Source: Geometry: a chromaticity with y of 0 or x + y above 1 is no light, and a display adds light.
  public var isPossible: Bool {
    // Two units more than 1 are two roundings of a pure spectral color.
    let points = [red, green, blue, white]
    guard points.allSatisfy({ $0.y > 0 && Int($0.x) + Int($0.y) <= Int(CodedChromaticity.perUnit) + 2 }) else {
      return false
    }
    // Which side of each edge white lies on; the same for all three, whichever way round the corners come.
    let sides = [(red, green), (green, blue), (blue, red)].map { Self.side(of: white, from: $0, to: $1) }
    return sides.allSatisfy { $0 > 0 } || sides.allSatisfy { $0 < 0 }
  }

  /// Twice the area of the triangle of a point and an edge; its sign says on which side the point lies.
  private static func side(of point: CodedChromaticity, from a: CodedChromaticity, to b: CodedChromaticity) -> Int {
    (Int(b.x) - Int(a.x)) * (Int(point.y) - Int(a.y)) - (Int(b.y) - Int(a.y)) * (Int(point.x) - Int(a.x))
  }

  /// Whether the maximum is too small to be one, and would be a common one if its number were of whole cd/m².
  var hasMaximumInWrongUnit: Bool { Self.commonMaxima.contains(maximumUnits) }

  /// The maxima of mastering monitors, in cd/m².
  private static let commonMaxima: Set<UInt32> = [100, 300, 500, 600, 1000, 1100, 1200, 1600, 2000, 3000, 4000, 10_000]
}
