/// A percentage of the pixels of an area, `0...100`.
public struct PixelPercentage: LiteralQuantity {
  public var value: Double
  public init(_ value: Double) { self.value = value }
}

/// The distribution of light over the pixels of an area, counted in PQ codes of 12 bits.
public struct LightDistribution: Hashable, Sendable {
  /// The number of pixels with 12-bit codes 0...15, 16...31, … 4080...4095: 256 counts, or none in a ``FrameSummary``.
  public internal(set) var histogram: [Int]
  /// The minimum and the maximum code; 0 without pixels.
  public let minimumCode, maximumCode: PQ12Code
  /// The mean of the PQ signal, 0...1, rounded to six decimals.
  public let averagePQ: SignalLevel
  /// The codes at ``percentages`` of the pixels.
  public let percentileCodes: [PQ12Code]

  /// The percentages of ``percentileCodes``.
  public static let percentages: [PixelPercentage] = [1, 5, 10, 25, 50, 75, 90, 95, 98, 99, 99.9, 99.98, 99.99]

  /// The distribution with these values.
  ///
  /// - Precondition: There are 256 counts, each 0 or more, and a code for each of ``percentages``; the mean is 0...1.
  public init(
    histogram: [Int], minimumCode: PQ12Code, maximumCode: PQ12Code, averagePQ: SignalLevel, percentileCodes: [PQ12Code]
  ) {
    precondition(
      histogram.count == 256 && histogram.allSatisfy { $0 >= 0 }, "a histogram has 256 counts, each 0 or more")
    precondition(
      percentileCodes.count == Self.percentages.count, "\(percentileCodes.count) codes; 13 percentages need one each")
    precondition((0...1).contains(averagePQ), "the mean signal is 0...1")
    self.histogram = histogram
    (self.minimumCode, self.maximumCode) = (minimumCode, maximumCode)
    self.averagePQ = averagePQ
    self.percentileCodes = percentileCodes
  }

  /// The number of PQ codes by which pixels are counted.
  package static let codeCount = PQ12Code.numbers.count

  /// The distribution of pixels counted by their 12-bit code.
  ///
  /// A percentile is the minimum code at or below which at least that share of the pixels lies.
  ///
  /// - Parameters:
  ///   - counts: The number of pixels of each code, 4096 counts.
  ///   - left: The number of the darkest pixels to exclude, because they are letterbox.
  /// - Precondition: There are 4096 counts, each 0 or more.
  public init(counts: [Int], leavingOutDarkest left: Int = 0) {
    precondition(counts.count == Self.codeCount, "\(counts.count) counts; \(Self.codeCount) are needed")
    var (counts, left) = (counts, left)
    for code in counts.indices where left > 0 {
      let taken = min(left, counts[code])
      counts[code] -= taken
      left -= taken
    }
    let total = counts.reduce(0, +)
    var histogram = [Int](repeating: 0, count: 256)
    var sum = 0
    for (code, count) in counts.enumerated() where count > 0 {
      histogram[code >> 4] += count
      sum += code * count
    }
    var codes: [PQ12Code] = []
    var (code, below) = (0, counts[0])
    for percentage in Self.percentages {
      // Percentages are multiples of a hundredth, so the rank is exact.
      let rank = max(1, (total * Int((percentage.value * 100).rounded()) + 9999) / 10_000)
      while below < rank, code < counts.count - 1 {
        code += 1
        below += counts[code]
      }
      codes.append(total == 0 ? 0 : PQ12Code(code))
    }
    let average = total == 0 ? 0 : Double(sum) / Double(total) / Quantization.pqCodes.maximum.value
    self.init(
      histogram: histogram, minimumCode: counts.firstIndex { $0 > 0 }.map(PQ12Code.init(_:)) ?? 0,
      maximumCode: counts.lastIndex { $0 > 0 }.map(PQ12Code.init(_:)) ?? 0,
      averagePQ: SignalLevel(average.rounded(to: 6)), percentileCodes: codes)
  }
}
