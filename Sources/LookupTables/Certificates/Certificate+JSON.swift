internal import Colorimetry
package import JSONText

extension Certificate {
  /// This certificate in the format stored beside its file: JSON in UTF-8, keys in snake case and in alphabetical order.
  public var json: [UInt8] { jsonValue.text }

  private var jsonValue: JSONValue {
    JSONValue([
      "made_by": madeBy, "arguments": arguments, "plan": plan,
      "file": JSONValue([
        "name": file.name, "sha256": file.sha256, "bytes": file.bytes, "cube_size": file.cubeSize,
        "shaper_size": file.shaperSize,
      ]),
      "measurements": measurements.map(\.jsonValue),
    ])
  }

  /// Reads the output of `json`.
  ///
  /// - Throws: `CertificateError`, with the missing or invalid key.
  public init(json text: some Sequence<UInt8>) throws(CertificateError) {
    guard let value = try? JSONValue(text: text) else {
      throw CertificateError(description: "it is not JSON, but a certificate of tonemap lut was expected")
    }
    let root = Member(value, at: "")
    let file = try root.member("file")
    self.file = File(
      name: try file.member("name").text, sha256: try file.member("sha256").text, bytes: try file.member("bytes").count,
      cubeSize: try file.given("cube_size")?.count, shaperSize: try file.given("shaper_size")?.count)
    madeBy = try root.member("made_by").text
    arguments = try root.member("arguments").list().map { (word) throws(CertificateError) in try word.text }
    plan = try root.member("plan").list().map { (line) throws(CertificateError) in try line.text }
    measurements = try root.member("measurements").list().map { (member) throws(CertificateError) in
      try LookupMeasurement(member)
    }
  }
}

/// The reason why a text is not a certificate.
public struct CertificateError: Error, CustomStringConvertible {
  public let description: String
}

extension LookupMeasurement {
  package var jsonValue: JSONValue {
    let color = worstColor.components
    return JSONValue([
      "interpolation": interpolation, "colors": colors, "delta_e_itp": deltaEITP.jsonValue,
      "codes_of_8_bits": codesOf8Bits.jsonValue, "codes_of_10_bits": codesOf10Bits.jsonValue,
      "worst_color": [color.x, color.y, color.z], "neutrals": neutrals.jsonValue,
      "neutrals_up_to_peak": neutralsBelowPeak?.jsonValue, "in_gamut_up_to_peak": shownAsTheyAre?.jsonValue,
      "rest": others?.jsonValue,
    ])
  }

  fileprivate init(_ member: Member) throws(CertificateError) {
    let color = try member.member("worst_color").list()
    guard color.count == 3 else { throw try member.member("worst_color").wrongKind }
    interpolation = try member.member("interpolation").text
    colors = try member.member("colors").count
    deltaEITP = try Errors(member.member("delta_e_itp"))
    codesOf8Bits = try Errors(member.member("codes_of_8_bits"))
    codesOf10Bits = try Errors(member.member("codes_of_10_bits"))
    worstColor = LookupColor(try color[0].number, try color[1].number, try color[2].number)
    neutrals = try Neutrals(member.member("neutrals"))
    neutralsBelowPeak = try member.given("neutrals_up_to_peak").map(Neutrals.init)
    shownAsTheyAre = try member.given("in_gamut_up_to_peak").map(Errors.init)
    others = try member.given("rest").map(Errors.init)
  }
}

extension LookupMeasurement.Errors {
  package var jsonValue: JSONValue {
    JSONValue(["maximum": maximum.value, "percentile_99_9": percentile999.value, "mean": mean.value])
  }

  fileprivate init(_ member: Member) throws(CertificateError) {
    maximum = ColorDifference(try member.member("maximum").number)
    percentile999 = ColorDifference(try member.member("percentile_99_9").number)
    mean = ColorDifference(try member.member("mean").number)
  }
}

extension LookupMeasurement.Neutrals {
  fileprivate var jsonValue: JSONValue {
    JSONValue([
      "maximum_error": maximumError.value, "maximum_tint": maximumCast.value, "never_falls": neverFalls,
    ])
  }

  fileprivate init(_ member: Member) throws(CertificateError) {
    maximumError = ColorDifference(try member.member("maximum_error").number)
    maximumCast = ColorDifference(try member.member("maximum_tint").number)
    neverFalls = try member.member("never_falls").flag
  }
}

/// A value in a certificate, and the path to it.
private struct Member {
  private let value: JSONValue
  private let path: String

  init(_ value: JSONValue, at path: String) { (self.value, self.path) = (value, path) }

  var wrongKind: CertificateError {
    CertificateError(
      description: "\(path.isEmpty ? "it" : path) has another kind of value than a certificate has")
  }

  /// The value of a key; `nil` if it is null or absent.
  func given(_ key: String) throws(CertificateError) -> Member? {
    guard case .object(let members) = value else { throw wrongKind }
    guard let found = members[key], found != .null else { return nil }
    return Member(found, at: path.isEmpty ? key : "\(path).\(key)")
  }

  func member(_ key: String) throws(CertificateError) -> Member {
    guard let found = try given(key) else {
      throw CertificateError(description: "\(path.isEmpty ? key : "\(path).\(key)") is missing")
    }
    return found
  }

  func list() throws(CertificateError) -> [Member] {
    guard case .array(let values) = value else { throw wrongKind }
    return values.enumerated().map { Member($1, at: "\(path)[\($0)]") }
  }

  var text: String {
    get throws(CertificateError) {
      guard case .string(let text) = value else { throw wrongKind }
      return text
    }
  }

  var number: Double {
    get throws(CertificateError) {
      guard case .number(let number) = value else { throw wrongKind }
      return number
    }
  }

  var count: Int {
    get throws(CertificateError) {
      guard let count = Int(exactly: try number) else { throw wrongKind }
      return count
    }
  }

  var flag: Bool {
    get throws(CertificateError) {
      guard case .bool(let flag) = value else { throw wrongKind }
      return flag
    }
  }
}
