public import ArgumentParser
public import LookupFiles
internal import LookupTables
public import MediaFiles
internal import RawVideo
public import ToneMapping
public import Transcoding
internal import HDRMetadata

extension Tag: ExpressibleByArgument {
  public init?(argument: String) { self.init(option: argument) }
  public static var allValueStrings: [String] { names }
  public static var defaultCompletionKind: CompletionKind { .list(names) }

  /// Throws if a tag is needed, but what is named has none.
  func refuseUnnumbered(_ option: String) throws {
    if let fault = fault(ofOutput: option) { throw ValidationError(fault) }
  }
}

extension SourceTag: ExpressibleByArgument {
  public init?(argument: String) { self.init(option: argument) }
  public static var allValueStrings: [String] { names }
  public static var defaultCompletionKind: CompletionKind { .list(names) }
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

  public init?(argument: String) { self.init(option: argument) }
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

extension CompletionKind {
  /// FFmpeg's names of the pixel formats.
  static var pixelFormats: CompletionKind { .list(PixelFormat.allCases.map(\.name)) }
}
