extension HDR10PlusCurve {
  /// The curve of one frame; its number is for error messages.
  ///
  /// - Throws: ``HDR10PlusCurveError/noCurve(frame:)``, `.curve` or `.peak`.
  public init(_ metadata: HDR10PlusMetadata, frame: Int) throws(HDR10PlusCurveError) {
    guard let window = metadata.windows.first, let curve = window.bezierCurve else { throw .noCurve(frame: frame) }
    let bezier: BezierCurve
    do {
      bezier = try BezierCurve(knee: curve.knee, anchors: curve.controlPoints)
    } catch {
      throw .curve(error)
    }
    if let peak = window.maximum, peak > PerceptualQuantizer.peak { throw .peak(peak, frame: frame) }
    let display = metadata.targetedDisplayMaximum
    self.init(bezier: bezier, peak: window.maximum, targetedDisplayPeak: display > 0 ? display.luminance : nil)
  }

  /// The code of the assumption for a curve that was made for another display.
  package static let otherDisplay = "curve-of-another-display"

  /// The assumption if the curve was made for a display with a different peak.
  func finding(for target: Luminance) -> Finding? {
    guard let display = targetedDisplayPeak, display != target else { return nil }
    return Finding(
      code: Self.otherDisplay,
      found: "the HDR10+ curve was made for a display of \(display), but this one has \(target)",
      consequence: "adapting the curve as libplacebo does, which is not verified against SMPTE's procedure")
  }
}

/// The reason why metadata has no curve for the frames of a conversion.
public enum HDR10PlusCurveError: FixableError, Hashable, Sendable {
  /// The metadata ends before the frames do; `nil` means that the required number exceeds `Int`.
  case tooFewFrames(found: Int, needed: Int?)
  /// The metadata of this frame has no tone curve.
  case noCurve(frame: Int)
  /// The frames from `start` on share a curve only up to the frame `change`.
  case severalCurves(start: Int, change: Int)
  /// The curve is invalid.
  case curve(ToneCurveError)
  /// The maximum component of this frame is above the maximum light of PQ.
  case peak(Luminance, frame: Int)

  /// The found and the expected value, and a fix.
  public var explanation: Fix {
    switch self {
    case .tooFewFrames(let found, let needed):
      "there is metadata for \(found) frame\(found == 1 ? "" : "s" as String), but \(needed.map { "\($0)" as String } ?? "more") were expected;"
        + " give the HDR10+ of this clip, or choose another operator"
    case .noCurve(let frame): "frame \(frame) has no tone curve, but st2094-40 needs one; choose another operator"
    case .severalCurves(let start, let change):
      "the curve changes at frame \(change), but one curve was expected for all frames that are converted; convert scene by scene,"
        + " starting with \(.start, start) \(.frames, max(0, change - start)), or choose another operator"
    case .curve(let error): Fix(stringLiteral: "\(error)")
    case .peak(let peak, let frame):
      "frame \(frame) states a brightest component of \(peak), but at most \(PerceptualQuantizer.peak) was expected; correct it,"
        + " or choose another operator"
    }
  }
}
