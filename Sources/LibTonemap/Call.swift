import CTonemap
import HDRMetadata
import SystemCalls
import ToneMapping
import Transcoding

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

typealias Message = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?

/// Runs a call, and converts a thrown error to a status and a message.
func call(_ message: Message, _ body: () throws -> Void) -> Int32 {
  message?.pointee = nil
  guard ForkedProcess.enter() else {
    message?.pointee = strdup(
      "this process was forked while another thread was in a call of the library, so its locks may be held for ever;"
        + " fork between calls, or start the process anew")
    return Int32(TONEMAP_SYSTEM.rawValue)
  }
  defer { ForkedProcess.leave() }
  do {
    try body()
    return Int32(TONEMAP_OK.rawValue)
  } catch {
    let (status, sentence) = explained(error)
    message?.pointee = copied(sentence)
    return Int32(status.rawValue)
  }
}

/// The status of an error, and its message with option names as keys.
private func explained(_ error: any Error) -> (tonemap_status, String) {
  switch error {
  case let error as any JobError: (error.kind.status, error.sentence.text(in: .keys))
  case let error as any FixableError: (TONEMAP_USAGE, error.text(in: .keys))
  case ConversionError.memory, FrameError.memory: (TONEMAP_SYSTEM, "\(error)")
  case is ConversionError, is FrameError: (TONEMAP_USAGE, "\(error)")
  case is MetadataError: (TONEMAP_DATA, "\(error)")
  case is CancellationError: (TONEMAP_CANCELLED, "the work was cancelled")
  default: (TONEMAP_FAULT, "\(error)")
  }
}

extension JobErrorKind {
  fileprivate var status: tonemap_status {
    switch self {
    case .checkFailed: TONEMAP_CHECK_FAILED
    case .settings: TONEMAP_USAGE
    case .data: TONEMAP_DATA
    case .notFound: TONEMAP_NOT_FOUND
    case .fault: TONEMAP_FAULT
    case .system: TONEMAP_SYSTEM
    case .cannotCreate: TONEMAP_CANNOT_CREATE
    case .inputOutput, .closedPipe: TONEMAP_INPUT_OUTPUT
    case .truncated: TONEMAP_TRUNCATED
    case .cancelled: TONEMAP_CANCELLED
    }
  }
}

/// Returns a text that the caller frees; `nil` if out of memory.
func copied(_ text: String) -> UnsafeMutablePointer<CChar>? { strdup(text) }

/// Returns the address of a result, which is set to `nil`.
func place<Value>(_ pointer: UnsafeMutablePointer<Value?>?, _ name: String) throws -> UnsafeMutablePointer<Value?> {
  guard let pointer else { throw LibraryError.null(name, expected: "a place for the result") }
  pointer.pointee = nil
  return pointer
}

/// Returns a text passed by the caller.
func text(_ pointer: UnsafePointer<CChar>?, _ name: String) throws -> String {
  guard let pointer else { throw LibraryError.null(name, expected: "a text", fix: "give one") }
  guard let text = String(validatingCString: pointer) else {
    throw LibraryError.wrong(name, "not UTF-8", expected: "UTF-8", fix: "convert it")
  }
  return text
}

/// Returns the name of a file, which may contain any bytes.
func location(_ pointer: UnsafePointer<CChar>?, _ name: String) throws -> MediaLocation {
  guard let pointer else { throw LibraryError.null(name, expected: "the name of a file", fix: "give one") }
  return MediaLocation(named: UnsafeBufferPointer(start: pointer, count: strlen(pointer)).map { UInt8(bitPattern: $0) })
}
