/// The statistics of a frame that a fold keeps: everything except the histograms, which it only compares.
///
///     let summary = FrameSummary(statistics)
///     summary.maxRGB.maximumCode
@dynamicMemberLookup public struct FrameSummary: Hashable, Sendable {
  /// The statistics, whose histograms are empty.
  private var frame: FrameStatistics
  /// The number of pixels of the active area whose max(R, G, B) is at most 100 cd/m².
  ///
  /// They are counted in the first 130 bins of the histogram, which end below 99.9 cd/m²; all pixels count if the maximum is at most 100 cd/m².
  public let pixelsUpTo100Nits: Int
  private let digest: UInt64

  /// Summarizes the statistics of a frame.
  ///
  /// - Precondition: Light is 0...10 000 cd/m², and so is its average; the numbers of pixels outside of gamuts are 0 or more.
  public init(_ frame: FrameStatistics) {
    let (peak, components) = (PerceptualQuantizer.peak.nits, frame.maximumComponents.components)
    precondition(
      [components.x, components.y, components.z, frame.averageMaxRGB.nits].allSatisfy((0...peak).contains),
      "light is 0 to \(peak) cd/m², and so is its average")
    precondition(frame.outsideBT709 >= 0 && frame.outsideP3 >= 0, "numbers of pixels are 0 or more")
    // Bins of 16 codes; code 2080 is 99.9 cd/m², and 2081 is the nearest to 100 cd/m².
    let end = frame.maxRGB.maximumCode <= 2081 ? frame.maxRGB.histogram.count : 130
    pixelsUpTo100Nits = frame.maxRGB.histogram[..<end].reduce(0, +)
    // The odd number nearest to 2⁶⁴ divided by the golden ratio spreads every bit; it does not protect against forgery.
    digest = (frame.maxRGB.histogram + frame.luminance.histogram).reduce(1) { digest, count in
      let mixed = (digest ^ UInt64(count)) &* 0x9E37_79B9_7F4A_7C15
      return mixed ^ mixed >> 29
    }
    self.frame = frame
    self.frame.maxRGB.histogram = []
    self.frame.luminance.histogram = []
  }

  /// A property of the frame.
  public subscript<Value>(dynamicMember property: WritableKeyPath<FrameStatistics, Value>) -> Value {
    get { frame[keyPath: property] }
    set { frame[keyPath: property] = newValue }
  }

  /// A property of the frame.
  public subscript<Value>(dynamicMember property: KeyPath<FrameStatistics, Value>) -> Value { frame[keyPath: property] }

  /// Returns the code of max(R, G, B) at one of ``LightDistribution/percentages`` of the active area.
  package func code(at percentage: PixelPercentage) -> PQ12Code {
    guard let place = LightDistribution.percentages.firstIndex(of: percentage) else {
      preconditionFailure("\(percentage) is none of the percentages")
    }
    return frame.maxRGB.percentileCodes[place]
  }

  /// Whether two measurements of a frame agree. The scene change may be unknown in one of them.
  func agrees(with other: FrameSummary) -> Bool {
    var other = other
    if frame.sceneChange == nil || other.frame.sceneChange == nil { other.frame.sceneChange = frame.sceneChange }
    return self == other
  }
}
