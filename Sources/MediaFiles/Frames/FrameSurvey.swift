internal import HDRMetadata

/// The properties of all frames of a track that formats have rules about.
public struct FrameSurvey: Hashable, Sendable {
  /// The number of frames, and the number of frames with a readable RPU of Dolby Vision.
  public private(set) var count = 0, rpus = 0
  /// The number of the first frame without such an RPU.
  public private(set) var firstWithoutRPU: Int?
  /// The number of the first frame with other unit types in H.265's layer 1 than in the base layer.
  public private(set) var firstOfUnlikeTypes: Int?

  /// Reads the units of all frames of the first track that shows pictures; nothing is decoded.
  ///
  /// - Throws: As ``MediaFrames/next()``.
  package init(_ frames: consuming MediaFrames) throws(MediaFileError) {
    while let frame = try frames.next() {
      if frame.dolbyVision != nil { rpus += 1 } else { firstWithoutRPU = firstWithoutRPU ?? frame.index }
      if frame.unitTypes[0] != frame.unitTypes[1] { firstOfUnlikeTypes = firstOfUnlikeTypes ?? frame.index }
      count += 1
    }
  }
}
