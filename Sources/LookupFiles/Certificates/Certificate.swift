/// The measured accuracy of a LUT file: its errors against the plan that it was made from, over all colors of its input.
///
///     let certificate = Certificate(
///       of: bytes, named: "pq-to-sdr.cube", holding: table, arguments: [], plan: [], madeBy: "me", measurements: measurements)
///     let json = certificate.json
///
/// It identifies its file by a hash, so that it cannot be used for another file.
public struct Certificate: Hashable, Sendable {
  /// The file that the certificate belongs to.
  public struct File: Hashable, Sendable {
    /// The file's name, without its folder.
    public var name: String
    /// The SHA-256 of its bytes, in hexadecimal digits.
    public var sha256: String
    /// The number of its bytes.
    public var bytes: Int
    /// The number of samples of its cube along each component; `nil` if it contains no cube.
    public var cubeSize: Int?
    /// The number of samples of the curves before its cube; `nil` without curves.
    public var shaperSize: Int?
  }

  /// The version of the program that made the file.
  public var madeBy: String
  /// The arguments of `tonemap lut` that reproduce the file, without file names.
  public var arguments: [String]
  /// The plan that the file represents, as printed.
  public var plan: [String]
  public var file: File
  /// The errors, for each interpolation.
  public var measurements: [LookupMeasurement]

  /// Creates the certificate of a file with these bytes, which hold the table.
  public init(
    of bytes: [UInt8], named name: String, holding table: LookupTable, arguments: [String], plan: [String],
    madeBy: String, measurements: [LookupMeasurement]
  ) {
    self.file = File(
      name: name, sha256: SHA256.hexadecimal(bytes), bytes: bytes.count, cubeSize: table.cube?.size,
      shaperSize: table.shaperSize)
    (self.arguments, self.plan, self.madeBy, self.measurements) = (arguments, plan, madeBy, measurements)
  }

  /// The value of one of the arguments, such as `lut-range`; `nil` if it is absent.
  package func value(of option: String) -> String? {
    for (index, word) in arguments.enumerated() {
      if word == "--\(option)", index + 1 < arguments.count { return arguments[index + 1] }
      if word.hasPrefix("--\(option)=") { return String(word.dropFirst(option.utf8.count + 3)) }
    }
    return nil
  }

  /// Whether these are the bytes of the certificate's file.
  public func belongs(to bytes: [UInt8]) -> Bool { file.sha256 == SHA256.hexadecimal(bytes) }
}

extension LookupTable {
  /// The number of samples of the curves before the first cube; `nil` without curves or without a cube.
  var shaperSize: Int? {
    guard let cube = steps.firstIndex(where: { if case .cube = $0 { true } else { false } }) else { return nil }
    let sizes = steps[..<cube].compactMap { if case .curves(let curves) = $0 { curves.red.values.count } else { nil } }
    return sizes.max()
  }
}
