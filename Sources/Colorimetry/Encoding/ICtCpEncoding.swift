/// ICtCp as a way to code R′, G′, B′ of BT.2020: from signal to cones and back.
///
/// - Source: ITU-R BT.2100-3, Tables 6 and 7; ITU-T H.264, equations E-4 to E-9 and E-62 to E-67.
public struct ICtCpEncoding: Sendable {
  /// From linear light to the signal of R′, G′, B′ and of L′, M′, S′ alike.
  package let camera: any CameraTransfer
  /// From L′, M′, S′ to I, Ct, Cp, and back.
  package let fromCones, toCones: Matrix3x3

  /// The encoding for a transfer: HLG has its own matrix, all others have PQ's.
  public init(_ transfer: TransferCharacteristics) {
    camera = transfer.camera
    fromCones = transfer == .hlg ? ICtCp.fromHLG : ICtCp.fromPQ
    toCones = transfer == .hlg ? ICtCp.toHLG : ICtCp.toPQ
  }

  /// From R′, G′, B′ to I, Ct, Cp.
  ///
  /// - Domain: BT.2020 signals of `0...1`.
  public func encode(_ rgb: Signal) -> Signal {
    Signal(fromCones * coded(ICtCp.lmsFromBT2020 * linear(rgb.components)))
  }

  /// From I, Ct, Cp to R′, G′, B′: the cones made linear, turned into R, G, B, and those coded again.
  ///
  /// - Range: What lies outside BT.2020 is clipped to it by PQ and HLG, which have no negative signals.
  public func decode(_ coded: Signal) -> Signal {
    Signal(self.coded(ICtCp.bt2020FromLMS * linear(toCones * coded.components)))
  }

  private func linear(_ signal: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(camera.inverseOETF(signal.x), camera.inverseOETF(signal.y), camera.inverseOETF(signal.z))
  }

  private func coded(_ linear: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(camera.oetf(linear.x), camera.oetf(linear.y), camera.oetf(linear.z))
  }
}
