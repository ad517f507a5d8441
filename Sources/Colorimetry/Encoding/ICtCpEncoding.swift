/// ICtCp as an encoding of BT.2020 R′, G′, B′, by way of the cone responses.
///
/// - Source: ITU-R BT.2100-3, Tables 6 and 7; ITU-T H.264, equations E-4 to E-9 and E-62 to E-67.
public struct ICtCpEncoding: Sendable {
  /// From linear light to signal, for R′, G′, B′ and for L′, M′, S′.
  package let camera: any CameraTransfer
  /// From L′, M′, S′ to I, Ct, Cp, and back.
  package let fromCones, toCones: Matrix3x3

  /// The encoding for a transfer: HLG has its own matrix; all others use PQ's.
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

  /// From I, Ct, Cp to R′, G′, B′: linearizes the cone responses, converts them to R, G, B, and encodes those.
  ///
  /// - Range: PQ and HLG clip colors outside BT.2020 to it, because they have no negative signals.
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
