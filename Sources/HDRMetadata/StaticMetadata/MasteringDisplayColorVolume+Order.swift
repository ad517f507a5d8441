internal import Colorimetry

extension MasteringDisplayColorVolume {
  /// The order of the primaries in the message: `GBR` if it is right, or another, such as `RGB`.
  ///
  ///     MasteringDisplayColorVolume(red: p3Green, green: p3Red, …).statedOrder  // "RGB" if red comes first
  ///
  /// The greenest of three primaries has the largest y, the reddest the largest x. `nil` if that is ambiguous: one primary is both, or two share the
  /// maximum.
  ///
  /// - Source: Rec. ITU-T H.264, clause D.2.29, *suggests* green, blue, red; writers of `mdcv` that copy PNG's or AV1's order
  ///   exist.
  public var statedOrder: String? {
    guard let order = roles else { return nil }
    return ["G", "B", "R"].indices.map { order.green == $0 ? "G" : order.red == $0 ? "R" : "B" }.joined()
  }

  /// The same display with its primaries in the right order, or unchanged if the order is right or unknown.
  public var inStandardOrder: MasteringDisplayColorVolume {
    guard let order = roles, order != (green: 0, red: 2) else { return self }
    var corrected = self
    let stated = [green, blue, red]
    corrected.green = stated[order.green]
    corrected.red = stated[order.red]
    corrected.blue = stated[3 - order.green - order.red]
    return corrected
  }

  /// The positions in the message, 0 to 2, of the primaries that can only be green and red.
  private var roles: (green: Int, red: Int)? {
    func onlyLargest(_ values: [CodedChromaticity.Coordinate]) -> Int? {
      let largest = values.indices.filter { values[$0] == values.max() }
      return largest.count == 1 ? largest[0] : nil
    }
    let stated = [green, blue, red]
    guard let green = onlyLargest(stated.map(\.y)), let red = onlyLargest(stated.map(\.x)), green != red else {
      return nil
    }
    return (green, red)
  }

  /// Whether the chromaticities are possible for a display: real colors that form a triangle around white.
  ///
  /// - Source: Geometry: no light has a chromaticity with y of 0 or x + y above 1, and a display adds light.
  public var isPossible: Bool {
    // Rounding both coordinates of a pure spectral color can add two units to 1.
    let points = [red, green, blue, white]
    guard points.allSatisfy({ $0.y > 0 && Int($0.x.units) + Int($0.y.units) <= 50_002 }) else {
      return false
    }
    // White must be on the same side of all three edges, for corners in either direction.
    let sides = [(red, green), (green, blue), (blue, red)].map { Self.side(of: white, from: $0, to: $1) }
    return sides.allSatisfy { $0 > 0 } || sides.allSatisfy { $0 < 0 }
  }

  /// Twice the area of the triangle of a point and an edge. The sign depends on the side of the edge that the point is on.
  private static func side(of point: CodedChromaticity, from a: CodedChromaticity, to b: CodedChromaticity) -> Int {
    (Int(b.x.units) - Int(a.x.units)) * (Int(point.y.units) - Int(a.y.units))
      - (Int(b.y.units) - Int(a.y.units)) * (Int(point.x.units) - Int(a.x.units))
  }

  /// Whether the maximum is implausibly small, but would be a common one as a number of whole cd/m².
  package var hasMaximumInWrongUnit: Bool { Self.commonMaxima.contains(maximumUnits) }

  /// The maxima of mastering monitors, in cd/m².
  private static let commonMaxima: Set<CodedLuminance<NitsInTenThousandths>> = [
    100, 300, 500, 600, 1000, 1100, 1200, 1600, 2000, 3000, 4000, 10_000,
  ]
}
