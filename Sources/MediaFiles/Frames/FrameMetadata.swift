/// The metadata of one frame of a movie or a stream, and the frame's position.
///
///     var frames = try MediaFrames(path: "in.mkv")
///     while let frame = try frames.next() { print(frame.index, frame.dolbyVision?.level1 ?? "dark") }
public struct FrameMetadata: Hashable, Sendable {
  /// The number of the frame in storage and decoding order, from 0.
  public var index: Int
  /// The presentation time on the clock of the track; `nil` if the file does not state it. Edit lists are not applied.
  public var seconds: Seconds?
  /// The offset of the frame in the file.
  public var byte: Int
  /// The frame's own statements: dynamic metadata and RPUs of Dolby Vision, including unreadable ones.
  public var statements: [Statement] = []
  /// The types, *nal_unit_type*, of the frame's parts in H.265, by layer; movies only.
  var unitTypes: [Int: Set<Int>] = [:]
  /// The damage found, if enough of the file could be read.
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

  public var unreadable: [MetadataError] {
    statements.compactMap { if case .unreadable(_, _, let error) = $0.value { error } else { nil } }
  }
}

/// The properties of all frames of a track that formats have rules about.
public struct FrameSurvey: Hashable, Sendable {
  /// The number of frames, and the number of frames with a readable RPU of Dolby Vision.
  public private(set) var count = 0, rpus = 0
  /// The number of the first frame without such an RPU.
  public private(set) var firstWithoutRPU: Int?
  /// The number of the first frame with other unit types in H.265's layer 1 than in the base layer.
  public private(set) var firstOfUnlikeTypes: Int?

  /// Reads the units of all frames of the first track that shows pictures; nothing is decoded.
  package init(_ frames: consuming MediaFrames) throws(MediaFileError) {
    while let frame = try frames.next() {
      if frame.dolbyVision != nil { rpus += 1 } else { firstWithoutRPU = firstWithoutRPU ?? frame.index }
      if frame.unitTypes[0] != frame.unitTypes[1] { firstOfUnlikeTypes = firstOfUnlikeTypes ?? frame.index }
      count += 1
    }
  }
}
