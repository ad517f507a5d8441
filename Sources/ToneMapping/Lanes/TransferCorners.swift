/// The points at which two parts of a transfer function join; two pieces of its compiled curve must meet there.
struct TransferCorners {
  /// The signals of these points, and their lights.
  var signals: [Double] = []
  var lights: [Double] = []

  /// The corners of a camera's curve, whose light is 1 at the nominal peak.
  init(_ camera: any CameraTransfer) {
    switch camera {
    case is HybridLogGamma: (signals, lights) = ([HybridLogGamma.joint.signal], [HybridLogGamma.joint.scene])
    case let power as OffsetPower: (signals, lights) = ([power.signalBeta], [power.beta])
    case let extended as ExtendedGamut:
      self = TransferCorners(extended.curve)
      signals += signals.map { -$0 / extended.compression }
      lights += lights.map { -$0 / extended.compression }
    case let logarithm as LogTransfer: lights = [logarithm.inverseOETF(.leastNormalMagnitude)]
    default: break
    }
  }

  /// The corners of a display's curve, whose light is in cd/m².
  init(_ display: any DisplayTransfer) {
    func shown(_ camera: any CameraTransfer, _ range: LuminanceRange) -> TransferCorners {
      var corners = TransferCorners(camera)
      corners.lights = corners.lights.map { range.black.nits + (range.peak.nits - range.black.nits) * $0 }
      return corners
    }
    switch display {
    case let scene as SceneDisplay: self = shown(scene.camera, scene.range)
    case let sRGB as SRGBDisplay: self = shown(OffsetPower.sRGB, sRGB.range)
    default: break
    }
  }
}
