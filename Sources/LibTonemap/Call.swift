import CTonemap
import JSONText
import Synchronization
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

// Errors of arguments.
extension ProgramError {
  static func wrong(
    _ name: String, _ found: some CustomStringConvertible, expected: String, fix: String? = nil
  ) -> Self {
    Self(.settings, "\(name) is \(found), but \(expected) was expected\(fix.map { "; \($0)" } ?? "")")
  }

  static func check<Number: Comparable & CustomStringConvertible>(
    _ name: String, _ number: Number, in range: some RangeExpression<Number>, _ expected: String, fix: String? = nil
  ) throws(Self) {
    if !range.contains(number) { throw .wrong(name, number, expected: expected, fix: fix) }
  }

  static func null(_ name: String, expected: String, fix: String = "give its address") -> Self {
    .wrong(name, "NULL", expected: expected, fix: fix)
  }

  static func checkSize<Structure>(
    of name: String, _ found: Int, _ type: Structure.Type, fix: String = ""
  ) throws(Self) {
    let size = MemoryLayout<Structure>.size
    try check("the struct_size of \(name)", found, in: size...size, "\(size)", fix: "set it to sizeof(\(type))\(fix)")
  }
}

/// The objects held by callers, by handles that are never dereferenced: a freed or invalid handle is an error.
final class Handles<Object: Sendable>: Sendable {
  private let noun: String
  private let free: String
  private let objects = Mutex<(held: [UInt: Object], last: UInt)>(([:], 0))

  /// The last four bits of its handles, which are unique to this kind of object.
  private let mark: UInt

  init(of noun: String, mark: UInt, freedBy free: String) { (self.noun, self.mark, self.free) = (noun, mark, free) }

  func hold(_ object: Object) -> OpaquePointer {
    objects.withLock { objects in
      // Handles are never reused.
      objects.last += 1
      objects.held[objects.last] = object
      return OpaquePointer(bitPattern: objects.last << 4 | mark)!
    }
  }

  subscript(handle: OpaquePointer?) -> Object {
    get throws {
      guard let handle else { throw ProgramError.null("the \(noun)", expected: "a \(noun)", fix: "make one first") }
      let number = UInt(bitPattern: handle)
      guard number & 15 == mark, let object = objects.withLock({ $0.held[number >> 4] }) else {
        throw ProgramError(
          .settings,
          "the \(noun) is not valid: \(free) freed it, or this library never returned it; use a \(noun) only until it is freed"
        )
      }
      return object
    }
  }

  /// Releases an object, which is destroyed after its last use.
  func release(_ handle: OpaquePointer?) {
    guard let handle, UInt(bitPattern: handle) & 15 == mark else { return }
    _ = objects.withLock { $0.held.removeValue(forKey: UInt(bitPattern: handle) >> 4) }
  }
}
