/// The HDR10+ metadata of one picture: the distribution of its light, and the compression intended by its grader.
///
///     if case .hdr10Plus(let metadata) = try RegisteredUserData(parsing: t35) {
///       metadata.windows[0].maximum  // the brightest component of the scene, 1783 cd/m²
///     }
///
/// The integers of the message are stored unchanged; other properties interpret them.
///
/// - Source: SMPTE ST 2094-40, application 4, as in FFmpeg, hdr10plus_tool and MediaInfo.
public struct HDR10PlusMetadata: Hashable, Sendable {
  /// The version of the application, 0 or 1.
  public var applicationVersion: UInt8 = 1
  /// The metadata of the whole picture, then of up to two ellipses in it.
  public var windows: [Window]
  /// The peak of the display for which the curve was made; 0 without a curve.
  public var targetedDisplayMaximum: CodedLuminance<WholeNits> = 0
  /// The actual peak luminances of the targeted display, by position.
  public var targetedDisplayPeaks: PeakGrid?
  /// The actual peak luminances of the mastering display, by position.
  public var masteringDisplayPeaks: PeakGrid?

  public init(windows: [Window], targetedDisplayMaximum: CodedLuminance<WholeNits> = 0) {
    (self.windows, self.targetedDisplayMaximum) = (windows, targetedDisplayMaximum)
  }

  /// The metadata of the picture or of a part of it.
  public struct Window: Hashable, Sendable {
    /// The position of the window; `nil` for the first, which is the whole picture.
    public var geometry: Geometry?
    /// The brightest red, green and blue component.
    public var maximumComponents: [CodedLuminance<NitsInTenths>] = [0, 0, 0]
    /// The average of the largest component of each pixel.
    public var averageMaxRGB: CodedLuminance<NitsInTenths> = 0
    /// The distribution of the largest components. By convention, the level at 5 % is the 99.98th percentile.
    public var distribution: [Percentile] = []
    /// The fraction of pixels near the maximum.
    public var fractionOfBrightPixels: CodedQuantity<PixelsInThousandths, UInt16> = 0
    /// The curve for the targeted display.
    public var bezierCurve: CodedBezierCurve?
    /// The weight for the mapping of saturation.
    public var saturationWeight: CodedQuantity<WeightsInEighths, UInt8>?

    /// A window without any metadata.
    public init() {}
  }

  /// A percentage, and the level below which that many pixels lie. By convention, place 10 states the share of dark pixels instead.
  ///
  /// - Source: For place 10, headers of television SoCs in public Linux kernels (`STU_CFD_2094_40`): *DistributionY100nit*.
  public struct Percentile: Hashable, Sendable {
    /// The percentage of pixels.
    public let percentage: CodedQuantity<PixelsInHundredths, UInt8>
    /// The number of this place, as stated: units of ``level``, or of ``shareUpTo100Nits``.
    package let number: UInt32

    package init(percentage: CodedQuantity<PixelsInHundredths, UInt8>, number: UInt32) {
      (self.percentage, self.number) = (percentage, number)
    }

    /// The level below which this percentage of the pixels lies; `nil` for place 10, which holds no level.
    public init?(percentage: CodedQuantity<PixelsInHundredths, UInt8>, level: CodedLuminance<NitsInTenths>) {
      guard percentage != 10 else { return nil }
      self.init(percentage: percentage, number: level.units)
    }

    /// Place 10: the share of the pixels that have at most 100 cd/m².
    public init(shareUpTo100Nits share: CodedQuantity<PixelsInHundredths, UInt32>) {
      self.init(percentage: 10, number: share.units)
    }

    /// The level below which the pixels lie; `nil` in place 10.
    public var level: CodedLuminance<NitsInTenths>? { percentage == 10 ? nil : CodedQuantity(units: number) }

    /// The share of the pixels that have at most 100 cd/m²; `nil` except in place 10.
    public var shareUpTo100Nits: CodedQuantity<PixelsInHundredths, UInt32>? {
      percentage == 10 ? CodedQuantity(units: number) : nil
    }
  }

  /// A curve with a straight line up to the knee, then a Bézier curve to (1, 1).
  public struct CodedBezierCurve: Hashable, Sendable {
    /// A coordinate of the knee.
    public typealias KneeCoordinate = CodedQuantity<PeakIn4095ths, UInt16>
    /// A control point above the knee.
    public typealias Anchor = CodedQuantity<KneeToPeakIn1023rds, UInt16>

    /// The knee.
    public var kneeX, kneeY: KneeCoordinate
    /// The inner control points of the curve above the knee.
    public var anchors: [Anchor]

    public init(kneeX: KneeCoordinate, kneeY: KneeCoordinate, anchors: [Anchor]) {
      (self.kneeX, self.kneeY, self.anchors) = (kneeX, kneeY, anchors)
    }

    /// The knee, relative to the peak of the scene and to that of the display.
    public var knee: (x: RelativeLevel, y: RelativeLevel) { (kneeX.quantity, kneeY.quantity) }

    /// The inner control points.
    public var controlPoints: [Double] { anchors.map(\.quantity) }
  }

  /// A rectangle with an ellipse in it, in pixels.
  public struct Geometry: Hashable, Sendable {
    /// The corners of the rectangle.
    public var left, top, right, bottom: UInt16
    /// The center of the ellipses.
    public var centerX, centerY: UInt16
    /// The rotation of the ellipses, `0...180` degrees, clockwise.
    public var rotation: CodedQuantity<Degrees, UInt8>
    /// The semi-axes of the inner and the outer ellipse.
    public var innerSemimajor, outerSemimajor, outerSemiminor: UInt16
    /// Whether this window adds to the windows below instead of covering them.
    public var isLayered: Bool

    /// The window of one rectangle, with ellipses of size 0 at its center.
    public init(left: UInt16, top: UInt16, right: UInt16, bottom: UInt16) {
      (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
      (centerX, centerY) = (left / 2 + right / 2, top / 2 + bottom / 2)
      (rotation, innerSemimajor, outerSemimajor, outerSemiminor, isLayered) = (0, 0, 0, 0, false)
    }
  }

  /// Peak luminances at the nodes of a grid.
  public struct PeakGrid: Hashable, Sendable {
    /// The number of columns, `2...25`.
    public var columns: Int
    /// The peaks, row after row, of `2...25` rows.
    public var peaks: [CodedQuantity<PeakInFifteenths, UInt8>]

    public init(columns: Int, peaks: [CodedQuantity<PeakInFifteenths, UInt8>]) {
      (self.columns, self.peaks) = (columns, peaks)
    }
  }

  /// Units of 1/15 of a display's peak.
  public enum PeakInFifteenths: CodedUnit {
    public typealias Quantity = RelativeLevel
    public static var perOne: Double { 15 }
  }
  /// Weights in units of 1/8.
  public enum WeightsInEighths: CodedUnit { public static var perOne: Double { 8 } }
  /// Shares of the pixels of a picture, in percent.
  public enum PixelsInHundredths: CodedUnit { public static var perOne: Double { 100 } }
  /// Shares of the pixels of a picture, in units of 0.001.
  public enum PixelsInThousandths: CodedUnit { public static var perOne: Double { 1000 } }
  /// Units of 1/4095 of the peak of a scene or of a display.
  public enum PeakIn4095ths: CodedUnit {
    public typealias Quantity = RelativeLevel
    public static var perOne: Double { 4095 }
  }
  /// Units of 1/1023 of the way from a curve's knee to the peak.
  public enum KneeToPeakIn1023rds: CodedUnit { public static var perOne: Double { 1023 } }
}

extension HDR10PlusMetadata.Window {
  /// The brightest component, or `nil` if all are 0, which means unknown.
  public var maximum: Luminance? {
    maximumComponents.max().flatMap { $0 == 0 ? nil : $0.luminance }
  }

  /// ``averageMaxRGB`` as light, or `nil` if it is 0.
  public var statedAverageMaxRGB: Luminance? { averageMaxRGB == 0 ? nil : averageMaxRGB.luminance }

  /// The stated light that the picture reaches; `nil` if unknown.
  ///
  /// It is the brightest component. Some tools leave it 0 although the distribution is not; then it is the maximum percentile. If all of them and the
  /// average are 0, the picture is black.
  public var statedPeak: Luminance? {
    if let maximum { return maximum }
    let maximum = distribution.lazy.compactMap(\.level).max() ?? 0
    return maximum == 0 && averageMaxRGB > 0 ? nil : maximum.luminance
  }
}
