internal import Transcoding

/// The end of the process with a code, when all is said.
struct CommandEnd: Error {
  let code: Int32
}

// The codes are those of BSD's sysexits.h.
extension TranscodingError {
  /// The code that the process exits with.
  var exitCode: Int32 {
    switch self {
    case .checkFailed: 1
    case .settings: 64
    case .data, .truncated: 65
    case .notFound: 66
    case .fault: 70
    case .system: 71
    case .cannotCreate: 73
    case .inputOutput: 74
    case .closedPipe: 0
    // A signal asked for it, and the process ends by that.
    case .cancelled: 130
    }
  }

  /// `EX_TEMPFAIL`: all that is there was converted or measured; a file that is still being copied may be whole later.
  static let truncatedCode: Int32 = 75

  /// The message for the user, with the options of `tonemap`; `nil` if the command ends without one.
  var message: String? { sentence?.inOptions }
}
