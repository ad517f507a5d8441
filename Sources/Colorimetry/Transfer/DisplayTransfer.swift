/// The conversion between one nonlinear component and the light of a display.
///
/// A display transfer is absolute: its light is in cd/m². HLG has no display transfer, because its light depends on
/// all three components; see `HybridLogGamma`.
public protocol DisplayTransfer: Sendable {
  /// The electro-optical transfer function: from signal to display light.
  ///
  /// - Parameter signal: One nonlinear component, nominally `0...1`.
  /// - Returns: The light of that component.
  func eotf(_ signal: Double) -> Luminance

  /// The inverse of the EOTF: from display light to signal.
  ///
  /// - Parameter light: The light of one component.
  /// - Returns: Its nonlinear component.
  func inverseEOTF(_ light: Luminance) -> Double

  /// The points at which two parts of the function join, with lights in cd/m²; an approximation is split there.
  var joints: TransferJoints { get }
}

extension DisplayTransfer {
  public var joints: TransferJoints { TransferJoints() }
}

/// A display that applies the inverse of a camera curve, scaled to a luminance range.
///
///     let matched = SceneDisplay(OffsetPower.bt709, range: .nits(0...203))
///     matched.eotf(0.5)  // 52.7 cd/m²; BT.1886 gives 38.5
///
/// No standard BT.709 display does this. Some software does, and this type exists to match it.
public struct SceneDisplay: DisplayTransfer {
  /// The camera curve.
  public var camera: any CameraTransfer
  /// The light of scene 0 and of scene 1.
  public var range: LuminanceRange

  /// The display that inverts a camera curve.
  public init(_ camera: any CameraTransfer, range: LuminanceRange) {
    self.camera = camera
    self.range = range
  }

  /// From signal to display light: black + (peak − black) · inverse OETF.
  ///
  /// - Domain: 0 and above; black for negative signals.
  /// - Range: Black and above; above the peak for signals above 1.
  public func eotf(_ signal: Double) -> Luminance {
    let span = range.peak.nits - range.black.nits
    return .nits(range.black.nits + span * camera.inverseOETF(max(signal, 0)))
  }

  /// From display light to signal.
  ///
  /// - Domain: Black and above; darker light is clamped to black.
  /// - Range: 0 and above.
  public func inverseEOTF(_ light: Luminance) -> Double {
    let span = range.peak.nits - range.black.nits
    return camera.oetf(max((light.nits - range.black.nits) / span, 0))
  }

  public var joints: TransferJoints {
    var joints = camera.joints
    joints.lights = joints.lights.map { range.black.nits + (range.peak.nits - range.black.nits) * $0 }
    return joints
  }
}

/// The sRGB display: the curve of IEC 61966-2-1, scaled to a luminance range.
///
///     SRGBDisplay(range: .nits(0...80)).eotf(0.5)  // 17.1 cd/m²
///
/// - Source: IEC 61966-2-1:1999, clause 5.2; its reference display has a white of 80 cd/m².
public struct SRGBDisplay: DisplayTransfer {
  /// The light of signal 0 and of signal 1.
  public var range: LuminanceRange

  /// The display of this range.
  public init(range: LuminanceRange) { self.range = range }

  /// From signal to display light.
  ///
  /// - Domain: 0 and above; black for negative signals.
  /// - Range: Black and above; above the peak for signals above 1.
  public func eotf(_ signal: Double) -> Luminance { SceneDisplay(OffsetPower.sRGB, range: range).eotf(signal) }

  /// From display light to signal.
  ///
  /// - Domain: Black and above; darker light is clamped to black.
  /// - Range: 0 and above.
  public func inverseEOTF(_ light: Luminance) -> Double {
    SceneDisplay(OffsetPower.sRGB, range: range).inverseEOTF(light)
  }

  public var joints: TransferJoints { SceneDisplay(OffsetPower.sRGB, range: range).joints }
}
