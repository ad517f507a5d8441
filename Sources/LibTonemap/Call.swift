import CTonemap
import JSONText
import SystemCalls
import Transcoding

/// A caller's text.
public typealias CText = UnsafePointer<CChar>?
/// The address at which a caller gets a handle.
public typealias HandlePlace = UnsafeMutablePointer<OpaquePointer?>?
/// The address at which a caller gets a text that it frees.
public typealias Text = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?

@_cdecl("tonemap_abi")
public func abi() -> Int32 { TONEMAP_ABI }

@_cdecl("tonemap_version")
public func version() -> CText { UnsafePointer(versionText) }

/// The version text, which lives as long as the process.
private nonisolated(unsafe) let versionText = strdup(Release.version)

@_cdecl("tonemap_free")
public func freeText(_ text: UnsafeMutablePointer<CChar>?) { free(text) }

/// Runs a call, and converts a thrown error to a status and a message.
func call(_ message: Text, _ body: () throws -> Void) -> Int32 {
  message?.pointee = nil
  guard ForkedProcess.enter() else {
    message?.pointee = strdup(
      "this process was forked while another thread was in a call of the library, so its locks may be held forever;"
        + " fork between calls, or start a new process")
    return Int32(TONEMAP_SYSTEM.rawValue)
  }
  defer { ForkedProcess.leave() }
  do {
    try body()
    return Int32(TONEMAP_OK.rawValue)
  } catch {
    let (kind, sentence) = explained(error)
    message?.pointee = strdup(sentence)
    return kind.rawValue
  }
}

/// The kind of an error, whose number is the status, and its message with option names as keys.
private func explained(_ error: any Error) -> (JobErrorKind, String) {
  switch error {
  case let error as any JobError:
    (error.kind == .closedPipe ? .inputOutput : error.kind, error.sentence.text(in: .keys))
  case let error as any FixableError: (.settings, error.text(in: .keys))
  case ConversionError.memory: (.system, "\(error)")
  case let error as FrameError where error.kind == .memory: (.system, "\(error)")
  case is ConversionError, is FrameError: (.settings, "\(error)")
  case is MetadataError: (.data, "\(error)")
  case is CancellationError: (.cancelled, "the work was cancelled")
  default: (.fault, "\(error)")
  }
}

/// Runs a call, and writes its result to an address of the caller's; `nil` if there is an error.
func call<Value>(
  _ message: Text, giving pointer: UnsafeMutablePointer<Value?>?, _ name: String, _ result: () throws -> Value?
) -> Int32 {
  pointer?.pointee = nil
  return call(message) {
    guard let pointer else { throw ProgramError.null(name, expected: "a place for the result") }
    pointer.pointee = try result()
  }
}

/// Returns the text of a value, which the caller frees; `nil` if out of memory.
func json(_ value: JSONValue) -> UnsafeMutablePointer<CChar>? { strdup(String(decoding: value.text, as: UTF8.self)) }

func text(_ pointer: CText, _ name: String) throws -> String {
  guard let pointer else { throw ProgramError.null(name, expected: "a text", fix: "give one") }
  guard let text = String(validatingCString: pointer) else {
    throw ProgramError.wrong(name, "not UTF-8", expected: "UTF-8", fix: "convert it")
  }
  return text
}

/// Returns the name of a file, which may contain any bytes.
func location(_ pointer: CText, _ name: String) throws -> MediaLocation {
  guard let pointer else { throw ProgramError.null(name, expected: "the name of a file", fix: "give one") }
  return MediaLocation(named: UnsafeBufferPointer(start: pointer, count: strlen(pointer)).map { UInt8(bitPattern: $0) })
}
