/// An error in reading or writing a LUT file. Lines are counted from 1.
public enum LookupFileError: Error, Hashable, Sendable {
  /// A line has unexpected content.
  case unexpected(line: Int, found: String, expected: String)
  /// The file ends too early.
  case incomplete(line: Int, found: String, expected: String)
  /// The picture is not a Hald CLUT.
  case picture(found: String, expected: String)
  /// The content of a line is not valid in a table.
  case table(line: Int, LookupTableError)
  /// The lines together do not make a valid table.
  case steps(LookupTableError)
  /// A file of the Common LUT Format has too many steps, even after consecutive matrices are combined.
  case tooManySteps(line: Int, allowed: Int)
  /// The file is larger than ``LookupFileFormat/largestFile``.
  case tooLarge(bytes: Int)
  /// The format cannot hold the table; `fix` names a format or an option that can.
  case cannotHold(LookupFileFormat, found: String, fix: String)
  /// The number of decimals is not supported.
  case decimals(Int)
  /// The format does not support the number of bits.
  case bitDepth(Int, LookupFileFormat, allowed: [Int])
  /// There is not enough memory to read or write the file.
  case noMemory
}

extension LookupFileError: CustomStringConvertible {
  /// The fix for a file with unsupported nodes: OpenColorIO supports all of them and can bake a cube.
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
      "line \(line) has step \(allowed + 1), after steps were combined where possible; expected at most \(allowed); \(Self.bake)"
    case .tooLarge(let bytes):
      "the file has \(bytes) bytes; expected at most \(LookupFileFormat.largestFile), more than any LUT needs"
    case .cannotHold(let format, let found, let fix): "a .\(format.fileExtension) file cannot hold \(found); \(fix)"
    case .bitDepth(let bits, let format, []):
      "\(bits) bits were requested; expected no bit depth for .\(format.fileExtension), which stores decimals"
    case .bitDepth(let bits, let format, let allowed):
      "\(bits) bits were requested; expected \(allowed.map(String.init).joined(separator: ", ")) for .\(format.fileExtension)"
    case .noMemory: "there is no memory for the file; expected enough for a few times its size"
    case .decimals(let count):
      """
      \(count) decimals were requested; expected \(LookupFileOptions.decimals.lowerBound) to \
      \(LookupFileOptions.decimals.upperBound)
      """
    }
  }
}

/// Returns the value made from a line, or throws the table's error with the line.
func at<Value>(
  _ line: Int, _ make: @autoclosure () throws(LookupTableError) -> Value
) throws(LookupFileError) -> Value {
  do { return try make() } catch { throw .table(line: line, error) }
}
