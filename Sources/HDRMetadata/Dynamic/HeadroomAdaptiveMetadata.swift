/// The adaptation of a picture to displays with more or less headroom: SMPTE ST 2094-50.
///
/// The integers of the message are stored unchanged; other properties interpret them. This module does not apply the map.
///
/// - Source: SMPTE ST 2094-50:2026 (clauses as in its public draft), annex C. The final text was not read.
public struct HeadroomAdaptiveMetadata: Hashable, Sendable {
  /// The version of the application, `0...7`.
  public var applicationVersion: UInt8 = 0
  /// HDR reference white as stated; `nil` for the default of 203 cd/m².
  public var referenceWhiteUnits: CodedQuantity<NitsInFifths, UInt16>?
  /// The tone map, or `nil` if only reference white is stated.
  public var toneMap: HeadroomAdaptiveMetadata.ToneMap?

  public init(
    referenceWhiteUnits: CodedQuantity<NitsInFifths, UInt16>? = nil, toneMap: HeadroomAdaptiveMetadata.ToneMap? = nil
  ) {
    (self.referenceWhiteUnits, self.toneMap) = (referenceWhiteUnits, toneMap)
  }

  /// HDR reference white.
  ///
  /// - Range: `0.2...10_000` cd/m²; values outside are clamped, as the standard requires.
  public var referenceWhite: Luminance {
    referenceWhiteUnits.map { min(max($0, 1), 50_000).luminance } ?? .referenceWhite
  }

  /// Units of 0.2 cd/m².
  public enum NitsInFifths: LuminanceUnit { public static var perOne: Double { 5 } }
  /// Units of 0.0001 of a stop.
  public enum StopsInTenThousandths: CodedUnit {
    public typealias Quantity = Stops
    public static var perOne: Double { 10_000 }
  }
  /// Units of 0.001 of reference white.
  public enum WhiteInThousandths: CodedUnit {
    public typealias Quantity = WhiteRelativeLevel
    public static var perOne: Double { 1000 }
  }
  /// Weights in units of 0.00002.
  public enum WeightsIn50000ths: CodedUnit { public static var perOne: Double { 50_000 } }
  /// Angles in units of π/36 000, from −π/2.
  public enum HalfTurnsIn36000ths: CodedUnit {
    public static var perOne: Double { 36_000 }
    public static var zero: Double { 18_000 }
  }
}

extension HeadroomAdaptiveMetadata {
  /// A tone map for any headroom: the picture's own headroom, and the gains at other headrooms.
  ///
  /// - Source: SMPTE ST 2094-50:2026 (clauses as in its public draft), clauses C.2.3 to C.3.8.
  public struct ToneMap: Hashable, Sendable {
    /// A headroom or a gain.
    public typealias CodedStops = CodedQuantity<StopsInTenThousandths, UInt16>
    /// The headroom for which the picture was graded, above reference white, as stated.
    public var baselineHeadroomUnits: CodedStops
    /// The gains at other headrooms; `nil` for the standard's own reference-white operator.
    public var alternates: Alternates?

    public init(baselineHeadroomUnits: CodedStops, alternates: Alternates? = nil) {
      (self.baselineHeadroomUnits, self.alternates) = (baselineHeadroomUnits, alternates)
    }

    /// The headroom for which the picture was graded, above reference white.
    ///
    /// - Range: `0...6`.
    public var baselineHeadroom: Stops { min(baselineHeadroomUnits, 60_000).quantity }

    /// The gains at some headrooms; a display interpolates between them.
    public struct Alternates: Hashable, Sendable {
      /// The primaries in which gains are applied.
      public var space: Space
      /// Whether the message states the mixing of components once for all images.
      public var sharesMixing = false
      /// Whether the message states the positions of the control points once for all images.
      public var sharesCurve = false
      /// The gains, for at most four headrooms.
      public var images: [Alternate]

      /// The gains of these images, each stated in full.
      public init(space: Space, images: [Alternate]) { (self.space, self.images) = (space, images) }
    }

    /// The primaries in which gains are applied.
    public enum Space: Hashable, Sendable {
      case bt709
      /// P3's, with D65.
      case p3D65
      case bt2020
      /// Any others: red, green, blue and white.
      case custom([CodedChromaticity])
    }

    /// The gains at one headroom.
    public struct Alternate: Hashable, Sendable {
      public var headroomUnits: CodedStops
      /// The mix of components that is the curve's input.
      public var mixing: Mixing
      /// The control points of the curve.
      public var curve: Curve

      public init(headroomUnits: CodedStops, mixing: Mixing, curve: Curve) {
        (self.headroomUnits, self.mixing, self.curve) = (headroomUnits, mixing, curve)
      }

      /// The headroom above reference white.
      public var headroom: Stops { min(headroomUnits, 60_000).quantity }
    }

    /// The mix of components that is a curve's input.
    public enum Mixing: Hashable, Sendable {
      /// The largest component.
      case maximum
      /// Each component separately.
      case component
      /// The mean of the largest component and the average.
      case blend
      /// Weights of red, green, blue, largest, smallest and own component; `nil` for a weight that is not sent.
      case custom([CodedQuantity<WeightsIn50000ths, UInt16>?])
    }

    /// A gain in stops as a function of light relative to reference white: a cubic Hermite spline through points.
    public struct Curve: Hashable, Sendable {
      /// The position of a point.
      public typealias Position = CodedQuantity<WhiteInThousandths, UInt16>
      /// The angle of a slope, from −π/2.
      public typealias Angle = CodedQuantity<HalfTurnsIn36000ths, UInt16>

      /// The positions of the points.
      public var x: [Position]
      /// The magnitudes of the gains; they darken if the headroom is below the baseline's.
      public var y: [CodedStops]
      /// The angles of the slopes; `nil` if the slopes follow from the points (PCHIP).
      public var angles: [Angle]?

      public init(x: [Position], y: [CodedStops], angles: [Angle]? = nil) {
        (self.x, self.y, self.angles) = (x, y, angles)
      }
    }

    /// The control points at one of the headrooms: light relative to reference white, signed gain in stops.
    public func points(of alternate: Alternate) -> [(x: WhiteRelativeLevel, gain: Stops)] {
      let sign = baselineHeadroomUnits < alternate.headroomUnits ? 1.0 : -1
      return zip(alternate.curve.x, alternate.curve.y).map {
        (min($0, 64_000).quantity, Stops(sign * min($1, 60_000).quantity.value))
      }
    }
  }
}
