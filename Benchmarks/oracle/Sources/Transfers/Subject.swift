import Colorimetry

/// A transfer function in both directions, as numbers.
struct Subject: Sendable {
  var name: String
  /// From signal to light, of whatever unit the function has.
  var light: @Sendable (Double) -> Double
  /// From light to signal.
  var signal: @Sendable (Double) -> Double
  /// From the signal of a code to the argument of `light`, which is the signal itself unless the function begins with light.
  var argument: @Sendable (Double) -> Double = { $0 }
}

extension Subject {
  /// Every transfer function of `Colorimetry`, and the displays with the ranges that are measured.
  static let all =
    [
      Subject(display: "PQ", .pq),
      Subject(camera: "HLG", .hlg),
      hlgSystem, hlgDisplay, pqScene,
      Subject(display: "BT.1886, 0 to 100", .bt1886(luminance: .nits(0...100))),
      Subject(display: "BT.1886, 0.1 to 100", .bt1886(luminance: .nits(0.1...100))),
      Subject(display: "a power of 2.2, 0 to 80", .power(2.2, luminance: .nits(0...80))),
      Subject(display: "a power of 2.2, 0.1 to 80", .power(2.2, luminance: .nits(0.1...80))),
      Subject(display: "sRGB display, 0 to 80", TransferFunction.sRGB.shown(on: .nits(0...80))),
      Subject(display: "sRGB display, 0.1 to 80", TransferFunction.sRGB.shown(on: .nits(0.1...80))),
      Subject(
        display: "xvYCC display, 0.1 to 100", .extendedGamutDisplay(luminance: .nits(0.1...100), compression: 1)),
      Subject(
        display: "BT.1361 display, 0.1 to 100", .extendedGamutDisplay(luminance: .nits(0.1...100), compression: 4)),
      Subject(display: "ST 428-1", TransferFunction.digitalCinema.shown(on: .nits(0...48))),
      Subject(camera: "BT.709", .bt709),
      Subject(camera: "ST 240", .smpte240M),
      Subject(camera: "sRGB", .sRGB),
      Subject(camera: "xvYCC", .xvYCC),
      Subject(camera: "BT.1361", .bt1361),
      Subject(camera: "log, 100 : 1", .log100),
      Subject(camera: "log, 316 : 1", .log316),
      Subject(relative: "a power of 2.2", .power(2.2)),
      Subject(relative: "a power of 2.8", .power(2.8)),
    ]
    // Apple Log 2 differs from Apple Log in its gamut alone.
    + CameraLog.allCases.filter { $0 != .appleLog2 }.map { Subject(camera: $0.title, $0.curve) }

  init(display name: String, _ display: TransferFunction) {
    self.init(
      name: name, light: { display.eotf(SignalLevel($0)).nits }, signal: { display.inverseEOTF(.nits($0)).value })
  }

  init(relative name: String, _ transfer: TransferFunction) {
    self.init(
      name: name, light: { transfer.light(of: SignalLevel($0)).value },
      signal: { transfer.signal(of: RelativeLevel($0)).value })
  }

  init(camera name: String, _ camera: TransferFunction) {
    self.init(
      name: name, light: { camera.inverseOETF(SignalLevel($0)).value }, signal: { camera.oetf(SceneLevel($0)).value })
  }

  /// The OOTF of HLG for grays: from scene light to display light.
  private static let hlgSystem = {
    let hlg = HybridLogGamma.reference
    return Subject(
      name: "HLG OOTF of gray, 0 to 1000",
      light: { hlg.ootf(SceneLight(SIMD3(repeating: $0))).components.x },
      signal: { hlg.inverseOOTF(Light(SIMD3(repeating: $0))).components.x },
      argument: { hlg.inverseOETF(SignalLevel($0)).value })
  }()

  /// The EOTF of HLG for grays, on a display with a black.
  private static let hlgDisplay = {
    let hlg = HybridLogGamma(luminance: .nits(0.005...1000), gamma: 1.2)
    return Subject(
      name: "HLG EOTF of gray, 0.005 to 1000",
      light: { hlg.eotf(Signal(SIMD3(repeating: $0))).components.x },
      signal: { hlg.inverseEOTF(Light(SIMD3(repeating: $0))).components.x })
  }()

  /// The OOTF of PQ: from scene light to display light.
  private static let pqScene = {
    let pq = PerceptualQuantizer()
    return Subject(
      name: "PQ OOTF", light: { pq.ootf(SceneLevel($0)).nits }, signal: { pq.inverseOOTF(.nits($0)).value },
      argument: { pq.inverseOETF(SignalLevel($0)).value })
  }()
}
