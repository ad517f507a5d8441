public import Colorimetry
public import HDRMetadata

/// The statistics of a frame that a fold keeps: everything except the histograms, which it only compares.
///
///     let summary = FrameSummary(statistics)
public struct FrameSummary: Hashable, Sendable {
  /// The absolute index of the frame in its clip.
  public var index: Int
  /// The time of the frame, in seconds from the start of the clip; `nil` if unknown.
  public var seconds: Seconds?
  /// The part of the picture without letterbox and pillarbox; `nil` if everything is black.
  public let activeArea: PictureArea?
  /// The maximum red, green and blue, possibly of three pixels.
  public let maximumComponents: Light
  /// The sum of max(R, G, B) over all pixels of the picture that are not black, a whole number of units.
  public let maxRGBSum: LightSum
  /// The minimum and the maximum code of max(R, G, B) in the active area.
  public let minimumCode, maximumCode: PQ12Code
  /// The mean PQ signal of max(R, G, B), and that of luminance, in the active area; PQ for every source, including HLG.
  public let averageMaxRGBPQ, averageLuminancePQ: SignalLevel
  /// The codes of max(R, G, B) at ``LightDistribution/percentages`` of the active area.
  public let percentileCodes: [PQ12Code]
  /// The number of pixels of the active area whose max(R, G, B) is at most 100 cd/m².
  ///
  /// They are counted in the first 130 bins of the histogram, which end at 99.9 cd/m².
  public let pixelsUpTo100Nits: Int
  /// The picture at very low resolution.
  public let grid: LightGrid
  /// The difference of the picture from the previous one, 0...1; `nil` if that one is unknown.
  public var sceneChange: Double?
  /// A digest of everything that is left out here.
  package let digest: UInt64
}

extension FrameSummary {
  /// Summarizes the statistics of a frame.
  ///
  /// - Precondition: Light is 0...10 000 cd/m², and so is its average; the numbers of pixels outside of gamuts are 0 or more.
  public init(_ frame: FrameStatistics) {
    let (peak, components) = (PerceptualQuantizer.peak.nits, frame.maximumComponents.components)
    precondition(
      [components.x, components.y, components.z, frame.averageMaxRGB.nits].allSatisfy((0...peak).contains),
      "light is 0 to \(peak) cd/m², and so is its average")
    precondition(frame.outsideBT709 >= 0 && frame.outsideP3 >= 0, "numbers of pixels are 0 or more")
    let (maxRGB, luminance) = (frame.maxRGB, frame.luminance)
    (index, seconds, activeArea) = (frame.index, frame.seconds, frame.activeArea)
    (maximumComponents, maxRGBSum) = (frame.maximumComponents, frame.maxRGBSum)
    (minimumCode, maximumCode) = (maxRGB.minimumCode, maxRGB.maximumCode)
    (averageMaxRGBPQ, averageLuminancePQ) = (maxRGB.averagePQ, luminance.averagePQ)
    percentileCodes = maxRGB.percentileCodes
    // Bins of 16 codes; code 2080 is 99.9 cd/m².
    pixelsUpTo100Nits = maxRGB.histogram[..<130].reduce(0, +)
    (grid, sceneChange) = (frame.grid, frame.sceneChange)
    var digest = Digest()
    for code in [luminance.minimumCode, luminance.maximumCode] + luminance.percentileCodes {
      digest.add(UInt64(code.number))
    }
    for count in [frame.outsideBT709, frame.outsideP3] + maxRGB.histogram + luminance.histogram {
      digest.add(UInt64(count))
    }
    self.digest = digest.value
  }

  /// The maximum max(R, G, B) of a pixel.
  public var maximum: Luminance { .nits(maximumComponents.components.max()) }

  /// The average of max(R, G, B) over the active area; 0 if everything is black.
  public var averageMaxRGB: Luminance { activeArea?.average(ofSum: maxRGBSum) ?? .nits(0) }

  /// Returns the code at a percentage of the active area.
  ///
  /// - Parameter percentage: One of ``LightDistribution/percentages``.
  package func code(at percentage: PixelPercentage) -> PQ12Code {
    guard let place = LightDistribution.percentages.firstIndex(of: percentage) else {
      preconditionFailure("\(percentage) is none of the percentages")
    }
    return percentileCodes[place]
  }

  /// Whether two measurements of a frame agree. The scene change may be unknown in one of them.
  func agrees(with other: FrameSummary) -> Bool {
    var other = other
    if sceneChange == nil || other.sceneChange == nil { other.sceneChange = sceneChange }
    return self == other
  }
}

/// A number that differs if one of the numbers added to it differs.
///
/// It multiplies by the odd number nearest to 2⁶⁴ divided by the golden ratio, which spreads every bit; it does not protect against forgery.
private struct Digest {
  private(set) var value: UInt64 = 1

  mutating func add(_ number: UInt64) {
    value = (value ^ number) &* 0x9E37_79B9_7F4A_7C15
    value ^= value >> 29
  }
}
