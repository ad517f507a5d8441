public import ArgumentParser
public import LookupFiles
internal import LookupTables
public import MediaFiles
internal import RawVideo
public import ToneMapping
public import Transcoding
internal import HDRMetadata

/// A color tag on the command line: a code point, or `nil` for the words that mean *unknown* in other tools.
struct Tag<Point: CodePoint>: Hashable, Sendable {
  let value: Point?
  /// What is named although H.273 has no number for it, as its maker writes it: only a source can have it.
  private(set) var unnumbered: String?

  init(_ value: Point?) { self.value = value }

  /// Throws if a tag is needed, but what is named has none.
  func refuseUnnumbered(_ option: String) throws {
    guard let unnumbered else { return }
    throw ValidationError(
      "\(option) is \(unnumbered), but a value that H.273 has a number for was expected, since only a source can have others;"
        + " choose another")
  }
}

extension Tag: ExpressibleByArgument {
  init?(argument: String) {
    value = Point(name: argument)
    if Point.self == TransferCharacteristics.self { unnumbered = CameraLog(name: argument)?.title }
    if Point.self == ColorPrimaries.self { unnumbered = Gamut(camera: argument)?.title }
    guard value != nil || unnumbered != nil || Self.wordsOfNothing.contains(argument.lowercased()) else { return nil }
  }

  /// What the help and the completions offer: the short names first, then FFmpeg's, in whose place a range has H.273's.
  static var allValueStrings: [String] {
    if Point.self == QuantizationRange.self { return QuantizationRange.optionNames }
    return shortNames + Point.allCases.map(\.ffmpegName)
  }

  /// The names that everyone knows and FFmpeg does not use.
  private static var shortNames: [String] { Point.self == TransferCharacteristics.self ? ["pq", "hlg"] : [] }

  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

  private static var wordsOfNothing: Set<String> { ["unknown", "unspecified", "undef", "2"] }
}

/// What options may name for a source although H.273 has no number for it.
public protocol NamedCamera: CameraColor {
  init?(option name: String)
  static var names: [String] { get }
}

extension CameraLog: NamedCamera {
  public init?(option name: String) { self.init(name: name) }
  public static var names: [String] { allCases.map(\.name) }
}

extension Gamut: NamedCamera {
  public init?(option name: String) { self.init(camera: name) }
  public static var names: [String] { cameras.map(\.name) }
}

extension SourceTag: ExpressibleByArgument where Camera: NamedCamera {
  public init?(argument: String) {
    guard let tag = Tag<Point>(argument: argument) else { return nil }
    self.init(value: tag.value, camera: Camera(option: argument))
  }

  public static var allValueStrings: [String] { Tag<Point>.allValueStrings + Camera.names }
  public static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

/// The value that an option names, for options whose help shows only the names that most people need.
func oneOf<Value: ExpressibleByArgument>(_ name: String) throws -> Value {
  guard let value = Value(argument: name) else {
    throw ValidationError("expected one of \(list(Value.allValueStrings))")
  }
  return value
}

extension AlphaMode: ExpressibleByArgument {}
extension AlphaSettings.Meaning: ExpressibleByArgument {}
extension EncodingSettings.AudioCodec: ExpressibleByArgument {}
extension EncodingSettings.OddSize: ExpressibleByArgument {}
extension EncodingSettings.TrackHandling: ExpressibleByArgument {}
extension LightSettings.Mode: ExpressibleByArgument {}
extension OutputKind: ExpressibleByArgument {}
extension PictureKind: ExpressibleByArgument {}
extension Background.Compositing: ExpressibleByArgument {}
extension DeliveryFormat: ExpressibleByArgument {}
extension CubeInterpolation: ExpressibleByArgument {}
extension Display.Preset: ExpressibleByArgument {}
extension Dither: ExpressibleByArgument {}
extension EncoderTool: ExpressibleByArgument {}
extension CLFForm: ExpressibleByArgument {}
extension LookupFileFormat: ExpressibleByArgument {}
extension LookupHost: ExpressibleByArgument {}
extension LUTProfile: ExpressibleByArgument {}
extension LUTSettings.Vertices: ExpressibleByArgument {}
extension MetadataTrust: ExpressibleByArgument {}
extension SDRTransfer: ExpressibleByArgument {}
extension ToneVariant: ExpressibleByArgument {}

extension LUTSettings.Shaper: ExpressibleByArgument {
  public var defaultValueDescription: String { "auto" }

  public init?(argument: String) {
    switch argument {
    case "auto": self = .automatic
    case "none": self = .none
    default:
      guard let count = Int(argument), LookupCurve.sizes.contains(count) else { return nil }
      self = .entries(count)
    }
  }
}

extension GamutOperator: ExpressibleByArgument {
  public init?(argument: String) { self.init(named: argument) }
  public static var allValueStrings: [String] { all.map(\.name) }
  public static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

extension ToneOperator: ExpressibleByArgument {
  public init?(argument: String) { self.init(named: argument) }
  public static var allValueStrings: [String] { all.map(\.name) }
  public static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

extension QuantizationRange {
  /// What the help and the completions offer; other names are understood as well.
  static var optionNames: [String] { allCases.map(\.h273Name) }

  /// The range that an option names.
  static func option(_ name: String) throws -> QuantizationRange {
    guard let range = QuantizationRange(name: name) else { throw ValidationError("expected narrow or full") }
    return range
  }
}

extension CompletionKind {
  /// FFmpeg's names of the pixel formats.
  static var pixelFormats: CompletionKind { .list(PixelFormat.allCases.map(\.name)) }
}

extension PixelFormat.Spelling {
  /// The format that an option names.
  static func option(_ name: String) throws -> PixelFormat.Spelling {
    guard let spelling = PixelFormat.Spelling(name) else {
      let names = PixelFormat.allCases.map(\.name).joined(separator: ", ")
      throw ValidationError(
        "expected one of FFmpeg's names \(names), or one of Apple's four-character codes, such as x420")
    }
    return spelling
  }
}
