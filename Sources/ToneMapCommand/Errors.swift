internal import ArgumentParser
internal import Transcoding

/// A lower error, which the parser prints with the names of options.
struct ErrorInOptions: Error, CustomStringConvertible {
  private let error: any Error

  init(_ error: any Error) { self.error = error }

  var description: String {
    (error as? any JobError)?.message ?? (error as? any FixableError)?.text(in: .words) ?? "\(error)"
  }
}

// The codes of BSD's sysexits.h.
extension JobError {
  var exitCode: Int32 {
    switch kind {
    case .checkFailed: 1
    case .settings: 64
    case .data: 65
    case .truncated: ExitCode.cutShort.rawValue
    case .notFound: 66
    case .fault: ExitCode.fault.rawValue
    case .system: ExitCode.memory.rawValue
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

extension ExitCode {
  /// `EX_TEMPFAIL`: all available frames were converted or measured; a file that is still being copied may be complete later.
  static let cutShort = ExitCode(75)
  /// `EX_OSERR`: the process ended because it lacked memory.
  static let memory = ExitCode(71)
  /// `EX_SOFTWARE`: a fault of this program.
  static let fault = ExitCode(70)
}
