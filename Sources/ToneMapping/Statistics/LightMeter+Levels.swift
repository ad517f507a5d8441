extension LightMeter {
  /// The greatest level that still counts as black, in units: about 0.01 cd/m², above the level to which dither lifts black.
  private static let darkest: Int32 = 2

  /// MaxCLL and MaxFALL of all frames counted so far, each rounded up to whole cd/m²; unknown if everything was black.
  package var contentLight: ContentLightLevel {
    ContentLightLevel(maxCLL: UInt16(maximum.nits.rounded(.up)), maxFALL: UInt16(maximumAverage.nits.rounded(.up)))
  }

  /// The greatest level of a pixel.
  var maximum: Luminance { .nits(Double((0..<size.height).map { unsafe rows[$0] }.max() ?? 0) / Self.unitsPerNit) }

  /// The greatest average of any frame, over the part of the picture that was not always black.
  var maximumAverage: Luminance {
    let area = extent(size.height) { unsafe rows[$0] } * extent(size.width) { columnLevel($0) }
    return .nits(area > 0 ? Double(greatestSum) / Double(area) / Self.unitsPerNit : 0)
  }

  private func columnLevel(_ x: Int) -> Int32 { unsafe columns.reduce(0) { max($0, unsafe $1[x]) } }

  /// The number of rows or columns from the first to the last that is not black.
  private func extent(_ count: Int, _ level: (Int) -> Int32) -> Int {
    guard let first = (0..<count).first(where: { level($0) > Self.darkest }),
      let last = (0..<count).last(where: { level($0) > Self.darkest })
    else { return 0 }
    return last - first + 1
  }
}
