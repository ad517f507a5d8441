#if FFmpeg
  internal import FrameScaling
  internal import Movies
  internal import RawVideo
  internal import ToneMapping

  /// Makes pictures of a movie what an sRGB display shows, with 16 bits: mapped at full size, then cropped, scaled, and turned.
  struct PictureMaker: ~Copyable {
    private var converter: FrameConverter
    /// The picture before it is scaled, in memory that is used again.
    private var full: Frame
    private let name: String
    private let geometry: FrameGeometry
    /// The size before the turn.
    private let size: PictureSize
    private let threads: Int

    /// - Parameter size: The size after the turn.
    init(
      of clip: Clip, by plan: ConversionPlan, size: PictureSize, threads: Int,
      on instructions: InstructionSet
    ) throws {
      let full = try clip.frame(plan.outputFormat)
      let converter = try plan.converter(
        width: clip.openedSize.width, height: clip.openedSize.height, threads: threads, on: instructions)
      (self.full, name, geometry, self.threads) = (full, clip.name, clip.geometry, threads)
      self.converter = converter
      self.size = geometry.orientation.isSideways ? PictureSize(width: size.height, height: size.width) : size
    }

    mutating func make(_ picture: MoviePicture) throws -> Frame {
      try full.withMutableView { full in
        try picture.withView { try converter.convert($0, into: &full) }
      }
      return try full.shown(by: geometry.cropOnly)
        .scaled(width: size.width, height: size.height, of: name, threads: threads)
        .shown(by: geometry.orientationOnly)
    }
  }

#endif
