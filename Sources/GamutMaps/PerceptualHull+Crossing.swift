internal import Colorimetry

extension PerceptualHull {
  /// Where a line leaves the hull, or `nil` where it does not before `end`.
  ///
  /// Newton's steps on v/(6 + |v|) of the excess v, within a bracket, from where a chord through the neutral end puts it: six
  /// on the average. They end when one is below 1e-11 of the line, for the next would be below what `Double` tells apart.
  func crossing(of line: Line, before end: Double) -> Double? {
    var (inside, outside) = (0.0, end)
    var (valueInside, valueOutside) = (neutralValue, value(on: line, at: end).value)
    guard valueOutside > 0 else { return nil }
    var chord: Double { (valueOutside * inside - valueInside * outside) / (valueOutside - valueInside) }
    var place = chord
    var steps = (last: end, before: end)
    for count in 0..<100 {
      if !(place > inside && place < outside) { place = (inside + outside) / 2 }
      let (value, slope) = value(on: line, at: place)
      if value > 0 { (outside, valueOutside) = (place, value) } else { (inside, valueInside) = (place, value) }
      var next = place - value / slope
      // Where the hull bends a step may miss; one that does not halve the one before the last is not to be followed.
      if !(next > inside && next < outside) || abs(next - place) > steps.before / 2 {
        let half = (inside + outside) / 2
        next = count < 3 ? chord : count < 50 ? (chord + half) / 2 : half
      }
      steps = (abs(next - place), steps.last)
      if value == 0 || outside - inside < 1e-14 { return place }
      if steps.last < 1e-11 { return next }
      place = next
    }
    return place
  }

  /// v/(6 + |v|) of the excess v at a place on a line, which bends less than v itself; and its slope along the line.
  private func value(on line: Line, at place: Double) -> (value: Double, slope: Double) {
    let coded = line.neutral + place * line.direction
    let pq = PerceptualQuantizer()
    let (l, m, s) = (pq.eotfAndSlope(coded.x), pq.eotfAndSlope(coded.y), pq.eotfAndSlope(coded.z))
    let (excess, slope) = excess(
      of: components * SIMD3(l.light, m.light, s.light),
      moving: components * (SIMD3(l.slope, m.slope, s.slope) * line.direction))
    let unit = 6 + abs(excess)
    return (excess / unit, 6 * slope / (unit * unit))
  }

  /// The value at every line's neutral end, which lies below white.
  private var neutralValue: Double {
    let excess = isRounded ? -1 / PerceptualGamutMap.ceilingCorner : -1
    return excess / (6 - excess)
  }
}
