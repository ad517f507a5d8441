internal import HDRMetadata

/// What all frames of a track have, as far as formats have rules about it.
public struct FrameSurvey: Hashable, Sendable {
  /// The number of frames, and of those with an RPU of Dolby Vision that can be read.
  public private(set) var count = 0, rpus = 0
  /// The number of the first frame without such an RPU.
  public private(set) var firstWithoutRPU: Int?
  /// The number of the first frame whose units have other types in H.265's layer 1 than in the base layer.
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
