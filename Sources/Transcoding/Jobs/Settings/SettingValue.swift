package import ToneMapping

/// A value that is parsed from text. The command and other programs parse texts alike.
package protocol SettingValue: Equatable, Sendable {
  init(option text: String) throws
  /// The names of values; empty if they cannot be listed.
  static var choices: [String] { get }
  /// Whether the help lists them.
  static var listsChoices: Bool { get }
  /// Whether a text may begin with a dash, as negative numbers do.
  static var mayBeginWithDash: Bool { get }
  /// The text that the help shows if this is the default; `nil` to show none.
  var shownByDefault: String? { get }
}

extension SettingValue {
  package static var choices: [String] { [] }
  package static var listsChoices: Bool { false }
  package static var mayBeginWithDash: Bool { false }
  package var shownByDefault: String? { nil }
}

extension SettingValue where Self: RawRepresentable<String> & CaseIterable {
  package init(option text: String) throws {
    self = try Self(rawValue: text).expecting("one of \(list(Self.choices))")
  }
  package static var choices: [String] { allCases.map(\.rawValue) }
  package static var listsChoices: Bool { true }
  package var shownByDefault: String? { rawValue }
}

extension Optional: SettingValue where Wrapped: SettingValue {
  package init(option text: String) throws { self = try Wrapped(option: text) }
  package static var choices: [String] { Wrapped.choices }
  package static var listsChoices: Bool { Wrapped.listsChoices }
  package static var mayBeginWithDash: Bool { Wrapped.mayBeginWithDash }
  package var shownByDefault: String? { self?.shownByDefault }
}

extension AlphaMode: SettingValue {}
extension AlphaSettings.Meaning: SettingValue {}
extension Background.Compositing: SettingValue {}
extension CLFForm: SettingValue {}
extension CubeInterpolation: SettingValue {}
extension Display.Preset: SettingValue {}
extension Dither: SettingValue {}
extension EncodingSettings.AudioCodec: SettingValue {}
extension EncodingSettings.OddSize: SettingValue {}
extension EncodingSettings.TrackHandling: SettingValue {}
extension InstructionSet: SettingValue {}
extension LookupFileFormat: SettingValue {}
extension LookupHost: SettingValue {}
extension MetadataTrust: SettingValue {}
extension OutputKind: SettingValue {}
extension SDRTransfer: SettingValue {}
extension ToneVariant: SettingValue {}

extension String: SettingValue {
  package init(option text: String) { self = text }
}

extension Double: SettingValue {
  package init(option text: String) throws(ExpectedText) {
    self = try Double(text).expecting("a number")
  }
  package static var mayBeginWithDash: Bool { true }
}

extension Int: SettingValue {
  package init(option text: String) throws(ExpectedText) {
    self = try Int(text).expecting("a whole number")
  }
  package static var mayBeginWithDash: Bool { true }
}

extension Luminance: SettingValue {
  package init(option text: String) throws(ExpectedText) { self = .nits(try Double(option: text)) }
  package static var mayBeginWithDash: Bool { true }
  package var shownByDefault: String? { "\(nits)" }
}

extension Stops: SettingValue {
  package init(option text: String) throws(ExpectedText) { self.init(try Double(option: text)) }
  package static var mayBeginWithDash: Bool { true }
}

extension MediaLocation: SettingValue {
  package init(option text: String) { self.init(word: text) }
}

extension ContentLightLevel: SettingValue {
  package init(option text: String) throws { try self.init(text: text) }
}

extension MasteringDisplayColorVolume: SettingValue {
  package init(option text: String) throws { try self.init(text: text) }
}

extension AmbientViewingEnvironment: SettingValue {
  package init(option text: String) throws { try self.init(text: text) }
}

extension ToneOperator: SettingValue {
  package init(option name: String) throws(ExpectedText) {
    self = try ToneOperator(named: name).expecting("one of \(list(Self.choices))")
  }
  package static var choices: [String] { all.map(\.name) }
}

extension GamutOperator: SettingValue {
  package init(option name: String) throws(ExpectedText) {
    self = try GamutOperator(named: name).expecting("one of \(list(Self.choices))")
  }
  package static var choices: [String] { all.map(\.name) }
  package static var listsChoices: Bool { true }
  package var shownByDefault: String? { name }
}

/// The error for invalid text: the expected form, and a fix for a likely mistake.
package struct ExpectedText: FixableError {
  package let expected: String
  private let fix: Fix?

  package init(_ expected: String, fix: Fix? = nil) { (self.expected, self.fix) = (expected, fix) }

  package var explanation: Fix { fix.map { "expected \(expected); \($0)" } ?? "expected \(expected)" }
}

extension Optional {
  /// The value of a text; `nil` throws what was expected.
  func expecting(_ expected: @autoclosure () -> String) throws(ExpectedText) -> Wrapped {
    guard let self else { throw ExpectedText(expected()) }
    return self
  }
}

extension PictureSize: SettingValue {
  package static var mayBeginWithDash: Bool { true }

  package init(option text: String) throws(ExpectedText) {
    let sides = text.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1], width > 0, height > 0 else {
      throw ExpectedText("two whole numbers above 0 with an x between them, such as 16x9")
    }
    self.init(width: width, height: height)
  }
}

extension FrameRate: SettingValue {
  package static var mayBeginWithDash: Bool { true }

  package init(option text: String) throws(ExpectedText) {
    self = try FrameRate(text).expecting("frames per second, above 0, such as 25, 23.976 or 24000/1001")
  }
}

extension PixelFormat.Spelling: SettingValue {
  package static var choices: [String] { PixelFormat.allCases.map(\.name) }

  package init(option name: String) throws(ExpectedText) {
    guard let spelling = PixelFormat.Spelling(name) else {
      let names = PixelFormat.allCases.map(\.name).joined(separator: ", ")
      let lack =
        PixelFormat.Spelling.isUnsupported(name)
        ? "a supported layout, which this one of Core Video is not: " : ""
      throw ExpectedText("\(lack)one of FFmpeg's names \(names), or one of Apple's four-character codes, such as x420")
    }
    self = spelling
  }
}

extension QuantizationRange: SettingValue {
  package static var choices: [String] { allCases.map(\.h273Name) }

  package init(option name: String) throws(ExpectedText) {
    self = try QuantizationRange(name: name).expecting("narrow or full")
  }
}

extension Surround: SettingValue {
  package static var choices: [String] { ["as-authored", "dark", "office"] }
  package static var mayBeginWithDash: Bool { true }

  package init(option text: String) throws(ExpectedText) {
    switch text {
    case "as-authored": self = .asAuthored
    case "dark": self = .reference
    case "office": self = .office
    default:
      self = .lux(try Double(text).expecting("as-authored, dark, office, or a number of lux such as 50"))
    }
  }
}

extension AlphaRange: SettingValue {
  package init(option text: String) throws(ExpectedText) {
    if let range = QuantizationRange(name: text) {
      self = .named(range)
      return
    }
    let numbers = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let transparent = numbers[0], let opaque = numbers[1] else {
      throw ExpectedText("narrow, full, or two codes such as 64-940")
    }
    self = .codes(AlphaCoding.EndCodes(transparent: CodeLevel(transparent), opaque: CodeLevel(opaque)))
  }
}

extension BackgroundChoice: SettingValue {
  package init(option text: String) throws(ExpectedText) {
    let named = ["black": 0x000000, "white": 0xFFFFFF, "gray": 0x808080, "green": 0x00FF00]
    let isHex = text.hasPrefix("#") && text.count == 7 && text.dropFirst().allSatisfy(\.isHexDigit)
    let hex = isHex ? Int(text.dropFirst(), radix: 16) : nil
    if let code = named[text] ?? hex {
      func part(_ shift: Int) -> SignalLevel { SignalLevel(Double(code >> shift & 255) / 255) }
      self = .color(Signal(part(16), part(8), part(0)))
      return
    }
    let words = text.split(whereSeparator: { "() ".contains($0) })
    if text.hasSuffix(")"), words.count == 5, words[0] == "color",
      let space = ["srgb": ColorPrimaries.bt709, "display-p3": .smpte432][words[1]]
    {
      let levels = words[2...].compactMap { Double($0) }.filter((0...1).contains)
      if levels.count == 3 {
        self = .colorimetric(Signal(SIMD3(levels[0], levels[1], levels[2])), space)
        return
      }
    }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double($0) }
    if numbers.count == 3, parts.count == 3, numbers.allSatisfy((0...1).contains) {
      self = .signal(Signal(SIMD3(numbers[0], numbers[1], numbers[2])))
      return
    }
    // A malformed color is not taken as a file name.
    guard !text.isEmpty, text != "-", !text.hasPrefix("#"), !text.hasPrefix("color("), numbers.isEmpty else {
      throw ExpectedText(
        "black, white, gray, green, #RRGGBB, color(display-p3 1 0 0) or color(srgb 1 0 0), three numbers of 0 to 1 such as 0.5,0.5,0.5,"
          + " checkerboard, or the name of a file, such as ./1.png")
    }
    self = text == "checkerboard" ? .checkerboard : .file(MediaLocation(word: text))
  }
}

extension FramePosition: SettingValue {
  package static var mayBeginWithDash: Bool { true }

  package init(option text: String) throws(ExpectedText) {
    if let index = Int(text) {
      guard index >= 0 else { throw ExpectedText("0 or more, since frames are counted from 0") }
      self = .index(index)
    } else if let seconds = Self.time(text) {
      self = .seconds(seconds)
    } else {
      throw ExpectedText("the number of a frame or a time, such as 120, 12.5s or 00:01:02.5")
    }
  }

  static func duration(option text: String) throws(ExpectedText) -> Double {
    guard let seconds = time(text), seconds > 0 else {
      let counted = Int(text).map { "for \($0) frames give \(.frames) \($0)" as Fix }
      throw ExpectedText("a time above 0, such as 10s or 00:01:30", fix: counted)
    }
    return seconds
  }

  /// Parses seconds with a unit or with colons; a bare number could mean frames.
  private static func time(_ text: String) -> Double? {
    let hasUnit = text.hasSuffix("s")
    guard hasUnit || text.contains(":") else { return nil }
    return MovieMoment.seconds(hasUnit ? text.dropLast() : text[...])
  }
}

extension MovieMoment {
  package init(option text: String) throws(ExpectedText) {
    if text.hasSuffix("%"), let percent = Self.number(text.dropLast()), percent <= 100 {
      self = .share(percent / 100)
      return
    }
    self = .seconds(
      try Self.seconds(text[...])
        .expecting("seconds, hours:minutes:seconds or a percentage, such as 12.5, 00:01:02.5 or 30%"))
  }

  /// Parses the seconds of `12.5`, `01:02` or `00:01:02.5`; `nil` for other text.
  fileprivate static func seconds(_ text: Substring) -> Double? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    // Only the last part may have decimals, and parts after the first are below 60.
    let numbers = parts.enumerated().compactMap { index, part -> Double? in
      guard let number = number(part), index == 0 || number < 60,
        index == parts.count - 1 || number == number.rounded()
      else { return nil }
      return number
    }
    guard (1...3).contains(parts.count), numbers.count == parts.count else { return nil }
    return numbers.reduce(0) { $0 * 60 + $1 }
  }

  private static func number(_ text: Substring) -> Double? {
    guard text.wholeMatch(of: /[0-9]{1,12}(\.[0-9]{1,9})?/) != nil else { return nil }
    return Double(text)
  }
}

extension LightSettings {
  mutating func follow(option text: String) throws(ExpectedText) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    mode = Mode(rawValue: "\(parts[0])")
    guard mode == .onePass || mode != nil && parts.count == 1 else {
      throw ExpectedText("one of \(list(Mode.allCases.map(\.rawValue))), or one-pass:48")
    }
    lookAhead = parts.count == 2 ? Int(parts[1]) : nil
    guard parts.count == 1 || lookAhead != nil else {
      throw ExpectedText("a number of frames to look ahead, such as one-pass:48")
    }
  }
}

extension EncodingSettings.Option {
  package static func list(option text: String) throws(ExpectedText) -> [EncodingSettings.Option] {
    try text.split(separator: ":").map { pair throws(ExpectedText) in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { throw ExpectedText("name=value pairs between colons, such as keyint=48") }
      return EncodingSettings.Option(String(parts[0]), String(parts[1]))
    }
  }
}

/// A color tag as an option names it.
struct Tag<Point: CodePoint> {
  /// `nil` for the color of a camera that has no number.
  let value: Point?
  /// Whether H.273 assigns it a number, as every output needs; only a source can have the color of a camera.
  let isNumbered: Bool

  /// - Parameter choices: The names for the error.
  init(option name: String, of choices: [String]) throws(ExpectedText) {
    value = Point(name: name)
    isNumbered =
      !(Point.self == TransferCharacteristics.self && CameraLog(name: name) != nil
      || Point.self == ColorPrimaries.self && Gamut(camera: name) != nil)
    guard value == nil, isNumbered else { return }
    let words = ["unknown", "unspecified", "undef"] + (Point.self == QuantizationRange.self ? [] : ["2"])
    guard !words.contains(name.lowercased()) else {
      throw ExpectedText("a value other than unspecified", fix: "give one, or leave the option out")
    }
    throw ExpectedText("one of \(list(choices))")
  }

  /// The names for help and completions: short names first, then FFmpeg's, or H.273's for a range.
  static var names: [String] {
    if Point.self == QuantizationRange.self { return QuantizationRange.choices }
    let short = Point.self == TransferCharacteristics.self ? ["pq", "hlg"] : []
    return short + Point.allCases.map(\.ffmpegName)
  }
}

extension SourceTag: SettingValue {
  package init(option name: String) throws(ExpectedText) {
    let tag = try Tag<Point>(option: name, of: Self.choices)
    self.init(value: tag.value, camera: Camera(camera: name))
  }

  package static var choices: [String] { Tag<Point>.names + Camera.cameraNames }
}
