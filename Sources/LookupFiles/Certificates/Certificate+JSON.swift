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
      ]), "measurements": measurements,
    ])
  }

  /// Reads the output of `json`.
  ///
  /// - Throws: `CertificateError`, with the missing or invalid key.
  public init(json text: some Sequence<UInt8>) throws(CertificateError) {
    let root = try Node(text: text)
    let file = try root.member("file")
    self.file = File(
      name: try file.member("name").string(), sha256: try file.member("sha256").string(),
      bytes: try file.member("bytes").integer(), cubeSize: try file.child("cube_size")?.integer(),
      shaperSize: try file.child("shaper_size")?.integer())
    madeBy = try root.member("made_by").string()
    arguments = try root.member("arguments").list().map { (word) throws(CertificateError) in try word.string() }
    plan = try root.member("plan").list().map { (line) throws(CertificateError) in try line.string() }
    measurements = try root.member("measurements").list().map(LookupMeasurement.init)
  }
}

private typealias Node = JSONNode<CertificateError>

/// The reason why a text is not a certificate.
public struct CertificateError: Error, CustomStringConvertible {
  public let description: String
}

extension CertificateError: JSONFault {
  package init(json path: String?, found: String, expected: String) {
    description = "\(path ?? "it") is \(found), but \(expected) was expected"
  }
}

extension LookupMeasurement: JSONConvertible {
  package var jsonValue: JSONValue {
    JSONValue([
      "interpolation": interpolation, "colors": colors, "delta_e_itp": deltaEITP, "codes_of_8_bits": codesOf8Bits,
      "codes_of_10_bits": codesOf10Bits, "worst_color": worstColor.components, "neutrals": neutrals,
      "neutrals_up_to_peak": neutralsBelowPeak, "in_gamut_up_to_peak": shownAsTheyAre, "rest": others,
    ])
  }

  fileprivate init(_ node: Node) throws(CertificateError) {
    let color = try node.member("worst_color").list(3...3, of: "a list of three numbers")
    interpolation = try node.member("interpolation").string()
    colors = try node.member("colors").integer()
    deltaEITP = try Errors(node.member("delta_e_itp"))
    codesOf8Bits = try Errors(node.member("codes_of_8_bits"))
    codesOf10Bits = try Errors(node.member("codes_of_10_bits"))
    worstColor = LookupColor(try color[0].number(), try color[1].number(), try color[2].number())
    neutrals = try Neutrals(node.member("neutrals"))
    neutralsBelowPeak = try node.child("neutrals_up_to_peak").map(Neutrals.init)
    shownAsTheyAre = try node.child("in_gamut_up_to_peak").map(Errors.init)
    others = try node.child("rest").map(Errors.init)
  }
}

extension LookupMeasurement.Errors: JSONConvertible {
  package var jsonValue: JSONValue {
    JSONValue(["maximum": maximum.value, "percentile_99_9": percentile999.value, "mean": mean.value])
  }

  fileprivate init(_ node: Node) throws(CertificateError) {
    maximum = ColorDifference(try node.member("maximum").number())
    percentile999 = ColorDifference(try node.member("percentile_99_9").number())
    mean = ColorDifference(try node.member("mean").number())
  }
}

extension LookupMeasurement.Neutrals: JSONConvertible {
  package var jsonValue: JSONValue {
    JSONValue([
      "maximum_error": maximumError.value, "maximum_tint": maximumCast.value, "never_falls": neverFalls,
    ])
  }

  fileprivate init(_ node: Node) throws(CertificateError) {
    maximumError = ColorDifference(try node.member("maximum_error").number())
    maximumCast = ColorDifference(try node.member("maximum_tint").number())
    neverFalls = try node.member("never_falls").bool()
  }
}
