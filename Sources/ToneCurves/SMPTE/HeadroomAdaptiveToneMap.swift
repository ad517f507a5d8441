internal import ColorOperations
public import Colorimetry

/// The adaptation of a picture to displays with more or less headroom, as ST 2094-50 metadata defines it.
///
///     let map = try HeadroomAdaptiveToneMap(baselineHeadroom: 2)  // the standard's own operator
///     ST2094_50(from: .nits(0...812), to: .nits(0...203), map: map)(.nits(812))  // 203 cd/m²
///
/// Headroom is the base-2 logarithm of a peak divided by reference white.
///
/// - Source: SMPTE ST 2094-50:2026 (clauses as in its public draft), clause 6. The final text was not available; its changes are taken from
///   implementations of it (Skia, libsmpte2094-50).
public struct HeadroomAdaptiveToneMap: Hashable, Sendable {
  /// The light of the picture at 1 on the curves.
  public let referenceWhite: Luminance
  /// The headroom for which the picture was graded, in stops, `0...6`.
  public let baselineHeadroom: Stops
  public let gains: Gains

  /// The adaptation to other headrooms.
  public enum Gains: Hashable, Sendable {
    /// The standard's reference-white tone mapping.
    case referenceWhite
    /// The gains of at most four headrooms, in increasing order, applied in these primaries; without gains, light is unchanged.
    case alternates(RGBPrimaries, [Alternate])
  }

  /// The gain at one headroom, `0...6` stops: that of an alternate image graded for it.
  public struct Alternate: Hashable, Sendable {
    public let headroom: Stops
    public let mixing: ComponentMixing
    public let curve: GainCurve

    public init(headroom: Stops, mixing: ComponentMixing, curve: GainCurve) {
      (self.headroom, self.mixing, self.curve) = (headroom, mixing, curve)
    }
  }

  /// - Throws: ``HeadroomAdaptiveToneMapError``: `.referenceWhite`, `.headroom`, `.headroomOrder` or `.primaries`.
  public init(
    referenceWhite: Luminance = .referenceWhite, baselineHeadroom: Stops, gains: Gains = .referenceWhite
  ) throws(HeadroomAdaptiveToneMapError) {
    guard referenceWhite.nits > 0, referenceWhite <= PerceptualQuantizer.peak else {
      throw .referenceWhite(referenceWhite)
    }
    guard 0...6 ~= baselineHeadroom else { throw .headroom(baselineHeadroom) }
    if case .alternates(let primaries, let alternates) = gains {
      guard alternates.count <= 4 else { throw .alternateCount(alternates.count) }
      for alternate in alternates where !(0...6 ~= alternate.headroom) { throw .headroom(alternate.headroom) }
      let headrooms = alternates.map(\.headroom)
      guard zip(headrooms, headrooms.dropFirst()).allSatisfy({ $0 < $1 }), !headrooms.contains(baselineHeadroom) else {
        throw .headroomOrder(headrooms, baseline: baselineHeadroom)
      }
      guard primaries.enclosesWhite else { throw .primaries(primaries) }
    }
    (self.referenceWhite, self.baselineHeadroom, self.gains) = (referenceWhite, baselineHeadroom, gains)
  }

  /// The light for which the picture was graded: reference white and its headroom.
  public var peak: Luminance { .nits(referenceWhite.nits * baselineHeadroom.ratio) }
}

/// The value of a color on which a gain depends: a weighted sum of its components, the maximum, the minimum, and each component itself.
///
///     try ComponentMixing(weights: SIMD3(1, 1, 1), maximum: 3)  // the standard's blend
///
/// - Source: SMPTE ST 2094-50:2026 (clauses as in its public draft), 6.4 and C.3.6.
public struct ComponentMixing: Hashable, Sendable {
  /// The weights of red, green and blue.
  public let weights: SIMD3<Double>
  /// The weights of the maximum component, of the minimum, and of the component to which the gain applies.
  public let maximum, minimum, component: Double

  /// Creates the mixing with these weights, divided by their sum.
  ///
  /// - Throws: ``HeadroomAdaptiveToneMapError/mixing`` for weights that are negative, not finite, or all 0.
  public init(
    weights: SIMD3<Double> = .zero, maximum: Double = 0, minimum: Double = 0, component: Double = 0
  ) throws(HeadroomAdaptiveToneMapError) {
    let sum = weights.sum() + maximum + minimum + component
    guard min(weights.min(), maximum, minimum, component) >= 0, sum > 0, sum.isFinite else { throw .mixing }
    self.init(weights / sum, maximum / sum, minimum / sum, component / sum)
  }

  private init(_ weights: SIMD3<Double>, _ maximum: Double, _ minimum: Double, _ component: Double) {
    (self.weights, self.maximum, self.minimum, self.component) = (weights, maximum, minimum, component)
  }

  public static let maximum = ComponentMixing(.zero, 1, 0, 0)
  public static let component = ComponentMixing(.zero, 0, 0, 1)
  /// The mean of the maximum component and the average.
  public static let blend = ComponentMixing(SIMD3(repeating: 1.0 / 6), 0.5, 0, 0)

  /// The part that is common to all components.
  var norm: Norm {
    if maximum == 1 { return .maximum }
    if minimum == 1 { return .minimum }
    return maximum == 0 && minimum == 0 ? .weighted(weights) : .mixed(weights, maximum: maximum, minimum: minimum)
  }
}

/// The reason why metadata defines no valid headroom-adaptive tone map.
public enum HeadroomAdaptiveToneMapError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Reference white is not above 0 and at most 10 000 cd/m².
  case referenceWhite(Luminance)
  /// A headroom is outside `0...6`.
  case headroom(Stops)
  /// The headrooms do not increase, or one equals the baseline's.
  case headroomOrder([Stops], baseline: Stops)
  /// There are gains for more than four headrooms.
  case alternateCount(Int)
  /// The primaries form no triangle around their white.
  case primaries(RGBPrimaries)
  /// The weights of a mixing are all 0, or one is negative or not finite.
  case mixing
  /// A gain curve does not have 1 to 32 points.
  case pointCount(Int)
  /// A point is outside light of `0...64` or gain of `-6...6`.
  case point(index: Int, light: WhiteRelativeLevel, gain: Stops)
  /// A point has less light than the one before it, or the same light and a different gain.
  case pointOrder(index: Int, light: WhiteRelativeLevel, before: WhiteRelativeLevel)
  /// The last point is at black, so that all light would become black.
  case allBlack

  public var description: String {
    switch self {
    case .referenceWhite(let white):
      "reference white is \(white), but it must be above 0 and at most 10000 cd/m²; correct the metadata"
    case .headroom(let found): "a headroom is \(found) stops, but it must be 0 to 6; correct the metadata"
    case .headroomOrder(let found, let baseline):
      "the headrooms of its gains are \(found), but they must rise and differ from the baseline's \(baseline); correct the metadata"
    case .alternateCount(let count):
      "it has gains for \(count) headrooms, but at most 4 were expected; correct the metadata"
    case .primaries(let found): "its primaries \(found) form no triangle around their white; correct the metadata"
    case .mixing: "the weights of its component mixing are invalid, or all 0; correct the metadata"
    case .pointCount(let count): "a gain curve has \(count) points, but 1 to 32 were expected; correct the metadata"
    case .point(let index, let light, let gain):
      """
      point \(index + 1) of a gain curve is at light \(light) with a gain of \(gain) stops, but light must be 0 to 64 and the gain \
      -6 to 6; correct the metadata
      """
    case .pointOrder(let index, let light, let before):
      "point \(index + 1) of a gain curve is at light \(light) after \(before), but light must rise, or the gain be the same; correct the metadata"
    case .allBlack: "the last point of a gain curve is at black, which would make all light black; correct the metadata"
    }
  }
}
