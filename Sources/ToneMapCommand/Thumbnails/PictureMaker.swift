#if FFmpeg
  internal import Movies
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
#endif
