package import HDRMetadata
internal import RawVideo
package import ToneMapping

/// What is known about the input before a frame is read.
package struct Clip {
  /// The name of the input in messages.
  package var name: String
  /// Whether it is Y4M.
  package var isY4M: Bool
  /// Whether it is raw frames, which only options describe.
  var isRaw = false
  /// The files of a sequence of pictures.
  var files: [Path] = []
  /// Whether it is a movie, whose frames may consist of two fields each.
  var mayHaveFields = false
  package var format: PixelFormat
  /// The size of a frame; `nil` only if there is no file and no option gives it.
  package var size: PictureSize?
  package var frameRate: FrameRate?
  /// The width of a pixel divided by its height.
  var pixelAspect: PixelAspect?
  /// What makes of the frames the pictures that are shown.
  package var geometry = FrameGeometry()
  /// What of the file's geometry has been done in pixels.
  package var done = GeometryDone()
  /// The layout that outputs follow, if frames have another since they were turned.
  var layout: PixelFormat?
  /// The number of frames, if the file makes it known.
  package var frameCount: Int?
  /// The number of frames that a duration and a rate suggest, where nobody counts them.
  var estimatedFrameCount: Int?
  package var source: Source
  /// What is known about later parts of another color, so far as they were looked for.
  package var laterSources: [Source] = []
  /// What the file says about the samples of an alpha layer of its own.
  var alphaChannel: AlphaChannelInformation?
  /// What of a picture states a color that is not read, in words.
  var unreadColor: String?
  /// What is assumed so far: which of options, color JSON and header was believed.
  package var assumptions: [Finding]
}

extension Clip {
  /// The size of an opened clip, which always has one.
  var openedSize: PictureSize {
    guard let size else { preconditionFailure("\(name) has been opened without a size") }
    return size
  }

  /// Whether samples are scene-linear light in floating point, whose 1 is the reference white and which goes beyond it.
  var isSceneLinear: Bool { format.isFloat && source.color.transfer == .linear }

  /// A frame of this clip's size.
  func frame(_ format: PixelFormat) throws(TranscodingError) -> Frame {
    do {
      return try Frame(format, width: openedSize.width, height: openedSize.height)
    } catch {
      throw TranscodingError(.picture(error))
    }
  }

  /// The color JSON that is written beside an output of this clip.
  func sidecar(of color: OutputTags, format: PixelFormat) -> ColorSidecar {
    ColorSidecar(
      width: openedSize.width, height: openedSize.height, pixelFormat: format.name,
      frameRate: frameRate, color: color.color,
      metadata: color.metadata)
  }
}
