public import HDRMetadata

/// The metadata that one frame of a movie or a stream brings, and where the frame is.
///
///     var frames = try MediaFrames(path: "in.mkv")
///     while let frame = try frames.next() { print(frame.index, frame.dolbyVision?.level1 ?? "dark") }
public struct FrameMetadata: Hashable, Sendable {
  /// The number of the frame in the order in which frames are stored and decoded, from 0 on.
  public var index: Int
  /// When the frame is shown, on the clock of its track; `nil` if the file does not say. Edit lists are not applied.
  public var seconds: Seconds?
  /// The offset of the frame in the file.
  public var byte: Int
  /// What the frame states about itself: dynamic metadata and RPUs of Dolby Vision, those that cannot be read as well.
  public var statements: [Statement] = []
  /// The types, *nal_unit_type*, of the frame's parts in H.265, by layer; movies only.
  var unitTypes: [Int: Set<Int>] = [:]
  /// What was damaged, if enough of the file could be read.
  public var problems: [MediaFileError] = []

  /// Dolby Vision, if it could be read.
  public var dolbyVision: DolbyVisionRPU? { statements.lazy.compactMap(\.value.dolbyVisionRPU).first }

  /// HDR10+, if it could be read.
  public var hdr10Plus: HDR10PlusMetadata? { statements.lazy.compactMap(\.value.hdr10Plus).first }

  /// ST 2094-50, if it could be read.
  public var headroomAdaptiveMetadata: HeadroomAdaptiveMetadata? {
    statements.lazy.compactMap(\.value.headroomAdaptiveMetadata).first
  }

  /// The names of dynamic metadata that is not interpreted: `HDR Vivid`, `SL-HDR`.
  package var otherMetadata: [String] { statements.compactMap(\.value.otherMetadata) }

  /// Why metadata could not be read.
  public var unreadable: [MetadataError] {
    statements.compactMap { if case .unreadable(_, _, let error) = $0.value { error } else { nil } }
  }
}
