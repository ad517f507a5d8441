package import Colorimetry
internal import HDRMetadata

/// A color tag as an option names it: a code point, or `nil` for the words that mean *unknown* in other tools.
package struct Tag<Point: CodePoint>: Hashable, Sendable {
  package let value: Point?
  /// The maker's name of a color without an H.273 number; only a source can have one.
  private var unnumbered: String?

  package init(_ value: Point?) { self.value = value }

  package init?(option name: String) {
    value = Point(name: name)
    if Point.self == TransferCharacteristics.self { unnumbered = CameraLog(name: name)?.title }
    if Point.self == ColorPrimaries.self { unnumbered = Gamut(camera: name)?.title }
    guard value != nil || unnumbered != nil || Self.unspecifiedNames.contains(name.lowercased()) else { return nil }
  }

  /// Whether H.273 assigns it a number, as every output needs.
  var isNumbered: Bool { unnumbered == nil }

  /// The names for help and completions: short names first, then FFmpeg's, or H.273's for a range.
  package static var names: [String] {
    if Point.self == QuantizationRange.self { return QuantizationRange.choices }
    return shortNames + Point.allCases.map(\.ffmpegName)
  }

  /// The common names that FFmpeg does not use.
  private static var shortNames: [String] { Point.self == TransferCharacteristics.self ? ["pq", "hlg"] : [] }

  private static var unspecifiedNames: Set<String> { ["unknown", "unspecified", "undef", "2"] }
}

extension SourceTag: SettingValue {
  package init(option name: String) throws(ExpectedText) {
    guard let tag = Tag<Point>(option: name) else { throw ExpectedText("one of \(list(Self.choices))") }
    self.init(value: tag.value, camera: Camera(camera: name))
  }

  package static var choices: [String] { Tag<Point>.names + Camera.cameraNames }
}
