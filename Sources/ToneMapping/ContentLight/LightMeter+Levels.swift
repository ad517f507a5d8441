internal import LightStatistics

extension LightMeter {
  /// MaxCLL and MaxFALL of all frames counted so far, each rounded up to whole cd/m²; unknown if everything was black.
  var contentLight: ContentLightLevel {
    ContentLightLevel(maxCLL: UInt16(maximum.nits.rounded(.up)), maxFALL: UInt16(maximumAverage.nits.rounded(.up)))
  }

  /// The greatest level of a pixel.
  var maximum: Luminance { .nits(Double(memory.rows.max() ?? 0) / FrameStatistics.unitsPerNit) }

  /// The greatest average of any frame, over the part of the picture that was not always black.
  var maximumAverage: Luminance {
    let columns = (0..<size.width).map { memory.level(ofColumn: $0) }
    guard let area = PictureArea(columns: columns, rows: memory.rows) else { return .nits(0) }
    // What is not quite black in the bars counts too, but no average exceeds the maximum.
    return min(area.average(ofSum: greatestSum), maximum)
  }
}
