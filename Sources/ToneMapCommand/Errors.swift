internal import ArgumentParser
internal import Transcoding

extension ValidationError {
  init(_ error: any Error) {
    self.init((error as? any JobError)?.message ?? (error as? any FixableError)?.text(in: .words) ?? "\(error)")
  }
}

extension JobError {
  var exitCode: Int32 { kind.rawValue }

  /// The message for the user, with the options of `tonemap`; `nil` to end silently.
  var message: String? { kind == .closedPipe || kind == .cancelled ? nil : sentence.text(in: .words) }
}

extension ExitCode {
  /// All available frames were converted or measured; a file that is still being copied may be complete later.
  static let cutShort = ExitCode(JobErrorKind.truncated.rawValue)
}
