extension LightMeter {
  /// The greatest level that still counts as black, in units: about 0.01 cd/m², above the level to which dither lifts black.
  static let darkest: Float = 2

  /// MaxCLL and MaxFALL of all frames counted so far, each rounded up to whole cd/m²; unknown if everything was black.
  var contentLight: ContentLightLevel {
    ContentLightLevel(maxCLL: UInt16(maximum.nits.rounded(.up)), maxFALL: UInt16(maximumAverage.nits.rounded(.up)))
  }

  /// The greatest level of a pixel.
  var maximum: Luminance { .nits(Double(memory.rows.max() ?? 0) / Self.unitsPerNit) }

  /// The greatest average of any frame, over the part of the picture that was not always black.
  var maximumAverage: Luminance {
    let columns = (0..<size.width).map { memory.level(ofColumn: $0) }
    let area = Self.extent(memory.rows) * Self.extent(columns)
    // What is not quite black in the bars counts too, but no average exceeds the maximum.
    return .nits(area > 0 ? min(Double(greatestSum) / Double(area) / Self.unitsPerNit, maximum.nits) : 0)
  }

  /// The number of rows or columns from the first to the last that is not black.
  private static func extent(_ levels: [Float]) -> Int {
    guard let first = levels.firstIndex(where: { $0 > darkest }), let last = levels.lastIndex(where: { $0 > darkest })
    else { return 0 }
    return last - first + 1
  }
}
