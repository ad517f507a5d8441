internal import Transcoding

/// Ends the process with a code, after all output.
struct CommandEnd: Error {
  let code: Int32
}

// The codes of BSD's sysexits.h.
extension JobError {
  var exitCode: Int32 {
    switch kind {
    case .checkFailed: 1
    case .settings: 64
    case .data: 65
    case .truncated: TranscodingError.cutShortCode
    case .notFound: 66
    case .fault: 70
    case .system: 71
    case .cannotCreate: 73
    case .inputOutput: 74
    case .closedPipe: 0
    // The process ends by the signal that cancelled it.
    case .cancelled: 130
    }
  }

  /// The message for the user, with the options of `tonemap`; `nil` to end silently.
  var message: String? { kind == .closedPipe || kind == .cancelled ? nil : sentence.text(in: .words) }
}

extension TranscodingError {
  /// `EX_TEMPFAIL`: all available frames were converted or measured; a file that is still being copied may be complete later.
  static let cutShortCode: Int32 = 75
  /// `EX_OSERR`: the process ended because it lacked memory.
  static let memoryCode: Int32 = 71
  /// `EX_SOFTWARE`: a fault of this program.
  static let faultCode: Int32 = 70
}
