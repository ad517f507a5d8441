package import Colorimetry
internal import HDRMetadata

/// A color tag as an option names it: a code point, or `nil` for the words that mean *unknown* in other tools.
package struct Tag<Point: CodePoint>: Hashable, Sendable {
  package let value: Point?
  /// What is named although H.273 has no number for it, as its maker writes it: only a source can have it.
  private var unnumbered: String?

  package init(_ value: Point?) { self.value = value }

  package init?(option name: String) {
    value = Point(name: name)
    if Point.self == TransferCharacteristics.self { unnumbered = CameraLog(name: name)?.title }
    if Point.self == ColorPrimaries.self { unnumbered = Gamut(camera: name)?.title }
    guard value != nil || unnumbered != nil || Self.wordsOfNothing.contains(name.lowercased()) else { return nil }
  }

  /// Whether H.273 has a number for it, as every output needs.
  var isNumbered: Bool { unnumbered == nil }

  /// What the help and the completions offer: the short names first, then FFmpeg's, in whose place a range has H.273's.
  package static var names: [String] {
    if Point.self == QuantizationRange.self { return QuantizationRange.choices }
    return shortNames + Point.allCases.map(\.ffmpegName)
  }

  /// The names that everyone knows and FFmpeg does not use.
  private static var shortNames: [String] { Point.self == TransferCharacteristics.self ? ["pq", "hlg"] : [] }

  private static var wordsOfNothing: Set<String> { ["unknown", "unspecified", "undef", "2"] }
}

extension SourceTag: SettingValue {
  package init(option name: String) throws(ExpectedText) {
    guard let tag = Tag<Point>(option: name) else { throw ExpectedText("one of \(list(Self.choices))") }
    self.init(value: tag.value, camera: Camera(camera: name))
  }

  package static var choices: [String] { Tag<Point>.names + Camera.cameraNames }
}
