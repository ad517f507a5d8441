/// The logarithmic signal of a camera, which represents the reflectance of a scene and is not defined in H.273.
///
///     CameraLog.sLog3.curve.oetf(0.18)  // 0.4106, code 420
///     CameraLog(name: "S-Log3")         // .sLog3
public struct CameraLog: Hashable, Sendable, CustomStringConvertible {
  /// The name on the command line: `slog3`.
  public let name: String
  /// From reflectance, 1 for 100 %, to signal; the maker's equation.
  public let curve: TransferFunction
  /// The gamuts in which the maker's cameras code it; the first is the default.
  public let gamuts: [Gamut]
  /// The matrix coefficients that cameras use with it in Y′CbCr, unless its components are BT.2020.
  public let matrix: MatrixCoefficients

  /// The logs that have a name on the command line.
  public static let allCases = [sLog3, canonLog3, appleLog, appleLog2, logC4, vLog]

  /// Creates a log from a curve of a camera, whose name is the title, and at least one gamut.
  public init(_ name: String, _ curve: TransferFunction, gamuts: [Gamut], matrix: MatrixCoefficients = .bt709) {
    precondition(curve.isOfScene && !gamuts.isEmpty, "\(name) needs the curve of a camera, and a gamut")
    (self.name, self.curve, self.gamuts, self.matrix) = (name, curve, gamuts, matrix)
  }

  init(
    _ name: String, _ title: String, gamuts: [Gamut], matrix: MatrixCoefficients = .bt709, countsAllCodes: Bool = false,
    breakpoints: (signals: [Double], lights: [Double]),
    reflectance: @escaping @Sendable (Double) -> Double, signal: @escaping @Sendable (Double) -> Double
  ) {
    let curve = TransferFunction(
      title, breakpoints: (breakpoints.signals.map { SignalLevel($0) }, breakpoints.lights.map { SceneLevel($0) }),
      countsAllCodes: countsAllCodes,
      toLight: { SceneLevel(reflectance($0.value)) }, toSignal: { SignalLevel(signal($0.value)) })
    self.init(name, curve, gamuts: gamuts, matrix: matrix)
  }

  /// The log of this short name or maker's name, regardless of case, spaces and punctuation; `nil` for a name that is not recognized.
  public init?(name: String) {
    let letters = name.lettersAndDigits
    let known = Self.allCases.first { [$0.name.lettersAndDigits, $0.title.lettersAndDigits].contains(letters) }
    guard let known else { return nil }
    self = known
  }

  /// The maker's name of the log.
  public var title: String { curve.name }
  public var description: String { title }
}

extension TransferFunction {
  /// From a signal of this range to the argument of the function: a scale and an offset.
  package func argument(range: QuantizationRange) -> (scale: Double, offset: Double) {
    countsAllCodes && range == .narrow ? Quantization.narrowTen.shares : (1, 0)
  }
}

// MARK: Scene light and display light

extension CameraLog {
  /// The HLG scene light of a reflectance of 100 %, 0.265: HDR reference white has the HLG signal 0.75 (ITU-R BT.2408-8, Table 1).
  public static let hlgSceneLightOfWhite = HybridLogGamma.reference.inverseOETF(0.75)

  /// The light of a gray of this reflectance on HLG's reference display: 203 cd/m² for 1, which is 100 %, 26 for 0.18, 0 for negative reflectance.
  ///
  /// - Source: ITU-R BT.2408-8, Table 1; BT.2100-3, Table 5, *Reference OOTF*.
  public static func hlgDisplayLight(ofReflectance reflectance: SceneLevel) -> Luminance {
    let light = HybridLogGamma.reference.ootf(
      SceneLight(SIMD3(repeating: reflectance.value * hlgSceneLightOfWhite.value)))
    return .nits(light.components.x)
  }
}
