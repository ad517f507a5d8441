import SystemCalls
import Transcoding

/// An error of a call: the caller's, or of a process that lacks something.
enum LibraryError: JobError {
  /// An argument, or a part of one.
  case argument(String, found: String, expected: String, fix: String?)
  /// A handle that was freed or never returned.
  case handle(of: String, freedBy: String)
  /// Options that are no object, or no JSON from this byte.
  case options(byte: Int?)
  /// A message of another kind than HDR10+ and ST 2094-50.
  case message
  case nothingMeasured
  /// More movies at once than this many.
  case movies(most: Int)
  /// A fork of a process that used threads.
  case fork
  /// A file to fill that does not exist.
  case unfilled(MediaLocation, reason: SystemError)

  static func wrong(
    _ name: String, _ found: some CustomStringConvertible, expected: String, fix: String? = nil
  ) -> Self {
    .argument(name, found: "\(found)", expected: expected, fix: fix)
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

  var kind: JobErrorKind {
    switch self {
    case .argument, .handle, .options, .nothingMeasured: .settings
    case .message: .data
    case .movies, .fork: .system
    case .unfilled: .notFound
    }
  }

  var sentence: Fix {
    switch self {
    case .argument(let name, let found, let expected, let fix):
      "\(name) is \(found), but \(expected) was expected\(fix.map { "; \($0)" } ?? "")"
    case .handle(let noun, let free):
      "the \(noun) is not valid: \(free) freed it, or this library never returned it; use a \(noun) only until it is freed"
    case .options(let byte?):
      "the options are not valid JSON at byte \(byte), but \(Self.object) was expected; write them with a JSON library"
    case .options(nil): "the options are not a JSON object, but \(Self.object) was expected"
    case .message: "the message is neither HDR10+ nor ST 2094-50, but one of them was expected; choose another message"
    case .nothingMeasured: "nothing has been measured, but at least one frame was expected; measure one first"
    case .movies(let most):
      "\(most) movies are being read, and no more can be at the same time; free one, or read all of its frames"
    case .fork:
      """
      this process is a fork without the library's threads, which files need, because the first process had used them; start a new process instead, as \
      Python's multiprocessing does with the start method spawn
      """
    case .unfilled(let path, let reason):
      "\(path) cannot be filled (\(reason)), but a file was expected; create it with the length of the remote file first"
    }
  }

  private static let object = "an object such as {\"source\": \"hdr10\", \"to\": \"sdr709\"}"
}
