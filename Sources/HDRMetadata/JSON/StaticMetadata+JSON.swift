internal import Colorimetry
internal import JSONText

extension StaticMetadata {
  /// Parses the object `metadata` of a sidecar.
  init(_ node: MetadataNode) throws(MetadataError) {
    self.init()
    if let display = try node.child("mastering_display") { mastering = try MasteringDisplayColorVolume(display) }
    if let levels = try node.child("content_light") { contentLight = try ContentLightLevel(levels) }
    if let room = try node.child("ambient") { ambient = try AmbientViewingEnvironment(room) }
  }

  /// The object `metadata` of a sidecar.
  var jsonValue: JSONValue {
    JSONValue(all: [
      "mastering_display": mastering?.jsonValue, "content_light": contentLight?.jsonValue,
      "ambient": ambient?.jsonValue, "dolby_vision": nil, "hdr10plus": nil,
    ])
  }
}

extension MasteringDisplayColorVolume {
  /// Reads the object unchanged, like the bytes of a stream: an absent value is 0, which means unknown, and nothing is checked.
  fileprivate init(_ node: MetadataNode) throws(MetadataError) {
    self.init(
      red: try node.chromaticity("red"), green: try node.chromaticity("green"), blue: try node.chromaticity("blue"),
      white: try node.chromaticity("white"),
      maximumUnits: try node.luminance("max_cd_m2"), minimumUnits: try node.luminance("min_cd_m2"))
  }

  fileprivate var jsonValue: JSONValue {
    func point(_ coded: CodedChromaticity) -> [Double] { [coded.chromaticity.x, coded.chromaticity.y] }
    return JSONValue([
      "red": point(red), "green": point(green), "blue": point(blue), "white": point(white),
      "max_cd_m2": luminance.peak.nits, "min_cd_m2": luminance.black.nits,
    ])
  }
}

extension ContentLightLevel {
  fileprivate init(_ node: MetadataNode) throws(MetadataError) {
    self.init(maxCLL: try node.luminance("MaxCLL"), maxFALL: try node.luminance("MaxFALL"))
  }

  fileprivate var jsonValue: JSONValue {
    JSONValue(["MaxCLL": maximum?.nits ?? 0, "MaxFALL": maximumFrameAverage?.nits ?? 0])
  }
}

extension AmbientViewingEnvironment {
  fileprivate init(_ node: MetadataNode) throws(MetadataError) {
    func number(_ key: String) throws(MetadataError) -> Double {
      guard let child = try node.child(key) else { throw node.mismatch(expected: "an object with a number \(key)") }
      return try child.number()
    }
    let (lux, x, y) = (
      try number("ambient_illuminance_lux"), try number("ambient_light_x"), try number("ambient_light_y")
    )
    do throws(MetadataError) {
      try self.init(.lux(lux), lightChromaticity: Chromaticity(x, y))
    } catch {
      guard case .outOfRange(let field, let found, let expected, let unit) = error else { throw error }
      throw .outOfRange(field: "\(node.path): \(field)", found: found, expected: expected, unit: unit)
    }
  }

  fileprivate var jsonValue: JSONValue {
    let color = lightChromaticity.chromaticity
    return JSONValue([
      "ambient_illuminance_lux": illuminance.lux, "ambient_light_x": color.x, "ambient_light_y": color.y,
    ])
  }
}

extension MetadataNode {
  /// The luminance of a key, in the units of a message; 0 if it is absent.
  fileprivate func luminance<Unit: LuminanceUnit, Integer: UnsignedInteger>(
    _ key: String
  ) throws(MetadataError) -> CodedQuantity<Unit, Integer> {
    guard let child = try child(key) else { return 0 }
    return try CodedQuantity(nearest: .nits(try child.number()), field: child.path)
  }

  /// The pair of coordinates of a key; 0, 0 if it is absent.
  fileprivate func chromaticity(_ key: String) throws(MetadataError) -> CodedChromaticity {
    guard let child = try child(key) else { return CodedChromaticity(x: 0, y: 0) }
    let pair = try child.list(2...2, of: "a list of x and y")
    return try CodedChromaticity(
      nearest: Chromaticity(try pair[0].number(), try pair[1].number()), field: child.path)
  }
}
