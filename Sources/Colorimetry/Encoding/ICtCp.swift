/// ICtCp: intensity and two color differences.
///
///     ICtCp(bt2020: Light(neutral: .nits(100)))  // I 0.5081, Ct 0, Cp 0
///
/// - Source: ITU-R BT.2100-3, Tables 6 and 7.
public struct ICtCp: Hashable, Sendable {
  /// Intensity, a signal of `0...1`; with PQ, 1 stands for 10 000 cd/m².
  public var i: SignalLevel
  /// The color differences, tritan and protan, in the unit of the signal: `-0.5...0.5`.
  public var ct, cp: SignalLevel

  public init(i: SignalLevel, ct: SignalLevel, cp: SignalLevel) { (self.i, self.ct, self.cp) = (i, ct, cp) }

  /// From linear BT.2020 R, G, B to the cone responses L, M, S.
  public static let lmsFromBT2020 =
    Matrix3x3(SIMD3(1688, 2146, 262), SIMD3(683, 2951, 462), SIMD3(99, 309, 3688)) * (1 / 4096)

  /// From PQ-coded L′, M′, S′ to I, Ct, Cp.
  public static let ictcpFromPQLMS =
    Matrix3x3(SIMD3(2048, 2048, 0), SIMD3(6610, -13613, 7003), SIMD3(17933, -17390, -543)) * (1 / 4096)

  /// From HLG-coded L′, M′, S′ to I, Ct, Cp.
  public static let ictcpFromHLGLMS =
    Matrix3x3(SIMD3(2048, 2048, 0), SIMD3(3625, -7465, 3840), SIMD3(9500, -9212, -288)) * (1 / 4096)

  public static let bt2020FromLMS = lmsFromBT2020.inverse
  public static let pqLMSFromICtCp = ictcpFromPQLMS.inverse

  /// Converts BT.2020 display light, using PQ.
  ///
  /// - Domain: BT.2020 light, cd/m². Cone responses are clamped to `0...10_000` cd/m².
  /// - Source: ITU-R BT.2100-3, Table 7, PQ.
  public init(bt2020 light: Light) {
    let coded: Signal = (Self.lmsFromBT2020 * light).mapped(PerceptualQuantizer().inverseEOTF)
    let out = Self.ictcpFromPQLMS * coded.components
    self.init(i: SignalLevel(out.x), ct: SignalLevel(out.y), cp: SignalLevel(out.z))
  }

  /// The BT.2020 display light of this color in cd/m², using PQ.
  ///
  /// - Range: Components may be below zero where the color lies outside BT.2020.
  public var bt2020: Light {
    let coded = Signal(Self.pqLMSFromICtCp * SIMD3(i.value, ct.value, cp.value))
    return Self.bt2020FromLMS * coded.mapped(PerceptualQuantizer().eotf)
  }
}
