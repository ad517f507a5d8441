internal import Movies
internal import ToneMapping

extension Clip {
  /// Takes the movie's geometry from the library, unless a header that was read states it.
  mutating func readGeometry(of video: VideoTrack, isDescribed: Bool) {
    let stored = PictureSize(width: video.width, height: video.height)
    pixelAspect = pixelAspect ?? video.pixelAspect
    // Newer libraries may apply the container's crop themselves; it is not applied twice.
    if let crop = geometry.crop {
      let isCropped = size.map { $0 != stored } ?? false && (crop.width, crop.height) == (stored.width, stored.height)
      if isCropped || crop.left + crop.width > stored.width || crop.top + crop.height > stored.height {
        geometry.crop = nil
      }
    }
    size = stored
    guard !isDescribed || geometry.orientation.isUpright && geometry.isOrientationExact else { return }
    guard let matrix = video.displayMatrix else { return }
    (geometry.orientation, geometry.isOrientationExact) = (matrix.orientation, matrix.isOrientation)
    guard !matrix.isOrientation else { return }
    assumptions.append(
      Finding(
        code: "odd-rotation", found: "the pictures of \(name) are rotated by \(video.rotation)°",
        consequence: "assuming that they are \(matrix.orientation), the nearest quarter turn"))
  }
}
