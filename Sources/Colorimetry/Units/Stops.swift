/// A ratio of light as its base-2 logarithm: 1 doubles, -1 halves, 0 changes nothing.
///
///     let headroom = Stops(ratio: 812.0 / 203)  // 2, and a literal does as well
///     headroom.ratio  // 4
///
/// Exposure is counted in stops, gain, and headroom: a peak above reference white.
public struct Stops: ComponentLevel {
  /// The number of doublings.
  public var value: Double

  /// This many doublings.
  public init(_ value: Double) { self.value = value }

  /// The stops of a ratio, above 0.
  public init(ratio: Double) { value = Elementary.log2(ratio) }

  /// The factor on light.
  public var ratio: Double { Elementary.exp2(value) }
}

/// The slope of a gain: how many stops it changes for each unit of light relative to reference white.
///
/// - Source: SMPTE ST 2094-50:2026 (clauses as in its public draft), C.3.9.
public struct StopsPerWhite: ComponentLevel {
  /// The number of stops for a light of 1.
  public var value: Double
  public init(_ value: Double) { self.value = value }

  /// The slope of a line that rises by an angle between −1/2 and 1/2: its tangent.
  public init(rising angle: HalfTurns) { value = Elementary.sinPi(angle.value) / Elementary.cosPi(angle.value) }
}

/// An angle in half turns: 1 is 180 degrees. Metadata states the turn of a window so, and the rise of a curve.
public struct HalfTurns: ComponentLevel {
  /// The number of half turns.
  public var value: Double
  public init(_ value: Double) { self.value = value }
}
