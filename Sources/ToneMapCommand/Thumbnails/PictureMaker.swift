#if FFmpeg
  internal import FrameScaling
  internal import Movies
  internal import RawVideo
  internal import ToneMapping

  /// Makes pictures of a movie what an sRGB display shows, with 16 bits: mapped at full size, then scaled, then turned.
  struct PictureMaker: ~Copyable {
    private var converter: FrameConverter
    /// The picture before it is scaled, in memory that is used again.
    private var full: Frame
    private let name: String
    private let degrees: Int
    /// The size before the turn.
    private let size: PictureSize
    private let threads: Int

    /// - Parameter size: The size after the turn.
    init(
      of clip: Clip, by plan: ConversionPlan, turn: Turn, size: PictureSize, threads: Int,
      on instructions: InstructionSet
    ) throws {
      let full = try clip.frame(plan.outputFormat)
      let converter = try plan.converter(
        width: clip.openedSize.width, height: clip.openedSize.height, threads: threads, on: instructions)
      (self.full, name, degrees, self.threads) = (full, clip.name, turn.degrees, threads)
      self.converter = converter
      self.size = turn.isSideways ? PictureSize(width: size.height, height: size.width) : size
    }

    mutating func make(_ picture: MoviePicture) throws -> Frame {
      try full.withMutableView { full in
        try picture.withView { try converter.convert($0, into: &full) }
      }
      return try full.scaled(width: size.width, height: size.height, of: name, threads: threads).turned(by: degrees)
    }
  }

  /// How the pictures of a movie are shown: with square pixels, and turned.
  struct Turn {
    /// The clockwise turn: 0, 90, 180 or 270.
    let degrees: Int
    /// The size after it.
    let shown: PictureSize
    /// What cannot be done as the movie says.
    let finding: Finding?

    init(of video: VideoTrack) {
      degrees = Frame.turn(nearest: Int(video.rotation.units))
      let aspect = video.pixelAspect?.value ?? 1
      let width = max(1, Int((Double(video.width) * aspect).rounded()))
      let isSideways = degrees % 180 == 90
      shown = PictureSize(
        width: isSideways ? video.height : width, height: isSideways ? width : video.height)
      finding =
        Int(video.rotation.units) == degrees
        ? nil
        : Finding(
          code: "odd-rotation", found: "the movie is turned by \(video.rotation) degrees",
          consequence: "assuming \(degrees)")
    }

    var isSideways: Bool { degrees % 180 == 90 }
  }
#endif
