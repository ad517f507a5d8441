internal import HDRMetadata
internal import ToneMapping

/// A part of a movie whose pictures state a color other than that of the clip from which the plan is made.
package final class ColorSegment: Sendable {
  private let source: Source
  /// The start of the part and its change, as a clause: `the color of in.ts changes at 1.0 s from … to …`.
  let change: String
  /// The options that convert the parts separately.
  let remedy: Fix

  init(_ source: Source, change: String, remedy: Fix) {
    (self.source, self.change, self.remedy) = (source, change, remedy)
  }

  /// A clip of this part's color, whose only assumptions are those that the color itself leaves open.
  func applied(to clip: Clip) -> Clip {
    var clip = clip
    let whole = clip.source
    clip.source = source
    (clip.source.alpha, clip.source.height) = (whole.alpha, whole.height)
    // In 4:4:4, the chroma location has already been applied.
    if clip.format.chroma == .c444 { clip.source.color.chromaLocation = whole.color.chromaLocation }
    clip.assumptions = []
    return clip
  }
}
