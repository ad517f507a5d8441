/// A ratio of light as its base-2 logarithm: 1 doubles, −1 halves, 0 changes nothing.
///
///     let headroom = Stops(ratio: 812.0 / 203)  // 2, and a literal does as well
///     headroom.ratio  // 4
///
/// Stops measure exposure, gain, and headroom, the ratio of peak to reference white.
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
