public import Colorimetry

/// How to adapt a picture to displays with more or less headroom: SMPTE ST 2094-50, which is a draft.
///
/// The integers of the message are stored unchanged; other properties interpret them. This module does not apply the
/// map.
///
/// - Source: SMPTE ST 2094-50, public committee draft of 2026-02-23, annex C. **A draft**: its final edition may differ.
public struct HeadroomAdaptiveMetadata: Hashable, Sendable {
  /// The version of the application, `0...7`.
  public var applicationVersion: UInt8 = 0
  /// HDR reference white, in units of 0.2 cd/m²; `nil` for the default of 203 cd/m².
  public var referenceWhiteUnits: UInt16?
  /// The tone map, or `nil` if only reference white is stated.
  public var toneMap: HeadroomAdaptiveMetadata.ToneMap?

  /// The metadata of this tone map.
  public init(referenceWhiteUnits: UInt16? = nil, toneMap: HeadroomAdaptiveMetadata.ToneMap? = nil) {
    self.referenceWhiteUnits = referenceWhiteUnits
    self.toneMap = toneMap
  }

  /// HDR reference white.
  ///
  /// - Range: `0.2...10_000` cd/m²; values outside are clamped, as the draft requires.
  public var referenceWhite: Luminance {
    guard let referenceWhiteUnits else { return .referenceWhite }
    return .nits(Double(min(max(referenceWhiteUnits, 1), 50_000)) / 5)
  }
}

extension HeadroomAdaptiveMetadata {
  /// A tone map for any headroom: the picture's own headroom, and what to do at other headrooms.
  ///
  /// - Source: SMPTE ST 2094-50, public committee draft of 2026-02-23, clauses C.2.3 to C.3.8.
  public struct ToneMap: Hashable, Sendable {
    /// The headroom for which the picture was graded, in units of 0.0001 of a stop above reference white.
    public var baselineHeadroomUnits: UInt16
    /// What to do at other headrooms; `nil` for the draft's own reference-white operator.
    public var alternates: Alternates?

    /// The map of these numbers.
    public init(baselineHeadroomUnits: UInt16, alternates: Alternates? = nil) {
      self.baselineHeadroomUnits = baselineHeadroomUnits
      self.alternates = alternates
    }

    /// The headroom for which the picture was graded, above reference white.
    ///
    /// - Range: `0...6`.
    public var baselineHeadroom: Stops { Self.headroom(baselineHeadroomUnits) }

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
      public init(space: Space, images: [Alternate]) {
        self.space = space
        self.images = images
      }
    }

    /// The primaries in which gains are applied.
    public enum Space: Hashable, Sendable {
      /// BT.709's.
      case bt709
      /// P3's, with D65.
      case p3D65
      /// BT.2020's.
      case bt2020
      /// Any others: red, green, blue and white, in units of 0.00002.
      case custom([CodedChromaticity])
    }

    /// The gains at one headroom.
    public struct Alternate: Hashable, Sendable {
      /// The headroom, in units of 0.0001 of a stop.
      public var headroomUnits: UInt16
      /// The mix of components that is the curve's input.
      public var mixing: Mixing
      /// The control points of the curve.
      public var curve: Curve

      /// The gains of this curve.
      public init(headroomUnits: UInt16, mixing: Mixing, curve: Curve) {
        self.headroomUnits = headroomUnits
        self.mixing = mixing
        self.curve = curve
      }

      /// The headroom above reference white.
      public var headroom: Stops { HeadroomAdaptiveMetadata.ToneMap.headroom(headroomUnits) }
    }

    /// The mix of components that is a curve's input.
    public enum Mixing: Hashable, Sendable {
      /// The largest component.
      case maximum
      /// Each component separately.
      case component
      /// The mean of the largest component and the average.
      case blend
      /// Weights of red, green, blue, largest, smallest and own component, in units of 0.00002; `nil` for one that is not sent.
      case custom([UInt16?])
    }

    /// A gain in stops as a function of light relative to reference white: a cubic Hermite spline through points.
    public struct Curve: Hashable, Sendable {
      /// The positions of the points, in units of 0.001 of reference white.
      public var x: [UInt16]
      /// The magnitudes of the gains, in units of 0.0001 of a stop; they darken if the headroom is below the baseline's.
      public var y: [UInt16]
      /// The angles of the slopes, in units of π/36 000 from −π/2; `nil` if the slopes follow from the points (PCHIP).
      public var angles: [UInt16]?

      /// The curve of these integers.
      public init(x: [UInt16], y: [UInt16], angles: [UInt16]? = nil) {
        self.x = x
        self.y = y
        self.angles = angles
      }
    }

    /// The control points at one of the headrooms: light relative to reference white, signed gain in stops.
    public func points(of alternate: Alternate) -> [(x: WhiteRelativeLevel, gain: Stops)] {
      let sign = baselineHeadroomUnits < alternate.headroomUnits ? 1.0 : -1
      return zip(alternate.curve.x, alternate.curve.y).map {
        (WhiteRelativeLevel(Double(min($0, 64_000)) / 1000), Stops(sign * Double(min($1, 60_000)) / 10_000))
      }
    }

    fileprivate static func headroom(_ units: UInt16) -> Stops { Stops(Double(min(units, 60_000)) / 10_000) }
  }
}
