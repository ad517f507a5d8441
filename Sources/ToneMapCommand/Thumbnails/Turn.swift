#if FFmpeg
  internal import Movies
  internal import RawVideo
  internal import ToneMapping

  /// How the pictures of a movie are shown: with square pixels, and turned.
  struct Turn {
    /// The clockwise turn: 0, 90, 180 or 270.
    let degrees: Int
    /// The size after it.
    let shown: PictureSize
    /// What cannot be done as the movie says.
    let finding: Finding?

    init(of video: VideoTrack) {
      degrees = Frame.turn(nearest: video.rotation)
      let aspect = video.pixelAspect?.value ?? 1
      let width = max(1, Int((Double(video.width) * aspect).rounded()))
      let isSideways = degrees % 180 == 90
      shown = PictureSize(
        width: isSideways ? video.height : width, height: isSideways ? width : video.height)
      finding =
        video.rotation == degrees
        ? nil
        : Finding(
          code: "odd-rotation", found: "the movie is turned by \(video.rotation) degrees",
          consequence: "assuming \(degrees)")
    }

    var isSideways: Bool { degrees % 180 == 90 }
  }
#endif
