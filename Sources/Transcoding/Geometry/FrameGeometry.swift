internal import MediaFiles
internal import RawVideo
internal import ToneMapping

/// What makes of a stored frame the picture that is shown: first a crop, then an orientation.
package struct FrameGeometry: Hashable, Sendable {
  /// The part of the frame that is shown; `nil` for all of it.
  var crop: PictureGeometry.Crop?
  /// How that part is shown.
  package var orientation = PictureOrientation.upright
  /// Whether the orientation is exactly what the file states.
  var isOrientationExact = true

  /// Whether the crop is not what the file states, but makes sides even; it may then go beyond the frame.
  var isEvening = false

  /// How frames are scaled that are neither cropped nor turned; `nil` to leave their size.
  var scaled: Scaling?

  /// Another size of frames, and what makes it.
  struct Scaling: Hashable, Sendable {
    let size: PictureSize
    let threads: Int
    let instructions: InstructionSet
  }

  /// Whether frames are shown as they are stored.
  package var isIdentity: Bool { crop == nil && orientation.isUpright && scaled == nil }

  /// The crop alone.
  package var cropOnly: FrameGeometry { FrameGeometry(crop: crop) }

  /// The orientation alone.
  var orientationOnly: FrameGeometry {
    FrameGeometry(orientation: orientation, isOrientationExact: isOrientationExact)
  }

  /// The part of frames of a size that is shown.
  func part(of size: PictureSize) -> PictureGeometry.Crop {
    crop ?? PictureGeometry.Crop(left: 0, top: 0, width: size.width, height: size.height)
  }

  /// The size of what is shown, in pixels as they are stored.
  func size(of stored: PictureSize) -> PictureSize {
    let part = part(of: stored)
    return orientation.isSideways
      ? PictureSize(width: part.height, height: part.width) : PictureSize(width: part.width, height: part.height)
  }

  /// The shape of a pixel after the turn.
  func pixelAspect(_ stored: PixelAspect?) -> PixelAspect? {
    orientation.isSideways ? stored.flatMap { Ratio($0.denominator, $0.numerator) } : stored
  }
}

extension FrameGeometry {
  /// Cuts off the last column or row, or repeats it, so that frames have a size.
  init(evening size: PictureSize) {
    self.init(
      crop: PictureGeometry.Crop(left: 0, top: 0, width: size.width, height: size.height), isEvening: true)
  }

  /// - Parameter geometry: What a container states.
  init(_ geometry: PictureGeometry) {
    self.init(
      crop: geometry.crop, orientation: geometry.orientation, isOrientationExact: geometry.isOrientationExact)
  }
}

extension Clip {
  /// The size at which the pictures are shown: cropped, turned, and with square pixels.
  var shownSize: PictureSize {
    let size = geometry.size(of: openedSize)
    let (aspect, isSideways) = (pixelAspect?.value ?? 1, geometry.orientation.isSideways)
    func scaled(_ side: Int) -> Int { max(1, Int((Double(side) * aspect).rounded())) }
    return isSideways
      ? PictureSize(width: size.width, height: scaled(size.height))
      : PictureSize(width: scaled(size.width), height: size.height)
  }
}

extension OutputKind {
  /// Whether such a file states how its pictures are turned, so that players turn them.
  ///
  /// Matroska can state it too, but few players read that, and FFmpeg writes it only since version 6.1.
  var statesOrientation: Bool { self == .mp4 || self == .mov }
}
