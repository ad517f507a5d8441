/// The differences between two frames.
public struct ComparedFrame: Sendable {
  /// The index in the first clip and in the second.
  public let index, secondIndex: Int
  /// The time at which the first is shown, in seconds; `nil` if unknown.
  public let seconds: Double?
  public let deltaEITP: DifferenceSummary
  /// Peak signal-to-noise ratio of each plane in dB, infinite if they are equal; `nil` if the codes cannot be compared.
  public let psnr: [Double]?
  /// The mean luminance of both, in cd/m².
  public let luminance: (first: Luminance, second: Luminance)

  static let csvHeader = "frame,second_frame,seconds,mean,p95,p99,max,psnr_1,psnr_2,psnr_3,luminance_1,luminance_2\n"

  /// A row of comma-separated values; missing numbers, and the PSNR of equal planes, are empty.
  var csvRow: String {
    func text(_ value: Double?, _ digits: Int) -> String {
      value.flatMap { $0.isFinite ? "\($0.rounded(to: digits))" : nil } ?? ""
    }
    let differences = [deltaEITP.mean, deltaEITP.p95, deltaEITP.p99, deltaEITP.maximum]
    let ratios = (0..<3).map { plane in psnr.flatMap { plane < $0.count ? $0[plane] : nil } }
    let cells =
      ["\(index)", "\(secondIndex)", text(seconds, 6)] + differences.map { text($0, 4) } + ratios.map { text($0, 3) }
      + [luminance.first, luminance.second].map { text($0.nits, 4) }
    return cells.joined(separator: ",") + "\n"
  }
}

/// Differences of pixels, in the unit of their formula.
public struct DifferenceSummary: Hashable, Sendable {
  public let mean: Double
  public let p95, p99: Double
  public let maximum: Double
}
