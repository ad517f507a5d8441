public import HDRMetadata
public import RawVideo
internal import ToneMapping

/// What is known of an input better than its file says: what a file states counts only where these are `nil`.
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
  /// Which metadata to believe.
  public var trust = MetadataTrust.auto
  /// A JSON file of size, layout, tags and metadata, for Y4M and raw frames.
  public var colorJSON: MediaLocation?
  /// The same, if it is in no file: what a container states of frames that a program hands over.
  package var stated: ColorSidecar?

  /// Nothing is known.
  public init() {}

  /// The tags that are known.
  package var color: ColorDescription {
    ColorDescription(
      primaries: primaries?.value, transfer: transfer?.value, matrix: matrix, range: range,
      chromaLocation: chromaLocation)
  }
}

/// What may be named for a source although H.273 has no number for it.
public protocol CameraColor: Hashable, Sendable {
  /// What the camera's maker calls so, in upper or lower case, with or without hyphens.
  init?(camera name: String)
  /// All names.
  static var cameraNames: [String] { get }
}

extension CameraLog: CameraColor {
  public init?(camera name: String) { self.init(name: name) }
  public static var cameraNames: [String] { allCases.map(\.name) }
}

extension Gamut: CameraColor {
  public static var cameraNames: [String] { cameras.map(\.name) }
}

/// A color tag of a source, or in its place what only a camera's documents define.
public struct SourceTag<Point: CodePoint, Camera: CameraColor>: Hashable, Sendable {
  /// The tag; `nil` for a camera's, and for one that is stated as unknown.
  public let value: Point?
  /// What the camera's documents define.
  public let camera: Camera?

  /// A tag of H.273; `nil` is unknown, whatever the file says.
  public init(_ value: Point?) { (self.value, camera) = (value, nil) }

  /// What a camera's documents define.
  public init(camera: Camera) { (value, self.camera) = (nil, camera) }

  package init(value: Point?, camera: Camera?) { (self.value, self.camera) = (value, camera) }
}
