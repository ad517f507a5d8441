#if FFmpeg
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
    private let stored: PictureSize
    /// The size before the turn.
    private let size: PictureSize
    private let threads: Int
    /// Whether only the first of the two fields of each picture is taken.
    private let takesField: Bool

    /// - Parameter size: The size after the turn.
    init(
      of clip: Clip, by plan: ConversionPlan, size: PictureSize, takingField: Bool, threads: Int,
      on instructions: InstructionSet
    ) throws {
      let (width, rows) = (clip.openedSize.width, clip.openedSize.height)
      let height = takingField ? (rows + 1) / 2 : rows
      let full = try Frame(plan.outputFormat, width: width, height: height)
      let converter = try plan.converter(width: width, height: height, threads: threads, on: instructions)
      takesField = takingField
      stored = clip.openedSize
      (self.full, name, geometry, self.threads) = (full, clip.name, clip.geometry, threads)
      self.converter = converter
      self.size = geometry.orientation.isSideways ? PictureSize(width: size.height, height: size.width) : size
    }

    mutating func make(_ picture: MoviePicture) throws -> Frame {
      try full.withMutableView { full in
        try picture.withView { view in
          guard takesField else { return try converter.convert(view, into: &full) }
          try view.withField { try converter.convert($0, into: &full) }
        }
      }
      // The rows of the other field lie between those of the first.
      let whole =
        takesField ? try full.scaled(width: stored.width, height: stored.height, of: name, threads: threads) : full
      return try whole.shown(by: geometry.cropOnly)
        .scaled(width: size.width, height: size.height, of: name, threads: threads)
        .shown(by: geometry.orientationOnly)
    }
  }

  extension FrameView {
    /// Lends the first of the two fields: each second row of each plane.
    fileprivate borrowing func withField(_ body: (borrowing FrameView) throws -> Void) throws {
      let height = (height + 1) / 2
      let shapes = format.planes(width: width, height: height)
      let planes = zip(shapes, planes).map { shape, plane in
        unsafe Plane(start: plane.start, stride: 2 * plane.stride, width: shape.width, height: shape.height)
      }
      try body(unsafe FrameView(format, width: width, height: height, planes: planes))
    }
  }
#endif
