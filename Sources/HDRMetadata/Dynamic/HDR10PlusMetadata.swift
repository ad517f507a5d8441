public import Colorimetry

/// What HDR10+ says of one picture: how its light is distributed, and how its grader would compress it.
///
///     if case .hdr10Plus(let metadata) = try RegisteredUserData(parsing: t35) {
///       metadata.windows[0].maximum  // the brightest component of the scene, 1783 cd/m²
///     }
///
/// The integers of the message are kept as they came; beside them stands what they mean.
///
/// - Source: SMPTE ST 2094-40, application 4, as FFmpeg, hdr10plus_tool and MediaInfo read it.
public struct HDR10PlusMetadata: Hashable, Sendable {
  /// The version of the application, 0 or 1.
  public var applicationVersion: UInt8 = 1
  /// What is said of the whole picture, and then perhaps of one or two ellipses in it.
  public var windows: [Window]
  /// The peak of the display for which the curve was made, in cd/m²; 0 where there is no curve.
  public var targetedDisplayMaximum: UInt32 = 0
  /// How bright the targeted display really gets, in places.
  public var targetedDisplayPeaks: PeakGrid?
  /// How bright the mastering display really gets, in places.
  public var masteringDisplayPeaks: PeakGrid?

  /// The metadata of a picture.
  public init(windows: [Window], targetedDisplayMaximum: UInt32 = 0) {
    self.windows = windows
    self.targetedDisplayMaximum = targetedDisplayMaximum
  }

  /// What is said of the picture or of a part of it.
  public struct Window: Hashable, Sendable {
    /// Where the window lies; `nil` for the first, which is the whole picture.
    public var geometry: Geometry?
    /// The brightest red, green and blue component, in units of 0.1 cd/m².
    public var maximumComponents: [UInt32] = [0, 0, 0]
    /// The average of the largest component of each pixel, in units of 0.1 cd/m².
    public var average: UInt32 = 0
    /// How the largest components are distributed. The value beside 5 % is, by custom, the 99.98th percentile.
    public var distribution: [Percentile] = []
    /// Which part of the pixels is near the maximum, in units of 0.001.
    public var fractionOfBrightPixels: UInt16 = 0
    /// The curve to the targeted display.
    public var toneCurve: ToneCurve?
    /// How saturation is to be mapped, in units of 1/8.
    public var saturationWeight: UInt8?

    /// A window of which nothing is known.
    public init() {}
  }

  /// A percentage, and the level under which so many pixels lie.
  public struct Percentile: Hashable, Sendable {
    /// The percentage.
    public var percentage: UInt8
    /// The level, in units of 0.1 cd/m².
    public var value: UInt32

    /// The pair of these numbers.
    public init(percentage: UInt8, value: UInt32) {
      self.percentage = percentage
      self.value = value
    }
  }

  /// A straight line up to the knee, and a Bézier curve from there to 1, 1.
  public struct ToneCurve: Hashable, Sendable {
    /// The knee, in units of 1/4095.
    public var kneeX, kneeY: UInt16
    /// The inner control points of the curve above the knee, in units of 1/1023.
    public var anchors: [UInt16]

    /// The curve of these integers.
    public init(kneeX: UInt16, kneeY: UInt16, anchors: [UInt16]) {
      self.kneeX = kneeX
      self.kneeY = kneeY
      self.anchors = anchors
    }

    /// The knee, in parts of 1.
    public var knee: (x: Double, y: Double) { (Double(kneeX) / 4095, Double(kneeY) / 4095) }

    /// The inner control points, in parts of 1.
    public var controlPoints: [Double] { anchors.map { Double($0) / 1023 } }
  }

  /// A rectangle with an ellipse in it, in pixels.
  public struct Geometry: Hashable, Sendable {
    /// The corners of the rectangle.
    public var left, top, right, bottom: UInt16
    /// The center of the ellipses.
    public var centerX, centerY: UInt16
    /// The rotation of the ellipses, `0...180` degrees, clockwise.
    public var rotation: UInt8
    /// The half axes of the inner ellipse and of the outer one.
    public var innerSemimajor, outerSemimajor, outerSemiminor: UInt16
    /// Whether this window adds to those below it in place of covering them.
    public var isLayered: Bool

    /// The window of one rectangle, and of ellipses that have its center and no size yet.
    public init(left: UInt16, top: UInt16, right: UInt16, bottom: UInt16) {
      (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
      (centerX, centerY) = (left / 2 + right / 2, top / 2 + bottom / 2)
      (rotation, innerSemimajor, outerSemimajor, outerSemiminor, isLayered) = (0, 0, 0, 0, false)
    }
  }

  /// Peak luminances at the nodes of a grid, in units of 1/15 of the display's maximum.
  public struct PeakGrid: Hashable, Sendable {
    /// The number of columns, `2...25`.
    public var columns: Int
    /// The peaks, row after row, of `2...25` rows.
    public var peaks: [UInt8]

    /// The grid of these rows.
    public init(columns: Int, peaks: [UInt8]) {
      self.columns = columns
      self.peaks = peaks
    }
  }
}

extension HDR10PlusMetadata.Window {
  /// The brightest component, or `nil` where all are 0, which says unknown.
  public var maximum: Luminance? {
    maximumComponents.max().flatMap { $0 == 0 ? nil : .nits(Double($0) / 10) }
  }

  /// The average of the largest component of each pixel, or `nil` where it is 0.
  public var averageLight: Luminance? { average == 0 ? nil : .nits(Double(average) / 10) }
}
