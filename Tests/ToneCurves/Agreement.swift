import Colorimetry
import Foundation
import Testing
import TestSupport
import ToneCurves

extension [String: String] {
  /// The number in a column of a vector file.
  func number(_ title: String) throws -> Double { try #require(self[title].flatMap(Double.init)) }

  /// The range given by two columns, in cd/m².
  func range(_ black: String, _ peak: String) throws -> LuminanceRange {
    try .nits(number(black)...number(peak))
  }
}

/// Expects two numbers to agree, to 1e-12 of the expected one by default; every larger tolerance has its reason next to
/// it.
func expect(
  _ found: Double, near expected: Double, within relative: Double = 1e-12, or absolute: Double = 0,
  _ place: @autoclosure () -> String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let limit = max(relative * abs(expected), absolute)
  #expect(abs(found - expected) <= limit, "\(found) for \(expected) \(place())", sourceLocation: sourceLocation)
}

/// Luminances of a range, evenly spaced in PQ, including both ends.
func luminances(_ range: LuminanceRange, count: Int) -> [Luminance] {
  let pq = PerceptualQuantizer()
  let (low, high) = (pq.inverseEOTF(range.black).value, pq.inverseEOTF(range.peak).value)
  return (0..<count).map { index in
    switch index {
    case 0: range.black
    case count - 1: range.peak
    default: pq.eotf(SignalLevel(low + (high - low) * Double(index) / Double(count - 1)))
    }
  }
}
