public import HDRMetadata
internal import JSONText
internal import ToneMapping

/// Properties of an input that override those in its file; the file's apply only where these are `nil`.
public struct InputSettings: Sendable {
  /// The size of raw frames.
  public var size: PictureSize?
  /// The layout of raw frames.
  public var pixelFormat: PixelFormat.Spelling?
  /// Frames per second.
  public var frameRate: FrameRate?
  /// The color primaries, or the gamut of a camera.
  public var primaries: SourceTag<ColorPrimaries, Gamut>?
  /// The transfer function, or the log of a camera.
  public var transfer: SourceTag<TransferCharacteristics, CameraLog>?
  public var matrix: MatrixCoefficients?
  public var range: QuantizationRange?
  public var chromaLocation: ChromaLocation?
  /// The mastering display, MaxCLL and MaxFALL, and the ambient viewing environment.
  public var metadata = StaticMetadata()
  /// The rule for believing metadata.
  public var trust = MetadataTrust.auto
  /// A JSON file of size, layout, tags and metadata, for Y4M and raw frames.
  public var colorJSON: MediaLocation?
  /// The same without a file: a container's statements about frames that a program supplies.
  package var stated: ColorSidecar?

  public init() {}

  package var color: ColorDescription {
    ColorDescription(
      primaries: primaries?.value, transfer: transfer?.value, matrix: matrix, range: range,
      chromaLocation: chromaLocation)
  }
}

/// A camera color that a source may name although H.273 assigns it no number.
public protocol CameraColor: Hashable, Sendable {
  /// Looks up the maker's name, in any case, with or without hyphens.
  init?(camera name: String)
  static var cameraNames: [String] { get }
}

extension CameraLog: CameraColor {
  public init?(camera name: String) { self.init(name: name) }
  public static var cameraNames: [String] { allCases.map(\.name) }
}

extension Gamut: CameraColor {
  public static var cameraNames: [String] { cameras.map(\.name) }
}

/// A color tag of a source, or instead a color that only a camera's documents define.
public struct SourceTag<Point: CodePoint, Camera: CameraColor>: Hashable, Sendable {
  /// The tag; `nil` for a camera color.
  public let value: Point?
  public let camera: Camera?

  /// An H.273 tag; `nil` states nothing.
  public init(_ value: Point?) { (self.value, camera) = (value, nil) }

  /// A color that a camera's documents define.
  public init(camera: Camera) { (value, self.camera) = (nil, camera) }

  package init(value: Point?, camera: Camera?) { (self.value, self.camera) = (value, camera) }
}

extension InputSettings: SettingsTable {
  package static let rows: [Setting<Self>] =
    [
      Setting(
        .pixelFormat, \.pixelFormat, as: "name",
        help: "The layout of raw frames, such as yuv420p10le; FFmpeg's names and Apple's four-character codes work.")
    ] + color + [
      .matrix(\.matrix), .range(\.range),
      Setting(.chromaLocation, tag: \.chromaLocation, help: "The location of chroma samples."),
      Setting(.size, \.size, as: "width x height", help: "The size of raw frames, such as 3840x2160."),
      Setting(.fps, \.frameRate, as: "rate", help: "Frames per second, such as 25 or 24000/1001."),
    ]

  static let color: [Setting<Self>] =
    [
      Setting(.source, \.primaries, choices: ["hdr10", "hlg", "sdr"]) { try $0.state($1) },
      Setting(
        .transfer, \.transfer, as: "name",
        help: "pq, hlg, bt709, or a camera log such as slog3; the manual page lists all."),
      Setting(
        .primaries, \.primaries, as: "name",
        help: "bt2020, bt709, smpte432 (P3-D65), or a camera gamut such as s-gamut3; the manual page lists all."),
    ] + StaticMetadata.rows.map { $0.within(\.metadata) } + [
      Setting(
        .trustMetadata, \.trust, as: "mode",
        help: "The light metadata to believe: auto believes consistent values, always any valid luminance, never none."
      ),
      Setting(
        .colorJSON, \.colorJSON, as: "file", endings: ["json"],
        help:
          "A JSON file of size, layout, tags and metadata; info writes it for a movie, and reads it otherwise, as do other commands."
      ) { settings, value in
        // In JSON, it may be the object that such a file contains.
        if case .string(let path) = value { return settings.colorJSON = MediaLocation(option: path) }
        settings.stated = try ColorSidecar(json: value.line)
      },
    ]

  /// Sets all usual tags of a kind of source. Matrix, range and chroma location are set only for raw Y′CbCr: files state most of theirs, and R′G′B′
  /// has no matrix and is full range.
  private mutating func state(_ kind: String) throws {
    let presets: [String: Source] = ["hdr10": .hdr10(), "hlg": .hlg(), "sdr": .sdr]
    let color = try (presets[kind]?.color).expecting("one of hdr10, hlg and sdr")
    (primaries, transfer) = (SourceTag(color.primaries), SourceTag(color.transfer))
    guard pixelFormat?.format.model == .yCbCr else { return }
    (matrix, range, chromaLocation) = (color.matrix, color.range, color.chromaLocation)
  }
}

extension StaticMetadata: SettingsTable {
  package init() { self.init(mastering: nil) }

  package static let rows: [Setting<Self>] = [
    Setting(.maxCLL, \.contentLight, as: "cll,fall", help: "MaxCLL and MaxFALL in cd/m², such as 1000,400."),
    Setting(
      .masterDisplay, \.mastering, as: "text",
      help:
        "The mastering display, as x265 writes it, with integers or decimals: \"G(13250,34500)B(…)R(…)WP(…)L(10000000,1)\"."
    ),
    Setting(
      .ambient, \.ambient, as: "lux,x,y",
      help:
        "The light of the room that the picture was graded for: lux and chromaticity x, y, such as 314,0.3127,0.3290."),
  ]
}

/// The tags that a container states.
extension ColorDescription: SettingsTable {
  package init() { self.init(primaries: nil) }

  package static let rows: [Setting<Self>] = [
    Setting(
      .primaries, tag: \.primaries,
      help: "The color primaries; smpte432 is P3-D65. FFmpeg's and x265's names and H.273 numbers work."),
    Setting(
      .transfer, tag: \.transfer,
      help: "The transfer function: pq, hlg or that of SDR. FFmpeg's and x265's names and H.273 numbers work."),
    .matrix(\.matrix), .range(\.range),
  ]
}
