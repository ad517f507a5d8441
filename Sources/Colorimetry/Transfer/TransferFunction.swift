/// A transfer of H.273 by its number, or a camera's log, which is not in H.273.
public enum TransferFunction: Hashable, Sendable {
  /// A transfer of H.273.
  case numbered(TransferCharacteristics)
  /// The log of a camera.
  case log(CameraLog)

  /// Whether its signals can be brighter than reference white; true for PQ, HLG and the cameras' logs.
  public var isHDR: Bool {
    switch self {
    case .numbered(let transfer): transfer.isHDR
    case .log: true
    }
  }

  /// The value in H.273, or `nil` for a log.
  public var codePoint: TransferCharacteristics? {
    guard case .numbered(let transfer) = self else { return nil }
    return transfer
  }

  /// The name on the command line: `smpte2084`, `slog3`.
  public var name: String {
    switch self {
    case .numbered(let transfer): transfer.ffmpegName
    case .log(let log): log.name
    }
  }
}

extension TransferFunction: CustomStringConvertible {
  public var description: String {
    switch self {
    case .numbered(let transfer): transfer.h273Name
    case .log(let log): log.title
    }
  }
}
