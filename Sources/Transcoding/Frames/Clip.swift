package import ToneMapping

/// The description of an input before a frame is read.
package struct Clip {
  /// The name of the input in messages.
  package var name: String
  /// Whether it consists of raw frames, which only options describe.
  package var isRaw = false
  var files: [Path] = []
  /// Whether it is a movie, whose frames may consist of two fields each.
  var mayHaveFields = false
  package var format: PixelFormat
  /// The size of a frame; `nil` only if there is no file and no option gives it.
  package var size: PictureSize?
  package var frameRate: FrameRate?
  /// The width of a pixel divided by its height.
  var pixelAspect: PixelAspect?
  /// The crop and the orientation of the stored frames.
  package var geometry = FrameGeometry()
  /// The part of the file's geometry that has been applied to pixels.
  package var appliedGeometry = AppliedGeometry()
  /// The layout that outputs follow, if turning the frames changed their layout.
  var layout: PixelFormat?
  /// The number of frames, if the file determines it.
  package var frameCount: Int?
  /// The number of frames estimated from a duration and a rate, if frames are not counted.
  var estimatedFrameCount: Int?
  package var source: Source
  /// The sources of later parts of another color, as far as they were searched for.
  package var laterSources: [Source] = []
  /// The information in the file about the samples of its own alpha layer.
  var alphaChannel: AlphaChannelInformation?
  /// The part of a picture that states a color but is not read, in words.
  var unreadColor: String?
  /// The assumptions so far: which of the options, the color JSON and the header was believed.
  package var assumptions: [Finding]

  /// The size of an opened clip, which always has one.
  var openedSize: PictureSize {
    guard let size else { preconditionFailure("\(name) has been opened without a size") }
    return size
  }

  /// Whether samples are scene-linear light in floating point, whose 1 is the reference white and which goes beyond it.
  var isSceneLinear: Bool { format.isFloat && source.color.transfer == .linear }

  func frame(_ format: PixelFormat) throws(TranscodingError) -> Frame {
    do { return try Frame(format, width: openedSize.width, height: openedSize.height) } catch {
      throw TranscodingError(.picture(error))
    }
  }

  /// Returns the color JSON that is written beside an output of this clip.
  func sidecar(of color: OutputTags, format: PixelFormat) -> ColorSidecar {
    ColorSidecar(
      width: openedSize.width, height: openedSize.height, pixelFormat: format.name,
      frameRate: frameRate, color: color.color,
      metadata: color.metadata)
  }
}

/// A part of a movie whose pictures state a color other than that of the clip from which the plan is made.
package final class ColorSegment: Sendable {
  private let source: Source
  /// The start of the part and its change, as a clause: `the color of in.ts changes at 1.0 s from … to …`.
  let change: String
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
