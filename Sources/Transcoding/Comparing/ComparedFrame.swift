public import Colorimetry

/// How one frame differs from another.
public struct ComparedFrame: Sendable {
  /// The index in the first clip and in the second.
  public let index, secondIndex: Int
  /// When the first is shown, in seconds; `nil` if that is unknown.
  public let seconds: Double?
  /// ΔE ITP of the pixels.
  public let deltaEITP: DifferenceSummary
  /// Peak signal-to-noise ratio of each plane in dB, infinite if they are equal; `nil` if the codes cannot be compared.
  public let psnr: [Double]?
  /// The mean luminance of both, in cd/m².
  public let luminance: (first: Luminance, second: Luminance)
}

/// Differences of pixels, in the unit of their formula.
public struct DifferenceSummary: Hashable, Sendable {
  /// The mean.
  public let mean: Double
  /// What 95 and 99 of 100 do not exceed.
  public let p95, p99: Double
  /// The maximum.
  public let maximum: Double
}
