import Colorimetry
import RealModule

/// The transfers of H.273 as ICC curves, with constants and formulas from this file instead of Colorimetry.
///
/// Light is 1 at nominal peak. Camera curves are given in both directions, so that both are computed by formula and
/// none by Little-CMS's inversion of a table.
enum ICCCurves {
  /// From signal to light.
  static func decoding(_ transfer: TransferCharacteristics) -> ToneCurve? {
    switch transfer {
    case .bt709, .smpte170M, .bt2020_10, .bt2020_12, .xvYCC, .bt1361:
      line(4.5, then: 1.099296826809442, from: 0.018053968510807, exponent: 0.45)
    case .smpte240M: line(4, then: 1.111572195921731, from: 0.022821585529445, exponent: 0.45)
    case .sRGB: .parametric(4, 2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045)
    case .bt470M: .parametric(1, 2.2)
    case .bt470BG: .parametric(1, 2.8)
    case .linear: .parametric(1, 1)
    case .smpte428: .segmented(below(0), power(2.6, of: 1, times: 52.37 / 48))
    case .log100: .segmented(below(0), exponential(2))
    case .log316: .segmented(below(0), exponential(2.5))
    case .hlg:
      .segmented(
        below(0), .init(end: 0.5, type: 6, parameters: [2, 0.577350269189625764, 0, 0]),
        .init(
          end: .greatestFiniteMagnitude, type: 8,
          parameters: [1 / 12.0, 2.718281828459045, 1 / 0.17883277, -0.559910729529562 / 0.17883277, 0.28466892 / 12]))
    case .pq:
      .sampled { signal in
        let root = Double.pow(signal, 1 / 78.84375)
        return Double.pow(max(root - 0.8359375, 0) / (18.8515625 - 18.6875 * root), 1 / 0.1593017578125)
      }
    }
  }

  /// From light to signal.
  static func encoding(_ transfer: TransferCharacteristics) -> ToneCurve? {
    switch transfer {
    case .bt709, .smpte170M, .bt2020_10, .bt2020_12, .xvYCC, .bt1361:
      back(4.5, then: 1.099296826809442, from: 0.018053968510807, exponent: 0.45)
    case .smpte240M: back(4, then: 1.111572195921731, from: 0.022821585529445, exponent: 0.45)
    case .sRGB: back(12.92, then: 1.055, from: 0.0031308, exponent: 1 / 2.4)
    case .bt470M: .parametric(1, 1 / 2.2)
    case .bt470BG: .parametric(1, 1 / 2.8)
    case .linear: .parametric(1, 1)
    case .smpte428: .segmented(below(0), power(1 / 2.6, of: 48 / 52.37, times: 1))
    case .log100: .segmented(below(0.01), logarithm(2))
    case .log316: .segmented(below(0.0031622776), logarithm(2.5))
    case .hlg:
      .segmented(
        below(0), .init(end: 1 / 12, type: 6, parameters: [0.5, 3, 0, 0]),
        .init(
          end: .greatestFiniteMagnitude, type: 7,
          parameters: [1, 0.17883277 * 2.302585092994046, 12, -0.28466892, 0.559910729529562]))
    case .pq:
      .sampled { light in
        let root = Double.pow(light, 0.1593017578125)
        return Double.pow((0.8359375 + 18.8515625 * root) / (1 + 18.6875 * root), 78.84375)
      }
    }
  }

  /// What the comparison of a transfer does not prove.
  static func reservation(_ transfer: TransferCharacteristics) -> String? {
    switch transfer {
    case .pq: "ICC has no formula for PQ: 65 535 samples of a second implementation"
    case .xvYCC, .bt1361: "positive half only: ICC has no formula for the negative half"
    default: nil
    }
  }

  /// A line with slope 1/`slope`, then ((V + α − 1) / α)^(1/exponent).
  private static func line(_ slope: Double, then alpha: Double, from beta: Double, exponent: Double) -> ToneCurve? {
    .parametric(4, 1 / exponent, 1 / alpha, (alpha - 1) / alpha, 1 / slope, slope * beta)
  }

  /// A line with slope `slope`, then αL^exponent − (α − 1), with α moved into the power.
  private static func back(_ slope: Double, then alpha: Double, from beta: Double, exponent: Double) -> ToneCurve? {
    .segmented(
      .init(end: Float(beta), type: 6, parameters: [1, slope, 0, 0]),
      .init(
        end: .greatestFiniteMagnitude, type: 6,
        parameters: [exponent, scale(alpha, for: exponent), 0, 1 - alpha]))
  }

  /// The number that becomes `factor` when raised to `exponent`.
  private static func scale(_ factor: Double, for exponent: Double) -> Double {
    Double.pow(factor, 1 / exponent)
  }

  private static func below(_ end: Float) -> ToneCurve.Segment { .init(end: end, type: 6, parameters: [1, 0, 0, 0]) }

  private static func power(_ exponent: Double, of inner: Double, times outer: Double) -> ToneCurve.Segment {
    .init(
      end: .greatestFiniteMagnitude, type: 6,
      parameters: [exponent, inner * scale(outer, for: exponent), 0, 0])
  }

  /// 10^((V − 1) · decades).
  private static func exponential(_ decades: Double) -> ToneCurve.Segment {
    .init(end: .greatestFiniteMagnitude, type: 8, parameters: [1, 10, decades, -decades, 0])
  }

  /// 1 + log10(L) / decades.
  private static func logarithm(_ decades: Double) -> ToneCurve.Segment {
    .init(end: .greatestFiniteMagnitude, type: 7, parameters: [1, 1 / decades, 1, 0, 1])
  }
}
