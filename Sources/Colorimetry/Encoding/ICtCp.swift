/// ICtCp: intensity and two color differences, with PQ.
///
/// - Source: ITU-R BT.2100-3, Tables 6 and 7.
public struct ICtCp: Hashable, Sendable {
  /// Intensity, `0...1`.
  public var i: Double
  /// The color differences: tritan and protan, `-0.5...0.5`.
  public var ct, cp: Double

  /// The color of these coordinates.
  public init(i: Double, ct: Double, cp: Double) {
    self.i = i
    self.ct = ct
    self.cp = cp
  }

  /// From linear BT.2020 R, G, B to the cone responses L, M, S.
  public static let lmsFromBT2020 =
    Matrix3x3(SIMD3(1688, 2146, 262), SIMD3(683, 2951, 462), SIMD3(99, 309, 3688)) * (1 / 4096)

  /// From PQ-coded L′, M′, S′ to I, Ct, Cp.
  public static let fromPQ =
    Matrix3x3(SIMD3(2048, 2048, 0), SIMD3(6610, -13613, 7003), SIMD3(17933, -17390, -543)) * (1 / 4096)

  /// From BT.2020 light.
  ///
  /// - Domain: BT.2020 light, cd/m². Cone responses below 0 or above 10 000 cd/m² are taken as those ends.
  /// - Source: ITU-R BT.2100-3, Table 7, PQ.
  public init(bt2020 light: Light) {
    let pq = PerceptualQuantizer()
    let lms = Self.lmsFromBT2020 * light.components
    let coded = SIMD3(
      pq.inverseEOTF(.nits(lms.x)), pq.inverseEOTF(.nits(lms.y)), pq.inverseEOTF(.nits(lms.z)))
    let out = Self.fromPQ * coded
    self.init(i: out.x, ct: out.y, cp: out.z)
  }

  /// The BT.2020 light of this color, cd/m².
  ///
  /// - Range: Components may be below zero where the color lies outside BT.2020.
  public var bt2020: Light {
    let pq = PerceptualQuantizer()
    let coded = Self.fromPQ.inverse * SIMD3(i, ct, cp)
    let lms = SIMD3(pq.eotf(coded.x).nits, pq.eotf(coded.y).nits, pq.eotf(coded.z).nits)
    return Light(Self.lmsFromBT2020.inverse * lms)
  }
}
