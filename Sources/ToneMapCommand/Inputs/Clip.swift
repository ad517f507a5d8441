internal import RawVideo
internal import ToneMapping

/// What is known of the input before a frame of it is read.
struct Clip {
  /// What messages call it.
  var name: String
  /// Whether it is Y4M; raw frames otherwise.
  var isY4M: Bool
  var format: PixelFormat
  /// The size of a frame; `nil` only where there is no file and no option says it.
  var size: PictureSize?
  var frameRate: FrameRate?
  /// The width of a pixel to its height.
  var pixelAspect: Ratio?
  /// The number of frames, where a file tells it.
  var frameCount: Int?
  var source: Source
  /// What was taken for true already: where options, color JSON and header disagreed, what was left unread.
  var assumptions: [Assumption]
}

extension Clip {
  /// The size of an opened clip, which always has one.
  var openedSize: PictureSize {
    guard let size else { preconditionFailure("\(name) has been opened without a size") }
    return size
  }

  /// A frame of this clip's size.
  func frame(_ format: PixelFormat) throws(CommandError) -> Frame {
    do {
      return try Frame(format, width: openedSize.width, height: openedSize.height)
    } catch {
      throw CommandError(.picture(error))
    }
  }
}
