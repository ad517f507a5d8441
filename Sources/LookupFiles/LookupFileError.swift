public import LookupTables

/// Why a LUT file cannot be read or written. Lines are counted from 1.
public enum LookupFileError: Error, Hashable, Sendable {
  /// A line says something else than its format has there.
  case unexpected(line: Int, found: String, expected: String)
  /// The file ends before everything is there.
  case incomplete(line: Int, found: String, expected: String)
  /// A picture is no Hald CLUT.
  case picture(found: String, expected: String)
  /// What a line says makes no table.
  case table(line: Int, LookupTableError)
  /// What the lines say together makes no table.
  case steps(LookupTableError)
  /// A file of the Common LUT Format has more steps than are carried out, after those that can be joined were.
  case tooManySteps(line: Int, allowed: Int)
  /// The file is larger than ``LookupFileFormat/largestFile``.
  case tooLarge(bytes: Int)
  /// A format cannot hold the table; what can.
  case cannotHold(LookupFileFormat, found: String, fix: String)
  /// A format has no such number of decimals.
  case decimals(Int)
  /// A format has no such number of bits.
  case bitDepth(Int, LookupFileFormat, allowed: [Int])
  /// There is no memory for reading or writing the file.
  case noMemory
}

extension LookupFileError: CustomStringConvertible {
  /// How a file whose nodes are not carried out becomes one that is read: OpenColorIO carries out all of them.
  static let bake = "make a cube of it with OpenColorIO: ociobakelut --lut FILE --format resolve_cube OUT.cube"

  public var description: String {
    switch self {
    case .unexpected(let line, let found, let expected): "line \(line) has \(found); expected \(expected)"
    case .incomplete(let line, let found, let expected):
      "the file ends at line \(line) with \(found); expected \(expected)"
    case .picture(let found, let expected): "the picture has \(found); expected \(expected)"
    case .table(let line, let error): "line \(line): \(error)"
    case .steps(let error): "\(error)"
    case .tooManySteps(let line, let allowed):
      "line \(line) has step \(allowed + 1) of those that cannot be joined; expected at most \(allowed); \(Self.bake)"
    case .tooLarge(let bytes):
      "the file has \(bytes) bytes; expected at most \(LookupFileFormat.largestFile), which no LUT needs"
    case .cannotHold(let format, let found, let fix): "a .\(format.fileExtension) file cannot hold \(found); \(fix)"
    case .bitDepth(let bits, let format, []):
      "\(bits) bits were asked for; expected none for .\(format.fileExtension), which holds decimals"
    case .bitDepth(let bits, let format, let allowed):
      "\(bits) bits were asked for; expected \(allowed.map(String.init).joined(separator: ", ")) for .\(format.fileExtension)"
    case .noMemory: "there is no memory for the file; expected enough for a few times its size"
    case .decimals(let count):
      """
      \(count) decimals were asked for; expected \(LookupFileOptions.decimals.lowerBound) to \
      \(LookupFileOptions.decimals.upperBound)
      """
    }
  }
}

/// What is made from a line, or the error that it makes no table.
func at<Value>(
  _ line: Int, _ make: @autoclosure () throws(LookupTableError) -> Value
) throws(LookupFileError) -> Value {
  do { return try make() } catch { throw .table(line: line, error) }
}
